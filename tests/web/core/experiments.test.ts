import { describe, expect, it } from "vitest";
import {
  type AttentionError,
  loadAttention,
  type PermutationInput,
  type ScaleInput,
} from "../../../web/src/core/index.ts";

const core = await loadAttention({ build: "simd" });
const scalar = await loadAttention({ build: "scalar" });

/** The call must throw this, and the next one must work. */
function refused(call: () => unknown, code: string, field: string, rest: Partial<AttentionError>) {
  expect(call).toThrow(expect.objectContaining({ name: "AttentionError", code, field, ...rest }));
  expect(core.scaleExperiment({ dK: 1, samples: 3, seed: 7, keys: 2 }).rows).toHaveLength(1);
}

describe("the scale", () => {
  it.each(Object.entries({ simd: core, scalar }))("spreads alike in every host, %s", (_, core) => {
    // The numbers of tests/experiment_test.cpp: SplitMix64 and plain sums, done elsewhere.
    const { rows } = core.scaleExperiment({ dK: [1, 64], samples: 5, seed: 7 });
    expect(rows.map(({ dK }) => dK)).toEqual([1, 64]);
    const { scaled, unscaled } = rows[1]!;
    // 0x1.eebf2122b191dp-1 and 0x1.eebf2122b191dp+2
    expect(scaled.spread).toBe(Number(0x1eebf2122b191dn) / 2 ** 53);
    expect(unscaled.spread).toBe(Number(0x1eebf2122b191dn) / 2 ** 50);
    expect(Math.abs(scaled.entropy - 2.4447642676616375)).toBeLessThan(1e-12);
    expect(Math.abs(scaled.largestWeight - 0.18322052125881438)).toBeLessThan(1e-12);
    expect(Math.abs(scaled.gradient - 0.29727083038547353)).toBeLessThan(1e-12);
    expect(Math.abs(unscaled.entropy - 0.7550447624635177)).toBeLessThan(1e-12);
    expect(Math.abs(unscaled.largestWeight - 0.7413611920036837)).toBeLessThan(1e-12);
    expect(Math.abs(unscaled.gradient - 0.31042498185065504)).toBeLessThan(1e-12);
  });

  it("takes one width, and as many keys as asked for", () => {
    const { rows } = core.scaleExperiment({ dK: 1, samples: 3, seed: 7, keys: 2 });
    expect(rows).toHaveLength(1);
    // 0x1.4ad8a6913e325p-1
    expect(rows[0]!.scaled.spread).toBe(Number(0x14ad8a6913e325n) / 2 ** 53);
  });

  it("is refused where there is nothing to draw, or too much", () => {
    const call = (fields: object) => () =>
      core.scaleExperiment({ dK: 4, samples: 2, seed: 1, ...fields } as ScaleInput);
    refused(call({ dK: [] }), "empty", "dK", { values: [0] });
    refused(call({ dK: 0 }), "range", "dK", { values: [0, 1] });
    refused(call({ dK: [4, 0] }), "range", "dK", { values: [0, 1, 2] });
    refused(call({ dK: 1.5 }), "type", "dK", { other: "whole" });
    refused(call({ dK: [1.5] }), "type", "dK", { other: "whole", values: [1] });
    refused(call({ dK: "4" }), "type", "dK", { other: "numbers" });
    refused(call({ dK: Array(1025).fill(1) }), "tooLarge", "dK", { values: [1025, 1024] });
    refused(call({ samples: 0 }), "range", "samples", { values: [0, 1] });
    refused(call({ samples: undefined }), "type", "samples", { other: "whole" });
    refused(call({ keys: 0 }), "range", "keys", { values: [0, 1] });
    refused(call({ seed: -1 }), "range", "seed", { values: [-1, 0] });
    refused(call({ seed: 0.5 }), "type", "seed", { other: "whole" });
    refused(call({ samples: 2 ** 20, keys: 15, dK: [4, 4] }), "tooLarge", "samples", {
      values: [2 ** 21 * (16 * 4 * 64 + 2 * 15 * 32), 6e9],
    });
    const most = Number.MAX_SAFE_INTEGER;
    refused(call({ dK: most, samples: most, keys: most }), "tooLarge", "scores", {});
    refused(call({ deviation: 1 }), "unknownField", "deviation", {});
  });
});

