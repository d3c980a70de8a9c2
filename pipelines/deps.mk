# What everything needs, in three steps: Debian's packages, the virtual environment, the models derived.
# Each ends in a stamp named after the content of its list, with no prerequisite whose time counts: a
# touch, a clone or a checkout of another branch and back installs and derives nothing anew.
DEPS ?= .deps
DEPS_HASH = $(firstword $(shell cat $(1) | sha256sum | cut -c 1-16))
DEPS_DEBIAN := $(DEPS)/debian-$(call DEPS_HASH,pipelines/deps/debian.txt)
DEPS_VENV_DIR := venv-$(call DEPS_HASH,pipelines/deps/requirements.txt pipelines/deps/requirements-model.txt)
DEPS_VENV := $(DEPS)/$(DEPS_VENV_DIR)/ok
DEPS_MODEL_FILES := $(shell sed -n '2,$$s|.*  |$(DEPS)/models/|p' pipelines/deps/models.sha256)
DEPS_MODELS := $(DEPS)/models/.ok-$(call DEPS_HASH,pipelines/deps/models.sha256)
# A plain make compiles with what is here; these goals see to it first that all is here.
DEPS_FIRST := $(if $(filter deps demo check,$(MAKECMDGOALS)),$(DEPS_DEBIAN))

deps: $(DEPS_DEBIAN) $(DEPS_VENV) $(DEPS_MODELS)	## install what build, check and demo need; derive the models

$(DEPS_DEBIAN): $(if $(shell pipelines/deps/debian.sh --missing),deps-missing)
	pipelines/deps/debian.sh
	@mkdir -p $(@D) && rm -f $(DEPS)/debian-* && touch $@
$(DEPS_VENV): | $(DEPS_DEBIAN)
	pipelines/deps/venv.sh $(DEPS) $(DEPS_VENV_DIR)
$(DEPS_MODELS): $(if $(filter-out $(wildcard $(DEPS_MODEL_FILES)),$(DEPS_MODEL_FILES)),deps-missing) | $(DEPS_VENV)
	pipelines/deps/models.sh $(DEPS) $@
$(DEPS_MODEL_FILES): | $(DEPS_MODELS) ;

.PHONY: deps deps-missing
