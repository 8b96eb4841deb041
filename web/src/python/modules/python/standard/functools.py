# What MicroPython's own functools lacks besides: caches and cached properties.
def wraps(wrapped, *more):
    return lambda f: f


def update_wrapper(f, wrapped, *more):
    return f


def partial(func, *args, **options):
    def f(*more, **others):
        all_options = options.copy()
        all_options.update(others)
        return func(*(args + more), **all_options)

    return f


def reduce(function, sequence, *initial):
    it = iter(sequence)
    if initial:
        value = initial[0]
    else:
        try:
            value = next(it)
        except StopIteration:
            raise TypeError("reduce() of empty iterable with no initial value")
    for x in it:
        value = function(value, x)
    return value


def cache(f):
    kept = {}

    def g(*args, **options):
        key = (args, tuple(sorted(options.items())))
        if key not in kept:
            kept[key] = f(*args, **options)
        return kept[key]

    return g


# Nothing is forgotten: what the function gives is the same, whatever its size.
def lru_cache(maxsize=128, typed=False):
    return cache(maxsize) if callable(maxsize) else cache


def cmp_to_key(compare):
    class Key:
        def __init__(self, value):
            self.value = value

        def __lt__(self, other):
            return compare(self.value, other.value) < 0

    return Key


cached_property = property


def __getattr__(name):
    raise AttributeError("module 'functools' has no attribute '%s' here" % name)
