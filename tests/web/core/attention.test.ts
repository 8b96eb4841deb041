import { describe, expect, it } from "vitest";
import { AttentionError, loadAttention, type Trace } from "../../../web/src/core/index.ts";
import { thrown } from "../support/thrown.ts";

const core = await loadAttention();

const small = {
  q: [
    [1, 0],
    [0, 2],
  ],
  k: [
    [1, 1],
    [0, 1],
    [2, 0],
  ],
  v: [
    [1, 0],
    [0, 1],
    [1, 1],
  ],
};

/** "kedi mindere oturdu": the first columns of x pick a row of w, the last adds its last row. */
const sentence = {
  x: [
    [1, 0, 0, 0],
    [0, 1, 0, 1],
    [0, 0, 1, 1],
  ],
  wq: [
    [3, 1, 3, 1],
    [0, 1, 0, 3],
    [2, 2, 2, -1],
    [1, 0, 1, 2],
  ],
  wk: [
    [1, 0, 1, 0],
    [-1, 0, 1, 1],
    [0, 0, 1, 0],
    [1, 1, -1, 0],
  ],
  wv: [
    [2, 0, 1, 0],
    [0, 1, -2, 0],
    [1, 0, 0, 1],
    [0, 1, 2, 1],
  ],
};

const rounded = (data: ArrayLike<number>) => Array.from(data, (x) => Number(x.toFixed(3)));
const copy = (trace: Trace) => structuredClone(trace);

describe("selfAttention", () => {
  const trace = core.selfAttention(sentence);

  it("gives the numbers of the lesson", () => {
    expect(Array.from(trace.q.data)).toEqual([3, 1, 3, 1, 1, 1, 1, 5, 3, 2, 3, 1]);
    expect(Array.from(trace.k.data)).toEqual([1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 0, 0]);
    expect(Array.from(trace.v.data)).toEqual([2, 0, 1, 0, 0, 2, 0, 1, 1, 1, 2, 2]);
    expect(Array.from(trace.scores.data)).toEqual([6, 2, 4, 2, 6, 2, 6, 3, 5]);
    expect(Array.from(trace.scaled.data)).toEqual([3, 1, 2, 1, 3, 1, 3, 1.5, 2.5]);
    expect(Array.from(trace.masked.data)).toEqual(Array.from(trace.scaled.data));
    expect(rounded(trace.exponentials.data.slice(0, 3))).toEqual([1, 0.135, 0.368]);
    expect(rounded(trace.weights.data.slice(0, 3))).toEqual([0.665, 0.09, 0.245]);
    expect(rounded(trace.weights.data.slice(6, 7))).toEqual([0.547]);
    expect(rounded(trace.output.data.slice(0, 4))).toEqual([1.575, 0.425, 1.155, 0.579]);
  });

  it("has shapes without an axis for heads", () => {
    expect(trace.q.shape).toEqual([3, 4]);
    expect(trace.weights.shape).toEqual([3, 3]);
    expect(trace.output.shape).toEqual([3, 4]);
  });

  it("takes the options", () => {
    const { weights } = core.selfAttention({ ...sentence, causal: true, scale: 0 });
    expect(Array.from(weights.data)).toEqual([1, 0, 0, 0.5, 0.5, 0, 1 / 3, 1 / 3, 1 / 3]);
  });

  it("is what the five lines give", () => {
    const { weights, output } = core.fiveLines(sentence);
    weights.data.forEach((w, i) => {
      expect(w).toBeCloseTo(trace.weights.data[i]!, 14);
    });
    output.data.forEach((x, i) => {
      expect(x).toBeCloseTo(trace.output.data[i]!, 14);
    });
    expect(output.shape).toEqual([3, 4]);
  });
});

