import _arrays
from _core import item, ok, sizes


def made(h):
    from numpy import ndarray

    ok(h)
    return ndarray(h) if _arrays.rank(h) else item(h)


def shaped(size):
    return () if size is None else sizes((size,) if isinstance(size, (tuple, list)) else (size,))


# What RandomState and Generator have in common; h is the source of their numbers in JavaScript.
class Source:
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

    def whole(self, low, high, size):
        if high is None:
            low, high = 0, low
        if low >= high:
            raise ValueError("low >= high")
        return made(_arrays.integers(self.h, float(low), float(high), *shaped(size)))

    def permutation(self, x):
        from numpy import asarray

        if type(x) is int:
            return made(_arrays.permutation(self.h, x))
        x = asarray(x)
        return x[made(_arrays.permutation(self.h, len(x)))]

    def shuffle(self, x):
        if isinstance(x, list):
            order = made(_arrays.permutation(self.h, len(x))).tolist()
            x[:] = [x[i] for i in order]
        else:
            x[...] = self.permutation(x)

    def choice(self, a, size=None, replace=True, p=None):
        n = a if type(a) is int else len(a)
        if n <= 0:
            what = "a must be greater than 0" if type(a) is int else "'a' cannot be empty"
            raise ValueError(what + " unless no samples are taken")
        shape = shaped(size)
        count = 1
        for m in shape:
            count *= m
        if not replace and count > n:
            raise ValueError("Cannot take a larger sample than population when 'replace=False'")
        if p is not None:
            at = self.weighed(n, size, count, replace, p)
        elif replace:
            at = self.whole(0, n, size)
        else:
            at = self.some(n, count)
        if size is None:
            at = int(at if replace else at[0])
            return at if type(a) is int else a[at]
        at = at.reshape(shape)
        if type(a) is int:
            return at
        from numpy import asarray

        return asarray(a)[at]

    def weighed(self, n, size, count, replace, p):
        from numpy import asarray

        p = asarray(p, float)
        if p.shape != (n,):
            raise ValueError("'a' and 'p' must have same size")
        if (p < 0).any():
            raise ValueError("probabilities are not non-negative")
        if abs(p.sum() - 1) > 1.5e-8:
            raise ValueError("probabilities do not sum to 1")
        if replace:
            return drawn(p, self.random(size))
        if (p > 0).sum() < count:
            raise ValueError("Fewer non-zero entries in p than size")
        p, found = p.copy(), []
        while len(found) < count:
            for i in found:
                p[i] = 0
            for i in drawn(p, self.random((count - len(found),))).tolist():
                if i not in found:
                    found.append(i)
        return asarray(found)


# Where each number falls among the sums of the probabilities.
def drawn(p, x):
    from numpy import asarray, cumsum

    sums = cumsum(p)
    sums = sums / sums[-1]
    return (sums <= asarray(x).reshape(asarray(x).shape + (1,))).sum(-1)


class RandomState(Source):
    def __init__(self, seed=None):
        self.h = ok(_arrays.legacy(checked(seed)))

    def randn(self, *shape):
        return made(_arrays.normal(self.h, 0, 1, *sizes(shape)))

    def rand(self, *shape):
        return made(_arrays.uniform(self.h, 0, 1, *sizes(shape)))

    def random_sample(self, size=None):
        return self.random(size)

    def randint(self, low, high=None, size=None):
        return self.whole(low, high, size)

    def some(self, n, count):
        return self.permutation(n)[:count]

    def __getattr__(self, name):
        raise AttributeError("'numpy.random.RandomState' object has no attribute '%s' here" % name)


def checked(seed):
    if seed is not None and not 0 <= seed < 2**32:
        raise ValueError("Seed must be between 0 and 2**32 - 1")
    return None if seed is None else float(seed)


def seed(seed=None):
    ok(_arrays.seed(checked(seed)))


# The one that np.random.seed starts.
state = RandomState()
state.h = None
randn, rand, random, random_sample, standard_normal = (
    state.randn,
    state.rand,
    state.random,
    state.random_sample,
    state.standard_normal,
)
normal, uniform, randint, permutation, shuffle, choice = (
    state.normal,
    state.uniform,
    state.randint,
    state.permutation,
    state.shuffle,
    state.choice,
)


class Generator(Source):
    def integers(self, low, high=None, size=None, endpoint=False):
        if high is None:
            low, high = 0, low
        return self.whole(low, high + (1 if endpoint else 0), size)

    def some(self, n, count):
        return made(_arrays.some(self.h, n, count))

    def __getattr__(self, name):
        raise AttributeError("'numpy.random.Generator' object has no attribute '%s' here" % name)


def default_rng(seed=None):
    if isinstance(seed, Generator):
        return seed
    return Generator(ok(_arrays.generator(None if seed is None else str(seed))))


def __getattr__(name):
    raise AttributeError("module 'numpy.random' has no attribute '%s' here" % name)
