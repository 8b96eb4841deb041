// Layer norm and RMS norm (cpp/attention/norm.h).

import { matrix, numeric, readFields } from "./fields.ts";
import { numberList } from "./lists.ts";
import { accepted, type Module } from "./module.ts";
import type { Tensor, TensorLike } from "./types.ts";

export interface RmsNormInput {
  /** [tokens][width] */
  x: TensorLike;
  /** width numbers, default ones. */
  gain?: readonly number[] | undefined;
  /** Default 1e-5. 0 is legal: a row that it would divide by 0 becomes zeros. */
  epsilon?: number | undefined;
}

export interface LayerNormInput extends RmsNormInput {
  /** width numbers, default zeros. */
  bias?: readonly number[] | undefined;
}

export interface LayerNormTrace {
  /** [tokens][width] */
  output: Tensor;
  /** One per token. */
  mean: Float64Array;
  /** One per token: the mean of (x − mean)², without epsilon. */
  variance: Float64Array;
}

export interface RmsNormTrace {
  /** [tokens][width] */
  output: Tensor;
  /** One per token: the root of the mean of x², without epsilon. */
  rootMeanSquare: Float64Array;
}

export interface NormCalls {
  /**
   * (x − mean) / √(variance + epsilon) · gain + bias, each token on its own.
   * Source: Ba, Kiros and Hinton, "Layer Normalization" (2016).
   */
  layerNorm(input: LayerNormInput): LayerNormTrace;
  /**
   * x / √(mean of x² + epsilon) · gain, each token on its own.
   * Source: Zhang and Sennrich, "Root Mean Square Layer Normalization" (2019).
   */
  rmsNorm(input: RmsNormInput): RmsNormTrace;
}

/** @internal */
export interface NormModule {
  layerNorm(input: object): LayerNormTrace;
  rmsNorm(input: object): RmsNormTrace;
}

/** @internal */
export const normReaders = {
  gain: (value: unknown) => numberList("gain", value),
  bias: (value: unknown) => numberList("bias", value),
  epsilon: (value: unknown) => numeric("epsilon", value),
};

const x = (value: unknown) => matrix("x", value);
const { bias, ...rmsReaders } = normReaders;

/** @internal */
export const normCalls = (module: Module): NormCalls => ({
  layerNorm: (input) => accepted(module.layerNorm(readFields(input, { x, ...normReaders }, ["x"]))),
  rmsNorm: (input) => accepted(module.rmsNorm(readFields(input, { x, ...rmsReaders }, ["x"]))),
});
