#!/usr/bin/env bash
# The filter: what it judges, what it passes, what it says of answers that can't be judged.
. "${0%/*}/../lib.sh"
export TIERBENCH_LOCK=$trash/device.lock # a campaign on this machine is no matter of ours
# Each check counts, not only the last of a body.
for f in j has has_not lines same must_exit; do
  eval "checked_$(declare -f $f)"
  eval "$f() { checked_$f \"\$@\" || exit 1; }"
done

# a ID SCORING ANSWER: an answer record
a() { jq -cn --arg id "$1" --argjson s "$2" --argjson a "$3" '{kind:"answer",task:"t",id:$id,scoring:$s,cell:"adhoc",replicate:0,seq:0,answer:$a}'; }
exact='{"scorer":"exact","gold":"blue","rule":"strip"}'
export -f a
export exact
verdict_of() { score | jq -c .verdict; }
export -f verdict_of

t 'a verdict has its fields, and the record its kind' '
  a 1 "$exact" "{\"text\":\"blue\",\"error\":null}" | score >out
  j ".kind==\"verdict\" and .verdict.pass==true and .verdict.score==1 and .verdict.scorer==\"exact\" and (.verdict.version|type)==\"string\" and (.verdict|has(\"extracted\")) and (.verdict.why|type)==\"string\"" out'
t 'a wrong answer is false, score 0' '
  a 1 "$exact" "{\"text\":\"red\"}" | score >out && j ".verdict.pass==false and .verdict.score==0" out'
t 'all but kind and verdict stays byte for byte' '
  echo "{\"x\":1.50,\"kind\":\"answer\", \"scoring\" : $exact,\"answer\":{\"text\":\"blu\\u0065\"},\"y\":\"\\/\"}" >in
  score <in | sed "s/,\"verdict\":.*}/}/; s/\"kind\":\"verdict\"/\"kind\":\"answer\"/" >out && same in out'
t 'other kinds pass byte for byte, in their place' '
  { echo "{\"kind\":\"cell\", \"cell\" : \"k\"}" && a 1 "$exact" "{\"text\":\"blue\"}"; echo "{ \"kind\":\"run\" }"; } | score >out
  [ "$(sed -n 1p out)" = "{\"kind\":\"cell\", \"cell\" : \"k\"}" ] && [ "$(sed -n 3p out)" = "{ \"kind\":\"run\" }" ] && lines out 3'
t 'a verdict is scored anew, in place' '
  a 1 "$exact" "{\"text\":\"blue\"}" | score >one && j q -c ".verdict.pass=false | .verdict.version=\"0\" | .after=1" one | score >two
  j ".verdict.pass==true and .verdict.version!=\"0\" and (keys_unsorted|last)==\"after\"" two'
t 'scoring twice changes nothing' '
  a 1 "$exact" "{\"text\":\"blue\"}" | score >one && score <one >two && same one two'
t 'an answer with an error is not judged, and why names the error' '
  a 1 "$exact" "{\"text\":\"\",\"error\":{\"kind\":\"http\",\"status\":500,\"message\":\"boom\"}}" | score >out
  j ".verdict.pass==null and .verdict.why==\"not-judged: http-500: boom\"" out
  a 1 "$exact" "{\"text\":\"\",\"error\":{\"kind\":\"timeout\",\"status\":0,\"message\":\"600 s\"}}" | score >out
  j ".verdict.why==\"not-judged: timeout: 600 s\"" out
  a 1 "$exact" "{\"text\":\"\",\"error\":{\"kind\":\"http-503\",\"status\":503,\"message\":null}}" | score >out
  j ".verdict.why==\"not-judged: http-503\"" out'
t 'an empty answer, a blank one and unclosed thinking are no-answer' '
  for text in "" "  \\n\\t" "<think>blue" "<think>a</think>  "; do
    a 1 "$exact" "{\"text\":\"$text\"}" | score >out
    j ".verdict.pass==false and .verdict.score==0 and .verdict.why==\"no-answer\"" out || exit 1; done'
t 'closed thinking is set aside' '
  a 1 "$exact" "{\"text\":\"<think>red</think>\\nblue\"}" | score >out && j ".verdict.pass==true" out'
t 'an answer cut by its limit is judged as it stands' '
  a 1 "$exact" "{\"text\":\"blue\",\"finish\":\"length\"}" | score >out && j ".verdict.pass==true and .answer.finish==\"length\"" out'
t 'an unknown scorer is not-judged and named' '
  a 1 "{\"scorer\":\"oracle-bones\"}" "{\"text\":\"blue\"}" | score >out
  j ".verdict.pass==null and .verdict.why==\"not-judged: no scorer '"'oracle-bones'"'\" and .verdict.scorer==\"oracle-bones\" and .verdict.version==null" out'
t 'no scoring at all is not-judged' '
  echo "{\"kind\":\"answer\",\"answer\":{\"text\":\"x\"}}" | score >out && j ".verdict.pass==null and .verdict.scorer==null" out'
