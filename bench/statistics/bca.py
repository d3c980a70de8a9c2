#!/usr/bin/env python3
"""The same as bench/bca.c by scipy, or by numpy alone: bench/statistics/bca.py scipy|numpy flips|graded CONTRASTS ITEMS RESAMPLES"""
import statistics
import sys

import numpy as np

side, shape = sys.argv[1:3]
contrasts, n, resamples = map(int, sys.argv[3:6])
rng = np.random.default_rng(1)
if side == 'scipy':
    from scipy.stats import bootstrap
nd = statistics.NormalDist()


def by_scipy(d):
    r = bootstrap((d,), np.mean, n_resamples=resamples, method='BCa', random_state=rng)
    return r.confidence_interval


def by_numpy(d):
    theta = np.concatenate([d[rng.integers(0, n, (1000, n), dtype=np.int32)].mean(axis=1) for _ in range(resamples // 1000)])
    est = d.mean()
    z0 = nd.inv_cdf(((theta < est).sum() + (theta <= est).sum()) / (2 * resamples))
    u = (d.sum() - d) / (n - 1)
    u = u.mean() - u
    a = (u**3).sum() / (6 * (u**2).sum()**1.5)
    return np.quantile(theta, [nd.cdf(z0 + (z0 + z) / (1 - a * (z0 + z))) for z in (nd.inv_cdf(.025), nd.inv_cdf(.975))])


width = 0
for _ in range(contrasts):
    if shape == 'flips':
        d = rng.choice([-1., 1, 0], n, p=(.07, .05, .88))
    else:
        d = rng.normal(0, .3, n)
    lo, hi = by_scipy(d) if side == 'scipy' else by_numpy(d)
    width += hi - lo
print('%s: mean width %.5f' % (shape, width / contrasts))
