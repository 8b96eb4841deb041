// What would take minutes, or more memory than there is, is refused at once, by sizes alone.
import { describe, expect, it } from "vitest";
import { AttentionError, loadAttention } from "../../../web/src/core/index.ts";
import { refusal, thrown } from "../support/thrown.ts";

const core = await loadAttention({ threads: 2 });

const zeros = (...shape: number[]) => ({
  shape,
  data: new Float64Array(shape.reduce((product, n) => product * n, 1)),
});
const floats = (...shape: number[]) => ({
  shape,
  data: new Float32Array(shape.reduce((product, n) => product * n, 1)),
});

/** Numbers of the largest Float32Array that is made by its length while the call runs. */
function largestMade(call: () => void): number {
  const Before = globalThis.Float32Array;
  let most = 0;
  globalThis.Float32Array = new Proxy(Before, {
    construct(Class, [given, ...rest]) {
      if (typeof given === "number") most = Math.max(most, given);
      return Reflect.construct(Class, [given, ...rest]);
    },
  });
  try {
    call();
  } finally {
    globalThis.Float32Array = Before;
  }
  return most;
}

describe("lists", () => {
  it("of layers are counted before one is read", () => {
    const layers = new Array(1025).fill("no layer");
    expect(refusal(() => core.stack({ x: [[1]], layers }))).toBe(
      "tooLarge: layers / entries 1025 1024",
    );
    expect(refusal(() => core.reach({ tokens: 1, layers }))).toBe(
      "tooLarge: layers / entries 1025 1024",
    );
    const cost = { tokens: 1, heads: 1, headDim: 1, bytesPerElement: 1 } as const;
    expect(refusal(() => core.stackCost({ ...cost, layers }))).toBe(
      "tooLarge: layers / entries 1025 1024",
    );
  });

  it("of numbers are refused by their length, whatever is in them", () => {
    const count = 2 ** 24 + 1;
    const one = [[1]];
    for (const list of [new Float64Array(count), new Float32Array(count), new Array(count)]) {
      const told = (field: string) => `tooLarge: ${field} / entries ${count} ${2 ** 24}`;
      expect(refusal(() => core.softmaxJacobian({ weights: list }))).toBe(told("weights"));
      expect(refusal(() => core.layerNorm({ x: one, gain: list as number[] }))).toBe(told("gain"));
      const globals = list as number[];
      expect(refusal(() => core.attention({ q: one, k: one, v: one, window: 1, globals }))).toBe(
        told("globals"),
      );
    }
  });

  it("of weights are as long as their jacobian may be wide, however many there are", () => {
    const weights = new Float64Array(2 ** 20).fill(2);
    expect(refusal(() => core.softmaxJacobian({ weights }))).toBe(
      `tooLarge: jacobian ${2 ** 40} ${2 ** 24}`,
    );
  });

  it("of texts are refused by their characters", () => {
    const tokens = Array(3).fill("ş".repeat(2 ** 23));
    const input = { tokens, width: 1, seed: 1 };
    expect(refusal(() => core.embed(input))).toBe(
      `tooLarge: tokens / characters ${3 * 2 ** 23} ${2 ** 24}`,
    );
    const error = thrown(() => core.embed(input)) as AttentionError;
    expect(error.message).toContain("characters");
    expect(error.describe("tr")).toContain("karakter");
    expect(core.embed({ ...input, tokens: ["a".repeat(1000)] }).shape).toEqual([1, 1]);
  });
});

