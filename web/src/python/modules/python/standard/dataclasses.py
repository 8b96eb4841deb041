# MicroPython keeps no annotations: the names of the fields come from prepare.ts, through `_fields`.
class Missing:
    pass


MISSING = Missing()


class FrozenInstanceError(AttributeError):
    pass


class Field:
    def __init__(self, default, default_factory, init, repr, compare):
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.compare = init, repr, compare
        self.name = None

    def value(self):
        return self.default if self.default_factory is MISSING else self.default_factory()

    def given(self):
        return self.default is not MISSING or self.default_factory is not MISSING


def field(default=MISSING, default_factory=MISSING, init=True, repr=True, compare=True, hash=None, metadata=None, kw_only=False):
    return Field(default, default_factory, init, repr, compare)


def fields(x):
    return tuple(x.__dataclass_fields__.values())


def is_dataclass(x):
    return hasattr(x, "__dataclass_fields__")


def asdict(x):
    if is_dataclass(x):
        return {f.name: asdict(getattr(x, f.name)) for f in fields(x)}
    if isinstance(x, (list, tuple)):
        return type(x)([asdict(y) for y in x])
    return {k: asdict(v) for k, v in x.items()} if isinstance(x, dict) else x


def astuple(x):
    return tuple([getattr(x, f.name) for f in fields(x)])


def replace(x, **changes):
    values = {f.name: getattr(x, f.name) for f in fields(x) if f.init}
    values.update(changes)
    return type(x)(**values)


def read(cls, names):
    known = {}
    for base in cls.__bases__:
        if is_dataclass(base):
            known.update({f.name: f for f in fields(base)})
    own = cls.__dict__
    for name in names:
        f = own.get(name, MISSING)
        if not isinstance(f, Field):
            f = Field(f, MISSING, True, True, True)
        if isinstance(f.default, (list, dict, set)):
            raise ValueError(
                "mutable default %s for field %s is not allowed: use default_factory" % (type(f.default), name)
            )
        f.name = name
        known[name] = f
        if f.default is not MISSING:
            setattr(cls, name, f.default)
    # A dict keeps no order here.
    from collections import OrderedDict

    order = []
    for base in cls.__bases__:
        if is_dataclass(base):
            order.extend([f.name for f in fields(base)])
    order.extend([n for n in names if n not in order])
    return OrderedDict([(n, known[n]) for n in order])


def listed(names):
    names = ["'%s'" % n for n in names]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + (", and " if len(names) > 2 else " and ") + names[-1]


def initialiser(cls, known, frozen):
    takes = [f for f in known.values() if f.init]

    def __init__(self, *args, **options):
        put = (lambda n, v: object.__setattr__(self, n, v)) if frozen else (lambda n, v: setattr(self, n, v))
        if len(args) > len(takes):
            raise TypeError(
                "%s.__init__() takes %d positional arguments but %d were given"
                % (cls.__name__, len(takes) + 1, len(args) + 1)
            )
        missing = []
        for i, f in enumerate(takes):
            if i < len(args):
                if f.name in options:
                    raise TypeError("%s.__init__() got multiple values for argument '%s'" % (cls.__name__, f.name))
                put(f.name, args[i])
            elif f.name in options:
                put(f.name, options.pop(f.name))
            elif f.given():
                put(f.name, f.value())
            else:
                missing.append(f.name)
        if missing:
            raise TypeError(
                "%s.__init__() missing %d required positional argument%s: %s"
                % (cls.__name__, len(missing), "s" if len(missing) > 1 else "", listed(missing))
            )
        for name in options:
            raise TypeError("%s.__init__() got an unexpected keyword argument '%s'" % (cls.__name__, name))
        for f in known.values():
            if not f.init and f.given():
                put(f.name, f.value())
        if hasattr(self, "__post_init__"):
            self.__post_init__()

    return __init__


def made(cls, names, init, repr_, eq, frozen):
    known = read(cls, names)
    cls.__dataclass_fields__ = known
    own = cls.__dict__
    if init and "__init__" not in own:
        cls.__init__ = initialiser(cls, known, frozen)
    if repr_ and "__repr__" not in own:

        def __repr__(self):
            shown = ["%s=%s" % (f.name, repr(getattr(self, f.name))) for f in known.values() if f.repr]
            return "%s(%s)" % (type(self).__name__, ", ".join(shown))

        cls.__repr__ = __repr__
        if "__str__" not in own:
            cls.__str__ = __repr__
    if eq and "__eq__" not in own:

        def __eq__(self, other):
            if type(self) is not type(other):
                return False
            return all([getattr(self, f.name) == getattr(other, f.name) for f in known.values() if f.compare])

        cls.__eq__ = __eq__
    if frozen:

        def __setattr__(self, name, value):
            raise FrozenInstanceError("cannot assign to field '%s'" % name)

        cls.__setattr__ = __setattr__
    return cls


def dataclass(cls=None, _names=(), init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, **more):
    make = lambda c, names=(): made(c, names, init, repr, eq, frozen)
    return make if cls is None else make(cls, _names)


# `@dataclass(...)` over a class comes as `@_fields(dataclass(...), "a", "b")`.
def _fields(decorator, *names):
    return lambda cls: decorator(cls, names)


import builtins

builtins._fields = _fields
