# PyTorch's names over the same arrays: no gradients, one device.
import _arrays
from _core import Array, AxisError, axes, finfo, handle, item, nested, numbers, ok as plain_ok, sizes, tolist, whole, words
from _words import at_home
from math import pi, e, inf, nan

__version__ = "1.13"
py_bool, py_int, py_float, py_sum, py_max, py_min, py_any = bool, int, float, sum, max, min, any


class dtype:
    def __init__(self, name):
        self.name = name
        self.is_floating_point = name[0] == "f"

    def __repr__(self):
        return "torch." + self.name

    __str__ = __repr__


bool = dtype("bool")
long = int64 = dtype("int64")
float = float32 = dtype("float32")
double = float64 = dtype("float64")
dtypes = {d.name: d for d in (bool, int64, float32, float64)}


def named(d):
    if isinstance(d, dtype):
        return d.name
    if d is None or d in (py_bool, py_int, py_float):
        return {None: None, py_bool: "bool", py_int: "int64", py_float: "float64"}[d]
    raise TypeError("there are torch.float32, torch.float64, torch.int64 and torch.bool here, not %r" % (d,))


def ok(h):
    try:
        return plain_ok(h)
    except AxisError as error:
        w = str(error).split()
        raise out_of_range(py_int(w[1]), py_int(w[-1]))


def out_of_range(dim, n):
    n = py_max(n, 1)
    return IndexError(
        "Dimension out of range (expected to be in range of [%d, %d], but got %d)" % (-n, n - 1, dim)
    )


def dim_of(dim, n):
    if not -n <= dim < n:
        raise out_of_range(dim, n)
    return dim % n


def wrap(h):
    return Tensor(ok(h))


class Size(tuple):
    def __repr__(self):
        return "torch.Size([%s])" % ", ".join([str(n) for n in self])

    __str__ = __repr__

    def numel(self):
        n = 1
        for m in self:
            n *= m
        return n


def cast(h, name):
    return h if name is None or _arrays.dtype(h) == name else ok(_arrays.cast(h, name))


def floating(h):
    return h if _arrays.dtype(h)[0] == "f" else cast(h, "float32")


def operand(x, name=None):
    if type(x) in (py_float, py_int, py_bool) or isinstance(x, Tensor):
        return handle(x)
    if isinstance(x, Array):
        return x.h
    if name is None:
        raise TypeError("a Tensor was expected, not '%s'" % type(x).__name__)
    raise TypeError("unsupported operand type(s) for %s: 'Tensor' and '%s'" % (signs.get(name, name), type(x).__name__))


signs = dict(
    add="+", subtract="-", multiply="*", divide="/", floor_divide="//", mod="%", power="** or pow()",
    bitwise_and="&", bitwise_or="|", bitwise_xor="^", less="<", less_equal="<=", greater=">", greater_equal=">=",
)


def binary(name):
    def f(input, other):
        if name in ("equal", "not_equal") and not isinstance(other, (Array, py_float, py_int, py_bool)):
            return name != "equal"
        return wrap(_arrays.binary(name, operand(input, name), operand(other, name), "torch"))

    return f


def in_place(name):
    def f(self, other):
        ok(_arrays.binary(name, self.h, operand(other), "torch", self.h))
        return self

    return f


def unary(name):
    return lambda input: wrap(_arrays.unary(name, input.h, "torch"))


class Pair:
    def __init__(self, name, values, indices):
        self.name, self.values, self.indices = name, values, indices

    def __iter__(self):
        return iter((self.values, self.indices))

    def __getitem__(self, i):
        return (self.values, self.indices)[i]

    def __len__(self):
        return 2

    def __repr__(self):
        return "torch.return_types.%s(\nvalues=%r,\nindices=%r)" % (self.name, self.values, self.indices)


def reduced(name, h, dim, keepdim, ddof=0):
    return wrap(_arrays.reduce(name, h, keepdim, ddof, *axes(dim)))


def sum(input, dim=None, keepdim=False, dtype=None):
    return reduced("sum", cast(input.h, named(dtype)), dim, keepdim)


def mean(input, dim=None, keepdim=False, dtype=None):
    h = cast(input.h, named(dtype))
    if _arrays.dtype(h)[0] != "f":
        raise RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: %s"
            % ("Long" if _arrays.dtype(h) == "int64" else "Bool")
        )
    return reduced("mean", h, dim, keepdim)


