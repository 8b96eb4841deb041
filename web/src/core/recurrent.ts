// A recurrent network, which stood before attention (cpp/attention/recurrent.h).

import { matrix, readFields } from "./fields.ts";
import { numberList } from "./lists.ts";
import { accepted, type Module } from "./module.ts";
import type { Tensor, TensorLike } from "./types.ts";

/** h_t = tanh(x_t wIh + bIh + h_{t-1} wHh + bHh), row vectors: the matrices are the transposes of those of PyTorch's nn.RNN. */
export interface RecurrentInput {
  /** [tokens][input width] */
  x: TensorLike;
  /** [input width][hidden] */
  wIh: TensorLike;
  /** [hidden][hidden] */
  wHh: TensorLike;
  /** hidden numbers, default zeros. */
  bIh?: readonly number[] | undefined;
  /** hidden numbers, default zeros. */
  bHh?: readonly number[] | undefined;
  /** The state before the first token: hidden numbers, default zeros. */
  h0?: readonly number[] | undefined;
}

export interface RecurrentTrace {
  /** [tokens][hidden] h_t */
  states: Tensor;
  /**
   * [tokens][tokens], row t, column i: how much of token i is left at token t, |h_t − h′_t| / |h_i − h′_i|,
   * where h′ are the states with zeros in the place of x_i. 0 above the diagonal, 1 on it; zeros
   * for a token that changes nothing.
   */
  signal: Tensor;
  /**
   * [tokens][tokens], row t, column i: the root mean square of the singular values of ∂h_t / ∂h_i, so
   * that an identity gives 1. Attention's counterpart is the weight itself: ∂output_t / ∂v_i is
   * weights[t][i], however far apart the two are.
   */
  gradient: Tensor;
}

export interface RecurrentCalls {
  /**
   * An Elman network, and how fast it forgets. At most 4096 tokens; costs tokens² · hidden³
   * multiplications. Sources: Elman, "Finding Structure in Time" (1990); Bengio, Simard and
   * Frasconi, "Learning Long-Term Dependencies with Gradient Descent is Difficult" (1994).
   */
  recurrent(input: RecurrentInput): RecurrentTrace;
}

/** @internal */
export interface RecurrentModule {
  recurrent(input: object): RecurrentTrace;
}

const readers = {
  x: (value: unknown) => matrix("x", value),
  wIh: (value: unknown) => matrix("wIh", value),
  wHh: (value: unknown) => matrix("wHh", value),
  bIh: (value: unknown) => numberList("bIh", value),
  bHh: (value: unknown) => numberList("bHh", value),
  h0: (value: unknown) => numberList("h0", value),
};

/** @internal */
export const recurrentCalls = (module: Module): RecurrentCalls => ({
  recurrent: (input) => accepted(module.recurrent(readFields(input, readers, ["x", "wIh", "wHh"]))),
});
