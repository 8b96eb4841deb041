# What numpy and torch share: handles of arrays in JavaScript, and numbers to and from them.
import _arrays
from array import array
from uctypes import addressof
from ucollections import OrderedDict


class LinAlgError(ValueError):
    pass


class AxisError(ValueError):
    pass


class UFuncTypeError(TypeError):
    pass


errors = {
    "UFuncTypeError": UFuncTypeError,
    "ValueError": ValueError,
    "TypeError": TypeError,
    "IndexError": IndexError,
    "RuntimeError": RuntimeError,
    "MemoryError": MemoryError,
    "OverflowError": OverflowError,
    "NotImplementedError": NotImplementedError,
    "AxisError": AxisError,
    "LinAlgError": LinAlgError,
}


# A call into JavaScript gives minus one where it failed, for no array is a number.
def ok(r):
    if r is -1:
        fail()
    return r


def fail():
    name, text = _arrays.error().split("|", 1)
    raise errors[name](text)


def numbers(t):
    return tuple([int(n) for n in t.split(",")]) if t else ()


class Array:
    def __init__(self, h):
        self.h = h


plain = _arrays.plain


def handle(x, dtype=None):
    if isinstance(x, Array):
        return x.h
    t = type(x)
    if dtype is None:
        if t is float:
            return plain("float64", x)
        if t is int:
            return plain("int64", float(x))
        if t is bool:
            return plain("bool", x)
    return nested(x, dtype)


kinds = ("bool", "int64", "float64")
inhomogeneous = (
    "setting an array element with a sequence. The requested array has an inhomogeneous shape after "
    "%d dimensions. The detected shape was %s + inhomogeneous part."
)


# MicroPython makes slices only of the a:b of an index.
class Slices:
    def __getitem__(self, key):
        return key


slice_type, slices = slice, Slices()


def slice(*args):
    start, stop, step = (None, args[0], None) if len(args) == 1 else (args + (None,))[:3]
    return slices[start:stop:step]


import builtins

builtins.slice = slice
plain_types = {float, int, bool}


# What `a *= b` and f"{t:.3f}" are rewritten to (prepare.ts).
def in_place(name, op):
    def f(a, b):
        return getattr(a, name)(b) if isinstance(a, Array) else op(a, b)

    return f


def number(x):
    return x.item() if isinstance(x, Array) and _arrays.rank(x.h) == 0 else x


own_repr = repr


# MicroPython's own digits of a float are at times one too many, and halves are not rounded to even.
def text(x):
    t = type(x)
    if t is float:
        return _arrays.repr(x)
    if t is list:
        return "[%s]" % ", ".join([text(y) for y in x])
    if t is tuple:
        return "(%s,)" % text(x[0]) if len(x) == 1 else "(%s)" % ", ".join([text(y) for y in x])
    if t is dict or t is OrderedDict:
        return "{%s}" % ", ".join([text(k) + ": " + text(x[k]) for k in x])
    if t is set and x:
        return "{%s}" % ", ".join([text(y) for y in x])
    if t is type:
        return "<class '%s'>" % class_name(x)
    if t is str:
        # MicroPython's own writes letters beyond English as numbers.
        own = own_repr(x)
        return _arrays.quoted(x) if "\\" in own and "\0" not in x else own
    if isinstance(x, Exception) and len(x.args) == 1:
        return "%s(%s)" % (t.__name__, text(x.args[0]))
    return own_repr(x)


# MicroPython's classes do not know where they were made; those of a module tell it here.
homes = {OrderedDict: "dict"}
no_homes = ("NoneType", "function", "generator", "module", "ellipsis", "NotImplementedType")
other_names = {"closure": "function", "bound_method": "method"}


def class_name(t):
    name = t.__name__
    if t in homes:
        return homes[t]
    name = other_names.get(name, name)
    return name if name in no_homes or hasattr(builtins, name) else "__main__." + name


def at_home(home, names, classes):
    for name in names.split():
        homes[classes[name]] = home + "." + name


containers = {float, list, tuple, dict, OrderedDict, set, type}


def exact(x):
    if type(x) in containers:
        return text(x)
    return said(x) if isinstance(x, Exception) else x


