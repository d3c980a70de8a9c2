#!/bin/bash
. "${0%/*}/../lib.sh"
. "$TEST_ROOT/tests/ci/planted.sh"

{
  contrast c A B 0.05
  cell A f16 0 t='[1]x40[0]x20' u='[10]x25' v='[1]x60[0]x140'
  cell B q4 0 t='[1]x25[0]x35' u='[01]x25' v='[1]x59[0]x141'
} >in
claim() { jq -e "select(.kind == \"claim\")" out >claim.json && jq -e "$1" claim.json >/dev/null || { echo "not so: $1"; cat claim.json; return 1; }; }

t 'a claim over a set that keeps it' '
  ci --claim "abs(diff) <= .01" --over knob=quant,task=v in >out &&
  claim ".holds and .n == 1 and (.worst - .005 | fabs) < 1e-12 and .over == \"knob=quant,task=v\" and (.intervals_hold | not) and .widest.lo < 0 and .largest_mde > 0 and (.caveat | length) > 0"'
t 'a claim that fails names the worst; the mean is not in the set' '
  ci --claim "abs(diff)<=.01" in >out && claim "(.holds | not) and .n == 3 and (.worst - .25 | fabs) < 1e-12 and .refused == 0"'
t 'a claim over nothing does not hold' '
  ci --claim "diff>-1" --over knob=kv in >out && claim "(.holds | not) and .n == 0 and .refused == 0 and (has(\"worst\") | not)"'
t 'refused gaps are counted in a claim' '
  { contrast d A Z; cat in; } >more && ci --claim "diff>-1" more >out && claim ".holds and .n == 3 and .refused == 1"'
t 'claims that cannot be read are refused' '
  must_exit 64 ci --claim "diff" in 2>err && has err "want" && must_exit 64 ci --claim "diff<x" in &&
  must_exit 64 ci --claim "diff<1" --over knob in && must_exit 64 ci --over knob=kv in'
t 'what a suite can resolve, in words and as records' '
  for task in 1 2 3 4 5 6 7 8; do for i in $(seq 500); do echo "{\"kind\":\"item\",\"task\":\"t$task\",\"id\":\"$i\"}"; done; done >items &&
  ci --mde items >out && lines out 9 && has out "t1: 500 items at 10 % discordance resolve 4.0 points, 5.1 among 8 tasks." &&
  ci --mde items -f json >out && jq -es "length == 9 and (.[0].mde - .05057 | fabs) < 1e-4 and .[8].task == \"mean\"" out'
t 'a suite too small says so' '
  echo "{\"tasks\":{\"t\":50}}" >suite && ci --mde suite >out && has out "resolve nothing" &&
  ci --mde suite --discordance .5 -m 3 >out && has out "50 items at 50 % discordance resolve 28.0 points, 32.4 among 3 tasks"'
t 'why tells the steps and the items' '
  ci --why c/t in >out && has out "15 are right in a alone, 0 in b alone" && has out "Grade: ungraded" && has out "t/026" &&
  has out "What would settle it: 3 fresh replicates"'
t 'why of a gap that is not there' 'must_exit 1 ci --why c/nix in 2>err && has err "no such contrast and task"'
t 'methods: bootstrap and sign flips' '
  ci --method bca -B 2000 in >out && g out t ".method == \"bca+signflip\" and .B == 2000 and .seed == 1 and .p == 2 / 32768 and .lo < .diff and .diff < .hi and .method_why == \"asked for\"" &&
  ci --method mid-p in >out && g out t ".method == \"tango+mid-p\" and .p == 1 / 32768" &&
  ci --method t in >out && g out t ".method == \"t\" and .df == 59"'
t 'methods: an unknown one is refused' 'must_exit 64 ci --method wald in 2>err && has err "want auto"'
t 'a bootstrap without spread says so' '
  { contrast c A B; cell A f16 0 t="[1]x30"; cell B q4 0 t="[1]x30"; } | ci --method bca >out &&
  g out t "(has(\"lo\") | not) and .no_interval == \"no unit changes the estimate\" and .grade == \"ungraded\""'
t 'the same seed gives the same bytes, another one not' '
  sed "/\"cell\":\"B\"/s/\"score\":1/\"score\":0.75/" in >graded && ci --method bca graded >1 && ci --method bca graded >2 &&
  ci --method bca --seed 2 graded >3 && same 1 2 && ! cmp -s 1 3'
done_testing
