// What is refused whichever call it comes to: lists that are larger than they could be, fields that
// there are not, wherever they stand, and objects that show no fields.
import { expect, it } from "vitest";
import { type AttentionError, loadAttention } from "../../../web/src/core/index.ts";

const core = await loadAttention();

const one = [[1]];
const attention = { q: one, k: one, v: one };
const heads = { wq: one, wk: one, wv: one, heads: 1 };
const multiHead = { x: one, ...heads };
const latent = { x: one, wq: [[1, 1]], wDkv: one, wUk: one, wUv: one, heads: 1 };
const additive = { q: one, k: one, wq: one, wk: one, w: [1] };
const stateSpace = { a: one, b: one, c: one };
const feedForward = { w1: one, w2: one };
const cost = { tokens: 1, heads: 1, headDim: 1, bytesPerElement: 1 };

/** "code: field" of what the call throws, whatever the types say. */
function refusal(name: string, ...args: unknown[]): string {
  const call = core[name as "attention"] as unknown as (...args: unknown[]) => unknown;
  try {
    call(...args);
  } catch (error) {
    const { name: kind, code, field } = error as AttentionError;
    return kind === "AttentionError" ? `${code}: ${field}` : String(error);
  }
  return "accepted";
}

/** Said to be as long as an array can be; there is nothing in it, or `first` alone. */
function vast(first?: unknown): unknown[] {
  const list = new Array(2 ** 32 - 1);
  if (first !== undefined) list[0] = first;
  return list;
}

/** More rows, of more numbers, than there could be: each is the same. */
const many = <T>(entry: T) => new Array<T>(2 ** 16).fill(entry);
const vastRows = () => many(many(1));

it.each<[string, string, object]>([
  ["tooLarge: q", "attention", { ...attention, q: vast([1]) }],
  ["tooLarge: q", "attention", { ...attention, q: [vast(1)] }],
  ["tooLarge: q", "attention", { ...attention, q: vast([[1]]) }],
  ["tooLarge: q", "attention", { ...attention, q: [vast([1])] }],
  ["tooLarge: q", "attention", { ...attention, q: [[vast(1)]] }],
  ["tooLarge: q", "attention", { ...attention, q: vastRows() }],
  ["tooLarge: q", "attention", { ...attention, q: vastRows(), path: "tiled" }],
  ["tooLarge: k", "attention", { ...attention, k: many(vastRows()) }],
  ["tooLarge: k", "attention", { ...attention, k: many(many([])) }],
  ["rank: q", "attention", { ...attention, q: { shape: vast(1), data: [1] } }],
  ["type: q", "attention", { ...attention, q: { shape: new Array(2), data: [1] } }],
  ["tooLarge: q", "attention", { ...attention, q: { shape: [2 ** 32 - 1, 1], data: vast(1) } }],
  ["tooLarge: attend", "attention", { ...attention, attend: vast([true]) }],
  ["tooLarge: attend", "attention", { ...attention, attend: many(many(true)) }],
  ["tooLarge: keyPadding", "attention", { ...attention, keyPadding: vast(true) }],
  ["tooLarge: bias", "attention", { ...attention, bias: vastRows() }],
  ["tooLarge: alibi", "attention", { ...attention, alibi: vast(1) }],
  ["tooLarge: globals", "attention", { ...attention, window: 1, globals: vast(0) }],
  [
    "tooLarge: blocks.visible",
    "attention",
    { ...attention, blocks: { size: 1, visible: many(many(true)) } },
  ],
  ["tooLarge: active", "multiHeadAttention", { ...multiHead, active: vast(true) }],
  ["tooLarge: bq", "multiHeadAttention", { ...multiHead, bq: vast(1) }],
  [
    "tooLarge: rotary.positions",
    "multiHeadAttention",
    { ...multiHead, rotary: { positions: vast(0) } },
  ],
  ["tooLarge: keyPadding", "additiveAttention", { ...additive, keyPadding: vast(true) }],
  ["tooLarge: tokens", "embed", { tokens: vast("a"), width: 1, seed: 1 }],
  ["tooLarge: tokens", "decode", { ...attention, tokens: vast("a") }],
  ["tooLarge: schedule", "decode", { ...attention, schedule: vast(1) }],
  [
    "tooLarge: previous.tokens",
    "decode",
    { ...attention, tokens: ["a"], previous: { tokens: vast("a"), k: one, v: one } },
  ],
  ["tooLarge: layers", "stack", { x: one, layers: vast({}) }],
  ["tooLarge: layers", "reach", { tokens: 1, layers: vast({}) }],
  ["tooLarge: layers", "stackCost", { ...cost, layers: vast({ kind: "full", count: 1 }) }],
  ["tooLarge: weights", "softmaxJacobian", { weights: vast(1) }],
  ["tooLarge: weights", "alternativeWeights", { weights: vast(1), v: one }],
  ["tooLarge: dK", "scaleExperiment", { dK: vast(1), samples: 1, seed: 1 }],
])("%s of %s, which is said to be vast", (want, name, input) => {
  expect(refusal(name, input)).toBe(want);
  expect(core.attention(attention).weights.data).toEqual(Float64Array.of(1));
});

