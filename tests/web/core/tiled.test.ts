import { describe, expect, it } from "vitest";
import {
  AttentionError,
  type AttentionInput,
  loadAttention,
  type TensorLike,
  type TiledInput,
} from "../../../web/src/core/index.ts";

const core = await loadAttention({ build: "simd" });
const scalar = await loadAttention({ build: "scalar" });

/** Numbers of deviation 1 that float32 holds exactly. */
function random(shape: number[], seed: number) {
  const columns = shape.at(-1)!;
  const rows = shape.reduce((a, b) => a * b) / columns;
  return { shape, data: Float32Array.from(core.random({ rows, columns, seed }).data) };
}

function problem(heads: number, kvHeads: number, queries: number, keys: number, d = 9, c = 6) {
  return {
    q: random([heads, queries, d], 1),
    k: random([kvHeads, keys, d], 2),
    v: random([kvHeads, keys, c], 3),
  };
}

function fault(run: () => unknown): AttentionError {
  try {
    run();
  } catch (error) {
    if (error instanceof AttentionError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const options: Record<string, Partial<AttentionInput>> = {
  plain: {},
  scale: { scale: 0.3 },
  causal: { causal: true },
  "bottom-right": { causal: "bottom-right" },
  "window and sinks": { window: 9, sinks: 2 },
  attend: {
    attend: Array.from({ length: 40 }, (_, i) =>
      Array.from({ length: 70 }, (_, j) => (i * j) % 5 < 3),
    ),
  },
  padding: { keyPadding: Array.from({ length: 70 }, (_, j) => j % 3 === 1) },
  bias: {
    bias: Array.from({ length: 40 }, (_, i) =>
      Array.from({ length: 70 }, (_, j) => (i === j ? Number.NEGATIVE_INFINITY : (i - j) / 64)),
    ),
  },
};

describe.each(Object.entries({ simd: core, scalar }))("the tiled path, %s build", (_, core) => {
  it.each(Object.entries(options))("%s: as the reference in float64", (_, more) => {
    const input = { ...problem(4, 2, 40, 70), ...more };
    const want = core.attention(input).output;
    const { output, logSumExp } = core.attention({ ...input, path: "tiled", logSumExp: true });
    expect(output.shape).toEqual([4, 40, 6]);
    expect(output.data).toBeInstanceOf(Float32Array);
    for (const [i, value] of want.data.entries()) {
      expect(Math.abs(output.data[i]! - value)).toBeLessThan(4e-6);
    }
    expect(logSumExp?.shape).toEqual([4, 40]);
    const { masked } = core.attention(input);
    for (const [i, got] of logSumExp!.data.entries()) {
      const row = masked.data.subarray(i * 70, (i + 1) * 70);
      const sum = Array.from(row, Math.exp).reduce((total, x) => total + x);
      expect(Math.abs(got - Math.log(sum))).toBeLessThan(4e-6);
    }
  });

  it("takes rows of numbers, and gives no axis for heads where there was none", () => {
    const q = [
      [1, 0],
      [0, 2],
    ];
    const { output } = core.attention({ q, k: q, v: [[1], [5]], path: "tiled" });
    // Scores 1/√2, 0 and 0, 4/√2.
    const [a, b] = [Math.exp(1 / Math.SQRT2), Math.exp(4 / Math.SQRT2)];
    expect(output.shape).toEqual([2, 1]);
    expect(output.data[0]).toBeCloseTo((a * 1 + 5) / (a + 1), 6);
    expect(output.data[1]).toBeCloseTo((1 + b * 5) / (1 + b), 6);
  });

  it("writes into memory of the caller", () => {
    const out = new Float32Array(4 * 40 * 6);
    const input = problem(4, 2, 40, 70);
    const { output } = core.attention({ ...input, path: "tiled", out });
    expect(output.data).toBe(out);
    expect(out).toEqual(core.attention({ ...input, path: "tiled" }).output.data);
  });

  it("works in memory that grows up to 256 tokens, and then stays", () => {
    const scratch = (n: number) =>
      core.attention({ ...problem(1, 1, n, n, 64, 64), path: "tiled" }).scratchBytes;
    expect(scratch(128)).toBeLessThan(scratch(256));
    expect(scratch(257)).toBe(scratch(256));
    expect(scratch(600)).toBe(scratch(256));
    expect(scratch(600)).toBeLessThan(2 ** 20);
  });
});

describe("bad input of the tiled path", () => {
  const good = { ...problem(2, 1, 4, 5), path: "tiled" } as const;

  it("an output of another length", () => {
    const error = fault(() => core.attention({ ...good, out: new Float32Array(7) }));
    expect(error).toMatchObject({ code: "outLength", field: "out", values: [7, 48] });
    expect(error.describe("tr")).toContain("48");
  });

  it.each([
    ["path", { path: "fast" }],
    ["logSumExp", { logSumExp: 1 }],
    ["out", { out: new Float64Array(48) }],
  ])("a wrong type of %s", (field, more) => {
    const input = { ...good, ...more } as unknown as TiledInput;
    expect(fault(() => core.attention(input))).toMatchObject({ code: "type", field });
  });

  it.each<[string, unknown]>([
    ["logSumExp", true],
    ["out", new Float32Array(48)],
  ])("%s without the path", (field, value) => {
    const { path: _, ...input } = { ...good, [field]: value };
    expect(fault(() => core.attention(input as AttentionInput))).toMatchObject({
      code: "needs",
      field,
    });
  });

  it("shapes and options, as the reference tells them", () => {
    const wide = { ...good, k: random([1, 5, 8], 1) };
    expect(fault(() => core.attention(wide))).toMatchObject({ code: "widthMismatch", field: "k" });
    const window = { ...good, window: 0 };
    expect(fault(() => core.attention(window))).toMatchObject({ code: "range", field: "window" });
    const attend = { ...good, attend: [[true]] };
    expect(fault(() => core.attention(attend))).toMatchObject({ code: "maskShape" });
  });

  it.each([
    ["memory", 2 ** 20, 512],
    ["an array", 1e6, 1e4],
  ])(
    "%s that cannot be: told in bytes, before any is taken, and the next call works",
    (_, n, c) => {
      const tensor = (rows: number, columns: number): TensorLike => ({
        shape: [rows, columns],
        data: new Float32Array(rows * columns),
      });
      const huge = { q: tensor(n, 1), k: tensor(1, 1), v: tensor(1, c), path: "tiled" } as const;
      const error = fault(() => core.attention(huge));
      // q, k and v, the output and the log-sum-exp; and the scratch: less than 1200 bytes per column.
      const bytes = 4 * (n + 1 + c + n * c + n);
      expect(error.code).toBe("memoryLimit");
      expect(error.values[0]).toBeGreaterThan(bytes);
      expect(error.values[0]).toBeLessThan(bytes + 1200 * (c + 100));
      for (const language of ["en", "tr"] as const) {
        expect(error.describe(language)).toContain(`${error.values[0]}`);
      }
      expect(core.attention(good).output.data).toHaveLength(48);
    },
  );

  it("no width at all, of more queries than an array has room for", () => {
    const q = { shape: [2 ** 40, 0], data: new Float32Array(0) };
    for (const more of [{ q }, { q, v: { ...q, shape: [5, 0] }, logSumExp: true }]) {
      expect(fault(() => core.attention({ ...good, ...more }))).toMatchObject({
        code: "empty",
        field: "q",
      });
    }
  });
});

describe("numbers that float32 does not hold", () => {
  const most = (2 - 2 ** -23) * 2 ** 127;
  const one = { q: [[1]], k: [[1]], v: [[2]] };
  const heads = { wq: [[1]], wk: [[1]], wv: [[1]], heads: 1 };
  const calls: Record<string, (options: object) => unknown> = {
    attention: (options) => core.attention({ ...one, ...options, path: "tiled" }),
    tiledSteps: (options) => core.tiledSteps({ ...one, ...options, blockQueries: 1, blockKeys: 1 }),
    attentionGradient: (options) =>
      core.attentionGradient({ ...one, ...options, dOutput: [[1]], path: "tiled" }),
    multiHeadAttention: (options) =>
      core.multiHeadAttention({ x: [[1]], ...heads, ...options, path: "tiled" }),
  };

  it.each(Object.entries(calls))("%s: told as too large where they are options", (_, call) => {
    const refusals = [
      [{ scale: 1e39 }, "atMost", "scale", [1e39, most]],
      [{ scale: -1e39 }, "range", "scale", [-1e39, -most]],
      [{ alibi: [1e39] }, "atMost", "alibi", [1e39, most, 1]],
    ] as const;
    for (const [options, code, field, values] of refusals) {
      const error = fault(() => call(options));
      expect(error).toMatchObject({ code, field, other: "float32", values });
      for (const language of ["en", "tr"] as const) {
        const said = error.describe(language);
        for (const part of [`${values[0]}`, `${values[1]}`, "float32"]) {
          expect(said).toContain(part);
        }
      }
    }
    expect(fault(() => call({ scale: Number.POSITIVE_INFINITY }))).toMatchObject({
      code: "notFinite",
    });
    expect(() => call({ scale: most, alibi: [most] })).not.toThrow();
  });

  it("are infinite where they are in a tensor, and the reference holds them", () => {
    const low = { ...one, k: [[1], [1]], v: [[2], [4]], bias: [[-1e39, -1e39]] };
    expect(core.attention(low).output.data).toEqual(Float64Array.of(3));
    expect(core.attention({ ...low, path: "tiled" }).output.data).toEqual(Float32Array.of(0));
    const large = { ...one, scale: 1e39, alibi: [1e39] };
    expect(core.attention(large).output.data).toEqual(Float64Array.of(2));
  });
});

it("a row whose visible scores are all -Infinity: NaN in the reference, 0 in the tiled path", () => {
  const outputs = (k: number[][], v: number[][]) => {
    const input = { q: [[-1]], k, v };
    return [core.attention(input), core.attention({ ...input, path: "tiled" })].map(
      ({ output }) => output.data[0],
    );
  };
  const low = [Number.POSITIVE_INFINITY];
  expect(outputs([low], [[2]])).toEqual([Number.NaN, 0]);
  expect(outputs([low, low], [[2], [4]])).toEqual([Number.NaN, 0]);
  expect(outputs([low, [1]], [[2], [4]])).toEqual([4, 4]);
  // Few queries go another way than many.
  for (const queries of [1, 20]) {
    const shaped = (rows: number, fill: number) => ({
      shape: [rows, 3],
      data: new Float32Array(3 * rows).fill(fill),
    });
    const v = { shape: [2, 1], data: Float32Array.of(1, Number.POSITIVE_INFINITY) };
    const hopeless = { q: shaped(queries, Number.NEGATIVE_INFINITY), k: shaped(2, 1), v };
    const { output } = core.attention({ ...hopeless, path: "tiled" });
    expect(output.data).toEqual(new Float32Array(queries));
  }
});

describe("the steps of the tiled path", () => {
  const { q, k, v } = problem(1, 1, 5, 7, 3, 2);

  it("come tile by tile and end in the output", () => {
    const { steps, output } = core.tiledSteps({ q, k, v, blockQueries: 2, blockKeys: 3 });
    const tiles = steps.map((s) => [s.firstQuery, s.lastQuery, s.firstKey, s.lastKey]);
    const rows = [
      [0, 2],
      [2, 4],
      [4, 5],
    ];
    const columns = [
      [0, 3],
      [3, 6],
      [6, 7],
    ];
    expect(tiles).toEqual(rows.flatMap((r) => columns.map((c) => [...r, ...c])));
    const last = steps.at(-1)!;
    for (const c of [0, 1]) {
      expect(output.data[8 + c]).toBe(Math.fround(last.output[c]! / last.sum[0]!));
    }
  });

  it("leave out what a mask empties", () => {
    const { steps } = core.tiledSteps({ q, k, v, causal: true, blockQueries: 2, blockKeys: 2 });
    expect(steps.map((s) => [s.firstQuery, s.firstKey])).toEqual([
      [0, 0],
      [2, 0],
      [2, 2],
      [4, 0],
      [4, 2],
      [4, 4],
    ]);
  });

  it("refuse tiles of no size, and problems too large to be written down", () => {
    const small = { q, k, v, blockQueries: 1, blockKeys: 1 };
    const refused = (more: object) => fault(() => core.tiledSteps({ ...small, ...more }));
    expect(refused({ blockKeys: 0 })).toMatchObject({ code: "range", field: "blockKeys" });
    expect(refused({ blockQueries: 9 })).toMatchObject({
      code: "atMost",
      field: "blockQueries",
      values: [9, 8],
    });
    const large = random([1200, 1], 1);
    expect(refused({ q: large, k: large, v: large })).toMatchObject({ code: "tooLarge" });
    const wide = random([7, 20_000], 1);
    expect(refused({ v: wide })).toMatchObject({ code: "tooLarge", field: "tiles" });
  });
});
