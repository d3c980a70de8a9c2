#!/usr/bin/env bash
# Cells and contrasts of a campaign file; keys; the rules for Make.
. "${0%/*}/../lib.sh"

mkdir task task2
for i in 1 2 3; do
  echo '{"kind":"item","task":"sum","id":"'$i'","messages":[{"role":"user","content":"1+'$i'"}],"sampling":{"temperature":0},"limits":{"max_tokens":4},"scoring":{"scorer":"exact","gold":"'$i'","rule":"strip"}}'
done >task/items.jsonl
sed 's/"sum"/"more"/' task/items.jsonl >task2/items.jsonl
checkpoint() { # id quant bits
  echo '{"kind":"checkpoint","id":"'$1'","family":"m","arch":"dense","parameters":1000,"active_parameters":1000,"context":2048,"files":[{"role":"weights","path":"/models/'$1'","format":"gguf","bytes":10,"sha256":"'$(printf %064d $3)'"}],"quant":"'$2'","bits":'$3',"mtp":false,"twin":null,"kv":null,"pinned":{}}'
}
{ checkpoint m-Q4_0 Q4_0 5; checkpoint m-F16 F16 16; checkpoint m-Q8_0 Q8_0 9; } >registry.jsonl
cat >campaign.json <<'J'
{"campaign":"c","seed":7,"engine":"fake","tasks":["task","task2"],"margin":0.05,
 "base":{"kv":"f16"},"checkpoints":{"quant":"F16"},
 "tiers":[
  {"tier":"2","checkpoints":{},"vary":{"knob":"quant"}},
  {"tier":"3","vary":{"knob":"kv","levels":["f16","q8_0"]}},
  {"tier":"4a","vary":{"knob":"throughput","levels":[1,4]}},
  {"tier":"6","base":{"np":4},"vary":{"knob":"load","levels":[1,4]}},
  {"tier":"5","replicates":3,"of":{"tier":"2","knobs.quant":["F16","Q4_0"]}}]}
J
p() { plan -t campaign.json --engines "$TEST_ROOT/tests/engines" --device cpu "$@"; }
export -f p

