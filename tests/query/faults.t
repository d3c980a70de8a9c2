#!/usr/bin/env bash
# What goes wrong at the server is a record that says so; nothing is taken for an answer that isn't one.
. "${0%/*}/../lib.sh"
. "$TEST_ROOT/tests/query/serve.sh"

serve faults -np 8 --fake tokens=8 --fake context=200 --fake bodies=1 \
  --fake fault=cut,match=CUT,arg=3 --fake fault=error200,match=E200 --fake fault=error-stream,match=ESTREAM \
  --fake fault=no-finish,match=NOFINISH --fake fault=no-done,match=NODONE --fake fault=garbage,match=GARBAGE \
  --fake fault=stall,match=STALL --fake fault=trickle,match=TRICKLE,arg=0 --fake fault=bad-chunk,match=BADCHUNK \
  --fake fault=header-stall,match=HSTALL --fake fault=drop,match=DROP --fake fault=status,status=500,match=FIVE \
  --fake fault=status,status=503,match=BUSY1,once=1 --fake fault=status,status=503,match=BUSYALL \
  --fake fault=status,status=429,retry_after=1,match=RATE,once=1 --fake fault=status,status=418,match=TEAPOT
export url
ask() { # ask WORD [OPTION…]: the answer to an item that holds the word, among others that are well
  local word=$1
  shift
  { item good fine; item it "$word"; item good2 well; } >in
  query -u "$url" "$@" in >all || return
  jq -c 'select(.id=="it")' all >out
  j -s '[.[]|select(.kind=="answer" and .id!="it").answer.error==null]|all and length==2' all
}
export -f ask item

for case in 'CUT lost' 'E200 server' 'ESTREAM server' 'NOFINISH unfinished' 'GARBAGE stream' 'BADCHUNK lost' \
  'DROP lost' 'FIVE status' 'TEAPOT refused'; do
  export case
  t "$case" 'set -- $case; ask $1 && lines out 1 && j ".answer.error|.kind==\"$2\" and (.message|length>0)" out &&
    j ".answer.attempts>=1" out'
done
t 'an error under status 200 or in the stream keeps its message' '
  ask E200 && j ".answer.error.message==\"an error under status 200\"" out && ask ESTREAM && j ".answer.error.message==\"it broke in the middle\"" out'
t 'an error of HTTP keeps its status' 'ask FIVE && j ".answer.error.status==500" out'
t 'what came before a cut is kept' 'ask CUT && j ".answer|(.text|length>0) and .tokens.completion==2 and .finish==null" out'
t 'without the end mark, but with a finish reason, it is an answer' 'ask NODONE && j ".answer|.error==null and .finish==\"stop\" and .tokens.completion==8" out'
t 'byte by byte it is the same answer' '
  ask TRICKLE && j ".answer|.error==null and .tokens.completion==8" out'
for word in STALL HSTALL; do
  export word
  t "$word: a time-out is a record, and only one" '
    item it $word | sed "s/:20}/:0.3}/" | query -u $url >all; lines all 2 && j -s ".[0].answer.error.kind==\"timeout\" and .[0].answer.attempts==1" all'
done
t 'busy once: asked again, and counted' 'ask BUSY1 && j ".answer|.error==null and .attempts==2" out'
t 'always busy: the retries end in an error' '
  item it BUSYALL >in && query -u $url --retries 2 in | head -1 >out && j ".answer|.error.kind==\"status\" and .error.status==503 and .attempts==3" out'
t 'Retry-After is heeded' '
  item it RATE >in && query -u $url in >out && j -s ".[0].answer|.error==null and .attempts==2 and .sent_s-.due_s>=1" out'
t 'nothing is asked again within a run but where it can help' '
  serve once -np 2 --fake fault=cut,match=CUT --fake fault=status,status=500,match=FIVE
  { item 1 CUT; item 2 FIVE; } >in; query -u $url in >out; kill $server; [ "$(asked once)" = 2 ]'
