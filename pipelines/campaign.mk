# A campaign: plan it, measure its cells, judge, summarise, compare, render. Everything measured lies
# under out/KEY, where KEY covers all that can change an answer; what the key covers is order-only, so
# that a touch, a clone or a rebuilt tool never starts a measurement. What is derived from answers
# depends on them and on out/.id/TOOL, a hash of the sources that can change its output.
OUT ?= out
CAMPAIGN ?= demo
TIERS ?= pipelines/tiers/$(CAMPAIGN).json
MODELS ?= $(DEPS)/models
ENGINES ?= pipelines/engines
C := $(OUT)/$(CAMPAIGN)
JUDGES ?= 2

ID := $(OUT)/.id
# Asked again in a recipe: on a new machine jq isn't there before the first one.
ITEMS = $(patsubst %,%/items.jsonl,$(shell jq -r '[.tasks, .tiers[].tasks] | add | unique | .[]' $(TIERS) 2>/dev/null))
PLAN = $(BIN)/plan -t $(TIERS) --engines $(ENGINES) --out $(OUT)
SCORE_IDS := $(addprefix $(ID)/,score $(patsubst lib/scorer/%.c,score-%,$(wildcard $(addprefix lib/scorer/,code.c instructions.c math.c choice.c calls.c exact.c))))
AGGREGATE_IDS := $(ID)/aggregate
# The models that `make deps` derives; a user's own lie where they lie.
OWN_MODELS := $(if $(REGISTRY),,$(if $(filter $(DEPS)/models,$(MODELS)),$(DEPS_MODELS)))
MEASURE_NEEDS := $(BIN)/launch $(BIN)/query $(OWN_MODELS)
JUDGE_NEEDS := $(BIN)/score
SUM_NEEDS := $(BIN)/aggregate

# $(call measure,ITEMS): exec, so that launch is Make's own child and dies with it.
define measure
@exec $(BIN)/launch -o $@ --dir $(@D) --engines $(ENGINES) --on-failure "make retry KEY=$(notdir $(@D))" $(@D)/cell.json -- \
  $(BIN)/query --interleave --journal $(@D)/answers.part $(1)
endef
define judge
@exec $(BIN)/score -j $(JUDGES) -o $@ $<
endef
define summarise
@exec $(BIN)/aggregate -o $@ $<
endef

# What asks for cells reads the plan; the rest of the targets never do.
ASKED := $(filter demo report status plan retry why $(OUT)/%,$(MAKECMDGOALS))
# -n and -q of what was never planned must not install, build and plan on the way.
FLAGS := $(filter-out --%,$(firstword -$(MAKEFLAGS)))
UNPLANNED := $(if $(findstring n,$(FLAGS))$(findstring q,$(FLAGS)),$(if $(wildcard $(C)/plan.mk),,yes))

CELLS :=
ifneq ($(ASKED),)
ifeq ($(UNPLANNED),)
IDS := $(shell pipelines/ids.sh $(OUT)/.id $(CAMPAIGN) $(TIERS) $(ITEMS) $(wildcard $(ENGINES)/*.json) || echo failed)
include $(C)/plan.mk
endif
# One cell's failure costs that cell: the others go on, and make ends with 2.
MAKEFLAGS += -k
endif

# launch renames it when it is whole: a signal to make at that very moment must not take it away.
.PRECIOUS: $(CELLS:%=$(OUT)/%/answers.jsonl)

VERDICTS := $(CELLS:%=$(OUT)/%/verdicts.jsonl)
ROWS := $(CELLS:%=$(OUT)/%/rows.jsonl)

# REGISTRY=file: checkpoint records made elsewhere, instead of what lies in MODELS.
ifdef REGISTRY
$(C)/registry.jsonl: $(REGISTRY)
	@mkdir -p $(@D)
	@cp $(REGISTRY) $@.tmp && mv -f $@.tmp $@
else
$(C)/registry.jsonl: $(wildcard $(MODELS)/*.gguf) $(ID)/plan | $(OWN_MODELS) $(BIN)/plan
	@mkdir -p $(@D)
	@$(BIN)/plan --registry --cache $(OUT)/.hashes.jsonl -o $@.tmp $(MODELS) && mv -f $@.tmp $@
endif
# What is planned hangs on the content of the campaign file, items and engine files, not on their times.
# Every gate of every scorer is tried here, before the first request is sent.
$(C)/plan.mk: $(ID)/campaign-$(CAMPAIGN) $(C)/registry.jsonl $(ID)/plan | $(BIN)/plan $(BIN)/score
	@mkdir -p $(@D)
	@$(BIN)/score --check $(ITEMS) || echo "going on: what can't be judged shows as not judged, with this reason" >&2
	@$(PLAN) -o $(C)/cells.jsonl --contrasts $(C)/contrasts.jsonl --mk $@ $(C)/registry.jsonl

$(C)/rows.jsonl: $(ROWS) $(C)/cells.jsonl
	@cat $(ROWS) >$@.tmp && mv -f $@.tmp $@
$(C)/gaps.jsonl: $(VERDICTS) $(C)/contrasts.jsonl $(ID)/ci | $(BIN)/ci
	@$(BIN)/ci -o $@ --contrasts $(C)/contrasts.jsonl $(VERDICTS)
REPORT_PARTS := $(C)/registry.jsonl $(C)/cells.jsonl $(C)/contrasts.jsonl $(C)/rows.jsonl $(C)/gaps.jsonl
$(C)/report/index.html: $(C)/cells.jsonl $(C)/contrasts.jsonl $(C)/rows.jsonl $(C)/gaps.jsonl $(ID)/render | $(BIN)/render $(BUNDLE_OK)
	@mkdir -p $(@D)
	@$(BIN)/render -f html -o $@ $(REPORT_PARTS) $(VERDICTS)
$(C)/brief.md: $(C)/report/index.html
	@$(BIN)/render --brief -o $@ $(REPORT_PARTS) && $(BIN)/render --check $@ $(REPORT_PARTS)
$(C)/summary.txt: $(C)/report/index.html
	@$(BIN)/render -f text -o $@ $(REPORT_PARTS)
	@cat $@
	@echo "report: $(C)/report/index.html"

demo:							## measure a small real campaign with a real model, write its report
report:							## finish CAMPAIGN=name and write its report
ifeq ($(UNPLANNED),)
demo: $(OUT)/demo/summary.txt
report: $(C)/summary.txt
else
demo report:
	@echo "$(CAMPAIGN) is not planned yet: would install, build, plan, measure and report"
endif

brief: $(C)/brief.md					## write CAMPAIGN=name's brief and check each of its figures
	@cat $<

plan: $(C)/plan.mk					## plan CAMPAIGN=name
	@$(PLAN) -n $(C)/registry.jsonl
status: $(C)/plan.mk					## how many cells are done, and how long the rest takes
	@$(PLAN) -n $(C)/registry.jsonl
show:							## print the report's table of CAMPAIGN=name again
	@cat $(C)/summary.txt && echo "report: $(C)/report/index.html"
why:							## T=out/…: what make would do for it, and because of what
	@$(MAKE) -n --trace $(T) | sed -n 's/^\([^ ]*: \)\?\(update target .*\)/\2/p'
retry:							## KEY=…: ask again what a cell lost
	@$(MAKE) $(OUT)/$(KEY)/answers.jsonl
gc:							## list measurements that no campaign refers to (YES=1 removes them)
	@pipelines/gc.sh $(OUT) $(YES)

.PHONY: demo report brief plan status show why retry gc
