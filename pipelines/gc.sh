#!/usr/bin/env bash
# gc.sh OUT [YES]: folders OUT/KEY that no campaign's cells.jsonl names; removed when YES is 1.
set -euo pipefail
out=$1 yes=${2:-}
[ -d "$out" ] || { echo "nothing is measured yet"; exit 0; }
live=$(cat "$out"/*/cells.jsonl 2>/dev/null | jq -r .cell | sort -u)
n=0
for d in "$out"/*/; do
  key=$(basename "$d")
  [[ $key =~ ^[0-9a-f]{16}$ ]] || continue
  grep -qx "$key" <<<"$live" && continue
  n=$((n + 1))
  if [ "$yes" = 1 ]; then
    rm -rf "${out:?}/$key"
    echo "removed $out/$key"
  else
    echo "$(du -sh "$d" | cut -f1) $out/$key"
  fi
done
[ "$n" -gt 0 ] || { echo "every measurement is referred to"; exit 0; }
[ "$yes" = 1 ] || echo "YES=1 make gc removes these $n"
