# tierbench: build, check, demo, tiers, report.  `make help` lists every target.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += -rR
.DEFAULT_GOAL := tools
.DELETE_ON_ERROR:
.SECONDARY:
export LC_ALL := C
export TZ := UTC

TOOLS := $(patsubst bin/%.c,%,$(sort $(wildcard bin/*.c)))

CC ?= cc
ifeq ($(origin CC),default)
CC := gcc
endif
BUILD ?= build
BIN ?= bin
OPT ?= -O2 -g
SAN ?=
PACKAGES := jansson libcurl gsl libcrypto libseccomp libpcre2-8
CPPFLAGS := -D_GNU_SOURCE -Ilib $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
WARN := -Wall -Wextra -Wpedantic -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	-Wformat=2 -Wvla -Wpointer-arith -Wwrite-strings
CFLAGS := -std=c17 $(OPT) $(WARN) -ffp-contract=off -fno-common $(SAN)
LDLIBS := $(shell pkg-config --libs $(PACKAGES) 2>/dev/null) -ldl -lm -lpthread

LIB_C := $(sort $(wildcard lib/*/*.c lib/*/*/*.c))
LIB_O := $(LIB_C:%.c=$(BUILD)/%.o)
LIB_A := $(BUILD)/libtierbench.a
TOOL_BIN := $(TOOLS:%=$(BIN)/%)
UNIT_C := $(sort $(wildcard tests/unit/*.c))
UNIT_BIN := $(UNIT_C:tests/unit/%.c=$(BUILD)/tests/unit/%)
HELPER_C := $(sort $(wildcard tests/bin/*.c))
HELPER_BIN := $(HELPER_C:tests/bin/%.c=$(BUILD)/tests/bin/%)
FUZZ_C := $(sort $(wildcard tests/fuzz/*.c))

tools: $(TOOL_BIN)					## build the seven tools into bin/
$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
# its .incbin is unknown to -MMD
$(BUILD)/lib/page/assets.o: $(wildcard lib/page/assets/*)
$(LIB_A): $(LIB_O)
	@mkdir -p $(@D)
	rm -f $@ && ar rcs $@ $^
$(TOOL_BIN): $(BIN)/%: $(BUILD)/bin/%.o $(LIB_A)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $< $(LIB_A) $(LDLIBS)
$(UNIT_BIN): $(BUILD)/tests/unit/%: $(BUILD)/tests/unit/%.o $(LIB_A)
	$(CC) $(CFLAGS) -o $@ $< $(LIB_A) $(LDLIBS) -lcmocka
$(HELPER_BIN): $(BUILD)/tests/bin/%: $(BUILD)/tests/bin/%.o $(LIB_A)
	$(CC) $(CFLAGS) -o $@ $< $(LIB_A) $(LDLIBS)

unit: $(UNIT_BIN)					## build and run the unit tests alone
	prove -e '' $(UNIT_BIN)

-include $(LIB_O:.o=.d) $(TOOLS:%=$(BUILD)/bin/%.d) $(UNIT_BIN:=.d) $(HELPER_BIN:=.d)

help:							## this list
	@sed -n 's/^\([a-zA-Z0-9_%-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

.PHONY: tools unit help
