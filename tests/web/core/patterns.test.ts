import { describe, expect, it } from "vitest";
import {
  type AttentionInput,
  loadAttention,
  type MaskOptions,
  type ReachInput,
  type TiledInput,
  type VisibleInput,
} from "../../../web/src/core/index.ts";
import { attentionInput, tiledInput } from "../../../web/src/core/input.ts";

const core = await loadAttention({ build: "simd" });
const scalar = await loadAttention({ build: "scalar" });

function refused(call: () => unknown, code: string, field: string, rest: object = {}): void {
  expect(call).toThrow(expect.objectContaining({ name: "AttentionError", code, field, ...rest }));
  // The next call works.
  expect(core.visible({ queries: 1, keys: 1 }).pairs).toBe(1);
}

const picture = (rows: readonly (readonly boolean[])[]) =>
  rows.map((row) => row.map((cell) => (cell ? "x" : ".")).join(""));
const flags = (rows: readonly string[]) => rows.map((row) => [...row].map((cell) => cell === "x"));
const seen = (input: VisibleInput) => picture(core.visible(input).visible);

describe("visible", () => {
  it("shows each mask", () => {
    const of = (masks: MaskOptions) => seen({ queries: 4, keys: 4, ...masks });
    expect(of({})).toEqual(["xxxx", "xxxx", "xxxx", "xxxx"]);
    expect(of({ causal: true })).toEqual(["x...", "xx..", "xxx.", "xxxx"]);
    expect(of({ window: 2 })).toEqual(["xx..", "xxx.", ".xxx", "..xx"]);
    expect(of({ window: 2, dilation: 2 })).toEqual(["x.x.", ".x.x", "x.x.", ".x.x"]);
    expect(of({ window: 1, sinks: 1 })).toEqual(["x...", "xx..", "x.x.", "x..x"]);
    expect(of({ window: 1, globals: [2] })).toEqual(["x.x.", ".xx.", "xxxx", "..xx"]);
    expect(of({ blocks: { size: 2, visible: flags(["x.", "xx"]) } })).toEqual([
      "xx..",
      "xx..",
      "xxxx",
      "xxxx",
    ]);
    expect(of({ keyPadding: [false, true, false, false] })).toEqual(Array(4).fill("x.xx"));
    const hidden = Number.NEGATIVE_INFINITY;
    expect(of({ bias: Array(4).fill([0, hidden, 3, Number.NaN]) })).toEqual(Array(4).fill("x.xx"));
    expect(of({ attend: flags(["x...", ".x..", "....", "xxxx"]) })).toEqual([
      "x...",
      ".x..",
      "....",
      "xxxx",
    ]);
  });

  it("counts a window in tokens, whatever its steps", () => {
    expect(seen({ queries: 9, keys: 9, causal: true, window: 3, dilation: 3 }).at(-1)).toBe(
      "..x..x..x",
    );
    expect(seen({ queries: 9, keys: 9, window: 2, dilation: 4 })[4]).toBe("x...x...x");
  });

  it("lets causal and the tables hold for globals and sinks", () => {
    const masks = { causal: true, window: 1, sinks: 1, globals: [2] } as const;
    expect(seen({ queries: 4, keys: 4, ...masks })).toEqual(["x...", "xx..", "xxx.", "x.xx"]);
    expect(
      seen({ queries: 4, keys: 4, ...masks, keyPadding: [false, false, true, false] }),
    ).toEqual(["x...", "xx..", "xx..", "x..x"]);
  });

  it("follows the alignment", () => {
    const masks = { causal: "bottom-right", window: 2, dilation: 2, globals: [1] } as const;
    expect(seen({ queries: 2, keys: 5, ...masks })).toEqual([".x.x.", ".xx.x"]);
    expect(
      seen({
        queries: 2,
        keys: 5,
        causal: "bottom-right",
        blocks: { size: 3, visible: flags(["xx", ".x"]) },
      }),
    ).toEqual(["...x.", "...xx"]);
  });

  it("cuts the last blocks short, and takes sinks without a window", () => {
    const blocks = { size: 2, visible: flags([".x.", "x.."]) };
    expect(seen({ queries: 3, keys: 5, blocks })).toEqual(["..xx.", "..xx.", "xx..."]);
    expect(seen({ queries: 3, keys: 5, blocks, sinks: 1 })).toEqual(["x.xx.", "x.xx.", "xx..."]);
    expect(seen({ queries: 3, keys: 5, blocks, globals: [2] })).toEqual([
      "..xx.",
      "..xx.",
      "xxxxx",
    ]);
  });

  it("counts pairs", () => {
    expect(core.visible({ queries: 1000, keys: 1000, causal: true }).pairs).toBe(500_500);
    expect(core.visible({ queries: 3, keys: 2 })).toEqual({
      visible: [
        [true, true],
        [true, true],
        [true, true],
      ],
      pairs: 6,
    });
  });

  it("is what attention sees", () => {
    const masks: MaskOptions = {
      causal: "bottom-right",
      window: 3,
      dilation: 2,
      sinks: 1,
      globals: [4],
      blocks: { size: 3, visible: flags(["xx.", "x.x", "xxx"]) },
    };
    const [queries, keys] = [5, 8];
    const zeros = (rows: number) => Array.from({ length: rows }, () => [0]);
    const { weights } = core.attention({
      q: zeros(queries),
      k: zeros(keys),
      v: zeros(keys),
      ...masks,
    });
    const { visible, pairs } = core.visible({ queries, keys, ...masks });
    expect(Array.from(weights.data, (w) => w > 0)).toEqual(visible.flat());
    expect(pairs).toBe(visible.flat().filter(Boolean).length);
    expect(pairs).toBeGreaterThan(5);
    expect(pairs).toBeLessThan(40);
  });

  it("refuses what cannot be", () => {
    const call = (more: object) => () => core.visible({ queries: 3, keys: 3, ...more });
    refused(call({ queries: 0 }), "range", "queries", { values: [0, 1] });
    refused(call({ keys: 1.5 }), "type", "keys", { other: "whole" });
    refused(call({ keys: undefined }), "type", "keys", { other: "whole" });
    const most = Number.MAX_SAFE_INTEGER;
    refused(call({ queries: most, keys: most }), "tooLarge", "visible");
    refused(call({ queries: 4097, keys: 4096 }), "tooLarge", "visible", {
      values: [4097 * 4096, 2 ** 24],
    });
    refused(call({ scale: 1 }), "unknownField", "scale");
    refused(call({ alibi: true }), "unknownField", "alibi");
    refused(call({ bias: [[[0]]] }), "type", "bias", { other: "matrix" });
    refused(call({ bias: [[0]] }), "maskShape", "bias", { values: [1, 1, 3, 3] });
    refused(() => core.visible(null as never), "type", "input");
  });
});

