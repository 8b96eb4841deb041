// The invariants that a result is held against, and the hints for errors.

import { describe, expect, test } from "vitest";
import { kindOf } from "../../../web/src/python/cell.ts";
import { later, leaks, rowSums } from "../../../web/src/python/checks.ts";
import { hintFor } from "../../../web/src/python/hints.ts";

const numbers = (shape: number[], ...data: number[]) => ({ shape, data: Float64Array.from(data) });

describe("sums of rows", () => {
  test("the row that is farthest from 1", () => {
    const { farthest, row } = rowSums(numbers([3, 2], 0.5, 0.5, 0.25, 0.25, 1, 0.25));
    expect([farthest, row]).toEqual([0.5, 1]);
  });
  test("a NaN hides behind no other row", () => {
    const { farthest, row } = rowSums(numbers([2, 2], Number.NaN, 0, 9, 9));
    expect([farthest, row]).toEqual([Number.NaN, 0]);
  });
  test("rows of several heads", () => {
    expect(rowSums(numbers([2, 1, 2], 1, 0, 0, 0)).row).toBe(1);
  });
});

test("weights of later tokens, over all heads", () => {
  expect(leaks(numbers([2, 2], 1, 0, 0.5, 0.5), later)).toBe(0);
  expect(leaks(numbers([2, 2, 2], 1, 0, 1, 0, 0.5, 0.5, 1, 0), later)).toBe(1);
  expect(leaks(numbers([2, 2], 1, Number.NaN, 1, 0), later)).toBe(1);
});

describe("tensors for code that imports torch, arrays for any other", () => {
  const cases: [code: string, kind: string][] = [
    ["import torch", "torch"],
    ["import math\nimport torch.nn.functional as F", "torch"],
    ["  from torch import nn", "torch"],
    ["import math, torch", "torch"],
    ["import numpy as np  # not torch", "numpy"],
    ["# import torch", "numpy"],
    ["import torchless", "numpy"],
    ["X @ Wq", "numpy"],
  ];
  for (const [code, kind] of cases) test(code, () => expect(kindOf(code)).toBe(kind));
});

describe("hints", () => {
  const error = (type: string, message = "") => ({ type, message, line: 1, frames: [] });
  const usual: [type: string, message: string][] = [
    ["NameError", "name 'np' is not defined"],
    ["IndentationError", "unexpected indent"],
    ["SyntaxError", "invalid syntax"],
    ["ModuleNotFoundError", "No module named 'scipy'"],
    ["ZeroDivisionError", "division by zero"],
    ["EOFError", "EOF when reading a line"],
    ["RecursionError", "maximum recursion depth exceeded"],
    ["MemoryError", "memory allocation failed"],
    ["ValueError", "operands could not be broadcast together with shapes (2,3) (4,)"],
    ["RuntimeError", "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)"],
    ["AttributeError", "module 'numpy' has no attribute 'fft'"],
  ];
  for (const [type, message] of usual) {
    test(`${type}: ${message}`, () => {
      const [en, tr] = (["en", "tr"] as const).map((language) =>
        hintFor(error(type, message), ["X", "Q"], language),
      );
      expect(en).toBeTruthy();
      expect(tr).toBeTruthy();
      expect(en).not.toBe(tr);
    });
  }
  test("a name that is not there is named, with those that are", () => {
    const hint = hintFor(error("NameError", "name 'q' is not defined"), ["X", "Q"], "en");
    expect(hint).toContain("gives q a value");
    expect(hint).toContain("X, Q");
  });
  test("a matrix that the state does not hold has its own", () => {
    const hint = hintFor(error("NameError", "name 'Wq' is not defined"), ["Q", "K", "V"], "en");
    expect(hint).toContain("no Wq now");
  });
  test("an error of the reader's own needs none", () => {
    expect(hintFor(error("ValueError", "my own"), [], "en")).toBeNull();
  });
});

test("missing gradients, files, attributes of single numbers and foreign characters have hints of their own", () => {
  const told = (type: string, message: string) => ({ type, message, line: 1, frames: [] });
  for (const language of ["en", "tr"] as const) {
    const said = [
      told("NotImplementedError", "there are no gradients here: Tensor.backward is missing"),
      told("FileNotFoundError", "[Errno 2] No such file or directory"),
      told("AttributeError", "'float' object has no attribute 'shape'"),
      told("AttributeError", "module 'numpy' has no attribute 'fft' here"),
      told("SyntaxError", "invalid syntax"),
      told("SyntaxError", "invalid character '“' (U+201C)"),
    ].map((error) => hintFor(error, [], language));
    expect(said).not.toContain(null);
    expect(new Set(said).size).toBe(said.length);
  }
});
