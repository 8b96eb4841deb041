import numpy as np
import torch
a = np.arange(4.0)
x = 3
print(0 < x < 5, 1 if 0 < x else 2, [i for i in range(5) if 2 <= i], (1 < a).sum(), np.where(1 < a, 1, 0), True & (a > 1), (0.5 * a), 2.0 * a + 1.0 - a, 1.0 / (a + 1))
print(1.0 - 2.0 * 3, (2.0 ** 3), 2.0 ** a, x * 2.0 * a, -1 < a, 3 > a)
while 0 < x:
    x -= 1
print(repr(0.1 + 0.2), [a.mean()], {"k": (1 / 3,)}, [np.array([1., 2.])], [[1e22, -0.0]], ["a", None, True], set(), (), {})
print("50%% of %s" % "x", "%(a)s" % {"a": 1})
print("a %s" %
      x)
y = 5 if 1 > 0 else 6; print(y)
print(1 | 2, 6 & 3, 1 ^ 3, x or 1 | 2)
d = {1: 2, 3.0: a}

t = torch.tensor([1.0, 2.0, 3.0])
print(1 < t, 2 >= t, True & (t > 1), 2.0 * torch.tensor(3.0), 1.0 - torch.tensor(0.5), 2.0 ** t)
print(f"{0.125:.2f} {0.125:>8.2f} {2.5:+.0f} {-0.5:.0f}", "%.2f %s" % (0.125, [0.1 + 0.2]), "%d%%" % 5, "%5.1f|%-5s|" % (2.25, "a"))
print("{:.2f}|{:>6}|{}".format(0.125, 1, a), "{a:.1f} {b}".format(a=0.25, b=0.3), "a" "b%s" % 1, "%s and %r" % ("x", "y"))
print(round(2.675, 2), round(0.5), round(-1 / 3, 4), repr(ValueError("x")))
print(f"{1234567:,} {1234.5:,.1f} {0.125:^9.2f}| {-3.14159:08.2f} {7:>4} {'a':>4} {1.5:.0%} {3:*>5} {float('inf'):.2f}")
