// Experiments: what the scale is for, what knows the order of the tokens, and what weights do not
// say (cpp/attention/experiment.h, alternative.h).

import { count, fields, matrix, type RawTensor, readFields } from "./fields.ts";
import { floatsOf } from "./floats.ts";
import { selfAttentionInput } from "./input.ts";
import { numberList, wholeList } from "./lists.ts";
import { accepted, type Module } from "./module.ts";
import type { SelfAttentionInput, SelfTrace, Tensor, TensorLike } from "./types.ts";

export interface ScaleInput {
  /** Widths of queries and keys: one, or at most 1024 of them. */
  dK: number | readonly number[];
  /** Queries per width, each with keys of its own. */
  samples: number;
  /** A whole number from 0. */
  seed: number;
  /** Keys per query, default 16. */
  keys?: number | undefined;
}

export interface ScaleMeasures {
  /** Standard deviation of all scores; without the scale it tends to √dK. */
  spread: number;
  /** Entropy of a query's weights in nats, mean; ln(keys) where all are equal. */
  entropy: number;
  /** Mean. */
  largestWeight: number;
  /** Frobenius norm of the softmax Jacobian, mean: how much of a gradient gets through. */
  gradient: number;
}

export interface ScaleRow {
  dK: number;
  /** q · k / √dK */
  scaled: ScaleMeasures;
  /** q · k */
  unscaled: ScaleMeasures;
}

export interface ScaleExperiment {
  /** In the order of the widths. A row does not depend on the others. */
  rows: ScaleRow[];
}

export interface PermutationInput extends SelfAttentionInput {
  /** Token i of the permuted input is token permutation[i]; each token once, from 0. */
  permutation: readonly number[];
}

export interface PermutationTrace {
  original: SelfTrace;
  /** Of the permuted input. */
  permuted: SelfTrace;
  /** The original's weights, rows and columns permuted. */
  weights: Tensor;
  /** The original's output, rows permuted. */
  output: Tensor;
  /** The largest between `output` and `permuted.output`: rounding, unless a mask goes by position. */
  difference: number;
}

export interface AlternativeInput<Weights> {
  weights: Weights;
  /** [keys][d_v] */
  v: TensorLike;
}

export interface Alternative {
  /** Whether any other weights have this output and sum. */
  possible: boolean;
  /** Of the null space of [v 1]ᵀ, over the keys that weigh. */
  dimensions: number;
  /** [keys]. Not negative, with the sum of the given ones; these themselves where nothing else is possible. */
  weights: Tensor;
  /** [d_v], of these weights. */
  output: Tensor;
  /** Total variation: half the sum of |weights − given weights|, at most 1. */
  distance: number;
  /** The largest between the two outputs: rounding. */
  difference: number;
}

export interface ExperimentCalls {
  /**
   * Queries and keys of independent normal numbers, and what softmax makes of their scores with and
   * without the scale. The spreads are the same to the last bit in every host for a seed, the means up
   * to rounding. All scores of a width are at most 2^24, and samples ·
   * (64 (keys + 1) dK + 64 keys), summed over the widths, at most 6e9.
   * Source: Vaswani et al. 2017, section 3.2.1, footnote 4.
   */
  scaleExperiment(input: ScaleInput): ScaleExperiment;
  /**
   * Self-attention of the tokens and of the same in another order. Without positions the output is
   * permuted along (equivariance). What options tell by token (attend, keyPadding, bias) moves along
   * with the tokens, what they tell by position stays. Source: Lee et al., "Set Transformer" (2019).
   */
  permutationExperiment(input: PermutationInput): PermutationTrace;
  /**
   * Other weights with the same output, as far away as can be found: of up to 10 keys that weigh the
   * farthest there are. A key of weight 0 keeps it. A matrix is taken row by row. At most 64 keys,
   * 2^16 for rows · keys², and 6e9 for 8 rows · keys · (columns + 1) · the smaller of keys and
   * columns + 1. Source: Jain and Wallace, "Attention is not Explanation" (2019).
   */
  alternativeWeights(
    input: AlternativeInput<readonly number[] | Float64Array | Float32Array>,
  ): Alternative;
  alternativeWeights(input: AlternativeInput<TensorLike>): Alternative[];
}

/** @internal */
export interface ExperimentModule {
  scaleExperiment(input: object): ScaleExperiment;
  permutationExperiment(input: object): PermutationTrace;
  alternativeWeights(input: object): Alternative[];
}

const scaleReaders = {
  dK: (value: unknown) =>
    typeof value === "number" ? [count("dK", value, 1)] : wholeList("dK", value, 1),
  samples: (value: unknown) => count("samples", value, 1),
  seed: (value: unknown) => count("seed", value, 0),
  keys: (value: unknown) => count("keys", value, 1),
};

type Row = readonly number[] | Float64Array | Float32Array;

const isRow = (weights: unknown): weights is Row =>
  floatsOf(weights) !== undefined || (Array.isArray(weights) && !Array.isArray(weights[0]));

function rowOrMatrix(weights: unknown): RawTensor {
  if (!isRow(weights)) return matrix("weights", weights);
  const data = numberList("weights", weights);
  return { shape: [1, data.length], data };
}

const alternativeReaders = {
  weights: rowOrMatrix,
  v: (value: unknown) => matrix("v", value),
};

/** @internal */
export function experimentCalls(module: Module): ExperimentCalls {
  function alternativeWeights(input: AlternativeInput<Row>): Alternative;
  function alternativeWeights(input: AlternativeInput<TensorLike>): Alternative[];
  function alternativeWeights(
    input: AlternativeInput<Row | TensorLike>,
  ): Alternative | Alternative[] {
    const read = readFields(input, alternativeReaders, ["weights", "v"]);
    const rows = accepted(module.alternativeWeights(read));
    return isRow(input.weights) ? (rows[0] as Alternative) : rows;
  }

  return {
    scaleExperiment: (input) =>
      accepted(module.scaleExperiment(readFields(input, scaleReaders, ["dK", "samples", "seed"]))),
    permutationExperiment(input) {
      const read = selfAttentionInput(input, ["permutation"]);
      const permutation = wholeList("permutation", fields(input).permutation, 0);
      return accepted(module.permutationExperiment({ ...read, permutation }));
    },
    alternativeWeights,
  };
}
