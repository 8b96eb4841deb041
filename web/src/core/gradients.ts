// Gradients: of attention, through the projections, and of softmax alone (cpp/attention/gradient.h,
// tiled_gradient.h, jacobian.h).

import { fields, matrix, type RawTensor, readFields, tensor } from "./fields.ts";
import { bytesOf, isTiled, rawTiled, selfAttentionInput } from "./input.ts";
import { numberList } from "./lists.ts";
import { accepted, type Module, type ProblemArgs, problemArgs } from "./module.ts";
import { options } from "./options.ts";
import type {
  AttentionInput,
  SelfAttentionInput,
  SelfTrace,
  Tensor,
  TensorLike,
  TiledInput,
  Trace,
} from "./types.ts";

export interface GradientInput extends AttentionInput {
  /** Gradient of the loss with respect to the output, in its shape: [queries][d_v] or [heads][queries][d_v]. */
  dOutput: TensorLike;
}

/**
 * The same by the tiled path: float32, without ever holding a matrix of queries x keys. Its limit is
 * that of the tiled path (TiledInput), where a pair takes 4 d_k + 3 d_v + 32 multiply-adds, and blocks
 * and globals count twice.
 */
export interface TiledGradientInput extends Omit<TiledInput, "logSumExp" | "out"> {
  dOutput: TensorLike;
}

/** The forward pass, and each gradient in the shape of what it is the gradient of. */
export interface GradientTrace extends Trace {
  /** dOutput · vᵀ, 0 where the key may not be seen */
  dWeights: Tensor;
  /**
   * weights · (dWeights − dOutput · output of the row): through the softmax. Also the gradient of the
   * bias, where each head has its own (of a shared one: summed over the heads); times scale, that of
   * the scores.
   */
  dMasked: Tensor;
  /** scale · dMasked · k */
  dq: Tensor;
  /** scale · dMaskedᵀ · q, summed over the query heads that read the KV head */
  dk: Tensor;
  /** weightsᵀ · dOutput, summed likewise */
  dv: Tensor;
}

export interface TiledGradient {
  dq: Tensor<Float32Array>;
  dk: Tensor<Float32Array>;
  dv: Tensor<Float32Array>;
}

export interface SelfGradientInput extends SelfAttentionInput {
  /** [tokens][d_v] */
  dOutput: TensorLike;
}

export interface SelfGradientTrace extends GradientTrace, SelfTrace {
  /** dq · wqᵀ + dk · wkᵀ + dv · wvᵀ */
  dx: Tensor;
  /** xᵀ · dq */
  dwq: Tensor;
  /** xᵀ · dk */
  dwk: Tensor;
  /** xᵀ · dv */
  dwv: Tensor;
}

export interface SoftmaxJacobian {
  /** [n][n]: derivative of weight i (row) by score j (column), diag(weights) − weights · weightsᵀ. */
  jacobian: Tensor;
  /** Its Frobenius norm; 0 where one key has all the weight. */
  size: number;
  /** Its spectral norm: the most that a change of the scores is stretched. 1/n for n equal weights. */
  largest: number;
}

export interface GradientCalls {
  /**
   * The backward pass of `attention`. What a mask hides contributes nothing, and a row that sees
   * nothing has gradients of zero. Source: Dao et al., "FlashAttention" (2022), appendix B.2; the
   * tiled path: Dao, "FlashAttention-2" (2023), Algorithm 2.
   */
  attentionGradient(input: GradientInput): GradientTrace;
  attentionGradient(input: TiledGradientInput): TiledGradient;
  /** The same on through the projections, to x and the three matrices. */
  selfAttentionGradient(input: SelfGradientInput): SelfGradientTrace;
  /**
   * How softmax answers to its scores, from one row of its weights (at most 4096, each from 0 to 1).
   * That they add up to 1 is not asked for. Its eigenvalues: Golub (1973).
   */
  softmaxJacobian(input: {
    weights: readonly number[] | Float64Array | Float32Array;
  }): SoftmaxJacobian;
}

/** @internal */
export interface GradientModule {
  attentionGradient(input: object): GradientTrace;
  selfAttentionGradient(input: object): SelfGradientTrace;
  tiledGradient(
    ...args: [...ProblemArgs, dOutput: RawTensor]
  ): Record<keyof TiledGradient, Float32Array>;
  softmaxJacobian(input: object): SoftmaxJacobian;
}

const jacobianReaders = { weights: (value: unknown) => numberList("weights", value) };

function gradientInput(input: GradientInput): object {
  const { q, k, v, dOutput } = fields(input);
  return {
    q: tensor("q", q),
    k: tensor("k", k),
    v: tensor("v", v),
    dOutput: tensor("dOutput", dOutput),
    options: options(input, ["q", "k", "v", "dOutput", "path"]),
  };
}

function tiledGradient(module: Module, input: TiledGradientInput): TiledGradient {
  const raw = rawTiled(input, ["dOutput", "path"]);
  const dOutput = tensor("dOutput", input.dOutput, Float32Array);
  const problem = { ...raw, bytes: raw.bytes + bytesOf([dOutput]) };
  const { dq, dk, dv } = accepted(module.tiledGradient(...problemArgs(problem), dOutput));
  return {
    dq: { shape: raw.q.shape, data: dq },
    dk: { shape: raw.k.shape, data: dk },
    dv: { shape: raw.v.shape, data: dv },
  };
}

/** @internal */
export function gradientCalls(module: Module): GradientCalls {
  function attentionGradient(input: GradientInput): GradientTrace;
  function attentionGradient(input: TiledGradientInput): TiledGradient;
  function attentionGradient(
    input: GradientInput | TiledGradientInput,
  ): GradientTrace | TiledGradient {
    return isTiled(input)
      ? tiledGradient(module, input)
      : accepted(module.attentionGradient(gradientInput(input as GradientInput)));
  }

  return {
    attentionGradient,
    selfAttentionGradient(input) {
      const read = selfAttentionInput(input, ["dOutput"]);
      const dOutput = matrix("dOutput", input.dOutput);
      return accepted(module.selfAttentionGradient({ ...read, dOutput }));
    },
    softmaxJacobian: (input) =>
      accepted(module.softmaxJacobian(readFields(input, jacobianReaders, ["weights"]))),
  };
}
