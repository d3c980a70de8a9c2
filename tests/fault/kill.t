#!/usr/bin/env bash
# SIGKILL of any process of a campaign at any moment: nothing finished is lost or asked twice, no half
# file passes for a whole one, no orphan stays, and running again ends with the same records.
. "${0%/*}/../lib.sh"
FAKE_MORE='ttft_ms=20'
. "$TEST_ROOT/tests/campaign.sh"
MOMENTS=${MOMENTS:-20}

# What a measurement said, times and attempts aside.
said() {
  for k in $(jq -r .cell out/c/cells.jsonl | sort); do
    jq -cS 'select(.kind=="verdict" or .kind=="answer") | del(.answer.attempts, .answer.due_s, .answer.sent_s, .answer.first_byte_s, .answer.first_token_s, .answer.last_token_s, .answer.prefill_ms, .answer.arrivals)' out/$k/verdicts.jsonl
  done
}
# Live processes of this test: they have its trash folder in their environment or command line.
mine() { grep -lzF -- "$trash/out" /proc/[0-9]*/cmdline 2>/dev/null | sed 's,/proc/\([0-9]*\)/.*,\1,' | grep -vx $$; grep -lzF -- "log=$trash/asked" /proc/[0-9]*/environ 2>/dev/null | sed 's,/proc/\([0-9]*\)/.*,\1,' | while read -r p; do role $p | grep -qxE 'fakeserver|launch|query|make' && echo $p; done; }
role() { { tr '\0' '\n' </proc/$1/cmdline | head -1 | sed 's,.*/,,'; } 2>/dev/null; }
servers() { for p in $(mine | sort -u); do role $p | grep -qx fakeserver && echo $p; done; }

campaign report >undisturbed.log 2>&1 || { cat undisturbed.log; exit 1; }
said >undisturbed
cp -r out undisturbed.out
rm -rf out asked.jsonl
t 'an undisturbed run answers everything' '[ "$(wc -l <undisturbed)" = 60 ] || [ "$(wc -l <undisturbed)" = 72 ] || { wc -l undisturbed; exit 1; }'

# Each answer that a journal held is in a finished file, or still in a journal, with the same times.
check_kept() {
  [ -e kept ] || return 0
  for a in out/*/answers.jsonl out/*/answers.part; do
    [ -e "$a" ] && jq -Rc --arg cell "$a" 'fromjson? | select(.kind=="answer") | [($cell|split("/")[1]), .task, .id, .answer.sent_s, .answer.last_token_s]' "$a"
  done | sort -u >have
  sort -u kept | comm -23 - have >asked.again
  [ -s asked.again ] && { echo "# asked again:"; sed 's/^/# /' asked.again; again=1; }
  rm -f kept
}
again=0
RANDOM=4711
killed=0
tries=0
while [ $killed -lt $MOMENTS ] && [ $tries -lt $((MOMENTS * 6)) ]; do
  tries=$((tries + 1))
  setsid bash -c 'campaign report' >run.log 2>&1 &
  leader=$!
  sleep "0.$(printf %03d $((RANDOM % 900 + 50)))"
  victims=($(mine | sort -un))
  if [ ${#victims[@]} -gt 0 ]; then
    # By role, so that the few servers are met as often as the many makes.
    v=$(for v in "${victims[@]}"; do echo "$(role "$v") $v"; done | shuf --random-source=<(yes $RANDOM) | awk '!seen[$1]++ {print $2}' | shuf -n 1 --random-source=<(yes $RANDOM))
    name=$(role "$v")
    kill -KILL "$v" 2>/dev/null && killed=$((killed + 1)) && echo "# killed: $name"
    # What is left ends by itself, or is stopped as a person would stop it.
    sleep 0.2
    kill -TERM -- -$leader 2>/dev/null
  fi
  wait $leader 2>/dev/null
  for i in $(seq 100); do [ -z "$(servers)" ] && break; sleep 0.05; done
  left=$(servers)
  [ -z "$left" ] || { echo "# orphans: $left"; kill -KILL $left; orphan=1; }
  # What is journalled now must come out of the end unchanged, times and all: it was never asked again.
  for p in out/*/answers.part; do
    [ -e "$p" ] && jq -Rc --arg cell "$p" 'fromjson? | select(.kind=="answer" and .answer.error==null) | [($cell|split("/")[1]), .task, .id, .answer.sent_s, .answer.last_token_s]' "$p" >>kept
  done
  # A finished artifact is whole: all its lines are records, and the run record is there.
  for a in out/*/answers.jsonl; do
    [ -e "$a" ] || continue
    jq -es 'any(.[]; .kind=="run") and ([.[]|select(.kind=="answer")]|length==12)' "$a" >/dev/null || { echo "# half a file: $a"; half=1; }
  done
  [ -e out/c/summary.txt ] && { check_kept; rm -rf out; }
done
export killed orphan=${orphan:-0} half=${half:-0}
t "$MOMENTS processes were killed" '[ $killed = $MOMENTS ] || { echo $killed; exit 1; }'
t 'no server was left behind' '[ $orphan = 0 ]'
t 'no half file passed for a whole one' '[ $half = 0 ]'
campaign report >last.log 2>&1
t 'running again finishes' '[ -s out/c/report/index.html ] || { tail -20 last.log; exit 1; }'
said >disturbed
t 'with the records of an undisturbed run' 'same undisturbed disturbed'
check_kept
export again
t 'nothing that was journalled was asked again' '[ $again = 0 ]'
done_testing
