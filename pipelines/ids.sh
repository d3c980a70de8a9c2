#!/usr/bin/env bash
# ids.sh DIR [CAMPAIGN FILE…]: DIR/TOOL holds a hash of the sources that can change what TOOL derives; a file is rewritten
# only when its hash changes, so that Make derives anew exactly what a change of code touches. The same for
# DIR/campaign-CAMPAIGN and the files that a campaign is planned from.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$1
shift
mkdir -p "$dir"

# id NAME FILE…
id() {
  local name=$1 hash
  shift
  hash=$(cat /dev/null "$@" 2>/dev/null | sha256sum)
  [ -f "$dir/$name" ] && [ "$(<"$dir/$name")" = "$hash" ] || { echo "$hash" >"$dir/.$name.$$" && mv "$dir/.$name.$$" "$dir/$name"; }
}
shopt -s nullglob
records="lib/kit/rec.c lib/kit/scan.c lib/kit/json.c lib/kit/num.c lib/kit/utf8.c"
id plan bin/plan.c lib/plan/*.c lib/engine/registry*.c lib/engine/engine*.c $records
id score bin/score.c lib/scorer/table.c lib/scorer/answer.c $records
id score-code lib/scorer/code*.c lib/sandbox/*.[ch] lib/sandbox/*.py lib/sandbox/guard/src/*.c
id score-instructions lib/scorer/instructions.c lib/scorer/instructions/*.c lib/language/*.c
for s in math choice calls exact; do
  id "score-$s" lib/scorer/$s.c lib/scorer/$s/*.c lib/scorer/text.c
done
id aggregate bin/aggregate.c lib/stat/*.c lib/tally/*.c $records
id ci bin/ci.c lib/stat/*.c lib/tally/*.c $records
id render bin/render.c lib/chart/*.c lib/page/*.c lib/page/section/*.c lib/page/assets/* $records
[ $# = 0 ] || id "campaign-$1" "${@:2}"
