#!/usr/bin/env bash
# What Make promises: nothing measured twice, nothing derived anew without cause, -n and -q that tell the
# truth.
. "${0%/*}/../lib.sh"
. "$TEST_ROOT/tests/campaign.sh"
asked() { grep -c '"event":"request"' asked.jsonl 2>/dev/null || echo 0; }
export -f asked

t '-n and -q of an unplanned campaign touch nothing' '
  must_exit 1 campaign -q report && campaign -n report >out.txt && has out.txt "not planned yet" && [ ! -d out/c ]'
t 'the campaign runs to its report' 'campaign report >log 2>&1 && [ -s out/c/report/index.html ] && has log "report: "'
t 'every item was asked once a cell' '
  [ "$(jq -c "select(.event==\"request\")" asked.jsonl | wc -l)" -ge 72 ] && for k in $(jq -r .cell out/c/cells.jsonl); do [ "$(jq -c "select(.kind==\"answer\")" out/$k/answers.jsonl | wc -l)" = 12 ] || exit 1; done'
wc -l <asked.jsonl >before
t '-q is 0 when all is done' 'must_exit 0 campaign -q report'
t 'again: nothing is asked, nothing is written' '
  touch stamp; sleep 0.02; campaign report >log 2>&1 && same <(wc -l <asked.jsonl) before && [ -z "$(find out -newer stamp -type f)" ]'
t 'touching items, models and the campaign file measures nothing and derives nothing' '
  sleep 1; touch sum/items.jsonl word/items.jsonl models/* campaign.json registry.jsonl; touch stamp; sleep 0.02
  must_exit 0 campaign -q report; campaign report >log 2>&1 && same <(wc -l <asked.jsonl) before &&
  [ -z "$(find out -newer stamp -type f ! -name plan.mk ! -name registry.jsonl)" ] && must_exit 0 campaign -q report'
t 'a level more plans its cell alone; taking it back measures nothing' '
  cp campaign.json keep.json; sed -i "s/\"q8_0\"\]/\"q8_0\",\"q4_0\"]/" campaign.json
  ls out | sort >a; campaign report >log 2>&1 || exit 1; ls out | sort >b; [ "$(comm -13 a b | wc -l)" = 1 ] || { diff a b; exit 1; }
  wc -l <asked.jsonl >now; mv keep.json campaign.json; campaign report >log 2>&1 && same <(wc -l <asked.jsonl) now && must_exit 0 campaign -q report'
t 'gc lists the cell that nothing refers to, and removes it when told' '
  campaign gc >log && has log "YES=1 make gc removes these 1" && ls out | sort >a && campaign gc YES=1 >log && ls out | sort >b && [ "$(comm -23 a b | wc -l)" = 1 ]'
t 'status tells how many cells are done' 'campaign status >log 2>&1 && has log "c: 6 cells, 6 done"'
t 'show prints the table again' 'campaign show >log && has log "report: "'
t 'a lost verdict is scored again from the answers kept' '
  k=$(jq -r .cell out/c/cells.jsonl | head -1); cp out/$k/verdicts.jsonl v; rm out/$k/verdicts.jsonl; must_exit 1 campaign -q report
  campaign report >log 2>&1 && same v out/$k/verdicts.jsonl && [ "$(wc -l <asked.jsonl)" -ge 1 ]'
t 'why tells what a target waits for' '
  k=$(jq -r .cell out/c/cells.jsonl | head -1); rm out/$k/rows.jsonl; campaign why T=out/c/summary.txt >log 2>&1; campaign why T="$PWD/out/$k/rows.jsonl" >log 2>&1; has log "rows.jsonl" && campaign report >/dev/null 2>&1'
t 'two makes at once ask nothing twice' '
  rm -rf out asked.jsonl; campaign -j4 report >log1 2>&1 & campaign -j4 report >log2 2>&1; s=$?; wait; campaign report >log 2>&1 &&
  for k in $(jq -r .cell out/c/cells.jsonl); do [ "$(jq -c "select(.kind==\"answer\")" out/$k/answers.jsonl | wc -l)" = 12 ] || exit 1; done'
done_testing
