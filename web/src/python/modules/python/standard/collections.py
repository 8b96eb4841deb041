from ucollections import OrderedDict, deque, namedtuple


class defaultdict(dict):
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


class Counter(dict):
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


def __getattr__(name):
    raise AttributeError("module 'collections' has no attribute '%s' here" % name)
