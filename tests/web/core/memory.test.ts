// Memory that is refused, within the core and by the engine: a sentence, and the next call works.
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Attention, loadAttention } from "../../../web/src/core/index.ts";
import { attention } from "../support/attention.ts";
import { refusal, thrown } from "../support/thrown.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Case M01. */
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
const { weights, output } = attention(small);

function expectRight(core: Attention): void {
  const trace = core.attention(small);
  for (const [got, want] of [
    [trace.weights, weights],
    [trace.output, output],
  ] as const) {
    for (const [i, x] of want.flat().entries()) expect(got.data[i]).toBeCloseTo(x, 14);
  }
}

const zeros = (rows: number, columns: number) => ({
  shape: [rows, columns],
  data: new Float64Array(rows * columns),
});
const square = zeros(64, 64);
const long = zeros(1500, 64);
const few = zeros(8, 64);
const many = zeros(40_000, 64);

const { length: cells } = long.data;

/** Each needs more than the 16 MiB that the core begins with, and less than it may have. */
const large: [name: string, call: (core: Attention) => unknown][] = [
  ["attention", (core) => core.attention({ q: long, k: long, v: long })],
  ["tiled", (core) => core.attention({ q: few, k: many, v: many, path: "tiled" })],
  ["fiveLines", (core) => core.fiveLines({ x: long, wq: square, wk: square, wv: square })],
  ["random", (core) => core.random({ rows: 4000, columns: 4000, seed: 1 })],
  ["softmaxJacobian", (core) => core.softmaxJacobian({ weights: new Float64Array(3000) })],
];

const sentence =
  "There is not enough memory for a problem of this size. Use fewer tokens, heads or columns.";

describe.each(["simd", "scalar"] as const)(
  "the %s build, when its memory may not grow",
  (build) => {
    it.each(large)("%s is refused, and the next call works", async (_, call) => {
      const core = await loadAttention({ build, threads: 1 });
      const grow = vi.spyOn(WebAssembly.Memory.prototype, "grow").mockImplementation(() => {
        throw new RangeError("WebAssembly.Memory.grow(): Maximum memory size exceeded");
      });
      const error = thrown(() => call(core));
      expect(error).toMatchObject({ name: "AttentionError", code: "memory", message: sentence });
      expect(grow).toHaveBeenCalled();
      expectRight(core);
      // What was begun is given back: else the memory there is would be used up before long.
      for (let i = 0; i < 8; i++) expect(refusal(() => call(core))).toBe("memory: ");
      expectRight(core);
      grow.mockRestore();
      call(core);
    });
  },
);

/** Arrays of numbers as an engine with little memory left makes them. */
function shortOfMemory(name: "Float64Array" | "Float32Array"): void {
  const Class = globalThis[name];
  vi.stubGlobal(
    name,
    new Proxy(Class, {
      construct(target, args, made) {
        const [first] = args as [unknown];
        const length =
          typeof first === "number" ? first : ((first as ArrayLike<number>).length ?? 0);
        if (length >= cells) throw new RangeError("Array buffer allocation failed");
        return Reflect.construct(target, args, made);
      },
    }),
  );
}

describe("when the engine has no memory", () => {
  it("what goes into the core is refused, and the next call works", async () => {
    const core = await loadAttention({ threads: 1 });
    const rows = Array.from({ length: 1500 }, () => new Array<number>(64).fill(0));
    const list = Array.from(long.data);
    shortOfMemory("Float64Array");
    for (const q of [rows, [rows], { shape: [1500, 64], data: list }]) {
      expect(refusal(() => core.attention({ q, k: [[1]], v: [[1]] }))).toBe("memory: ");
    }
    expect(refusal(() => core.softmaxJacobian({ weights: list }))).toBe("memory: ");
    expectRight(core);
  });

  it("what comes out of the core is refused, and the next call works", async () => {
    const core = await loadAttention({ threads: 1 });
    shortOfMemory("Float64Array");
    expect(refusal(() => core.attention({ q: long, k: long, v: long }))).toBe("memory: ");
    expect(refusal(() => core.sinusoidal(1500, 64))).toBe("memory: ");
    expectRight(core);
  });

  it("the tiled path has no array for its output, and the next call works", async () => {
    const core = await loadAttention({ threads: 1 });
    const tiled = { q: long, k: long, v: long, path: "tiled" } as const;
    shortOfMemory("Float32Array");
    expect(refusal(() => core.attention(tiled))).toBe("memory: ");
    await expect(core.attentionAsync(tiled)).rejects.toMatchObject({ code: "memory" });
    expectRight(core);
  });

  it("an error of the caller's own is not taken for it", async () => {
    const core = await loadAttention({ threads: 1 });
    const own = new RangeError("mine");
    const input = {
      get q(): number[][] {
        throw own;
      },
      ...{ k: [[1]], v: [[1]] },
    };
    expect(thrown(() => core.attention(input))).toBe(own);
  });
});
