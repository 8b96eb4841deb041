# NumPy's names over arrays that JavaScript keeps and computes.
import _arrays
from _core import (
    Array,
    AxisError,
    axes,
    handle,
    item,
    nested,
    numbers,
    ok,
    sizes,
    slice,
    slices,
    tolist,
    whole,
    words,
)
import _core
from _words import at_home
from math import pi, e, inf, nan

s_, newaxis = slices, None
NaN = nan
Inf = inf
__version__ = "1.24"


class dtype:
    def __init__(self, name):
        self.name = name
        self.itemsize = {"bool": 1, "float32": 4}.get(name, 8)
        self.kind = {"bool": "b", "int64": "i"}.get(name, "f")

    def __str__(self):
        return self.name

    def __repr__(self):
        return "dtype('%s')" % self.name

    def __eq__(self, other):
        try:
            return named(other) == self.name
        except TypeError:
            return False

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.name)

    def __call__(self, x=0):
        h = cast(handle(x), self.name)
        return give(h)


class scalar_type(dtype):
    def __repr__(self):
        return "<class 'numpy.%s'>" % (self.name + "_" if self.name == "bool" else self.name)


class finfo(_core.finfo):
    def __init__(self, d):
        super().__init__(d)
        if self.bits == 32:
            for n in ("eps", "max", "min", "tiny", "smallest_normal"):
                setattr(self, n, float32(getattr(self, n)))


dtypes = {n: dtype(n) for n in ("bool", "int64", "float32", "float64")}
bool_ = scalar_type("bool")
int64 = int_ = scalar_type("int64")
float32 = single = scalar_type("float32")
float64 = double = float_ = scalar_type("float64")
aliases = {float: "float64", int: "int64", bool: "bool", "float": "float64", "int": "int64"}
# A module's own `bool`, `sum`, `max` ... hide Python's below.
py_bool, py_abs, py_max, py_min, py_sum, py_round, py_all, py_any = bool, abs, max, min, sum, round, all, any


def named(d):
    if isinstance(d, dtype):
        return d.name
    name = aliases.get(d, d)
    if name in dtypes:
        return name
    if type(d) is str:
        raise TypeError("data type '%s' is not here; there are float64, float32, int64 and bool" % d)
    raise TypeError("Cannot interpret '%s' as a data type" % (d,))


def cast(h, name):
    return h if name is None or _arrays.dtype(h) == name else ok(_arrays.cast(h, name))


# A result without axes is a plain number, as NumPy prints it.
def give(h):
    ok(h)
    return ndarray(h) if _arrays.rank(h) else item(h)


def wrap(h):
    return ndarray(ok(h))


# Of what may be a view; its owner is looked for when `base` is asked.
def seen(h, of):
    a = ndarray(ok(h))
    if isinstance(of, ndarray):
        a.of = of
    return a


def owner(a):
    if not _arrays.is_view(a.h):
        return None
    of = a.__dict__.get("of")
    while of is not None and _arrays.is_view(of.h) and "of" in of.__dict__:
        of = of.of
    return a if of is None else of


def binary(name):
    def f(x1, x2, out=None):
        if out is not None:
            return wrap(_arrays.binary(name, handle(x1), handle(x2), "numpy", out.h))
        return give(_arrays.binary(name, handle(x1), handle(x2), "numpy"))

    return f


def operator(name):
    def f(self, other):
        t = type(other)
        if t is ndarray:
            h = other.h
        elif other is None and name in ("equal", "not_equal"):
            return wrap(_arrays.full("bool", float(name != "equal"), *self.shape))
        elif t in (str, dict, set, type(None)):
            if name in ("equal", "not_equal"):
                return name != "equal"
            raise TypeError("unsupported operand type(s) for %s: 'ndarray' and '%s'" % (__signs[name], t.__name__))
        elif hasattr(other, "__torch__"):
            return NotImplemented
        else:
            h = handle(other)
        return give(_arrays.binary(name, self.h, h, "numpy"))

    def r(self, other):
        return give(_arrays.binary(name, handle(other), self.h, "numpy"))

    def i(self, other):
        ok(_arrays.binary(name, self.h, handle(other), "numpy", self.h))
        return self

    return f, r, i