def prod(input, dim=None, keepdim=False):
    return reduced("prod", input.h, dim, keepdim)


def all(input, dim=None, keepdim=False):
    return reduced("all", input.h, dim, keepdim)


def any(input, dim=None, keepdim=False):
    return reduced("any", input.h, dim, keepdim)


def var(input, dim=None, unbiased=True, keepdim=False, correction=None):
    if type(dim) is py_bool:
        dim, unbiased = None, dim
    return reduced("var", input.h, dim, keepdim, py_int(unbiased) if correction is None else correction)


def std(input, dim=None, unbiased=True, keepdim=False, correction=None):
    return sqrt(var(input, dim, unbiased, keepdim, correction))


def extreme(name):
    other = binary("maximum" if name == "max" else "minimum")

    def f(input, dim=None, keepdim=False):
        if dim is None:
            return reduced(name, input.h, None, False)
        if isinstance(dim, Tensor):
            return other(input, dim)
        return Pair(name, reduced(name, input.h, dim, keepdim), reduced("arg" + name, input.h, dim, keepdim))

    return f


max, min = extreme("max"), extreme("min")


def amax(input, dim=None, keepdim=False):
    return reduced("max", input.h, dim, keepdim)


def amin(input, dim=None, keepdim=False):
    return reduced("min", input.h, dim, keepdim)


def argmax(input, dim=None, keepdim=False):
    return reduced("argmax", input.h, dim, keepdim)


def argmin(input, dim=None, keepdim=False):
    return reduced("argmin", input.h, dim, keepdim)


def logsumexp(input, dim, keepdim=False):
    top = amax(input, dim, True)
    total = log(sum(exp(input - top), dim, True)) + top
    return total if keepdim else squeeze(total, dim)


def norm(input, p=2, dim=None, keepdim=False):
    if p not in (2, "fro"):
        return sum(abs(input) ** p, dim, keepdim) ** (1 / p)
    return sqrt(sum(input * input, dim, keepdim))


def softmax(input, dim, dtype=None):
    return wrap(_arrays.along("softmax", floats_only("softmax", cast(input.h, named(dtype))), dim))


def log_softmax(input, dim, dtype=None):
    return wrap(_arrays.along("log_softmax", floats_only("log_softmax", cast(input.h, named(dtype))), dim))


def floats_only(name, h):
    if _arrays.dtype(h)[0] != "f":
        raise RuntimeError(
            '"%s_lastdim_kernel_impl" not implemented for \'%s\''
            % (name, "Long" if _arrays.dtype(h) == "int64" else "Bool")
        )
    return h


def cumsum(input, dim):
    return wrap(_arrays.along("cumsum", input.h, dim))


def cumprod(input, dim):
    return wrap(_arrays.along("cumprod", input.h, dim))


def argsort(input, dim=-1, descending=False):
    return wrap(_arrays.along("argdescending" if descending else "argsort", input.h, dim))


def sort(input, dim=-1, descending=False):
    at = argsort(input, dim, descending)
    return Pair("sort", gather(input, dim, at), at)


def topk(input, k, dim=-1):
    at = narrow(argsort(input, dim, True), dim, 0, k)
    return Pair("topk", gather(input, dim, at), at)


def gather(input, dim, index):
    return wrap(_arrays.gather(input.h, dim, index.h))


def matmul(input, other):
    return wrap(_arrays.matmul(input.h, operand(other), "torch"))


def mm(input, mat2):
    return matmul(input, mat2)


def bmm(input, mat2):
    if input.ndim != 3 or mat2.ndim != 3:
        raise RuntimeError("batch1 must be a 3D tensor" if input.ndim != 3 else "batch2 must be a 3D tensor")
    if input.shape[0] != mat2.shape[0] or input.shape[2] != mat2.shape[1]:
        raise RuntimeError(
            "Expected size for first two dimensions of batch2 tensor to be: [%d, %d] but got: [%d, %d]."
            % (input.shape[0], input.shape[2], mat2.shape[0], mat2.shape[1])
        )
    return matmul(input, mat2)


dot = mv = matmul


def outer(input, vec2):
    return unsqueeze(input, -1) * unsqueeze(vec2, 0)


def einsum(equation, *operands):
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    return wrap(_arrays.einsum(equation, "torch", *[o.h for o in operands]))


