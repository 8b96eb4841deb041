# In the place of JAX where it is not installed: enough for the page's script, over NumPy.
from . import numpy


class config:
    # JAX keeps single precision until it is told otherwise, before the first array.
    @staticmethod
    def update(name, value):
        if name != "jax_enable_x64":
            raise AttributeError(name)
        numpy.wide = value
