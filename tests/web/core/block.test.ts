import { describe, expect, it } from "vitest";
import {
  AttentionError,
  type BlockInput,
  type BlockWeights,
  loadAttention,
  type StackInput,
  type Tensor,
} from "../../../web/src/core/index.ts";
import { refusal, thrown } from "../support/thrown.ts";

const core = await loadAttention();

const identity = [
  [1, 0],
  [0, 1],
];
const none = [[0], [0]];

/** Scores of 0: each token gets the mean of all, plus the bias. */
const attention = {
  wq: none,
  wk: none,
  wv: identity,
  wo: identity,
  heads: 1,
};
const feedForward = {
  w1: identity,
  w2: [
    [1, 0],
    [0, 10],
  ],
  activation: "relu",
} as const;
const norm2 = { gain: [2, 1], bias: [0, 2] };
const x = [
  [1, 3],
  [8, 2],
];

const input: BlockInput = {
  x,
  epsilon: 0,
  attention: { ...attention, bo: [1, 0] },
  feedForward,
  norm2,
};

const data = (tensor: Tensor | undefined) => Array.from(tensor?.data ?? []);
const zeros = (rows: number, columns: number) => ({
  shape: [rows, columns],
  data: new Float64Array(rows * columns),
});

describe("block", () => {
  it("is norm, attention, sum, norm, feed-forward, sum", () => {
    const block = core.block(input);
    expect(data(block.attention?.norm.output)).toEqual([-1, 1, 1, -1]);
    expect(block.attention?.norm).toMatchObject({ mean: Float64Array.of(2, 5) });
    expect(block.attention?.weights.shape).toEqual([1, 2, 2]);
    expect(data(block.attention?.weights)).toEqual([0.5, 0.5, 0.5, 0.5]);
    expect(data(block.attention?.headOutputs)).toEqual([0, 0, 0, 0]);
    expect(data(block.attention?.output)).toEqual([1, 0, 1, 0]);
    expect(data(block.attention?.residual)).toEqual([2, 3, 9, 2]);
    expect(data(block.feedForward?.norm.output)).toEqual([-2, 3, 2, 1]);
    expect(data(block.feedForward?.activated)).toEqual([0, 3, 2, 1]);
    expect(data(block.feedForward?.output)).toEqual([0, 30, 2, 10]);
    expect(block.output).toEqual({ shape: [2, 2], data: Float64Array.of(2, 33, 11, 12) });
    expect(Object.keys(block).sort()).toEqual(["attention", "feedForward", "output"]);
  });

  it("has its norms behind the parts where it is told so", () => {
    const block = core.block({ x, epsilon: 0, norm: "post", attention, norm1: norm2 });
    expect(data(block.attention?.output)).toEqual([4.5, 2.5, 4.5, 2.5]);
    expect(data(block.attention?.residual)).toEqual([5.5, 5.5, 12.5, 4.5]);
    expect(data(block.output)).toEqual([0, 2, 2, 1]);
  });

  it("norms by RMS where it is told so", () => {
    const block = core.block({ x: [[1, 7]], epsilon: 0, normalization: "rms", feedForward });
    expect(block.feedForward?.norm).toMatchObject({ rootMeanSquare: Float64Array.of(5) });
    // [1, 7] + [0.2, 10 · 1.4]
    expect(data(block.output)[0]).toBeCloseTo(1.2, 14);
    expect(data(block.output)[1]).toBeCloseTo(21, 14);
  });

  it("looks at a context of another width, all of it", () => {
    const cross = { ...attention, wk: [[0]], wv: [[1, 3]] };
    const context = [[2], [4]];
    const block = core.block({ x, context, attention: { ...attention, causal: true }, cross });
    expect(block.cross?.weights.shape).toEqual([1, 2, 2]);
    // The mean of the context is 3, whichever token looks.
    expect(data(block.cross?.output)).toEqual([3, 9, 3, 9]);
    // Token 0 sees itself only.
    expect(data(block.attention?.weights)).toEqual([1, 0, 0.5, 0.5]);
    const padded = core.block({ x, context, cross: { ...cross, keyPadding: [false, true] } });
    expect(data(padded.cross?.output)).toEqual([2, 6, 2, 6]);
  });

  it("takes a state-space layer instead of attention", () => {
    const stateSpace = { a: [[0.5]], b: [[1]], c: [[2]], wIn: [[1], [0]], wOut: [[1, 1]] };
    const block = core.block({ x, epsilon: 0, stateSpace });
    expect(data(block.stateSpace?.norm.output)).toEqual([-1, 1, 1, -1]);
    expect(data(block.stateSpace?.input)).toEqual([-1, 1]);
    expect(data(block.stateSpace?.states)).toEqual([-1, 0.5]);
    expect(data(block.stateSpace?.mixed)).toEqual([-2, 1]);
    expect(data(block.stateSpace?.output)).toEqual([-2, -2, 1, 1]);
    expect(data(block.output)).toEqual([-1, 1, 9, 3]);
  });

  it("passes on what it is given where it has no parts", () => {
    expect(data(core.block({ x }).output)).toEqual([1, 3, 8, 2]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["type: x / tensor", { x: undefined }],
    ["type: context / tensor", { context: 1 }],
    ["unknownField: heads", { heads: 1 }],
    ["type: norm / normPlace", { norm: "before" }],
    ["type: normalization / normalization", { normalization: "batch" }],
    ["type: epsilon / number", { epsilon: "0" }],
    ["notFinite: epsilon", { epsilon: Number.NaN }],
    ["range: epsilon -1 0", { epsilon: -1 }],
    ["empty: x 0 0", { x: [] }],
    ["type: attention / part", { attention: true }],
    ["type: attention.wq / tensor", { attention: {} }],
    ["unknownField: attention.x", { attention: { ...attention, x } }],
    ["unknownField: attention.context", { attention: { ...attention, context: x } }],
    ["unknownField: attention.path", { attention: { ...attention, path: "tiled" } }],
    ["unknownField: attention.window_size", { attention: { ...attention, window_size: 2 } }],
    ["type: attention.heads / whole", { attention: { ...attention, heads: undefined } }],
    ["columns: attention.wq / attention.heads 1 2", { attention: { ...attention, heads: 2 } }],
    ["innerMismatch: attention.wq / x 1 2", { attention: { ...attention, wq: [[0]] } }],
    ["shape: attention.wo 2 1 2 2", { attention: { ...attention, wo: none } }],
    ["entries: attention.bo 0 2", { attention: { ...attention, bo: [] } }],
    ["needs: attention.sinks / attention.window", { attention: { ...attention, sinks: 1 } }],
    ["needs: cross / context", { cross: attention }],
    ["needs: context / cross", { context: x }],
    ["excludes: cross.causal / context", { context: x, cross: { ...attention, causal: true } }],
    ["excludes: stateSpace / attention", { stateSpace: { a: none, b: none, c: none } }],
    ["type: stateSpace.a / tensor", { stateSpace: {} }],
    ["type: feedForward / part", { feedForward: null }],
    ["unknownField: feedForward.w3", { feedForward: { ...feedForward, w3: none } }],
    ["type: feedForward.w2 / tensor", { feedForward: { w1: identity } }],
    ["shape: feedForward.w2 2 1 2 2", { feedForward: { ...feedForward, w2: none } }],
    [
      'needs: feedForward.wGate / feedForward.activation: "swiglu"',
      { feedForward: { ...feedForward, wGate: identity } },
    ],
    ["type: norm1 / part", { norm1: 1 }],
    ["unknownField: norm1.epsilon", { norm1: { epsilon: 1 } }],
    ["type: norm2.bias / numbers", { norm2: { bias: 0 } }],
    ["entries: norm2.gain 3 2", { norm2: { gain: [1, 2, 3] } }],
    ['excludes: norm2.bias / normalization: "rms"', { normalization: "rms" }],
    ["needs: norm3 / cross", { norm3: { gain: [1, 1] } }],
    ["tooLarge: attention.scores 16785409 16777216", { x: zeros(4097, 2) }],
  ])("refuses %s", (want, change) => {
    expect(refusal(() => core.block({ ...input, ...change }))).toBe(want);
    expect(data(core.block(input).output)).toEqual([2, 33, 11, 12]);
  });

  it("says in a sentence where the fault is", () => {
    const wrong = { ...input, attention: { ...attention, wq: [[0]] } };
    const error = thrown(() => core.block(wrong)) as AttentionError;
    expect(error).toBeInstanceOf(AttentionError);
    expect(error.message).toContain("attention.wq");
    expect(error.describe("tr")).toContain("attention.wq");
  });
});

describe("stack", () => {
  const stateSpace = { a: [[0.5]], b: [[1]], c: [[2]], wIn: [[1], [0]], wOut: [[0, 1]] };
  const { x: _, ...weights } = input;
  const layers: BlockWeights[] = [weights, { stateSpace, epsilon: 0 }];
  const good: StackInput = { x, layers };

  it("hands the output of each layer to the next", () => {
    const stack = core.stack(good);
    expect(stack.layers).toEqual([
      core.block(input),
      core.block({ x: core.block(input).output, ...layers[1] }),
    ]);
    expect(data(stack.layers[0]?.output)).toEqual([2, 33, 11, 12]);
    // Normed [-1, 1] and [-1, 1]: states -1 and -1.5, read twice into the second column.
    expect(data(stack.output)).toEqual([2, 31, 11, 9]);
    expect(Object.keys(stack).sort()).toEqual(["layers", "output"]);
  });

  it("norms what comes out at the end", () => {
    const stack = core.stack({ ...good, finalNorm: { epsilon: 0, gain: [1, 10], bias: [0, 1] } });
    expect(data(stack.output)).toEqual([-1, 11, 1, -9]);
    expect(stack.finalNorm).toMatchObject({ mean: Float64Array.of(16.5, 10) });
    const rms = core.stack({ ...good, finalNorm: { normalization: "rms" } });
    expect(Object.keys(rms.finalNorm ?? {}).sort()).toEqual(["output", "rootMeanSquare"]);
  });

  it("does not let later tokens change earlier ones", () => {
    const causal = { ...weights, attention: { ...attention, causal: true } };
    const before = core.stack({ x, layers: [causal, causal, ...layers.slice(1)] });
    const later = [x[0]!, [-5, 100]];
    const after = core.stack({ x: later, layers: [causal, causal, ...layers.slice(1)] });
    expect(data(after.output).slice(0, 2)).toEqual(data(before.output).slice(0, 2));
    expect(data(after.output).slice(2)).not.toEqual(data(before.output).slice(2));
  });

  it.each<[string, Record<string, unknown>]>([
    ["type: x / tensor", { x: undefined }],
    ["type: layers / layers", { layers: weights }],
    ["type: layers / layers", { layers: undefined }],
    ["empty: layers 0", { layers: [] }],
    ["type: layers[1] / part", { layers: [weights, 1] }],
    ["unknownField: layers[0].x", { layers: [input] }],
    ["unknownField: norm", { norm: "pre" }],
    [
      "type: layers[1].feedForward.w1 / tensor",
      { layers: [weights, { feedForward: { w2: identity } }] },
    ],
    [
      "innerMismatch: layers[1].feedForward.w1 / x 1 2",
      { layers: [weights, { feedForward: { w1: [[1]], w2: [[1, 1]] } }] },
    ],
    [
      "columns: layers[1].attention.wq / layers[1].attention.heads 1 3",
      { layers: [weights, { attention: { ...attention, heads: 3 } }] },
    ],
    ["needs: layers[0].cross / context", { layers: [{ cross: attention }] }],
    ["needs: context / cross", { context: x }],
    ["type: finalNorm / part", { finalNorm: true }],
    ["unknownField: finalNorm.x", { finalNorm: { x } }],
    ["entries: finalNorm.gain 1 2", { finalNorm: { gain: [1] } }],
    ["range: finalNorm.epsilon -1 0", { finalNorm: { epsilon: -1 } }],
    [
      'excludes: finalNorm.bias / finalNorm.normalization: "rms"',
      { finalNorm: { normalization: "rms", bias: [0, 0] } },
    ],
    [
      "tooLarge: layers 16785408 16777216",
      {
        x: zeros(2048, 2),
        layers: Array(4).fill({ attention }).concat({ feedForward }, { feedForward }),
      },
    ],
  ])("refuses %s", (want, change) => {
    expect(refusal(() => core.stack({ ...good, ...change }))).toBe(want);
    expect(data(core.stack(good).output)).toEqual([2, 31, 11, 9]);
  });
});