# What Python says of an error that is caught.
def said(error):
    if isinstance(error, KeyError) and len(error.args) == 1:
        return text(error.args[0])
    return _arrays.words(type(error).__name__, str(error))


def shown(x):
    return exact(number(x))


def fixed(x, width, decimals):
    x = number(x)
    if type(x) not in plain_types:
        return "{:.1f}".format(x)
    text = _arrays.fixed(float(x), decimals)
    return " " * (width - len(text)) + text


# "%5.2f" and "{:5.2f}", value by value.
def percent(spec, x):
    kind, x = spec[-1], number(x)
    if kind == "r":
        return (spec[:-1] + "s") % text(x)
    if kind == "s":
        return spec % (exact(x),)
    if kind in "feEgG" and type(x) in plain_types and "#" not in spec:
        return field(spec[1:].replace("-", "<", 1), x)
    return spec % (x,)


def field(spec, x):
    x = number(x)
    if not spec:
        return str(exact(x))
    if type(x) not in plain_types or spec[-1] not in "f%,eEgG" or "#" in spec or x - x != 0:
        return ("{:" + spec + "}").format(x)
    fill, align, i = " ", ">", 0
    if spec[1:2] and spec[1] in "<>^=":
        fill, align, i = spec[0], spec[1], 2
    elif spec[0] in "<>^=":
        align, i = spec[0], 1
    sign = ""
    if spec[i : i + 1] and spec[i] in "+- ":
        sign, i = spec[i].replace("-", ""), i + 1
    if spec[i : i + 1] == "0":
        fill, align = ("0", "=") if i == 0 or spec[i - 1] not in "<>^=" else ("0", align)
    width, dot, decimals = spec[i:-1].partition(".")
    kind = spec[-1]
    comma = kind == "," or width.endswith(",")
    if kind == ",":
        digits = str(abs(x)) if type(x) is int else _arrays.repr(abs(x))
    elif kind in "eEgG":
        digits = _arrays.digits(float(abs(x)), kind.lower(), int(decimals) if dot else 6)
        digits = digits.upper() if kind in "EG" else digits
    else:
        digits = _arrays.fixed(float(abs(x) * (100.0 if kind == "%" else 1.0)), int(decimals) if dot else 6)
    if comma:
        whole_part, point, rest = digits.partition(".")
        at = len(whole_part) - 3
        while at > 0:
            whole_part, at = whole_part[:at] + "," + whole_part[at:], at - 3
        digits = whole_part + point + rest
    if kind == "%":
        digits += "%"
    if _arrays.repr(float(x))[0] == "-":
        sign = "-"
    gap = int(width.rstrip(",") or 0) - len(sign) - len(digits)
    if gap <= 0 or align == "=":
        return sign + fill * max(gap, 0) + digits
    left = gap // 2 if align == "^" else gap if align == ">" else 0
    return fill * left + sign + digits + fill * (gap - left)


class Template:
    def __init__(self, string):
        self.string = string

    def __mod__(self, values):
        if isinstance(values, dict):
            return self.string % dict([(key, exact(values[key])) for key in values])
        if "*" in self.string:
            return self.string % values
        values = list(values) if isinstance(values, tuple) else [values]
        parts = self.string.split("%")
        out, i = parts[0], 1
        while i < len(parts):
            part, n = parts[i], 0
            if not part and i + 1 < len(parts):
                out += "%" + parts[i + 1]
                i += 2
                continue
            while n < len(part) and part[n] in "0123456789.+- #":
                n += 1
            if n == len(part):
                raise ValueError("incomplete format")
            if not values:
                raise TypeError("not enough arguments for format string")
            out += percent("%" + part[: n + 1], values.pop(0)) + part[n + 1 :]
            i += 1
        if values:
            raise TypeError("not all arguments converted during string formatting")
        return out

    def format(self, *args, **options):
        s = self.string
        if "!" in s or "[" in s or "{{" in s or "}}" in s:
            return s.format(*args, **options)
        parts = s.split("{")
        out, next_one = parts[0], 0
        for part in parts[1:]:
            inside, close, rest = part.partition("}")
            name, _, spec = inside.partition(":")
            if not close or "." in name:
                return s.format(*args, **options)
            if name and not name.isdigit():
                value = options[name]
            else:
                at = int(name) if name else next_one
                next_one += 1
                if at >= len(args):
                    raise IndexError("Replacement index %d out of range for positional args tuple" % at)
                value = args[at]
            out += field(spec, value) + rest
        return out


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


