import { describe, expect, it } from "vitest";
import {
  type AttentionCostInput,
  type AttentionParametersInput,
  cacheOf,
  type KvCacheInput,
  type LayerComparisonInput,
  loadAttention,
  type Model,
  models,
  parametersOf,
  type StackCostInput,
} from "../../../web/src/core/index.ts";

const core = await loadAttention();
const scalar = await loadAttention({ build: "scalar" });

const cache: KvCacheInput = {
  layers: 80,
  kvHeads: 8,
  headDim: 128,
  tokens: 32_768,
  bytesPerElement: 2,
};
const cost: AttentionCostInput = { kind: "full", tokens: 7, heads: 3, headDim: 5, valueDim: 2 };
const comparison: LayerComparisonInput = { tokens: 1000, width: 512, kernel: 3, window: 100 };
const parameters: AttentionParametersInput = {
  layers: 32,
  modelWidth: 4096,
  heads: 32,
  kvHeads: 8,
  headDim: 128,
};
const stack: StackCostInput = {
  layers: [
    { kind: "causal", count: 2 },
    { kind: "window", count: 6, window: 3 },
    { kind: "linear", count: 4, state: 16 },
  ],
  tokens: 7,
  heads: 4,
  kvHeads: 2,
  headDim: 8,
  bytesPerElement: 2,
};
const latent = { dC: 512, dRope: 64, dNope: 128, dV: 128, queryRank: 1536 };

const good = {
  kvCacheBytes: cache,
  attentionCost: cost,
  layerComparison: comparison,
  attentionParameters: parameters,
  stackCost: stack,
} as const;

/** The call with `fields` in place of the good ones must throw this; the next good call works. */
function refused(name: keyof typeof good, fields: object, fault: object): void {
  const call = core[name] as (input: object) => unknown;
  expect(() => call({ ...good[name], ...fields })).toThrow(
    expect.objectContaining({ name: "AttentionError", ...fault }),
  );
  call(good[name]);
}

const type = (field: string, other: string) => ({ code: "type", field, other, values: [] });
const range = (field: string, got: number, least: number) => ({
  code: "range",
  field,
  values: [got, least],
});

/** Past 2^53, where float64 rounds. */
const largest = Number.MAX_SAFE_INTEGER;

describe("kvCacheBytes", () => {
  it("gives whole numbers as bigint, with both units", () => {
    for (const build of [core, scalar]) {
      expect(build.kvCacheBytes(cache)).toEqual({
        bytes: 10_737_418_240n,
        bytesPerToken: 327_680n,
        gib: 10,
        gb: 10.737_418_24,
      });
    }
  });

  it("knows a batch, values of their own width, a latent, windows and half bytes", () => {
    const bytes = (fields: object) => core.kvCacheBytes({ ...cache, ...fields }).bytes;
    expect(bytes({ batch: 3 })).toBe(32_212_254_720n);
    expect(bytes({ valueDim: 64 })).toBe(8_053_063_680n);
    expect(bytes({ window: 4096 })).toBe(1_342_177_280n);
    expect(bytes({ window: 4096, windowLayers: 40 })).toBe(6_039_797_760n);
    expect(bytes({ bytesPerElement: 0.5 })).toBe(2_684_354_560n);
    expect(bytes({ kvHeads: undefined, headDim: undefined, latent: 576 })).toBe(3_019_898_880n);
    expect(core.kvCacheBytes({ layers: 3, latent: 5, tokens: 3, bytesPerElement: 0.5 })).toEqual({
      bytes: 23n,
      bytesPerToken: 8n,
      gib: 23 / 2 ** 30,
      gb: 23e-9,
    });
  });

  it("is exact to 128 bits, and refuses what is more", () => {
    const input = { layers: largest, tokens: largest, bytesPerElement: 8 };
    expect(core.kvCacheBytes({ ...input, latent: 2 ** 19 }).bytes).toBe(
      (2n ** 53n - 1n) ** 2n * 2n ** 22n,
    );
    const all = { ...input, kvHeads: undefined, headDim: undefined };
    const fault = { code: "tooLarge", field: "kvCacheBytes", other: "bytes" };
    refused("kvCacheBytes", { ...all, latent: 2 ** 20 }, fault);
    try {
      core.kvCacheBytes({ ...input, latent: 2 ** 53 - 1 });
    } catch (error) {
      const { values, message } = error as { values: number[]; message: string };
      expect(values[0]! / 2 ** 162).toBeCloseTo(1, 12);
      expect(values[1]).toBe(2 ** 128);
      expect(message).toMatch(/^kvCacheBytes would come to 5\.8\d+e\+48 bytes; the most is 3\.4/);
    }
  });

  it("says what is wrong", () => {
    const field = "kvCacheBytes";
    refused(field, { layers: "80" }, type("layers", "whole"));
    refused(field, { tokens: 1.5 }, type("tokens", "whole"));
    refused(field, { tokens: undefined }, type("tokens", "whole"));
    refused(field, { kvHeads: undefined }, { code: "missing", field: "kvHeads" });
    refused(field, { headDim: undefined }, { code: "missing", field: "headDim" });
    refused(field, { bytesPerElement: "2" }, type("bytesPerElement", "number"));
    refused(field, { bytesPerElement: 3 }, type("bytesPerElement", "elementBytes"));
    refused(field, { bytesPerElement: Number.NaN }, type("bytesPerElement", "elementBytes"));
    refused(field, { layers: 0 }, range("layers", 0, 1));
    refused(field, { kvHeads: 0 }, range("kvHeads", 0, 1));
    refused(field, { headDim: 0 }, range("headDim", 0, 1));
    refused(field, { valueDim: 0 }, range("valueDim", 0, 1));
    refused(field, { tokens: -1 }, range("tokens", -1, 0));
    refused(field, { batch: 0 }, range("batch", 0, 1));
    refused(field, { window: 0 }, range("window", 0, 1));
    refused(field, { latent: 576 }, { code: "excludes", field: "kvHeads", other: "latent" });
    const heads = { latent: 576, kvHeads: undefined };
    refused(field, heads, { code: "excludes", field: "headDim", other: "latent" });
    refused(field, { windowLayers: 3 }, { code: "needs", field: "windowLayers", other: "window" });
    const many = { window: 1, windowLayers: 81 };
    refused(field, many, { code: "atMost", field: "windowLayers", values: [81, 80] });
    refused(field, { groups: 8 }, { code: "unknownField", field: "groups" });
    expect(() => core.kvCacheBytes(null as never)).toThrow(
      expect.objectContaining(type("input", "object")),
    );
  });
});

