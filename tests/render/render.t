#!/usr/bin/env bash
# render at a prompt: what it prints of which records, and that the same records give the same bytes.
. "${0%/*}/../lib.sh"

python3 "$TEST_ROOT/tests/render/mkcampaign.py" --items 60 --families 3 >campaign.jsonl || exit 1
echo 'window.vegaEmbed = null;' >bundle.js
row='{"kind":"row","cell":"adhoc","task":"gsm8k","n":10,"score":0.7,"lo":0.39678,"hi":0.89221,"counts":{"passed":7,"failed":3,"no_answer":1,"not_judged":0,"errors":{},"cut":2},"tokens":{"prompt":900,"completion":1234},"speed":{"decode_tps":{"p50":39.46,"n":10},"ttft_ms":{"p50":58.2}}}'

t 'ad-hoc rows make one table that reads well' '
	echo "$row" | render >out && has out "70.0% [39.7, 89.2]" && has out "39.5" && has out "58 ms" &&
	has out "1,234" && has out "1 no answer, 2 cut"'
t 'no records, an empty report' '
	render </dev/null >out && lines out 0'
t 'a line of text is no wider than asked' '
	render -w 72 campaign.jsonl >out && awk "length(\$0) > 400 {bad = 1} END {exit bad}" out &&
	python3 -c "
