#!/usr/bin/env bash
# What an answer holds, from a server that behaves.
. "${0%/*}/../lib.sh"
. "$TEST_ROOT/tests/query/serve.sh"

items 4 a b >in.jsonl
serve plain -np 8 --fake delay_ms=2 --fake tokens=5:9 --fake bodies=1

t 'every item gets its answer, and the run record is last' '
  query -u $url -n 3 in.jsonl >out && lines out 9 &&
  j -s "[.[:8][]|.kind==\"answer\" and .answer.error==null and .answer.finish==\"stop\" and .answer.attempts==1]|all" out &&
  j -s ".[8]|.kind==\"run\" and .cell==\"adhoc\" and .load==3 and .answers==8 and .errors==0 and .wall_s>0 and .in_flight>1.5 and .in_flight<=3 and .late_ms>=0 and (.started|test(\"Z$\"))" out'
t 'the item stands unchanged in its answer, byte for byte' '
  query -u $url in.jsonl | head -8 >out &&
  sed "s/^{\"kind\":\"answer\"/{\"kind\":\"item\"/; s/,\"cell\":\"adhoc\",\"replicate\":0,\"seq\":[0-9]*,\"answer\":.*/}/" out | sort >back && sort in.jsonl >want && same back want'
t 'tokens are the server'"'"'s counts, and arrivals add up to them' '
  query -u $url in.jsonl | head -8 >out &&
  j -s "[.[]|.answer|.tokens.source==\"timings\" and .tokens.prompt==7 and .tokens.cached==0 and .tokens.first_chunk==1 and .tokens.completion==([.arrivals[][1]]|add) and (.arrivals|length)==.tokens.completion]|all" out'
t 'times are in order' '
  query -u $url -n 8 in.jsonl | head -8 >out &&
  j -s "[.[]|.answer|.due_s<=.sent_s and .sent_s<=.first_byte_s and .first_byte_s<=.first_token_s and .first_token_s<=.last_token_s and .first_token_s==.arrivals[0][0] and .last_token_s==.arrivals[-1][0] and .prefill_ms>0]|all" out'
t 'same input, same texts' '
  query -u $url -n 1 in.jsonl | jq -r "select(.answer)|.id+\" \"+.answer.text" | sort >a &&
  query -u $url -n 8 in.jsonl | jq -r "select(.answer)|.id+\" \"+.answer.text" | sort >b && same a b && lines a 8'
t 'seq is the order of asking: input order, or round-robin with --interleave' '
  query -u $url in.jsonl | jq -rs "map(select(.answer))|sort_by(.seq)|map(.id)|join(\" \")" >out && has out "a0 a1 a2 a3 b0 b1 b2 b3" &&
  query -u $url --interleave in.jsonl | jq -rs "map(select(.answer))|sort_by(.seq)|map(.id)|join(\" \")" >out && has out "a0 b0 a1 b1 a2 b2 a3 b3"'
t 'interleaving tasks of different length leaves none out' '
  { items 1 x; items 5 y; items 3 z; } >u.jsonl
  query -u $url --interleave u.jsonl | jq -rs "map(select(.answer))|sort_by(.seq)|map(.id)|join(\" \")" >out && has out "x0 y0 z0 y1 z1 y2 z2 y3 y4"'
t 'several files are one input, - is standard input' '
  items 2 c | query -u $url in.jsonl - >out && lines out 11 && j -s "[.[]|select(.id==\"c1\").seq]==[9]" out'
t 'a request asks for what the dialect offers' '
  query -u $url --dry-run in.jsonl >out && lines out 8 && head -1 out >one &&
  j ".stream and .stream_options.include_usage and .timings_per_token and .cache_prompt==false and .seed==7 and .temperature==0 and .top_p==1 and .max_tokens==64 and (has(\"tools\")|not)" one &&
  query --dialect vllm -m x --dry-run in.jsonl | head -1 >one && j ".stream_options.continuous_usage_stats and .model==\"x\" and (.cache_salt|length>0) and (has(\"timings_per_token\")|not)" one &&
  query --dialect vllm -m x --prefix-cache --dry-run in.jsonl | head -1 >one && j "has(\"cache_salt\")|not" one &&
  query --dialect openai -m x --dry-run in.jsonl | head -1 >one && j "(has(\"cache_salt\") or has(\"timings_per_token\") or has(\"cache_prompt\"))|not" one'
