# Names for annotations, which nothing here reads.
class Hint:
    def __init__(self, name):
        self.name = name

    def __getitem__(self, key):
        return self

    def __call__(self, *args, **options):
        return self

    def __or__(self, other):
        return self

    __ror__ = __or__

    def __repr__(self):
        return "typing." + self.name


TYPE_CHECKING = False


class Protocol:
    pass


class Generic:
    pass


def cast(kind, value):
    return value


def NewType(name, kind):
    return lambda value: value


def final(f):
    return f


overload = runtime_checkable = no_type_check = final
__names = (
    "Any Union Optional List Dict Tuple Set FrozenSet Type Callable Iterable Iterator Sequence Mapping MutableMapping "
    "Generator TypeVar Literal Final ClassVar Annotated NoReturn Self TypeAlias Hashable Collection DefaultDict "
    "NamedTuple TypedDict Text"
).split()


def __getattr__(name):
    if name in __names:
        return Hint(name)
    raise AttributeError("module 'typing' has no attribute '%s' here" % name)