t 'scoring of a wrong shape is not-judged, not the end' '
  for s in "{\"scorer\":\"code\"}" "{\"scorer\":\"code\",\"mode\":\"completion\"}" "{\"scorer\":\"code\",\"mode\":\"dance\"}" "{\"scorer\":\"exact\"}" "{\"scorer\":\"code\",\"language\":\"cobol\",\"mode\":\"program\",\"test\":\"\"}"; do
    a 1 "$s" "{\"text\":\"blue\"}" | score >out && j ".verdict.pass==null and (.verdict.why|startswith(\"not-judged: \"))" out || exit 1; done'
t '-j 3 gives the bytes of -j 1, in order' '
  for i in $(seq 700); do a $i "$exact" "{\"text\":\"$([ $((i % 3)) = 0 ] && echo blue || echo red)\"}"; [ $((i % 10)) = 0 ] && echo "{\"kind\":\"other\",\"n\":$i}"; done >in
  score in >one && score -j 3 in >three && same one three && lines one 770 && [ $(grep -c "\"pass\":true" one) = 233 ]'
t '-o is written whole, and not at all after a bad line' '
  a 1 "$exact" "{\"text\":\"blue\"}" >in && score -o out in && lines out 1 && rm out
  echo nonsense >>in && must_exit 65 score -o out in 2>err && [ ! -e out ] && ls -A | grep -v -e ^in$ -e ^err$ -e ^[.]log$ -e ^one$ -e ^two$ -e ^three$ | { ! grep tmp; }'
t 'what came before a bad line is put out' '
  a 1 "$exact" "{\"text\":\"blue\"}" >in; echo nonsense >>in
  must_exit 65 score in >out 2>err && lines out 1 && j .verdict.pass out && has err "in:2:1"'
t '--keep-going keeps the order' '
  { a 1 "$exact" "{\"text\":\"blue\"}"; echo nonsense; a 2 "$exact" "{\"text\":\"red\"}"; } >in
  must_exit 65 score --keep-going -j 2 in >out 2>err && [ "$(jq -r .kind out | tr "\n" " ")" = "verdict error verdict " ]'
t '--list names six scorers with versions' '
  score --list >out && lines out 6; for s in code instructions math choice calls exact; do grep -Eq "^$s +[0-9]" out || exit 1; done'
t '--check finds nothing missing in good items' '
  echo "{\"kind\":\"item\",\"task\":\"t\",\"id\":\"1\",\"scoring\":$exact}" >in && must_exit 0 score --check in >out 2>err && [ ! -s err ]'
t '--check is 78 and names item and scorer' '
  { echo "{\"kind\":\"item\",\"task\":\"t\",\"id\":\"7\",\"scoring\":{\"scorer\":\"bones\"}}"; echo "{\"kind\":\"item\",\"task\":\"t\",\"id\":\"8\",\"scoring\":{\"scorer\":\"code\",\"mode\":\"chat\"}}"; } >in
  must_exit 78 score --check in >out 2>err && has err "in:1: t/7: bones" && has err "in:2: t/8: code: " && has err "2 of 2 items"'
t '--explain says it in words' '
  a 1 "$exact" "{\"text\":\"one\\nred\",\"finish\":\"stop\"}" | score --explain >out
  has out "t/1, cell adhoc" && has out "scorer: exact" && has out "gold: blue" && has out "verdict: failed" && has out "because: "'
t 'a terminal is sent no control characters by --explain' '
  a 1 "$exact" "{\"text\":\"a\\u001b[2Jb\"}" | score --explain >out && ! grep -q "$(printf "\033")" out'
t 'answers come out while the input stays open' '
  coproc S { score; }
  for i in 1 2; do
    a $i "$exact" "{\"text\":\"blue\"}" >&"${S[1]}"
    read -r -t 20 -u "${S[0]}" line || exit 1
    j ".id==\"$i\" and .verdict.pass" <<<"$line" || exit 1
  done'
t 'memory does not grow with the input' '
  a 1 "$exact" "{\"text\":\"blue\"}" >one; for i in $(seq 1000); do cat one; done >thousand
  rss() { /usr/bin/env bash -c "exec 3< <(for i in \$(seq $1); do cat thousand; done); score <&3 >/dev/null & p=\$!; m=0; while [ -e /proc/\$p ]; do r=\$(sed -n \"s/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p\" /proc/\$p/status 2>/dev/null); [ -n \"\$r\" ] && m=\$r; sleep .02; done; echo \$m"; }
  few=$(rss 2) many=$(rss 40); echo "$few kB, $many kB" && [ "$many" -lt $((few + 8192)) ]'
t 'a lock is taken for generated code, waited for, and its holder named' '
  code="{\"scorer\":\"code\",\"language\":\"python\",\"mode\":\"program\",\"test\":\"assert x == 1\"}"
  a 1 "$code" "{\"text\":\"x = 1\"}" >in
  echo "somebody else" >lock; exec 9<lock && flock -x 9
  score --lock lock in >out 2>err & p=$!
  for i in $(seq 100); do grep -q held err && break; sleep .1; done
  has err "held by somebody else" && [ ! -s out ] && flock -u 9 && wait $p && lines out 1
  a 1 "$exact" "{\"text\":\"blue\"}" >in && flock -x 9 && must_exit 0 timeout 20 score --lock lock in >out'
done_testing
