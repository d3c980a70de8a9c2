#!/usr/bin/env python3
"""score against the reference scorers: how many times less processor time for the same records.

    ratios.py [-n ROUNDS] [-s SCORE] [-r ORACLE -d DATA] PYTHON

Both sides read the same file of answer records and write one with verdicts. They take turns within one
run; told is the median of ROUNDS. Start-up is apart: the reference's imports are done before the first
round, and score's time on an empty file is taken off its own. PYTHON is an interpreter with
bench/score/requirements.txt installed. Records are made up here, always the same, unless ORACLE, a folder of
rows with reference verdicts, and DATA, the benchmarks' own files, are given (see tests/oracle/agree.py).

A side that didn't run, or two sides that don't pass the same number of records where they must, read
"not run". Exit status: 0 each ratio was reached, 1 one was not, or did not run.
"""
import argparse
import importlib.util
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# kind: (what is compared, ratio to reach, file of rows, group of rows, both pass the same number)
KINDS = {
    "math": ("math pairs, math-verify", 100, "math_pairs", None, False),
    "gsm8k": ("gsm8k flexible, lm-eval's filter", 20, "gsm8k", "gsm8k-flexible", True),
    "choice": ("choice, three patterns", 50, "mmlu_pro", None, True),
    "calls": ("calls, bfcl-eval's checker", 20, "bfcl", None, True),
}


