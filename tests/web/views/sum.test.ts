// Every number on the page opens into the sum that made it. Here each sum is worked out from its
// operands, for every cell of every matrix, and compared with the cell.

import { expect, test } from "vitest";
import { workedExample } from "../../../web/src/inputs/example.ts";
import {
  byHand,
  type Cell,
  type Matrix,
  type Settings,
  type State,
  setSettings,
} from "../../../web/src/inputs/state.ts";
import { walk } from "../../../web/src/views/inspector.ts";
import { litBy } from "../../../web/src/views/lit-cells.ts";
import { gridOf } from "../../../web/src/views/scene.ts";
import { sourcesOf, sumOf } from "../../../web/src/views/sum.ts";
import { foldedTerms } from "../../../web/src/views/written-sum.ts";
import { sceneWith } from "../support/scene.ts";
import { expectAllCells } from "../support/sums.ts";

/** A small generator of the test's own: uniform in [-2, 2). */
function draws(seed: number) {
  let x = seed;
  return (rows: number, columns: number): Matrix =>
    Array.from({ length: rows }, () =>
      Array.from({ length: columns }, () => {
        x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
        return (4 * x) / 2 ** 32 - 2;
      }),
    );
}

function randomState(seed: number, [n, d, dk, dv]: readonly number[]): State {
  const draw = draws(seed);
  const [rows, model, width, valueWidth] = [n ?? 1, d ?? 1, dk ?? 1, dv ?? 1];
  return {
    ...workedExample.state,
    tokens: Array.from({ length: rows }, (_, i) => `t${i + 1}`),
    source: {
      kind: "projected",
      x: draw(rows, model),
      wq: draw(model, width),
      wk: draw(model, width),
      wv: draw(model, valueWidth),
    },
  };
}

function crossState(seed: number): State {
  const draw = draws(seed);
  return {
    ...workedExample.state,
    tokens: ["q1", "q2"],
    keyTokens: ["k1", "k2", "k3"],
    source: { kind: "direct", q: draw(2, 4), k: draw(3, 4), v: draw(3, 5) },
    origins: { q: byHand, k: byHand, v: byHand },
  };
}

const settings: Readonly<Record<string, Partial<Settings>>> = {
  plain: {},
  "not scaled": { scaled: false },
  "temperature 0.5": { temperature: 0.5 },
  "not scaled, temperature 3": { scaled: false, temperature: 3 },
  causal: { causal: "top-left" },
  "causal and a window of 2": { causal: "top-left", window: 2 },
  "a window of 1 with a sink": { window: 1, sinks: 1 },
};

for (const [name, changes] of Object.entries(settings)) {
  test(`every cell of the worked example is its sum: ${name}`, () => {
    const scene = sceneWith(setSettings(workedExample.state, changes));
    expect(Object.keys(scene.grids)).toHaveLength(13);
    expectAllCells(scene);
  });

  test(`every cell of random problems is its sum: ${name}`, () => {
    for (const [seed, shape] of [
      [1, 1, 1, 1],
      [5, 3, 4, 2],
      [9, 16, 8, 5],
    ].entries()) {
      expectAllCells(sceneWith(setSettings(randomState(seed, shape), changes)));
    }
  });

  test(`every cell of cross-attention is its sum: ${name}`, () => {
    expectAllCells(sceneWith(setSettings(crossState(3), changes)));
  });
}

test("bias, padding and a mask set by hand: every cell is its sum", () => {
  const bias = [
    [0.5, -1, 0],
    [0, Number.NEGATIVE_INFINITY, 2],
    [1, 1, 1],
  ];
  const attend = [
    [true, false, true],
    [true, true, true],
    [true, true, false],
  ];
  const state = setSettings(workedExample.state, { bias, attend, padding: [false, false, false] });
  expectAllCells(sceneWith(state));
});