own_print = print


def exact_print(*args, **options):
    own_print(*[exact(x) for x in args], **options)


builtins.print = exact_print
own_round = round


# Python rounds the exact value, halves to even.
def exact_round(x, ndigits=None):
    x = number(x)
    if type(x) is float and ndigits is not None and ndigits >= 0 and x - x == 0:
        return float(_arrays.fixed(x, ndigits))
    if isinstance(x, Array):
        return x.round(ndigits or 0)
    return own_round(x) if ndigits is None else own_round(x, ndigits)


builtins.round = exact_round
builtins.vars = lambda x: x.__dict__
builtins._listed = lambda *items: list(items)
# One of MicroPython's stands for several of Python's.
builtins.RecursionError, builtins.UnboundLocalError = RuntimeError, NameError
builtins.ModuleNotFoundError, builtins.FloatingPointError = ImportError, ArithmeticError
builtins.FileNotFoundError = builtins.PermissionError = builtins.IOError = OSError
builtins.repr = text
builtins._field = field
builtins._shown = shown
builtins._left = left
builtins._less = comparison(lambda a, b: a < b, "__gt__")
builtins._most = comparison(lambda a, b: a <= b, "__ge__")
builtins._more = comparison(lambda a, b: a > b, "__lt__")
builtins._least = comparison(lambda a, b: a >= b, "__le__")
builtins._method = method
builtins._part = part
builtins.sorted = stable
builtins._dict = ordered
builtins._Template = Template
builtins._fixed = fixed
builtins._number = number
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


# Whether there is anything but numbers in a list.
def listed(x):
    return not set([type(y) for y in x]) <= plain_types


class Reader:
    def __init__(self):
        self.flat = array("d")
        self.kind = 0
        self.dtype = None

    def shape(self, x):
        if isinstance(x, Array):
            return numbers(_arrays.shape(x.h))
        if isinstance(x, (list, tuple, range)):
            if not len(x):
                return (0,)
            if not listed(x):
                return (len(x),)
            first = self.shape(x[0])
            for i in range(1, len(x)):
                other = self.shape(x[i])
                if other != first:
                    n = 0
                    while n < len(first) and n < len(other) and first[n] == other[n]:
                        n += 1
                    shape = (len(x),) + first[:n]
                    raise ValueError(inhomogeneous % (len(shape), shape))
            return (len(x),) + first
        return ()

    def read(self, x):
        t = type(x)
        if t is float:
            self.kind = 2
            self.flat.append(x)
        elif t is int:
            if self.kind < 1:
                self.kind = 1
            self.flat.append(x)
        elif t is bool:
            self.flat.append(x)
        elif isinstance(x, Array):
            d = _arrays.dtype(x.h)
            if d == "float32" and self.dtype is None:
                self.dtype = d
            elif d[0] != "b" and d != "float32":
                self.dtype = ""
            k = 2 if d[0] == "f" else kinds.index(d)
            self.kind = max(self.kind, k)
            self.flat.extend(values(x.h))
        elif isinstance(x, (list, tuple, range)):
            types = set([type(y) for y in x])
            if types <= plain_types:
                self.kind = max(self.kind, 2 if float in types else 1 if int in types else 0)
                self.flat.extend(array("d", x))
            else:
                for y in x:
                    self.read(y)
        elif hasattr(x, "__float__"):
            self.kind = 2
            self.flat.append(float(x))
        else:
            raise TypeError(
                "arrays here hold numbers and truth values only, not '%s'" % t.__name__
            )


