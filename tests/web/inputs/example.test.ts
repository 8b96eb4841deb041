import { expect, test } from "vitest";
import { benGelDim, workedExample } from "../../../web/src/inputs/example.ts";
import type { Matrix, Projected } from "../../../web/src/inputs/state.ts";

function product(a: Matrix, b: Matrix): number[][] {
  return a.map((row) =>
    (b[0] ?? []).map((_, j) => row.reduce((sum, value, k) => sum + value * (b[k]?.[j] ?? NaN), 0)),
  );
}

test("kedi mindere oturdu: X·W gives exactly the Q, K and V of the lesson", () => {
  const { tokens, source } = workedExample.state;
  const { x, wq, wk, wv } = source as Projected;
  expect(tokens).toEqual(["kedi", "mindere", "oturdu"]);
  expect(product(x, wq)).toEqual([
    [3, 1, 3, 1],
    [1, 1, 1, 5],
    [3, 2, 3, 1],
  ]);
  expect(product(x, wk)).toEqual([
    [1, 0, 1, 0],
    [0, 1, 0, 1],
    [1, 1, 0, 0],
  ]);
  expect(product(x, wv)).toEqual([
    [2, 0, 1, 0],
    [0, 2, 0, 1],
    [1, 1, 2, 2],
  ]);
});

test("the worked example is small whole numbers, its tokens all different", () => {
  const { x, wq, wk, wv } = workedExample.state.source as Projected;
  expect(x.length).toBe(3);
  for (const matrix of [x, wq, wk, wv]) {
    for (const row of matrix) {
      expect(row.length).toBe(4);
      for (const value of row) expect([-1, 0, 1, 2, 3]).toContain(value);
    }
  }
  expect(new Set(x.map(String)).size).toBe(3);
  expect(new Set([wq, wk, wv].map(String)).size).toBe(3);
});

test("ben gel dim: Q, K and V of the lesson", () => {
  const { tokens, source } = benGelDim.state;
  expect(tokens).toEqual(["ben", "gel", "dim"]);
  expect(source).toEqual({
    kind: "direct",
    q: [
      [1, 0],
      [0, 1],
      [1, 1],
    ],
    k: [
      [1, 0],
      [1, 1],
      [0, 1],
    ],
    v: [
      [1, 2],
      [3, 0],
      [0, 4],
    ],
  });
});

test("each token of an example has a gloss", () => {
  for (const { state, glosses } of [workedExample, benGelDim]) {
    expect(glosses.length).toBe(state.tokens.length);
  }
});
