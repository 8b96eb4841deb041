from __future__ import annotations
import typing
from typing import List, Dict, Any, Callable, Union
import dataclasses
from dataclasses import dataclass, field
import functools, itertools, collections
from functools import partial, reduce, lru_cache
from itertools import product, chain, combinations, accumulate, count
from collections import defaultdict, namedtuple, OrderedDict, Counter, deque
import time, random, math
import numpy as np

@dataclass
class Config:
    d: int = 4
    heads: int = 2
    scale: float = 0.1 + 0.2
    names: list = field(default_factory=list)
    def hd(self) -> int:
        return self.d // self.heads

c = Config(d=8)
print(c, c.hd(), c == Config(8), c == Config(9))
print(reduce(lambda a, b: a * b, [1, 2, 3, 4]), partial(pow, 2)(3), list(product([0, 1], "ab")), list(chain([1], [2, 3])), list(combinations(range(3), 2)), list(accumulate([1, 2, 3])))
d = defaultdict(list)
d["a"].append(1)
print(dict(d), d)
P = namedtuple("P", ["q", "k"])
print(P(1, 2), P(1, k=2).q)
print(Counter("abca").most_common(1), Counter("aab")["a"])
t0 = time.perf_counter()
print(time.perf_counter() >= t0, time.time() > 0)
random.seed(0)
print(random.random(), random.randint(1, 10), random.choice([1, 2, 3]), random.gauss(0, 1), random.uniform(0, 1), random.sample(range(10), 3))
l = [1, 2, 3, 4]; random.shuffle(l); print(l)
print(math.prod([1, 2, 3]), math.comb(5, 2), math.isclose(0.1 + 0.2, 0.3), math.inf, math.fsum([0.1] * 10), math.factorial(5), math.log2(8), math.exp(1), math.hypot(3, 4), math.dist([0, 0], [3, 4]))
@lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(30))
