import _arrays
from _core import LinAlgError, handle, ok


def norm(x, ord=None, axis=None, keepdims=False):
    import numpy as np

    x = np.asarray(x)
    if x.dtype.kind != "f":
        x = x.astype(float)
    if axis is None and ord is None:
        return np.sqrt(np.sum(x * x, None, keepdims=keepdims))
    n = x.ndim if axis is None else len(axis) if isinstance(axis, tuple) else 1
    if n == 1 and ord in (None, 2):
        return np.sqrt(np.sum(x * x, axis, keepdims=keepdims))
    if n == 1:
        a = np.abs(x)
        if ord == np.inf:
            return np.max(a, axis, keepdims=keepdims)
        if ord == -np.inf:
            return np.min(a, axis, keepdims=keepdims)
        if ord == 0:
            return np.sum((x != 0).astype(float), axis, keepdims=keepdims)
        if ord == 1:
            return np.sum(a, axis, keepdims=keepdims)
        return np.sum(a**ord, axis, keepdims=keepdims) ** (1 / ord)
    if ord in (None, "fro") and n == 2:
        return np.sqrt(np.sum(x * x, axis, keepdims=keepdims))
    if ord in (1, np.inf) and axis is None:
        return np.max(np.sum(np.abs(x), 0 if ord == 1 else 1))
    raise ValueError("norm with ord=%r of %d axes is not here" % (ord, n))


def solve(a, b):
    from numpy import ndarray

    return ndarray(ok(_arrays.solve(handle(a), handle(b))))


def inv(a):
    from numpy import asarray, eye

    return solve(a, eye(asarray(a).shape[0]))


def det(a):
    from _core import item

    return item(ok(_arrays.det(handle(a))))


def __getattr__(name):
    raise AttributeError("module 'numpy.linalg' has no attribute '%s' here" % name)