def unary(name):
    return lambda x: give(_arrays.unary(name, handle(x), "numpy"))


def typed(a, dtype):
    h = handle(a)
    return h if dtype is None else cast(h, named(dtype))


def reduction(name):
    def f(a, axis=None, dtype=None, out=None, keepdims=False):
        return give(_arrays.reduce(name, typed(a, dtype), keepdims, 0, *axes(axis)))

    return f


def running(name):
    def f(a, axis=None, dtype=None):
        h = typed(a, dtype)
        if axis is None:
            h = ok(_arrays.reshape(h, "numpy", -1))
            axis = 0
        return wrap(_arrays.along(name, h, whole(axis)))

    return f


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return give(_arrays.reduce("var", typed(a, dtype), keepdims, ddof, *axes(axis)))


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    h = ok(_arrays.reduce("var", typed(a, dtype), keepdims, ddof, *axes(axis)))
    return give(_arrays.unary("sqrt", h, "numpy"))


def argmax(a, axis=None, out=None, keepdims=False):
    return give(_arrays.reduce("argmax", handle(a), keepdims, 0, *axes(axis)))


def argmin(a, axis=None, out=None, keepdims=False):
    return give(_arrays.reduce("argmin", handle(a), keepdims, 0, *axes(axis)))


def sort(a, axis=-1):
    h = handle(a)
    if axis is None:
        h, axis = ok(_arrays.reshape(h, "numpy", -1)), 0
    return wrap(_arrays.along("sort", h, axis))


def argsort(a, axis=-1, kind=None):
    h = handle(a)
    if axis is None:
        h, axis = ok(_arrays.reshape(h, "numpy", -1)), 0
    return wrap(_arrays.along("argsort", h, axis))


def ptp(a, axis=None, keepdims=False):
    return max(a, axis, keepdims=keepdims) - min(a, axis, keepdims=keepdims)


def round(a, decimals=0, out=None):
    return give(_arrays.round(handle(a), decimals))


around = round_ = round


def clip(a, a_min=None, a_max=None, out=None):
    if a_min is None and a_max is None:
        raise ValueError("One of max or min must be given")
    h = handle(a)
    if a_min is not None:
        h = ok(_arrays.binary("maximum", h, handle(a_min), "numpy"))
    if a_max is not None:
        h = ok(_arrays.binary("minimum", h, handle(a_max), "numpy"))
    return give(h)


def reshape(a, *shape, newshape=None, order="C"):
    if order != "C":
        raise NotImplementedError("reshape with order='%s' is not here" % order)
    return seen(_arrays.reshape(handle(a), "numpy", *sizes(shape or newshape)), a)


def ravel(a, order="C"):
    return reshape(a, -1)


def flatten(a):
    return copy(reshape(a, -1))


def transpose(a, *axes):
    if len(axes) == 1 and (axes[0] is None or isinstance(axes[0], (tuple, list))):
        axes = axes[0]
    h = handle(a)
    if axes and len(axes) != _arrays.rank(h):
        raise ValueError("axes don't match array")
    return seen(_arrays.transpose(h, *(axes or (None,))), a)


def permuted(a, order):
    return seen(_arrays.transpose(a.h, *order), a)


def swapaxes(a, axis1, axis2):
    a = asarray(a)
    order = list(range(a.ndim))
    i, k = axis_of(axis1, a.ndim, "axis1: "), axis_of(axis2, a.ndim, "axis2: ")
    order[i], order[k] = k, i
    return permuted(a, order)


def axis_of(axis, n, which=""):
    if not -n <= axis < n:
        raise AxisError("%saxis %d is out of bounds for array of dimension %d" % (which, axis, n))
    return axis % n