describe("permuted tokens", () => {
  const three: PermutationInput = {
    x: [[3], [6], [9]],
    wq: [[0]],
    wk: [[0]],
    wv: [[1]],
    permutation: [2, 0, 1],
  };

  it("have the permuted output", () => {
    const got = core.permutationExperiment({ ...three, wq: [[1]], wk: [[0.5]] });
    expect(got.difference).toBeLessThan(1e-14);
    const rows = (data: ArrayLike<number>) =>
      [0, 3, 6].map((i) => Array.from(data).slice(i, i + 3));
    const [a, b, c] = rows(got.original.weights.data) as [number[], number[], number[]];
    const moved = ([x, y, z]: number[]) => [z, x, y];
    expect(rows(got.weights.data)).toEqual([moved(c), moved(a), moved(b)]);
    const [o1, o2, o3] = got.original.output.data;
    expect(Array.from(got.output.data)).toEqual([o3, o1, o2]);
    for (const [i, weight] of got.permuted.weights.data.entries()) {
      expect(weight).toBeCloseTo(got.weights.data[i]!, 14);
    }
    expect(Array.from(got.permuted.v.data)).toEqual([9, 3, 6]);
  });

  it("do not under a causal mask, and do under the same mask by token", () => {
    // Scores of 0: every output is the mean of what is seen, 9, 6, 6 after 3, 4.5, 6.
    const causal = core.permutationExperiment({ ...three, causal: true });
    expect(causal.difference).toBeCloseTo(3, 14);
    for (const [i, want] of [9, 6, 6].entries()) {
      expect(causal.permuted.output.data[i]).toBeCloseTo(want, 14);
    }
    const attend = [
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ];
    const byToken = core.permutationExperiment({ ...three, attend });
    expect(byToken.original).toEqual(core.selfAttention({ ...withoutOrder, attend }));
    expect(byToken.difference).toBeLessThan(1e-14);
  });

  const { permutation, ...withoutOrder } = three;

  it("are refused where the order is none", () => {
    const call = (fields: object) => () =>
      core.permutationExperiment({ ...three, ...fields } as PermutationInput);
    refused(call({ permutation: [0, 1] }), "entries", "permutation", { values: [2, 3] });
    refused(call({ permutation: [0, 1, 3] }), "atMost", "permutation", { values: [3, 2, 3] });
    refused(call({ permutation: [0, 1, -1] }), "range", "permutation", { values: [-1, 0, 3] });
    refused(call({ permutation: [0, 2, 0] }), "repeated", "permutation", { values: [3, 0] });
    refused(call({ permutation: [0, 1, 0.5] }), "type", "permutation", {
      other: "whole",
      values: [3],
    });
    refused(call({ permutation: undefined }), "type", "permutation", { other: "numbers" });
    refused(call({ wv: [] }), "empty", "wv", {});
    refused(call({ rotary: true }), "unknownField", "rotary", {});
  });
});