def transpose(input, dim0, dim1):
    n = input.ndim
    order = list(range(n))
    a, b = dim_of(dim0, n), dim_of(dim1, n)
    order[a], order[b] = b, a
    return wrap(_arrays.transpose(input.h, *order))


swapaxes = transpose


def permute(input, *dims):
    dims = sizes(dims)
    if len(dims) != input.ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering of dimensions i.e. input.dim() = %d is not equal to len(dims) = %d"
            % (input.ndim, len(dims))
        )
    return wrap(_arrays.transpose(input.h, *dims))


def t(input):
    return transpose(input, 0, 1) if input.ndim > 1 else input


def reshape(input, *shape):
    return wrap(_arrays.reshape(input.h, "torch", *sizes(shape)))


def flatten(input, start_dim=0, end_dim=-1):
    s, n = tuple(input.shape), input.ndim
    a, b = dim_of(start_dim, n), dim_of(end_dim, n)
    return reshape(input, s[:a] + (-1,) + s[b + 1 :])


def unflatten(input, dim, sizes):
    s, d = tuple(input.shape), dim_of(dim, input.ndim)
    return reshape(input, s[:d] + tuple(sizes) + s[d + 1 :])


def squeeze(input, dim=None):
    return wrap(_arrays.squeeze(input.h, "torch", *axes(dim)))


def unsqueeze(input, dim):
    n = input.ndim + 1
    return wrap(_arrays.insert(input.h, dim_of(dim, n)))


def broadcast_to(input, shape):
    shape = sizes((shape,))
    own = (1,) * (len(shape) - input.ndim) + tuple(input.shape)
    full = [own[i] if shape[i] == -1 else shape[i] for i in range(len(shape))]
    for i in range(len(full)):
        if own[i] not in (1, full[i]):
            raise RuntimeError(
                "The expanded size of the tensor (%d) must match the existing size (%d) at non-singleton dimension %d.  Target sizes: [%s].  Tensor sizes: [%s]"
                % (full[i], own[i], i, ", ".join([str(x) for x in shape]), ", ".join([str(x) for x in input.shape]))
            )
    return wrap(_arrays.broadcast(input.h, *full))


def clone(input):
    return wrap(_arrays.cast(input.h, _arrays.dtype(input.h)))


def clamp(input, min=None, max=None):
    out = input
    if min is not None:
        out = maximum(out, min)
    return out if max is None else minimum(out, max)


clip = clamp


def round(input, decimals=0):
    return wrap(_arrays.round(input.h, decimals))


def masked_fill(input, mask, value):
    v = operand(value)
    return wrap(cast(ok(_arrays.where(mask.h, v, input.h, "torch")), _arrays.dtype(input.h)))


def where(condition, input=None, other=None):
    if input is None:
        return tuple([wrap(_arrays.nonzero(condition.h, i)) for i in range(condition.ndim)])
    return wrap(_arrays.where(condition.h, operand(input), operand(other), "torch"))


def nonzero(input):
    return stack(where(input), 1)


def triu(input, diagonal=0):
    return wrap(_arrays.triangle(at_least_matrix(input), diagonal, True))


def tril(input, diagonal=0):
    return wrap(_arrays.triangle(at_least_matrix(input), diagonal, False))


def at_least_matrix(input):
    if input.ndim < 2:
        raise out_of_range(-2, 1)
    return input.h


def diagonal(input, offset=0):
    return wrap(_arrays.diagonal(input.h, offset))


def diag(input, diagonal=0):
    return wrap(
        _arrays.diagonal_matrix(input.h, diagonal) if input.ndim == 1 else _arrays.diagonal(input.h, diagonal)
    )


def flip(input, *dims):
    return wrap(_arrays.flip(input.h, *sizes(dims)))


def roll(input, shifts, dims=None):
    if dims is None:
        return reshape(roll(reshape(input, -1), shifts, 0), input.shape)
    for shift, dim in zip(axes(shifts), axes(dims)):
        n = input.shape[dim]
        k = -shift % n if n else 0
        input = cat([narrow(input, dim, k, n - k), narrow(input, dim, 0, k)], dim)
    return input


def repeat_interleave(input, repeats, dim=None):
    if dim is None:
        input, dim = reshape(input, -1), 0
    return wrap(_arrays.repeat(input.h, repeats, dim))


