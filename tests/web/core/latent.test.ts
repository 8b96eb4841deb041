import { describe, expect, it } from "vitest";
import { AttentionError, type LatentInput, loadAttention } from "../../../web/src/core/index.ts";

const core = await loadAttention();

/** Case L01. Two heads, d_nope = d_rope = d_v = 2, d_c = 3. */
const example = {
  x: [
    [-1.0, 0.0, 1.0, -1.5],
    [0.5, 1.5, -1.0, 0.0],
    [-1.5, -0.5, 0.5, 1.5],
  ],
  wq: [
    [
      [-1.0, 0.0, 1.0, -0.5],
      [-0.5, 0.5, -1.0, 0.0],
      [0.0, 1.0, -0.5, 0.5],
      [0.5, -1.0, 0.0, 1.0],
    ],
    [
      [-1.0, 0.0, 1.0, -0.5],
      [0.0, 1.0, -0.5, 0.5],
      [1.0, -0.5, 0.5, -1.0],
      [-0.5, 0.5, -1.0, 0.0],
    ],
  ],
  wDkv: [
    [-0.5, 0.0, 0.5],
    [0.5, 1.0, -1.0],
    [-1.0, -0.5, 0.0],
    [0.0, 0.5, 1.0],
  ],
  wKr: [
    [0.0, -1.0],
    [0.5, -0.5],
    [1.0, 0.0],
    [-1.0, 0.5],
  ],
  wUk: [
    [
      [-0.5, 0.5],
      [0.0, 1.0],
      [0.5, -1.0],
    ],
    [
      [-0.5, 0.5],
      [0.5, -1.0],
      [-1.0, 0.0],
    ],
  ],
  wUv: [
    [
      [-1.0, -0.5],
      [0.0, 0.5],
      [1.0, -1.0],
    ],
    [
      [-1.0, -0.5],
      [0.5, 1.0],
      [-0.5, 0.0],
    ],
  ],
  heads: 2,
  causal: true,
};

const forms = ["naive", "absorbed"] as const;

function error(call: () => unknown): AttentionError {
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof AttentionError) return thrown;
    throw thrown;
  }
  throw new Error("nothing was thrown");
}

function difference(got: ArrayLike<number>, want: ArrayLike<number>): number {
  expect(got.length).toBe(want.length);
  return Math.max(
    ...Array.from(want, (w, i) =>
      Object.is(got[i], w) ? 0 : Math.abs(got[i]! - w) / (1 + Math.abs(w)),
    ),
  );
}

describe("latentAttention", () => {
  it("scales by the width of the keys in both forms (case L01)", () => {
    const want = [
      ...[-1.5, 1.625, 0.875, -1.0],
      ...[-2.167568420950328, 1.5582431579049674, 0.6640409145238936, -0.3671227435716806],
      ...[1.2494258033866925, -1.2495040105664734, 0.3187877055947512, 0.3058421662308605],
    ];
    for (const form of forms) {
      const { output } = core.latentAttention({ ...example, form });
      expect(output.shape).toEqual([3, 4]);
      expect(difference(output.data, want)).toBeLessThan(1e-11);
    }
    const { output } = core.latentAttention(example);
    expect(output).toEqual(core.latentAttention({ ...example, form: "naive" }).output);
  });

  it("gives what the two forms have in common, and what they attend with", () => {
    const [naive, absorbed] = forms.map((form) => core.latentAttention({ ...example, form }));
    for (const name of ["scores", "scaled", "masked", "weights", "headOutputs", "q", "c"] as const)
      expect(difference(absorbed![name].data, naive![name].data)).toBeLessThan(1e-12);
    expect(naive!.c.shape).toEqual([3, 3]);
    // x wDkv by hand.
    expect(Array.from(naive!.c.data)).toEqual([...[-0.5, -1.25, -2, 1.5, 2, -1.25, 0, 0, 1.25]]);
    expect(naive!.kRope.shape).toEqual([3, 2]);
    expect(naive!.q.shape).toEqual([2, 3, 4]);
    const shapes = (trace: typeof naive) =>
      [trace!.queries, trace!.keys, trace!.values, trace!.sums].map(({ shape }) => shape);
    expect(shapes(naive)).toEqual([
      [2, 3, 4],
      [2, 3, 4],
      [2, 3, 2],
      [2, 3, 2],
    ]);
    expect(shapes(absorbed)).toEqual([
      [2, 3, 5],
      [1, 3, 5],
      [1, 3, 3],
      [2, 3, 3],
    ]);
    expect(absorbed!.values.data).toEqual(absorbed!.c.data);
    expect(naive!.merged.shape).toEqual([3, 4]);
    expect(naive!.cache).toEqual({ numbersPerToken: 5, fullNumbersPerToken: 12 });
  });

  it("turns the rotary parts unless told not to", () => {
    const turned = core.latentAttention(example).kRope.data;
    const { data } = core.latentAttention({ ...example, rotary: false }).kRope;
    // x wKr by hand; position 0 is not turned, position 1 by one radian.
    expect(Array.from(data)).toEqual([2.5, 0.25, -0.25, -1.25, -1.25, 2.5]);
    expect(Array.from(turned.slice(0, 2))).toEqual([2.5, 0.25]);
    const [a, b] = [-0.25, -1.25];
    const one = [a * Math.cos(1) - b * Math.sin(1), a * Math.sin(1) + b * Math.cos(1)];
    expect(difference(turned.slice(2, 4), one)).toBeLessThan(1e-15);
    const positions = [0, 1, 2];
    expect(core.latentAttention({ ...example, positions }).kRope.data).toEqual(turned);
    expect(core.latentAttention({ ...example, rotary: true }).kRope.data).toEqual(turned);
    const later = core.latentAttention({ ...example, positions: [0, 0, 1] }).kRope.data;
    expect(Array.from(later.slice(2, 4))).toEqual([a, b]);
  });

  it("does without a rotary part, and mixes by wo", () => {
    const { wKr: _, ...rest } = example;
    const wq = example.wq.map((head) => head.map((row) => row.slice(0, 2)));
    const wo = [[1], [10], [100], [1000]];
    for (const form of forms) {
      const trace = core.latentAttention({ ...rest, wq, wo, form });
      expect(trace.kRope.shape).toEqual([3, 0]);
      expect(trace.cache).toEqual({ numbersPerToken: 3, fullNumbersPerToken: 8 });
      expect(trace.output.shape).toEqual([3, 1]);
      const [p = 0, q = 0, r = 0, s = 0] = trace.merged.data;
      expect(trace.output.data[0]).toBeCloseTo(p + 10 * q + 100 * r + 1000 * s, 10);
    }
  });

  it("takes heads side by side", () => {
    const beside = (heads: number[][][]) => heads[0]!.map((row, i) => [...row, ...heads[1]![i]!]);
    const { wq, wUk, wUv } = example;
    const side = { wq: beside(wq), wUk: beside(wUk), wUv: beside(wUv) };
    expect(core.latentAttention({ ...example, ...side })).toEqual(core.latentAttention(example));
  });
});

