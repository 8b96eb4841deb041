x = 1234.5
print("%e" % x, "%.2e" % 0.000125, "%.1e" % 2.5e10, "%.0e" % 2.5, "%.0e" % 3.5, "%g" % 0.0001, "%g" % 1e-5, "%.3g" % 1234.5)
print(f"{x:e} {x:.2e} {1e-7:.3e} {0.00012345:.2e} {2.5e-5:.0e} {1.25e10:.1e}")
print(f"{x:g} {0.1:g} {1e20:g} {100000:g} {1000000:g} {3.0:g}")
print(f"{-0.0:.1f} {float('inf'):.2f} {float('nan'):.1f} {1e16} {123456789.123456789} {1e-5} {0.1+0.2}")
print(f"{42:b} {255:x} {255:#x} {42:o} {42:08b} {65:c} {1000000:,} {1234567.891:,.2f} {0.256:.1%} {7:+d} {3.14159:>10.2f}|")
print(f"{'a':>5}|{'b':<5}|{'c':^5}|{5:<5}|{5:>5}|{5:^5}|{True!s:>6}|{None!r}")
print(1e22, 1e21, 1.0, 100.0, 1e100, 5e-324, 1.7976931348623157e308, 0.1, 1/3, 2/3)
width = 10
print(f"{x:{width}.2f}|{x:<{width}}|")
print(f"{x!r} {x=} {x = :.2f}")
class Vec:
    def __init__(self, *xs): self.xs = list(xs)
    def __repr__(self): return f"Vec({', '.join(map(str, self.xs))})"
    def __add__(self, o): return Vec(*[a + b for a, b in zip(self.xs, o.xs)])
    def __mul__(self, k): return Vec(*[a * k for a in self.xs])
    __rmul__ = __mul__
    def __eq__(self, o): return self.xs == o.xs
    def __len__(self): return len(self.xs)
    def __getitem__(self, i): return self.xs[i]
    def __matmul__(self, o): return sum(a * b for a, b in zip(self.xs, o.xs))
    @classmethod
    def zeros(cls, n): return cls(*[0] * n)
    @staticmethod
    def name(): return "vec"
v = Vec(1, 2)
print(v, v + v, v * 2, 3 * v, v == Vec(1, 2), len(v), v[0], v @ v, Vec.zeros(2), Vec.name(), list(v))
class A:
    def hi(self): return "A"
class B(A):
    def hi(self): return "B" + super().hi()
print(B().hi(), issubclass(B, A), B.__name__, hasattr(B(), "hi"), getattr(B(), "no", 5))
def f(a, b=2, *args, c=3, **kw):
    return a, b, args, c, kw
print(f(1), f(1, 3, 4, c=5, d=6))
def outer():
    n = 0
    def inner():
        nonlocal n
        n += 1
        return n
    return inner
g = outer()
g()
print(g())
def deco(fn):
    def wrapped(*a):
        print("call", fn.__name__)
        return fn(*a)
    return wrapped
@deco
def h(x): return x * 2
print(h(4))
import time
import random
from collections import Counter, defaultdict, OrderedDict, namedtuple, deque
from functools import reduce, partial, lru_cache
from itertools import product, combinations, accumulate, chain
random.seed(5)
print([random.randint(1, 6) for _ in range(5)], random.random(), random.choice("abc"), random.sample(range(10), 3))
print(Counter("banana").most_common(2), dict(Counter("ab")))
d = defaultdict(list)
d["x"].append(1)
print(dict(d))
P = namedtuple("P", "x y")
p = P(1, y=2)
print(p, p.x, p._replace(x=5) if hasattr(p, "_replace") else None)
print(reduce(lambda a, b: a * b, [1, 2, 3, 4]), list(product([0, 1], repeat=2)), list(combinations("abc", 2)), list(accumulate([1, 2, 3])), list(chain([1], [2])))
@lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(50))
print(partial(pow, 2)(5), time.time() > 0, time.perf_counter() >= 0)
q = deque([1, 2, 3], maxlen=3)
q.append(4)
print(list(q))
