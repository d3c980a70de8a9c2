#!/usr/bin/env bash
# What the sandbox owes: nothing passes from one program to the next, the same program gives the same
# verdict, nothing outlives score, and without isolation nothing runs.
. "${0%/*}/../lib.sh"
export TIERBENCH_LOCK=$trash/device.lock # a campaign on this machine is no matter of ours
for f in j has has_not lines same must_exit; do
  eval "checked_$(declare -f $f)"
  eval "$f() { checked_$f \"\$@\" || exit 1; }"
done

program() { # ID TEXT TEST [LIMITS]
  jq -cn --arg id "$1" --arg text "$2" --arg test "$3" --argjson limits "${4:-null}" '{kind:"answer",task:"t",id:$id,
    scoring:({scorer:"code",language:"python",mode:"program",test:$test} + if $limits then {limits:$limits} else {} end),
    answer:{text:$text,finish:"stop",error:null}}'
}
why() { jq -r '.verdict.why'; }
below() {
  local child
  for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do echo "$child"; below "$child"; done
}
export -f program why below

t 'without isolation nothing runs, and what is missing is said' '
  unshare -Ur true 2>/dev/null || exit 0
  program 1 "x = 1" "assert x == 1" >in
  unshare -Ur bash -c "echo 0 >/proc/sys/user/max_user_namespaces; score in; score --check-sandbox; echo \$?" >out 2>err
  j -s ".[0].verdict.pass == null and (.[0].verdict.why | startswith(\"not-judged: no sandbox: \"))" <(head -1 out)
  [ "$(tail -1 out)" = 78 ] && has err "score: no sandbox: "'

score --check-sandbox >/dev/null 2>why || { skip 'the rest' "$(<why)"; done_testing; }

t '--check-sandbox is 0 where code can be run' 'must_exit 0 score --check-sandbox >out'
t 'limits are recorded, no times are' '
  program 1 "x = 1" "assert x == 1" | score >out
  j ".verdict.pass and .verdict.limits == {cpu_s:3,wall_s:30,memory_mib:1024} and (.verdict|keys) == [\"extracted\",\"limits\",\"pass\",\"score\",\"scorer\",\"version\",\"why\"]" out
  program 1 "x = 1" "" "{\"cpu_s\":1.5,\"wall_s\":9,\"memory_mib\":200}" | score >out
  j ".verdict.limits == {cpu_s:1.5,wall_s:9,memory_mib:200}" out'
t 'nothing passes from one program to the next' '
  leave="import builtins, json, math, os, random, string, sys, threading, time, warnings
