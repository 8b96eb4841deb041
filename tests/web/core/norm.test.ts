import { describe, expect, it } from "vitest";
import { loadAttention } from "../../../web/src/core/index.ts";
import { refusal } from "../support/thrown.ts";

const core = await loadAttention();

const x = [
  [1, 2, 3, 4],
  [0, 0, 0, 0],
];
const zeros = (rows: number, columns: number) => ({
  shape: [rows, columns],
  data: new Float64Array(rows * columns),
});

describe("layerNorm", () => {
  it("takes mean and spread out of each row", () => {
    const norm = core.layerNorm({ x, gain: [1, 2, 3, 4], bias: [0, 0, 0, 10], epsilon: 0.3125 });
    // The variance is 1.25, not 5/3; with epsilon the root is 1.25.
    expect(norm.mean).toEqual(Float64Array.of(2.5, 0));
    expect(norm.variance).toEqual(Float64Array.of(1.25, 0));
    expect(norm.output.shape).toEqual([2, 4]);
    [-1.2, -0.8, 1.2, 14.8, 0, 0, 0, 10].forEach((want, i) => {
      expect(norm.output.data[i]).toBeCloseTo(want, 14);
    });
    expect("rootMeanSquare" in norm).toBe(false);
  });

  it("has an epsilon of 1e-5", () => {
    const { output } = core.layerNorm({ x: [[0.001, -0.001]] });
    expect(output.data[0]).toBeCloseTo(0.001 / Math.sqrt(1.1e-5), 15);
  });
});

describe("rmsNorm", () => {
  it("takes the size out of each row and leaves its mean", () => {
    const norm = core.rmsNorm({ x: [[3, 4]], gain: [1, 10], epsilon: 12.5 });
    expect(norm.output.data[0]).toBeCloseTo(0.6, 15);
    expect(norm.output.data[1]).toBeCloseTo(8, 14);
    expect(norm.rootMeanSquare[0]).toBeCloseTo(Math.sqrt(12.5), 14);
    expect(Object.keys(norm).sort()).toEqual(["output", "rootMeanSquare"]);
  });

  it("has no bias", () => {
    const input = { x, bias: [1, 2, 3, 4] };
    expect(refusal(() => core.rmsNorm(input))).toBe("unknownField: bias");
  });
});

const refused: [string, Record<string, unknown>][] = [
  ["type: x / tensor", { x: undefined }],
  ["type: x / matrix", { x: [x] }],
  ["type: gain / numbers", { gain: 1 }],
  ["type: epsilon / number", { epsilon: "1e-5" }],
  ["unknownField: eps", { eps: 1 }],
  ["empty: x 1 0", { x: [[]] }],
  ["entries: gain 3 4", { gain: [1, 2, 3] }],
  ["range: epsilon -1 0", { epsilon: -1 }],
  ["notFinite: epsilon", { epsilon: Number.NaN }],
  ["tooLarge: output 16781312 16777216", { x: zeros(4097, 4096) }],
];

describe.each(["layerNorm", "rmsNorm"] as const)("%s", (call) => {
  it.each(refused)("refuses %s", (want, change) => {
    expect(refusal(() => core[call]({ x, ...change }))).toBe(want);
    expect(core[call]({ x }).output.shape).toEqual([2, 4]);
  });
});

it.each<[string, unknown]>([
  ["type: bias / numbers", 1],
  ["entries: bias 0 4", []],
])("layerNorm refuses %s", (want, bias) => {
  expect(refusal(() => core.layerNorm({ x, bias: bias as number[] }))).toBe(want);
});