describe("attentionCost", () => {
  it("counts each kind of layer", () => {
    expect(core.attentionCost(cost)).toMatchObject({
      pairs: 49n,
      operations: 2058n,
      exponentials: 147n,
      scoreBytes: 588n,
      stateBytes: 0n,
    });
    const of = (fields: Partial<AttentionCostInput>) => core.attentionCost({ ...cost, ...fields });
    expect(of({ kind: "causal" }).pairs).toBe(28n);
    expect(of({ kind: "window", window: 3 }).pairs).toBe(18n);
    expect(of({ kind: "linear", state: 16, bytesPerElement: 2 })).toEqual({
      pairs: 0n,
      operations: 2688n,
      exponentials: 0n,
      scoreBytes: 0n,
      stateBytes: 192n,
      tiledBytes: 0n,
    });
    expect(of({ tokens: 1e15 }).pairs).toBe(10n ** 30n);
  });

  it("says what the tiled path then takes", () => {
    const [heads, tokens, headDim] = [2, 300, 16];
    const q = { shape: [heads, tokens, headDim], data: new Float32Array(heads * tokens * headDim) };
    const { scratchBytes } = core.attention({ q, k: q, v: q, path: "tiled" });
    const { tiledBytes } = core.attentionCost({ kind: "full", heads, tokens, headDim });
    expect(tiledBytes).toBe(BigInt(scratchBytes));
  });

  it("says what is wrong", () => {
    const field = "attentionCost";
    refused(field, { kind: "sparse" }, type("kind", "costKind"));
    refused(field, { kind: undefined }, type("kind", "costKind"));
    refused(field, { heads: undefined }, type("heads", "whole"));
    refused(field, { kind: "window" }, { code: "missing", field: "window" });
    refused(field, { tokens: 0 }, range("tokens", 0, 1));
    refused(
      field,
      { headDim: 65_537 },
      { code: "atMost", field: "headDim", values: [65_537, 65_536] },
    );
    refused(field, { window: 3 }, { code: "needs", field: "window", other: 'kind: "window"' });
    refused(field, { state: 3 }, { code: "needs", field: "state", other: 'kind: "linear"' });
    const huge = { tokens: largest, heads: largest };
    refused(field, huge, { code: "tooLarge", field: "attentionCost", other: "operations" });
    refused(field, { batch: 1 }, { code: "unknownField", field: "batch" });
  });
});