describe("options of patterns", () => {
  const zeros = (rows: number) => Array.from({ length: rows }, () => [0]);
  const paths = { reference: {}, tiled: { path: "tiled" } } as const;

  describe.each(Object.entries(paths))("%s path", (_, path) => {
    const call = (more: object) => () =>
      core.attention({ q: zeros(3), k: zeros(5), v: zeros(5), ...path, ...more } as AttentionInput);

    it("refuses a dilation that cannot be", () => {
      refused(call({ dilation: 2 }), "needs", "dilation", { other: "window" });
      refused(call({ window: 2, dilation: 0 }), "range", "dilation", { values: [0, 1] });
      refused(call({ window: 2, dilation: 1.5 }), "type", "dilation", { other: "whole" });
      refused(call({ window: 2, dilation: "2" }), "type", "dilation", { other: "whole" });
      expect(call({ dilation: 1 })).not.toThrow();
      const huge = Number.MAX_SAFE_INTEGER;
      expect(call({ window: huge, dilation: huge })).not.toThrow();
    });

    it("refuses globals that cannot be", () => {
      refused(call({ globals: [0] }), "needs", "globals", { other: "window" });
      refused(call({ window: 1, globals: [5] }), "atMost", "globals", { values: [5, 4, 1] });
      refused(call({ window: 1, globals: [-1] }), "range", "globals", { values: [-1, 0, 1] });
      refused(call({ window: 1, globals: [1, 3, 3] }), "order", "globals", { values: [3, 3, 3] });
      refused(call({ window: 1, globals: [1, 0] }), "order", "globals", { values: [2, 0, 1] });
      refused(call({ window: 1, globals: [0.5] }), "type", "globals", {
        other: "whole",
        values: [1],
      });
      refused(call({ window: 1, globals: 1 }), "type", "globals", { other: "numbers" });
      expect(call({ globals: [] })).not.toThrow();
    });

    it("refuses blocks that cannot be", () => {
      const visible = [[true, false, true]];
      refused(call({ blocks: { size: 0, visible } }), "range", "blocks.size", { values: [0, 1] });
      refused(call({ blocks: { size: 2, visible } }), "shape", "blocks.visible", {
        values: [1, 3, 2, 3],
      });
      refused(call({ blocks: { size: 2, visible: [] } }), "shape", "blocks.visible", {
        values: [0, 0, 2, 3],
      });
      // The last of 3 queries stands on the last of 5 keys.
      const causal = "bottom-right";
      refused(call({ causal, blocks: { size: 2, visible } }), "shape", "blocks.visible", {
        values: [1, 3, 3, 3],
      });
      refused(call({ blocks: { size: 2.5, visible } }), "type", "blocks.size", { other: "whole" });
      refused(call({ blocks: { visible } }), "type", "blocks.size", { other: "whole" });
      refused(call({ blocks: { size: 2 } }), "type", "blocks.visible", { other: "booleans" });
      refused(call({ blocks: { size: 2, visible: [[1]] } }), "type", "blocks.visible");
      refused(
        call({ blocks: { size: 2, visible: [[true], [true, false]] } }),
        "ragged",
        "blocks.visible",
      );
      refused(call({ blocks: { size: 2, visible, shape: 3 } }), "unknownField", "blocks.shape");
      refused(call({ blocks: true }), "type", "blocks", { other: "blocks" });
      const one = { size: Number.MAX_SAFE_INTEGER, visible: [[true]] };
      expect(call({ blocks: one })).not.toThrow();
    });

    it("refuses slopes that cannot be", () => {
      refused(call({ alibi: [1, 2] }), "entries", "alibi", { values: [2, 1] });
      refused(call({ alibi: [] }), "entries", "alibi", { values: [0, 1] });
      refused(call({ alibi: [Number.NaN] }), "notFinite", "alibi");
      refused(call({ alibi: [Number.NEGATIVE_INFINITY] }), "notFinite", "alibi");
      refused(call({ alibi: ["1"] }), "type", "alibi", { other: "number", values: [1] });
      refused(call({ alibi: 1 }), "type", "alibi", { other: "alibi" });
      expect(call({ alibi: false })).not.toThrow();
      expect(call({ alibi: true })).not.toThrow();
    });

    it("refuses sinks without a window or blocks", () => {
      refused(call({ sinks: 1 }), "needs", "sinks", { other: "window" });
    });
  });

  it("are plain data, so that a Worker can be sent them", () => {
    const input: TiledInput = {
      ...{ q: zeros(3), k: zeros(5), v: zeros(5), path: "tiled" },
      ...{ window: 2, dilation: 2, globals: [1], alibi: [0.5] },
      blocks: { size: 2, visible: flags(["xxx", "x.x"]) },
    };
    const { options } = tiledInput(input);
    expect(structuredClone(options)).toEqual(options);
    expect(Object.keys(options).sort()).toEqual([
      "alibi",
      "blocks",
      "dilation",
      "globals",
      "window",
    ]);
  });

  it("count as memory that is handed in", () => {
    const bytes = (more: object) =>
      tiledInput({ q: zeros(3), k: zeros(5), v: zeros(5), path: "tiled", ...more }).bytes;
    const more = {
      globals: [1, 2],
      alibi: [0.5],
      blocks: { size: 2, visible: flags(["xxx", "x.x"]) },
    };
    expect(bytes(more) - bytes({})).toBe(2 * 8 + 8 + 6);
  });

  it("are the caller's no longer once they are read", () => {
    const [alibi, globals] = [Float64Array.of(0.5), Float64Array.of(1)];
    const read = attentionInput({
      ...{ q: zeros(3), k: zeros(3), v: zeros(3), window: 1 },
      ...{ alibi: alibi as never, globals: globals as never },
    }) as { options: { alibi: Float64Array; globals: Float64Array } };
    expect(read.options.alibi).toEqual(alibi);
    expect(read.options.alibi).not.toBe(alibi);
    expect(read.options.globals).not.toBe(globals);
  });
});

