import { describe, expect, it } from "vitest";
import { loadAttention, type RecurrentInput } from "../../../web/src/core/index.ts";
import { refusal } from "../support/thrown.ts";

const core = await loadAttention();

/** PyTorch's weights of case R01, transposed. */
const input: RecurrentInput = {
  x: [
    [1, 0],
    [0, 1],
    [-1, 2],
  ],
  wIh: [
    [0.5, 1],
    [-1, 0.25],
  ],
  wHh: [
    [0.5, -0.5],
    [0, 1],
  ],
};

describe("recurrent", () => {
  it("gives every state, not the last one thrice", () => {
    const { states } = core.recurrent({ ...input, bIh: [0, 0], bHh: [0, 0], h0: [0, 0] });
    expect(states.shape).toEqual([3, 2]);
    const want = [0.46211715726000974, 0.7615941559557649, -0.6463134841204403];
    want.push(0.6530140059446494, -0.9929638250964309, 0.44317165579139345);
    want.forEach((h, i) => {
      expect(states.data[i]).toBeCloseTo(h, 14);
    });
  });

  it("adds both biases and starts from h0", () => {
    const x = [[0, 0]];
    const { states } = core.recurrent({ ...input, x, bIh: [1, 0], bHh: [0, 2], h0: [1, 1] });
    // 1 + 0.5 and 2 - 0.5 + 1
    expect(states.data[0]).toBeCloseTo(Math.tanh(1.5), 15);
    expect(states.data[1]).toBeCloseTo(Math.tanh(2.5), 15);
  });

  it("tells how much of each token is left, and how far a gradient reaches back", () => {
    const one = { x: [[1], [0], [0]], wIh: [[1]], wHh: [[0.5]] };
    const { signal, gradient } = core.recurrent(one);
    const h = [Math.tanh(1)];
    for (const t of [1, 2]) h.push(Math.tanh(h[t - 1]! / 2));
    const slope = (t: number) => 0.5 * (1 - h[t]! ** 2);
    expect(signal.shape).toEqual([3, 3]);
    expect(gradient.shape).toEqual([3, 3]);
    [1, 0, 0, h[1]! / h[0]!, 0, 0, h[2]! / h[0]!, 0, 0].forEach((want, i) => {
      expect(signal.data[i]).toBeCloseTo(want, 14);
    });
    [1, 0, 0, slope(1), 1, 0, slope(1) * slope(2), slope(2), 1].forEach((want, i) => {
      expect(gradient.data[i]).toBeCloseTo(want, 14);
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ["type: x / tensor", { x: 1 }],
    ["type: x / matrix", { x: [[[1, 0]]] }],
    ["type: x / number 1 2", { x: [[1, "0"]] }],
    ["ragged: x 2 1 2", { x: [[1, 0], [1]] }],
    ["type: wIh / tensor", { wIh: undefined }],
    ["type: wHh / tensor", { wHh: null }],
    ["type: bIh / numbers", { bIh: 1 }],
    ["type: bHh / number 1", { bHh: ["1"] }],
    ["type: h0 / numbers", { h0: {} }],
    ["unknownField: wih", { wih: [[1]] }],
    ["empty: x 0 0", { x: [] }],
    ["empty: wIh 2 0", { wIh: [[], []] }],
    ["innerMismatch: wIh / x 1 2", { wIh: [[1, 1]] }],
    ["shape: wHh 1 2 2 2", { wHh: [[1, 1]] }],
    ["entries: bIh 0 2", { bIh: [] }],
    ["entries: bHh 3 2", { bHh: [1, 2, 3] }],
    ["entries: h0 1 2", { h0: [1] }],
    [
      "tooLarge: signal 16785409 16777216",
      { x: { shape: [4097, 2], data: new Float64Array(2 * 4097) } },
    ],
  ])("refuses %s", (want, change) => {
    expect(refusal(() => core.recurrent({ ...input, ...change }))).toBe(want);
    expect(core.recurrent(input).states.shape).toEqual([3, 2]);
  });

  it("refuses what is no object", () => {
    expect(refusal(() => core.recurrent(null as never))).toBe("type: input / object");
  });
});