def cat(tensors, dim=0):
    return wrap(_arrays.concatenate(dim, "torch", *[x.h for x in tensors]))


concat = concatenate = cat


def stack(tensors, dim=0):
    return wrap(_arrays.stack(dim, "torch", *[x.h for x in tensors]))


def narrow(input, dim, start, length):
    return wrap(_arrays.split(input.h, dim, start, start + length))


def split(input, split_size_or_sections, dim=0):
    n = input.shape[dim]
    parts = split_size_or_sections
    if type(parts) is py_int:
        parts = [py_min(parts, n - i) for i in range(0, n, parts)] or [0]
    elif py_sum(parts) != n:
        raise RuntimeError(
            "split_with_sizes expects split_sizes to sum exactly to %d (input tensor's size at dimension %d), but got split_sizes=%s"
            % (n, dim, list(parts))
        )
    out = []
    at = 0
    for size in parts:
        out.append(narrow(input, dim, at, size))
        at += size
    return tuple(out)


def chunk(input, chunks, dim=0):
    if chunks < 1:
        raise RuntimeError("chunk expects `chunks` to be greater than 0, got: %d" % chunks)
    n = input.shape[dim]
    return split(input, py_max(1, -(-n // chunks)), dim)


def unbind(input, dim=0):
    return tuple([squeeze(narrow(input, dim, i, 1), dim) for i in range(input.shape[dim])])


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    same_type(input, other)
    return all(isclose(input, other, rtol, atol, equal_nan)).item()


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    return wrap(_arrays.isclose(input.h, other.h, rtol, atol, equal_nan))


def same_type(a, b):
    if a.dtype is not b.dtype:
        said = {"bool": "Bool", "int64": "Long", "float32": "Float", "float64": "Double"}
        raise RuntimeError("%s did not match %s" % (said[a.dtype.name], said[b.dtype.name]))


def equal(input, other):
    return input.shape == other.shape and all(input == other).item()


def numel(input):
    return input.numel()


def is_tensor(x):
    return isinstance(x, Tensor)


# Creation


def tensor(data, dtype=None, requires_grad=False, device=None):
    out = copied(data, dtype)
    return out.requires_grad_() if requires_grad else out


def copied(data, dtype):
    if isinstance(data, Array):
        return wrap(_arrays.cast(data.h, named(dtype) or _arrays.dtype(data.h)))
    try:
        h = nested(data, named(dtype), "float32")
    except ValueError as error:
        if "inhomogeneous" not in str(error):
            raise
        raise ValueError(uneven(data))
    if dtype is None and _arrays.size(h) == 0:
        h = cast(h, "float32")
    return Tensor(h)


def uneven(data, dim=0):
    for x in data:
        if not isinstance(x, (list, tuple)):
            continue
        if len(x) != len(data[0]):
            return "expected sequence of length %d at dim %d (got %d)" % (len(data[0]), dim + 1, len(x))
        deeper = uneven(x, dim + 1)
        if deeper:
            return deeper


def as_tensor(data, dtype=None):
    if isinstance(data, Array) and named(dtype) in (None, _arrays.dtype(data.h)):
        return Tensor(data.h)
    return tensor(data, dtype)


def from_numpy(ndarray):
    return Tensor(ndarray.h)


def filled(value):
    return made(lambda d, *size: _arrays.full(d, value, *size))


def made(make):
    def f(*size, dtype=None, requires_grad=False, device=None):
        out = wrap(make(named(dtype) or "float32", *sizes(size)))
        return out.requires_grad_() if requires_grad else out

    return f


zeros, ones = filled(0), filled(1)
empty = zeros


def full(size, fill_value, dtype=None):
    d = named(dtype) or {py_float: "float32", py_int: "int64", py_bool: "bool"}[type(fill_value)]
    return wrap(_arrays.full(d, py_float(fill_value), *sizes((size,))))


def zeros_like(input, dtype=None):
    return zeros(input.shape, dtype=dtype or input.dtype)


def ones_like(input, dtype=None):
    return ones(input.shape, dtype=dtype or input.dtype)


def full_like(input, fill_value, dtype=None):
    return full(input.shape, fill_value, dtype or input.dtype)


empty_like = zeros_like


def eye(n, m=None, dtype=None):
    a = zeros(n, n if m is None else m, dtype=dtype)
    ok(_arrays.assign(_arrays.diagonal(a.h, 0), handle(1)))
    return a


def arange(start, end=None, step=1, dtype=None):
    if end is None:
        start, end = 0, start
    n = (end - start) / step
    n = py_int(n) + (1 if n > py_int(n) else 0)
    ints = type(start) is py_int and type(end) is py_int and type(step) is py_int
    # Every element from its own product, as PyTorch does.
    h = ok(_arrays.range("int64", 0.0, 1.0, n))
    h = h if step == 1 else ok(_arrays.binary("multiply", h, handle(py_float(step)), "numpy"))
    h = h if start == 0 else ok(_arrays.binary("add", h, handle(py_float(start)), "numpy"))
    return wrap(cast(h, named(dtype) or ("int64" if ints else "float32")))


def linspace(start, end, steps, dtype=None):
    return wrap(cast(ok(_arrays.linspace(py_float(start), py_float(end), steps, True)), named(dtype) or "float32"))


def manual_seed(seed):
    ok(_arrays.manual_seed(py_float(seed)))


randn = made(_arrays.torch_normal)
rand = made(lambda d, *size: _arrays.torch_uniform(d, 0, 1, *size))


def randint(low, high, size=None, dtype=None):
    if size is None:
        low, high, size = 0, low, high
    return wrap(cast(ok(_arrays.torch_integers(py_float(low), py_float(high), *sizes((size,)))), named(dtype)))


def randperm(n):
    return wrap(_arrays.torch_permutation(n))


def randn_like(input):
    return randn(input.shape, dtype=input.dtype)


def rand_like(input):
    return rand(input.shape, dtype=input.dtype)


class device:
    def __init__(self, type):
        self.type = type.split(":")[0] if isinstance(type, str) else type.type
        self.index = None
        if self.type != "cpu":
            raise RuntimeError("there is one device here, cpu, not '%s'" % self.type)

    def __str__(self):
        return self.type

    def __repr__(self):
        return "device(type='%s')" % self.type

    def __eq__(self, other):
        return isinstance(other, device) and self.type == other.type


Device = device


class cuda:
    is_available = staticmethod(lambda: False)
    device_count = staticmethod(lambda: 0)


FloatTensor, DoubleTensor, LongTensor, BoolTensor = [
    (lambda d: lambda data=(): copied(data, d))(d) for d in (float32, float64, int64, bool)
]


def get_default_dtype():
    return float32


class Tensor(Array):
    # torch.Tensor([1, 2]) and torch.Tensor(2, 3), beside the handles of this module.
    def __init__(self, h=(), *sizes):
        if sizes or type(h) is py_int:
            h = zeros(h, *sizes).h
        elif type(h) in (list, tuple):
            h = copied(h, float32).h
        self.h = h

    __torch__ = True
    # Nothing is recorded, so results never require gradients: as under torch.no_grad().
    requires_grad = False
    grad = grad_fn = None
    is_leaf = True
    device = device("cpu")
    shape = property(lambda s: Size(numbers(_arrays.shape(s.h))))
    ndim = property(lambda s: _arrays.rank(s.h))
    dtype = property(lambda s: dtypes[_arrays.dtype(s.h)])
    T = property(lambda s: wrap(_arrays.transpose(s.h, None)))
    mT = property(lambda s: transpose(s, -2, -1))
    data = property(lambda s: Tensor(s.h), lambda s, x: setattr(s, "h", x.h))

    def size(self, dim=None):
        s = self.shape
        return s if dim is None else s[dim_of(dim, len(s))]

    def dim(self):
        return _arrays.rank(self.h)

    def numel(self):
        return _arrays.size(self.h)

    def stride(self, dim=None):
        s = numbers(_arrays.strides(self.h))
        return s if dim is None else s[dim]

    def is_contiguous(self):
        return _arrays.row_major(self.h)

    def contiguous(self):
        return self if self.is_contiguous() else clone(self)

    def view(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], dtype):
            raise NotImplementedError("view with another dtype is not here")
        return wrap(_arrays.view(self.h, *sizes(shape)))

    def expand(self, *shape):
        return broadcast_to(self, sizes(shape))

    def repeat(self, *times):
        return wrap(_arrays.tile(self.h, *sizes(times)))

    def type(self, d=None):
        if d is None:
            return {"bool": "torch.BoolTensor", "int64": "torch.LongTensor", "float32": "torch.FloatTensor"}.get(
                _arrays.dtype(self.h), "torch.DoubleTensor"
            )
        return Tensor(cast(self.h, named(d)))

    def to(self, *args, dtype=None, device=None):
        for a in args:
            if isinstance(a, Tensor):
                a = a.dtype
            if not isinstance(a, (str, Device)):
                dtype = a
        return Tensor(cast(self.h, named(dtype)))

    def float(self):
        return Tensor(cast(self.h, "float32"))

    def double(self):
        return Tensor(cast(self.h, "float64"))

    def long(self):
        return Tensor(cast(self.h, "int64"))

    def int(self):
        raise NotImplementedError("there is no torch.int32 here: Tensor.long() gives torch.int64")

    def bool(self):
        return Tensor(cast(self.h, "bool"))

    def is_floating_point(self):
        return self.dtype.is_floating_point

    def type_as(self, other):
        return self.to(other.dtype)

    def view_as(self, other):
        return self.view(other.shape)

    def expand_as(self, other):
        return self.expand(other.shape)

    def new_zeros(self, *size):
        return zeros(*size, dtype=self.dtype)

    def new_ones(self, *size):
        return ones(*size, dtype=self.dtype)

    def detach(self):
        return Tensor(self.h)

    def cpu(self):
        return self

    def requires_grad_(self, on=True):
        if not self.is_floating_point():
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        self.requires_grad = on
        return self

    def numpy(self):
        import numpy

        return numpy.ndarray(self.h)

    def item(self):
        if self.numel() != 1:
            raise ValueError("only one element tensors can be converted to Python scalars")
        h = cast(self.h, "float64") if _arrays.dtype(self.h) == "float32" else self.h
        return item(h)

    def tolist(self):
        h = self.h
        return tolist(cast(h, "float64") if _arrays.dtype(h) == "float32" else h)

    def __len__(self):
        if not self.ndim:
            raise TypeError("len() of a 0-d tensor")
        return self.shape[0]

    def __iter__(self):
        if not self.ndim:
            raise TypeError("iteration over a 0-d tensor")
        return (self[i] for i in range(len(self)))

    def __contains__(self, x):
        return any(self == x).item()

    def __getitem__(self, key):
        if not self.ndim and key is not None and key is not Ellipsis:
            raise IndexError(
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
            )
        return wrap(_arrays.get(self.h, "torch", *words(key)))

    def __setitem__(self, key, value):
        h = value.h if isinstance(value, Array) else handle(value)
        ok(_arrays.set(self.h, "torch", h, *words(key)))

    def __repr__(self):
        marks = ("requires_grad=True",) if self.requires_grad else ()
        return ok(_arrays.torch_repr(self.h, *marks))

    __str__ = __repr__

    def __hash__(self):
        return id(self)

    def __bool__(self):
        if self.numel() != 1:
            raise RuntimeError(
                "Boolean value of Tensor with %s value%s is ambiguous"
                % (("more than one", "") if self.numel() else ("no", "s"))
            )
        return py_bool(self.item())

    # For tensors with axes nothing: MicroPython asks for it in `2.0 * t` before it asks for __rmul__.
    def __float__(self):
        if not self.ndim:
            return py_float(self.item())

    def __int__(self):
        return py_int(self.item())

    def __neg__(self):
        return negative(self)

    def __pos__(self):
        return self

    def __abs__(self):
        return abs(self)

    def __invert__(self):
        return logical_not(self) if self.dtype is dtypes["bool"] else -self - 1

    def __matmul__(self, other):
        if not isinstance(other, Array):
            raise TypeError("unsupported operand type(s) for @: 'Tensor' and '%s'" % type(other).__name__)
        return matmul(self, other)

    def __imatmul__(self, other):
        return self @ other

    def __rmatmul__(self, other):
        return wrap(_arrays.matmul(operand(other), self.h, "torch"))

    def masked_fill_(self, mask, value):
        return changed(self, masked_fill(self, mask, value))

    def fill_(self, value):
        return changed(self, full_like(self, value))

    def zero_(self):
        return changed(self, zeros_like(self))

    def copy_(self, other):
        return changed(self, other)

    def backward(self):
        raise NotImplementedError("there are no gradients here: Tensor.backward is missing")

    def retain_grad(self):
        raise NotImplementedError("there are no gradients here: Tensor.retain_grad is missing")

    def register_hook(self, hook):
        raise NotImplementedError("there are no gradients here: Tensor.register_hook is missing")

    def __getattr__(self, name):
        raise AttributeError("'Tensor' object has no attribute '%s' here" % name)


def changed(self, value):
    ok(_arrays.assign(self.h, value.h))
    return self


def reversed_binary(name):
    return lambda self, other: wrap(_arrays.binary(name, operand(other), self.h, "torch"))


for __n, __name in (
    ("add", "add"),
    ("sub", "subtract"),
    ("mul", "multiply"),
    ("truediv", "divide"),
    ("floordiv", "floor_divide"),
    ("mod", "mod"),
    ("pow", "power"),
    ("and", "bitwise_and"),
    ("or", "bitwise_or"),
    ("xor", "bitwise_xor"),
):
    setattr(Tensor, "__%s__" % __n, binary(__name))
    setattr(Tensor, "__r%s__" % __n, reversed_binary(__name))
    setattr(Tensor, "__i%s__" % __n, in_place(__name))
    setattr(Tensor, (__n if __n != "truediv" else "div") + "_", in_place(__name))
for __n, __name in (
    ("eq", "equal"),
    ("ne", "not_equal"),
    ("lt", "less"),
    ("le", "less_equal"),
    ("gt", "greater"),
    ("ge", "greater_equal"),
):
    setattr(Tensor, "__%s__" % __n, binary(__name))

__here = globals()
for __n, __name in (
    ("add", "add"),
    ("sub", "subtract"),
    ("mul", "multiply"),
    ("div", "divide"),
    ("pow", "power"),
    ("remainder", "mod"),
    ("eq", "equal"),
    ("ne", "not_equal"),
    ("lt", "less"),
    ("le", "less_equal"),
    ("gt", "greater"),
    ("ge", "greater_equal"),
    ("maximum", "maximum"),
    ("minimum", "minimum"),
    ("atan2", "arctan2"),
    ("logical_and", "logical_and"),
    ("logical_or", "logical_or"),
    ("logical_xor", "logical_xor"),
):
    __here[__n] = binary(__name)
for __n in (
    "negative absolute square sign floor ceil trunc exp exp2 expm1 log log2 log10 log1p sqrt rsqrt reciprocal "
    "sin cos tan sinh cosh tanh sigmoid erf isnan isinf isfinite logical_not relu"
).split():
    __here[__n] = unary(__n)
abs, neg, subtract, multiply, divide = absolute, negative, sub, mul, div
for __n in ("asin", "acos", "atan"):
    __here[__n] = unary("arc" + __n[1:])
for __n in (
    "sum mean prod all any var std max min amax amin argmax argmin logsumexp norm softmax log_softmax cumsum cumprod "
    "argsort sort topk gather matmul mm bmm dot mv outer transpose swapaxes permute t reshape flatten unflatten squeeze "
    "unsqueeze clone clamp clip round masked_fill where nonzero triu tril diagonal diag flip roll repeat_interleave "
    "narrow split chunk unbind allclose isclose equal add sub mul div pow remainder eq ne lt le gt ge maximum minimum "
    "logical_and logical_or logical_xor neg abs square sign floor ceil trunc exp exp2 expm1 log log2 log10 log1p sqrt "
    "rsqrt reciprocal sin cos tan sinh cosh tanh sigmoid erf isnan isinf isfinite logical_not relu"
).split():
    if __n != "where":
        setattr(Tensor, __n, __here[__n])


class no_grad:
    def __enter__(self):
        pass

    def __exit__(self, *error):
        pass

    def __call__(self, f):
        return f


inference_mode = no_grad
__options = {"sci_mode": "sciMode"}


def set_printoptions(**options):
    for name in options:
        if name not in ("precision", "threshold", "edgeitems", "linewidth", "sci_mode", "profile"):
            raise TypeError("set_printoptions() got an unexpected keyword argument '%s'" % name)
        if name == "profile":
            _arrays.print_option("torch", "reset", None)
        else:
            _arrays.print_option("torch", __options.get(name, name), options[name])


at_home("torch", "Tensor Size dtype device", globals())
from . import nn


def __getattr__(name):
    raise AttributeError(
        "module 'torch' has no attribute '%s' here; this page carries the part of PyTorch that attention needs"
        % name
    )
