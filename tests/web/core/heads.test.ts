import { describe, expect, it } from "vitest";
import { AttentionError, loadAttention, type MultiHeadInput } from "../../../web/src/core/index.ts";
import * as plain from "../support/attention.ts";

const core = await loadAttention();

const identity = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
];
const weights = { wq: identity, wk: identity, wv: identity };

function error(call: () => unknown): AttentionError {
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof AttentionError) return thrown;
    throw thrown;
  }
  throw new Error("nothing was thrown");
}

/** The largest difference, relative to 1 + |want|. */
function difference(got: ArrayLike<number>, want: readonly number[]): number {
  expect(got.length).toBe(want.length);
  return Math.max(...want.map((w, i) => Math.abs(got[i]! - w) / (1 + Math.abs(w))));
}

/** rows x columns numbers between -1 and 1 that repeat nowhere near. */
const numbers = (rows: number, columns: number, seed: number): number[][] =>
  Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => Math.sin(1 + 12.9898 * i + 78.233 * j + seed)),
  );

const columns = (m: plain.Rows, first: number, count: number) =>
  m.map((row) => row.slice(first, first + count));

describe("multiHeadAttention", () => {
  it("scales by the width of a head, not of the model (case M03)", () => {
    const x = [
      [1, 0, 2, -1],
      [0, 1, 1, 1],
      [2, -1, 0, 0.5],
    ];
    const want = [
      ...[1.4359461001719838, -0.4359461001719839, 1.9073392194703924, -0.8620677226663025],
      ...[0.564053899828016, 0.435946100171984, 1.0798357291927374, 0.36973110595579745],
      ...[1.868976522282429, -0.868976522282429, 0.8520407849668081, 0.3972117631066372],
    ];
    const problem = { x, ...weights, wo: identity, heads: 2 };
    const { output } = core.multiHeadAttention(problem);
    expect(output.shape).toEqual([3, 4]);
    expect(difference(output.data, want)).toBeLessThan(1e-12);
    const fast = core.multiHeadAttention({ ...problem, path: "tiled" }).output;
    expect(fast.shape).toEqual([3, 4]);
    expect(fast.data).toBeInstanceOf(Float32Array);
    expect(difference(fast.data, want)).toBeLessThan(5e-6);
  });

  it("lets heads share KV heads in groups, in order (case H01)", () => {
    const ones = [[1, 1, 1, 1]];
    const problem = { x: [[1]], wq: ones, wk: [[1, 1]], wv: [[10, 20]], heads: 4, kvHeads: 2 };
    const trace = core.multiHeadAttention(problem);
    expect(Array.from(trace.output.data)).toEqual([10, 10, 20, 20]);
    expect(trace.headOutputs.shape).toEqual([4, 1, 1]);
    expect(trace.v.shape).toEqual([2, 1, 1]);
    const { output } = core.multiHeadAttention({ ...problem, path: "tiled" });
    expect(Array.from(output.data)).toEqual([10, 10, 20, 20]);
  });

  it("merges heads side by side (case H03)", () => {
    // q = k = 1000 times one-hot, so that each token sees itself alone; values are x.
    const x = [
      [1, 0, 1, 2, 3, 4],
      [0, 1, 5, 6, 7, 8],
    ];
    const hot = [[1000, 0], [0, 1000], ...Array.from({ length: 4 }, () => [0, 0])];
    const wv = [[0, 0, 0, 0], [0, 0, 0, 0], ...identity];
    const twice = [hot, hot];
    const problem = { x, wq: twice, wk: twice, wv, wo: identity, heads: 2 };
    for (const path of ["reference", "tiled"] as const) {
      const { output } = core.multiHeadAttention({ ...problem, path } as MultiHeadInput);
      expect(Array.from(output.data)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    }
  });

  it("gives every intermediate result, as plain sums have it", () => {
    const x = numbers(3, 5, 1);
    const [wq, wk, wv] = [numbers(5, 4, 2), numbers(5, 4, 3), numbers(5, 6, 4)];
    const wo = numbers(6, 2, 5);
    const bq = [0.5, -1, 0.25, 2];
    const problem = { x, wq, wk, wv, wo, bq, bo: [1, -1], heads: 2, causal: true };
    const trace = core.multiHeadAttention(problem);
    const q = plain.multiply(x, wq).map((row) => row.map((n, j) => n + bq[j]!));
    const [k, v] = [plain.multiply(x, wk), plain.multiply(x, wv)];
    const heads = [0, 1].map((h) =>
      plain.attention({
        q: columns(q, 2 * h, 2),
        k: columns(k, 2 * h, 2),
        v: columns(v, 3 * h, 3),
        sees: plain.causal,
      }),
    );
    const merged = x.map((_, i) => heads.flatMap(({ output }) => output[i]!));
    const output = plain.multiply(merged, wo).map(([a, b]) => [a! + 1, b! - 1]);
    const both = (name: "scores" | "scaled" | "exponentials" | "weights" | "output") =>
      heads.flatMap((head) => head[name].flat());
    expect(trace.scores.shape).toEqual([2, 3, 3]);
    for (const name of ["scores", "scaled", "exponentials", "weights"] as const)
      expect(difference(trace[name].data, both(name))).toBeLessThan(1e-14);
    expect(difference(trace.headOutputs.data, both("output"))).toBeLessThan(1e-14);
    expect(trace.headOutputs.shape).toEqual([2, 3, 3]);
    expect(trace.masked.data[1]).toBe(Number.NEGATIVE_INFINITY);
    const perHead = [columns(q, 0, 2), columns(q, 2, 2)].flat(2);
    expect(difference(trace.q.data, perHead)).toBeLessThan(1e-14);
    expect(trace.k.shape).toEqual([2, 3, 2]);
    expect(difference(trace.merged.data, merged.flat())).toBeLessThan(1e-14);
    expect(difference(trace.output.data, output.flat())).toBeLessThan(1e-14);
    // A matrix per head means the same.
    const split = { wq: [columns(wq, 0, 2), columns(wq, 2, 2)] };
    expect(core.multiHeadAttention({ ...problem, ...split })).toEqual(trace);
    expect(new Set(Object.values(trace).map(({ data }) => data.buffer)).size).toBe(11);
  });

  it("turns queries and keys, by positions that may be given", () => {
    const problem = { x: [[1], [1]], wq: [[1, 0]], wk: [[0, 1]], wv: [[3, 4]], heads: 1 };
    const { q, k, v } = core.multiHeadAttention({ ...problem, rotary: { positions: [0, 7] } });
    expect(difference(q.data, [1, 0, Math.cos(7), Math.sin(7)])).toBeLessThan(1e-15);
    expect(difference(k.data, [0, 1, -Math.sin(7), Math.cos(7)])).toBeLessThan(1e-15);
    expect(Array.from(v.data)).toEqual([3, 4, 3, 4]);
    const one = core.multiHeadAttention({ ...problem, rotary: true }).q.data;
    expect(difference(one, [1, 0, Math.cos(1), Math.sin(1)])).toBeLessThan(1e-15);
    expect(Array.from(core.multiHeadAttention({ ...problem, rotary: false }).q.data)).toEqual([
      ...[1, 0, 1, 0],
    ]);
  });

  it("attends to another text, of another length and width", () => {
    const [x, context] = [numbers(2, 3, 1), numbers(4, 5, 2)];
    const [wq, wk, wv] = [numbers(3, 4, 3), numbers(5, 4, 4), numbers(5, 2, 5)];
    const keyPadding = [false, true, false, false];
    const problem = { x, context, wq, wk, wv, heads: 1, keyPadding };
    const want = plain.attention({
      q: plain.multiply(x, wq),
      k: plain.multiply(context, wk),
      v: plain.multiply(context, wv),
      sees: (_, key) => key !== 1,
    });
    const trace = core.multiHeadAttention(problem);
    expect(trace.weights.shape).toEqual([1, 2, 4]);
    expect(difference(trace.weights.data, want.weights.flat())).toBeLessThan(1e-14);
    expect(difference(trace.output.data, want.output.flat())).toBeLessThan(1e-14);
    const fast = core.multiHeadAttention({ ...problem, path: "tiled" }).output;
    expect(difference(fast.data, want.output.flat())).toBeLessThan(2e-6);
  });

  it("switches heads off", () => {
    const problem = { x: numbers(3, 4, 1), ...weights, heads: 2, active: [false, true] };
    const trace = core.multiHeadAttention(problem);
    expect(trace.headOutputs.data.slice(0, 6).every((n) => n === 0)).toBe(true);
    expect(trace.headOutputs.data.slice(6).every((n) => n !== 0)).toBe(true);
    const all = core.multiHeadAttention({ ...problem, active: [true, true] });
    expect(trace.headOutputs.data.slice(6)).toEqual(all.headOutputs.data.slice(6));
    const fast = core.multiHeadAttention({ ...problem, path: "tiled" }).output;
    expect(difference(fast.data, Array.from(trace.output.data))).toBeLessThan(2e-6);
  });

  it("by both paths gives the same, over more than one block", () => {
    const x = { shape: [300, 40], data: numbers(300, 40, 1).flat() };
    const [wq, wo] = [numbers(40, 36, 2), numbers(36, 24, 5)];
    const [wk, wv] = [numbers(40, 12, 3), numbers(40, 12, 4)];
    const bias = {
      bq: numbers(1, 36, 6)[0]!,
      bk: numbers(1, 12, 7)[0]!,
      bv: numbers(1, 12, 8)[0]!,
    };
    const problem = { x, wq, wk, wv, wo, ...bias, heads: 3, kvHeads: 1, rotary: true };
    const trace = core.multiHeadAttention({ ...problem, causal: true, window: 100 });
    const fast = core.multiHeadAttention({ ...problem, causal: true, window: 100, path: "tiled" });
    // Scores reach about 60, and a weight is off by twice the rounding of its score.
    expect(difference(fast.output.data, Array.from(trace.output.data))).toBeLessThan(2e-4);
  });
});

describe("an error of multiHeadAttention", () => {
  const good = { x: numbers(3, 4, 1), ...weights, heads: 2 };
  const paths = ["reference", "tiled"] as const;

  const refused = (
    change: object,
    code: string,
    field: string,
    other: string,
    values: number[],
  ) => {
    for (const path of paths) {
      const input = { ...good, ...change, path } as MultiHeadInput;
      const found = error(() => core.multiHeadAttention(input));
      expect({ ...found }).toMatchObject({ code, field, other, values });
      expect(found.describe("tr")).not.toBe(found.message);
    }
    expect(core.multiHeadAttention(good).output.shape).toEqual([3, 4]);
  };

  it("names the numbers of heads that do not fit", () => {
    refused({ heads: 0 }, "range", "heads", "", [0, 1]);
    refused({ kvHeads: 0 }, "range", "kvHeads", "", [0, 1]);
    refused({ heads: 1.5 }, "type", "heads", "whole", []);
    const three = { heads: 4, kvHeads: 3, wk: numbers(4, 3, 1), wv: numbers(4, 3, 1) };
    refused(three, "notDivisible", "heads", "kvHeads", [4, 3]);
    refused({ heads: 3 }, "columns", "wq", "heads", [4, 3]);
    refused({ kvHeads: 3 }, "notDivisible", "heads", "kvHeads", [2, 3]);
    refused({ kvHeads: 2, wk: numbers(4, 3, 1) }, "columns", "wk", "kvHeads", [3, 2]);
    refused({ heads: 2 ** 40 }, "atMost", "heads", "", [2 ** 40, 4096]);
    refused({ wq: [identity] }, "headsMismatch", "wq", "heads", [1, 2]);
    refused({ kvHeads: 1, wk: [identity, identity] }, "headsMismatch", "wk", "kvHeads", [2, 1]);
  });

  it("names the shapes that do not fit", () => {
    refused({ x: [] }, "empty", "x", "", [0, 0]);
    refused({ x: [numbers(3, 4, 1)] }, "type", "x", "matrix", []);
    refused({ wq: numbers(3, 4, 1) }, "innerMismatch", "wq", "x", [3, 4]);
    refused({ wv: numbers(5, 4, 1) }, "innerMismatch", "wv", "x", [5, 4]);
    refused({ context: numbers(2, 5, 1) }, "innerMismatch", "wk", "context", [4, 5]);
    refused({ wk: numbers(4, 6, 1) }, "widthMismatch", "wk", "wq", [3, 2, 2, 2]);
    refused({ wo: numbers(3, 4, 1) }, "innerMismatch", "wo", "merged", [3, 4]);
    refused({ wq: undefined }, "type", "wq", "tensor", []);
    refused({ wq: [identity, numbers(4, 3, 1)] }, "headShape", "wq", "", [2, 4, 3, 4, 4]);
  });

  it("names lists of a wrong length", () => {
    refused({ bq: [1] }, "entries", "bq", "", [1, 4]);
    refused({ bk: [] }, "entries", "bk", "", [0, 4]);
    refused({ bv: [1, 2, 3, 4, 5] }, "entries", "bv", "", [5, 4]);
    refused({ bo: [1] }, "entries", "bo", "", [1, 4]);
    refused({ wo: numbers(4, 3, 1), bo: [1, 2, 3, 4] }, "entries", "bo", "", [4, 3]);
    refused({ active: [true] }, "entries", "active", "", [1, 2]);
    refused({ rotary: { positions: [0, 1] } }, "entries", "rotary.positions", "", [2, 3]);
    refused({ keyPadding: [true] }, "paddingLength", "keyPadding", "", [1, 3]);
    refused({ attend: [[true]] }, "maskShape", "attend", "", [1, 1, 3, 3]);
  });

  it("refuses positions of one text in another", () => {
    const context = numbers(2, 4, 1);
    refused({ context, causal: true }, "excludes", "causal", "context", []);
    refused({ context, window: 2 }, "excludes", "window", "context", []);
    refused({ context, window: 2, sinks: 1 }, "excludes", "window", "context", []);
    refused({ context, sinks: 1 }, "excludes", "sinks", "context", []);
    refused({ context, rotary: true }, "excludes", "rotary", "context", []);
    expect(core.multiHeadAttention({ ...good, context, causal: false }).output.shape[0]).toBe(3);
  });

  it("of rotary comes under the names of its options, with their place", () => {
    const odd = { wq: numbers(4, 6, 1), wk: numbers(4, 6, 1) };
    refused({ ...odd, rotary: true }, "odd", "rotary.dims", "width", [3]);
    refused({ rotary: { dims: 4 } }, "atMost", "rotary.dims", "", [4, 2]);
    refused({ rotary: { theta: 0 } }, "positive", "rotary.theta", "", [0]);
    refused({ rotary: { positions: [0, -1, 2] } }, "range", "rotary.positions", "", [-1, 0, 2]);
    refused({ rotary: { base: 1 } }, "unknownField", "rotary.base", "", []);
    refused({ rotary: "yes" }, "type", "rotary", "placedRotary", []);
  });

  it("tells types and unknown fields", () => {
    refused({ wqq: identity }, "unknownField", "wqq", "", []);
    refused({ bq: [1, "2"] }, "type", "bq", "number", [2]);
    refused({ active: [1, 0] }, "type", "active", "flag", [1]);
    refused({ window: "2" }, "type", "window", "whole", []);
    const path = "fast" as "tiled";
    expect(error(() => core.multiHeadAttention({ ...good, path }))).toMatchObject({
      ...{ code: "type", field: "path", other: "path" },
    });
    expect(error(() => core.multiHeadAttention(null as never))).toMatchObject({
      ...{ code: "type", field: "input" },
    });
  });

  it("comes before the work where results are too large", () => {
    const x = { shape: [4097, 1], data: new Float64Array(4097) };
    const one = [[1]];
    const tall = { x, wq: one, wk: one, wv: one, heads: 1 };
    expect(error(() => core.multiHeadAttention(tall))).toMatchObject({
      ...{ code: "tooLarge", field: "scores", values: [4097 ** 2, 2 ** 24] },
    });
    expect(core.multiHeadAttention({ ...tall, path: "tiled" }).output.shape).toEqual([4097, 1]);
    // 65 536 tokens, and queries of 8192 numbers each: 2 GiB.
    const wide = { shape: [1, 8192], data: new Float32Array(8192) };
    const long = { shape: [65_536, 1], data: new Float32Array(65_536) };
    const large = error(() =>
      core.multiHeadAttention({ ...tall, x: long, wq: wide, wk: wide, path: "tiled" }),
    );
    expect(large).toMatchObject({ code: "memoryLimit", field: "" });
    expect(large.values[0]).toBeGreaterThan(2 * 65_536 * 8192 * 4);
    expect(large.values[1]).toBe(2 ** 31 - 2 ** 26);
    expect(core.multiHeadAttention(good).output.shape).toEqual([3, 4]);
  });
});
