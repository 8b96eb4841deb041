import _arrays
from _core import handle, item, ok, sizes


def made(h):
    from numpy import ndarray

    ok(h)
    return ndarray(h) if _arrays.rank(h) else item(h)


def shaped(size):
    return () if size is None else sizes((size,) if isinstance(size, (tuple, list)) else (size,))


def seed(seed=None):
    if seed is not None and not 0 <= seed < 2**32:
        raise ValueError("Seed must be between 0 and 2**32 - 1")
    ok(_arrays.seed(None if seed is None else float(seed)))


def randn(*shape):
    return made(_arrays.normal(None, 0, 1, *sizes(shape)))


def rand(*shape):
    return made(_arrays.uniform(None, 0, 1, *sizes(shape)))


def random(size=None):
    return made(_arrays.uniform(None, 0, 1, *shaped(size)))


random_sample = random


def standard_normal(size=None):
    return normal(0, 1, size)


def normal(loc=0.0, scale=1.0, size=None):
    return made(_arrays.normal(None, loc, scale, *shaped(size)))


def uniform(low=0.0, high=1.0, size=None):
    return made(_arrays.uniform(None, low, high, *shaped(size)))


def randint(low, high=None, size=None):
    if high is None:
        low, high = 0, low
    if low >= high:
        raise ValueError("low >= high")
    return made(_arrays.integers(None, float(low), float(high), *shaped(size)))


def permutation(x):
    from numpy import asarray

    if type(x) is int:
        return made(_arrays.permutation(x))
    x = asarray(x)
    return x[made(_arrays.permutation(len(x)))]


def shuffle(x):
    if isinstance(x, list):
        order = made(_arrays.permutation(len(x))).tolist()
        x[:] = [x[i] for i in order]
    else:
        x[...] = permutation(x)


class Generator:
    def __init__(self, h):
        self.h = h

    def random(self, size=None):
        return made(_arrays.uniform(self.h, 0, 1, *shaped(size)))

    def uniform(self, low=0.0, high=1.0, size=None):
        return made(_arrays.uniform(self.h, low, high, *shaped(size)))

    def standard_normal(self, size=None):
        return made(_arrays.normal(self.h, 0, 1, *shaped(size)))

    def normal(self, loc=0.0, scale=1.0, size=None):
        return made(_arrays.normal(self.h, loc, scale, *shaped(size)))

    def integers(self, low, high=None, size=None, endpoint=False):
        if high is None:
            low, high = 0, low
        high += 1 if endpoint else 0
        if low >= high:
            raise ValueError("low >= high")
        return made(_arrays.integers(self.h, float(low), float(high), *shaped(size)))

    def __getattr__(self, name):
        raise AttributeError("'numpy.random.Generator' object has no attribute '%s' here" % name)


def default_rng(seed=None):
    return Generator(ok(_arrays.generator(None if seed is None else str(seed))))


def __getattr__(name):
    raise AttributeError("module 'numpy.random' has no attribute '%s' here" % name)