def nested(x, dtype=None, default=None):
    if hasattr(x, "__next__") or isinstance(x, (set, dict)):
        raise TypeError("an array cannot be made of '%s' here: make a list of it first" % type(x).__name__)
    r = Reader()
    shape = r.shape(x)
    r.read(x)
    if not dtype:
        dtype = kinds[r.kind] if len(r.flat) else "float64"
        if dtype == "float64":
            dtype = r.dtype or default or dtype
    n = len(r.flat)
    return ok(_arrays.load(addressof(r.flat) if n else 0, dtype, *shape))


# The elements row by row, as doubles.
def values(h):
    n = _arrays.size(h)
    out = array("d", bytes(8 * n))
    if n:
        _arrays.dump(h, addressof(out))
    return out


def item(h):
    v = _arrays.item(h)
    d = _arrays.dtype(h)
    if d[0] == "f":
        return float(v)
    return bool(v) if d == "bool" else int(v)


def tolist(h):
    shape = numbers(_arrays.shape(h))
    if not shape:
        return item(h)
    d = _arrays.dtype(h)
    flat = list(values(h))
    if d == "int64":
        flat = [int(x) for x in flat]
    elif d == "bool":
        flat = [bool(x) for x in flat]
    for i in range(len(shape) - 1, 0, -1):
        n = shape[i]
        count = 1
        for m in shape[:i]:
            count *= m
        flat = [flat[k * n : k * n + n] for k in range(count)]
    return flat


# An index as letters, each followed by what belongs to it.
def words(key):
    out = []
    for k in key if isinstance(key, tuple) else (key,):
        t = type(k)
        if t is int:
            out.append("i")
            out.append(within(k))
        elif t is slice_type:
            out.append("s")
            for x in (k.start, k.stop, k.step):
                out.append(None if x is None else within(whole(x)))
        elif k is None:
            out.append("n")
        elif k is Ellipsis:
            out.append("r")
        elif isinstance(k, (list, tuple, bool, range)):
            out.append("a")
            out.append(handle(k) if t is not bool else _arrays.full("bool", float(k)))
        elif isinstance(k, Array):
            h = k.h
            if _arrays.rank(h) == 0 and _arrays.dtype(h) == "int64":
                out.append("i")
                out.append(item(h))
            else:
                out.append("a")
                out.append(h)
        else:
            raise IndexError(
                "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices"
            )
    return out


def whole(x):
    if type(x) is int:
        return x
    if type(x) is bool:
        return int(x)
    if isinstance(x, Array) and _arrays.size(x.h) == 1 and _arrays.dtype(x.h) == "int64":
        return item(x.h)
    if isinstance(x, Array):
        raise TypeError("only integer scalar arrays can be converted to a scalar index")
    raise TypeError("'%s' object cannot be interpreted as an integer" % type(x).__name__)


# JavaScript is given whole numbers of thirty bits; longer ones would arrive as zero.
most = 2**30 - 1


def within(k):
    return max(-most, min(most, k))


def sizes(args):
    if len(args) == 1 and isinstance(args[0], (tuple, list)):
        args = args[0]
    shape = [whole(n) for n in args]
    for n in shape:
        if abs(n) > most:
            raise ValueError("Maximum allowed dimension exceeded")
    return shape


def axes(axis):
    if axis is None:
        return (None,)
    return tuple([whole(a) for a in axis]) if isinstance(axis, (tuple, list)) else (whole(axis),)


class finfo:
    def __init__(self, dtype):
        single = getattr(dtype, "name", dtype) == "float32"
        self.bits, self.eps = (32, 2.0**-23) if single else (64, 2.0**-52)
        self.max = (2 - self.eps) * (2.0**127 if single else 2.0**1023)
        self.min = -self.max
        self.tiny = self.smallest_normal = 2.0**-126 if single else 2.0**-1022


def give(name, h, kind):
    import __main__

    if kind == "torch":
        import torch

        setattr(__main__, name, torch.Tensor(h))
    else:
        import numpy

        setattr(__main__, name, numpy.ndarray(h))


def take(name):
    import __main__

    x = getattr(__main__, name, None)
    if isinstance(x, Array):
        return x.h
    if type(x) in (float, int, bool):
        return handle(x)
    if isinstance(x, (list, tuple)):
        try:
            return nested(x)
        except (TypeError, ValueError):
            pass
    return None
