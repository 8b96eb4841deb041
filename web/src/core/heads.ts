// Attention of many heads (cpp/attention/heads.h).

import { count, fields, matrix, type NumbersClass, tensor, word } from "./fields.ts";
import { bytesOf } from "./input.ts";
import { flagList, numberList } from "./lists.ts";
import { accepted, type Module } from "./module.ts";
import { fieldsAndOptions } from "./options.ts";
import { placedRotaryField, type RotaryInput, rotaryPlaced } from "./positions.ts";
import type { Options, Tensor, TensorLike, Trace } from "./types.ts";

interface MultiHeadFields extends Options {
  /** [tokens][d_model] */
  x: TensorLike;
  /**
   * [keys][its width]: cross-attention, keys and values are made from it instead of x. What speaks
   * of positions (causal, window, sinks, dilation, globals, blocks, alibi, rotary) is refused then: those of one sequence mean nothing
   * in another. keyPadding is the context's; attend and bias are [tokens][keys].
   */
  context?: TensorLike | undefined;
  /**
   * All heads side by side, [d_model][heads · d_k], or one matrix per head, [heads][d_model][d_k].
   * The scale is 1/sqrt(d_k), never 1/sqrt(d_model).
   */
  wq: TensorLike;
  /** [width of x or context][kvHeads · d_k], or one matrix per KV head. */
  wk: TensorLike;
  /** [width of x or context][kvHeads · d_v], or one matrix per KV head. */
  wv: TensorLike;
  /** [heads · d_v][d_out]. Left out: the output is the heads side by side. */
  wo?: TensorLike | undefined;
  /** Added to q: heads · d_k numbers. */
  bq?: readonly number[] | undefined;
  /** Added to k: kvHeads · d_k numbers. */
  bk?: readonly number[] | undefined;
  /** Added to v: kvHeads · d_v numbers. */
  bv?: readonly number[] | undefined;
  /** Added to the output: as many numbers as it has columns. */
  bo?: readonly number[] | undefined;
  heads: number;
  /** Default heads. Divides them: head h reads KV head floor(h / (heads / kvHeads)). */
  kvHeads?: number | undefined;
  /** Turns queries and keys by their positions, default 0, 1, 2, ...; `true` with all defaults. */
  rotary?: boolean | RotaryInput | undefined;
  /** One per head: false switches it off, its output is zeros before the heads are merged. */
  active?: readonly boolean[] | undefined;
}

export interface MultiHeadInput extends MultiHeadFields {
  /** The default: float64, every intermediate result. */
  path?: "reference" | undefined;
}

/** In float32: projections and attention on SIMD-128, memory that grows with the tokens as the input does. */
export interface TiledMultiHeadInput extends MultiHeadFields {
  path: "tiled";
}

/** scores, scaled, masked, exponentials and weights are [heads][tokens][keys]. */
export interface MultiHeadTrace extends Trace {
  /** [heads][tokens][d_k], with its bias and turned, as the scores are made of it. */
  q: Tensor;
  /** [kvHeads][keys][d_k], likewise. */
  k: Tensor;
  /** [kvHeads][keys][d_v], with its bias. */
  v: Tensor;
  /** [heads][tokens][d_v]; zeros of a head that is switched off. */
  headOutputs: Tensor;
  /** [tokens][heads · d_v]: head h in columns h · d_v to (h + 1) · d_v - 1. */
  merged: Tensor;
  /** [tokens][d_out]: merged · wo + bo. */
  output: Tensor;
}

export interface TiledMultiHead {
  /** [tokens][d_out] */
  output: Tensor<Float32Array>;
}

export interface MultiHeadCalls {
  /**
   * Every head attends on its own, to q = x wq, k = x wk and v = x wv of its own; their outputs side
   * by side, times wo, are the output. Source: Vaswani et al. 2017, section 3.2.2; shared KV heads:
   * Shazeer (2019) and Ainslie et al., "GQA" (2023).
   */
  multiHeadAttention(input: MultiHeadInput): MultiHeadTrace;
  multiHeadAttention(input: TiledMultiHeadInput): TiledMultiHead;
}

/** @internal */
export interface MultiHeadModule {
  multiHeadAttention(input: object): MultiHeadTrace;
  tiledMultiHeadAttention(input: object, tableBytes: number): TiledMultiHead;
}

interface Rotary {
  rotary?: object | undefined;
  positions?: Float64Array;
}

/** Its options, and the positions among them apart: those are the problem's. */
function rotaryInput(value: unknown): Rotary {
  const read = placedRotaryField(value);
  if (read === undefined) return { rotary: undefined };
  const { positions, ...rotary } = read as { positions?: Float64Array };
  return positions === undefined ? { rotary } : { rotary, positions };
}

const readers = (Class: NumbersClass) => ({
  x: (value: unknown) => matrix("x", value, Class),
  context: (value: unknown) => matrix("context", value, Class),
  wq: (value: unknown) => tensor("wq", value, Class),
  wk: (value: unknown) => tensor("wk", value, Class),
  wv: (value: unknown) => tensor("wv", value, Class),
  wo: (value: unknown) => matrix("wo", value, Class),
  bq: (value: unknown) => numberList("bq", value),
  bk: (value: unknown) => numberList("bk", value),
  bv: (value: unknown) => numberList("bv", value),
  bo: (value: unknown) => numberList("bo", value),
  heads: (value: unknown) => count("heads", value, 1),
  kvHeads: (value: unknown) => count("kvHeads", value, 1),
  rotary: rotaryInput,
  active: (value: unknown) => flagList("active", value),
  path: (value: unknown) => word("path", value, ["reference", "tiled"] as const, "path"),
});

/** As the boundary takes it: positions beside rotary. @internal */
export function multiHeadFields(input: object, Class: NumbersClass) {
  const required = ["x", "wq", "wk", "wv", "heads"] as const;
  const read = fieldsAndOptions(input, readers(Class), required, Class);
  return { ...read, ...(read.rotary as Rotary | undefined) };
}

/** What the core says of rotary positions. @internal */
export const placed = ["theta", "dims", "positions"];

/** @internal */
export const multiHeadCalls = (module: Module): MultiHeadCalls => {
  function multiHeadAttention(input: MultiHeadInput): MultiHeadTrace;
  function multiHeadAttention(input: TiledMultiHeadInput): TiledMultiHead;
  function multiHeadAttention(input: MultiHeadInput | TiledMultiHeadInput) {
    if (fields(input).path !== "tiled")
      return accepted(
        rotaryPlaced(module.multiHeadAttention(multiHeadFields(input, Float64Array)), placed),
      );
    const read = multiHeadFields(input, Float32Array);
    const { bias, attend, keyPadding } = read.options;
    const bytes = bytesOf([bias, attend, keyPadding]);
    return accepted(rotaryPlaced(module.tiledMultiHeadAttention(read, bytes), placed));
  }
  return { multiHeadAttention };
};