t 'what was sent is what --dry-run prints' '
  query -u $url -m plain --dialect llama --limit 1 in.jsonl >/dev/null && tail -3 plain.log | grep request | tail -1 | jq -Sc .body >sent &&
  query -u $url -m plain --dialect llama --limit 1 --dry-run in.jsonl | jq -Sc . >dry && same sent dry'
t 'a seed is the item'"'"'s, the run'"'"'s and the replicate'"'"'s' '
  TIERBENCH_SEED=100 TIERBENCH_REPLICATE=2 query --dry-run in.jsonl | head -1 >one && j ".seed==109" one &&
  TIERBENCH_SEED=100 TIERBENCH_REPLICATE=2 query --seed 10 --replicate 1 --dry-run in.jsonl | head -1 >one && j ".seed==18" one'
t 'variables are heeded, and options win over them' '
  TIERBENCH_URL=$url TIERBENCH_LOAD=2 TIERBENCH_CELL=0123456789abcdef TIERBENCH_REPLICATE=3 TIERBENCH_MODEL=m TIERBENCH_DIALECT=llama query in.jsonl >out &&
  j -s ".[0].cell==\"0123456789abcdef\" and .[0].replicate==3 and .[8].load==2" out &&
  TIERBENCH_URL=http://127.0.0.1:1 TIERBENCH_LOAD=2 TIERBENCH_CELL=x query -u $url -n 5 --cell y in.jsonl >out && j -s ".[0].cell==\"y\" and .[8].load==5" out'
t 'a variable that makes no sense is 78' 'TIERBENCH_LOAD=many must_exit 78 query -u $url in.jsonl >out 2>err && has err TIERBENCH_LOAD'
t 'other members of sampling go along, thinking becomes the template'"'"'s switch' '
  item 1 hi ",\"sampling\":{\"min_p\":0.05,\"thinking\":false}" | query --dry-run >out && j ".min_p==0.05 and .chat_template_kwargs.enable_thinking==false and (has(\"thinking\")|not)" out'
t 'a raw prompt goes to /completion of llama.cpp' '
  echo "{\"kind\":\"item\",\"task\":\"t\",\"id\":\"p\",\"prompt\":\"Once\",\"limits\":{\"max_tokens\":6},\"sampling\":{\"temperature\":0,\"stop\":[\"zzz\"]}}" >p.jsonl
  query -u $url --token-ids p.jsonl | head -1 >out &&
  j ".answer|.error==null and (.text|length>0) and .tokens.source==\"timings\" and .tokens.completion>0 and (.token_ids|length)==.tokens.completion" out &&
  grep request plain.log | tail -1 >last && j ".path==\"/completion\" and .body.n_predict==6 and .body.stop==[\"zzz\"] and .body.return_tokens" last'
t 'an answer cut by its limit says so' '
  item 1 hi | sed "s/64/2/" | query -u $url | head -1 >out && j ".answer|.finish==\"length\" and .error==null and .tokens.completion==2" out'
t '--no-arrivals leaves them out' 'query -u $url --no-arrivals --limit 1 in.jsonl | head -1 >out && j ".answer|has(\"arrivals\")|not" out'
t '--limit, --ids and --sample choose items' '
  query -u $url --limit 3 in.jsonl >out && lines out 4 &&
  query -u $url --ids a1,b3 in.jsonl >out && lines out 3 && has out "\"id\":\"b3\"" &&
  printf "b0\nb1\n" >ids && query -u $url --ids @ids in.jsonl >out && lines out 3 &&
  query -u $url --sample 3 --seed 1 in.jsonl | jq -r "select(.answer).id" | sort >a && lines a 3 &&
  query -u $url --sample 3 --seed 1 in.jsonl | jq -r "select(.answer).id" | sort >b && same a b &&
  for s in 2 3 4 5; do query -u $url --sample 3 --seed $s in.jsonl | jq -r "select(.answer).id" | sort | cmp -s - a || echo differs; done | grep -q differs'
