# Python's math: what MicroPython's own has, and the rest of what is used.
import _arrays
from math import (
    acos, acosh, asin, asinh, atan, atan2, atanh, ceil, copysign, cos, degrees, e, erf, erfc, fabs, factorial, floor, fmod, frexp, gamma, inf, isclose, isfinite, isinf, isnan, ldexp, lgamma, log10, log2,
    modf, nan, pi, pow, radians, sin, sqrt, tan, tanh, tau, trunc, log,
)
from math import cosh as _cosh, exp as _exp, expm1 as _expm1, sinh as _sinh


# Of these no number is outside the domain: what is refused is a result beyond the largest number.
def _ranged(function):
    def ranged(x):
        try:
            return function(x)
        except ValueError:
            raise OverflowError("math range error")

    return ranged


cosh = _ranged(_cosh)
exp = _ranged(_exp)
expm1 = _ranged(_expm1)
sinh = _ranged(_sinh)


def prod(iterable, start=1):
    for x in iterable:
        start = start * x
    return start


def gcd(*numbers):
    a = 0
    for b in numbers:
        while b:
            a, b = b, a % b
    return abs(a)


def lcm(*numbers):
    a = 1
    for b in numbers:
        a = abs(a * b) // gcd(a, b) if a and b else 0
    return a


def comb(n, k):
    return 0 if k > n else factorial(n) // (factorial(k) * factorial(n - k))


def perm(n, k=None):
    k = n if k is None else k
    return 0 if k > n else factorial(n) // factorial(n - k)


def isqrt(n):
    r = int(sqrt(n))
    while r * r > n:
        r -= 1
    while (r + 1) * (r + 1) <= n:
        r += 1
    return r


def hypot(*x):
    top = max([fabs(v) for v in x] + [0.0])
    return top if top in (0.0, inf) else top * sqrt(fsum([(v / top) ** 2 for v in x]))


def dist(p, q):
    return hypot(*[a - b for a, b in zip(p, q)])


# Shewchuk's partial sums: the sum of all, rounded once.
def fsum(iterable):
    parts = []
    for x in iterable:
        kept = []
        for y in parts:
            if fabs(x) < fabs(y):
                x, y = y, x
            high = x + y
            low = y - (high - x)
            if low:
                kept.append(low)
            x = high
        parts = kept + [x]
    return float(sum(reversed(parts))) if parts else 0.0


def log1p(x):
    if x <= -1:
        raise ValueError("math domain error")
    return _arrays.item(_arrays.unary("log1p", _arrays.plain("float64", float(x)), "numpy"))


def __getattr__(name):
    raise AttributeError("module 'math' has no attribute '%s' here" % name)
