// Arrays that are not what they seem, entries that are of another kind, and where that is said.
import { describe, expect, it } from "vitest";
import { type AttentionError, loadAttention } from "../../../web/src/core/index.ts";
import { refusal, thrown } from "../support/thrown.ts";

const core = await loadAttention();

const one = [[1]];
const attention = { q: one, k: one, v: one };
const long = { q: one, k: [[1], [1], [1]], v: [[1], [2], [4]] };

/** As its buffer is after it was sent away. */
function detached<A extends Float64Array | Float32Array>(array: A): A {
  structuredClone(array, { transfer: [array.buffer as ArrayBuffer] });
  return array;
}

const said = (call: () => unknown) => {
  const error = thrown(call) as AttentionError;
  return [error.message, error.describe("tr")];
};

describe("an array", () => {
  it("whose numbers were sent away has none", () => {
    for (const Class of [Float64Array, Float32Array]) {
      const gone = () => detached(new Class(3).fill(0.5));
      const list = () => gone() as unknown as number[];
      expect(refusal(() => core.layerNorm({ x: [[1, 2, 3]], gain: list() }))).toBe(
        "entries: gain 0 3",
      );
      expect(refusal(() => core.softmaxJacobian({ weights: gone() }))).toBe("empty: weights 0");
      expect(refusal(() => core.alternativeWeights({ weights: gone(), v: long.v }))).toBe(
        "empty: weights 1 0",
      );
      expect(refusal(() => core.attention({ ...attention, alibi: list() }))).toBe(
        "entries: alibi 0 1",
      );
      const heads = { x: one, wq: one, wk: one, wv: one, heads: 1 };
      expect(refusal(() => core.multiHeadAttention({ ...heads, bq: list() }))).toBe(
        "entries: bq 0 1",
      );
      const q = { shape: [1, 1], data: gone() };
      expect(refusal(() => core.attention({ ...attention, q }))).toBe("dataLength: q 0 1");
    }
    const out = detached(new Float32Array(1));
    expect(refusal(() => core.attention({ ...attention, path: "tiled", out }))).toBe(
      "outLength: out 0 1",
    );
  });

  it("is as long as it is, whatever it says", () => {
    class Long extends Float32Array {
      override get length() {
        return 1024;
      }
    }
    const q = { shape: [1, 1024], data: new Long(2) };
    for (const path of ["tiled", "reference"] as const)
      expect(refusal(() => core.attention({ ...attention, q, path } as never))).toBe(
        "dataLength: q 2 1024",
      );
    expect(refusal(() => core.attention({ ...attention, path: "tiled", out: new Long(2) }))).toBe(
      "outLength: out 2 1",
    );
    const own = Object.defineProperty(new Float64Array(2), "length", { value: 4 });
    expect(refusal(() => core.layerNorm({ x: [[1, 2, 3, 4]], gain: own as never }))).toBe(
      "entries: gain 2 4",
    );
    const good = { shape: [1, 2], data: new Long([1, 2]) };
    expect(Array.from(core.attention({ q: good, k: good, v: good }).output.data)).toEqual([1, 2]);
  });

  it("behind a proxy is none", () => {
    const data = new Proxy(new Float64Array(1), {});
    expect(refusal(() => core.attention({ ...attention, q: { shape: [1, 1], data } }))).toBe(
      "type: q / tensor",
    );
    expect(refusal(() => core.softmaxJacobian({ weights: data }))).toBe("type: weights / numbers");
    const out = new Proxy(new Float32Array(1), {});
    expect(refusal(() => core.attention({ ...attention, path: "tiled", out }))).toBe(
      "type: out / float32",
    );
  });
});

it("fields that are inherited are no fields, whatever they are inherited from", () => {
  const parent = Object.assign(Object.create(null), { ...attention, causal: true });
  expect(refusal(() => core.attention(Object.create(parent)))).toBe("type: input / object");
  expect(refusal(() => core.attention({ ...attention, blocks: Object.create(parent) }))).toBe(
    "type: blocks / blocks",
  );
});