describe("layerComparison", () => {
  it("is the table of 2017", () => {
    const { rows } = core.layerComparison(comparison);
    const row = (
      kind: string,
      operations: bigint,
      sequentialSteps: bigint,
      longestPath: bigint,
    ) => ({
      kind,
      operations,
      sequentialSteps,
      longestPath,
    });
    expect(rows).toEqual([
      row("selfAttention", 512_000_000n, 1n, 1n),
      row("recurrent", 262_144_000n, 1000n, 1000n),
      row("convolution", 786_432_000n, 1n, 7n),
      row("window", 51_200_000n, 1n, 10n),
    ]);
  });

  it("says what is wrong", () => {
    for (const field of ["tokens", "width", "window"]) {
      refused("layerComparison", { [field]: 0 }, range(field, 0, 1));
      refused("layerComparison", { [field]: undefined }, type(field, "whole"));
    }
    refused("layerComparison", { kernel: 1 }, range("kernel", 1, 2));
    const fault = { code: "tooLarge", field: "layerComparison", other: "operations" };
    refused("layerComparison", { tokens: largest, width: largest }, fault);
  });
});

describe("attentionParameters", () => {
  it("counts what is learnt, part by part", () => {
    expect(core.attentionParameters(parameters)).toEqual({
      perLayer: 41_943_040n,
      total: 1_342_177_280n,
      parts: { wq: 16_777_216n, wk: 4_194_304n, wv: 4_194_304n, wo: 16_777_216n },
    });
    expect(core.attentionParameters({ ...parameters, bias: true }).parts.bias).toBe(10_240n);
    const { layers, modelWidth, heads } = parameters;
    const { parts } = core.attentionParameters({ layers, modelWidth, heads, latent });
    expect(Object.keys(parts)).toEqual(["wDq", "wUq", "wDkv", "wKr", "wUk", "wUv", "wo"]);
    expect(parts.wUq).toBe(1536n * 32n * 192n);
  });

  it("says what is wrong", () => {
    const field = "attentionParameters";
    refused(field, { headDim: undefined }, { code: "missing", field: "headDim" });
    refused(field, { bias: 1 }, type("bias", "flag"));
    refused(field, { latent: 512 }, type("latent", "latentSizes"));
    refused(field, { modelWidth: 0 }, range("modelWidth", 0, 1));
    const uneven = { code: "notDivisible", field: "heads", other: "kvHeads", values: [32, 5] };
    refused(field, { kvHeads: 5 }, uneven);
    refused(field, { latent }, { code: "excludes", field: "kvHeads", other: "latent" });
    const alone = { kvHeads: undefined, headDim: undefined };
    refused(field, { ...alone, latent: { ...latent, dV: undefined } }, type("latent.dV", "whole"));
    refused(field, { ...alone, latent: { ...latent, dC: 0 } }, range("latent.dC", 0, 1));
    const unknown = { code: "unknownField", field: "latent.dK" };
    refused(field, { ...alone, latent: { ...latent, dK: 1 } }, unknown);
    const huge = { heads: largest, kvHeads: largest, headDim: largest, modelWidth: largest };
    refused(field, huge, { code: "tooLarge", field, other: "parameters" });
  });
});

describe("stackCost", () => {
  it("adds up groups of layers", () => {
    expect(core.stackCost(stack)).toEqual({
      layers: [
        { pairs: 56n, operations: 7168n, exponentials: 224n, cacheBytes: 896n },
        { pairs: 108n, operations: 13_824n, exponentials: 432n, cacheBytes: 1152n },
        { pairs: 0n, operations: 57_344n, exponentials: 0n, cacheBytes: 4096n },
      ],
      total: { pairs: 164n, operations: 78_336n, exponentials: 656n, cacheBytes: 6144n },
      gib: 6144 / 2 ** 30,
      gb: 6.144e-6,
    });
    expect(core.stackCost({ ...stack, batch: 5 }).total.cacheBytes).toBe(30_720n);
  });

  it("says what is wrong, and in which group", () => {
    const field = "stackCost";
    const groups = (...layers: object[]) => ({ layers });
    const full = { kind: "full", count: 1 };
    refused(field, { layers: 3 }, type("layers", "layerGroups"));
    refused(field, groups(full, null as never), type("layers[1]", "part"));
    refused(field, groups(), { code: "empty", field: "layers", values: [0] });
    refused(field, groups(full, { kind: "all", count: 1 }), type("layers[1].kind", "costKind"));
    refused(field, groups(full, { kind: "full" }), type("layers[1].count", "whole"));
    refused(field, groups({ ...full, count: 0 }), range("layers[0].count", 0, 1));
    refused(field, groups({ ...full, kind: "window" }), {
      code: "missing",
      field: "layers[0].window",
    });
    const window = { code: "needs", field: "layers[1].window", other: 'kind: "window"' };
    refused(field, groups(full, { ...full, window: 3 }), window);
    const unknown = { code: "unknownField", field: "layers[0].cost" };
    refused(field, groups({ ...full, cost: 3 }), unknown);
    refused(field, { kvHeads: 3 }, { code: "notDivisible", field: "heads", values: [4, 3] });
    const huge = { tokens: largest, batch: largest, layers: [{ ...full, count: largest }] };
    refused(field, huge, { code: "tooLarge", field: "stackCost", other: "pairs" });
  });
});

