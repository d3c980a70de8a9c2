# The JavaScript that draws a report's charts, out of vl-convert: one file, made once for what is pinned.
OUT ?= out
BUNDLE := $(DEPS)/share/vega-bundle.js
BUNDLE_OK := $(DEPS)/share/.bundle-$(call DEPS_HASH,lib/page/bundle.py pipelines/deps/requirements.txt)
LARGE := $(OUT)/demo-large/report/index.html

deps: $(BUNDLE_OK)
$(BUNDLE_OK): $(if $(wildcard $(BUNDLE)),,deps-missing) | $(DEPS_VENV)
	@mkdir -p $(@D) && rm -f $(@D)/.bundle-*
	$(DEPS)/venv/bin/python lib/page/bundle.py $(BUNDLE)
	@touch $@

demo-large: $(LARGE)					## the report of a large synthetic campaign (nothing in it was measured)
	@echo "report: $(LARGE)"
$(LARGE): tests/render/mkcampaign.py $(BIN)/render | $(BUNDLE_OK)
	@mkdir -p $(@D)
	@python3 tests/render/mkcampaign.py --items 500 --verdicts 40 >$(@D)/../records.jsonl
	@$(BIN)/render -f html -o $@ $(@D)/../records.jsonl
pictures: $(LARGE)					## pictures of that report, wide and narrow, in out/demo-large/pictures
	@$(DEPS)/venv/bin/python tests/browser/pictures.py $(abspath $(LARGE)) $(OUT)/demo-large/pictures

.PHONY: demo-large pictures