def answer(number, text, scoring, calls=()):
    return {"kind": "answer", "task": "bench", "id": str(number), "scoring": scoring, "cell": "adhoc",
            "replicate": 0, "seq": number, "answer": {
                "text": text, "reasoning": None, "tool_calls": list(calls), "finish": "stop", "error": None,
                "tokens": {"prompt": 90, "completion": len(text) // 4, "source": "usage"}}}


def made_math(r):
    a, b, c = r.randrange(2, 99), r.randrange(2, 99), r.randrange(2, 9)
    pairs = [(str(a), "%d.0" % a), (r"\frac{%d}{%d}" % (a, b), "%d/%d" % (a, b)),
             (r"%d\sqrt{%d}" % (a, c), r"\sqrt{%d}" % (a * a * c)), ("(%d,%d)" % (a, b), "(%d, %d)" % (a, b)),
             (r"x^2+%dx" % a, "x(x+%d)" % a), (r"[%d,\infty)" % a, r"(%d,\infty)" % a),
             (r"%d^\circ" % a, str(a)), (str(a), str(b))]
    gold, text = r.choice(pairs)
    return text, {"scorer": "math", "rule": "value", "gold": gold}, ()


def made_gsm8k(r):
    steps = ["She has %d and gets %d more, so %d + %d = %d." % (a, b, a, b, a + b)
             for a, b in ((r.randrange(99), r.randrange(99)) for _ in range(4))]
    return "\n".join(steps) + "\n#### %d" % r.randrange(99), {
        "scorer": "math", "rule": "gsm8k-flexible", "gold": str(r.randrange(99))}, ()


def made_choice(r):
    text = " ".join("We weigh option %s against case %d, which holds." % (r.choice("ABCDEFGHIJ"), i)
                    for i in range(r.randrange(10, 40)))
    end = r.choice(["The answer is (%s).", "Answer: %s", "so %s it is"]) % r.choice("ABCDEFGHIJ")
    return text + " " + end, {"scorer": "choice", "options": 10, "gold": r.choice("ABCDEFGHIJ")}, ()


def made_calls(r):
    names = ["base", "height", "unit"]
    function = {"name": "geometry.area", "description": "The area of a triangle, by its base and height.",
                "parameters": {"type": "dict", "required": names[:2], "properties": {
                    n: {"type": "string" if n == "unit" else "integer",
                        "description": "The %s of the triangle, as it was measured." % n} for n in names}}}
    a, b = r.randrange(9), r.randrange(9)
    scoring = {"scorer": "calls", "shape": "simple", "language": "python", "functions": [function],
               "gold": [{"geometry.area": {"base": [a], "height": [b], "unit": ["cm", ""]}}]}
    a += r.randrange(2)
    if r.randrange(2):
        return "[geometry.area(base=%d, height=%d, unit='cm')]" % (a, b), scoring, ()
    return "", scoring, [{"name": "geometry_area", "arguments": json.dumps({"base": a, "height": b})}]


MADE = {"math": (made_math, 1000), "gsm8k": (made_gsm8k, 6000), "choice": (made_choice, 2000),
        "calls": (made_calls, 6000)}


def made(kind):
    make, count = MADE[kind]
    r = random.Random(kind)
    for number in range(count):
        text, scoring, calls = make(r)
        yield answer(number, text, scoring, calls)


def agreement():
    spec = importlib.util.spec_from_file_location("agree", os.path.join(ROOT, "tests/oracle/agree.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def taken(kind, oracle, data):
    """Records of the rows of an oracle, at most 1,000 pairs of mathematics."""
    agree = agreement()
    _, _, name, wanted, _ = KINDS[kind]
    path = os.path.join(oracle, name + ".jsonl.gz")
    left = 1000 if kind == "math" else -1
    for row in agree.rows_of(path, ""):
        for group, _, record in agree.KINDS[name](row, agree.Data(data)) if kind != "calls" else \
                agree.KINDS[name](row, taken.data):
            if (wanted is None or group == wanted) and left:
                left -= 1
                yield record


class Reference:
    """The other side: a process that stays, a round a line."""

    def __init__(self, python, kind, source, target):
        self.child = subprocess.Popen([python, os.path.join(HERE, "reference.py"), kind, source, target],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ready = self.child.stdout.readline() == "ready\n"

    def round(self):
        self.child.stdin.write("\n")
        self.child.stdin.flush()
        passed, seconds = self.child.stdout.readline().split()
        return int(passed), float(seconds)

    def end(self):
        self.child.stdin.close()
        self.child.wait()


def processor_seconds(argv):
    child = subprocess.Popen(argv)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise RuntimeError("%s ended with status %d" % (argv[0], child.returncode))
    return usage.ru_utime + usage.ru_stime


def passes(path):
    with open(path, encoding="utf-8") as f:
        return sum(json.loads(line)["verdict"]["pass"] is True for line in f)


def compare(kind, args, folder):
    """(median of the reference, median of ours), or what went wrong."""
    source, theirs, ours = (os.path.join(folder, kind + end) for end in (".in", ".theirs", ".ours"))
    records = taken(kind, args.oracle, args.data) if args.oracle else made(kind)
    with open(source, "w", encoding="utf-8") as f:
        for record in records:
            f.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
    reference = Reference(args.python, kind, source, theirs)
    if not reference.ready:
        return "the reference did not start"
    times = []
    for _ in range(args.rounds):
        passed, seconds = reference.round()
        start = processor_seconds([args.score, os.devnull, "-o", ours])
        times.append((seconds, processor_seconds([args.score, source, "-o", ours]) - start))
    reference.end()
    if KINDS[kind][4] and passed != passes(ours):
        return "the reference passes %d records, score %d" % (passed, passes(ours))
    return tuple(statistics.median(side) for side in zip(*times))


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("-n", "--rounds", type=int, default=5)
    ap.add_argument("-s", "--score", default=os.path.join(ROOT, "bin", "score"))
    ap.add_argument("-r", "--oracle")
    ap.add_argument("-d", "--data")
    ap.add_argument("python")
    args = ap.parse_args()
    if args.oracle:
        taken.data = agreement().Data(args.data)
    reached = True
    print("%-58s %12s %12s %8s" % ("processor seconds", "reference", "score", "ratio"))
    with tempfile.TemporaryDirectory() as folder:
        for kind, (what, bar, *_) in KINDS.items():
            try:
                got = compare(kind, args, folder)
            except Exception as e:
                got = "%s: %s" % (type(e).__name__, e)
            if isinstance(got, str):
                print("%-58s %12s %12s %8s  (%s)" % (what, "", "", "not run", got))
                reached = False
                continue
            ratio = got[0] / max(got[1], 1e-6)
            ok = ratio >= bar
            reached = reached and ok
            print("%-58s %12.4f %12.4f %8.3g  >= %d  %s" % (what, *got, ratio, bar, "ok" if ok else "UNDER"))
    sys.exit(0 if reached else 1)


if __name__ == "__main__":
    main()
