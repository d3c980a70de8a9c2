#!/usr/bin/env bash
# The real server: every level of every knob is served as asked, and the findings are really met. Needs `make deps`; some
# minutes.
. "${0%/*}/../lib.sh"
PY=${PY:-$TEST_ROOT/.deps/venv/bin/python} MODELS=${MODELS:-$TEST_ROOT/.deps/models}
[ -x "$PY" ] || skip_all 'no virtual environment: make deps'
f16=$(ls "$MODELS"/*[Ff]16.gguf 2>/dev/null | head -1) q4=$(ls "$MODELS"/*[Qq]4_0.gguf 2>/dev/null | head -1)
[ -n "$f16" ] && [ -n "$q4" ] || skip_all 'no models: make deps'
export TIERBENCH_PYTHON=$PY TIERBENCH_LOCK=$trash/device.lock f16 q4

# cell WEIGHTS KNOBS SETTINGS
cell() {
  jq -nc --arg w "$1" --arg d "$q4" --argjson k "$2" --argjson s "$3" '{kind:"cell",cell:"00000000000000aa",checkpoint:"model",engine:{name:"llama.cpp",version:null,sha256:null},
    files:[],paths:{weights:$w,draft:$d},knobs:({quant:"F16",kv:"f16",draft:null,np:1,load:1,watermark:null}+$k),
    settings:({ctx_per_slot:512,fa:"on",prefix_cache:false,gpu_layers:999,threads:2,batch:512,extra_argv:[],env:{}}+$s),seed:1,replicate:0}'
}
# serve WEIGHTS KNOBS SETTINGS: launches it, asks for 16 tokens; the stream in out, the log in d/server.log.
serve() {
  rm -rf d out; cell "$1" "$2" "${3:-"{}"}" >cell.json
  launch --no-identity-check --dir d -o out cell.json -- sh -c 'curl -sS "$TIERBENCH_URL/v1/chat/completions" -d "{\"messages\":[{\"role\":\"user\",\"content\":\"Count: one two three one two three one two\"}],\"max_tokens\":16,\"temperature\":0}" | jq -c "{kind:\"reply\",timings,n:.usage.completion_tokens}"'
}
served() { j -s 'any(.[]; .kind=="reply" and .n>0) and (.[-1]|.outcome=="served" or .kind=="finding")' out; }
outcome() { j -s --arg o "$1" --arg f "$2" '([.[]|select(.kind=="launch")]|last|.outcome==$o) and any(.[]; .kind=="finding" and .id==$f)' out; }
export -f cell serve served outcome

for kv in f32 f16 bf16 q8_0 q5_1 q5_0 q4_1 q4_0 iq4_nl; do
  export kv
  t "KV $kv is served, as its log says" 'serve "$f16" "{\"kv\":\"$kv\"}" && served && has d/server.log "K ($kv)" && has d/server.log "V ($kv)"'
done
t 'the KV buffer is what the estimate reckons with' '
  serve "$f16" "{\"kv\":\"q4_0\",\"np\":2}" && served && has d/server.log "KV buffer size =     6.33 MiB"'
t 'the prompt cache is off, flash attention on, nothing is fitted' '
  serve "$f16" "{}" && served && has_not d/server.log "fitting params" && has_not d/server.log "prompt cache is enabled" && has d/server.log "flash_attn            = enabled"'
t 'four slots of so much context each' 'serve "$f16" "{\"np\":4,\"load\":4}" && served && has d/server.log "n_slots = 4, n_ctx_slot = 512"'
t 'flash attention off with an f16 cache' 'serve "$f16" "{}" "{\"fa\":\"off\"}" && served && has d/server.log "flash_attn            = disabled"'
for depth in 2 4; do
  export depth
  t "a draft model at depth $depth is used" 'serve "$f16" "{\"draft\":{\"how\":\"draft-simple\",\"depth\":$depth}}" && served && j -s "any(.[]; .kind==\"reply\" and .timings.draft_n>0)" out'
done
t 'depth 0 leaves it out' 'serve "$f16" "{\"draft\":{\"how\":\"draft-simple\",\"depth\":0}}" && served && has_not d/server.log "loading draft model"'
for how in ngram-simple ngram-mod; do
  export how
  t "$how is served" 'serve "$f16" "{\"draft\":{\"how\":\"$how\",\"depth\":3}}" && served'
done
t 'an MTP head drafts' '
  "$TIERBENCH_PYTHON" "$TEST_ROOT/tests/slow/mkmtp.py" mtp.gguf "$f16" && plan --registry mtp.gguf >r && j -s ".[0].mtp" r &&
  serve "$trash/mtp.gguf" "{\"draft\":{\"how\":\"draft-mtp\",\"depth\":2}}" && served && j -s "any(.[]; .kind==\"reply\" and .timings.draft_n>0)" out'
t 'quantized V without flash attention: unservable' 'serve "$f16" "{\"kv\":\"q8_0\"}" "{\"fa\":\"off\"}" && outcome unservable llama.cpp-kv-needs-fa'
t 'an MTP depth without a head: unservable' 'serve "$f16" "{\"draft\":{\"how\":\"draft-mtp\",\"depth\":2}}" && outcome unservable llama.cpp-no-mtp'
t 'a damaged file: unservable' 'head -c $(($(stat -c %s "$f16") * 3 / 4)) "$f16" >cut.gguf; serve "$trash/cut.gguf" "{}" && outcome unservable llama.cpp-bad-file'
t 'an architecture that nobody knows: unservable' '
  LC_ALL=C sed "0,/llama/s//lhama/" "$f16" >odd.gguf; serve "$trash/odd.gguf" "{}" && outcome unservable llama.cpp-unknown-architecture'
t 'parameters that are fitted are never unnoticed' 'serve "$f16" "{}" "{\"extra_argv\":[\"-fit\",\"on\"]}" && outcome served llama.cpp-fitted'
t 'SIGKILL of launch leaves no server' '
  cell "$f16" "{}" "{}" >cell.json; launch --no-identity-check cell.json -- sh -c "echo \$TIERBENCH_PID >pid; exec sleep 600" >/dev/null 2>&1 & launch=$!
  for i in $(seq 1200); do [ -s pid ] && break; sleep 0.1; done; server=$(cat pid); kill -0 $server && kill -KILL $launch
  for i in $(seq 50); do kill -0 $server 2>/dev/null || exit 0; sleep 0.1; done; exit 1'
done_testing
