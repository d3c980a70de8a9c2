#!/usr/bin/env bash
# Every finding replays from a stored log: a server that prints that log, then ends or serves as the real one did.
. "${0%/*}/../lib.sh"
export TIERBENCH_LOCK=$trash/device.lock LOGS=$TEST_ROOT/fixtures/logs ENGINES=$TEST_ROOT/pipelines/engines

# The engine: prints $LOG and ends with 1; once it is told $UNLESS, or where $SERVES is set, it serves.
cat >server <<'S'
#!/bin/bash
case "$*" in *"${UNLESS:-no such words}"*) SERVES=1; LOG=${LOG2:-/dev/null} ;; esac
cat "$LOG" >&2
[ -n "${SERVES:-}" ] || exit 1
exec fakeserver "$@"
S
chmod +x server
export LLAMA_SERVER=$trash/server VLLM=$trash/server
cell() { # ENGINE KNOBS SETTINGS
  jq -nc --arg e "$1" --argjson k "$2" --argjson s "$3" --arg w "${WEIGHTS:-}" '{kind:"cell",cell:"00000000000000aa",checkpoint:"fake-model",
    engine:{name:$e,version:null,sha256:null},files:[],paths:(if $w=="" then {weights:"/dev/null",draft:"/dev/null"} else {weights:$w} end),
    knobs:({quant:"F16",kv:null,draft:null,np:1,load:1,watermark:null}+$k),
    settings:({ctx_per_slot:512,fa:"on",prefix_cache:false,extra_argv:[],env:{}}+$s),seed:1,replicate:0}'
}
# replay LOG ENGINE KNOBS SETTINGS: the stream into out.
replay() {
  local e=$2 k=${3:-'{}'} s=${4:-'{}'}
  cell "$e" "$k" "$s" >cell.json
  LOG=$LOGS/$1 launch --engines "$ENGINES" --no-identity-check --grace 1 cell.json -- true >out 2>err
}
# is ID OUTCOME TEXT: the finding is there with the line that shows it, and the last launch record says so.
is() {
  j -s --arg id "$1" --arg o "$2" --arg t "$3" 'any(.[]; .kind=="finding" and .id==$id and (.seen.where|startswith("server.log:")) and (.seen.line|contains($t)) and (.means|length>10) and (.did|length>3))
    and ([.[]|select(.kind=="launch")]|last|.outcome==$o)' out
}
export -f cell replay is

t 'quantized V without flash attention: unservable' '
  replay llama-kv-needs-fa.log llama.cpp "{\"kv\":\"q4_0\"}" "{\"fa\":\"off\"}" && is llama.cpp-kv-needs-fa unservable "quantized V cache requires"'
t 'the same on a GPU' 'replay llama-gpu-kv-needs-fa.log llama.cpp "{\"kv\":\"q8_0\"}" "{\"fa\":\"off\"}" && is llama.cpp-kv-needs-fa unservable "requires flash_attn"'
t 'an MTP depth without a head: unservable' '
  replay llama-no-mtp.log llama.cpp "{\"draft\":{\"how\":\"draft-mtp\",\"depth\":2}}" && is llama.cpp-no-mtp unservable "MTP layers"'
t 'the same on a GPU' 'replay llama-gpu-no-mtp.log llama.cpp "{\"draft\":{\"how\":\"draft-mtp\",\"depth\":2}}" && is llama.cpp-no-mtp unservable "MTP"'
t 'f16 too large: does not fit' 'replay llama-f16-too-large.log llama.cpp && is llama.cpp-does-not-fit does-not-fit "out of memory"'
t 'a KV cache too large: does not fit' 'replay llama-kv-too-large.log llama.cpp "{\"np\":8}" && is llama.cpp-does-not-fit does-not-fit "cudaMalloc failed"'
t 'parameters fitted to memory are never unnoticed; flash attention forced neither' '
  SERVES=1 replay llama-fitted.log llama.cpp "{\"kv\":\"q8_0\"}" && is llama.cpp-fitted served "fitting params" && is llama.cpp-fa-forced served "enabling flash_attn"'
t 'forged acceptance is not measured' 'SERVES=1 replay llama-synthetic-acceptance.log llama.cpp && is llama.cpp-synthetic-acceptance unservable "generated output is not valid"'
t 'a draft that is asked for and not used is not measured' '
  SERVES=1 replay llama-fitted.log llama.cpp "{\"draft\":{\"how\":\"draft-simple\",\"depth\":4}}" && is llama.cpp-draft-unused unservable "no implementations specified"'
