#!/usr/bin/env bash
# aggregate against DuckDB, BCa intervals against numpy and scipy, and the whole of ci
# (bench/statistics/ratios.py). The others are fetched once into .deps/bench-statistics; where they can't be
# had, nothing ran and the exit status is 1.
set -euo pipefail
cd "${0%/*}/.."
venv=.deps/bench-statistics
if ! cmp -s bench/statistics/requirements.txt $venv/requirements.txt; then
  rm -rf $venv
  python3 -m venv $venv && $venv/bin/pip install -q --require-hashes -r bench/statistics/requirements.txt || {
    echo "bench: statistics: not run (duckdb, numpy and scipy can't be installed)" >&2
    exit 1
  }
  cp bench/statistics/requirements.txt $venv/
fi
exec python3 bench/statistics/ratios.py $venv/bin/python