import sys
wide = [l for l in open(\"out\", encoding=\"utf-8\") if len(l.rstrip(chr(10))) > 72 and not l.startswith(\"  | \")]
sys.exit(wide[0] if wide else 0)"'
t 'columns left out are named' '
	render -w 72 -s main campaign.jsonl >out && has out "left out at this width:"'
t 'COLUMNS says how wide' '
	COLUMNS=72 render campaign.jsonl >a && render -w 72 campaign.jsonl >b && same a b'
t 'no colour in a pipe' '
	render campaign.jsonl >out && ! grep -q "$(printf "\033")" out'
t 'colour on a terminal, none with NO_COLOR' '
	TERM=xterm script -qec "render -s contrasts campaign.jsonl" /dev/null </dev/null >out &&
	grep -q "$(printf "\033")\[1m" out &&
	NO_COLOR=1 TERM=xterm script -qec "render -s contrasts campaign.jsonl" /dev/null </dev/null >out &&
	! grep -q "$(printf "\033")\[1m" out'
for f in text md csv html; do
	t "$f: the order of records changes no byte" '
		render -B bundle.js -f '$f' campaign.jsonl >a &&
		shuf --random-source=campaign.jsonl campaign.jsonl | render -B bundle.js -f '$f' >b && same a b'
	t "$f: a record that comes twice stands once" '
		render -B bundle.js -f '$f' campaign.jsonl >a &&
		render -B bundle.js -f '$f' campaign.jsonl campaign.jsonl >b && same a b'
done
t 'what was not measured stands with its reason' '
	render -w 0 -s missing campaign.jsonl >out && has out "does not fit" && has out "no MTP layers" &&
	has out "queued" && has out "unservable"'
t 'terminal escapes and direction marks of others are shown, not sent' '
	printf "%s\n" "{\"kind\":\"finding\",\"id\":\"x\",\"cell\":\"c\",\"means\":\"a\\u001b[31mb\\u202ec\"}" | render >out &&
	! grep -q "$(printf "\033")" out && has out "␛[31mb<U+202E>c"'
t 'tags of others are text in HTML' '
	render -B bundle.js -f html -o out campaign.jsonl && has out "&lt;script&gt;alert(1)&lt;/script&gt;" &&
	has_not out "<script>alert"'
t 'a name cannot end a data block' '
	sed "s|Aster-27B|x</script><script>alert(2)</script>|g" campaign.jsonl | render -B bundle.js -f html >out &&
	has_not out "<script>alert"'
t 'the page forbids what is not its own' '
	render -B bundle.js -f html campaign.jsonl >out && has out "default-src '"'none'"'" &&
	! grep -E "unsafe-(eval|inline)" out'
t 'the policy names the scripts by their hashes' '
	render -B bundle.js -f html campaign.jsonl >out &&
	has out "sha256-$(printf "%s\n" "window.vegaEmbed = null;" | openssl dgst -sha256 -binary | base64)"'
t 'without the bundle: 78, and what to run' '
	must_exit 78 render -B nothing.js -f html campaign.jsonl 2>err >out && has err "make deps" && lines out 0'
t 'an unknown section or format: 64' '
	must_exit 64 render -s nosuch campaign.jsonl 2>err && has err nosuch &&
	must_exit 64 render -f pdf campaign.jsonl 2>err && has err pdf'
t 'a bad line: 65 with its place; skipped with -k' '
	printf "%s\n" "$row" "{\"kind\":" >bad &&
	must_exit 65 render bad 2>err >out && has err "render: bad:2:" &&
	must_exit 65 render -k bad 2>err >out && has out "70.0%"'
t 'CSV of one table is that table alone' '
	render -f csv -s contrasts campaign.jsonl >out && head -1 out | grep -q "^Knob,Of,Change,"'
t 'Markdown tables have a rule of as many columns' '
	render -f md campaign.jsonl >out && awk -F" [|] " "/^[|] ---/ {if (NF != n) exit 1} {n = NF}" out'
t 'ASCII names of sections' '
	render -s list >out && has out "missing"'
t 'a brief agrees with its records' '
	render --brief -o brief.md campaign.jsonl && render --check brief.md campaign.jsonl >out && has out "figures"'
t 'a figure that differs is named, exit 1' '
	sed "s/points](<max:/1 points](<max:/" brief.md >wrong.md && ! cmp -s brief.md wrong.md &&
	must_exit 1 render --check wrong.md campaign.jsonl 2>err >out && has err "wrong.md:" && has err "the records say"'
t 'other records, another brief: the old one does not hold' '
	python3 "$TEST_ROOT/tests/render/mkcampaign.py" --seed 2 --items 60 --families 3 >other.jsonl &&
	must_exit 1 render --check brief.md other.jsonl 2>err >out'
t 'edited sentences hold, a figure without a source does not' '
	sed "s/detectable difference/difference that we saw/" brief.md >edited.md && render --check edited.md campaign.jsonl >out &&
	echo "It is three times as fast." >>edited.md &&
	must_exit 1 render --check edited.md campaign.jsonl 2>err >out && has err "'"'three': a figure without a source"'"'
t 'engines are held back until fix-up, then told' '
	render --brief campaign.jsonl >out && has out "held back" &&
	echo "{\"kind\":\"ledger\",\"seq\":99,\"at\":\"\",\"what\":\"fixup: every figure checked\"}" | render --brief campaign.jsonl - >out &&
	has_not out "held back"'
t 'a chart alone, as its specification' '
	render -f vl -c kv campaign.jsonl >a && j ".[\"\$schema\"] and .data.values" a &&
	render -f vl -c kv campaign.jsonl >b && same a b'
t 'the charts are listed, and each has something to show' '
	render -c list | while read -r name about; do render -f vl -c "$name" campaign.jsonl >out || exit 1; done'
t 'nothing for a chart: 1; a chart without a name: 64' '
	must_exit 1 render -f vl -c kv </dev/null 2>err && must_exit 64 render -f svg campaign.jsonl 2>err'
if "$TEST_ROOT/.deps/venv/bin/python" -c "import vl_convert" 2>/dev/null; then
	t 'a chart alone, drawn: the same twice' '
		render -f svg -c draft campaign.jsonl >a && render -f svg -c draft campaign.jsonl >b && same a b && has a "<svg"'
else
	skip 'a chart alone, drawn' 'no vl-convert: run make deps'
fi
t 'a synthetic campaign says so before all else' '
	render campaign.jsonl | head -4 >out && has out "Nothing in this report was measured"'
t 'answers go to a folder beside the page, which is made anew' '
	python3 "$TEST_ROOT/tests/render/mkcampaign.py" --items 5 --families 3 --verdicts 5 >answers.jsonl &&
	mkdir -p page/answers && touch page/answers/old && render -B bundle.js -f html -o page/index.html answers.jsonl &&
	[ ! -e page/answers/old ] && [ ! -e page/answers.new ] && ls page/answers | grep -q "[.]gsm8k[.]html$"'
t 'bundled answers stand in the page' '
	render -B bundle.js -f html --bundle answers.jsonl >out && has out "data-task=\"gsm8k\"" && has_not out "<script>alert"'
done_testing
