// Multi-head latent attention (cpp/attention/latent.h).

import { count, matrix, tensor, word } from "./fields.ts";
import { wholeList } from "./lists.ts";
import { accepted, type Module } from "./module.ts";
import { fieldsAndOptions } from "./options.ts";
import { type RotaryOptions, rotaryField, rotaryPlaced } from "./positions.ts";
import type { Options, Tensor, TensorLike, Trace } from "./types.ts";

/** Per-head matrices may also stand side by side in one, as in multiHeadAttention. */
export interface LatentInput extends Options {
  /** [tokens][d_model] */
  x: TensorLike;
  /** [heads][d_model][d_nope + d_rope]: the last d_rope columns are the rotary part of the queries. */
  wq: TensorLike;
  /** [d_model][d_c]: down to the latents, which are all that a cache keeps of keys and values. */
  wDkv: TensorLike;
  /** [d_model][d_rope]: the rotary part of the keys, shared by all heads. Left out: there is none. */
  wKr?: TensorLike | undefined;
  /** [heads][d_c][d_nope]: from the latents up to the keys. */
  wUk: TensorLike;
  /** [heads][d_c][d_v]: from the latents up to the values. */
  wUv: TensorLike;
  /** [heads · d_v][d_out]. Left out: the output is the heads side by side. */
  wo?: TensorLike | undefined;
  heads: number;
  /**
   * "naive" (the default) makes keys and values of every head. "absorbed" never does: wUk moves over
   * to the queries and wUv behind the weighted sum, and all heads attend to the latents themselves.
   */
  form?: "naive" | "absorbed" | undefined;
  /** How the rotary parts are turned; `true` is the default where there is `wKr`, `false` leaves them. */
  rotary?: boolean | RotaryOptions | undefined;
  /** One per token, default 0, 1, 2, ... */
  positions?: readonly number[] | undefined;
}

/** scores, scaled, masked, exponentials and weights are [heads][tokens][tokens]. */
export interface LatentTrace extends Trace {
  /** [tokens][d_c] The latents. */
  c: Tensor;
  /** [tokens][d_rope], turned. */
  kRope: Tensor;
  /** [heads][tokens][d_nope + d_rope], the rotary part turned. */
  q: Tensor;
  /** What is attended with. Naive: q. Absorbed: [heads][tokens][d_c + d_rope], wUk taken in. */
  queries: Tensor;
  /** Naive: [heads][tokens][d_nope + d_rope]. Absorbed: [1][tokens][d_c + d_rope], for all heads. */
  keys: Tensor;
  /** Naive: [heads][tokens][d_v]. Absorbed: [1][tokens][d_c], the latents. */
  values: Tensor;
  /** [heads][tokens][width of the values] weights · values. */
  sums: Tensor;
  /** [heads][tokens][d_v] Naive: sums. Absorbed: sums · wUv. */
  headOutputs: Tensor;
  /** [tokens][heads · d_v] */
  merged: Tensor;
  /** [tokens][d_out] */
  output: Tensor;
  /** Numbers kept per token: d_c + d_rope, and what the keys and values of all heads would be. */
  cache: { numbersPerToken: number; fullNumbersPerToken: number };
}

export interface LatentCalls {
  /**
   * Keys and values from one short vector per token. The scale is 1/sqrt(d_nope + d_rope) in both
   * forms, which agree up to rounding. Source: DeepSeek-AI, "DeepSeek-V2" (2024), section 2.1.
   */
  latentAttention(input: LatentInput): LatentTrace;
}

/** @internal */
export interface LatentModule {
  latentAttention(input: object): LatentTrace;
}

const readers = {
  x: (value: unknown) => matrix("x", value),
  wq: (value: unknown) => tensor("wq", value),
  wDkv: (value: unknown) => matrix("wDkv", value),
  wKr: (value: unknown) => matrix("wKr", value),
  wUk: (value: unknown) => tensor("wUk", value),
  wUv: (value: unknown) => tensor("wUv", value),
  wo: (value: unknown) => matrix("wo", value),
  heads: (value: unknown) => count("heads", value, 1),
  form: (value: unknown) => word("form", value, ["naive", "absorbed"] as const, "form"),
  rotary: (value: unknown) => rotaryField(value),
  positions: (value: unknown) => wholeList("positions", value, 0),
};

/** @internal */
export const latentCalls = (module: Module): LatentCalls => ({
  latentAttention(input) {
    const read = fieldsAndOptions(input, readers, ["x", "wq", "wDkv", "wUk", "wUv", "heads"]);
    const turned = read.wKr !== undefined && input.rotary === undefined;
    const asked = turned ? { ...read, rotary: {} } : read;
    return accepted(rotaryPlaced(module.latentAttention(asked)));
  },
});