test("the sums of the worked example, by hand", () => {
  const scene = sceneWith(workedExample.state);
  const factors = (cell: Cell) => {
    const sum = sumOf(scene, cell);
    if (sum.kind !== "dot") throw new Error(sum.kind);
    const value = (c: Cell) => gridOf(scene, c.matrix).at(c.row, c.column);
    return sum.terms.map((t) => [value(t.left), value(t.right)]);
  };
  // q_kedi = [3, 1, 3, 1], k_oturdu = [1, 1, 0, 0]
  expect(factors({ matrix: "scores", row: 0, column: 2 })).toEqual([
    [3, 1],
    [1, 1],
    [3, 0],
    [1, 0],
  ]);
  expect(gridOf(scene, "scores").at(0, 2)).toBe(4);
  // e^1 - 3 for kedi and mindere: the row's largest scaled score is 3, of kedi with itself.
  expect(sumOf(scene, { matrix: "exponentials", row: 0, column: 1 })).toEqual({
    kind: "exponential",
    from: { matrix: "masked", row: 0, column: 1 },
    maximum: { matrix: "masked", row: 0, column: 0 },
  });
});

test("a hidden pair is in no sum: not in the row of a weight, not among the weighted values", () => {
  const scene = sceneWith(setSettings(workedExample.state, { causal: "top-left" }));
  const share = sumOf(scene, { matrix: "weights", row: 1, column: 0 });
  expect(sourcesOf(share).map((c) => c.column)).toEqual([0, 1]);
  const output = sumOf(scene, { matrix: "output", row: 0, column: 3 });
  expect(sourcesOf(output)).toEqual([
    { matrix: "weights", row: 0, column: 0 },
    { matrix: "v", row: 0, column: 3 },
  ]);
  expect(sumOf(scene, { matrix: "weights", row: 0, column: 2 }).kind).toBe("hidden");
});

test("a row that sees nothing: weights and output are 0, and so are their sums", () => {
  const attend = [
    [false, false, false],
    [true, true, true],
    [true, true, true],
  ];
  const scene = sceneWith(setSettings(workedExample.state, { attend }));
  expect(gridOf(scene, "output").at(0, 0)).toBe(0);
  expect(sumOf(scene, { matrix: "output", row: 0, column: 0 })).toEqual({ kind: "dot", terms: [] });
  expectAllCells(scene);
});

test("a cell lights up the row and the column it was made of", () => {
  const scene = sceneWith(workedExample.state);
  const lit = litBy(scene, { matrix: "output", row: 2, column: 1 });
  expect(lit.sourcesIn("weights").map((c) => [c.row, c.column])).toEqual([
    [2, 0],
    [2, 1],
    [2, 2],
  ]);
  expect(lit.sourcesIn("v").map((c) => [c.row, c.column])).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
  ]);
  expect(lit.has("v", 1, 1)).toBe(true);
  expect(lit.has("v", 1, 2)).toBe(false);
  expect(lit.has("q", 2, 1)).toBe(false);
});

test("the way from the output down to X and back", () => {
  const scene = sceneWith(workedExample.state);
  const output: Cell = { matrix: "output", row: 0, column: 0 };
  const value: Cell = { matrix: "v", row: 2, column: 0 };
  const input: Cell = { matrix: "x", row: 2, column: 3 };
  const elsewhere: Cell = { matrix: "scores", row: 1, column: 1 };
  expect(walk(scene, [], output)).toEqual([output]);
  expect(walk(scene, [output], value)).toEqual([output, value]);
  expect(walk(scene, [output, value], input)).toEqual([output, value, input]);
  expect(walk(scene, [output, value, input], output)).toEqual([output]);
  expect(walk(scene, [output, value], elsewhere)).toEqual([elsewhere]);
});

test("a long sum folds to its first terms and its largest, in their order", () => {
  expect(foldedTerms([1, 2, 3, 4])).toEqual([0, 1, 2, 3]);
  const long = Array.from({ length: 20 }, (_, i) =>
    i === 7 ? -9 : i === 15 ? 8 : i === 4 ? 7 : 1,
  );
  expect(foldedTerms(long)).toEqual([0, 1, 2, 4, 7, 15]);
});