describe("ALiBi", () => {
  it("takes slope times distance from the scaled score", () => {
    const q = [[2], [2], [2]];
    const { masked } = core.attention({ q, k: [[1], [1], [1]], v: q, scale: 0.5, alibi: [0.25] });
    expect(Array.from(masked.data)).toEqual([1, 0.75, 0.5, 0.75, 1, 0.75, 0.5, 0.75, 1]);
  });

  it("true is the slopes of as many heads", () => {
    const heads = 6;
    const tensor = (n: number, seed: number) => {
      const { data } = core.random({ rows: n * 9, columns: 4, seed });
      return { shape: [n, 9, 4], data };
    };
    const input = { q: tensor(heads, 1), k: tensor(3, 2), v: tensor(3, 3) };
    for (const path of ["reference", "tiled"] as const) {
      const run = (alibi: boolean | number[]) =>
        core.attention({ ...input, alibi, path } as AttentionInput).output;
      expect(run(true)).toEqual(run(core.alibiSlopes(heads)));
      expect(run(true)).not.toEqual(run(false));
    }
  });

  it("makes far keys weaker, not stronger", () => {
    // The numbers of ofirpress/attention_with_linear_biases#9, where the sign was mixed up.
    const zeros = Array(3).fill([0, 0]);
    const heads = { q: [zeros, zeros], k: [zeros], v: [[[1], [10], [100]]] };
    const want = [1, 5.64057924150714, 39.07871933651975, 1, 5.508789051324146, 37.12897458646438];
    for (const path of ["reference", "tiled"] as const) {
      const input = { ...heads, causal: true, alibi: true, path } as AttentionInput;
      const { data } = core.attention({ ...input, alibi: [0.0625, 0.00390625] }).output;
      expect(data.length).toBe(6);
      const bound = path === "tiled" ? 1e-5 : 1e-12;
      for (const [i, x] of want.entries()) {
        expect(Math.abs(data[i]! - x)).toBeLessThanOrEqual(bound * (1 + x));
      }
      expect(core.attention(input).output.data).toEqual(data);
    }
  });

  it("is one head's in selfAttention", () => {
    const x = [[1], [1]];
    const { masked } = core.selfAttention({ x, wq: [[1]], wk: [[1]], wv: [[1]], alibi: true });
    expect(Array.from(masked.data)).toEqual([1, 1 - 1 / 256, 1 - 1 / 256, 1]);
  });
});

