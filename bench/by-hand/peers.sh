#!/usr/bin/env bash
# query beside other load generators: some thousand answers of 128 tokens, 64 at a time, from one null
# server. Installs what by-hand/peers.txt pins into .deps/peers, some 5 GB, since GuideLLM wants torch.
# vLLM's own (`vllm bench serve`) is run where .deps/peers/bin/vllm is: it doesn't install everywhere.
# Exit 1 where a side did not run.
set -uo pipefail
cd "${0%/*}/../.."
V=.deps/peers
work=$(mktemp -d)
servers=
trap 'for s in $servers; do kill "$s" 2>/dev/null; done; rm -rf "$work"' EXIT
[ -x "$V/bin/python" ] || python3 -m venv "$V" || exit 1
"$V/bin/pip" install -q -r bench/by-hand/peers.txt || exit 1
export HF_HUB_OFFLINE=1 TOKENIZERS_PARALLELISM=false

build/tests/bin/nullserver -P "$work/port" &
servers=$!
for _ in $(seq 500); do [ -s "$work/port" ] && break; sleep .01; done
url=http://127.0.0.1:$(cat "$work/port")
python3 -c 'for i in range(20000): print(i, "words of a book")' >"$work/book.txt"
(cd "$work" && exec python3 -m http.server 0 --bind 127.0.0.1 >http.log 2>&1) &
servers="$servers $!"
"$V/bin/python" - "$work/tokenizer" <<'P' || exit 1
import sys
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast
vocab = {"<unk>": 0, "<s>": 1, "</s>": 2, **{w: i + 3 for i, w in enumerate(["words", "of", "a", "book", *map(str, range(4000))])}}
t = Tokenizer(models.WordLevel(vocab, unk_token="<unk>"))
t.pre_tokenizer = pre_tokenizers.Whitespace()
fast = PreTrainedTokenizerFast(tokenizer_object=t, unk_token="<unk>", bos_token="<s>", eos_token="</s>")
fast.chat_template = "{% for m in messages %}{{ m.content }}\n{% endfor %}"
fast.save_pretrained(sys.argv[1])
P
for i in $(seq 1000); do
  printf '{"kind":"item","task":"t","id":"%d","messages":[{"role":"user","content":"question %d"}],"limits":{"max_tokens":128}}\n' "$i" "$i"
done >"$work/items"
jq -c '{prompt: .messages[0].content, question: .messages[0].content, answer: "1"}' "$work/items" >"$work/prompts.jsonl"
cat >"$work/null.yaml" <<Y
task: null_task
dataset_path: json
dataset_kwargs: {data_files: {test: $work/prompts.jsonl}}
output_type: generate_until
test_split: test
doc_to_text: "{{question}}"
doc_to_target: "{{answer}}"
generation_kwargs: {until: ["</s>"], max_gen_toks: 128}
metric_list: [{metric: exact_match}]
Y
for _ in $(seq 500); do grep -q port "$work/http.log" 2>/dev/null && break; sleep .01; done
# a Python server says its port only on the terminal it has; ask the kernel
book=$(ss -ltnp 2>/dev/null | awk -v p="pid=${servers##* }," '$0 ~ p {n = split($4, a, ":"); print a[n]; exit}')

printf '%-14s %10s %10s %12s %12s\n' '' answers 'cpu s' 'ms/answer' 'answers/s'
missing=0
best_cpu= best_rate= our_cpu= our_rate=
# side NAME ANSWERS STREAMS COMMAND…
side() {
  local name=$1 n=$2 streams=$3
  shift 3
  if ! build/bench/measure "$work/m" "$@" >"$work/$name.out" 2>&1; then
    printf '%-14s %10s   (%s)\n' "$name" 'not run' "$(tail -1 "$work/$name.out" | cut -c1-80)"
    missing=1
    return
  fi
  read -r cpu wall _ <"$work/m"
  set -- $(awk -v c="$cpu" -v w="$wall" -v n="$n" 'BEGIN {print c / n * 1e3, n / w}')
  printf '%-14s %10s %10s %12s %12s%s\n' "$name" "$n" "$cpu" "$1" "$2" "$([ "$streams" = yes ] || echo '   does not stream')"
  if [ "$name" = query ]; then
    our_cpu=$1 our_rate=$2
  elif [ "$streams" = yes ]; then
    best_cpu=$(awk -v a="${best_cpu:-1e9}" -v b="$1" 'BEGIN {print (a < b ? a : b)}')
    best_rate=$(awk -v a="${best_rate:-0}" -v b="$2" 'BEGIN {print (a > b ? a : b)}')
  fi
}
side query 1000 yes bin/query -q -u "$url" -n 64 "$work/items"
side llama-benchy 960 yes "$V/bin/llama-benchy" --base-url "$url/v1" --model smol --tokenizer "$work/tokenizer" --pp 32 --tg 128 --runs 15 \
  --concurrency 64 --latency-mode none --no-warmup --skip-coherence --no-adapt-prompt --book-url "http://127.0.0.1:${book:-1}/book.txt" --format json
side guidellm 1000 yes "$V/bin/guidellm" run --backend "kind=openai_http,target=$url,model=smol" --profile kind=concurrent,streams=64 \
  --constraint kind=max_requests,count=1000 --tokenizer "kind=hf_auto,model=$work/tokenizer" \
  --data "kind=json_file,path=$work/prompts.jsonl" --output "kind=json,path=$work/guidellm.json" --disable-console
side lm_eval 1000 no "$V/bin/lm_eval" --model local-chat-completions --model_args "model=smol,base_url=$url/v1/chat/completions,num_concurrent=64,tokenizer_backend=None" \
  --tasks null_task --include_path "$work" --apply_chat_template
side vllm 1000 yes "$V/bin/vllm" bench serve --backend openai-chat --base-url "$url" --endpoint /v1/chat/completions --model smol \
  --tokenizer "$work/tokenizer" --dataset-name random --random-input-len 32 --random-output-len 128 --num-prompts 1000 --max-concurrency 64
awk -v oc="$our_cpu" -v bc="$best_cpu" -v qr="$our_rate" -v br="$best_rate" 'BEGIN {
  if (oc > 0 && bc != "") printf "processor time of the best that streams / query: %.1f  (bar 30)\n", bc / oc
  if (br > 0 && qr != "") printf "answers a second of query / the best that streams: %.1f  (bar 20)\n", qr / br }'
exit $missing
