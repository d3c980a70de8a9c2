#!/usr/bin/env python3
"""The instructions scorer against IFEval's reference checkers: how many times less processor time.

    ratio.py [-n ROUNDS] [-r ORACLE] PYTHON

541 answers, strict and loose: made up here, always the same, or the responses of GPT-4 in the folder
ORACLE. Two comparisons, the sides taking turns in each round: warm, all loaded and judged once before
(want 100), and whole programs, score against a Python program that reads and writes the same (want 50).
Told are medians. PYTHON is an interpreter with bench/instructions/requirements.txt installed.
Exit status: 0 both ratios are reached, 1 one isn't, or a side didn't run or passes other answers.
"""
import argparse
import glob
import gzip
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ANSWERS = 541
WORDS = ("the of and a to in is it you that he was for on are with as his they at be this from have or by one had "
         "not but what all were when we there can an your which their said if do will each about how up out them "
         "then she many some so these would other into has more her two like him see time could no make than "
         "first been its who now people my made over did down only way find use may water long little very after "
         "words called just where most know").split()


def sentence(r):
    words = [r.choice(WORDS) for _ in range(r.randrange(6, 20))]
    return words[0].capitalize() + " " + " ".join(words[1:]) + r.choice([".", ".", ".", "?", "!", ", etc."])


def made(r):
    lines = ["<<%s>>" % sentence(r)]
    for _ in range(r.randrange(3, 9)):
        lines.append(r.choice(["", "* ", "**Section %d** " % r.randrange(9)]) +
                     " ".join(sentence(r) for _ in range(r.randrange(1, 6))))
    relation = r.choice(["at least", "less than"])
    choices = [
        ("keywords:existence", {"keywords": r.sample(WORDS, 2)}),
        ("keywords:frequency", {"keyword": r.choice(WORDS), "frequency": 3, "relation": relation}),
        ("keywords:forbidden_words", {"forbidden_words": r.sample(WORDS, 2)}),
        ("keywords:letter_frequency", {"letter": "e", "let_frequency": 40, "let_relation": relation}),
        ("language:response_language", {"language": "en"}),
        ("length_constraints:number_sentences", {"num_sentences": 12, "relation": relation}),
        ("length_constraints:number_words", {"num_words": 200, "relation": relation}),
        ("length_constraints:number_paragraphs", {"num_paragraphs": 3}),
        ("detectable_format:number_bullet_lists", {"num_bullets": 3}),
        ("detectable_format:number_highlighted_sections", {"num_highlights": 2}),
        ("detectable_format:multiple_sections", {"section_spliter": "Section", "num_sections": 2}),
        ("detectable_format:title", {}),
        ("change_case:english_lowercase", {}),
        ("change_case:capital_word_frequency", {"capital_frequency": 2, "capital_relation": relation}),
        ("punctuation:no_comma", {}),
        ("startend:quotation", {}),
        ("startend:end_checker", {"end_phrase": "Is there anything else I can help with?"}),
    ]
    text = "\n\n".join(lines)
    chosen = r.sample(choices, r.choice([1, 1, 1, 2, 2, 3]))
    return (text.lower() if any("lowercase" in i for i, _ in chosen) and r.randrange(2) else text), chosen


def taken(oracle):
    with gzip.open(os.path.join(oracle, "ifeval_responses.jsonl.gz"), "rt", encoding="utf-8") as f:
        rows = [row for row in map(json.loads, f) if row["src"] == "gpt4"]
    # a letter that is no letter is drawn at random there
    rows = [row for row in rows if not any("letter" in k and not k["letter"].isalpha() for k in row["kwargs"])]
    for n in range(ANSWERS):
        row = rows[n % len(rows)]
        yield row["response"], list(zip(row["instruction_id_list"], row["kwargs"]))


def write_answers(path, source):
    with open(path, "w", encoding="utf-8") as f:
        for n, (text, instructions) in enumerate(source):
            f.write(json.dumps({
                "kind": "answer", "task": "bench", "id": str(n), "cell": "adhoc", "replicate": 0, "seq": n,
                "scoring": {"scorer": "instructions", "instructions": [{"id": i, "args": a} for i, a in instructions]},
                "answer": {"text": text, "finish": "stop", "error": None}}, ensure_ascii=False) + "\n")


class Side:
    """A process that stays, a round a line."""

    def __init__(self, argv, env=None):
        self.child = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)
        if self.child.stdout.readline() != "ready\n":
            raise RuntimeError("%s did not start" % argv[0])

    def round(self):
        self.child.stdin.write("\n")
        self.child.stdin.flush()
        passed, seconds = self.child.stdout.readline().split()
        return int(passed), float(seconds)


def processor_seconds(argv, env=None):
    child = subprocess.Popen(argv, env=env)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise RuntimeError("%s ended with status %d" % (argv[0], child.returncode))
    return usage.ru_utime + usage.ru_stime


def nltk_data(folder):
    """NLTK's layout of the Punkt model, from what make language-data fetched."""
    raw = glob.glob(os.path.join(ROOT, ".deps/language/raw-*/punkt_tab_english"))
    if not raw:
        raise RuntimeError("no language data: make language-data")
    shutil.copytree(raw[0], os.path.join(folder, "tokenizers/punkt_tab/english"))
    return dict(os.environ, NLTK_DATA=folder)


def tell(what, times, bar):
    theirs, ours = (statistics.median(side) for side in zip(*times))
    ratio = theirs / max(ours, 1e-6)
    print("%-44s %10.4f %10.4f %8.1f  >= %d  %s" % (what, theirs, ours, ratio, bar, "ok" if ratio >= bar else "UNDER"))
    return ratio >= bar


def compare(args, folder):
    answers = os.path.join(folder, "answers.jsonl")
    r = random.Random(541)
    write_answers(answers, taken(args.oracle) if args.oracle else (made(r) for _ in range(ANSWERS)))
    env = nltk_data(os.path.join(folder, "nltk_data"))
    reference = [args.python, os.path.join(HERE, "reference.py"), answers]
    warm = Side(reference, env), Side([os.path.join(ROOT, "build/bench/instructions_warm"), answers])
    warm_times, whole_times = [], []
    for _ in range(args.rounds):
        theirs, ours = warm[0].round(), warm[1].round()
        if theirs[0] != ours[0]:
            raise RuntimeError("the reference passes %d answers, ours %d" % (theirs[0], ours[0]))
        warm_times.append((theirs[1], ours[1]))
        whole_times.append((processor_seconds(reference + [os.path.join(folder, "theirs")], env),
                            processor_seconds([os.path.join(ROOT, "bin/score"), "-o",
                                               os.path.join(folder, "ours"), answers])))
    print("%-44s %10s %10s %8s" % ("instructions: processor seconds, 541 answers", "reference", "ours", "ratio"))
    return tell("warm, strict and loose", warm_times, 100) & tell("whole program, strict and loose", whole_times, 50)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("-n", "--rounds", type=int, default=5)
    ap.add_argument("-r", "--oracle")
    ap.add_argument("python")
    args = ap.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            reached = compare(args, folder)
        except (OSError, RuntimeError, ValueError) as e:
            sys.exit("bench: instructions: not run (%s)" % e)
    sys.exit(0 if reached else 1)


main()