t 'a log of a server that serves has no finding' 'SERVES=1 replay llama-served.log llama.cpp && j -s "all(.[]; .kind!=\"finding\")" out'
t 'an assertion that failed: a death, with its line, and never a guess' '
  cell llama.cpp "{}" "{}" >cell.json; s=0; LOG=$LOGS/llama-depth-0.log must_exit 125 launch --engines "$ENGINES" --no-identity-check cell.json -- true >out 2>err &&
  is llama.cpp-assertion died GGML_ASSERT'
t 'a death that no finding knows is died' '
  echo "something new" >new.log; cell llama.cpp "{}" "{}" >cell.json
  LOG=$trash/new.log must_exit 125 launch --engines "$ENGINES" --no-identity-check cell.json -- true >out 2>err; j -s ".[-1].outcome==\"died\" and (.[-1].findings==[])" out'

mkdir plain fp8 modelopt; : >plain/model.safetensors; : >fp8/model.safetensors; : >modelopt/model.safetensors
echo '{"architectures":["X"]}' >plain/config.json
printf '{\n "architectures": ["X"],\n "quantization_config": {\n  "quant_method": "compressed-tensors",\n  "kv_cache_scheme": {"num_bits": 8, "type": "float"}\n }\n}\n' >fp8/config.json
echo '{"architectures":["X"]}' >modelopt/config.json
echo '{"quantization":{"quant_algo":"NVFP4","kv_cache_quant_algo":"FP8"}}' >modelopt/hf_quant_config.json
t 'KV fp8 asked for where no backend has it: unservable' '
  WEIGHTS=$trash/plain/model.safetensors replay vllm-fp8.log vllm "{\"kv\":\"fp8\"}" && is vllm-kv-fp8-unsupported unservable "FP8 KV cache on CPU requires"'
t 'a pinned FP8 KV that only the log tells: overridden, one more try, served' '
  UNLESS="--kv-cache-dtype bfloat16" LOG2=$LOGS/vllm-ct_float16.log WEIGHTS=$trash/plain/model.safetensors replay vllm-hf-kvfp8-ct.log vllm &&
  is vllm-pinned-kv-died served "FP8 KV cache on CPU requires" &&
  j -s "[.[]|select(.kind==\"launch\")|.outcome] == [\"died\",\"served\",\"served\"] and any(.[]; .id==\"vllm-pinned-kv-died\" and .did==\"tried once more with an override\")" out'
t 'an override that does not help is one more try, not two' '
  cell vllm "{}" "{}" | jq -c ".paths={weights:\"$trash/plain/model.safetensors\"}" >cell.json
  LOG=$LOGS/vllm-modelopt2.log must_exit 125 launch --engines "$ENGINES" --no-identity-check cell.json -- true >out 2>err; j -s "[.[]|select(.kind==\"launch\")] | length==2" out'
t 'a pin in config.json is seen before the start: overridden, served at the first try' '
  UNLESS="--kv-cache-dtype bfloat16" WEIGHTS=$trash/fp8/model.safetensors replay vllm-hf-kvfp8-ct.log vllm &&
  j -s "[.[]|select(.kind==\"launch\")|.outcome] == [\"served\",\"served\"] and any(.[]; .kind==\"finding\" and .id==\"vllm-pinned-kv\" and .seen.where==\"config.json:5\" and .did==\"overridden before the start\")" out'
t 'so is one in hf_quant_config.json' '
  UNLESS="--kv-cache-dtype bfloat16" WEIGHTS=$trash/modelopt/model.safetensors replay vllm-hf-kvfp8-ct.log vllm &&
  j -s "any(.[]; .kind==\"finding\" and .id==\"vllm-pinned-kv\" and .seen.where==\"hf_quant_config.json:1\")" out'
t 'a knob that names the KV type needs no override' '
  SERVES=1 WEIGHTS=$trash/fp8/model.safetensors replay vllm-ct_float16.log vllm "{\"kv\":\"f16\"}" && j -s "all(.[]; .id!=\"vllm-pinned-kv\")" out'
t 'a quantization without its algorithm: unservable' '
  WEIGHTS=$trash/plain/model.safetensors replay vllm-hf-kvfp8-modelopt.log vllm && is vllm-no-quant-algo unservable "Missing '"'quant_algo'"'"'
t 'a kernel that can not be built for this GPU (synthesised): unservable, full stop' '
  WEIGHTS=$trash/plain/model.safetensors replay vllm-jit.synthesised.log vllm && is vllm-jit-arch unservable "Unsupported gpu architecture"'
t 'what an engine reserves is told apart from what it needs' '
  SERVES=1 WEIGHTS=$trash/plain/model.safetensors replay vllm-ct_float16.log vllm && is vllm-kv-reserved served "KV cache size" && j -s ".[-1] as \$x | any(.[]; .kind==\"launch\" and .phase==\"down\" and .memory.reserved==\"46,592\")" out'
done_testing