open(\"/tmp/left\", \"w\").write(\"secret\")
os.mkdir(\"/tmp/left.d\")
os.environ._data[b\"LEFT\"] = b\"1\"
sys.left = math.left = builtins.left = json.loads.__globals__[\"left\"] = 1
sys.path.insert(0, \"/tmp\"); sys.modules[\"left\"] = sys
string.digits = \"left\"
sys.setrecursionlimit(500)
random.seed(7)
threading.Thread(target=time.sleep, args=(9999,), daemon=True).start()
left = 1"
  look="import builtins, json, math, os, random, string, sys, threading
assert os.listdir(\"/tmp\") == [], os.listdir(\"/tmp\")
assert \"LEFT\" not in os.environ
for place in (sys, math, builtins, json): assert not hasattr(place, \"left\"), place
assert \"left\" not in globals() and \"left\" not in sys.modules and \"/tmp\" not in sys.path
assert string.digits == \"0123456789\" and sys.getrecursionlimit() == 1000
assert threading.active_count() == 1
assert os.getpid() < 5, os.getpid()"
  for i in 1 2 3; do program $i "$look" ""; program left$i "$leave" ""; done >in
  score in >out; j -s "length == 6 and all(.[]; .verdict.why == \"passed\")" out || { why <out; exit 1; }'
t 'the same program gives the same verdict at any -j' '
  for i in $(seq 30); do
    program $i "import random, os
assert random.random() < 0.$((i % 10))5, (random.random(), hash(\"x\"), {str(i) for i in range(5)}, id(random), object())" ""
  done >in
  score in >one && score -j 4 in >four && score -j 3 in >three && same one four && same one three
  [ "$(grep -c "\"pass\":true" one)" -gt 0 ] && [ "$(grep -c "\"pass\":false" one)" -gt 0 ]'
t 'killing score takes everything along' '
  program 1 "import time; time.sleep(100)" "" "{\"cpu_s\":1,\"wall_s\":100}" >in
  score in >out & p=$!
  for i in $(seq 100); do [ "$(below $p | wc -l)" -ge 5 ] && break; sleep .05; done
  all=$(below $p); [ "$(wc -w <<<"$all")" -ge 5 ] || { echo "only $all"; exit 1; }
  kill -9 $p; wait $p
  for i in $(seq 100); do
    left=; for q in $all; do [ -e /proc/$q ] && left="$left $q"; done
    [ -z "$left" ] && exit 0; sleep .05
  done; ps -o pid,ppid,args $left; exit 1'
t 'a killed sandbox costs no verdict: the program is run again' '
  program 1 "import time; time.sleep(1)" "" >in
  score in >out & p=$!
  for i in $(seq 100); do [ "$(below $p | wc -l)" -ge 5 ] && break; sleep .05; done
  kill -9 $(below $p | sed -n 2p); wait $p; j ".verdict.why == \"passed\"" out'
t 'time in which all of it is stopped from outside is not counted' '
  program 1 "import time; time.sleep(1)" "" "{\"cpu_s\":1,\"wall_s\":4}" >in
  score in >out & p=$!
  for i in $(seq 100); do [ "$(below $p | wc -l)" -ge 5 ] && break; sleep .05; done
  all="$p $(below $p)"; kill -STOP $all; sleep 5; kill -CONT $all; wait $p
  j ".verdict.why == \"passed\"" out || { why <out; exit 1; }'
t 'a dead worker costs the answer it was at' '
  { program 1 "import time; time.sleep(3)" ""; program 2 "x = 1" ""; } >in
  score in >out & p=$!
  for i in $(seq 100); do [ "$(below $p | wc -l)" -ge 5 ] && break; sleep .05; done
  kill -KILL $(below $p | head -1); wait $p
  j -s ".[0].verdict.why == \"not-judged: the scorer died of signal 9\" and .[1].verdict.why == \"passed\"" out'
if [ "$(id -u)" = 0 ]; then
  t 'run by root, nothing of it is root' '
    program 1 "import time; time.sleep(2)" "" >in
    score in >out & p=$!
    for i in $(seq 100); do [ "$(below $p | wc -l)" -ge 5 ] && break; sleep .05; done
    [ "$(below $p | tail -n +2 | while read -r q; do stat -c %u /proc/$q/task/$q/comm; sed -n "s/^Uid:\t\([0-9]*\).*/\1/p" /proc/$q/status; done | sort -u | grep -vc "^0$")" -ge 1 ]
    for q in $(below $p | tail -n +2); do grep -q "^Uid:	65534" /proc/$q/status || { cat /proc/$q/status; exit 1; }; done
    wait $p'
fi
t 'the program is read as UTF-8, whatever the locale' '
  program 1 "été = \"ß\"" "assert été == \"\\u00df\"" | LC_ALL=C score >out; j .verdict.pass out'
t 'integers of ctypes wrap around, and that is all of it' '
  program 1 "import ctypes
from ctypes import c_int32, c_uint8
assert c_int32(2 ** 31).value == -2 ** 31 and c_int32(-1).value == -1 and c_uint8(-1).value == 255
assert ctypes.c_int64(2 ** 63 - 1).value == 2 ** 63 - 1 and ctypes.sizeof(c_int32) == 4
assert not hasattr(ctypes, \"CDLL\") and not hasattr(ctypes, \"memmove\")" "" | score >out; j .verdict.pass out'
t 'what was repaired on the way is no program' '
  program 1 "x = \"$(printf "\xef\xbf\xbd")\"" "" | jq -c ".answer.repaired = 1" | score >out; j ".verdict.pass == false" out
  program 1 "x = \"$(printf "\xef\xbf\xbd")\"" "" | score >out; j ".verdict.pass == true" out'
crux() { jq -cn --arg mode "$1" --arg text "$2" '{kind:"answer",id:"1",scoring:{scorer:"code",mode:$mode,code:"def f(x):\n    return x + [1]",input:"[2]",output:"[2, 1]"},answer:{text:$text}}' | score; }
export -f crux
t 'crux-output: the value passes, its neighbour and the call itself fail' '
  crux crux-output "[2, 1]" >out; j .verdict.pass out
  crux crux-output "[2, 2]" >out; j ".verdict.pass == false" out
  crux crux-output "f([2])" >out; j ".verdict.pass == false" out'
t 'crux-output: what wraps the value fails like the reference, the corrected variant reads it' '
  crux crux-output "[ANSWER][2, 1][/ANSWER]" >out
  j ".verdict.pass == false and .verdict.variants == {compatible:false,corrected:true}" out
  crux crux-output "\`\`\`python
f([2]) == [2, 1]
\`\`\`" >out; j ".verdict.variants.corrected" out'
t 'crux-input: a call passes, its neighbour and a bare value fail' '
  crux crux-input "f([2])" >out; j .verdict.pass out
  crux crux-input "f([3])" >out; j ".verdict.pass == false" out
  crux crux-input "[2, 1]" >out; j ".verdict.pass == false" out'
done_testing