t 'other kinds pass, and items that cannot be asked are bad lines' '
  { echo "{\"kind\":\"cell\",  \"x\":1.0}"; item 1 hi; } >mix && query -u $url mix >out && head -1 out >one && printf "%s\n" "{\"kind\":\"cell\",  \"x\":1.0}" >want && same one want &&
  echo "{\"kind\":\"item\",\"id\":\"1\"}" >bad && must_exit 65 query -u $url bad >out 2>err && has err "bad:1" && has err "neither messages nor prompt" &&
  n=$(asked plain) && { item 1 hi; echo "{\"kind\":\"item\",\"id\":\"1\",\"prompt\":3}"; } >bad && must_exit 65 query -u $url bad >out 2>err && [ "$(asked plain)" = "$n" ]'
t 'no items, no server needed' 'must_exit 0 query -u http://127.0.0.1:1 </dev/null >out 2>err && lines out 1'

serve vllm --fake dialect=vllm -np 4 --fake per_chunk=3 --fake reasoning=4 --fake tokens=7 --model smol
t 'vLLM: several tokens a chunk, reasoning, ids, the prompt'"'"'s hash' '
  query -u $url --token-ids --limit 1 in.jsonl | head -1 >out &&
  j ".answer|.tokens.completion==11 and .tokens.first_chunk==3 and .tokens.source==\"usage\" and [.arrivals[][1]]==[3,1,3,3,1] and (.reasoning|length>0) and (.token_ids|length)==11 and (.prompt_sha256|length)==64" out'
serve none --fake dialect=vllm --fake usage=none -np 4 --fake per_chunk=2 --fake tokens=6
t 'no counts in the stream: the tokenizer is asked, and chunks are not tokens' '
  item 1 hi >one.jsonl && query -u $url --dialect vllm -m x one.jsonl | head -1 >out &&
  j ".answer|.tokens.source==\"tokenizer\" and .tokens.completion==6 and ([.arrivals[][1]]|add)==6 and (.arrivals|length)==3" out'
serve last -np 4 --fake per_chunk=2 --fake tokens=6
t 'usage only at the end is spread over the arrivals' '
  query -u $url --dialect openai -m x one.jsonl | head -1 >out &&
  j ".answer|.tokens.source==\"spread\" and .tokens.completion==6 and ([.arrivals[][1]]|add)==6 and (.arrivals|length)==3" out'
t 'nobody tells: counts are absent' '
  serve unknown --fake usage=none -np 4 --fake dialect=vllm; query -u $url --dialect openai -m x one.jsonl | head -1 >out
  j ".answer|.tokens=={\"source\":\"unknown\"} and .error==null and (.arrivals[0]|length)==1" out'
serve tools -np 4 --fake draft=3
t 'tool calls come in pieces' '
  item 1 hi ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"add\"}}]" | query -u $url | head -1 >out &&
  j ".answer|.tool_calls==[{\"name\":\"add\",\"arguments\":\"{\\\"n\\\": 7}\"}] and .finish==\"tool_calls\" and .error==null and .tokens.completion==5" out'
t 'drafted and accepted tokens are kept' '
  item 1 hi | query -u $url | head -1 >out && j ".answer.tokens|.drafted>0 and .accepted>0 and .accepted<=.drafted" out'
serve think -np 4 --fake reasoning=30 --fake reasoning_field=think --fake delay_ms=1
t 'a stop string in the thinking does no harm; behind it, it ends the answer' '
  item 1 "[[say one STOP two]]" ",\"sampling\":{\"temperature\":0,\"stop\":[\"STOP\",\"the\",\"of\",\"a\"]}" | sed "s/64/99/" | query -u $url | head -1 >out &&
  j ".answer|(.text|endswith(\"</think>one \")) and .finish==\"stop\" and .error==null" out'
