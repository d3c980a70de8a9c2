#!/usr/bin/env bash
# query against bare libcurl with the same scan, both against the null server, interleaved: medians of
# ROUNDS. Exit 1 where a side did not run. Shared or busy machines widen all of it; look at both sides.
set -euo pipefail
cd "${0%/*}/.."
ROUNDS=${ROUNDS:-7}
work=$(mktemp -d)
servers=
trap 'for s in $servers; do kill "$s" 2>/dev/null; done; rm -rf "$work"' EXIT
B=build/bench
missing=0

# serve NAME ARGS…: a null server; its address in $url.
serve() {
  local name=$1
  shift
  build/tests/bin/nullserver -P "$work/$name.port" -l "$work/$name.log" "$@" &
  servers="$servers $!"
  for _ in $(seq 500); do
    [ -s "$work/$name.port" ] && break
    sleep .01
  done
  url=http://127.0.0.1:$(cat "$work/$name.port")
}
items() {
  for i in $(seq "$1"); do
    printf '{"kind":"item","task":"t","id":"%d","messages":[{"role":"user","content":"question %d"}],"sampling":{"temperature":0,"seed":1},"limits":{"max_tokens":128,"timeout_s":600}}\n' "$i" "$i"
  done
}
ours() { bin/query -q -u "$url" -m null --dialect llama "$@"; }
median() { sort -g | awk '{a[NR]=$1} END {if (!NR) exit 1; print NR%2 ? a[(NR+1)/2] : (a[NR/2]+a[NR/2+1])/2}'; }
# row WHAT OURS BARE RATIO BAR OP: one line of the table
row() { awk -v w="$1" -v o="$2" -v b="$3" -v r="$4" -v bar="$5" -v op="$6" 'BEGIN {
  ok = r == "" ? 0 : op == "<=" ? r <= bar : r >= bar
  printf "%-58s %12s %12s %8s  %s %s  %s\n", w, o, b, r == "" ? "not run" : sprintf("%.3g", r), op, bar, r == "" ? "" : ok ? "ok" : "OVER" }'; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN {if (a != "" && b != "" && b > 0) print a / b}'; }
# column N FILE: the median of a column
column() { [ -s "$2" ] && awk -v n="$1" '{print $n}' "$2" | median || true; }

items 1000 >"$work/items"
serve flat
ours --dry-run "$work/items" >"$work/bodies"
for _ in $(seq "$ROUNDS"); do
  : >"$work/flat.log"
  if $B/measure "$work/m" bin/query -q -u "$url" -m null --dialect llama -n 64 "$work/items" >"$work/out" &&
    [ "$(grep -c '"error":null' "$work/out")" = 1000 ]; then
    cat "$work/m" >>"$work/ours.flat"
  fi
  if $B/measure "$work/m" $B/bare "$url/v1/chat/completions" "$work/bodies" 64 2>"$work/n" && [ "$(cat "$work/n")" = 1000 ]; then
    cat "$work/m" >>"$work/bare.flat"
  fi
done
# Milliseconds from exec to when the server had read the first request.
head -1 "$work/items" >"$work/one"
serve first
for _ in $(seq "$ROUNDS"); do
  before=$(wc -l <"$work/first.log")
  $B/measure "$work/m" bin/query -q -u "$url" -m null --dialect llama "$work/one" >"$work/out" &&
    awk -v n="$before" -v start="$(awk '{print $4}' "$work/m")" 'NR == n + 1 {print ($1 - start) / 1e6}' "$work/first.log" >>"$work/start"
done

# What a client recorded, as lines "STREAM ARRIVAL_NS TEXT": mean error of TTFT in ms, p99 of |ITL − 10 ms|.
pace() {
  sort -s -k1,1n "$1" | awk '
    {if ($1 != last) {n++; sum += ($2 - $3) / 1e6; last = $1} else {d = ($2 - before) / 1e6 - 10; print d < 0 ? -d : d > "/dev/stderr"} before = $2}
    END {if (n) print sum / n}' 2>"$work/itl" >"$work/ttft"
  sort -g "$work/itl" | awk -v ttft="$(cat "$work/ttft")" '{a[NR] = $1} END {if (!NR) exit 1; i = int(NR * .99 + .999); print ttft, a[i < 1 ? 1 : i]}'
}
arrivals() {
  jq -r -s '(.[] | select(.kind == "run").clock_s) as $c | .[] | select(.answer) | . as $r | .answer |
    [.arrivals, (.text | ltrimstr(" ") | split(" "))] | transpose[] | select(.[1]) | "\($r.seq) \(($c + .[0][0]) * 1e9 | floor) \(.[1])"' "$1"
}
serve paced -d 10
for n in 64 256; do
  head -$n "$work/items" >"$work/few"
  head -$n "$work/bodies" >"$work/few.bodies"
  for _ in $(seq "$ROUNDS"); do
    if $B/measure "$work/m" bin/query -q -u "$url" -m null --dialect llama -n $n "$work/few" >"$work/out"; then
      arrivals "$work/out" >"$work/lines" && pace "$work/lines" >>"$work/ours.$n" && cat "$work/m" >>"$work/ours.$n.m"
    fi
    if $B/bare -a "$url/v1/chat/completions" "$work/few.bodies" $n >"$work/lines" 2>/dev/null; then
      pace "$work/lines" >>"$work/bare.$n"
    fi
  done
done

printf '%-58s %12s %12s %8s\n' '' query bare ratio
o=$(column 1 "$work/ours.flat") b=$(column 1 "$work/bare.flat")
row 'processor seconds, 1,000 answers of 128 tokens, 64 at a time' "$o" "$b" "$(ratio "$o" "$b")" 1.5 '<='
o=$(awk '{print 1000 / $2}' "$work/ours.flat" | median || true) b=$(awk '{print 1000 / $2}' "$work/bare.flat" | median || true)
row 'answers a second, 64 at a time' "$o" "$b" "$(ratio "$o" "$b")" .7 '>='
for n in 64 256; do
  o=$(column 1 "$work/ours.$n") b=$(column 1 "$work/bare.$n")
  row "TTFT less the server's write, mean ms, $n streams" "$o" "$b" "$(ratio "$o" "$b")" 1.2 '<='
  o=$(column 2 "$work/ours.$n") b=$(column 2 "$work/bare.$n")
  row "ITL's distance from 10 ms, p99 ms, $n streams" "$o" "$b" "$(ratio "$o" "$b")" 1.3 '<='
done
o=$(column 3 "$work/ours.256.m")
row 'resident MiB, 256 streams' "$(awk -v k="$o" 'BEGIN {print k / 1024}')" - "$(awk -v k="$o" 'BEGIN {if (k != "") print k / 1024}')" 40 '<='
o=$(column 1 "$work/start")
row 'start to first request, ms' "$o" - "$o" 10 '<='
for f in ours.flat bare.flat ours.64 bare.64 ours.256 bare.256 start; do
  [ -s "$work/$f" ] && [ "$(wc -l <"$work/$f")" -eq "$ROUNDS" ] || { echo "bench: $f did not run" >&2; missing=1; }
done
exit $missing
