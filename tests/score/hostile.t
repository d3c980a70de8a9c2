#!/usr/bin/env bash
# Programs that mean harm, one after the other through one running score: each is contained, each is
# named as what it was (its first line says so), and after each, seen from outside, score has the same
# descriptors and no process more than before.
. "${0%/*}/../lib.sh"
export TIERBENCH_LOCK=$trash/device.lock # a campaign on this machine is no matter of ours
hostile=$TEST_ROOT/tests/score/hostile

score --check-sandbox >/dev/null 2>why || skip_all "$(<why)"

record() { # FILE: as an answer that must define add; time by the clock is short only where it is meant
  local wall=30
  grep -q '^# want: wall clock' "$1" && wall=3
  jq -cn --rawfile text "$1" --arg id "${1##*/}" --argjson wall $wall '{kind:"answer",task:"hostile",id:$id,
    scoring:{scorer:"code",language:"python",mode:"program",
      limits:{cpu_s:1,wall_s:$wall,memory_mib:256},
      test:"assert add(2, 3) == 5\nassert add(-1, 1) == 0\n"},
    answer:{text:$text,finish:"stop",error:null}}'
}
below() { # PID: all processes below it, with their depth in the tree
  local child
  for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do
    echo "$child"
    below "$child"
  done
}
descriptors() { # of score, its worker and what that keeps: how many each has
  local pid
  for pid in $score_pid $(below "$score_pid"); do
    find /proc/"$pid"/fd -mindepth 1 2>/dev/null | wc -l
  done | sort | tr '\n' ' '
}
judged() { # FILE: sets verdict
  record "$1" >&"${S[1]}"
  IFS= read -r -t 60 -u "${S[0]}" verdict
}
export -f below

coproc S { exec score 2>score.err; }
score_pid=$S_PID
printf 'def add(a, b):\n    return a + b\n' >honest.py
judged honest.py
export verdict
t 'an honest program passes' 'j ".verdict.pass == true and .verdict.why == \"passed\"" <<<"$verdict"'
export tree_before=$(below "$score_pid" | tr '\n' ' ') fds_before=$(descriptors)
t 'there is one worker, one bubblewrap with its first process' '[ $(wc -w <<<"$tree_before") = 3 ]'
find / -xdev -name 'was-here*' 2>/dev/null | sort >marks.before

for f in "$hostile"/*.py; do
  export want=$(sed -n '1s/^# want: //p' "$f")
  judged "$f"
  export verdict tree=$(below "$score_pid" | tr '\n' ' ') fds=$(descriptors)
  t "${f##*/}: $want" '
    why=$(jq -r .verdict.why <<<"$verdict")
    j ".verdict.pass == false" <<<"$verdict"
    case $want in
      "("*) [[ $why =~ ^$want ]] ;;
      *) [[ $why == "$want"* ]] ;;
    esac || { echo "why: $why"; exit 1; }
    [ "$tree" = "$tree_before" ] || { echo "processes: $tree, were $tree_before"; exit 1; }
    [ "$fds" = "$fds_before" ] || { echo "descriptors: $fds, were $fds_before"; exit 1; }'
done
judged honest.py
export verdict
t 'after all of them the honest program still passes' 'j ".verdict.pass == true" <<<"$verdict"'
t 'none left a mark on the host' '
  find / -xdev -name "was-here*" 2>/dev/null | sort >marks.after; same marks.before marks.after'
exec {S[1]}>&-
wait "$score_pid"
export status=$?
t 'score ended well and said nothing' '[ $status = 0 ] && [ ! -s score.err ]'
t 'and all that it had started is gone' '
  for p in $tree_before; do [ ! -e /proc/$p ] || { ps -p $p; exit 1; }; done'
done_testing
