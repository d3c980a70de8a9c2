# The language data of the constraint scorers: fetched and verified by pipelines/language/SOURCE (or copied
# from the folder that DATA_MIRROR names), compiled to the one file that score maps. The stamps are named
# after what they depend on, so a touch or a clone fetches and compiles nothing anew.
LANGUAGE := $(DEPS)/language
LANGUAGE_HASH = $(firstword $(shell cat $(1) | sha256sum | cut -c 1-16))
LANGUAGE_RAW := $(LANGUAGE)/raw-$(call LANGUAGE_HASH,pipelines/language/SOURCE)
LANGUAGE_OK := $(LANGUAGE)/compiled-$(call LANGUAGE_HASH,pipelines/language/SOURCE \
	pipelines/language/compile.c lib/language/data.h)
LANGUAGE_COMPILE := $(BUILD)/language-compile

language-data: $(LANGUAGE_OK)				## fetch and compile what the constraint scorers know of language

$(LANGUAGE_RAW)/.ok:
	DATA_MIRROR='$(DATA_MIRROR)' pipelines/language/fetch.sh pipelines/language/SOURCE $(@D)
	rm -rf $(filter-out $(@D),$(wildcard $(LANGUAGE)/raw-*)) && touch $@
$(LANGUAGE_OK): $(LANGUAGE_RAW)/.ok | $(LANGUAGE_COMPILE)
	$(LANGUAGE_COMPILE) $(<D) $(LANGUAGE)/language.bin
	rm -f $(LANGUAGE)/compiled-* && touch $@
$(BUILD)/pipelines/language/compile.o: pipelines/language/compile.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
$(LANGUAGE_COMPILE): $(BUILD)/pipelines/language/compile.o $(LIB_A)
	$(CC) $(CFLAGS) -o $@ $< $(LIB_A) $(LDLIBS)

-include $(BUILD)/pipelines/language/compile.d
.PHONY: language-data
