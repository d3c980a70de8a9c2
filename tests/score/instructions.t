#!/usr/bin/env bash
# The scorer of constraints: verdicts through the tool, its page, life without the language data.
. "${0%/*}/../lib.sh"

answer() { # TEXT INSTRUCTIONS [MORE-OF-SCORING]
	jq -nc --arg t "$1" --argjson i "$2" --argjson m "${3:-{\}}" \
		'{kind: "answer", task: "x", id: "1", scoring: ({scorer: "instructions", instructions: $i} + $m),
		answer: {text: $t, finish: "stop", error: null}}'
}
verdict() { score | jq -c ".verdict | $1"; }
comma='[{"id": "punctuation:no_comma", "args": {}}, {"id": "length_constraints:number_words", "args": {"num_words": 2, "relation": "at least"}}]'
stairs='[{"id": "format:line_indent"}]'
sentences='[{"id": "length_constraints:number_sentences", "args": {"num_sentences": 1, "relation": "at least"}}]'
page=$TEST_ROOT/bin/tierbench-instructions.7

t 'strict and loose, an instruction each' '
	answer "Sure, so:
two words" "$comma" | verdict "[.pass, .score, .strict, .loose, .variants]" >got &&
	echo "[false,0,[false,true],[true,true],{\"strict\":false,\"lenient\":true}]" >want && cmp got want'
t 'an unknown id is no verdict, never a pass' '
	answer a "[{\"id\": \"no:such\"}]" | verdict "[.pass, .why]" >got &&
	echo "[null,\"not-judged: unknown constraint no:such\"]" >want && cmp got want'
t 'both readings side by side' '
	answer "a


 b" "$stairs" "{\"reading\": \"both\"}" | verdict "[.pass, .variants.compatible, .variants.corrected, .corrected]" >got &&
	echo "[false,false,true,{\"strict\":[true],\"loose\":[true]}]" >want && cmp got want'
t 'without the language data a type that needs it says so' '
	answer a "$sentences" | TIERBENCH_LANGUAGE_DATA=/no/such score | jq -c "[.verdict.pass, .verdict.why]" >got &&
	echo "[null,\"not-judged: language data missing, run make language-data\"]" >want && cmp got want'
t 'score --check says so before a campaign' '
	answer a "$sentences" | jq -c ".kind = \"item\"" >item &&
	! TIERBENCH_LANGUAGE_DATA=/no/such score --check item >out 2>&1 && grep -q "run make language-data" out'
t 'the page names every type with its arguments, and no other' '
	if_types | awk -F"\t" "{ gsub(\",\", \" , \", \$2); print \$1 (\$2 ? \" [\" \$2 \"]\" : \"\") }" >want &&
	sed -n "/^.Sh TYPES/,/^.Sh ENV/s/^.It Cm \([a-z_]*:[^ ]*\)\(.*\)/\1\2/p" "$page" |
		sed "s/ Bq Va \(.*\)/ [\1]/" >got &&
	[ "$(wc -l <want)" = 83 ] && diff want got'
t 'the page says which types need the language data' '
	if_types | awk -F"\t" "\$3 { print \$1 }" >want &&
	sed -n "/^.Sh TYPES/,/^.Sh ENV/p" "$page" | awk "/^.It Cm [a-z_]*:/ { id = \$3 } /^.Pq data/ { if (id) print id }" | sort -u >got &&
	sort want | diff - got'
done_testing
