#!/usr/bin/env bash
# The journal: nothing lost, nothing asked twice, nothing mixed up.
. "${0%/*}/../lib.sh"
. "$TEST_ROOT/tests/query/serve.sh"

items 10 a b >in.jsonl
serve s -np 8 --fake delay_ms=1 --fake tokens=4:12 --fake fault=status,status=500,match='question 3 of a',once=1 \
  --fake fault=cut,match='question 4 of a',once=1 --fake context=60
export url
# plain FILE: what must be the same however often a run was ended
plain() { jq -c 'select(.kind=="answer")|.answer|={text,finish,tokens,error:.error.kind}' "$1"; }
export -f plain

t 'with a journal, answers come at the end in the order of seq' '
  query -u $url -n 4 --interleave --ids $(seq -s, -f "b%g" 0 9) --journal j in.jsonl >out && lines out 11 && j -s "[.[:10][].seq]==[range(10)]" out &&
  j -s ".[10].kind==\"run\" and .[10].answers==10" out && [ "$(grep -c "\"kind\":\"answer\"" j)" = 10 ]'
t 'a whole journal asks nothing, and prints the same' '
  n=$(asked s); query -u $url -n 4 --interleave --ids $(seq -s, -f "b%g" 0 9) --journal j in.jsonl >again && [ "$(asked s)" = "$n" ] && head -10 out >a && head -10 again >b && same a b'
t 'a torn last line is dropped, and only that item asked' '
  n=$(asked s); truncate -s -5 j; query -u $url -n 4 --interleave --ids $(seq -s, -f "b%g" 0 9) --journal j in.jsonl >again; grep -c . j >/dev/null; lines again 11 && [ $(($(asked s) - n)) -le 1 ]'
t 'torn anywhere, it resumes to the same answers' '
  items 4 c >few; query -u $url --journal whole few >want && plain want >want.p && size=$(stat -c %s whole)
  for at in 0 1 20 $(seq 37 97 $size) $((size - 1)); do
    head -c $at whole >cut; query -u $url --journal cut few >got || exit 1
    plain got >got.p; cmp -s got.p want.p || { echo "torn at $at"; diff got.p want.p; exit 1; }
  done'
t 'a server'"'"'s error is asked again, and attempts add up' '
  query -u $url --journal e in.jsonl >first && j -s "[.[]|select(.answer.error)|.id]==[\"a3\",\"a4\"]" first && n=$(asked s) &&
  query -u $url --journal e in.jsonl >second && [ $(($(asked s) - n)) = 2 ] && j -s "[.[]|select(.answer.error)]==[]" second && lines second 21 &&
  j -s "[.[]|select(.id==\"a3\" or .id==\"a4\").answer.attempts]==[2,2] and [.[:20][].seq]==[range(20)]" second'
t 'an item'"'"'s own error is kept' '
  { item 1 "$(printf "w %.0s" $(seq 90))"; item 2 fine; } >long && query -u $url --journal l long >first && n=$(asked s) && query -u $url --journal l long >second && [ "$(asked s)" = "$n" ] && j -s ".[0].answer.error.kind==\"length\"" second'
t 'what was measured before adds up in the run record' '
  items 12 r >r && query -u $url --journal r.j --limit 6 r >one && query -u $url --journal r.j r >two && j -s ".[12]|.attempt==2 and .answers==12 and .in_flight>.3 and .in_flight<=1" two &&
  j -n --slurpfile a one --slurpfile b two "\$b[12].wall_s>\$a[6].wall_s and \$b[12].started==\$a[6].started" &&
  query -u $url --journal r.j r >three && j -s ".[12]|.attempt==3 and .in_flight>.3" three'
for change in '--cell other' '--replicate 1' '--seed 1' '--prefix-cache' '-m other' '--dialect vllm'; do
  export change
  t "a journal of another run is refused: $change" '
    cp whole w; n=$(asked s); must_exit 78 query -u $url --journal w $change few >out 2>err; s=$?; [ $s = 0 ] && has err "of another run" && [ "$(asked s)" = "$n" ] && same w whole && [ ! -s out ]'