it("the first hole ends the reading of a list, before anything is copied", () => {
  // As long as a list may be, and as a row of a matrix, and not a byte of it there.
  const list = (first: unknown) => Object.assign(new Array(2 ** 24), { 0: first });
  const holes = (first: unknown) => Object.assign(new Array(2 ** 28), { 0: first });
  expect(refusal("attention", { ...attention, keyPadding: list(true) })).toBe("type: keyPadding");
  expect(refusal("attention", { ...attention, q: [holes(1)] })).toBe("type: q");
  expect(refusal("attention", { ...attention, q: holes([1]) })).toBe("type: q");
  expect(refusal("attention", { ...attention, q: holes([[1]]) })).toBe("type: q");
  expect(refusal("attention", { ...attention, attend: [holes(true)] })).toBe("type: attend");
  expect(refusal("embed", { tokens: list("a"), width: 1, seed: 1 })).toBe("type: tokens");
  expect(refusal("decode", { ...attention, tokens: list("a") })).toBe("type: tokens");
  expect(refusal("multiHeadAttention", { ...multiHead, active: list(true) })).toBe("type: active");
});

const layer = { attention: heads };

it.each<[string, string, object]>([
  ["blocks.sise", "attention", { ...attention, blocks: { size: 1, visible: [[true]], sise: 2 } }],
  ["rotary.postions", "multiHeadAttention", { ...multiHead, rotary: { postions: [0] } }],
  ["rotary.postions", "latentAttention", { ...latent, rotary: { postions: [0] } }],
  ["rotary.positions", "decode", { ...attention, rotary: { positions: [0] } }],
  [
    "previous.q",
    "decode",
    { ...attention, tokens: ["a"], previous: { tokens: ["a"], k: one, v: one, q: one } },
  ],
  ["attention.hads", "block", { x: one, attention: { ...heads, hads: 1 } }],
  ["attention.x", "block", { x: one, attention: multiHead }],
  ["attention.rotary.base", "block", { x: one, attention: { ...heads, rotary: { base: 2 } } }],
  ["norm1.epsilon", "block", { x: one, ...layer, norm1: { epsilon: 1 } }],
  ["feedForward.b3", "block", { x: one, feedForward: { ...feedForward, b3: [1] } }],
  ["stateSpace.form", "block", { x: one, stateSpace: { ...stateSpace, form: "recurrent" } }],
  [
    "layers[1].attention.blocks.sise",
    "stack",
    {
      x: one,
      layers: [layer, { attention: { ...heads, blocks: { size: 1, visible: [[true]], sise: 2 } } }],
    },
  ],
  [
    "layers[1].attention.rotary.postions",
    "stack",
    { x: one, layers: [layer, { attention: { ...heads, rotary: { postions: [0] } } }] },
  ],
  ["finalNorm.gian", "stack", { x: one, layers: [layer], finalNorm: { gian: [1] } }],
  ["layers[0].windw", "reach", { tokens: 1, layers: [{ windw: 1 }] }],
  [
    "layers[0].blocks.sise",
    "reach",
    { tokens: 1, layers: [{ blocks: { size: 1, visible: [[true]], sise: 2 } }] },
  ],
  [
    "latent.dc",
    "attentionParameters",
    {
      ...{ layers: 1, modelWidth: 1, heads: 1 },
      latent: { dC: 1, dRope: 0, dNope: 1, dV: 1, dc: 1 },
    },
  ],
  ["layers[0].knd", "stackCost", { ...cost, layers: [{ kind: "full", count: 1, knd: "full" }] }],
])("there is no field %s, which %s says by its full path", (field, name, input) => {
  expect(refusal(name, input)).toBe(`unknownField: ${field}`);
});

