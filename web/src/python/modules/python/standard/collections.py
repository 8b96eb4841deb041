from _words import at_home
from ucollections import OrderedDict
from ucollections import namedtuple as own_namedtuple


# What MicroPython's own lacks: a text of names, defaults, _replace and _asdict.
def namedtuple(typename, field_names, rename=False, defaults=()):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    names = tuple(field_names)

    class Named(own_namedtuple(typename, names)):
        _fields = names

        def _replace(self, **options):
            return made(*[options.get(n, getattr(self, n)) for n in names])

        def _asdict(self):
            return OrderedDict([(n, getattr(self, n)) for n in names])

    made = Named
    return made


class deque:
    def __init__(self, iterable=(), maxlen=None):
        self.items, self.maxlen = [], maxlen
        self.extend(iterable)

    def append(self, x):
        self.items.append(x)
        if self.maxlen is not None and len(self.items) > self.maxlen:
            self.items.pop(0)

    def appendleft(self, x):
        self.items.insert(0, x)
        if self.maxlen is not None and len(self.items) > self.maxlen:
            self.items.pop()

    def extend(self, iterable):
        for x in iterable:
            self.append(x)

    def extendleft(self, iterable):
        for x in iterable:
            self.appendleft(x)

    def pop(self):
        if not self.items:
            raise IndexError("pop from an empty deque")
        return self.items.pop()

    def popleft(self):
        if not self.items:
            raise IndexError("pop from an empty deque")
        return self.items.pop(0)

    def clear(self):
        self.items.clear()

    def rotate(self, n=1):
        if self.items:
            k = -n % len(self.items)
            self.items = self.items[k:] + self.items[:k]

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return iter(self.items)

    def __contains__(self, x):
        return x in self.items

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, x):
        self.items[i] = x

    def __eq__(self, other):
        return isinstance(other, deque) and self.items == other.items

    def __repr__(self):
        more = "" if self.maxlen is None else ", maxlen=%d" % self.maxlen
        return "deque(%s%s)" % (repr(self.items), more)

    __str__ = __repr__


class defaultdict(OrderedDict):
    def __init__(self, default_factory=None, *args, **options):
        super().__init__(*args, **options)
        self.default_factory = default_factory

    def __getitem__(self, key):
        if key not in self:
            if self.default_factory is None:
                raise KeyError(key)
            self[key] = self.default_factory()
        return super().__getitem__(key)

    def __repr__(self):
        return "defaultdict(%r, %s)" % (self.default_factory, repr(_dict(self)))

    __str__ = __repr__


class Counter(OrderedDict):
    def __init__(self, iterable=()):
        super().__init__()
        self.update(iterable)

    def __getitem__(self, key):
        return self.get(key, 0)

    def update(self, iterable):
        pairs = iterable.items() if isinstance(iterable, dict) else ((x, 1) for x in iterable)
        for key, n in pairs:
            self[key] = self[key] + n

    def most_common(self, n=None):
        pairs = sorted(self.items(), key=lambda pair: -pair[1])
        return pairs if n is None else pairs[:n]

    def total(self):
        return sum(self.values())

    def elements(self):
        return (key for key, n in self.items() for _ in range(n))

    def __repr__(self):
        return "Counter({%s})" % ", ".join(["%r: %r" % pair for pair in self.most_common()])

    __str__ = __repr__


at_home("collections", "defaultdict Counter deque", globals())


def __getattr__(name):
    raise AttributeError("module 'collections' has no attribute '%s' here" % name)
