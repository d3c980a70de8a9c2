#!/usr/bin/env bash
# A million items: memory stays flat, the journal is sorted by where its records lie, resuming asks nothing.
. "${0%/*}/../lib.sh"
. "$TEST_ROOT/tests/query/serve.sh"
N=${N:-1000000}
awk -v n="$N" 'BEGIN {for (i = 0; i < n; i++) printf "{\"kind\":\"item\",\"task\":\"t%d\",\"id\":\"%d\",\"prompt\":\"question %d\",\"limits\":{\"max_tokens\":2}}\n", i % 3, i, i}' >items
nullserver -t 2 -P port &
servers=$!
for i in $(seq 100); do [ -s port ] && break; sleep .01; done
export url=http://127.0.0.1:$(cat port)
peak() { awk '{print int($3 / 1024)}' "$1"; }
run() { "$TEST_ROOT/build/bench/measure" m query -q -u "$url" -m null --dialect llama -n 64 --no-arrivals "$@"; }
t "$N answers in 64 MiB, in the order of seq" '
  run --journal j items >out && lines out $((N + 1)) && [ "$(peak m)" -le 64 ] || { echo "$(peak m) MiB"; exit 1; }
  head -n -1 out | grep -o "\"seq\":[0-9]*" | cut -d: -f2 | awk "\$1 != NR - 1 {bad = 1} END {exit bad}"'
t 'resumed, nothing is asked, in the same memory' '
  run --journal j items >again && head -n -1 out >a && head -n -1 again >b && same a b && [ "$(peak m)" -le 64 ] || { echo "$(peak m) MiB"; exit 1; }'
t 'interleaved, and through a pipe' '
  cat items | run --interleave - >out && lines out $((N + 1)) && [ "$(peak m)" -le 64 ] || { echo "$(peak m) MiB"; exit 1; }'
done_testing