t 'an item that is too long is that item'"'"'s error' '
  long=$(printf "word %.0s" $(seq 300)); { item 1 "$long"; item 2 fine; } >in; query -u $url in >out && j -s ".[0].answer.error|.kind==\"length\" and .status==400" out && j -s ".[1].answer.error==null" out'
t 'one item alone that is too long is no reason to stop' '
  long=$(printf "word %.0s" $(seq 300)); item 1 "$long" >in; must_exit 0 query -u $url in >out && j -s ".[0].answer.error.kind==\"length\"" out'

serve param -np 2 --fake fault=unknown-param
t 'a parameter that the server does not know is 78, at once' '
  for i in 1 2 3 4 5; do item $i "q$i"; done >in; must_exit 78 query -u $url in >out 2>err && has err "refuses the request" && [ "$(asked param)" = 1 ] && [ ! -s out ]'
for status in 401 404; do
  export status
  t "$status is 78" '
    serve auth$status -np 2 --fake fault=status,status=$status; item 1 hi >in
    must_exit 78 query -u $url in >out 2>err; s=$?; kill $server; [ $s = 0 ] && has err "($status)"'
done
t 'every request refused: the items are not to blame' '
  serve all400 -np 2 --fake fault=status,status=400; for i in 1 2 3 4 5; do item $i "q$i"; done >in
  must_exit 78 query -u $url in >out 2>err; s=$?; kill $server; [ $s = 0 ] && [ "$(asked all400)" = 3 ]'
t 'no server is 69' 'item 1 hi >in; must_exit 69 query -u http://127.0.0.1:1 --retries 1 in >out 2>err && has err "127.0.0.1:1" && [ ! -s out ]'
t 'no server, with the dialect given' 'item 1 hi >in; must_exit 69 query -u http://127.0.0.1:1 --retries 1 --dialect llama in >out 2>err && has err "127.0.0.1:1" && [ ! -s out ]'
t 'an address that is none is 78' 'item 1 hi >in; must_exit 78 query -u "http://a b" in >out 2>err && must_exit 78 query -u gopher://x in >out 2>err'
t 'a server that still loads is waited for' '
  serve loading --fake loading_ms=400; item 1 hi >in; query -u $url in >out; s=$?; kill $server; [ $s = 0 ] && j -s ".[0].answer.error==null" out'
t 'also where /v1/models says yes too early' '
  serve lies --fake loading_ms=400 --fake health_lies=1; item 1 hi >in; query -u $url in >out; s=$?; kill $server; [ $s = 0 ] && j -s ".[0].answer|.error==null and .attempts>1" out'
t 'a server that dies costs the answers it held; then 75' '
  serve mortal -np 4 --fake tokens=20 --fake delay_ms=3 --fake fault=die,after=6,count=1; items 20 a >in
  must_exit 75 query -u $url -n 4 --retries 1 in >out 2>err && has err "the server is gone" &&
  n=$(wc -l <out) && [ $n -ge 5 ] && [ $n -le 15 ] && j -s "[.[]|select(.answer.error).answer.error.kind]|unique==[\"lost\"]" out && j -s "[.[]|select(.answer.error)]|length>=1 and length<=8" out'
t 'a reader that goes away ends it by SIGPIPE' '
  items 50 a >in; set +e; query -u '"$url"' in 2>err | head -1 >one; s=${PIPESTATUS[0]}; [ $s = 78 ] || [ $s = 141 ] || { echo $s; exit 1; }'
t 'a full disk is 74' 'serve full; item 1 hi >in; must_exit 74 query -u $url in >/dev/full 2>err; s=$?; kill $server; [ $s = 0 ] && has err "standard output"'
t 'SIGTERM ends it as SIGTERM does, what is out stays out' '
  serve slow --fake delay_ms=50 --fake tokens=20; items 5 a >in; query -u $url in >out 2>err & q=$!; sleep .4; kill -TERM $q; s=0; wait $q || s=$?; kill $server; [ $s = 143 ] && has err "ended by signal 15"'
done_testing
