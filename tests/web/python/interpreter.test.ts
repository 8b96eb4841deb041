// The cell's interpreter in Node: the same program that the Worker loads.

import { expect, test } from "vitest";
import { runCell as run } from "../support/cell.ts";

const square = { shape: [2, 2], data: Float64Array.of(0.1, 1 / 3, -0, 5e-324) };

test("what is printed comes line by line, in UTF-8", async () => {
  const { output, error } = await run('print("öz", "dikkat")\nprint("∑", end="")');
  expect(error).toBeNull();
  expect(output).toEqual(["öz dikkat\n", "∑"]);
});

test("the value of a last expression is printed, that of a statement or None is not", async () => {
  expect((await run("1 + 1\n")).output).toEqual(["2\n"]);
  expect((await run("max(\n  3,\n  4,\n)  # the larger\n# end")).output).toEqual(["4\n"]);
  expect((await run("x = 3")).output).toEqual([]);
  expect((await run("None")).output).toEqual([]);
  expect((await run('"""\nx\n"""\ny = """\nz\n"""')).output).toEqual([]);
});

test("matrices come and go without losing a bit", async () => {
  const { values } = await run("output = X\nweights = [[X[0][1]]]", { matrices: { X: square } });
  expect([...(values.output?.data ?? [])]).toEqual([...square.data]);
  expect(Object.is(values.output?.data[2], -0)).toBe(true);
  expect(values.output?.shape).toEqual([2, 2]);
  expect([...(values.weights?.data ?? [])]).toEqual([1 / 3]);
});

test("labels are lists of texts", async () => {
  const { output } = await run("print(tokens[1])", { labels: { tokens: ["kedi", "mindere"] } });
  expect(output).toEqual(["mindere\n"]);
});

test("the pair that the last expression gives is output and weights", async () => {
  const { values, call } = await run("([[1.0]], [[2.0]])");
  expect([values.output?.data[0], values.weights?.data[0]]).toEqual([1, 2]);
  expect(call).toBeNull();
});

test("a function that is only defined is called with the matrices", async () => {
  const four = { X: square, Wq: square, Wk: square, Wv: square };
  const code = "def self_attention(X, Wq, Wk, Wv):\n    return [[7.0]], Wv";
  const { values, call } = await run(code, { matrices: four });
  expect(call).toBe("output, weights = self_attention(X, Wq, Wk, Wv)");
  expect(values.output?.data[0]).toBe(7);
});

test("uneven lists, texts and functions are no matrices", async () => {
  const { values, error } = await run("output = [[1, 2], [3]]\nweights = 'abc'");
  expect(error).toBeNull();
  expect(values).toEqual({});
});

// The words are CPython's: python3 -c '...' prints them.
const errors: [code: string, type: string, message: string, line: number | null][] = [
  ["a = 1\nb = foo + 1", "NameError", "name 'foo' is not defined", 2],
  ["def f():\n    return 1 / 0\n\nf()", "ZeroDivisionError", "division by zero", 2],
  ["x = 1\nx + 'a'", "TypeError", "unsupported operand type(s) for +: 'int' and 'str'", 2],
  ["1 < 'a'", "TypeError", "'<' not supported between instances of 'int' and 'str'", 1],
  ["import nosuch", "ModuleNotFoundError", "No module named 'nosuch'", 1],
  ["x = (1,\n", "SyntaxError", "'(' was never closed", 1],
  ["x = 1\n  y = 2", "IndentationError", "unexpected indent", 2],
  ["def f(n):\n    return f(n + 1)\nf(0)", "RecursionError", "maximum recursion depth exceeded", 2],
  ["\nname = input('?')", "EOFError", "EOF when reading a line", 2],
  ["{}['a']", "KeyError", "'a'", 1],
  ["open('x.txt')", "FileNotFoundError", "[Errno 2] No such file or directory", 1],
  ["import sys\nsys.stdin.readline()", "EOFError", "EOF when reading a line", 2],
  ["'a' + 1", "TypeError", 'can only concatenate str (not "int") to str', 1],
  ["x = -'a'", "TypeError", "bad operand type for unary -: 'str'", 1],
  ["int('x')", "ValueError", "invalid literal for int() with base 10: 'x'", 1],
  [
    "import numpy as np\nfloat(np.ones((2, 3)))",
    "TypeError",
    "only size-1 arrays can be converted to Python scalars",
    2,
  ],
  [
    "import torch\nfloat(torch.ones(2, 3))",
    "ValueError",
    "only one element tensors can be converted to Python scalars",
    2,
  ],
  ["None.x", "AttributeError", "'NoneType' object has no attribute 'x'", 1],
  ["x = 3\nx()", "TypeError", "'int' object is not callable", 2],
  [
    "class E(Exception):\n    def __str__(self):\n        raise ValueError\nraise E('a')",
    "E",
    "<exception str() failed>",
    4,
  ],
  ["import math\nmath.exp(1000)", "OverflowError", "math range error", 2],
  [
    "from math import nosuch",
    "ImportError",
    "cannot import name 'nosuch' from 'math' (unknown location)",
    1,
  ],
  ["z = 1\nf'{z} {z / 0:.2f}'", "ZeroDivisionError", "division by zero", 2],
  ["f'''\n{1}\n{y:>{3}}'''", "NameError", "name 'y' is not defined", 3],
  ["f'{2.5:d}'", "ValueError", "Unknown format code 'd' for object of type 'float'", 1],
  ["x = 1\ny = f'{x +}'", "SyntaxError", "invalid syntax", 2],
  [
    "def f(a,  # so\n b: int, c=[1, 2], *d): pass\nf(1)",
    "TypeError",
    "f() missing 1 required positional argument: 'b'",
    3,
  ],
  [
    "def self_attention(X, Wq, Wk, Wv):\n    pass\nself_attention(1)",
    "TypeError",
    "self_attention() missing 3 required positional arguments: 'Wq', 'Wk', and 'Wv'",
    3,
  ],
  ["Q, K, V = 1, 2", "ValueError", "not enough values to unpack (expected 3, got 2)", 1],
  ["for a, b in [[1]]: pass", "ValueError", "not enough values to unpack (expected 2, got 1)", 1],
  [
    "def f(a): pass\nprint(f(a=1, b=2))",
    "TypeError",
    "f() got an unexpected keyword argument 'b'",
    2,
  ],
  ["def f(a): pass\nf(1, a=2)", "TypeError", "f() got multiple values for argument 'a'", 2],
  ["max([])", "ValueError", "max() arg is an empty sequence", 1],
  ["x = (1, 2)\nx[0] = 1", "TypeError", "'tuple' object does not support item assignment", 2],
  ["set([[1]])", "TypeError", "unhashable type: 'list'", 1],
  ["x = {}\nx.foo", "AttributeError", "'dict' object has no attribute 'foo'", 2],
  ["{} + 1", "TypeError", "unsupported operand type(s) for +: 'dict' and 'int'", 1],
];