describe("other weights", () => {
  it("of three keys on a line, by hand", () => {
    // (1, -2, 1) can be taken away up to 1/4, where the last key has nothing left.
    const got = core.alternativeWeights({ weights: [0.5, 0.25, 0.25], v: [[0], [1], [2]] });
    expect(got.possible).toBe(true);
    expect(got.dimensions).toBe(1);
    expect(got.weights.shape).toEqual([3]);
    for (const [i, want] of [0.25, 0.75, 0].entries()) {
      expect(got.weights.data[i]).toBeCloseTo(want, 14);
    }
    expect(got.output.shape).toEqual([1]);
    expect(got.output.data[0]).toBeCloseTo(0.75, 14);
    expect(got.distance).toBeCloseTo(0.5, 14);
    expect(got.difference).toBeLessThan(1e-15);
  });

  it("row by row, of a trace's weights", () => {
    const [x, v] = [
      core.random({ rows: 9, columns: 4, seed: 1 }),
      core.random({ rows: 9, columns: 3, seed: 2 }),
    ];
    const { weights, output } = core.attention({ q: x, k: x, v, causal: true });
    const rows = core.alternativeWeights({ weights, v });
    expect(rows).toHaveLength(9);
    for (const [i, row] of rows.entries()) {
      const given = Array.from(weights.data).slice(9 * i, 9 * i + 9);
      // Four points of three dimensions leave nothing; each further one a dimension.
      expect(row.dimensions).toBe(Math.max(0, i + 1 - 4));
      expect(row.possible).toBe(i >= 4);
      const total = Array.from(row.weights.data).reduce((a, b) => a + b);
      expect(total).toBeCloseTo(1, 13);
      expect(Math.min(...row.weights.data)).toBeGreaterThanOrEqual(0);
      for (const [c, number] of row.output.data.entries()) {
        const exact = Array.from(row.weights.data, (w, k) => w * v.data[3 * k + c]!);
        expect(number).toBeCloseTo(output.data[3 * i + c]!, 12);
        expect(exact.reduce((a, b) => a + b)).toBeCloseTo(output.data[3 * i + c]!, 12);
      }
      const moved = given.reduce((sum, w, k) => sum + Math.abs(w - row.weights.data[k]!), 0);
      expect(row.distance).toBeCloseTo(moved / 2, 14);
      expect(row.distance > 0).toBe(row.possible);
      if (!row.possible) expect(Array.from(row.weights.data)).toEqual(given);
    }
  });

  it("are not there where the values are independent", () => {
    const got = core.alternativeWeights({ weights: Float64Array.of(0.5, 0.5), v: [[1], [2]] });
    expect(got).toEqual({
      possible: false,
      dimensions: 0,
      weights: { shape: [2], data: Float64Array.of(0.5, 0.5) },
      output: { shape: [1], data: Float64Array.of(1.5) },
      distance: 0,
      difference: 0,
    });
  });

  it("are refused for what are none", () => {
    const call =
      (weights: unknown, v: unknown = [[1], [2]]) =>
      () =>
        core.alternativeWeights({ weights, v } as never);
    refused(call([]), "empty", "weights", { values: [1, 0] });
    refused(call([0.5, 0.5], [[1]]), "innerMismatch", "v", { other: "weights", values: [1, 2] });
    refused(call([0.5, Number.NaN]), "notFinite", "weights", {});
    refused(call([0.5, 1.5]), "atMost", "weights", { values: [1.5, 1, 1, 2] });
    refused(call([[0.5, -0.5]]), "range", "weights", { values: [-0.5, 0, 1, 2] });
    refused(call([0.5, 0.5], [[1], [Number.NaN]]), "notFinite", "v", {});
    refused(call(["1"]), "type", "weights", { other: "number", values: [1] });
    refused(call([[[1]]]), "type", "weights", { other: "matrix" });
    refused(call(undefined), "type", "weights", { other: "tensor" });
    refused(call([0.5, 0.5], 3), "type", "v", { other: "tensor" });
    const many = Array(65).fill(1 / 65);
    refused(
      call(
        many,
        many.map((x) => [x]),
      ),
      "atMost",
      "keys",
      { values: [65, 64] },
    );
    const square = Array(17).fill(Array(64).fill(1 / 64));
    refused(call(square, Array(64).fill([1])), "tooLarge", "alternatives", {
      values: [17 * 4096, 2 ** 16],
    });
    refused(
      () => core.alternativeWeights({ weights: [1], v: [[1]], k: 1 } as never),
      "unknownField",
      "k",
      {},
    );
  });
});