def pad(array, pad_width, mode="constant", constant_values=0):
    if mode != "constant":
        raise NotImplementedError("pad with mode='%s' is not here" % mode)
    a = asarray(array)
    w = broadcast_to(asarray(pad_width), (a.ndim, 2)).tolist()
    out = full([n + p + q for n, (p, q) in zip(a.shape, w)], constant_values, a.dtype)
    out[tuple([slice(p, n + p) for n, (p, q) in zip(a.shape, w)])] = a
    return out


def moveaxis(a, source, destination):
    a = asarray(a)
    s = [axis_of(x, a.ndim) for x in axes(source)]
    d = [axis_of(x, a.ndim) for x in axes(destination)]
    order = [n for n in range(a.ndim) if n not in s]
    for to, at in sorted(zip(d, s)):
        order.insert(to, at)
    return permuted(a, order)


def squeeze(a, axis=None):
    return wrap(_arrays.squeeze(handle(a), "numpy", *axes(axis)))


def expand_dims(a, axis):
    a = asarray(a)
    given = axes(axis)
    n = a.ndim + len(given)
    for x in sorted([axis_of(x, n) for x in given]):
        a = wrap(_arrays.insert(a.h, x))
    return a


def broadcast_to(a, shape):
    try:
        return wrap(_arrays.broadcast(handle(a), *sizes((shape,))))
    except ValueError:
        raise ValueError(
            "operands could not be broadcast together with remapped shapes [original->remapped]: %s  and requested shape %s"
            % (tight(asarray(a).shape), tight(tuple(sizes((shape,)))))
        )


def tight(shape):
    return repr(shape).replace(" ", "")


def copy(a, order="K"):
    h = handle(a)
    return wrap(_arrays.cast(h, _arrays.dtype(h)))


def astype(a, dtype, copy=True):
    return wrap(_arrays.cast(handle(a), named(dtype)))


def dot(a, b):
    x, y = handle(a), handle(b)
    if _arrays.rank(x) and _arrays.rank(y):
        return give(_arrays.dot(x, y))
    return give(_arrays.binary("multiply", x, y, "numpy"))


def matmul(x1, x2):
    return give(_arrays.matmul(handle(x1), handle(x2), "numpy"))


def reversed_matmul(self, other):
    return matmul(other, self)


def inner(a, b):
    b = asarray(b)
    return dot(a, swapaxes(b, -1, -2) if b.ndim > 1 else b)


def outer(a, b):
    return multiply(reshape(a, -1, 1), reshape(b, 1, -1))


def vdot(a, b):
    return dot(ravel(a), ravel(b))


def einsum(subscripts, *operands, optimize=False):
    return give(_arrays.einsum(subscripts, "numpy", *[handle(o) for o in operands]))


def trace(a, offset=0):
    return sum(diagonal(a, offset), -1)


def diagonal(a, offset=0):
    return wrap(_arrays.diagonal(handle(a), offset))


def diag(v, k=0):
    h = handle(v)
    return wrap(_arrays.diagonal_matrix(h, k) if _arrays.rank(h) == 1 else _arrays.diagonal(h, k))


def repeat(a, repeats, axis=None):
    h = handle(a)
    if axis is None:
        h, axis = ok(_arrays.reshape(h, "numpy", -1)), 0
    return wrap(_arrays.repeat(h, whole(repeats), axis))


def tile(a, reps):
    return wrap(_arrays.tile(handle(a), *sizes((reps,))))


def flip(a, axis=None):
    return wrap(_arrays.flip(handle(a), *axes(axis)))


def roll(a, shift, axis=None):
    a = asarray(a)
    if axis is None:
        return reshape(roll(ravel(a), shift, 0), a.shape)
    n = a.shape[axis]
    k = -shift % n if n else 0
    return concatenate([piece(a, axis, k, n), piece(a, axis, 0, k)], axis)


def piece(a, axis, start, stop):
    return wrap(_arrays.split(a.h, axis, start, stop))


def take_along_axis(a, indices, axis):
    return wrap(_arrays.gather(handle(a), axis, handle(indices)))


def take(a, indices, axis=None):
    a = asarray(a)
    if axis is None:
        return ravel(a)[asarray(indices)]
    return a[(slice(None),) * axis_of(axis, a.ndim) + (asarray(indices),)] if axis else a[asarray(indices)]


