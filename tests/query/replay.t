#!/usr/bin/env bash
# Recorded answers over a real connection: each fixture under fixtures/streams gives the record beside it,
# whole, in shreds, and many at a time. Those named http-… are about HTTP itself.
. "${0%/*}/../lib.sh"
. "$TEST_ROOT/tests/query/serve.sh"
streams=$TEST_ROOT/fixtures/streams
names=$(cd "$streams" && ls *.http | sed 's/\.http$//')
# What must agree; times, attempts and messages may differ.
norm='{text,reasoning,tool_calls,finish,error:(.error|if . then .kind+" \(.status // "")" else null end),repaired,tokens,arrivals:[.arrivals[][1]]}'
for n in $names; do
  item "$n" "[[replay $n]]" | sed 's/:20}/:5}/'
done >in
for n in $names; do
  jq -c --arg id "$n" "{id:\$id,answer:($norm)}" "$streams/$n.json"
done | LC_ALL=C sort >want
answers() { jq -c "select(.kind==\"answer\")|{id,answer:(.answer|$norm)}" "$1" | LC_ALL=C sort; }

serve replay -np 64 --fake replay="$streams"
for n in 1 8 64; do
  t "every recorded answer gives its record, $n at a time" '
    query -u $url --dialect openai -m x -n $n --retries 0 in >out && answers out >got && same got want'
done
for bytes in 1 3 40; do
  serve shred$bytes -np 64 --fake replay="$streams" --fake shred=$bytes
  t "in pieces of $bytes bytes at most" '
    query -u $url --dialect openai -m x -n 8 --retries 0 in >out && answers out >got && same got want'
done

items 60 a >many
plain() { jq -c 'select(.kind=="answer")|[.id,.answer.text,.answer.finish,.answer.error,.answer.tokens,[.answer.arrivals[][1]]]' "$1" | sort; }
serve whole -np 64 --fake reasoning=5
t 'answers as they are sent' 'query -u $url -n 4 many >out && plain out >text && lines text 60'
serve shreds -np 64 --fake reasoning=5 --fake shred=25
for n in 1 8 64; do
  t "the same in random pieces, $n at a time" 'query -u $url -n $n many >out && plain out >got && same got text'
done
done_testing
