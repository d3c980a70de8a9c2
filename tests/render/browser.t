#!/usr/bin/env bash
# The report in a real browser.
. "${0%/*}/../lib.sh"
python=$TEST_ROOT/.deps/venv/bin/python
for f in "$python" "$TEST_ROOT/.deps/share/vega-bundle.js"; do
	[ -e "$f" ] || skip_all "no ${f#"$TEST_ROOT"/}: run make deps"
done
for p in chromium chromedriver; do
	command -v "$p" >/dev/null || skip_all "no $p: run make deps"
done
"$python" -c 'import selenium' 2>/dev/null || skip_all "no selenium: run make deps"
exec "$python" "$TEST_ROOT/tests/browser/report.py" "$trash"
