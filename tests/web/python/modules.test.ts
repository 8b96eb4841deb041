/** What the modules are to the page: matrices in and out, the shared listings, errors, memory. */
import { existsSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { matrixToPython, prepare, pythonToMatrix } from "../../../web/src/python/modules/index.ts";
import { type Python, python } from "../support/micropython.ts";

let it: Python;
beforeEach(async () => {
  it = await python();
});

const said = (source: string): string => {
  const body = source.replace(/^/gm, "    ");
  return it.run(
    `try:\n${body}\nexcept Exception as error:\n    print(type(error).__name__, error)\n`,
  );
};

describe("matrices of the page", () => {
  const X = { shape: [2, 3], data: Float64Array.of(1, 2.5, -3, 0.1, 1e-9, 6) };

  test("come as float64 arrays and go back as numbers", () => {
    matrixToPython(it.py, "X", X);
    expect(it.run("print(X.shape, X.dtype, X[1, 2])")).toBe("(2, 3) float64 6.0\n");
    it.run("output = X.T");
    expect(pythonToMatrix(it.py, "output")).toEqual({
      shape: [3, 2],
      data: Float64Array.of(1, 0.1, 2.5, 1e-9, -3, 6),
    });
  });

  test("are copies: what the program writes does not reach the page", () => {
    matrixToPython(it.py, "X", X);
    it.run("X[0] = 7");
    expect(X.data[0]).toBe(1);
  });

  test("come as tensors where that is asked for", () => {
    matrixToPython(it.py, "X", X, "torch");
    expect(it.run("print(X.size(-1), X.dtype)")).toBe("3 torch.float64\n");
  });

  test("a tensor, a list and a number are read, all else is not", () => {
    it.run(
      "import torch\na = torch.ones(2) / 3\nb = [[1, 2], [3, 4]]\nc = 2.5\nd = 'text'\ne = [1, 'x']",
    );
    expect(pythonToMatrix(it.py, "a")?.data).toEqual(
      Float64Array.of(Math.fround(1 / 3), Math.fround(1 / 3)),
    );
    expect(pythonToMatrix(it.py, "b")).toEqual({
      shape: [2, 2],
      data: Float64Array.of(1, 2, 3, 4),
    });
    expect(pythonToMatrix(it.py, "c")).toEqual({ shape: [], data: Float64Array.of(2.5) });
    for (const name of ["d", "e", "nowhere"]) expect(pythonToMatrix(it.py, name)).toBeNull();
  });
});

describe("what is missing says so by name", () => {
  test.each([
    ["import numpy as np\nnp.fft", "AttributeError module 'numpy' has no attribute 'fft' here"],
    [
      "import numpy as np\nnp.linalg.svd",
      "AttributeError module 'numpy.linalg' has no attribute 'svd' here",
    ],
    [
      "import numpy as np\nnp.random.poisson",
      "AttributeError module 'numpy.random' has no attribute 'poisson' here",
    ],
    [
      "import numpy as np\nnp.ones(2).partition",
      "AttributeError 'numpy.ndarray' object has no attribute 'partition' here",
    ],
    ["import torch\ntorch.fft", "AttributeError module 'torch' has no attribute 'fft' here"],
    [
      "import torch\ntorch.ones(2).svd",
      "AttributeError 'Tensor' object has no attribute 'svd' here",
    ],
    [
      "import torch.nn as nn\nnn.Conv2d",
      "AttributeError module 'torch.nn' has no attribute 'Conv2d' here",
    ],
    [
      "import torch.nn.functional as F\nF.conv2d",
      "AttributeError module 'torch.nn.functional' has no attribute 'conv2d' here",
    ],
    ["import torch\ntorch.ones(2).backward()", "NotImplementedError there are no gradients here"],
    [
      "import numpy as np\nnp.zeros(2, dtype='complex128')",
      "TypeError data type 'complex128' is not here",
    ],
  ])("%s", (source, message) => {
    expect(said(source)).toContain(message);
  });
});

describe("numbers that would be wrong are refused", () => {
  test.each([
    ["np.array([2**53 + 2])", "OverflowError whole numbers beyond 2**53"],
    ["np.array([2**40]) * np.array([2**40])", "OverflowError whole numbers beyond 2**53"],
    ["np.arange(1, 30).prod()", "OverflowError whole numbers beyond 2**53"],
    [
      "np.array([np.nan]).astype(int)",
      "ValueError cannot convert float NaN or infinity to integer",
    ],
    ["np.zeros(2**31)", "ValueError Maximum allowed dimension exceeded"],
    ["np.zeros((2**29, 2**29))", "MemoryError"],
  ])("%s", (source, message) => {
    expect(said(`import numpy as np\n${source}`)).toContain(message);
  });
});

/** torch.nn.functional.scaled_dot_product_attention came with PyTorch 2: the formula is the reference. */
describe("scaled_dot_product_attention", () => {
  const check = (call: string, formula: string) =>
    expect(
      it.run(
        "import torch, math\nimport torch.nn.functional as F\ntorch.manual_seed(3)\n" +
          "q, k, v = torch.randn(1, 4, 3, 8), torch.randn(1, 2, 5, 8), torch.randn(1, 2, 5, 6)\n" +
          "k4, v4 = k.repeat_interleave(2, 1), v.repeat_interleave(2, 1)\n" +
          "keep = torch.rand(3, 5) > 0.3\nbias = torch.randn(3, 5)\n" +
          `a = ${call}\nb = ${formula}\nprint(a.shape, torch.allclose(a, b, atol=1e-6))`,
      ),
    ).toBe("torch.Size([1, 4, 3, 6]) True\n");
  const scores = "q @ k4.transpose(-2, -1) / math.sqrt(8)";

  test("plain", () =>
    check("F.scaled_dot_product_attention(q, k4, v4)", `F.softmax(${scores}, -1) @ v4`));
  test("causal, from the upper left", () =>
    check(
      "F.scaled_dot_product_attention(q, k4, v4, is_causal=True)",
      `F.softmax((${scores}).masked_fill(torch.ones(3, 5).triu(1).bool(), float('-inf')), -1) @ v4`,
    ));
  test("a mask of what is kept", () =>
    check(
      "F.scaled_dot_product_attention(q, k4, v4, attn_mask=keep)",
      `F.softmax((${scores}).masked_fill(~keep, float('-inf')), -1) @ v4`,
    ));
  test("a mask that is added", () =>
    check(
      "F.scaled_dot_product_attention(q, k4, v4, attn_mask=bias)",
      `F.softmax(${scores} + bias, -1) @ v4`,
    ));
  test("a scale", () =>
    check(
      "F.scaled_dot_product_attention(q, k4, v4, scale=0.5)",
      "F.softmax(q @ k4.transpose(-2, -1) * 0.5, -1) @ v4",
    ));
  test("grouped queries", () =>
    check(
      "F.scaled_dot_product_attention(q, k, v, enable_gqa=True)",
      `F.softmax(${scores}, -1) @ v4`,
    ));
});

describe("memory", () => {
  test("arrays beyond the budget of a run are a MemoryError, and the next run works", () => {
    const grow =
      "import numpy as np\nkept = []\nfor i in range(100000):\n    kept.append(np.zeros((1000, 100000)) if i else 1)";
    expect(said(grow)).toContain("MemoryError the arrays of this run need more than");
    expect(said("import numpy as np\nprint(np.ones(2))")).toBe("[1. 1.]\n");
  });

  test("a long run drops its handles when it ends", () => {
    it.run("import numpy as np\na = np.ones(4)\nfor i in range(20000): a = a + 1");
    it.run("import gc, jsffi\ngc.collect()");
    const used = Number(it.run("print(jsffi.mem_info()[6])"));
    expect(used).toBeLessThan(500);
  });
});

describe("rewriting within a line", () => {
  test.each([
    ["a *= 2\n", "a = _imul(a, (2))\n"],
    ["  a[i, :] /= b  # half\n", "  a[i, :] = _itruediv(a[i, :], (b)) # half\n"],
    ["if x: a **= 2\n", "if x: a = _ipow(a, (2))\n"],
    ["a *= (1 +\n  2)\nb = 1\n", "a = _imul(a, ((1 +\n  2)))\nb = 1\n"],
    ["a //= 2; b %= 3\n", "a = _ifloordiv(a, (2)); b = _imod(b, (3))\n"],
    ["f(x == 1, a <= 2, b != 3)\n", "f(x == 1, a <= 2, b != 3)\n"],
    ["s = 'a *= 2'\n", "s = 'a *= 2'\n"],
    ['"""\na *= 2\n"""\n', '"""\na *= 2\n"""\n'],
    ["# a *= 2\n", "# a *= 2\n"],
    ["a += 1\n", "a += 1\n"],
    ["f'{x:.3f} {{y:.2f}} {z}'", "_joined(_fixed((x), 0, 3), ' {y:.2f} ', _shown((z)))"],
    [
      "f'{x:5d} {y:.2e} {z:8.2f}'",
      "_joined(_field('5d', (x)), ' ', _field('.2e', (y)), ' ', _fixed((z), 8, 2))",
    ],
    ["print('{x:.3f}')", "print('{x:.3f}')"],
    [
      "f'{x!r} {y=} {y = :.2f}'",
      "_joined(_shown(repr(x)), ' y=', _shown(repr(y)), ' y = ', _fixed((y), 0, 2))",
    ],
    ["a *= 2", "a = _imul(a, (2))"],
  ])("%j", (source, expected) => {
    expect(prepare(source)).toBe(expected);
  });
});

const listings = new URL("../../../../shared/listings/", import.meta.url);

describe.skipIf(!existsSync(listings))("the shared listings, as they stand", () => {
  const listing = (name: string) => readFileSync(new URL(name, listings), "utf8");

  test("step by step", () => {
    expect(it.run(listing("step_by_step_numpy.py"))).toBe(
      listing("step_by_step_numpy.expected.txt"),
    );
  });

  test("causal", () => {
    it.run(listing("causal_numpy.py"));
    const w = pythonToMatrix(it.py, "w")!;
    expect(w.shape).toEqual([4, 4]);
    for (let i = 0; i < 4; i++) {
      const row = w.data.subarray(4 * i, 4 * i + 4);
      expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 6);
      for (let k = i + 1; k < 4; k++) expect(row[k]).toBe(0);
    }
  });

  test("five lines", () => {
    it.run(listing("five_lines_torch.py"));
    const [X, W] = [
      { shape: [3, 2], data: Float64Array.of(1, 0, 0, 1, 1, 1) },
      { shape: [2, 2], data: Float64Array.of(1, 0, 0, 1) },
    ];
    matrixToPython(it.py, "X", X, "torch");
    matrixToPython(it.py, "W", W, "torch");
    it.run("output, weights = self_attention(X, W, W, W)");
    const weights = pythonToMatrix(it.py, "weights")!.data;
    const scores = [1, 0, 1, 0, 1, 1, 1, 1, 2].map((s) => Math.exp(s / Math.SQRT2));
    scores.forEach((s, i) => {
      const row = scores.slice(3 * Math.floor(i / 3), 3 * Math.floor(i / 3) + 3);
      expect(weights[i]).toBeCloseTo(s / (row[0]! + row[1]! + row[2]!), 12);
    });
  });
});