describe.each(Object.entries({ simd: core, scalar }))("the tiled path, %s build", (_, core) => {
  const [queries, keys] = [300, 700];
  const tensor = (heads: number, n: number, seed: number) => {
    const { data } = core.random({ rows: heads * n, columns: 8, seed });
    return { shape: [heads, n, 8], data: Float32Array.from(data) };
  };
  const input = { q: tensor(4, queries, 1), k: tensor(2, keys, 2), v: tensor(2, keys, 3) };
  const blocks = (size: number, rows: number) => ({
    size,
    visible: Array.from({ length: Math.ceil(rows / size) }, (_, i) =>
      Array.from({ length: Math.ceil(keys / size) }, (_, j) => (7 * i + 3 * j) % 5 === 0),
    ),
  });
  const options: Record<string, Partial<AttentionInput>> = {
    "a dilated window": { window: 20, dilation: 4 },
    "a window of far steps": { window: 5, dilation: 90, causal: "bottom-right" },
    globals: { window: 30, globals: [0, 299, 300, 650], causal: true },
    blocks: { blocks: blocks(32, queries) },
    alibi: { alibi: true, causal: "bottom-right" },
    "all of them": {
      ...{ window: 60, dilation: 3, sinks: 4, globals: [77, 610], causal: "bottom-right" },
      ...{ blocks: blocks(48, keys), alibi: [0.1, 0, 0.5, 0.01] },
    },
  };

  it.each(Object.entries(options))("%s: as the reference in float64", (_, more) => {
    for (const rows of [queries, 3]) {
      const q = { shape: [4, rows, 8], data: input.q.data.slice(0, 4 * rows * 8) };
      const cut = more.blocks && rows === 3 && more.causal === undefined;
      const all = { ...input, q, ...more, ...(cut ? { blocks: blocks(32, 3) } : {}) };
      const want = core.attention(all as AttentionInput).output;
      const { output } = core.attention({ ...all, path: "tiled" } as TiledInput);
      expect(output.shape).toEqual(want.shape);
      const off = Array.from(want.data, (x, i) => Math.abs(x - (output.data[i] ?? Number.NaN)));
      expect(off.every((error) => error < 2e-5)).toBe(true);
    }
  });
});