for (const [code, type, message, line] of errors) {
  test(`${type}: ${message}`, async () => {
    const { error } = await run(code);
    expect(error).toMatchObject({ type, message, line });
  });
}

test("the calls that led to an error are told, and no line of the harness", async () => {
  const { error } = await run("def f():\n    return 1 / 0\n\nf()");
  expect(error?.frames).toEqual([
    { line: 4, name: "<module>" },
    { line: 2, name: "f" },
  ]);
});

test("what was printed before an error stays", async () => {
  const { output, error } = await run("print(1)\n1/0");
  expect(output).toEqual(["1\n"]);
  expect(error?.line).toBe(2);
});

test("the bridge to JavaScript is no module of this Python", async () => {
  for (const code of ["import js", "from js import fetch", "import jsffi", "__import__('js')"]) {
    expect((await run(code)).error, code).toMatchObject({ type: "ModuleNotFoundError", line: 1 });
  }
});

test("the end of a program is no error", async () => {
  for (const end of ["raise SystemExit", "exit()", "quit()", "import sys\nsys.exit(1)"]) {
    const { error, output } = await run(`print(1)\n${end}\nprint(2)`);
    expect([error, output]).toEqual([null, ["1\n"]]);
  }
});

test("an in-place operator writes through every name and view of an array, and lines stay", async () => {
  const { output } = await run(
    'import numpy as np\na = np.arange(4.0)\nb = a[1:]\nb *= 2\nprint(a, f"{a[1]:.2f}", f"{0.125:.2f}")',
  );
  expect(output).toEqual(["[0. 2. 4. 6.] 2.00 0.12\n"]);
  const { error } = await run("import numpy as np\na = np.zeros(2)\na *= np.zeros(3)");
  expect(error?.line).toBe(3);
});

test("what raises an error because of another prints nothing of its own", async () => {
  const { error, output } = await run(
    `try:
    1 / 0
except ZeroDivisionError as e:
    try: raise KeyError("raise a from b") from e  # from here
    except KeyError as again: print(again)
    raise ValueError("x") from None; print("from")`,
  );
  expect(output).toEqual(["'raise a from b'\n"]);
  expect(error).toMatchObject({ type: "ValueError", message: "x", line: 6 });
});

test("numbers that overflow are caught as in Python", async () => {
  const { output } = await run(
    "from math import cosh, exp, expm1, sinh\nfor f in (cosh, exp, expm1, sinh):\n    try: f(800.0)\n    except OverflowError as e: print(e)\nprint(exp(-800.0), exp(1) == 2.718281828459045)",
  );
  expect(output.join("")).toBe(`${"math range error\n".repeat(4)}0.0 True\n`);
});

test("a matrix too large to be sent is named", async () => {
  const { values, large } = await run(
    "import numpy as np\noutput = np.ones((257, 256))\nweights = np.ones((256, 256))",
  );
  expect(large).toEqual(["output"]);
  expect(values.weights?.shape).toEqual([256, 256]);
  expect(values.output).toBeUndefined();
});
