import { describe, expect, it } from "vitest";
import { loadAttention, type StateSpaceInput } from "../../../web/src/core/index.ts";
import { refusal } from "../support/thrown.ts";

const core = await loadAttention();

/** Two channels: one that halves what it knows, one with two numbers that it keeps and negates. */
const input: StateSpaceInput = {
  x: [
    [1, 1],
    [0, 2],
    [4, 0],
  ],
  a: [
    [0.5, 0],
    [1, -1],
  ],
  b: [
    [1, 0],
    [1, 2],
  ],
  c: [
    [2, 0],
    [1, 1],
  ],
  d: [3, 0],
};

const zeros = (rows: number, columns: number) => ({
  shape: [rows, columns],
  data: new Float64Array(rows * columns),
});

describe("stateSpace", () => {
  it("hands a state from token to token", () => {
    const trace = core.stateSpace(input);
    expect(trace.output.shape).toEqual([3, 2]);
    expect(Array.from(trace.output.data)).toEqual([5, 3, 1, 5, 20.5, 1]);
    expect(trace.states?.shape).toEqual([3, 4]);
    const states = [1, 0, 1, 2, 0.5, 0, 3, 2, 4.25, 0, 3, -2];
    expect(Array.from(trace.states?.data ?? [])).toEqual(states);
    expect("kernel" in trace).toBe(false);
  });

  it("is a convolution", () => {
    const trace = core.stateSpace({ ...input, form: "convolution" });
    expect(trace.kernel?.shape).toEqual([3, 2]);
    expect(Array.from(trace.kernel?.data ?? [])).toEqual([2, 3, 1, -1, 0.5, 3]);
    expect(Array.from(trace.output.data)).toEqual([5, 3, 1, 5, 20.5, 1]);
    expect("states" in trace).toBe(false);
  });

  it("passes nothing by the state without d", () => {
    const { d, ...rest } = input;
    expect(Array.from(core.stateSpace(rest).output.data)).toEqual([2, 3, 1, 5, 8.5, 1]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["type: x / tensor", { x: undefined }],
    ["type: a / tensor", { a: undefined }],
    ["type: b / matrix", { b: [[[1]]] }],
    ["type: c / number 1 1", { c: [[null]] }],
    ["type: d / numbers", { d: "3" }],
    ["type: form / stateSpaceForm", { form: "fft" }],
    ["unknownField: D", { D: [1] }],
    ["empty: x 0 0", { x: [] }],
    ["empty: a 2 0", { a: [[], []] }],
    ["shape: a 1 2 2 2", { a: [[1, 1]] }],
    ["shape: b 2 1 2 2", { b: [[1], [1]] }],
    ["shape: c 1 1 2 2", { c: [[1]] }],
    ["entries: d 0 2", { d: [] }],
    [
      "tooLarge: states 16781312 16777216",
      { x: zeros(4097, 2), a: zeros(2, 2048), b: zeros(2, 2048), c: zeros(2, 2048) },
    ],
    [
      "tooLarge: output 16781312 16777216",
      {
        x: zeros(4097, 4096),
        a: zeros(4096, 1),
        b: zeros(4096, 1),
        c: zeros(4096, 1),
        d: undefined,
      },
    ],
  ])("refuses %s", (want, change) => {
    expect(refusal(() => core.stateSpace({ ...input, ...change }))).toBe(want);
    expect(core.stateSpace(input).output.shape).toEqual([3, 2]);
  });
});
