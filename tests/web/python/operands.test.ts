/** Comparisons and methods that MicroPython does not ask the right object for. */
import { expect, test } from "vitest";
import { withOperands } from "../../../web/src/python/modules/prepare-operands.ts";

test.each([
  ["limit < a", "_less(limit, a)"],
  ["if n - 1 >= x.shape[0] and y:", "if _least(n - 1, x.shape[0]) and y:"],
  ["mask = (lo < a) & (a <= hi)", "mask = (_less(lo, a)) & (_most(a, hi))"],
  ["f(x > y, key=lambda p: p < q)  # a < b", "f(_more(x, y), key=lambda p: _less(p, q))  # a < b"],
  ["while n > 0: n -= 1", "while n > 0: n -= 1"],
  ["x < 'a'", "x < 'a'"],
  ["0 < n < a", "_left(0) < _left(n) < a"],
  ["a == b < c", "a == b < c"],
  ["a < b == c", "_left(a) < b == c"],
  ["a < b in c", "a < b in c"],
  ["x << 2 >> n", "x << 2 >> n"],
  ["def f(a: int) -> int:\n    return a", "def f(a: int) -> int:\n    return a"],
  ["x <<= 1; y >>= z", "x <<= 1; y >>= z"],
  ["(a\n  < b)", "(_less(a\n  , b))"],
  ["a \\\n  < b", "_less(a \\\n  , b)"],
  ["a < b \\\n  or c", "_less(a, b) \\\n  or c"],
  ["0 < a \\\n  < b", "_left(0) < _left(a) \\\n  < b"],
  ["d['a<b'] < d[k < j]", "_less(d['a<b'], d[_less(k, j)])"],
  ["not a < b", "not _less(a, b)"],
  ["x = a < b if c > d else e", "x = _less(a, b) if _more(c, d) else e"],
  ["for i in range(n < m):", "for i in range(_less(n, m)):"],
  ["w.title()", '_method(w, "title")()'],
  [
    "'a' 'b'.ljust(3) + c[0].f(1).zfill(2)",
    "_method('a' 'b', \"ljust\")(3) + _method(c[0].f(1), \"zfill\")(2)",
  ],
  ["-a.b.round(2) ** 2", '-_method(a.b, "round")(2) ** 2'],
  ["a.T.round", "a.T.round"],
  ["w.title().center(9)", '_method(_method(w, "title")(), "center")(9)'],
  ["x.item() < y.item()", '_less(_method(x, "item")(), _method(y, "item")())'],
  ["@f\ndef g(): pass", "@f\ndef g(): pass"],
  ["a if b else c.sort()", 'a if b else _method(c, "sort")()'],
  ["{a < b: c}", "{_less(a, b): c}"],
  ["f(x)[::-1]", "_part(f(x))[::-1]"],
  ["a[1:, ::2] += [1, 2][0:2]", "_part(a)[1:, ::2] += [1, 2][0:2]"],
  ["x[1:n] < y[:, None]", "_less(x[1:n], y[:, None])"],
])("%j", (source, expected) => {
  expect(withOperands(source)).toBe(expected);
});

test.each([
  ["[*a, 1, *b[::2]]", "_listed(*a, 1, *_part(b)[::2])"],
  ["[a * b, c]", "[a * b, c]"],
  ["f(*a, **b)", "f(*a, **b)"],
])("%j", (source, expected) => {
  expect(withOperands(source)).toBe(expected);
});