describe("the numbers of ben gel dim", () => {
  const input = {
    q: [
      [1, 0],
      [0, 1],
      [1, 1],
    ],
    k: [
      [1, 0],
      [1, 1],
      [0, 1],
    ],
    v: [
      [1, 2],
      [3, 0],
      [0, 4],
    ],
  };

  it("with the scale", () => {
    const { weights } = core.attention(input);
    expect(rounded(weights.data.slice(0, 3))).toEqual([0.401, 0.401, 0.198]);
  });

  it("without", () => {
    const { output } = core.attention({ ...input, scale: 1 });
    expect(rounded(output.data)).toEqual([1.689, 1.466, 1.422, 2, 1.94, 1.272]);
  });
});

describe("heads", () => {
  const q = { shape: [4, 1, 1], data: [1, 1, 1, 1] };
  const k = [[[1]], [[1]]];

  it("share keys and values in groups, in order", () => {
    const { output, weights } = core.attention({ q, k, v: [[[10]], [[20]]] });
    expect(output).toEqual({ shape: [4, 1, 1], data: Float64Array.of(10, 10, 20, 20) });
    expect(weights.shape).toEqual([4, 1, 1]);
  });

  it("keep their axis when there is one head", () => {
    expect(core.attention({ q: [[[1]]], k: [[1]], v: [[5]] }).output.shape).toEqual([1, 1, 1]);
    expect(core.attention({ q: [[1]], k: [[[1]]], v: [[5]] }).output.shape).toEqual([1, 1]);
  });

  it("may each have a bias", () => {
    const bias = [[[0, Number.NEGATIVE_INFINITY]], [[Number.NEGATIVE_INFINITY, 0]]];
    const heads = core.attention({ q: [[[1]], [[1]]], k: [[0], [0]], v: [[2], [6]], bias });
    expect(Array.from(heads.output.data)).toEqual([2, 6]);
  });
});

describe("memory", () => {
  it("grows without touching what was returned before", () => {
    const first = core.attention(small);
    const before = copy(first);
    const rows = Array.from({ length: 1500 }, (_, i) => [Math.sin(i), Math.cos(i)]);
    const large = core.attention({ q: rows, k: rows, v: rows });
    expect(large.weights.data).toHaveLength(1500 * 1500);
    expect(large.output.data.every(Number.isFinite)).toBe(true);
    expect(first).toEqual(before);
    expect(core.attention(small)).toEqual(before);
  });

  it("is not shared: results and inputs are copies", () => {
    const q = Float64Array.of(1, 0, 0, 2);
    const first = core.attention({ ...small, q: { shape: [2, 2], data: q } });
    const before = copy(first);
    q.fill(9);
    expect(first).toEqual(before);
    first.weights.data.fill(7);
    expect(core.attention(small)).toEqual(before);
    expect(new Set(Object.values(first).map(({ data }) => data.buffer)).size).toBe(6);
  });

  it("that is not there is an error, and the next call works", () => {
    // One token may be as wide as it likes, but 2 GiB do not fit into 32 bits.
    const data = new Float64Array(2 ** 28);
    const [x, w] = [
      { shape: [1, 2 ** 28], data },
      { shape: [2 ** 28, 1], data },
    ];
    const error = thrown(() => core.selfAttention({ x, wq: w, wk: w, wv: w }));
    const values = [4 * 2 ** 31, 2 ** 31 - 2 ** 26];
    expect(error).toMatchObject({ name: "AttentionError", code: "memoryLimit", values });
    expect(core.attention({ q: [[1]], k: [[1]], v: [[3]] }).output.data[0]).toBe(3);
  });
});

