#!/usr/bin/env bash
# The instructions scorer against IFEval's reference checkers (bench/instructions/ratio.py), which are
# installed once into .deps/bench-instructions. ORACLE names a folder of reference rows to take the answers
# from; else they are made up. Where the reference or the language data can't be had, nothing ran: exit 1.
set -euo pipefail
cd "${0%/*}/.."
venv=.deps/bench-instructions
if ! cmp -s bench/instructions/requirements.txt $venv/requirements.txt; then
  rm -rf $venv
  python3 -m venv $venv && $venv/bin/pip install -q --no-deps -r bench/instructions/requirements.txt || {
    echo "bench: instructions: not run (the reference checkers can't be installed)" >&2
    exit 1
  }
  cp bench/instructions/requirements.txt $venv/
fi
exec $venv/bin/python bench/instructions/ratio.py ${ORACLE:+-r "$ORACLE"} $venv/bin/python
