#!/usr/bin/env python3
"""Values of the statistics by scipy, statsmodels and mpmath, as a C table.

    python3 tests/stat/reference.py > tests/stat/reference.h

Needs scipy, statsmodels, numpy, mpmath (versions used stand in the table's head). Where none of them has a
statistic, it is computed here another way than in lib/stat: in 50 digits, or over fractions.
"""
import itertools
import math
import sys
from fractions import Fraction

import mpmath
import numpy as np
import scipy
import scipy.stats as st
import statsmodels
import statsmodels.api as sm
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

mpmath.mp.dps = 50
rng = np.random.default_rng(20261201)
cases = []


def case(name, inputs, outputs):
    cases.append((name, [float(x) for x in inputs], [float(x) for x in outputs]))


def wilson():
    for n in (1, 2, 7, 10, 50, 164, 500, 1319, 10**6):
        for k in sorted({0, 1, n // 3, n // 2, n - 1, n}):
            for level in (.95, .9):
                lo, hi = proportion_confint(k, n, 1 - level, 'wilson')
                # its own rounding leaves 1e-17 where the limit is 0 or 1
                case('wilson', (k, n, level), (0 if k == 0 else lo, 1 if k == n else hi))


def student():
    for df in (1, 1.5, 2, 2.7, 3, 5, 9, 19.3, 49, 163, 999.5, 1e5, 1e6):
        for p in (.5, .6, .9, .95, .975, .995, .9999, .025, 1e-6):
            case('t_quantile', (p, df), [mp_t_quantile(p, df)])
        for t in (0, .1, 1, 2, 3.7, 8, 25):
            case('t_two_sided', (t, df), [2 * st.t.sf(t, df)])
    for p in (1e-12, 1e-6, .025, .2, .5, .8, .975, .99375, 1 - 1e-9):
        case('normal_quantile', [p], [st.norm.ppf(p)])
    for df in (1, 2, 3, 4, 9, 29):
        for p in (.025, .05, .5, .95):
            case('chi2_quantile', (p, df), [st.chi2.ppf(p, df)])


def mp_t_quantile(p, df):
    """By root finding on the incomplete beta function: scipy's stdtrit is good to 1e-10 only."""
    p, df = mpmath.mpf(p), mpmath.mpf(df)
    if p == mpmath.mpf('.5'):
        return 0

    def cdf(t):
        tail = mpmath.betainc(df / 2, mpmath.mpf(1) / 2, 0, df / (df + t * t), regularized=True) / 2
        return 1 - tail if t > 0 else tail

    guess = st.t.ppf(float(p), float(df))
    return mpmath.findroot(lambda t: cdf(t) - p, (guess * (1 - 1e-7), guess * (1 + 1e-7)))


def tango_score(b, c, n, d):
    """The score statistic with the restricted estimate found by solving the likelihood equation."""
    # p21 = q, p12 = q + d, rest 1 - 2q - d: b/(q + d) + c/q - 2(n - b - c)/(1 - 2q - d) = 0
    lo, hi = max(mpmath.mpf(0), -d), (1 - d) / 2

    def slope(q):
        value = mpmath.mpf(0)
        if b:
            value += b / (q + d)
        if c:
            value += c / q
        if n - b - c:
            value -= 2 * (n - b - c) / (1 - 2 * q - d)
        return value

    tiny = mpmath.mpf(10) ** -45
    a, z = lo + tiny, hi - tiny
    if slope(a) <= 0:
        q = lo
    elif slope(z) >= 0:
        q = hi
    else:
        for _ in range(220):
            mid = (a + z) / 2
            a, z = (mid, z) if slope(mid) > 0 else (a, mid)
        q = a
    variance = n * (2 * q + d * (1 - d))
    return (b - c - n * d) / mpmath.sqrt(variance) if variance > 0 else mpmath.sign(b - c - n * d) * mpmath.inf


def tango_limit(b, c, n, z):
    d = mpmath.mpf(b - c) / n
    lo, hi = d, mpmath.mpf(1)
    for _ in range(160):
        mid = (lo + hi) / 2
        lo, hi = (mid, hi) if tango_score(b, c, n, mid) > -z else (lo, mid)
    return lo


def tango():
    for b, c, n in ((3, 1, 20), (0, 0, 164), (1, 0, 10), (0, 6, 10), (9, 0, 10), (5, 5, 50), (40, 25, 500), (10, 3, 13),
                    (1, 1, 2), (499, 1, 1000), (12, 30, 1319)):
        for level in (.95, .9):
            z = mpmath.mpf(st.norm.ppf(1 - (1 - level) / 2))
            case('tango', (b, c, n, level), (-tango_limit(c, b, n, z), tango_limit(b, c, n, z)))


def exact_mcnemar():
    for b, c in ((0, 0), (1, 0), (0, 6), (3, 1), (5, 5), (10, 3), (40, 25), (200, 150), (1000, 900), (9000, 8800),
                 (500300, 499700)):
        low, n = min(b, c), b + c
        if n <= 20000:
            total = sum(math.comb(n, j) for j in range(low + 1))
            p = min(Fraction(1), Fraction(2 * total, 2**n))
            mid = 2 * Fraction(total, 2**n) - Fraction(math.comb(n, low), 2**n)
            if b == c and n:
                mid = 1 - Fraction(math.comb(n, low), 2 * 2**n)
            if n == 0:
                mid = 1
            if n:
                assert abs(float(p) - mcnemar([[0, b], [c, 0]], exact=True).pvalue) < 1e-9
        else:
            p = 2 * st.binom.cdf(low, n, .5)
            mid = p - st.binom.pmf(low, n, .5)
        case('mcnemar', (b, c), (p, mid))


def adjusted():
    for p in ([.001, .008, .039, .041, .042, .06, .074, .205], [.5], [.03, .03, .03], [1, .2, 0, .05],
              list(rng.uniform(size=23) ** 3)):
        case('holm', p, multipletests(p, method='holm')[1])
        case('bh', p, multipletests(p, method='fdr_bh')[1])


def clustered():
    for n, clusters in ((20, 5), (50, 2), (400, 80)):
        cluster = np.sort(rng.integers(0, clusters, n))
        cluster[:clusters] = np.arange(clusters)
        x = np.round(rng.normal(size=n) + cluster / clusters, 6)
        fit = sm.OLS(x, np.ones(n))
        raw = fit.fit(cov_type='cluster', cov_kwds={'groups': cluster, 'use_correction': False})
        corrected = fit.fit(cov_type='cluster', cov_kwds={'groups': cluster})
        flat = [v for pair in zip(x, cluster) for v in pair]
        case('clustered', [clusters] + flat, (x.mean(), raw.bse[0], corrected.bse[0]))


def means():
    for n in (2, 3, 30, 1000):
        x = np.round(rng.beta(.5, .5, n), 4)
        d = st.ttest_1samp(x, 0)
        interval = d.confidence_interval(.95)
        case('mean', x, (x.mean(), st.sem(x), d.pvalue, interval.low, interval.high))
    for n, m in ((5, 9), (30, 4)):
        x, y = rng.normal(size=n), rng.normal(size=m) * 3
        r = st.ttest_ind(x, y, equal_var=False)
        case('welch', (st.sem(x)**2, n - 1, st.sem(y)**2, m - 1), [r.df])


def noise():
    import pandas as pd
    from statsmodels.formula.api import ols
    for n, runs, spread in ((10, 3, 0), (60, 4, .3), (200, 10, .05)):
        item = rng.uniform(-1, 1, n)[:, None]
        run = rng.normal(size=runs)[None, :] * spread
        y = (item + run + rng.normal(size=(n, runs)) * .5 > 0).astype(float)
        long = pd.DataFrame([(i, r, y[i, r]) for i in range(n) for r in range(runs)], columns=['i', 'r', 'y'])
        table = sm.stats.anova_lm(ols('y ~ C(i) + C(r)', long).fit())
        ms_run, ms_e = table.loc['C(r)', 'mean_sq'], table.loc['Residual', 'mean_sq']
        flips = np.mean([2 * c * (runs - c) / (runs * (runs - 1)) for c in y.sum(axis=1)])
        case('noise', [n, runs] + list(y.ravel()),
             (y.mean(axis=0).std(ddof=1), ms_run, ms_e, max(0, (ms_run - ms_e) / n), table.loc['C(r)', 'F'],
              table.loc['C(r)', 'PR(>F)'], flips))


def sign_flips():
    for w in ([1, 1, 1, 1, -1], [.5, 1 / 3, -1 / 3, 1, 1, 2 / 3], list(np.round(rng.normal(.4, 1, 12), 3)), [0, 0, 1]):
        total = abs(sum(w))
        hits = sum(abs(sum(s * x for s, x in zip(sign, w))) >= total - 1e-9 for sign in itertools.product((1, -1), repeat=len(w)))
        p = hits / 2**len(w)
        r = st.permutation_test((np.array(w),), np.mean, permutation_type='samples', n_resamples=np.inf,
                                alternative='two-sided') if len(w) > 5 and 0 not in w else None
        assert r is None or abs(r.pvalue - p) < 1e-9, (r.pvalue, p)
        case('signflip', w, [p])


def bootstrap():
    for n, shape in ((20, 'flips'), (200, 'flips'), (60, 'graded')):
        x = rng.choice([-1., 0, 1], n, p=(.15, .8, .05)) if shape == 'flips' else np.round(rng.gamma(1, 1, n), 3)
        r = st.bootstrap((x,), np.mean, n_resamples=200000, method='BCa', random_state=rng, batch=2000)
        u = np.array([np.mean(np.delete(x, i)) for i in range(n)])
        u = u.mean() - u
        case('bca', x, (x.mean(), r.confidence_interval.low, r.confidence_interval.high,
                        (u**3).sum() / (6 * (u**2).sum()**1.5)))


def passes():
    for n, c, k in ((10, 3, 5), (200, 10, 100), (5, 0, 1), (5, 5, 5), (100, 1, 1), (1000, 999, 2), (7, 3, 7)):
        p = 1 - Fraction(math.comb(n - c, k), math.comb(n, k))
        case('pass_at_k', (n, c, k), [p])


def detectable():
    for se, alpha, power, m in ((.01, .05, .8, 1), (.02, .05, .8, 8), (.0141, .1, .9, 3)):
        case('mde', (se, alpha, power, m), [(st.norm.ppf(1 - alpha / m / 2) + st.norm.ppf(power)) * se])


def main():
    for f in (wilson, student, tango, exact_mcnemar, adjusted, clustered, means, noise, sign_flips, bootstrap, passes,
              detectable):
        f()
    out = sys.stdout
    out.write('/*\n * Made by tests/stat/reference.py with scipy %s, statsmodels %s, numpy %s, mpmath %s;\n'
              ' * don\'t edit.\n */\n' % (scipy.__version__, statsmodels.__version__, np.__version__, mpmath.__version__))
    out.write('struct reference {\n\tconst char *name;\n\tsize_t nin, nout;\n\tconst double *in, *out;\n};\n\n')
    for i, (_, inputs, outputs) in enumerate(cases):
        for what, values in (('in', inputs), ('out', outputs)):
            short = ', '.join(map(repr, values))
            if len(short) < 60:
                out.write('static const double %s_%d[] = {%s};\n' % (what, i, short))
                continue
            out.write('static const double %s_%d[] = {\n' % (what, i))
            line = '\t'
            for v in values:
                text = repr(v) + ', '
                if len(line) + len(text) > 95:
                    out.write(line.rstrip() + '\n')
                    line = '\t'
                line += text
            out.write(line.rstrip() + '\n};\n')
    out.write('\nstatic const struct reference references[] = {\n')
    for i, (name, inputs, outputs) in enumerate(cases):
        out.write('\t{"%s", %d, %d, in_%d, out_%d},\n' % (name, len(inputs), len(outputs), i, i))
    out.write('};\n')


main()
