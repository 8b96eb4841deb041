import numpy
from numpy import arange, exp, float64, ones_like, where

wide = False


def array(object, dtype=None):
    made = numpy.array(object, dtype)
    if made.dtype == float64 and not wide:
        made = made.astype(numpy.float32)
    # Arrays of JAX are never written into.
    made.setflags(write=False)
    return made