t 'levels of a quantization go from most bits to fewest, the control first' '
  p registry.jsonl >out && [ "$(jq -r "select(.kind==\"cell\" and .tier==\"2\")|.knobs.quant" out | tr "\n" " ")" = "F16 Q8_0 Q4_0 " ]'
t 'every knob is present in every cell' '
  p registry.jsonl >out && j -s "[.[]|select(.kind==\"cell\")]|length>0 and all(.[]; (.knobs|keys)==[\"draft\",\"kv\",\"load\",\"np\",\"quant\",\"watermark\"])" out'
t 'tiers share their baseline: 3 quant + 1 kv + 1 np 4 + 1 load 1 + 6 replicates' '
  p registry.jsonl >out && [ "$(jq -r "select(.kind==\"cell\")|.cell" out | sort -u | wc -l)" = 12 ] && [ "$(jq -c "select(.kind==\"cell\")" out | wc -l)" = 12 ]'
t 'a contrast names two planned cells, one knob apart' '
  p registry.jsonl >out && j -s "(map(select(.kind==\"cell\"))|INDEX(.cell)) as \$c | map(select(.kind==\"contrast\")) | length==5 and all(.[]; \$c[.a] and \$c[.b] and .a != .b and .family==.contrast and .margin==0.05)" out'
t 'throughput changes slots and load, load changes load at the same slots' '
  p registry.jsonl >out && j -s "(map(select(.kind==\"cell\"))|INDEX(.cell)) as \$c | (.[]|select(.knob==\"throughput\")|.changed==[\"np\",\"load\"]), (.[]|select(.knob==\"load\")|\$c[.a].knobs.np==4 and \$c[.b].knobs.np==4 and \$c[.a].knobs.load==1 and \$c[.b].knobs.load==4)" out'
t 'replicates come behind, in rounds' '
  p registry.jsonl >out && [ "$(jq -r "select(.kind==\"cell\")|.replicate" out | tr -d "\n")" = 000000112233 ]'
t 'the same input gives the same bytes' 'p registry.jsonl >a && p registry.jsonl >b && same a b'
t 'a changed scoring changes no key, a changed prompt or limit all' '
  p registry.jsonl | jq -r .cell >a
  cp -r task keep; sed -i "s/\"rule\":\"strip\"/\"rule\":\"cot\"/" task/items.jsonl; p registry.jsonl | jq -r .cell >b; same a b || exit 1
  sed -i "s/\"max_tokens\":4/\"max_tokens\":5/" task/items.jsonl; p registry.jsonl | jq -r .cell >b; rm -r task; mv keep task; ! cmp -s a b'
t 'the order of the tasks changes no key' '
  p registry.jsonl | jq -r "select(.kind==\"cell\")|.cell" | sort >a
  sed "s/\[\"task\",\"task2\"\]/[\"task2\",\"task\"]/" campaign.json >other.json
  plan -t other.json --engines "$TEST_ROOT/tests/engines" --device cpu registry.jsonl | jq -r "select(.kind==\"cell\")|.cell" | sort >b; same a b'
t '--diff says which parts of two keys differ' '
  p registry.jsonl >out; jq -c "select(.tier==\"2\" and .knobs.quant==\"F16\")" out | head -1 >a; jq -c "select(.tier==\"3\")" out | head -1 >b
  must_exit 1 plan --diff a b >d && [ "$(cat d)" = "knobs.kv: \"f16\" | \"q8_0\"" ] && must_exit 0 plan --diff a a'
t '--mk writes a rule a cell, and its cell.json once' '
  p registry.jsonl --mk plan.mk --out runs -o cells.jsonl --contrasts contrasts.jsonl &&
  [ "$(grep -c "answers.jsonl: |" plan.mk)" = 12 ] && [ "$(ls runs | wc -l)" = 12 ] &&
  for k in $(jq -r .cell cells.jsonl); do j ".cell==\"$k\"" runs/$k/cell.json || exit 1; done &&
  touch -d "2 hours ago" runs/*/cell.json cells.jsonl && touch -d "1 hour ago" stamp && p registry.jsonl --mk plan.mk --out runs -o cells.jsonl --contrasts contrasts.jsonl &&
  [ -z "$(find runs cells.jsonl -newer stamp -type f)" ]'
t '-n counts cells and items' '
  p registry.jsonl -n --out empty >out && has out "c: 12 cells, 0 done; 0 of 72 items answered" && has out "unknown until the first cell"'
t '--only takes one tier, its baseline with it' '
  p registry.jsonl --only 3 >out && [ "$(jq -r "select(.kind==\"cell\")|.knobs.kv" out | tr "\n" " ")" = "f16 q8_0 " ] && [ "$(grep -c contrast\" out)" = 1 ]'
t '--starred replicates both sides of starred gaps, and nothing else' '
  sed "s/,\"of\":{[^}]*}//" campaign.json >s.json
  echo "{\"kind\":\"gap\",\"contrast\":\"kv:m-F16:f16..q8_0\",\"task\":\"sum\",\"starred\":true}" >gaps.jsonl
  plan -t s.json --starred gaps.jsonl --engines "$TEST_ROOT/tests/engines" --device cpu registry.jsonl >out &&
  [ "$(jq -r "select(.replicate>0)|.knobs.kv" out | sort | uniq -c | tr -s " \n" " ")" = " 3 f16 3 q8_0 " ]'
t 'load over np is refused' '
  sed "s/\"levels\":\[1,4\]/\"levels\":[1,8]/; s/\"np\":4/\"np\":4/" campaign.json >bad.json
  must_exit 78 plan -t bad.json --engines "$TEST_ROOT/tests/engines" --device cpu registry.jsonl 2>err && has err "load 8 over np 4"'
t 'an unknown knob is refused by name' '
  sed "s/\"knob\":\"kv\"/\"knob\":\"colour\"/" campaign.json >bad.json
  must_exit 78 plan -t bad.json --engines "$TEST_ROOT/tests/engines" --device cpu registry.jsonl 2>err && has err "can'\''t vary '\''colour'\''"'
t 'a campaign file that is no JSON is named by line and column' '
  printf "{\n  \"tiers\": [,]\n}" >bad.json
  must_exit 78 plan -t bad.json registry.jsonl 2>err && has err "bad.json:2:"'
t 'a task without items is 66' '
  sed "s/\"task2\"/\"none\"/" campaign.json >bad.json
  must_exit 66 plan -t bad.json --engines "$TEST_ROOT/tests/engines" --device cpu registry.jsonl 2>err && has err "none"'
t '--dot is a graph' 'p registry.jsonl --dot >out && has out "digraph c {" && [ "$(grep -c -- "->" out)" = 5 ]'
done_testing
