#!/usr/bin/python3
"""Agreement of `score` with the reference scorers, over files of rows with known verdicts.

    tests/oracle/agree.py [-s SCORE] [-d DATA] [-j N] [--show N] [--only TEXT] FILE.gz ...

Each row of FILE becomes an answer record, goes through `score`, and the verdict is held to the
reference's. What kind a file is says its name (humaneval.jsonl.gz -> humaneval). A kind is one
function below: it yields (group, wanted, record) for a row, where wanted is true or false; a row on
which the reference has no opinion yields nothing. Add a kind: write its function, put it into KINDS,
and its bars into BARS.

A null verdict, an error, or a missing verdict is a disagreement. Printed is, by group, how many of the
rows agree: all, those that the reference calls true, and those that it calls false. Exit status:
0 all bars held, 1 one was missed, 2 the run failed.

Standard library only. DATA is the folder with the benchmarks' own files (DATA/humaneval/...).
"""
import argparse
import collections
import functools
import gzip
import json
import os
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


class Data:
    """The benchmarks' own questions, by id, read when a kind asks for them."""

    def __init__(self, folder):
        self.folder = folder

    def lines(self, name):
        with gzip.open(os.path.join(self.folder, name), "rt", encoding="utf-8") as f:
            for line in f:
                if line.strip():
                    yield json.loads(line)

    @functools.lru_cache(maxsize=None)
    def table(self, name, key):
        return {row[key]: row for row in self.lines(name)}


REPAIR = str.maketrans({**{c: "\ufffd" for c in range(0xD800, 0xE000)}, 0: "\ufffd"})


def answer(row_id, text, scoring, **more):
    """An answer record as `query` would write it: what is no text becomes U+FFFD, and is counted."""
    fixed = text.translate(REPAIR)
    a = {"text": fixed, "reasoning": None, "tool_calls": [], "finish": "stop", "error": None}
    repaired = sum(x != y for x, y in zip(text, fixed))
    if repaired:
        a["repaired"] = repaired
    a.update(more)
    return {"kind": "answer", "task": "oracle", "id": row_id, "scoring": scoring,
            "cell": "adhoc", "replicate": 0, "seq": 0, "answer": a}


# One function a kind.

def humaneval(row, data):
    if row.get("timing_sensitive"):
        return
    q = data.table("humaneval/HumanEval.jsonl.gz", "task_id")[row["item"]]
    scoring = {"scorer": "code", "language": "python", "entry_point": q["entry_point"],
               "test": q["test"]}
    if row["mode"] == "completion":
        scoring.update(mode="completion", prompt=q["prompt"])
    else:
        scoring.update(mode="program")
    yield "humaneval", row["verdict"] == "passed", answer(row["id"], row["code"], scoring)


def mbpp(row, data):
    if row.get("timing_sensitive"):
        return
    q = data.table("mbpp/mbpp.jsonl.gz", "task_id")[int(row["item"].split("/")[1])]
    test = q["test_setup_code"] + "\n" + "\n".join(q["test_list"])
    scoring = {"scorer": "code", "language": "python", "mode": "program", "test": test}
    yield "mbpp", row["verdict"] == "passed", answer(row["id"], row["code"], scoring)


def cruxeval(row, data):
    if row["passed"] is None:
        return
    q = data.table("cruxeval/cruxeval.jsonl.gz", "id")[row["item"]]
    scoring = {"scorer": "code", "language": "python", "mode": "crux-" + row["mode"],
               "code": q["code"], "input": q["input"], "output": q["output"]}
    yield "cruxeval " + row["mode"], row["passed"], answer(row["id"], row["generation"], scoring)


def gsm8k(row, data):
    for rule, key in (("gsm8k-strict", "lmeval_strict"), ("gsm8k-flexible", "lmeval_flex")):
        scoring = {"scorer": "math", "gold": row["gold"], "rule": rule}
        yield rule, row[key]["ok"], answer(row["id"], row["response"], scoring)


def math_pairs(row, data):
    scoring = {"scorer": "math", "gold": row["gold"], "rule": "value"}
    graders = [row[g] for g in ("hendrycks", "minerva", "math_verify", "prm800k")]
    record = answer(row["id"], row["pred"], scoring)
    if row["math_verify"] and row["prm800k"]:
        yield "pairs accepted", True, record
    elif not any(graders):
        yield "pairs refused", False, record


def math_responses(row, data):
    scoring = {"scorer": "math", "gold": row["gold"], "rule": "value"}
    yield "chains of thought", row["math_verify"], answer(row["id"], row["response"], scoring)


def mmlu_pro(row, data):
    scoring = {"scorer": "choice", "gold": row["answer"], "options": row["n_options"]}
    yield "choice", row["ok_l2"], answer(row["id"], row["response"], scoring)


def bbh(row, data):
    for rule, want in (("strip", row["exact"]), ("cot", row["lmeval_cot"]["ok"])):
        scoring = {"scorer": "exact", "gold": row["target"], "rule": rule}
        yield "exact " + rule, want, answer(row["id"], row["response"], scoring)


def bfcl(row, data):
    category = row["item"].rsplit("_", 1)[0]
    shape, _, language = category.partition("_") if "simple" in category else (category, "", "")
    name = "BFCL_v4_%s.json.gz" % category
    scoring = {"scorer": "calls", "shape": shape, "language": language or "python",
               "functions": data.table("bfcl/" + name, "id")[row["item"]]["function"],
               "gold": data.table("bfcl/possible_answer/" + name, "id")[row["item"]]["ground_truth"]}
    raw = row["raw"]
    if isinstance(raw, str):
        text, calls = raw, []
    else:
        text = ""
        calls = [{"name": n, "arguments": a if isinstance(a, str) else json.dumps(a)}
                 for call in raw for n, a in call.items()]
    yield ("calls %s %s" % (row["style"], shape), row["valid"],
           answer(row["id"], text, scoring, tool_calls=calls))