describe("reach", () => {
  const reach = (input: ReachInput) =>
    core.reach(input).layers.map(({ shape, data }) => {
      const [rows, columns] = shape as [number, number];
      const row = (q: number) => Array.from(data.slice(q * columns, (q + 1) * columns), Boolean);
      return picture(Array.from({ length: rows }, (_, q) => row(q)));
    });

  it("grows by a window with each layer", () => {
    const { layers } = core.reach({ tokens: 4, layers: 2, causal: true, window: 2 });
    expect(layers.map(({ shape }) => shape)).toEqual([
      [4, 4],
      [4, 4],
    ]);
    expect(layers[0]!.data).toEqual(
      Float64Array.of(1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1),
    );
    expect(reach({ tokens: 4, layers: 2, causal: true, window: 2 })[1]).toEqual([
      "x...",
      "xx..",
      "xxx.",
      ".xxx",
    ]);
  });

  it("goes through layers of different kinds", () => {
    const layers = [{ window: 1 }, { window: 2 }, { linear: true }] as const;
    expect(reach({ tokens: 4, causal: true, layers })).toEqual([
      ["x...", ".x..", "..x.", "...x"],
      ["x...", "xx..", ".xx.", "..xx"],
      ["x...", "xx..", "xxx.", "xxxx"],
    ]);
  });

  it("a layer's own field stands for the common one, also where it says none", () => {
    const layers = [
      {},
      { window: undefined },
      { causal: false, window: 1 },
      { linear: false },
    ] as const;
    expect(reach({ tokens: 3, causal: true, window: 1, layers })).toEqual([
      ["x..", ".x.", "..x"],
      ["x..", "xx.", "xxx"],
      ["x..", "xx.", "xxx"],
      ["x..", "xx.", "xxx"],
    ]);
    expect(reach({ tokens: 2, causal: true, layers: [{ causal: false }] })).toEqual([["xx", "xx"]]);
  });

  it("keeps a token's own where it sees nothing", () => {
    expect(reach({ tokens: 2, layers: 3, keyPadding: [true, true] })[2]).toEqual(["x.", ".x"]);
  });

  it("refuses what cannot be", () => {
    const call = (more: object) => () => core.reach({ tokens: 4, layers: 2, ...more });
    refused(call({ tokens: 0 }), "range", "tokens", { values: [0, 1] });
    refused(call({ tokens: "4" }), "type", "tokens", { other: "whole" });
    refused(call({ layers: 0 }), "range", "layers", { values: [0, 1] });
    refused(call({ layers: 1.5 }), "type", "layers", { other: "whole" });
    refused(call({ layers: "2" }), "type", "layers", { other: "reachLayers" });
    refused(call({ layers: [] }), "empty", "layers", { values: [0] });
    refused(call({ tokens: 2048, layers: 5 }), "tooLarge", "reach", {
      values: [5 * 2 ** 22, 2 ** 24],
    });
    const most = Number.MAX_SAFE_INTEGER;
    refused(call({ tokens: most, layers: most }), "tooLarge", "layers");
    refused(call({ tokens: 4097, attend: [[true]] }), "tooLarge", "reach");
    refused(call({ window: 0 }), "range", "window", { values: [0, 1] });
    refused(call({ scale: 1 }), "unknownField", "scale");
    refused(call({ layers: [{ window: 1 }, { window: 0 }] }), "range", "layers[1].window", {
      values: [0, 1],
    });
    refused(call({ layers: [{ window: "1" }] }), "type", "layers[0].window", { other: "whole" });
    refused(call({ layers: [{ heads: 1 }] }), "unknownField", "layers[0].heads");
    refused(call({ layers: [{ linear: 1 }] }), "type", "layers[0].linear", { other: "flag" });
    refused(call({ layers: [{}, { linear: true, window: 2 }] }), "excludes", "layers[1].window", {
      other: "linear",
    });
    refused(call({ layers: [3] }), "type", "layers[0]", { other: "part" });
    refused(
      call({ layers: [{ blocks: { size: 0, visible: [] } }] }),
      "range",
      "layers[0].blocks.size",
    );
    refused(() => core.reach(3 as never), "type", "input");
  });
});
