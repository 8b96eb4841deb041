def count(start=0, step=1):
    while True:
        yield start
        start += step


def cycle(iterable):
    kept = list(iterable)
    while kept:
        for x in kept:
            yield x


def repeat(value, times=None):
    while times is None or times > 0:
        yield value
        if times is not None:
            times -= 1


class chain:
    def __init__(self, *iterables):
        self.iterables = iterables

    def __iter__(self):
        for iterable in self.iterables:
            for x in iterable:
                yield x

    @staticmethod
    def from_iterable(iterables):
        return (x for iterable in iterables for x in iterable)


def islice(iterable, *args):
    start, stop, step = (0, args[0], 1) if len(args) == 1 else (args + (None,))[:3]
    start, step = start or 0, step or 1
    if stop is not None and stop <= start:
        return
    for i, x in enumerate(iterable):
        if i >= start and (i - start) % step == 0:
            yield x
        if stop is not None and i + 1 >= stop:
            return


def accumulate(iterable, func=None, initial=None):
    total, first = initial, initial is None
    if not first:
        yield total
    for x in iterable:
        total = x if first else func(total, x) if func else total + x
        first = False
        yield total


def product(*iterables, repeat=1):
    rows = [()]
    for pool in [tuple(x) for x in iterables] * repeat:
        rows = [row + (x,) for row in rows for x in pool]
    return iter(rows)


def permutations(iterable, r=None):
    pool = tuple(iterable)
    r = len(pool) if r is None else r
    return (tuple([pool[i] for i in at]) for at in product(range(len(pool)), repeat=r) if len(set(at)) == r)


def combinations(iterable, r):
    pool = tuple(iterable)
    return (tuple([pool[i] for i in at]) for at in product(range(len(pool)), repeat=r) if rising(at, 1))


def combinations_with_replacement(iterable, r):
    pool = tuple(iterable)
    return (tuple([pool[i] for i in at]) for at in product(range(len(pool)), repeat=r) if rising(at, 0))


def rising(at, step):
    return all([at[i + 1] - at[i] >= step for i in range(len(at) - 1)])


def starmap(function, iterable):
    return (function(*args) for args in iterable)


def takewhile(test, iterable):
    for x in iterable:
        if not test(x):
            return
        yield x


def dropwhile(test, iterable):
    dropping = True
    for x in iterable:
        dropping = dropping and test(x)
        if not dropping:
            yield x


def pairwise(iterable):
    kept = list(iterable)
    return zip(kept, kept[1:])


def zip_longest(*iterables, fillvalue=None):
    kept = [list(x) for x in iterables]
    for i in range(max([len(x) for x in kept] + [0])):
        yield tuple([x[i] if i < len(x) else fillvalue for x in kept])


def groupby(iterable, key=None):
    group = []
    for x in iterable:
        k = key(x) if key else x
        if group and k != last:
            yield last, iter(group)
            group = []
        group.append(x)
        last = k
    if group:
        yield last, iter(group)


def tee(iterable, n=2):
    kept = list(iterable)
    return tuple([iter(kept) for _ in range(n)])


def __getattr__(name):
    raise AttributeError("module 'itertools' has no attribute '%s' here" % name)
