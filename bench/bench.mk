# Ratios, not times: ours beside the least that could do the work, interleaved in one run.
BENCH_BIN := $(patsubst bench/%.c,$(BUILD)/bench/%,$(sort $(wildcard bench/*.c)))
$(BENCH_BIN): $(BUILD)/bench/%: $(BUILD)/bench/%.o $(LIB_A)
	$(CC) $(CFLAGS) -o $@ $< $(LIB_A) $(LDLIBS)
-include $(BENCH_BIN:=.d)

bench: tools helpers $(BENCH_BIN)			## ratios against bare programs; exit 1 where a side did not run
	@status=0; for b in bench/*.sh bench/*.t; do bash $$b || status=1; done; exit $$status
bench-peers: tools helpers $(BENCH_BIN)			## query beside other load generators (by hand: installs 5 GB)
	bash bench/by-hand/peers.sh
.PHONY: bench bench-peers
