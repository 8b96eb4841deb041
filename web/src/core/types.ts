import type { Calls } from "./concepts.ts";
/** Numbers with a shape, row-major: float64, and from the tiled path float32. */
export interface Tensor<Data = Float64Array> {
  shape: number[];
  data: Data;
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

/** Which blocks of queries see which blocks of keys. */
export interface BlockPattern {
  /** Positions per block, from 1. */
  size: number;
  /**
   * The query at position p may see key k when visible[floor(p / size)][floor(k / size)]: one row per
   * block of query positions, one column per block of keys.
   */
  visible: readonly (readonly boolean[])[];
}

/** All masks are ANDed. */
export interface Options {
  /** Factor of the scores, default 1/sqrt(d_k). 0 is legal: every weight becomes equal. */
  scale?: number | undefined;
  /** A query sees no later key. true = "top-left". */
  causal?: boolean | Causal | undefined;
  /** Tokens in reach, counting the token itself: key k is in reach of position p when |p - k| < window. */
  window?: number | undefined;
  /**
   * Steps of the window, default 1: only keys whose distance is a multiple of it are in reach, and
   * |p - k| < window · dilation, so that a window counts tokens in reach whatever its steps. Needs `window`.
   */
  dilation?: number | undefined;
  /** The first keys, which stay visible whatever the window and the blocks. Needs `window` or `blocks`. */
  sinks?: number | undefined;
  /**
   * Positions, rising: keys that every query sees, and queries that see every key, whatever the
   * window and the blocks; causal and the tables still hold. Needs `window` or `blocks`.
   * Source: Beltagy et al., "Longformer" (2020), section 3.1.
   */
  globals?: readonly number[] | undefined;
  /** Whole blocks of queries and keys that see each other or do not. Sinks and globals stay visible. */
  blocks?: BlockPattern | undefined;
  /** [queries][keys], true = may attend. */
  attend?: readonly (readonly boolean[])[] | undefined;
  /** One entry per key, true = padding, ignored. */
  keyPadding?: readonly boolean[] | undefined;
  /** Added after scaling: [queries][keys], or one such matrix per head. -Infinity hides the pair. */
  bias?: TensorLike | undefined;
  /**
   * -slope · |p - k| is added after scaling, where p is the query's position among the keys. true
   * takes the slopes of alibiSlopes(heads); a list gives one slope per query head.
   */
  alibi?: boolean | readonly number[] | undefined;
}

interface QueriesKeysValues {
  /** [queries][d_k], or [heads][queries][d_k]. */
  q: TensorLike;
  /** [keys][d_k], or [kv heads][keys][d_k]; the KV heads divide the heads. */
  k: TensorLike;
  /** [keys][d_v], or [kv heads][keys][d_v]. */
  v: TensorLike;
}

/** Any queries against any keys: self-attention or cross-attention. */
export interface AttentionInput extends QueriesKeysValues, Options {
  /** The default: float64, every intermediate result. */
  path?: "reference" | undefined;
}

/**
 * The same by the tiled path: float32, blocks of queries and keys on SIMD-128, without ever holding
 * a matrix of queries x keys. q, k and v are read as they are where they are Float32Arrays with a
 * shape, and rounded to float32 otherwise.
 *
 * What leaves the range of float32 in a tensor or on the way is infinite here: a bias of -1e39 hides
 * its pair, as -Infinity does. `scale` and `alibi` beyond it are refused. A row whose visible scores
 * are all -Infinity counts as one that sees nothing: zeros here, NaN in the reference.
 *
 * At most 1.25e12 multiply-adds, about three quarters of a minute on one core with SIMD, with
 * threads as without: heads · pairs · (d_k + d_v + 16), 64 for each 256 queries by 260 keys, and for
 * each query 1024 for each of the `globals` and 256 / size for each block of keys in `blocks`. The
 * pairs are those that the kernel computes: what causal, window, dilation and blocks leave out is not
 * counted, what attend, keyPadding and bias hide is, since each of their entries is looked at.
 */
export interface TiledInput extends QueriesKeysValues, Options {
  path: "tiled";
  /** Also give the log-sum-exp of every row. */
  logSumExp?: boolean | undefined;
  /** Where the output is written, for callers that keep their memory: heads · queries · d_v numbers. */
  out?: Float32Array | undefined;
}

export interface Tiled {
  /** [queries][d_v], or [heads][queries][d_v] if q had an axis for heads. */
  output: Tensor<Float32Array>;
  /** [queries], or [heads][queries]: ln of the sum of exp(masked score); -Infinity where nothing is visible. */
  logSumExp?: Tensor<Float32Array>;
  /**
   * Bytes the kernel worked in, beside its input and output; of all Workers together. They grow with
   * the queries up to 256 of them, the most that are taken at once, and not with the keys.
   */
  scratchBytes: number;
}

export interface TiledStepsInput extends QueriesKeysValues, Options {
  /** Queries of a tile, 1 to 8. */
  blockQueries: number;
  /** Keys of a tile. */
  blockKeys: number;
}

/**
 * A block of keys taken in by a block of queries, and what is kept of these queries after it.
 * Queries [firstQuery, lastQuery), keys [firstKey, lastKey).
 */
export interface TiledStep {
  head: number;
  firstQuery: number;
  lastQuery: number;
  firstKey: number;
  lastKey: number;
  /**
   * Per query: what the exponents are counted from. The first maximum of the row, raised whenever a
   * larger score comes, in steps of ln 2. -Infinity while nothing was visible.
   */
  maximum: Float32Array;
  /** Per query: what the sum and the output so far were multiplied with; 0 where there was none. */
  rescale: Float32Array;
  /** Per query: the sum of exp(score - maximum) so far. */
  sum: Float32Array;
  /** [queries of the tile][keys of the tile] exp(score - maximum) */
  weights: Float32Array;
  /** [queries of the tile][d_v] The weighted sum of the values so far, not yet divided by the sum. */
  output: Float32Array;
}

export interface TiledSteps {
  output: Tensor<Float32Array>;
  /** Tiles that the masks empty do not appear. */
  steps: TiledStep[];
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
  /**
   * Workers for attentionAsync, each with an instance of its own; started when first needed. "auto"
   * (the default) takes one per core, at most 8. 1 computes on the calling thread, 64 is the most.
   */
  threads?: number | "auto" | undefined;
}

/** An AbortSignal, told without the types of browsers, which not every program has. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface AsyncOptions {
  /** Ends the call and what it started; its promise is rejected with the signal's reason. */
  signal?: Signal | undefined;
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

/** Attention itself, and what examples are made of. */
export interface Basics {
  /** softmax(q kᵀ · scale + bias) v. Source: Vaswani et al. 2017, section 3.2.1. */
  attention(input: AttentionInput): Trace;
  /** The same on q = x wq, k = x wk, v = x wv; the trace holds q, k and v as well. */
  selfAttention(input: SelfAttentionInput): SelfTrace;
  /** The five-line function of the lesson (cpp/attention/self_attention.h): no options, no trace. */
  fiveLines(input: FiveLinesInput): FiveLines;
  /** rows x columns numbers of mean 0 and the given deviation (default 1), the same in every host for a seed. */
  random(input: RandomInput): Tensor;
  /**
   * One row per token that depends on its text and the seed alone: the same word, the same row. At
   * most 2^24 characters in all.
   */
  embed(input: EmbedInput): Tensor;
  /** Which build runs, and what it was compiled with. */
  readonly build: Build;
  readonly compiler: string;
}

export interface TiledCalls {
  /** softmax(q kᵀ · scale + bias) v. Source: Vaswani et al. 2017, section 3.2.1. */
  attention(input: AttentionInput): Trace;
  attention(input: TiledInput): Tiled;
  /**
   * The tiled path in Workers, the same to the last bit as on one thread. Problems too small to gain
   * from it are computed at once, on the calling thread. What is handed in is copied at the call,
   * and may be changed after it; the memory of the copies, at most 64 MiB, is kept for the next call
   * until `close`. Rejects with AttentionError for bad input, and with an Error that says why when a
   * Worker cannot start or dies.
   */
  attentionAsync(input: TiledInput, options?: AsyncOptions): Promise<Tiled>;
  /** Every tile of the tiled path, as its own code records it. At most 2^18 numbers in all. */
  tiledSteps(input: TiledStepsInput): TiledSteps;
  /**
   * Stops the Workers. Calls of attentionAsync that have not ended are rejected; the next one starts
   * Workers anew.
   */
  close(): void;
  /** How many Workers attentionAsync may use; 1 means none. */
  readonly threads: number;
}

/** The core, loaded. Every method throws AttentionError for bad input and can be called again. */
export interface Attention extends Omit<Basics, "attention">, TiledCalls, Calls {}
