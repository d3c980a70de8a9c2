#!/usr/bin/env python3
"""Verdicts of a made-up campaign, for the benchmarks: the same bytes for the same arguments.

    bench/statistics/verdicts.py CELLS TASKS ITEMS TOKENS [--knobs N] > verdicts.jsonl

CELLS cells of TASKS tasks of ITEMS items, whose answers have about TOKENS arrivals. With --knobs, each cell is a
checkpoint with a baseline and N cells that change one knob each; their contrasts come first.
"""
import json
import random
import sys


def cell_record(key, checkpoint, kv, replicate=0):
    return {'kind': 'cell', 'cell': key, 'checkpoint': checkpoint, 'family': checkpoint, 'arch': 'dense',
            'engine': {'name': 'llama.cpp', 'version': 'b9000', 'sha256': '0' * 64},
            'files': [{'role': 'weights', 'sha256': checkpoint}],
            'knobs': {'quant': 'Q8_0', 'kv': kv, 'draft': None, 'np': 1, 'load': 1, 'watermark': None},
            'settings': {'ctx_per_slot': 8192}, 'suite': 's', 'seed': 1, 'replicate': replicate, 'device': 'd'}


def put(record):
    sys.stdout.write(json.dumps(record, separators=(',', ':')) + '\n')


def cell(rng, record, tasks, items, tokens, rate):
    key = record['cell']
    put(record)
    put({'kind': 'launch', 'cell': key, 'attempt': 1, 'phase': 'up', 'outcome': 'served', 'memory': {'peak_mib': 9000, 'source': 'nvml-process'}})
    now = 0.0
    for i in range(items):
        for t in range(tasks):
            n = max(1, int(rng.gauss(tokens, tokens / 4))) if tokens else 0
            sent = round(now, 6)
            first = now + rng.uniform(.05, .2)
            arrivals, s = [], first
            for _ in range(n):
                arrivals.append([round(s, 6), 1])
                s += rng.uniform(.01, .02)
            right = rng.random() < rate + .04 * (t - 4)
            answer = {'text': 'The answer is %d. ' % rng.randrange(10**6) * max(1, n // 6), 'reasoning': '', 'tool_calls': [], 'finish': 'stop',
                      'error': None, 'attempts': 1,
                      'tokens': {'prompt': 180, 'completion': n, 'cached': 0, 'drafted': 0, 'accepted': 0, 'first_chunk': 1, 'source': 'server'},
                      'prefill_ms': 61.25, 'due_s': sent, 'sent_s': sent, 'first_byte_s': round(first, 6),
                      'first_token_s': round(first, 6), 'last_token_s': arrivals[-1][0] if n else round(first, 6)}
            if tokens:
                answer['arrivals'] = arrivals
            put({'kind': 'verdict', 'task': 'task%d' % t, 'id': 'task%d/%d' % (t, i),
                 'messages': [{'role': 'user', 'content': 'Solve this one, number %d, and show how you came to the answer, step by step.' % i}],
                 'sampling': {'temperature': 0, 'top_p': 1, 'seed': 1, 'stop': []}, 'limits': {'max_tokens': 2048, 'timeout_s': 600},
                 'scoring': {'scorer': 'math', 'gold': '12', 'rule': 'value'}, 'cell': key, 'replicate': record['replicate'], 'seq': i * tasks + t,
                 'answer': answer,
                 'verdict': {'pass': right, 'score': int(right), 'extracted': '12', 'why': 'equal' if right else 'differs', 'scorer': 'math', 'version': '1'}})
            now = s
    put({'kind': 'run', 'cell': key, 'load': 1, 'started': '2026-01-01T00:00:00Z', 'wall_s': round(now, 3), 'in_flight': 1, 'late_ms': .1, 'load_by_others': 0})
    put({'kind': 'launch', 'cell': key, 'attempt': 1, 'phase': 'down', 'outcome': 'served', 'memory': {'peak_mib': 9100, 'source': 'nvml-process'}})


def main():
    knobs = 0
    args = sys.argv[1:]
    if '--knobs' in args:
        at = args.index('--knobs')
        knobs = int(args[at + 1])
        del args[at:at + 2]
    cells, tasks, items, tokens = map(int, args)
    rng = random.Random(7)
    for c in range(cells):
        for k in range(1, knobs + 1):
            put({'kind': 'contrast', 'contrast': 'kv:%02d:%d' % (c, k), 'knob': 'kv', 'a': 'c%02dk0' % c, 'b': 'c%02dk%d' % (c, k), 'isolates': 'kv',
                 'changed': ['kv'], 'family': 'kv:%02d' % c, 'margin': .03})
    for c in range(cells):
        for k in range(knobs + 1):
            cell(rng, cell_record('c%02dk%d' % (c, k), 'm%02d' % c, 'f16' if k == 0 else 'q%d' % k), tasks, items, tokens, .6 - .004 * k)


main()
