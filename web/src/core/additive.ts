// Additive attention, the first one (cpp/attention/additive.h).

import { matrix, readFields } from "./fields.ts";
import { flagList, numberList } from "./lists.ts";
import { accepted, type Module } from "./module.ts";
import type { Tensor, TensorLike } from "./types.ts";

export interface AdditiveInput {
  /** [queries][a] */
  q: TensorLike;
  /** [keys][b] */
  k: TensorLike;
  /** [keys][d_v], default k. */
  v?: TensorLike | undefined;
  /** [a][u] */
  wq: TensorLike;
  /** [b][u] */
  wk: TensorLike;
  /** u numbers. */
  w: readonly number[];
  /** One entry per key, true = padding, ignored. */
  keyPadding?: readonly boolean[] | undefined;
}

export interface AdditiveTrace {
  /** [queries][keys][u] tanh(q_i wq + k_j wk); left out where it would hold more than 2^24 numbers. */
  hidden?: Tensor;
  /** [queries][keys] w · hidden */
  scores: Tensor;
  /** scores, and -Infinity where the key is padding */
  masked: Tensor;
  /** exp(masked − the row's maximum), 0 where the key is padding */
  exponentials: Tensor;
  /** exponentials / their sum; zeros where every key is padding */
  weights: Tensor;
  /** [queries][d_v] weights · v */
  output: Tensor;
}

export interface AdditiveCalls {
  /**
   * softmax over the keys of w · tanh(q_i wq + k_j wk), then the weighted sum of the values.
   * Source: Bahdanau, Cho and Bengio, "Neural Machine Translation by Jointly Learning to Align and
   * Translate" (2014), where q are a decoder's states and k the encoder's.
   */
  additiveAttention(input: AdditiveInput): AdditiveTrace;
}

/** @internal */
export interface AdditiveModule {
  additiveAttention(input: object): AdditiveTrace;
}

const readers = {
  q: (value: unknown) => matrix("q", value),
  k: (value: unknown) => matrix("k", value),
  v: (value: unknown) => matrix("v", value),
  wq: (value: unknown) => matrix("wq", value),
  wk: (value: unknown) => matrix("wk", value),
  w: (value: unknown) => numberList("w", value),
  keyPadding: (value: unknown) => flagList("keyPadding", value),
};

/** @internal */
export const additiveCalls = (module: Module): AdditiveCalls => ({
  additiveAttention: (input) =>
    accepted(module.additiveAttention(readFields(input, readers, ["q", "k", "wq", "wk", "w"]))),
});
