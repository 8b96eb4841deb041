// What attention costs: bytes, operations, parameters (cpp/attention/cost.h, parameters.h). Whole
// numbers are bigint, exact up to 2^128 - 1; what would be larger is refused (tooLarge).

import { flag, numeric, part, readFields, whole, word } from "./fields.ts";
import { parts } from "./lists.ts";
import { accepted, type Module } from "./module.ts";

export interface KvCacheInput {
  layers: number;
  /** Of keys and of values: with grouped queries fewer than the query heads. Not with `latent`. */
  kvHeads?: number | undefined;
  /** Numbers in one head's key. Not with `latent`. */
  headDim?: number | undefined;
  /** Numbers in one head's value, default headDim. Not with `latent`. */
  valueDim?: number | undefined;
  /** Numbers per token and layer of a latent cache, d_c + d_rope (DeepSeek-V2, 2024). */
  latent?: number | undefined;
  /** Of each sequence, from 0. */
  tokens: number;
  /** 0.5 (4 bits), 1, 2, 4 or 8. */
  bytesPerElement: number;
  /** Sequences, default 1. */
  batch?: number | undefined;
  /** The most tokens that a windowed layer keeps. */
  window?: number | undefined;
  /** How many of the layers are windowed, default all. Needs `window`. */
  windowLayers?: number | undefined;
}

export interface KvCacheBytes {
  /** Half bytes are added up, and rounded up once. */
  bytes: bigint;
  /** Of one token of one sequence, in all layers. */
  bytesPerToken: bigint;
  /** bytes / 2^30 */
  gib: number;
  /** bytes / 10^9 */
  gb: number;
}

/**
 * full: every token sees every token. causal: itself and those before. window: causal, and of these
 * the last `window`, itself counted. linear: no pairs, but a state that every token updates and
 * reads, as in linear attention and state-space layers.
 */
export type CostKind = "full" | "causal" | "window" | "linear";

export interface AttentionCostInput {
  kind: CostKind;
  tokens: number;
  heads: number;
  /** At most 65 536, as valueDim. */
  headDim: number;
  /** Default headDim. */
  valueDim?: number | undefined;
  /** Of kind "window". */
  window?: number | undefined;
  /** Of kind "linear": rows of a head's state, each valueDim wide; default headDim. */
  state?: number | undefined;
  /** Of a score or a number of a state: 0.5, 1, 2, 4 (the default) or 8. */
  bytesPerElement?: number | undefined;
}

/** One layer, one sequence. Projections are not counted. */
export interface AttentionCost {
  /** Visible pairs of query and key, of one head. */
  pairs: bigint;
  /** 2 per multiply-add: 2 · heads · pairs · (headDim + valueDim), or 4 · heads · tokens · state · valueDim. */
  operations: bigint;
  /** One per visible pair and head. */
  exponentials: bigint;
  /** Of [heads][tokens][tokens] scores, where all are written. */
  scoreBytes: bigint;
  /** Of the states of a linear layer. */
  stateBytes: bigint;
  /** What the tiled path works in, in float32, beside input and output. It grows up to 256 tokens, and then stays. */
  tiledBytes: bigint;
}

export interface LayerComparisonInput {
  tokens: number;
  width: number;
  /** Width of the convolution, from 2. */
  kernel: number;
  /** Tokens that windowed attention sees. */
  window: number;
}

/** n tokens, width d, kernel k, window r. Source: Vaswani et al. 2017, Table 1. */
export interface LayerComparison {
  /** In this order. Leading terms, without constant factors. */
  rows: {
    kind: "selfAttention" | "recurrent" | "convolution" | "window";
    /** n² d, n d², k n d², min(r, n) n d. */
    operations: bigint;
    /** 1, n, 1, 1. */
    sequentialSteps: bigint;
    /** 1, n, log_k n, n / min(r, n), rounded up. */
    longestPath: bigint;
  }[];
}

/** Multi-head latent attention. Source: DeepSeek-V2 (2024), section 2.1. */
export interface LatentSizes {
  /** Width of the latent. */
  dC: number;
  /** Width of the rotary part, 0 where there is none. */
  dRope: number;
  /** Width of a head's part without positions. */
  dNope: number;
  /** Width of a head's value. */
  dV: number;
  /** Width that queries are compressed to; left out = they are projected in one step. */
  queryRank?: number | undefined;
}

export interface AttentionParametersInput {
  layers: number;
  modelWidth: number;
  heads: number;
  /** Default heads, which they divide. */
  kvHeads?: number | undefined;
  headDim?: number | undefined;
  /** Default headDim. */
  valueDim?: number | undefined;
  /** A bias on each of the four projections. */
  bias?: boolean | undefined;
  /** In place of kvHeads, headDim, valueDim and bias. */
  latent?: LatentSizes | undefined;
}

type Part = "wq" | "wk" | "wv" | "bias" | "wDq" | "wUq" | "wDkv" | "wKr" | "wUk" | "wUv" | "wo";

/** Norms are not attention's, and not counted. */
export interface AttentionParameters {
  perLayer: bigint;
  total: bigint;
  /** Of one layer; those that it has. */
  parts: { [Name in Part]?: bigint };
}