def nonzero(a):
    h = handle(a)
    return tuple([wrap(_arrays.nonzero(h, i)) for i in range(_arrays.rank(h))])


def flatnonzero(a):
    return nonzero(ravel(a))[0]


def unravel_index(indices, shape):
    at, out = asarray(indices), []
    for n in reversed(sizes((shape,))):
        out.insert(0, at % n)
        at = at // n
    return tuple(out if ndim(indices) else [int(i) for i in out])


def ix_(*args):
    n = len(args)
    out = []
    for i in range(n):
        a = asarray(args[i])
        a = nonzero(a)[0] if a.dtype.kind == "b" else a
        out.append(reshape(a, [-1 if k == i else 1 for k in range(n)]))
    return tuple(out)


def shares_memory(a, b):
    return _arrays.overlap(asarray(a).h, asarray(b).h)


may_share_memory = shares_memory


# The linear rule between the two nearest.
def quantile(a, q, axis=None, keepdims=False):
    if isinstance(q, (list, tuple, Array)):
        return stack([quantile(a, x, axis, keepdims) for x in asarray(q).tolist()])
    if not 0 <= q <= 1:
        raise ValueError("Quantiles must be in the range [0, 1]")
    a = asarray(a, float64)
    shape = [1] * a.ndim
    if axis is not None:
        shape = list(a.shape)
        shape[axis] = 1
    s = sort(ravel(a) if axis is None else a, axis or 0)
    n = s.shape[axis or 0]
    at = q * (n - 1)
    i = py_min(int(at), py_max(n - 2, 0))
    low, high, t = take(s, i, axis or 0), take(s, py_min(i + 1, n - 1), axis or 0), at - i
    out = low + (high - low) * t if t < 0.5 else high - (high - low) * (1 - t)
    return reshape(out, shape) if keepdims else out


def percentile(a, q, axis=None, keepdims=False):
    many = isinstance(q, (list, tuple, Array))
    return quantile(a, [x / 100 for x in q] if many else q / 100, axis, keepdims)


def argwhere(a):
    return stack(nonzero(a), axis=1)


def where(condition, x=None, y=None):
    if x is None:
        return nonzero(condition)
    return wrap(_arrays.where(handle(condition), handle(x), handle(y), "numpy"))


class ndarray(Array):
    shape = property(
        lambda s: numbers(_arrays.shape(s.h)),
        lambda s, shape: setattr(s, "h", reshape(s, shape).h),
    )
    ndim = property(lambda s: _arrays.rank(s.h))
    size = property(lambda s: _arrays.size(s.h))
    dtype = property(lambda s: dtypes[_arrays.dtype(s.h)])
    itemsize = property(lambda s: s.dtype.itemsize)
    nbytes = property(lambda s: s.size * s.dtype.itemsize)
    strides = property(lambda s: tuple([n * s.itemsize for n in numbers(_arrays.strides(s.h))]))
    T = property(lambda s: seen(_arrays.transpose(s.h, None), s))
    base = property(owner)
    flat = property(lambda s: iter(ravel(s)))

    def __len__(self):
        if not _arrays.rank(self.h):
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self):
        if not _arrays.rank(self.h):
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(len(self)))

    def __contains__(self, x):
        return any(self == x)

    def __getitem__(self, key):
        k = words(key)
        h = ok(_arrays.get(self.h, "numpy", *k))
        return seen(h, self) if _arrays.rank(h) or "r" in k else item(h)

    def __setitem__(self, key, value):
        ok(_arrays.set(self.h, "numpy", handle(value), *words(key)))

    def __str__(self):
        return ok(_arrays.numpy_str(self.h))

    def __repr__(self):
        return ok(_arrays.numpy_repr(self.h))

    def __hash__(self):
        raise TypeError("unhashable type: 'numpy.ndarray'")

    def __bool__(self):
        if self.size > 1:
            raise ValueError(
                "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"
            )
        return self.size == 1 and py_bool(self.item())

    # For arrays with axes nothing: MicroPython asks for it in `2.0 * a` before it asks for __rmul__.
    def __float__(self):
        if not _arrays.rank(self.h):
            return float(item(self.h))

    def item(self, *at):
        if at:
            return self[at] if len(at) > 1 else ravel(self)[at[0]]
        if self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return item(self.h)

    def tolist(self):
        return tolist(self.h)

    def fill(self, value):
        ok(_arrays.assign(self.h, handle(value)))

    def sort(self, axis=-1):
        ok(_arrays.assign(self.h, _arrays.along("sort", self.h, axis)))

    def view(self):
        return reshape(self, self.shape)

    def __neg__(self):
        return give(_arrays.unary("negative", self.h, "numpy"))

    def __pos__(self):
        return copy(self)

    def __abs__(self):
        return absolute(self)

    def __invert__(self):
        return invert(self)

    def __matmul__(self, other):
        return NotImplemented if hasattr(other, "__torch__") else matmul(self, other)

    def __getattr__(self, name):
        raise AttributeError("'numpy.ndarray' object has no attribute '%s' here" % name)


