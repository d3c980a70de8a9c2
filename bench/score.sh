#!/usr/bin/env bash
# score against the reference scorers (bench/score/ratios.py). They are fetched once into .deps/bench;
# where they can't be had, nothing ran and the exit status is 1.
set -euo pipefail
cd "${0%/*}/.."
venv=.deps/bench
if ! cmp -s bench/score/requirements.txt $venv/requirements.txt; then
  rm -rf $venv
  python3 -m venv $venv && $venv/bin/pip install -q --no-deps -r bench/score/requirements.txt || {
    echo "bench: score: not run (the reference scorers can't be installed)" >&2
    exit 1
  }
  cp bench/score/requirements.txt $venv/
fi
exec $venv/bin/python bench/score/ratios.py ${ORACLE:+-r "$ORACLE" -d "$DATA"} $venv/bin/python
