#!/usr/bin/env python3
"""The reference checkers of IFEval over answers: the other side of bench/instructions/ratio.py.

    reference.py ANSWERS [OUT]

ANSWERS are records as `score` reads them. Without OUT: says "ready" once all is loaded and was judged once,
and for each line on standard input judges all of them, strict and loose, and says how many pass and the
processor seconds that took. With OUT: judges once and writes the verdicts there, as a whole program would.
NLTK_DATA names the folder with punkt_tab.
"""
import importlib.util
import json
import os
import sys
import time
import types

import langdetect

langdetect.DetectorFactory.seed = 0


def checkers():
    """lm-eval's copy of the checkers, without what else importing lm-eval would load."""
    folder = importlib.util.find_spec("lm_eval").submodule_search_locations[0]
    for name in ("lm_eval", "lm_eval.tasks", "lm_eval.tasks.ifeval"):
        package = types.ModuleType(name)
        package.__path__ = [os.path.join(folder, *name.split(".")[1:])]
        sys.modules[name] = package
    from lm_eval.tasks.ifeval import utils
    return utils


def examples(utils, path):
    out = []
    with open(path, encoding="utf-8") as f:
        for line in f:
            record = json.loads(line)
            instructions = record["scoring"]["instructions"]
            out.append((utils.InputExample(
                key=0, prompt=record["scoring"].get("prompt", ""),
                instruction_id_list=[i["id"] for i in instructions],
                kwargs=[i["args"] for i in instructions]), record["answer"]["text"]))
    return out


def judge(utils, all_examples):
    return [(utils.test_instruction_following_strict(e, text), utils.test_instruction_following_loose(e, text))
            for e, text in all_examples]


def main(answers, out=None):
    utils = checkers()
    all_examples = examples(utils, answers)
    verdicts = judge(utils, all_examples)
    if out:
        with open(out, "w", encoding="utf-8") as f:
            for strict, loose in verdicts:
                f.write(json.dumps({"strict": strict.follow_instruction_list,
                                    "loose": loose.follow_instruction_list}) + "\n")
        return
    print("ready", flush=True)
    for _ in sys.stdin:
        start = time.process_time()
        verdicts = judge(utils, all_examples)
        seconds = time.process_time() - start
        print(sum(s.follow_all_instructions for s, _ in verdicts), seconds, flush=True)


main(*sys.argv[1:])