def matmul_in_place(self, other):
    raise TypeError(
        "In-place matrix multiplication is not (yet) supported. Use 'a = a @ b' instead of 'a @= b'."
    )


ndarray.__rmatmul__, ndarray.__imatmul__ = reversed_matmul, matmul_in_place
__signs = dict(
    add="+", subtract="-", multiply="*", divide="/", floor_divide="//", mod="%", power="** or pow()",
    bitwise_and="&", bitwise_or="|", bitwise_xor="^", less="<", less_equal="<=", greater=">", greater_equal=">=",
)
__ops = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "floordiv": "floor_divide",
    "mod": "mod",
    "pow": "power",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
}
for __n in __ops:
    __f, __r, __i = operator(__ops[__n])
    setattr(ndarray, "__%s__" % __n, __f)
    setattr(ndarray, "__r%s__" % __n, __r)
    setattr(ndarray, "__i%s__" % __n, __i)
for __n, __name in (
    ("eq", "equal"),
    ("ne", "not_equal"),
    ("lt", "less"),
    ("le", "less_equal"),
    ("gt", "greater"),
    ("ge", "greater_equal"),
):
    setattr(ndarray, "__%s__" % __n, operator(__name)[0])

__here = globals()
for __n in (
    "add subtract multiply divide floor_divide mod power maximum minimum arctan2 hypot logaddexp equal "
    "not_equal less less_equal greater greater_equal logical_and logical_or logical_xor bitwise_and "
    "bitwise_or bitwise_xor"
).split():
    __here[__n] = binary(__n)
for __n in (
    "negative positive absolute square sign floor ceil trunc rint exp exp2 expm1 log log2 log10 log1p sqrt "
    "reciprocal sin cos tan arcsin arccos arctan sinh cosh tanh isnan isinf isfinite logical_not signbit"
).split():
    __here[__n] = unary(__n)
for __n in "sum mean max min prod any all median".split():
    __here[__n] = reduction(__n)
for __n in "cumsum cumprod".split():
    __here[__n] = running(__n)
for __n in (
    "sum mean max min prod any all var std argmax argmin ptp argsort cumsum cumprod round clip reshape ravel "
    "flatten transpose swapaxes squeeze copy astype dot trace diagonal repeat take nonzero"
).split():
    setattr(ndarray, __n, __here[__n])
amax, amin, abs, fabs = max, min, absolute, absolute
true_divide, remainder = divide, mod


def invert(x):
    h = handle(x)
    if _arrays.dtype(h) == "bool":
        return give(_arrays.unary("logical_not", h, "numpy"))
    return subtract(-1, x) if _arrays.dtype(h) == "int64" else bitwise_xor(x, -1)


def count_nonzero(a, axis=None):
    return give(_arrays.reduce("count_nonzero", handle(a), False, 0, *axes(axis)))


