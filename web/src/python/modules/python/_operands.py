# What code is rewritten to (prepare.ts) where MicroPython asks the wrong object, or none.
import _arrays
import builtins
from _core import Array, handle, item, plain_types, slice_type, slices
from ucollections import OrderedDict


# `a *= b`, in place for arrays.
def in_place(name, op):
    def f(a, b):
        return getattr(a, name)(b) if isinstance(a, Array) else op(a, b)

    return f


# A number left of an operator, which MicroPython does not always let an array at its right answer.
def left_operand(name, mirrored, op):
    def f(self, other):
        if isinstance(other, Left):
            other = other.x
        return getattr(other, mirrored)(self.x) if isinstance(other, Array) else op(self.x, other)

    setattr(Left, "__" + name + "__", f)


class Left:
    def __init__(self, x):
        self.x = x


def left(x):
    return Left(x) if type(x) in plain_types else x


# What stands right is asked where it is an array, and where the left has no answer.
def comparison(op, mirrored):
    def f(a, b):
        if not isinstance(b, Array) or isinstance(a, Array):
            try:
                return op(a, b)
            except TypeError:
                if not hasattr(b, mirrored):
                    raise
        return getattr(b, mirrored)(a)

    return f


letters = {"upper", "lower", "isalpha", "isdigit", "isspace", "isupper", "islower"}


# A method that MicroPython's texts, lists and numbers lack, or that others have better.
def method(x, name):
    t = type(x)
    # MicroPython's own know the letters of English alone.
    if t is str and name in letters:
        return lambda: _arrays.of_text(name, x)
    if t is str and (name == "center" or not hasattr(x, name)):
        from _strings import methods

        if name in methods:
            return lambda *args, **options: methods[name](x, *args, **options)
    if t is list and name == "sort":
        return lambda key=None, reverse=False: x.__setitem__(slices[:], stable(x, key, reverse))
    if t in plain_types and name in scalar_methods:
        return lambda *args, **options: scalar_methods[name](x, *args)
    return getattr(x, name)


# Steps in texts and tuples.
class Part:
    def __init__(self, x):
        self.x = x

    def __getitem__(self, key):
        x = self.x
        if type(key) is not slice_type:
            return x[key]
        items = list(x)[key]
        return "".join(items) if type(x) is str else type(x)(items)


def part(x):
    return Part(x) if type(x) in (str, tuple, bytes) else x


# A result without axes is a plain number here, and a number of NumPy's has these.
scalar_methods = {
    "item": lambda x: x,
    "tolist": lambda x: x,
    "round": lambda x, decimals=0: item(_arrays.round(handle(x), decimals)),
    "astype": lambda x, dtype: dtype(x),
}


for n, m, op in (
    ("lt", "gt", lambda a, b: a < b),
    ("le", "ge", lambda a, b: a <= b),
    ("gt", "lt", lambda a, b: a > b),
    ("ge", "le", lambda a, b: a >= b),
    ("and", "and", lambda a, b: a & b),
    ("or", "or", lambda a, b: a | b),
    ("xor", "xor", lambda a, b: a ^ b),
    ("add", "radd", lambda a, b: a + b),
    ("sub", "rsub", lambda a, b: a - b),
    ("mul", "rmul", lambda a, b: a * b),
    ("truediv", "rtruediv", lambda a, b: a / b),
    ("pow", "rpow", lambda a, b: a**b),
):
    left_operand(n, "__" + m + "__", op)


# Dicts that keep their order (prepare-dicts.ts).
def ordered(*parts, **options):
    out = OrderedDict()
    for part in parts + (options,):
        for key, value in part.items() if isinstance(part, dict) else part:
            out[key] = value
    return out


own_sorted = sorted


# MicroPython's own changes the order of those that are equal.
def stable(iterable, key=None, reverse=False):
    items = list(iterable)
    if key is None:
        return own_sorted(items, reverse=reverse)
    sign = -1 if reverse else 1
    pairs = [(key(items[i]), sign * i) for i in range(len(items))]
    return [items[sign * i] for _, i in own_sorted(pairs, reverse=reverse)]


builtins.vars = lambda x: x.__dict__
builtins._listed = lambda *items: list(items)
# One of MicroPython's stands for several of Python's.
builtins.RecursionError, builtins.UnboundLocalError = RuntimeError, NameError
builtins.ModuleNotFoundError, builtins.FloatingPointError = ImportError, ArithmeticError
builtins.FileNotFoundError = builtins.PermissionError = builtins.IOError = OSError
builtins._left = left
builtins._less = comparison(lambda a, b: a < b, "__gt__")
builtins._most = comparison(lambda a, b: a <= b, "__ge__")
builtins._more = comparison(lambda a, b: a > b, "__lt__")
builtins._least = comparison(lambda a, b: a >= b, "__le__")
builtins._method = method
builtins._part = part
builtins.sorted = stable
builtins._dict = ordered
for n, op in (
    ("mul", lambda a, b: a * b),
    ("truediv", lambda a, b: a / b),
    ("floordiv", lambda a, b: a // b),
    ("mod", lambda a, b: a % b),
    ("pow", lambda a, b: a**b),
    ("and", lambda a, b: a & b),
    ("or", lambda a, b: a | b),
    ("xor", lambda a, b: a ^ b),
    ("matmul", lambda a, b: a @ b),
):
    setattr(builtins, "_i" + n, in_place("__i" + n + "__", op))
