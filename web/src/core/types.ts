/** Numbers with a shape, row-major. The reference gives float64, the tiled path float32. */
export interface Tensor {
  shape: number[];
  data: Float64Array | Float32Array;
}

/** What is accepted where a tensor is asked for: [rows][columns] of one head, or [heads][rows][columns]. */
export type TensorLike =
  | {
      readonly shape: readonly number[];
      readonly data: readonly number[] | Float64Array | Float32Array;
    }
  | readonly (readonly number[])[]
  | readonly (readonly (readonly number[])[])[];

/** "top-left": query 0 sits on key 0. "bottom-right": the last query sits on the last key. */
export type Causal = "top-left" | "bottom-right";

/** All masks are ANDed. */
export interface Options {
  /** Factor of the scores, default 1/sqrt(d_k). 0 is legal: every weight becomes equal. */
  scale?: number | undefined;
  /** A query sees no later key. true = "top-left". */
  causal?: boolean | Causal | undefined;
  /** Tokens in reach, counting the token itself: key k is in reach of position p when |p - k| < window. */
  window?: number | undefined;
  /** The first keys, which stay visible whatever the window. Needs `window`. */
  sinks?: number | undefined;
  /** [queries][keys], true = may attend. */
  attend?: readonly (readonly boolean[])[] | undefined;
  /** One entry per key, true = padding, ignored. */
  keyPadding?: readonly boolean[] | undefined;
  /** Added after scaling: [queries][keys], or one such matrix per head. -Infinity hides the pair. */
  bias?: TensorLike | undefined;
}

/** Any queries against any keys: self-attention or cross-attention. */
export interface AttentionInput extends Options {
  /** [queries][d_k], or [heads][queries][d_k]. */
  q: TensorLike;
  /** [keys][d_k], or [kv heads][keys][d_k]; the KV heads divide the heads. */
  k: TensorLike;
  /** [keys][d_v], or [kv heads][keys][d_v]. */
  v: TensorLike;
}

/** One head of self-attention from its embeddings; rows are tokens and q = x · wq. */
export interface SelfAttentionInput extends Options {
  /** [tokens][width] */
  x: TensorLike;
  /** [width][d_k] */
  wq: TensorLike;
  /** [width][d_k] */
  wk: TensorLike;
  /** [width][d_v] */
  wv: TensorLike;
}

/** Every intermediate result. Shapes [queries][keys] and [queries][d_v], with a leading heads axis if q had one. */
export interface Trace {
  /** q · k */
  scores: Tensor;
  /** scores · scale */
  scaled: Tensor;
  /** scaled + bias, and -Infinity where the key may not be seen */
  masked: Tensor;
  /** exp(masked − the row's maximum), 0 where the key may not be seen */
  exponentials: Tensor;
  /** exponentials / their sum (softmax of each row); a row that sees nothing is all zeros */
  weights: Tensor;
  /** weights · v */
  output: Tensor;
}

export interface SelfTrace extends Trace {
  q: Tensor;
  k: Tensor;
  v: Tensor;
}

export interface FiveLines {
  output: Tensor;
  weights: Tensor;
}

export type Build = "simd" | "scalar";

export interface LoadOptions {
  /** "auto" (the default) takes the SIMD build where the engine has SIMD. */
  build?: "auto" | Build | undefined;
}

export type FiveLinesInput = Pick<SelfAttentionInput, "x" | "wq" | "wk" | "wv">;

export interface RandomInput {
  rows: number;
  columns: number;
  /** A whole number from 0. */
  seed: number;
  /** Default 1. */
  deviation?: number | undefined;
}

export interface EmbedInput {
  tokens: readonly string[];
  width: number;
  seed: number;
}

/** The core, loaded. Every method throws AttentionError for bad input and can be called again. */
export interface Attention {
  /** softmax(q kᵀ · scale + bias) v. Source: Vaswani et al. 2017, section 3.2.1. */
  attention(input: AttentionInput): Trace;
  /** The same on q = x wq, k = x wk, v = x wv; the trace holds q, k and v as well. */
  selfAttention(input: SelfAttentionInput): SelfTrace;
  /** The five-line function of the lesson (cpp/attention/self_attention.h): no options, no trace. */
  fiveLines(input: FiveLinesInput): FiveLines;
  /** rows x columns numbers of mean 0 and the given deviation (default 1), the same in every host for a seed. */
  random(input: RandomInput): Tensor;
  /** One row per token that depends on its text and the seed alone: the same word, the same row. */
  embed(input: EmbedInput): Tensor;
  /** Which build runs, and what it was compiled with. */
  readonly build: Build;
  readonly compiler: string;
}