KINDS = {
    "gsm8k": gsm8k,
    "math_pairs": math_pairs,
    "math_responses": math_responses,
    "mmlu_pro": mmlu_pro,
    "bbh": bbh,
    "bfcl": bfcl,
    "humaneval": humaneval,
    "mbpp": mbpp,
    "cruxeval": cruxeval,
}

# By group, or the first word of it: (smallest share of all rows that agree,
# smallest share of those that the reference calls true, the same of false).
BARS = {
    "gsm8k-strict": (1, 1, 1),
    "gsm8k-flexible": (1, 1, 1),
    "pairs accepted": (0.99, 0.99, 0),
    "pairs refused": (0.995, 0, 0.995),
    "chains of thought": (0.97, 0, 0),
    "choice": (0.995, 0, 0),
    "exact": (1, 1, 1),
    "calls": (0.99, 0, 0),
    "humaneval": (0.995, 0, 1),
    "mbpp": (0.995, 0, 1),
    "cruxeval": (0.995, 0, 0),
}


def kind_of(path):
    return os.path.basename(path).split(".")[0]


def bars_of(group):
    return BARS.get(group) or BARS.get(group.split(" ")[0]) or (1, 0, 0)


def rows_of(path, only):
    with gzip.open(path, "rt", encoding="utf-8") as f:
        for line in f:
            row = json.loads(line)
            if only in row["id"]:
                yield row


def feed(paths, args, to, wanted, failed):
    """Writes every record to score; what is wanted of each goes to the deque `wanted` first."""
    data = Data(args.data)
    try:
        for path in paths:
            make = KINDS[kind_of(path)]
            for row in rows_of(path, args.only):
                for group, want, record in make(row, data):
                    wanted.append((group, want, record["id"], row))
                    to.write(json.dumps(record, ensure_ascii=False) + "\n")
    except BrokenPipeError:
        pass  # score ended early; its status says why
    except Exception as e:  # a mapping's mistake must not pass for agreement
        failed.append("%s: %s" % (type(e).__name__, e))
    finally:
        try:
            to.close()
        except BrokenPipeError:
            pass


def judge(args):
    """Yields (group, wanted, verdict, id, row) for each record, in order."""
    wanted, failed = collections.deque(), []
    argv = [args.score] + (["-j", str(args.jobs)] if args.jobs > 1 else []) + args.score_option
    child = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                             encoding="utf-8")
    writer = threading.Thread(target=feed, args=(args.files, args, child.stdin, wanted, failed))
    writer.start()
    for line in child.stdout:
        try:
            got = json.loads(line)
        except ValueError as e:
            child.kill()
            sys.exit("agree: score wrote a line that is no record: %s" % e)
        group, want, row_id, row = wanted.popleft()
        if got.get("id") != row_id:
            sys.exit("agree: verdict of %s came where %s was due" % (got.get("id"), row_id))
        yield group, want, got.get("verdict") or {}, row_id, row
    writer.join()
    if child.wait() != 0:
        failed.append("%s ended with status %d" % (args.score, child.returncode))
    if wanted:
        failed.append("%d records have no verdict" % len(wanted))
    for what in failed:
        print("agree: " + what, file=sys.stderr)
    if failed:
        sys.exit(2)


def share(agree, n):
    return "%d/%d %s" % (agree, n, "%.3f %%" % (100 * agree / n) if n else "-")


def report(counts):
    held = True
    print("%-24s %-26s %-26s %-26s %s" % ("rows", "all", "reference true", "reference false", "bar"))
    for group in sorted(counts):
        c = counts[group]
        parts = [(c[True, True] + c[False, True], sum(c.values())),
                 (c[True, True], c[True, True] + c[True, False]),
                 (c[False, True], c[False, True] + c[False, False])]
        ok = all(n == 0 or a / n >= bar for (a, n), bar in zip(parts, bars_of(group)))
        held = held and ok
        print("%-24s %-26s %-26s %-26s %s" % (
            (group,) + tuple(share(*p) for p in parts) + ("held" if ok else "MISSED",)))
    return held


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("-s", "--score", default=os.path.join(ROOT, "bin", "score"))
    ap.add_argument("-d", "--data", default=os.environ.get("TIERBENCH_DATA", "data"))
    ap.add_argument("-j", "--jobs", type=int, default=1)
    ap.add_argument("-o", "--score-option", action="append", default=[])
    ap.add_argument("--show", type=int, default=0, help="print the first N disagreements of a group")
    ap.add_argument("--only", default="", help="only rows whose id contains this text")
    ap.add_argument("files", nargs="+")
    args = ap.parse_args()
    for path in args.files:
        if kind_of(path) not in KINDS:
            ap.error("%s: no kind %r here (%s)" % (path, kind_of(path), ", ".join(KINDS)))
    counts, shown = collections.defaultdict(collections.Counter), collections.Counter()
    for group, want, verdict, row_id, row in judge(args):
        agree = verdict.get("pass") is want
        counts[group][want, agree] += 1
        if not agree and shown[group] < args.show:
            shown[group] += 1
            print("%s: reference %s, score %s (%s)" % (
                row_id, want, verdict.get("pass"), verdict.get("why")))
    if not counts:
        print("agree: no rows", file=sys.stderr)
        sys.exit(2)
    sys.exit(0 if report(counts) else 1)


if __name__ == "__main__":
    main()