describe("an error", () => {
  const error = thrown(() =>
    core.attention({
      q: [
        [1, 2, 3],
        [4, 5, 6],
      ],
      k: [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
      v: [[1], [2]],
    }),
  );

  it("of the core is a JavaScript Error that names both sizes", () => {
    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(AttentionError);
    expect(error).toMatchObject({ code: "widthMismatch", field: "k", other: "q", values: [4, 3] });
    const { message, describe: _ } = error as AttentionError;
    expect(message).toMatch(/\b3\b/);
    expect(message).toMatch(/\b4\b/);
  });

  it("speaks Turkish as well", () => {
    const sentence = (error as AttentionError).describe("tr");
    expect(sentence).toMatch(/k: 4 sütun, q: 3 sütun/);
  });

  it("does not keep the next call from working", () => {
    expect(core.attention({ q: [[1]], k: [[1]], v: [[3]] }).output.data[0]).toBe(3);
  });

  it("of a problem that is too large comes before the work", () => {
    const tall = { shape: [5000, 1], data: new Float64Array(5000) };
    expect(thrown(() => core.attention({ q: tall, k: tall, v: tall }))).toMatchObject({
      code: "tooLarge",
      field: "scores",
      values: [25_000_000, 16_777_216],
    });
  });
});

describe("random and embed", () => {
  it("give the same numbers as the core's tests want", () => {
    const { shape, data } = core.random({ rows: 1, columns: 2, seed: 1234567 });
    expect(shape).toEqual([1, 2]);
    expect(data[0]).toBeCloseTo(-0.39226902703900257, 13);
    expect(data[1]).toBeCloseTo(-2.185548354825432, 13);
  });

  it("scale by the deviation", () => {
    const { data } = core.random({ rows: 1, columns: 1, seed: 1234567, deviation: 2 });
    expect(data[0]).toBeCloseTo(-0.784538054078005, 13);
  });

  it("see UTF-8", () => {
    const { shape, data } = core.embed({ tokens: ["kedi", "İğne"], width: 2, seed: 7 });
    expect(shape).toEqual([2, 2]);
    const want = [
      0.49206570336155198, 0.36736647581091275, 0.82073950288362918, 1.0238873128073605,
    ];
    want.forEach((x, i) => {
      expect(data[i]).toBeCloseTo(x, 13);
    });
  });

  it("refuse what is no count, no seed and no text", () => {
    const bad = (call: () => unknown, code: string, field: string) =>
      expect(thrown(call)).toMatchObject({ name: "AttentionError", code, field });
    bad(() => core.random({ rows: 0, columns: 1, seed: 1 }), "range", "rows");
    bad(() => core.random({ rows: 1, columns: 1.5, seed: 1 }), "type", "columns");
    bad(() => core.random({ rows: 1, columns: 1, seed: -1 }), "range", "seed");
    bad(() => core.embed({ tokens: [], width: 1, seed: 1 }), "empty", "tokens");
    bad(() => core.embed({ tokens: [1] as never, width: 1, seed: 1 }), "type", "tokens");
    bad(() => core.embed({ tokens: ["a"], width: 0, seed: 1 }), "range", "width");
    bad(() => core.random(null as never), "type", "input");
    bad(() => core.embed({ tokens: new Array(2), width: 1, seed: 1 }), "type", "tokens");
    const one = { rows: 1, columns: 1, seed: 1 };
    for (const deviation of ["2", null, {}]) {
      bad(() => core.random({ ...one, deviation: deviation as never }), "type", "deviation");
    }
    bad(() => core.random({ ...one, deviation: Number.NaN }), "notFinite", "deviation");
  });

  it("refuse sizes that no module could hold, instead of cutting them off", () => {
    const tooLarge = (call: () => unknown, field: string, numbers: number) =>
      expect(thrown(call)).toMatchObject({
        code: "tooLarge",
        field,
        values: [numbers, 16_777_216],
      });
    const rows = 2 ** 32 + 1;
    tooLarge(() => core.random({ rows, columns: 1, seed: 1 }), "random", rows);
    tooLarge(() => core.embed({ tokens: ["a"], width: rows, seed: 1 }), "embed", rows);
  });

  it("refuse fields they do not know, as the five lines do", () => {
    const unknown = (call: () => unknown, field: string) =>
      expect(thrown(call)).toMatchObject({ code: "unknownField", field });
    const one = { rows: 1, columns: 1, seed: 1, deviaton: 2 };
    unknown(() => core.random(one), "deviaton");
    const words = { tokens: ["a"], width: 1, seed: 1, size: 2 };
    unknown(() => core.embed(words), "size");
    const causal = { ...sentence, causal: true };
    unknown(() => core.fiveLines(causal), "causal");
  });
});
