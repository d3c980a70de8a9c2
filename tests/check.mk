# Tests: TAP under prove. `make check` is what CI runs; `make check-slow` takes longer; what needs a GPU,
# hours or gigabytes has a target of its own and is run by hand.
SAN_FLAGS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SAN_MAKE = $(MAKE) BUILD=build/san BIN=build/san/bin OPT='-O1 -g' SAN='$(SAN_FLAGS)'
SHELL_TESTS := $(sort $(wildcard $(TOOLS:%=tests/%/*.t) tests/contract/*.t tests/make/*.t tests/e2e/*.t tests/fault/*.t))
SLOW_TESTS := $(sort $(wildcard tests/slow/*.t))
JOBS ?= 2
export CMOCKA_MESSAGE_OUTPUT := TAP
PROVE := prove --jobs $(JOBS) --timer
# pattern: T='tests/plan/*.t' make check-shell
T ?= $(SHELL_TESTS)

check: deps						## install, build with warnings as errors, run every quick test
	+$(MAKE) -j$(JOBS) tools helpers units fuzz-replays
	+$(SAN_MAKE) -j$(JOBS) tools units fuzz-replays
	+$(MAKE) check-unit check-shell check-fuzz check-san lint-pages

helpers: $(HELPER_BIN)
units: $(UNIT_BIN)
fuzz-replays: $(FUZZ_REPLAY)

unit check-unit: units					## the unit tests alone
	$(PROVE) -e '' $(UNIT_BIN)
check-shell: tools helpers				## the shell tests alone (T='tests/plan/*.t' for some)
	$(PROVE) -e bash $(T)
check-fuzz: fuzz-replays				## each fuzz target over its corpus
	@set -e; for f in $(FUZZ); do build/tests/fuzz/$$f tests/fuzz/corpus/$$f >/dev/null || { echo "fuzz $$f failed"; exit 1; }; done
	@echo "fuzz corpora replayed: $(words $(FUZZ)) targets"
check-san:						## unit tests and fuzz corpora under ASan and UBSan, the contract tests too
	+$(SAN_MAKE) san-run
san-run: tools units fuzz-replays
	ASAN_OPTIONS=detect_leaks=1 $(PROVE) -e '' $(UNIT_BIN)
	@set -e; for f in $(FUZZ); do $(BUILD)/tests/fuzz/$$f tests/fuzz/corpus/$$f >/dev/null || { echo "fuzz $$f failed"; exit 1; }; done
	TIERBENCH_BIN=$(abspath $(BIN)) TIERBENCH_HELPERS=$(abspath build/tests/bin) $(PROVE) -e bash $(wildcard tests/contract/*.t)
lint-pages:						## the man pages, by mandoc
	mandoc -T lint -W warning $(sort $(wildcard bin/*.[1-9]))
lint:							## clang-tidy and the formatting
	clang-tidy --quiet $(LIB_C) $(wildcard bin/*.c) -- -std=c17 $(CPPFLAGS)
	clang-format --dry-run -Werror $(wildcard lib/*/*.[ch] lib/*/*/*.[ch] bin/*.c)

check-slow: deps tools helpers				## the longer tests
	$(PROVE) -e bash $(SLOW_TESTS)

# make fuzz F=rec SECONDS=60
FUZZ_SECONDS ?= 60
F ?= $(FUZZ)
fuzz: $(GUARD_SO)							## libFuzzer over each target (F=rec FUZZ_SECONDS=60)
	@mkdir -p build/fuzz
	@set -e; for f in $(F); do \
	  clang $(CPPFLAGS) -std=c17 -O1 -g -fsanitize=fuzzer,address,undefined -o build/fuzz/$$f tests/fuzz/$$f.c $(LIB_C) $(LDLIBS); \
	  mkdir -p build/fuzz/corpus-$$f; \
	  build/fuzz/$$f -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=2048 -artifact_prefix=build/fuzz/$$f- build/fuzz/corpus-$$f tests/fuzz/corpus/$$f; \
	done

.PHONY: check helpers units fuzz-replays unit check-unit check-shell check-fuzz check-san san-run lint-pages lint check-slow fuzz