it.each<[string, object]>([
  ["positive: rotary.theta", { theta: 0 }],
  ["type: rotary.theta", { theta: "1" }],
  ["range: rotary.dims", { dims: -1 }],
  ["odd: rotary.dims", { dims: 1 }],
])("%s is told with its place, by every call", (want, rotary) => {
  const [code, field] = want.split(": ");
  const wide = {
    x: [[1, 2]],
    wq: [
      [1, 0],
      [0, 1],
    ],
    wk: [
      [1, 0],
      [0, 1],
    ],
    wv: [
      [1, 0],
      [0, 1],
    ],
  };
  const { x, ...weights } = { ...wide, heads: 1, rotary };
  const [pair, own] = [
    [[1, 2]],
    {
      ...weights,
      wo: [
        [1, 0],
        [0, 1],
      ],
    },
  ];
  expect(refusal("multiHeadAttention", { x, ...weights })).toBe(want);
  expect(refusal("multiHeadAttention", { x, ...weights, path: "tiled" })).toBe(want);
  expect(refusal("decode", { q: pair, k: pair, v: pair, rotary })).toBe(want);
  expect(
    refusal("latentAttention", {
      ...{
        x: pair,
        wq: [
          [1, 0, 1],
          [0, 1, 1],
        ],
        wDkv: [[1], [1]],
        wKr: [
          [1, 0],
          [0, 1],
        ],
      },
      ...{ wUk: [[1]], wUv: [[1]], heads: 1, rotary },
    }),
  ).toBe(want);
  expect(refusal("block", { x, attention: own })).toBe(`${code}: attention.${field}`);
  expect(refusal("block", { x, context: x, cross: own })).not.toBe("accepted");
  expect(
    refusal("stack", { x, layers: [{ attention: { ...own, rotary: true } }, { attention: own }] }),
  ).toBe(`${code}: layers[1].attention.${field}`);
});

class Settings {
  get theta() {
    return 3;
  }
}

it.each<[string, unknown]>([
  ["a list", []],
  ["a date", new Date(0)],
  ["a map", new Map([["theta", 3]])],
  ["a wrapped flag", Object(false)],
  ["a wrapped text", Object("")],
  ["numbers", new Float64Array(2)],
  ["an instance of a class", new Settings()],
  ["what inherits its fields", Object.create({ theta: 3 })],
])("%s is no object of fields, wherever one is due", (_, odd) => {
  const all: [string, string, object][] = [
    ["rotary", "multiHeadAttention", { ...multiHead, rotary: odd }],
    ["rotary", "decode", { ...attention, rotary: odd }],
    ["rotary", "latentAttention", { ...latent, rotary: odd }],
    ["blocks", "attention", { ...attention, blocks: odd }],
    ["previous", "decode", { ...attention, tokens: ["a"], previous: odd }],
    ["attention", "block", { x: one, attention: odd }],
    ["cross", "block", { x: one, context: one, cross: odd }],
    ["stateSpace", "block", { x: one, stateSpace: odd }],
    ["feedForward", "block", { x: one, feedForward: odd }],
    ["norm1", "block", { x: one, ...layer, norm1: odd }],
    ["layers[0]", "stack", { x: one, layers: [odd] }],
    ["finalNorm", "stack", { x: one, layers: [layer], finalNorm: odd }],
    ["layers[1]", "reach", { tokens: 1, layers: [{}, odd] }],
    ["latent", "attentionParameters", { layers: 1, modelWidth: 1, heads: 1, latent: odd }],
    ["layers[0]", "stackCost", { ...cost, layers: [odd] }],
  ];
  for (const [field, name, input] of all) {
    expect(refusal(name, input), name).toBe(`type: ${field}`);
  }
  const ones = ["attention", "selfAttention", "block", "stack", "visible", "reach", "layerNorm"];
  for (const name of [...ones, "multiHeadAttention", "decode", "evictions", "random", "embed"]) {
    expect(refusal(name, odd), name).toBe("type: input");
  }
  expect(refusal("rotary", one, odd)).toBe("type: input");
});

it("an object without a prototype, or from another window, is one of fields", async () => {
  const { runInNewContext } = await import("node:vm");
  for (const input of [
    Object.assign(Object.create(null), attention),
    runInNewContext("({ q: 1 })"),
  ])
    expect(refusal("attention", input)).toMatch(/^accepted$|^type: q$/);
});

it("rotary's sentence lists what is allowed there", () => {
  const said = (name: string, input: object) => {
    try {
      (core[name as "decode"] as (input: object) => unknown)(input);
    } catch (error) {
      return [(error as Error).message, (error as AttentionError).describe("tr")];
    }
    return [];
  };
  for (const text of said("multiHeadAttention", { ...multiHead, rotary: [] }))
    expect(text).toContain("{ theta, pairing, dims, positions }");
  for (const text of said("decode", { ...attention, rotary: [] }))
    expect(text).toContain("{ theta, pairing, dims }");
  for (const text of said("block", { x: one, attention: { ...heads, rotary: 1 } }))
    expect(text).toMatch(/^attention\.rotary.*positions/);
});
