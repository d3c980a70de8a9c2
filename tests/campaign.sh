# Sourced after lib.sh by tests that run a whole campaign against the fake server, outside the checkout's
# own out/. campaign GOAL… runs make; the trash folder holds models, items, the campaign file and out/.
mkdir -p models sum word
for q in F16 Q8_0 Q4_0; do echo "weights $q" >models/m-$q; done
bits() { case $1 in F16) echo 16 ;; Q8_0) echo 8.5 ;; *) echo 4.5 ;; esac; }
for q in F16 Q8_0 Q4_0; do
  echo '{"kind":"checkpoint","id":"m-'$q'","family":"m","arch":"dense","parameters":1000,"active_parameters":1000,"context":2048,"files":[{"role":"weights","path":"'$PWD'/models/m-'$q'","format":"gguf","bytes":12,"sha256":"'$(sha256sum <models/m-$q | cut -c1-64)'"}],"quant":"'$q'","bits":'$(bits $q)',"mtp":false,"twin":null,"kv":null,"pinned":{}}'
done >registry.jsonl
item() { # task id prompt gold
  echo '{"kind":"item","task":"'$1'","id":"'$2'","messages":[{"role":"user","content":"'"$3"' [[say '$4']]"}],"sampling":{"temperature":0,"seed":1},"limits":{"max_tokens":8,"timeout_s":20},"scoring":{"scorer":"exact","gold":"'$4'","rule":"strip"}}'
}
for i in $(seq ${ITEMS_A_TASK:-6}); do item sum "$i" "What is $i + $i?" $((i + i)); done >sum/items.jsonl
for i in $(seq ${ITEMS_A_TASK:-6}); do item word "$i" "Say word $i." "w$i"; done >word/items.jsonl
cat >campaign.json <<J
{"campaign":"c","seed":1,"engine":"fake","tasks":["$PWD/sum","$PWD/word"],"margin":0.05,
 "base":{"kv":"f16"},"checkpoints":{"quant":"F16"},
 "tiers":[
  {"tier":"2","checkpoints":{},"vary":{"knob":"quant"}},
  {"tier":"3","vary":{"knob":"kv","levels":["f16","q8_0"]}},
  {"tier":"6","base":{"np":4},"vary":{"knob":"load","levels":[1,4]}}]}
J
# Pacing and right answers of the fake server; the log tells what was asked.
export FAKESERVER="right=.8 delay_ms=2 log=$PWD/asked.jsonl ${FAKE_MORE:-}"
campaign() {
  make -C "$TEST_ROOT" --no-print-directory CAMPAIGN=c TIERS="$PWD/campaign.json" REGISTRY="$PWD/registry.jsonl" \
    ENGINES=tests/engines OUT="$PWD/out" BIN="$BIN" JUDGES=1 "$@"
}
export -f campaign