t 'a stop string that comes in two chunks is found' '
  item 1 "[[say alpha beta gamma]]" ",\"sampling\":{\"temperature\":0,\"stop\":[\"ha be\"]}" | query -u $url | head -1 >out && j ".answer.text|endswith(\"</think>alp\")" out'

serve cells -np 8 --fake delay_ms=10 --fake tokens=8
t 'an open loop asks by the clock, also where answers take longer' '
  items 12 r >r.jsonl && query -u $url --rate 100 r.jsonl >out && lines out 13 &&
  j -s ".[12].rate==100" out && j -s "[.[:12]|sort_by(.seq)|.[]|.answer.due_s]==[range(12)|./100]" out'
t '--duration ends it' '
  items 200 r >many.jsonl && query -u $url --rate 50 --duration .3 many.jsonl >out && [ "$(wc -l <out)" -ge 10 ] && [ "$(wc -l <out)" -le 17 ]'
t 'warm-up requests are asked and left out' '
  n=$(asked cells) && items 4 w >w.jsonl && query -u $url --warmup 2 w.jsonl >out && lines out 5 && [ $(($(asked cells) - n)) = 6 ]'
t '--slo stands in the run record' '
  query -v -u $url --slo ttft_ms=5000,itl_ms=5000 w.jsonl >out 2>err && j -s ".[4].slo=={\"ttft_ms\":5000.0,\"itl_ms\":5000.0}" out && has err goodput'
t 'the load by others is told where the server'"'"'s process is known' '
  query -u $url --pid $server -n 2 r.jsonl --limit 12 >out && j -s ".[-1].load_by_others|.>=0 and .<=1" out'
t 'a body too large for one piece is sent whole' '
  long=$(printf "word %.0s" $(seq 40000)); item big "$long" >big.jsonl; query -u $url big.jsonl | head -1 >out
  j ".answer|.error==null and .tokens.prompt==40004 and .sent_s>=.due_s and .first_byte_s>=.sent_s" out'
t 'a request that a dying connection swallowed is sent again, and counted' '
  serve drops --fake fault=drop,match=FLAKY,once=1; { item 1 fine; item 2 FLAKY; item 3 fine; } >in; query -u $url in >out; kill $server
  j -s "[.[:3]|sort_by(.seq)|.[].answer|[.error,.attempts]]==[[null,1],[null,2],[null,1]]" out'
t 'cached tokens are told, and mark the run' '
  serve cached --fake cached=3; items 3 c >c.jsonl
  query -u $url c.jsonl >out; query -u $url --prefix-cache c.jsonl >warm; kill $server
  j -s ".[0].answer.tokens.cached==0 and .[3].cached_share==0 and (.[3].marked//[]|index(\"prefix-cache\")|not)" out &&
  j -s ".[0].answer.tokens.cached==3 and .[3].cached_share>.4 and (.[3].marked|index(\"prefix-cache\"))" warm'
t 'what vLLM drafted and accepted is read off its counters' '
  serve drafts --fake dialect=vllm --fake draft=3 --fake tokens=8; items 3 d >d.jsonl; query -u $url d.jsonl >before; query -u $url d.jsonl >out; kill $server
  j -s ".[3].drafted==36 and .[3].accepted==12" out'
t 'a terminal gets a line of progress and a summary, -q nothing' '
  command -v script >/dev/null || exit 0
  script -qec "query -u $url r.jsonl >out" /dev/null >tty </dev/null && has tty "0/12, " && has tty "tokens/s" && has tty "query: 12 answers" &&
  script -qec "query -q -u $url r.jsonl >out" /dev/null >tty </dev/null && [ ! -s tty ] &&
  query -u $url r.jsonl >out 2>err && [ ! -s err ]'
done_testing