describe("an error of latentAttention", () => {
  const refused = (
    change: object,
    code: string,
    field: string,
    other: string,
    values: number[],
  ) => {
    const found = error(() => core.latentAttention({ ...example, ...change } as LatentInput));
    expect({ ...found }).toMatchObject({ code, field, other, values });
    expect(found.describe("tr")).not.toBe(found.message);
    expect(core.latentAttention(example).output.shape).toEqual([3, 4]);
  };
  const ones = (rows: number, columns: number) =>
    Array.from({ length: rows }, () => Array(columns).fill(1));

  it("names what does not fit", () => {
    refused({ heads: 0 }, "range", "heads", "", [0, 1]);
    refused({ heads: 3 }, "headsMismatch", "wq", "heads", [2, 3]);
    refused({ wq: ones(4, 5) }, "columns", "wq", "heads", [5, 2]);
    refused({ x: ones(3, 5) }, "innerMismatch", "wq", "x", [4, 5]);
    refused({ wDkv: ones(5, 3) }, "innerMismatch", "wDkv", "x", [5, 4]);
    refused({ wKr: ones(3, 2) }, "innerMismatch", "wKr", "x", [3, 4]);
    refused({ wDkv: ones(4, 2) }, "innerMismatch", "wUk", "wDkv", [3, 2]);
    refused({ wUv: ones(2, 4) }, "innerMismatch", "wUv", "wDkv", [2, 3]);
    refused({ wKr: ones(4, 1) }, "shape", "wq", "", [4, 4, 4, 3, 2]);
    refused({ wo: ones(3, 1) }, "innerMismatch", "wo", "merged", [3, 4]);
    refused({ x: [] }, "empty", "x", "", [0, 0]);
    refused({ wDkv: undefined }, "type", "wDkv", "tensor", []);
  });

  it("names options that do not fit", () => {
    refused({ form: "both" }, "type", "form", "form", []);
    refused({ positions: [0, 1] }, "entries", "positions", "", [2, 3]);
    refused({ positions: [0, 1, 2], rotary: false }, "needs", "positions", "rotary", []);
    refused({ rotary: { dims: 1 } }, "odd", "rotary.dims", "", [1]);
    refused({ rotary: { positions: [0, 1, 2] } }, "unknownField", "rotary.positions", "", []);
    refused({ sinks: 1 }, "needs", "sinks", "window", []);
    refused({ bq: [1] }, "unknownField", "bq", "", []);
    const wq = example.wq.map((head) => head.map((row) => row.slice(0, 2)));
    refused({ wKr: undefined, wq, rotary: true }, "needs", "rotary", "wKr", []);
  });

  it("comes before the work where results are too large", () => {
    const x = { shape: [4097, 1], data: new Float64Array(4097) };
    const one = [[1]];
    const large = { x, wq: one, wDkv: one, wKr: undefined, wUk: one, wUv: one, heads: 1 };
    refused(large, "tooLarge", "scores", "", [4097 ** 2, 2 ** 24]);
  });
});
