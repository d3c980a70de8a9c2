# The JavaScript that draws a report's charts, out of vl-convert: one file, made once for what is pinned.
BUNDLE := $(DEPS)/share/vega-bundle.js
BUNDLE_OK := $(DEPS)/share/.bundle-$(call DEPS_HASH,lib/page/bundle.py pipelines/deps/requirements.txt)

deps: $(BUNDLE_OK)
$(BUNDLE_OK): $(if $(wildcard $(BUNDLE)),,deps-missing) | $(DEPS_VENV)
	@mkdir -p $(@D) && rm -f $(@D)/.bundle-*
	$(DEPS)/venv/bin/python lib/page/bundle.py $(BUNDLE)
	@touch $@
