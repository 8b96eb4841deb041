import { describe, expect, it } from "vitest";
import { type AdditiveInput, loadAttention } from "../../../web/src/core/index.ts";
import { refusal } from "../support/thrown.ts";

const core = await loadAttention();

/** tanh(ln(3) / 2) = 1/2, so that the scores are 0 and ln 2, and the weights 1/3 and 2/3. */
const input: AdditiveInput = {
  q: [[0, 5]],
  k: [[0], [Math.log(3) / 2]],
  v: [
    [3, 0],
    [6, -3],
  ],
  wq: [[1], [0]],
  wk: [[1]],
  w: [2 * Math.log(2)],
};

const zeros = (rows: number, columns: number) => ({
  shape: [rows, columns],
  data: new Float64Array(rows * columns),
});

describe("additiveAttention", () => {
  it("compares by a small network, and weighs the values", () => {
    const { hidden, ...trace } = core.additiveAttention(input);
    expect(hidden?.shape).toEqual([1, 2, 1]);
    expect(hidden?.data[1]).toBeCloseTo(0.5, 15);
    expect(trace.scores.shape).toEqual([1, 2]);
    expect(trace.scores.data[1]).toBeCloseTo(Math.log(2), 15);
    expect(trace.masked.data).toEqual(trace.scores.data);
    expect(trace.exponentials.data[0]).toBeCloseTo(0.5, 15);
    expect(trace.weights.data[1]).toBeCloseTo(2 / 3, 15);
    expect(trace.output.shape).toEqual([1, 2]);
    expect(trace.output.data[0]).toBeCloseTo(5, 14);
    expect(trace.output.data[1]).toBeCloseTo(-2, 15);
  });

  it("takes the keys as values where there are none", () => {
    const { v, ...rest } = input;
    const { output } = core.additiveAttention(rest);
    expect(output.shape).toEqual([1, 1]);
    expect(output.data[0]).toBeCloseTo(Math.log(3) / 3, 15);
  });

  it("ignores padding", () => {
    const { weights, masked } = core.additiveAttention({ ...input, keyPadding: [false, true] });
    expect(Array.from(weights.data)).toEqual([1, 0]);
    expect(masked.data[1]).toBe(Number.NEGATIVE_INFINITY);
  });

  it("leaves a hidden layer out that would be larger than any result", () => {
    const large = { q: zeros(2, 1), k: zeros(4096, 1), wq: zeros(1, 2049), wk: zeros(1, 2049) };
    const trace = core.additiveAttention({ ...large, w: Array(2049).fill(1) });
    expect("hidden" in trace).toBe(false);
    expect(trace.weights.data[4096]).toBe(1 / 4096);
  });

  it.each<[string, Record<string, unknown>]>([
    ["type: q / tensor", { q: undefined }],
    ["type: k / matrix", { k: [[[1]]] }],
    ["type: v / tensor", { v: "v" }],
    ["type: wq / tensor", { wq: null }],
    ["type: wk / tensor", { wk: 1 }],
    ["type: w / numbers", { w: undefined }],
    ["type: keyPadding / flag 1", { keyPadding: [0, 1] }],
    ["unknownField: causal", { causal: true }],
    ["empty: q 0 0", { q: [] }],
    ["empty: v 1 0", { v: [[]] }],
    ["lengthMismatch: v / k 1 2", { v: [[1]] }],
    ["innerMismatch: wq / q 1 2", { wq: [[1]] }],
    ["shape: wk 2 1 1 1", { wk: [[1], [1]] }],
    ["entries: w 0 1", { w: [] }],
    ["paddingLength: keyPadding 1 2", { keyPadding: [true] }],
    ["tooLarge: scores 16781312 16777216", { q: zeros(4097, 2), k: zeros(4096, 1), v: undefined }],
    ["tooLarge: output 16781312 16777216", { q: zeros(4097, 2), v: zeros(2, 4096) }],
  ])("refuses %s", (want, change) => {
    expect(refusal(() => core.additiveAttention({ ...input, ...change }))).toBe(want);
    expect(core.additiveAttention(input).output.shape).toEqual([1, 2]);
  });
});
