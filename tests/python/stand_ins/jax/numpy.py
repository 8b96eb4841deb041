import numpy
from numpy import arange, exp, float64, ones_like, where

wide = False


def array(object, dtype=None):
    if dtype is float64 and not wide:
        raise TypeError("JAX would make float32 of it")
    made = numpy.array(object, dtype)
    # Arrays of JAX are never written into.
    made.setflags(write=False)
    return made