describe("work", () => {
  const n = 2 ** 20;
  const long = { q: floats(n, 1), k: floats(n, 1), v: floats(n, 1), path: "tiled" } as const;
  // Two products and what else a pair takes, 18; and the blocks of 256 queries and 260 keys.
  const work = 2 ** 40 * 18 + 4096 * Math.ceil(n / 260) * 64;

  it("of the tiled path is limited, with threads as without", async () => {
    const told = `tooLarge: output / multiplyAdds ${work} ${1.25e12}`;
    expect(refusal(() => core.attention(long))).toBe(told);
    const later = await core.attentionAsync(long).catch((error: unknown) => error);
    expect(later).toBeInstanceOf(AttentionError);
    expect(later).toMatchObject({ code: "tooLarge", values: [work, 1.25e12] });
    const more = { ...long, bias: undefined, alibi: [0.5], causal: true };
    expect(refusal(() => core.attention(more))).toMatch(/^tooLarge: output \/ multiplyAdds/);
  });

  it("of the tiled path is refused before its result is allocated", () => {
    const call = () => expect(refusal(() => core.attention(long))).toMatch(/^tooLarge/);
    expect(largestMade(call)).toBe(0);
    const gradient = { ...long, dOutput: long.v };
    expect(
      largestMade(() =>
        expect(refusal(() => core.attentionGradient(gradient))).toMatch(/^tooLarge/),
      ),
    ).toBe(0);
  });

  it("of finding what blocks and globals open is counted, with pairs or without", () => {
    const heads = 2 ** 20;
    const row = { q: floats(heads, 1, 1), k: floats(1, 8192, 1), v: floats(1, 8192, 1) };
    const told = (perHead: number) =>
      `tooLarge: output / multiplyAdds ${heads * perHead} ${1.25e12}`;
    const looks = Math.ceil(8192 / 260) * 64;
    const closed = { size: 1, visible: [Array(8192).fill(false)] };
    expect(refusal(() => core.attention({ ...row, path: "tiled", blocks: closed }))).toBe(
      told(looks + 8192 * 256),
    );
    // Of larger blocks there are fewer, and their queries look together.
    const pairs = { size: 2, visible: [Array(4096).fill(false)] };
    const many = { ...row, q: floats(4 * heads, 1, 1) };
    expect(refusal(() => core.attention({ ...many, path: "tiled", blocks: pairs }))).toBe(
      `tooLarge: output / multiplyAdds ${4 * heads * (looks + 4096 * 128)} ${1.25e12}`,
    );
    const globals = Array.from({ length: 4096 }, (_, i) => 2 * i);
    expect(refusal(() => core.attention({ ...row, path: "tiled", window: 1, globals }))).toBe(
      told(8192 * 18 + looks + 4096 * 1024),
    );
  });

  it("of what masks skip is none", () => {
    const { output } = core.attention({ ...long, causal: true, window: 2 });
    expect(output.data).toHaveLength(n);
  });

  it("of tiled gradients and of many heads is limited as well", () => {
    expect(refusal(() => core.attentionGradient({ ...long, dOutput: floats(n, 1) }))).toMatch(
      /^tooLarge: dOutput \/ multiplyAdds \d+ 1250000000000$/,
    );
    const one = [[1]];
    const heads = { wq: one, wk: one, wv: one, heads: 1, path: "tiled" } as const;
    expect(refusal(() => core.multiHeadAttention({ x: floats(n, 1), ...heads }))).toBe(
      `tooLarge: output / multiplyAdds ${3 * n + work} ${1.25e12}`,
    );
  });

  it("of alternatives grows with the width of the values", () => {
    const weights = { shape: [16, 64], data: new Float64Array(1024).fill(1 / 64) };
    expect(refusal(() => core.alternativeWeights({ weights, v: zeros(64, 20_000) }))).toBe(
      `tooLarge: alternatives / multiplyAdds ${16 * 64 * 20_001 * 64 * 8} ${6e9}`,
    );
  });
});

describe("rows", () => {
  it("of visible pairs are limited, and cheap as long as they are few", () => {
    expect(refusal(() => core.visible({ queries: 2 ** 24, keys: 1 }))).toBe(
      `atMost: queries ${2 ** 24} ${2 ** 20}`,
    );
    const { visible, pairs } = core.visible({ queries: 1, keys: 2 ** 22, causal: "bottom-right" });
    expect(pairs).toBe(2 ** 22);
    expect(visible[0]).toHaveLength(2 ** 22);
    expect(visible[0]?.at(-1)).toBe(true);
    expect(core.visible({ queries: 2, keys: 2, causal: true }).visible).toEqual([
      [true, false],
      [true, true],
    ]);
  });
});

describe("memory", () => {
  const most = 2 ** 31 - 2 ** 26;

  it("that is not there is told in bytes, before anything is copied", () => {
    const wide = zeros(1, 2 ** 27);
    const input = { q: wide, k: wide, v: [[1]] };
    expect(refusal(() => core.attention(input))).toBe(`memoryLimit:  ${2 ** 31 + 8} ${most}`);
    const error = thrown(() => core.attention(input)) as AttentionError;
    expect(error.message).toContain("columns");
    expect(error.describe("tr")).toContain("sütun");
    const { shape, data } = wide;
    const w1 = { shape: [shape[1] ?? 0, 1], data };
    expect(refusal(() => core.feedForward({ x: wide, w1, w2: [[1]] }))).toBe(
      `memoryLimit:  ${2 ** 31 + 8} ${most}`,
    );
    // Also where it lies deep inside.
    const layers = [{ feedForward: { w1: wide, w2: w1 } }];
    expect(refusal(() => core.stack({ x: [[1]], layers }))).toBe(
      `memoryLimit:  ${2 ** 31 + 8} ${most}`,
    );
    expect(core.attention({ q: [[1]], k: [[1]], v: [[3]] }).output.data[0]).toBe(3);
  });

  it("of the heads of many layers is limited", () => {
    const ones = { shape: [1, 4096], data: new Float64Array(4096).fill(1) };
    const wo = { shape: [4096, 1], data: ones.data };
    const attention = { wq: ones, wk: ones, wv: ones, wo, heads: 4096 };
    const layers = Array(17).fill({ attention });
    expect(refusal(() => core.stack({ x: [[1]], layers }))).toBe(
      `tooLarge: layers / heads ${17 * 4096} ${2 ** 16}`,
    );
    const crossed = Array(9).fill({ attention, cross: attention });
    expect(refusal(() => core.stack({ x: [[1]], context: [[1]], layers: crossed }))).toBe(
      `tooLarge: layers / heads ${18 * 4096} ${2 ** 16}`,
    );
    // Too many of one layer are told of that layer.
    const many = [{ attention: { ...attention, heads: 1e6 } }];
    expect(refusal(() => core.stack({ x: [[1]], layers: many }))).toBe(
      "atMost: layers[0].attention.heads 1000000 4096",
    );
  });
});