/** What else its source says of each model, from which its parameters follow. */
const rest: Record<string, (model: Model) => number> = {
  // Token, position and segment embeddings, a norm after each sublayer and after the embeddings, a pooler.
  "bert-base": ({ vocabulary, contextLength, modelWidth: d }) =>
    (vocabulary + contextLength + 2) * d + 2 * d + 12 * (8 * d * d + 5 * d + 4 * d) + d * d + d,
  // Token and position embeddings, shared with the output; norms before each sublayer and at the end.
  "gpt-2": ({ vocabulary, contextLength, modelWidth: d }) =>
    (vocabulary + contextLength) * d + 12 * (8 * d * d + 5 * d + 4 * d) + 2 * d,
  "mistral-7b": (model) => gated(model, 14_336),
  "llama-3-8b": (model) => gated(model, 14_336),
  "llama-3-70b": (model) => gated(model, 28_672),
  "deepseek-v2": (model) =>
    experts(model, { dense: 1, wide: 12_288, narrow: 1536, routed: 160, shared: 2 }),
  // Each routed expert has a bias for the balance of their load.
  "deepseek-v3": (model) =>
    experts(model, { dense: 3, wide: 18_432, narrow: 2048, routed: 256, shared: 1 }) + 58 * 256,
};

/** Embeddings in and out, a norm before each sublayer and at the end, feed-forward with a gate. */
const gated = ({ layers, modelWidth: d, vocabulary }: Model, hidden: number) =>
  2 * vocabulary * d + d + layers * (3 * d * hidden + 2 * d);

interface Experts {
  dense: number;
  wide: number;
  narrow: number;
  routed: number;
  shared: number;
}

/** As above, but most layers have experts; and latents have norms. */
function experts(model: Model, { dense, wide, narrow, routed, shared }: Experts): number {
  const { layers, modelWidth: d, vocabulary, latent } = model;
  const mixed = 3 * d * narrow * (routed + shared) + routed * d;
  const norms = layers * (2 * d + latent!.dC + latent!.queryRank!);
  return 2 * vocabulary * d + d + norms + dense * 3 * d * wide + (layers - dense) * mixed;
}

describe.each(models.map((model) => [model.name, model] as const))("%s", (_name, model) => {
  const {
    id,
    heads,
    headDim,
    modelWidth,
    totalParameters,
    latent: sizes,
    source,
    configuration,
  } = model;

  it("has the parameters of its parts, to the last one", () => {
    const { total } = core.attentionParameters(parametersOf(model));
    expect(Number(total) + rest[id]!(model)).toBe(totalParameters);
  });

  it("has a cache", () => {
    const { bytesPerToken } = core.kvCacheBytes({
      ...cacheOf(model),
      tokens: 1,
      bytesPerElement: 2,
    });
    const want: Record<string, bigint> = {
      "bert-base": 36_864n,
      "gpt-2": 36_864n,
      "mistral-7b": 131_072n,
      "llama-3-8b": 131_072n,
      "llama-3-70b": 327_680n,
      "deepseek-v2": 69_120n,
      "deepseek-v3": 70_272n,
    };
    expect(bytesPerToken).toBe(want[id]);
  });

  it("is as wide as its heads, and says where that is written", () => {
    if (!sizes) expect(heads * headDim).toBe(modelWidth);
    else expect(headDim).toBe(sizes.dNope);
    expect(source.url).toMatch(/^https:\/\/(arxiv\.org\/abs\/|cdn\.openai\.com\/)/);
    expect(configuration).toMatch(
      /^https:\/\/(huggingface\.co|github\.com)\/[^/]+\/[^/]+\/blob\/main\//,
    );
    expect(source.title).toMatch(/\(20\d\d\)$/);
  });
});

it("in Llama 3 8B a sixth of the parameters are attention's", () => {
  const model = models.find(({ id }) => id === "llama-3-8b")!;
  const { total } = core.attentionParameters(parametersOf(model));
  expect(Number(total)).toBe(32 * (4096 * 4096 + 2 * 4096 * 1024 + 4096 * 4096));
  expect(Number(total) / model.totalParameters).toBeCloseTo(0.167, 3);
});

it("the window of Mistral 7B halves its cache at 8192 tokens", () => {
  const shape = cacheOf(models.find(({ id }) => id === "mistral-7b")!);
  const bytes = (window: number | undefined) =>
    core.kvCacheBytes({ ...shape, window, tokens: 8192, bytesPerElement: 2 }).bytes;
  expect(bytes(shape.window)).toBe(2n ** 29n);
  expect(bytes(undefined)).toBe(2n ** 30n);
});
