"""Writes vectors.json beside it: figures for the tests of src/shared/stats, from definitions and not from the formulas there.

Distributions are integrals of their densities, sets are found by searching their ends, evidence is a plain product of
probabilities, bounds come from the bivariate normal distribution; all with 60 digits.
    pip install mpmath && python3 scripts/statistics/make-vectors.py
"""
import json
import os
from mpmath import mp, mpf, quad, exp, sqrt, pi, gamma, log, findroot, inf, erfc, fprod, factorial

mp.dps = 60


def normal_tail(x):
    return erfc(mpf(x) / sqrt(2)) / 2


def normal_quantile(p):
    """z with tail p, by bisection on the tail."""
    low, high = mpf(-50), mpf(50)
    for _ in range(220):
        middle = (low + high) / 2
        low, high = (middle, high) if normal_tail(middle) > p else (low, middle)
    return low


def student_tail(t, df):
    t, df = mpf(t), mpf(df)
    front = gamma((df + 1) / 2) / (sqrt(df * pi) * gamma(df / 2))
    return front * quad(lambda u: (1 + u * u / df) ** (-(df + 1) / 2), [t, t + 1, t + 4, t + 20, t + 1000, inf])


def chi_tail(x, df):
    a, y = mpf(df) / 2, mpf(x) / 2
    return quad(lambda u: u ** (a - 1) * exp(-u), [y, y + a + 1, y + 5 * a + 10, inf]) / gamma(a)


def binomial_upper(k, n, p):
    """P(X >= k) of a binomial: I_p(k, n - k + 1), term by term."""
    p = mpf(p)
    return sum(factorial(n) / factorial(i) / factorial(n - i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))


def share_evidence(phases, ratios, null):
    def probability(r):
        return fprod(
            (r * s / (r * s + 1 - s)) ** t * ((1 - s) / (r * s + 1 - s)) ** c for s, t, c in phases
        )
    return log(sum(probability(r) for r in ratios) / len(ratios) / probability(null))


def ratio_evidence(observed, shares, k):
    n = sum(observed)
    rising = lambda a, m: fprod(a + i for i in range(m))  # Γ(a + m)/Γ(a), factor by factor
    return log(fprod(rising(k * s, x) / s**x for s, x in zip(shares, observed)) / rising(mpf(k), n))


def fieller(d, m_c, v_t, v_c, c):
    """Ends of the set of lifts L for which the difference mT - (1 + L)·mC is within c of its standard error."""
    outside = lambda L: (d - L * m_c) ** 2 - c**2 * (v_t + (1 + L) ** 2 * v_c)
    middle = d / m_c
    step = sqrt(v_t + v_c) / abs(m_c) / 4
    ends = []
    for side in (-1, 1):
        near, far = middle, middle
        while outside(far) < 0:
            near, far = far, far + side * step
        for _ in range(200):
            half = (near + far) / 2
            near, far = (half, far) if outside(half) < 0 else (near, half)
        ends.append(near)
    return ends


def second_bound(t, alpha):
    """O'Brien-Fleming spending at t and 1: the first bound from the tail, the second from the bivariate normal."""
    spend = lambda u: 2 * normal_tail(normal_quantile(mpf(alpha) / 4) / sqrt(mpf(u)))
    first, rest = normal_quantile(spend(t)), spend(1) - spend(t)
    r = sqrt(mpf(t))
    density = lambda u: exp(-u * u / 2) / sqrt(2 * pi)
    crossed = lambda z: quad(lambda u: density(u) * normal_tail((z - r * u) / sqrt(1 - r * r)), [-12, -4, -1, 0, 1, 2, first])
    low, high = mpf(1), mpf(4)
    mp.dps = 25
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if crossed(middle) > rest else (low, middle)
    mp.dps = 60
    return [float(first), float(low)]


GRID = [mpf(x) for x in ("1.05", "1.1", "1.2", "1.35", "1.5", "2", "3", "5", "10")]

tails = {
    "normalTail": [[x, float(normal_tail(x))] for x in (-6, -2.5, -0.5, 0.001, 0.7, 1.999, 2.001, 2.9, 5.5, 12, 30, 37.4)],
    "normalQuantile": [[p, float(-normal_quantile(mpf(p)))] for p in (1e-200, 1e-12, 0.02, 0.29, 0.31, 0.4999, 0.69, 0.71, 0.9999)],
    "studentTail": [[t, v, float(student_tail(t, v))] for t, v in ((0.25, 1.5), (2, 3), (4.5, 7.7), (1, 40), (12, 9), (2.2, 640))],
    "chiSquareTail": [[x, v, float(chi_tail(x, v))] for x, v in ((0.2, 1), (3, 2.5), (18, 6), (90, 11), (520, 500), (9, 30))],
    "betaCdf": [[k, n - k + 1, p, float(binomial_upper(k, n, p))] for k, n, p in ((1, 7, 0.3), (12, 40, 0.2), (60, 100, 0.5), (3, 400, 0.001))],
    "logGamma": [[x, float(log(gamma(mpf(x))))] for x in (0.001, 0.5, 1.3, 2.6, 7.5, 9.999, 10.001, 123.4, 1e6)],
}
half = mpf(1) / 2
shares = [
    {"phases": [[0.5, 12, 3]], "direction": "higher", "null": 1,
     "log": float(share_evidence([(half, 12, 3)], GRID, mpf(1)))},
    {"phases": [[0.25, 3, 40], [0.5, 21, 11]], "direction": "two-sided", "null": 1,
     "log": float(share_evidence([(half / 2, 3, 40), (half, 21, 11)], GRID + [1 / g for g in GRID], mpf(1)))},
    {"phases": [[0.125, 6, 90], [0.5, 31, 60]], "direction": "lower", "null": 0.75,
     "log": float(share_evidence([(half / 4, 6, 90), (half, 31, 60)], [mpf("0.75") / g for g in GRID], mpf("0.75")))},
]
ratios = [
    {"observed": o, "weights": w, "log": float(ratio_evidence(o, [mpf(x) / sum(w) for x in w], 10000))}
    for o, w in (([520, 430], [1, 1]), ([90, 260, 250], [2, 4, 4]), ([0, 300], [1, 1]))
]
lifts = [
    {"given": [d, m, vt, vc, c], "ends": [float(x) for x in fieller(*map(mpf, (d, m, vt, vc, c)))]}
    for d, m, vt, vc, c in ((0.5, 4, 0.09, 0.04, 1.96), (-0.25, 1, 0.0625, 0.0625, 2.5), (3, 10, 1, 4, 3))
]
bounds = [{"t": t, "alpha": a, "z": second_bound(t, a)} for t, a in ((0.5, 0.05), (0.3, 0.1))]

place = os.path.join(os.path.dirname(os.path.abspath(__file__)), "vectors.json")
with open(place, "w") as out:
    json.dump({"tails": tails, "shares": shares, "ratios": ratios, "lifts": lifts, "bounds": bounds}, out, indent=1)
    out.write("\n")