describe("a whole number beyond those that float64 tells apart", () => {
  const most = 2 ** 53 - 1;
  const three = [[1], [1], [1]];

  it("is told with the most there can be", () => {
    for (const window of [2 ** 53, 1e300])
      expect(refusal(() => core.attention({ ...attention, window }))).toBe(
        `atMost: window ${window} ${most}`,
      );
    expect(refusal(() => core.alibiSlopes(2 ** 60))).toBe(`atMost: heads ${2 ** 60} ${most}`);
    const sizes = { layers: 1, kvHeads: 1, headDim: 1, bytesPerElement: 1 } as const;
    expect(refusal(() => core.kvCacheBytes({ ...sizes, tokens: 2 ** 53 }))).toBe(
      `atMost: tokens ${2 ** 53} ${most}`,
    );
    expect(said(() => core.random({ rows: 1, columns: 1, seed: 2 ** 53 }))).toEqual([
      "seed is 9007199254740992; it must be at most 9007199254740991.",
      "seed = 9007199254740992; en fazla 9007199254740991 olabilir.",
    ]);
  });

  it("is told with its place in a list", () => {
    expect(refusal(() => core.rotary([[1, 0]], { positions: [2 ** 53] }))).toBe(
      `atMost: positions ${2 ** 53} ${most} 1`,
    );
    const schedule = [1, 2 ** 60, 1];
    expect(refusal(() => core.decode({ q: three, k: three, v: three, schedule }))).toBe(
      `atMost: schedule ${2 ** 60} ${most} 2`,
    );
    expect(core.rotary([[1, 0]], { positions: [most], dims: 0 }).data).toEqual(
      Float64Array.of(1, 0),
    );
  });

  it("below 0 is too small, as any other", () => {
    expect(refusal(() => core.random({ rows: -1e300, columns: 1, seed: 1 }))).toBe(
      "range: rows -1e+300 1",
    );
    expect(refusal(() => core.attention({ ...attention, window: -1e300 }))).toBe(
      `range: window -1e+300 ${-most}`,
    );
    expect(refusal(() => core.rotary([[1, 0]], { positions: [-(2 ** 53)] }))).toBe(
      `range: positions -${2 ** 53} 0 1`,
    );
  });
});

it("a field that is undefined is left out, whatever its name", () => {
  const left = { logSumExp: undefined, out: undefined, unheardOf: undefined };
  expect(core.attention({ ...attention, ...left }).output.data).toEqual(Float64Array.of(1));
  const tiled = { ...attention, path: "tiled" as const, ...left };
  expect(core.attention(tiled).output.data).toEqual(Float32Array.of(1));
  const step = { ...attention, causal: undefined, ...left };
  expect(core.decode(step).output.data).toEqual(Float64Array.of(1));
  const sizes = { queries: 1, keys: 1, scale: undefined, alibi: undefined };
  expect(core.visible(sizes).pairs).toBe(1);
  expect(
    core.rmsNorm({ x: one, epsilon: 0, bias: undefined } as object as { x: number[][] }),
  ).toEqual({
    output: { shape: [1, 1], data: Float64Array.of(1) },
    rootMeanSquare: Float64Array.of(1),
  });
  const part = { x: undefined, context: undefined, path: undefined, wq: one, wk: one, wv: one };
  expect(core.block({ x: one, attention: { ...part, heads: 1 } }).output.shape).toEqual([1, 1]);
});

describe("an entry of another kind is told with its place", () => {
  it.each<[string, object]>([
    ["type: keyPadding / flag 2", { keyPadding: [true, null, false] }],
    ["type: globals / number 2", { window: 1, globals: [0, null] }],
    ["type: globals / whole 3", { window: 1, globals: [0, 1, 1.5] }],
    ["type: alibi / number 1", { alibi: ["1"] }],
    ["type: attend / flag 1 2", { attend: [[true, 1, true]] }],
    [
      "type: blocks.visible / flag 2 1",
      {
        blocks: {
          size: 2,
          visible: [
            [true, true],
            [0, 1],
          ],
        },
      },
    ],
    ["type: attend / booleans", { attend: [1] }],
    ["type: keyPadding / flags", { keyPadding: 1 }],
  ])("%s", (want, more) => {
    expect(refusal(() => core.attention({ ...long, ...more } as never))).toBe(want);
  });

  it("in lists of texts and of tokens", () => {
    expect(refusal(() => core.embed({ tokens: ["a", 1] as never, width: 1, seed: 1 }))).toBe(
      "type: tokens / text 2",
    );
    expect(refusal(() => core.decode({ ...attention, tokens: [null] as never }))).toBe(
      "type: tokens / token 1",
    );
  });

  it("in both languages", () => {
    expect(said(() => core.attention({ ...long, keyPadding: [true, null, 1] as never }))).toEqual([
      "keyPadding, entry 2, must be true or false.",
      "keyPadding, 2. giriş: true ya da false olmalı.",
    ]);
    expect(said(() => core.attention({ ...long, attend: [[true, 1, true]] as never }))).toEqual([
      "attend, row 1, column 2, must be true or false.",
      "attend, 1. satır, 2. sütun: true ya da false olmalı.",
    ]);
  });
});

