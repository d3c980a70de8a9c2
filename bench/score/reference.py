#!/usr/bin/env python3
"""A reference scorer over records: the other side of bench/score/ratios.py.

    reference.py KIND IN OUT

Imports the reference of KIND (math, gsm8k, choice, calls), says "ready", and for each line on standard
input judges every record of IN once, writes them with a verdict to OUT, and says how many passed and the
processor seconds that took. Records are answers as `score` reads them.
"""
import json
import re
import sys
import time
import types


def math_verify():
    from math_verify import parse, verify

    def wrap(s):
        return s if "$" in s else "$" + s + "$"

    def judge(record):
        return verify(parse(wrap(record["scoring"]["gold"])), parse(wrap(record["answer"]["text"])))
    return judge


def lm_eval_flexible():
    sys.modules["sacrebleu"] = types.ModuleType("sacrebleu")  # imported there, not used here
    from lm_eval.api.metrics import exact_match_hf_evaluate
    from lm_eval.filters.extraction import RegexFilter
    flexible = RegexFilter(r"(-?[$0-9.,]{2,})|(-?[0-9]+)", group_select=-1)
    ignored = [",", r"\$", "(?s).*#### ", r"\.$"]

    def judge(record):
        read = flexible.apply([[record["answer"]["text"]]], None)[0][0]
        return bool(exact_match_hf_evaluate([read], [record["scoring"]["gold"]],
                                            regexes_to_ignore=ignored, ignore_case=True)["exact_match"])
    return judge


def mmlu_pro_level_2():
    """No package has it: the three patterns, as documented."""
    patterns = [re.compile(r"answer is \(?([A-J])\)?"), re.compile(r".*[aA]nswer:\s*([A-J])"),
                re.compile(r"\b([A-J])\b(?!.*\b[A-J]\b)", re.DOTALL)]

    def judge(record):
        for pattern in patterns:
            found = pattern.search(record["answer"]["text"])
            if found:
                return found.group(1) == record["scoring"]["gold"]
        return False
    return judge


def stand_in(name, **members):
    module = types.ModuleType(name)
    vars(module).update(members)
    sys.modules[name] = module


def bfcl_checker():
    # The table of models imports every vendor's SDK; only one flag of it is asked for.
    flag = {"_": types.SimpleNamespace(underscore_to_dot=True),
            ".": types.SimpleNamespace(underscore_to_dot=False)}
    stand_in("bfcl_eval.constants.model_config", MODEL_CONFIG_MAPPING={
        "/": flag["_"], ".": flag["."]})
    stand_in("tenacity", retry=None, retry_if_exception_message=None, retry_if_exception_type=None,
             wait_random_exponential=None)
    stand_in("filelock", FileLock=None)
    for parser, name in (("java_parser", "parse_java_function_call"),
                         ("js_parser", "parse_javascript_function_call")):
        stand_in("bfcl_eval.model_handler.parser." + parser, **{name: None})
    from bfcl_eval.constants.enums import Language
    from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker
    from bfcl_eval.model_handler.utils import default_decode_ast_prompting

    def judge(record):
        scoring, answer = record["scoring"], record["answer"]
        try:
            if answer["tool_calls"]:
                calls = [{c["name"]: json.loads(c["arguments"])} for c in answer["tool_calls"]]
            else:
                calls = default_decode_ast_prompting(answer["text"])
        except Exception:
            return False
        return ast_checker(scoring["functions"], calls, scoring["gold"], Language.PYTHON,
                           scoring["shape"], "_" if answer["tool_calls"] else ".")["valid"]
    return judge


KINDS = {"math": math_verify, "gsm8k": lm_eval_flexible, "choice": mmlu_pro_level_2,
         "calls": bfcl_checker}


def run(judge, source, target):
    passed = 0
    with open(source, encoding="utf-8") as records, open(target, "w", encoding="utf-8") as out:
        for line in records:
            record = json.loads(line)
            ok = judge(record)
            passed += ok
            record["kind"] = "verdict"
            record["verdict"] = {"pass": ok}
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
    return passed


def main():
    kind, source, target = sys.argv[1:]
    judge = KINDS[kind]()
    print("ready", flush=True)
    for _ in sys.stdin:
        start = time.process_time()
        passed = run(judge, source, target)
        print(passed, time.process_time() - start, flush=True)


if __name__ == "__main__":
    main()