done
t 'other items, or another order, are refused' '
  items 4 d >other; must_exit 78 query -u $url --journal whole other >out 2>err && has err "other items" &&
  tac few >other; must_exit 78 query -u $url --journal whole other >out 2>err && has err "other items"'
t 'another scoring of the same items is no other request' '
  sed "s/strip/cot/" few >rescored; n=$(asked s); query -u $url --journal whole rescored >out && [ "$(asked s)" = "$n" ]'
t 'more items of the same order go on' 'n=$(asked s); { cat few; item z more; } >more; query -u $url --journal whole more >out && [ $(($(asked s) - n)) = 1 ] && lines out 6'
t 'damage amid the journal is 65, not silence' '
  query -u $url --journal d few >out && sed "2s/\"kind\"/\"ki/" d >bad && must_exit 65 query -u $url --journal bad few >out 2>err && has err "damaged at byte"'
t 'a file that is no journal is left alone' 'cp in.jsonl x; must_exit 78 query -u $url --journal x few >out 2>err && same x in.jsonl'
t 'two queries on one journal: the second is 75' '
  serve slow -np 1 --fake delay_ms=60 --fake tokens=20
  query -u $url --journal held few >out & q=$!; for i in $(seq 100); do [ -s held ] && break; sleep .02; done
  must_exit 75 query -u $url --journal held few >out2 2>err; s=$?; kill -TERM $q; wait $q; kill $server; [ $s = 0 ] && has err "held by another query"'
t 'unwritable is 74, and says what' 'must_exit 74 query -u $url --journal not/there few >out 2>err && has err "not/there" && must_exit 74 query -u $url --journal /dev/null few >out 2>err'
t 'a full disk is 74' '
  must_exit 74 bash -c "trap \"\" XFSZ; ulimit -f 4; exec query -u $url --journal full $PWD/in.jsonl" >out 2>err && has err "journal full" && [ "$(tail -c 1 full | od -An -c | tr -d " ")" = "\n" ] &&
  query -u $url --journal full in.jsonl >out && lines out 21'
t 'SIGTERM leaves the journal whole, and the rest is asked later' '
  serve slow2 -np 2 --fake delay_ms=20 --fake tokens=6; items 12 t >t.in
  query -u $url -n 2 --journal t.j t.in >out 2>err & q=$!; sleep .3; kill -TERM $q; s=0; wait $q || s=$?
  [ $s = 143 ] && [ ! -s out ] && done=$(grep -c "\"kind\":\"answer\"" t.j) && [ $done -ge 1 ] && [ $done -lt 12 ] &&
  query -u $url -n 2 --journal t.j t.in >out && lines out 13 && [ "$(grep -c sent slow2.log)" = 12 ]'
t 'killed at 20 moments: the same answers, at most what was in flight asked again' '
  serve k -np 4 --fake delay_ms=2 --fake tokens=6:14; items 40 k >k.in
  query -u $url -n 4 --journal k0 k.in >want && plain want >want.p; : >k.log
  for i in $(seq 20); do
    query -u $url -n 4 --journal k1 k.in >out 2>err & q=$!
    sleep .0$(((i * 37) % 60 + 20)); kill -KILL $q 2>/dev/null; wait $q 2>/dev/null
  done
  query -u $url -n 4 --journal k1 k.in >got && plain got >got.p && same got.p want.p
  twice=$(($(grep -c "\"event\":\"request\"" k.log) - 40)); [ $twice -le 84 ] || { echo "$twice asked again"; exit 1; }
  # what was finished and journalled was never asked again: a journal has one record an item
  [ "$(grep "\"kind\":\"answer\"" k1 | jq .seq | sort | uniq -d | wc -l)" = 0 ]'
done_testing
