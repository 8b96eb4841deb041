// The part of a block that looks at one token at a time (cpp/attention/feed_forward.h).

import { matrix, readFields, word } from "./fields.ts";
import { numberList } from "./lists.ts";
import { accepted, type Module } from "./module.ts";
import type { Tensor, TensorLike } from "./types.ts";

/**
 * "relu": max(0, x). "gelu": x Φ(x), Φ being the normal distribution, by erf. "gelu-tanh": its
 * approximation x/2 (1 + tanh(√(2/π) (x + 0.044715 x³))). Both from Hendrycks and Gimpel, "Gaussian Error
 * Linear Units" (2016). "swiglu": silu(x wGate) · (x w1 + b1), silu(x) = x / (1 + e⁻ˣ), from Shazeer,
 * "GLU Variants Improve Transformer" (2020).
 */
export type Activation = "gelu" | "gelu-tanh" | "swiglu" | "relu";

export interface FeedForwardWeights {
  /** [width][hidden] */
  w1: TensorLike;
  /** hidden numbers, default zeros. */
  b1?: readonly number[] | undefined;
  /** [hidden][output width] */
  w2: TensorLike;
  /** As many numbers as the output is wide, default zeros. */
  b2?: readonly number[] | undefined;
  /** [width][hidden] The gate of "swiglu"; refused with any other activation. */
  wGate?: TensorLike | undefined;
  /** Default "gelu". */
  activation?: Activation | undefined;
}

export interface FeedForwardInput extends FeedForwardWeights {
  /** [tokens][width] */
  x: TensorLike;
}

export interface FeedForwardTrace {
  /** [tokens][hidden] x w1 + b1 */
  hidden: Tensor;
  /** [tokens][hidden] x wGate, of "swiglu". */
  gate?: Tensor;
  /** [tokens][hidden] */
  activated: Tensor;
  /** [tokens][output width] activated · w2 + b2 */
  output: Tensor;
}

export interface FeedForwardCalls {
  /** activation(x w1 + b1) w2 + b2. Source: Vaswani et al. 2017, section 3.3. */
  feedForward(input: FeedForwardInput): FeedForwardTrace;
}

/** @internal */
export interface FeedForwardModule {
  feedForward(input: object): FeedForwardTrace;
}

const activations = ["gelu", "gelu-tanh", "swiglu", "relu"] as const;

/** @internal */
export const feedForwardReaders = {
  w1: (value: unknown) => matrix("w1", value),
  b1: (value: unknown) => numberList("b1", value),
  w2: (value: unknown) => matrix("w2", value),
  b2: (value: unknown) => numberList("b2", value),
  wGate: (value: unknown) => matrix("wGate", value),
  activation: (value: unknown) => word("activation", value, activations, "activation"),
};

const readers = { x: (value: unknown) => matrix("x", value), ...feedForwardReaders };

/** @internal */
export const feedForwardCalls = (module: Module): FeedForwardCalls => ({
  feedForward: (input) =>
    accepted(module.feedForward(readFields(input, readers, ["x", "w1", "w2"]))),
});
