# What numpy and torch share: handles of arrays in JavaScript, and numbers to and from them.
import _arrays
from array import array
from uctypes import addressof
import builtins


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


builtins.slice = slice
plain_types = {float, int, bool}


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