export interface StackCostInput {
  /** Groups of layers that are alike. */
  layers: readonly {
    kind: CostKind;
    count: number;
    window?: number | undefined;
    state?: number | undefined;
  }[];
  tokens: number;
  heads: number;
  /** Default heads, which they divide. */
  kvHeads?: number | undefined;
  headDim: number;
  /** Default headDim. */
  valueDim?: number | undefined;
  /** Of what is kept: 0.5, 1, 2, 4 or 8. */
  bytesPerElement: number;
  /** Sequences, default 1. */
  batch?: number | undefined;
}

export interface LayersCost {
  /** Visible pairs of one head and one sequence, over the layers. */
  pairs: bigint;
  operations: bigint;
  exponentials: bigint;
  /** Keys and values kept after the tokens, or the states where layers are linear. */
  cacheBytes: bigint;
}

export interface StackCost {
  /** Per group: all its layers, the whole batch. */
  layers: LayersCost[];
  total: LayersCost;
  /** total.cacheBytes / 2^30 */
  gib: number;
  /** total.cacheBytes / 10^9 */
  gb: number;
}

export interface CostCalls {
  /** batch · bytesPerElement · (layers · tokens) · kvHeads · (headDim + valueDim), windowed layers with their window. */
  kvCacheBytes(input: KvCacheInput): KvCacheBytes;
  /** What one layer of attention computes and holds for a sequence. */
  attentionCost(input: AttentionCostInput): AttentionCost;
  /** Self-attention beside what else connects tokens. */
  layerComparison(input: LayerComparisonInput): LayerComparison;
  /** Numbers that the projections of attention learn. */
  attentionParameters(input: AttentionParametersInput): AttentionParameters;
  /** A stack of layers that differ in what they see: full, windowed, of linear cost. */
  stackCost(input: StackCostInput): StackCost;
}

/** As it crosses the boundary: whole numbers as their digits. */
type Digits<T> = T extends bigint
  ? string
  : T extends object
    ? { [Name in keyof T]: Digits<T[Name]> }
    : T;

/** @internal */
export type CostModule = {
  [Name in keyof CostCalls]: (input: object) => Digits<ReturnType<CostCalls[Name]>>;
};

/** Digits become whole numbers, wherever they stand. */
function counted(raw: unknown): unknown {
  if (typeof raw === "string") return /^\d+$/.test(raw) ? BigInt(raw) : raw;
  if (Array.isArray(raw)) return raw.map(counted);
  if (typeof raw !== "object" || raw === null) return raw;
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, counted(value)]));
}

type Reader = (value: unknown) => unknown;

/** One reader per name, all of whole numbers. */
const sizes = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, (value: unknown) => whole(name, value)]),
  ) as unknown as Record<Name, Reader>;

const bytesPerElement: Reader = (value) => numeric("bytesPerElement", value);
const kinds: readonly CostKind[] = ["full", "causal", "window", "linear"];
const kind: Reader = (value) => word("kind", value, kinds, "costKind");

const cacheReaders = {
  ...sizes("layers", "kvHeads", "headDim", "valueDim", "latent", "tokens"),
  bytesPerElement,
  ...sizes("batch", "window", "windowLayers"),
};

const costReaders = {
  kind,
  ...sizes("tokens", "heads", "headDim", "valueDim", "window", "state"),
  bytesPerElement,
};

const comparisonReaders = sizes("tokens", "width", "kernel", "window");

const latentReaders = sizes("dC", "dRope", "dNope", "dV", "queryRank");

const parameterReaders = {
  ...sizes("layers", "modelWidth", "heads", "kvHeads", "headDim", "valueDim"),
  bias: (value: unknown) => flag("bias", value, "flag") === 1,
  latent: (value: unknown) => {
    const read = (own: object) => readFields(own, latentReaders, ["dC", "dRope", "dNope", "dV"]);
    return part("latent", value, read, "latentSizes");
  },
};

const groupReaders = { kind, ...sizes("count", "window", "state") };

const layerGroups = (value: unknown): object[] =>
  parts("layers", value, (g) => readFields(g, groupReaders, ["kind", "count"]), "layerGroups");

const stackReaders = {
  layers: layerGroups,
  ...sizes("tokens", "heads", "kvHeads", "headDim", "valueDim"),
  bytesPerElement,
  ...sizes("batch"),
};

const requiredOf = {
  kvCacheBytes: ["layers", "tokens", "bytesPerElement"],
  attentionCost: ["kind", "tokens", "heads", "headDim"],
  layerComparison: ["tokens", "width", "kernel", "window"],
  attentionParameters: ["layers", "modelWidth", "heads"],
  stackCost: ["layers", "tokens", "heads", "headDim", "bytesPerElement"],
} as const;

const readersOf = {
  kvCacheBytes: cacheReaders,
  attentionCost: costReaders,
  layerComparison: comparisonReaders,
  attentionParameters: parameterReaders,
  stackCost: stackReaders,
} satisfies Record<keyof CostCalls, Record<string, Reader>>;

/** @internal */
export function costCalls(module: Module): CostCalls {
  const call = (name: keyof CostCalls) => (input: object) => {
    const readers: Record<string, Reader> = readersOf[name];
    const result: object = accepted<object>(
      module[name](readFields(input, readers, requiredOf[name])),
    );
    return counted(result);
  };
  return Object.fromEntries(
    (Object.keys(readersOf) as (keyof CostCalls)[]).map((name) => [name, call(name)]),
  ) as unknown as CostCalls;
}
