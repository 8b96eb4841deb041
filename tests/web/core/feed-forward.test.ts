import { describe, expect, it } from "vitest";
import { type FeedForwardInput, loadAttention } from "../../../web/src/core/index.ts";
import { refusal } from "../support/thrown.ts";

const core = await loadAttention();

/** x w1 + b1 = [1, -1] */
const input: FeedForwardInput = {
  x: [[1, 2]],
  w1: [
    [3, 1],
    [0, -2],
  ],
  b1: [-2, 2],
  w2: [
    [1, 0],
    [1, 10],
  ],
  b2: [5, 6],
};

const zeros = (rows: number, columns: number) => ({
  shape: [rows, columns],
  data: new Float64Array(rows * columns),
});

describe("feedForward", () => {
  it.each([
    [undefined, 0.8413447460685429, -0.15865525393145705],
    ["gelu", 0.8413447460685429, -0.15865525393145705],
    ["gelu-tanh", 0.8411919906082767, -0.1588080093917233],
    ["relu", 1, 0],
  ] as const)("widens, bends by %s, and narrows", (activation, first, second) => {
    const trace = core.feedForward({ ...input, activation });
    expect(Array.from(trace.hidden.data)).toEqual([1, -1]);
    expect(trace.activated.data[0]).toBeCloseTo(first, 15);
    expect(trace.activated.data[1]).toBeCloseTo(second, 15);
    expect(trace.output.shape).toEqual([1, 2]);
    expect(trace.output.data[0]).toBeCloseTo(first + second + 5, 14);
    expect(trace.output.data[1]).toBeCloseTo(10 * second + 6, 14);
    expect("gate" in trace).toBe(false);
  });

  it("lets through what a gate says", () => {
    const gate = {
      wGate: [
        [1, 1],
        [0, -1],
      ],
      activation: "swiglu",
    } as const;
    const trace = core.feedForward({ ...input, ...gate });
    expect(Array.from(trace.gate?.data ?? [])).toEqual([1, -1]);
    // silu(1) · 1 and silu(-1) · -1
    expect(trace.activated.data[0]).toBeCloseTo(0.7310585786300049, 15);
    expect(trace.activated.data[1]).toBeCloseTo(0.2689414213699951, 15);
  });

  it.each<[string, Record<string, unknown>]>([
    ["type: x / tensor", { x: undefined }],
    ["type: w1 / tensor", { w1: undefined }],
    ["type: w2 / matrix", { w2: [[[1]]] }],
    ["type: b1 / numbers", { b1: 1 }],
    ["type: b2 / number 1", { b2: [null] }],
    ["type: wGate / tensor", { wGate: true }],
    ["type: activation / activation", { activation: "GELU" }],
    ["unknownField: w3", { w3: [[1]] }],
    ["empty: x 0 0", { x: [] }],
    ["empty: w1 2 0", { w1: [[], []] }],
    ["innerMismatch: w1 / x 1 2", { w1: [[1, 1]] }],
    ["entries: b1 1 2", { b1: [1] }],
    ["innerMismatch: w2 / w1 1 2", { w2: [[1, 1]] }],
    ["entries: b2 0 2", { b2: [] }],
    [
      'needs: wGate / activation: "swiglu"',
      {
        wGate: [
          [1, 1],
          [1, 1],
        ],
      },
    ],
    ["needs: activation / wGate", { activation: "swiglu" }],
    ["shape: wGate 1 2 2 2", { wGate: [[1, 1]], activation: "swiglu" }],
    [
      "tooLarge: hidden 16781312 16777216",
      { x: zeros(4097, 1), w1: zeros(1, 4096), w2: zeros(4096, 1), b1: undefined, b2: undefined },
    ],
    [
      "tooLarge: output 16781312 16777216",
      { x: zeros(4097, 1), w1: zeros(1, 1), w2: zeros(1, 4096), b1: undefined, b2: undefined },
    ],
  ])("refuses %s", (want, change) => {
    expect(refusal(() => core.feedForward({ ...input, ...change }))).toBe(want);
    expect(core.feedForward(input).output.shape).toEqual([1, 2]);
  });
});