describe("queries that share keys", () => {
  const w = (rows: number, columns: number) =>
    Array.from({ length: rows }, () => Array<number>(columns).fill(1));
  const all = { x: w(3, 8), wq: w(8, 8), wk: w(8, 8), wv: w(8, 8) };

  it("are told the widths per head, and what they come to", () => {
    const call = () => core.multiHeadAttention({ ...all, heads: 4, kvHeads: 2 });
    expect(refusal(call)).toBe("widthMismatch: wk / wq 4 2 2 4");
    expect(said(call)).toEqual([
      "wk has 4 columns per head (8 for 2 heads), wq has 2 (8 for 4 heads). They must be equally wide per head, since each query is multiplied with each key: give wk 2 per head, 4 in all, or change heads and kvHeads.",
      "wk: başlık (head) başına 4 sütun (2 başlık için 8), wq: 2 sütun (4 başlık için 8). Her sorgu her anahtarla çarpıldığı için başlık başına genişlikleri eşit olmalı: wk için başlık başına 2, toplam 4 sütun verin ya da heads ve kvHeads sayılarını değiştirin.",
    ]);
    expect(
      refusal(() => core.multiHeadAttention({ ...all, heads: 4, kvHeads: 2, path: "tiled" })),
    ).toBe("widthMismatch: wk / wq 4 2 2 4");
    const block = { x: all.x, attention: { ...all, x: undefined, heads: 4, kvHeads: 2 } };
    const { x, ...weights } = block.attention;
    expect(refusal(() => core.block({ x: all.x, attention: weights }))).toBe(
      "widthMismatch: attention.wk / attention.wq 4 2 2 4",
    );
  });

  it("are told that kvHeads must divide heads, before anything is divided", () => {
    const few = { x: [[1, 1]], wq: w(2, 4), wk: w(2, 4), wv: w(2, 4) };
    expect(refusal(() => core.multiHeadAttention({ ...few, heads: 2, kvHeads: 4 }))).toBe(
      "notDivisible: heads / kvHeads 2 4",
    );
    expect(refusal(() => core.multiHeadAttention({ ...few, heads: 4, kvHeads: 3 }))).toBe(
      "notDivisible: heads / kvHeads 4 3",
    );
  });
});

describe("options of all layers", () => {
  it("are judged even where every layer has its own", () => {
    const layers = [{ window: 1 }, { linear: true }] as const;
    expect(refusal(() => core.reach({ tokens: 3, window: -1, layers }))).toBe("range: window -1 1");
    expect(core.reach({ tokens: 3, window: 2, layers }).layers).toHaveLength(2);
  });

  it("are told where they were written", () => {
    expect(refusal(() => core.reach({ tokens: 3, window: -1, layers: [{}] }))).toBe(
      "range: window -1 1",
    );
    const blocks = { size: 2, visible: [[true]] };
    expect(refusal(() => core.reach({ tokens: 3, blocks, layers: [{}] }))).toBe(
      "shape: blocks.visible 1 1 2 2",
    );
    expect(refusal(() => core.reach({ tokens: 3, layers: [{}, { blocks }] }))).toBe(
      "shape: layers[1].blocks.visible 1 1 2 2",
    );
    const layers = [{ window: 2 }, {}];
    expect(refusal(() => core.reach({ tokens: 3, dilation: 2, layers }))).toBe(
      "needs: dilation / window",
    );
    expect(core.reach({ tokens: 3, dilation: 2, layers: [{ window: 2 }] }).layers).toHaveLength(1);
  });
});

it("gelu of the largest numbers is no larger than they are", () => {
  const x = [[1e308], [9e307], [-1e308]];
  const { activated } = core.feedForward({ x, w1: one, w2: one });
  expect(Array.from(activated.data)).toEqual([1e308, 9e307, -0]);
});
