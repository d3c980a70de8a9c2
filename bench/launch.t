#!/usr/bin/env bash
# What launch and query add to a server that is ready at once: the least of several runs, since others use the machine.
. "${0%/*}/../tests/lib.sh"
export TIERBENCH_LOCK=$trash/device.lock ENGINES=$TEST_ROOT/tests/engines
jq -nc '{kind:"cell",cell:"00000000000000aa",checkpoint:"fake-model",engine:{name:"fake",version:null,sha256:null},files:[],paths:{},
  knobs:{kv:"f16",draft:null,np:1,load:1},settings:{ctx_per_slot:512,extra_argv:[],env:{}},seed:1,replicate:0}' >cell.json
echo '{"kind":"item","task":"t","id":"1","messages":[{"role":"user","content":"Hi"}],"sampling":{"temperature":0},"limits":{"max_tokens":1,"timeout_s":10},"scoring":{"scorer":"exact","gold":"a","rule":"strip"}}' >items.jsonl
go() { launch --engines "$ENGINES" --no-identity-check cell.json -- "$@"; }
# least N COMMAND…: milliseconds of the fastest of N runs.
least() {
  local n=$1 best=999999 a b i
  shift
  for i in $(seq "$n"); do
    a=$(date +%s%N); "$@" >run.out 2>run.err || { cat run.err; return 1; }; b=$(date +%s%N)
    [ $(((b - a) / 1000000)) -lt $best ] && best=$(((b - a) / 1000000))
  done
  echo "$best"
}
export -f go least
t 'launch and query: 50 ms at most, the server included' '
  least 10 go query items.jsonl >ms; j -s "any(.[]; .kind==\"answer\")" run.out; cat ms; [ "$(cat ms)" -le 50 ]'
t 'while it serves launch takes less than 1 % of a core' '
  python3 - <<P
import os, resource, subprocess
env = dict(os.environ)
before = resource.getrusage(resource.RUSAGE_CHILDREN)
subprocess.run(["launch", "--engines", env["ENGINES"], "--no-identity-check", "cell.json", "--", "sleep", "4"], check=True, stdout=open("run.out", "w"))
short = resource.getrusage(resource.RUSAGE_CHILDREN)
subprocess.run(["launch", "--engines", env["ENGINES"], "--no-identity-check", "cell.json", "--", "sleep", "0.1"], check=True, stdout=open("run.out", "w"))
after = resource.getrusage(resource.RUSAGE_CHILDREN)
s = lambda a, b: b.ru_utime + b.ru_stime - a.ru_utime - a.ru_stime
share = (s(before, short) - s(short, after)) / 3.9
print(f"{share:.4f} of a core, 20 samples a second")
open("share", "w").write(f"{share:.4f}")
assert share < .01
P'
echo "# $(cat ms) ms, $(cat share) of a core"
done_testing