def average(a, axis=None, weights=None):
    if weights is None:
        return mean(a, axis)
    w = asarray(weights)
    a = asarray(a)
    if w.ndim != a.ndim:
        w = w.reshape([-1 if i == axis % a.ndim else 1 for i in range(a.ndim)])
    return sum(a * w, axis) / sum(w * ones_like(a), axis)


# Creation


def array(object, dtype=None, copy=True, ndmin=0):
    d = None if dtype is None else named(dtype)
    if isinstance(object, Array):
        h = ok(_arrays.cast(object.h, d or _arrays.dtype(object.h)))
    else:
        h = nested(object, d)
    while _arrays.rank(h) < ndmin:
        h = _arrays.insert(h, 0)
    return ndarray(h)


def asarray(a, dtype=None):
    if isinstance(a, ndarray) and (dtype is None or a.dtype == dtype):
        return a
    return array(a, dtype)


ascontiguousarray = asarray


def zeros(shape, dtype=None):
    return full(shape, 0, dtype or float64)


def ones(shape, dtype=None):
    return full(shape, 1, dtype or float64)


empty = zeros


def full(shape, fill_value, dtype=None):
    d = named(dtype) if dtype is not None else _arrays.dtype(handle(fill_value))
    if isinstance(fill_value, (ndarray, list, tuple)):
        a = zeros(shape, d)
        a[...] = fill_value
        return a
    return wrap(_arrays.full(d, float(fill_value), *sizes((shape,))))


def like(value):
    return lambda a, dtype=None: full(asarray(a).shape, value, dtype or asarray(a).dtype)


zeros_like, ones_like = like(0), like(1)
empty_like = zeros_like


def full_like(a, fill_value, dtype=None):
    return full(asarray(a).shape, fill_value, dtype or asarray(a).dtype)


def eye(N, M=None, k=0, dtype=float64):
    a = zeros((N, N if M is None else M), dtype)
    ok(_arrays.assign(_arrays.diagonal(a.h, k), handle(1)))
    return a


def identity(n, dtype=float64):
    return eye(n, dtype=dtype)


def arange(start, stop=None, step=1, dtype=None):
    if stop is None:
        start, stop = 0, start
    if step == 0:
        raise ZeroDivisionError("division by zero")
    n = (stop - start) / step
    n = int(n) + (1 if n > int(n) else 0)
    ints = type(start) is int and type(stop) is int and type(step) is int
    d = "int64" if ints else "float64"
    return wrap(cast(_arrays.range(d, float(start), float(step), n), None if dtype is None else named(dtype)))


def linspace(start, stop, num=50, endpoint=True, dtype=None):
    h = ok(_arrays.linspace(float(start), float(stop), num, endpoint))
    return wrap(cast(h, None if dtype is None else named(dtype)))


def logspace(start, stop, num=50, endpoint=True, base=10.0):
    return power(base, linspace(start, stop, num, endpoint))


def meshgrid(*xi, indexing="xy"):
    xs = [ravel(x) for x in xi]
    n = len(xs)
    order = list(range(n))
    if indexing == "xy" and n > 1:
        order[0], order[1] = 1, 0
    shape = [0] * n
    for i in range(n):
        shape[order[i]] = xs[i].size
    return [
        copy(broadcast_to(reshape(xs[i], [-1 if k == order[i] else 1 for k in range(n)]), shape))
        for i in range(n)
    ]


def tri(N, M=None, k=0, dtype=float64):
    return tril(ones((N, N if M is None else M), dtype), k)


def triu(m, k=0):
    return wrap(_arrays.triangle(handle(m), k, True))


def tril(m, k=0):
    return wrap(_arrays.triangle(handle(m), k, False))


def triu_indices(n, k=0, m=None):
    return nonzero(triu(ones((n, m or n)), k))


def tril_indices(n, k=0, m=None):
    return nonzero(tril(ones((n, m or n)), k))


# Joining and parting


def concatenate(arrays, axis=0, dtype=None):
    hs = [handle(a) for a in arrays]
    if axis is None:
        hs, axis = [_arrays.reshape(h, "numpy", -1) for h in hs], 0
    return wrap(_arrays.concatenate(axis, "numpy", *hs))


