// The linear-cost layer: a diagonal state-space model (cpp/attention/state_space.h).

import { matrix, readFields, word } from "./fields.ts";
import { numberList } from "./lists.ts";
import { accepted, type Module } from "./module.ts";
import type { Tensor, TensorLike } from "./types.ts";

export interface StateSpaceWeights {
  /** [channels][state] What each number of the state is multiplied with per token, discretised; it forgets where |a| < 1. */
  a: TensorLike;
  /** [channels][state] What of a token is written to the state. */
  b: TensorLike;
  /** [channels][state] How the state is read. */
  c: TensorLike;
  /** One number per channel, default zeros: what of a token goes past the state. */
  d?: readonly number[] | undefined;
}

export interface StateSpaceInput extends StateSpaceWeights {
  /** [tokens][channels] */
  x: TensorLike;
  /** Token by token (the default), or as one sum over all tokens before. */
  form?: "recurrent" | "convolution" | undefined;
}

export interface StateSpaceTrace {
  /** [tokens][channels] */
  output: Tensor;
  /** [tokens][channels · state] h_t, channel by channel. Of the recurrent form. */
  states?: Tensor;
  /** [tokens][channels] K_t = Σ c aᵗ b, so that output = K ∗ x + d x. Of the convolution. */
  kernel?: Tensor;
}

export interface StateSpaceCalls {
  /**
   * h_t = a · h_{t-1} + b x_t, entry by entry, y_t = Σ c · h_t + d x_t, each channel on its own.
   * The recurrent form costs tokens · channels · state, the convolution tokens² · channels; both
   * give the same up to rounding, as long as no power of a is infinite. Sources: Gu et al., "On the
   * Parameterization and Initialization of Diagonal State Space Models" (2022); Gupta et al.,
   * "Diagonal State Spaces are as Effective as Structured State Spaces" (2022).
   */
  stateSpace(input: StateSpaceInput): StateSpaceTrace;
}

/** @internal */
export interface StateSpaceModule {
  stateSpace(input: object): StateSpaceTrace;
}

/** @internal */
export const stateSpaceReaders = {
  a: (value: unknown) => matrix("a", value),
  b: (value: unknown) => matrix("b", value),
  c: (value: unknown) => matrix("c", value),
  d: (value: unknown) => numberList("d", value),
};

const readers = {
  x: (value: unknown) => matrix("x", value),
  ...stateSpaceReaders,
  form: (value: unknown) =>
    word("form", value, ["recurrent", "convolution"] as const, "stateSpaceForm"),
};

/** @internal */
export const stateSpaceCalls = (module: Module): StateSpaceCalls => ({
  stateSpace: (input) =>
    accepted(module.stateSpace(readFields(input, readers, ["x", "a", "b", "c"]))),
});
