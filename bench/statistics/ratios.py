#!/usr/bin/env python3
"""The statistics against others: processor time for the same work.

    ratios.py [-n ROUNDS] PYTHON

Sides take turns within one run; told is the median of ROUNDS. PYTHON is an interpreter with
bench/statistics/requirements.txt. Of scipy and numpy so many contrasts are timed as is bearable, their start-up
taken off; ours does all 176. A side that didn't run reads "not run". Exit status: 0 each bar was reached, 1 one
was not, or did not run.
"""
import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get('BUILD', os.path.join(ROOT, 'build'))
CONTRASTS, ITEMS, RESAMPLES, FEW = 176, 500, 10000, 4


def run(argv, out=subprocess.DEVNULL):
    """Processor seconds and peak MiB; NaN where it failed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(argv, stdout=out, stderr=subprocess.PIPE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.stderr.write(done.stderr.decode(errors='replace')[-500:])
        return float('nan')
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def peak_mib(argv):
    done = subprocess.run(['/usr/bin/env', 'bash', '-c', '"$@" >/dev/null & pid=$!; peak=0; while v=$(grep -s VmHWM /proc/$pid/status); do '
                           'set -- $v; [ "$2" -gt $peak ] 2>/dev/null && peak=$2; sleep .02; done; wait $pid; echo $peak', '-'] + argv,
                          stdout=subprocess.PIPE)
    return int(done.stdout or 0) / 1024


def verdicts(path, *args):
    with open(path, 'wb') as f:
        subprocess.run([sys.executable, os.path.join(HERE, 'verdicts.py')] + list(map(str, args)), stdout=f, check=True)


def told(what, bar, value, ok):
    print('%-62s %12s   %s' % (what, 'not run' if value != value else value if isinstance(value, str) else '%.3g' % value,
                               'bar %s %s' % (bar, 'reached' if ok else 'MISSED')), flush=True)
    return ok


def ratios(rounds, ours, theirs):
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    return statistics.median(a / b for a, b in pairs)


def rows(args, folder):
    path = os.path.join(folder, 'verdicts.jsonl')
    verdicts(path, 23, 8, 500, 90)
    size = os.path.getsize(path) / 1e6
    tool = os.path.join(ROOT, 'bin/aggregate')
    ratio = ratios(args.n, lambda: run([tool, path]), lambda: run([args.python, os.path.join(HERE, 'duckdb_rows.py'), path]))
    peak = peak_mib([tool, path])
    return [told('aggregate %.0f MB into 184 groups: time / DuckDB (1 thread)' % size, '<= 0.5', ratio, ratio <= .5),
            told('  its peak memory, MiB', '<= 32', peak, 0 < peak <= 32)]


def bootstrap(args, side, shape, bar):
    def theirs():
        argv = [args.python, os.path.join(HERE, 'bca.py'), side, shape]
        many, one = (run(argv + [str(n), str(ITEMS), str(RESAMPLES)]) for n in (FEW + 1, 1))
        return (many - one) / FEW * CONTRASTS

    def ours():
        return run([os.path.join(BUILD, 'bench/bca'), shape, str(CONTRASTS), str(ITEMS), str(RESAMPLES)])

    ratio = ratios(args.n, ours, theirs)
    what = 'BCa, %d contrasts x %d items x %d, %s: time / %s' % (CONTRASTS, ITEMS, RESAMPLES, shape, side)
    return told(what, '<= 1/%d' % bar, '1/%.1f' % (1 / ratio) if ratio == ratio else ratio, ratio <= 1 / bar)


def whole(args, folder):
    path = os.path.join(folder, 'campaign.jsonl')
    verdicts(path, 23, 8, 500, 0, '--knobs', 8)
    s = run([os.path.join(ROOT, 'bin/ci'), path])
    return told('ci, 23 checkpoints x 8 tasks x 500 items x 8 knobs, seconds', '< 10', s, s < 10)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('-n', type=int, default=5)
    parser.add_argument('python')
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ok = rows(args, folder)
        for shape in 'flips', 'graded':
            for side, bar in ('numpy', 10), ('scipy', 50):
                ok.append(bootstrap(args, side, shape, bar))
        ok.append(whole(args, folder))
    sys.exit(0 if all(ok) else 1)


main()