def stack(arrays, axis=0):
    return wrap(_arrays.stack(axis, "numpy", *[handle(a) for a in arrays]))


def atleast_1d(a):
    a = asarray(a)
    return a if a.ndim else reshape(a, 1)


def atleast_2d(a):
    a = asarray(a)
    return a if a.ndim > 1 else reshape(a, 1, -1)


def vstack(arrays):
    return concatenate([atleast_2d(a) for a in arrays])


def hstack(arrays):
    xs = [atleast_1d(a) for a in arrays]
    return concatenate(xs, 0 if xs and xs[0].ndim == 1 else 1)


def column_stack(arrays):
    xs = [asarray(a) for a in arrays]
    return concatenate([a if a.ndim > 1 else reshape(a, -1, 1) for a in xs], 1)


def array_split(a, sections, axis=0):
    a = asarray(a)
    n = a.shape[axis]
    if type(sections) is int:
        size, more = n // sections, n % sections
        at = [i * size + py_min(i, more) for i in range(sections + 1)]
    else:
        at = [0] + [x + n if x < 0 else x for x in sizes((sections,))] + [n]
    return [piece(a, axis, at[i], at[i + 1]) for i in range(len(at) - 1)]


def split(a, sections, axis=0):
    if type(sections) is int and asarray(a).shape[axis] % sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(a, sections, axis)


def hsplit(a, sections):
    return split(a, sections, 1 if asarray(a).ndim > 1 else 0)


def vsplit(a, sections):
    return split(a, sections, 0)


def append(a, values, axis=None):
    return concatenate([a, values] if axis is not None else [ravel(a), ravel(values)], axis or 0)


def unique(a):
    s = sort(a, None)
    if s.size < 2:
        return s
    return s[concatenate([array([True]), s[1:] != s[:-1]])]


def diff(a, n=1, axis=-1):
    a = asarray(a)
    for _ in range(n):
        m = a.shape[axis]
        a = piece(a, axis, 1, m) - piece(a, axis, 0, m - 1)
    return a


# Comparing


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return give(_arrays.isclose(handle(a), handle(b), rtol, atol, equal_nan))


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return all(isclose(a, b, rtol, atol, equal_nan))


def array_equal(a, b):
    a, b = asarray(a), asarray(b)
    return a.shape == b.shape and py_bool(all(equal(a, b)))


def shape(a):
    return asarray(a).shape


def ndim(a):
    return asarray(a).ndim


def size(a, axis=None):
    return asarray(a).size if axis is None else asarray(a).shape[axis]


def isscalar(x):
    return type(x) in (int, float, py_bool, str)


# Printing

__print = {
    "precision": 8,
    "threshold": 1000,
    "edgeitems": 3,
    "linewidth": 75,
    "suppress": False,
    "floatmode": "maxprec",
}


def set_printoptions(**options):
    for name in options:
        if name not in __print:
            raise TypeError("set_printoptions() here knows %s, not '%s'" % (", ".join(sorted(__print)), name))
        value = options[name]
        if value is None:
            continue
        __print[name] = value
        _arrays.print_option("numpy", name, value)


def get_printoptions():
    return dict(__print)


class printoptions:
    def __init__(self, **options):
        self.options = options

    def __enter__(self):
        self.before = get_printoptions()
        set_printoptions(**self.options)

    def __exit__(self, *error):
        set_printoptions(**self.before)


def array2string(a, max_line_width=None, precision=None, suppress_small=None):
    with printoptions(linewidth=max_line_width, precision=precision, suppress=suppress_small):
        return str(asarray(a))


def array_repr(a):
    return repr(asarray(a))


array_str = array2string


class errstate:
    def __init__(self, **options):
        pass

    def __enter__(self):
        pass

    def __exit__(self, *error):
        pass


def seterr(**options):
    return {}


at_home("numpy", "ndarray dtype", globals())
from . import linalg, random


def __getattr__(name):
    raise AttributeError(
        "module 'numpy' has no attribute '%s' here; this page carries the part of NumPy that attention needs"
        % name
    )
