# tierbench: build, check, demo, tiers, report.  `make help` lists every target.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += -rR
.DEFAULT_GOAL := tools
.DELETE_ON_ERROR:
export LC_ALL := C
export TZ := UTC

TOOLS := $(patsubst bin/%.c,%,$(sort $(wildcard bin/*.c)))

# -R leaves it undefined in a make that another make started.
ifneq ($(filter default undefined,$(origin CC)),)
CC := gcc
endif
BUILD ?= build
BIN ?= bin
OPT ?= -O2 -g
SAN ?=
PACKAGES := jansson libcurl gsl libcrypto libseccomp libpcre2-8 gmp
CPPFLAGS := -D_GNU_SOURCE -Ilib
WARN := -Wall -Wextra -Wpedantic -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	-Wformat=2 -Wvla -Wpointer-arith -Wwrite-strings
CFLAGS := -std=c17 $(OPT) $(WARN) -ffp-contract=off -fno-common $(SAN)
# Asked once, when something is linked: before `make deps` there may be nobody to ask.
LDLIBS = $(eval LDLIBS := $(shell pkg-config --libs $(PACKAGES)) -ldl -lm -lpthread)$(LDLIBS)

LIB_C := $(sort $(wildcard lib/*/*.c lib/*/*/*.c))
LIB_O := $(LIB_C:%.c=$(BUILD)/%.o)
LIB_A := $(BUILD)/libtierbench.a
TOOL_BIN := $(TOOLS:%=$(BIN)/%)
UNIT_BIN := $(patsubst tests/unit/%.c,$(BUILD)/tests/unit/%,$(sort $(wildcard tests/unit/*.c)))
HELPER_BIN := $(patsubst tests/bin/%.c,$(BUILD)/tests/bin/%,$(sort $(wildcard tests/bin/*.c)))
FUZZ := $(patsubst tests/fuzz/%.c,%,$(sort $(wildcard tests/fuzz/*.c)))
FUZZ_REPLAY := $(FUZZ:%=$(BUILD)/tests/fuzz/%)

tools: $(TOOL_BIN)					## build the seven tools into bin/

include pipelines/deps.mk
-include $(wildcard pipelines/language.mk pipelines/page.mk)
include tests/check.mk
include pipelines/campaign.mk
-include bench/bench.mk

# A test program's object is kept, so that it isn't compiled each time.
.PRECIOUS: $(BUILD)/%.o
$(BUILD)/%.o: %.c | $(DEPS_FIRST)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
# its .incbin is unknown to -MMD
$(BUILD)/lib/page/assets.o: $(wildcard lib/page/assets/*)
$(LIB_A): $(LIB_O)
	@rm -f $@
	ar rcs $@ $^
# The half of the sandbox that runs inside it: carried in the programs as bytes, never sanitized.
GUARD_SO := $(BUILD)/lib/sandbox/guard.so
$(GUARD_SO): lib/sandbox/guard/src/guard.c lib/sandbox/protocol.h | $(DEPS_FIRST)
	@mkdir -p $(@D)
	$(CC) -D_GNU_SOURCE -std=c17 -O2 $(WARN) -shared -fPIC -o $@ $<
$(BUILD)/lib/sandbox/blob.o: CPPFLAGS += -DGUARD_SO='"$(GUARD_SO)"'
$(BUILD)/lib/sandbox/blob.o: $(GUARD_SO) lib/sandbox/prelude.py
$(TOOL_BIN): $(BIN)/%: $(BUILD)/bin/%.o $(LIB_A)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $< $(LIB_A) $(LDLIBS)
$(UNIT_BIN): $(BUILD)/tests/unit/%: $(BUILD)/tests/unit/%.o $(LIB_A)
	$(CC) $(CFLAGS) -o $@ $< $(LIB_A) $(LDLIBS) -lcmocka
$(HELPER_BIN): $(BUILD)/tests/bin/%: $(BUILD)/tests/bin/%.o $(LIB_A)
	$(CC) $(CFLAGS) -o $@ $< $(LIB_A) $(LDLIBS)
$(FUZZ_REPLAY): $(BUILD)/tests/fuzz/%: $(BUILD)/tests/fuzz/%.o $(BUILD)/tests/fuzz/replay/main.o $(LIB_A)
	$(CC) $(CFLAGS) -o $@ $^ $(LDLIBS)

-include $(LIB_O:.o=.d) $(TOOL_BIN:$(BIN)/%=$(BUILD)/bin/%.d) $(addsuffix .d,$(UNIT_BIN) $(HELPER_BIN) $(FUZZ_REPLAY))

clean:							## remove what was built; out/ and .deps/ stay
	rm -rf build $(TOOL_BIN)
distclean: clean					## remove .deps/ and, having asked, everything measured in out/
	@if [ -d out ]; then read -rp "remove out/ with every measurement in it? [y/N] " a && [ "$$a" = y ] && rm -rf out; fi
	rm -rf .deps
help:							## this list
	@sed -n 's/^\([a-zA-Z0-9_-]*\):[^#]*## \(.*\)/\1\t\2/p' Makefile pipelines/*.mk tests/check.mk bench/bench.mk | expand -t 16

.PHONY: tools clean distclean help
