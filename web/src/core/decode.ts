// Generation with a KV cache (cpp/attention/decode.h and kv_cache.h).

import { fields, flag, only, part, readFields, tensor, whole, word } from "./fields.ts";
import { listOf, wholeList } from "./lists.ts";
import { accepted, type Module } from "./module.ts";
import { options } from "./options.ts";
import { type RotaryOptions, rotaryField, rotaryPlaced } from "./positions.ts";
import type { Options, Tensor, TensorLike } from "./types.ts";

/** A token as a text or as a number: only whether two are the same counts. */
export type Token = string | number;

/** An earlier text, whose keys and values are kept as far as the two texts begin alike. */
export interface PreviousText {
  tokens: readonly Token[];
  /** As `k` and `v` of the call, one row per entry of `tokens`. */
  k: TensorLike;
  v: TensorLike;
}

/** Masks and biases as in attention: those by position are counted as `positions` says, `attend` and `bias` are [tokens][tokens]. */
export type DecodeOptions = Pick<
  Options,
  | "scale"
  | "window"
  | "dilation"
  | "globals"
  | "blocks"
  | "attend"
  | "keyPadding"
  | "bias"
  | "alibi"
>;

export interface DecodeInput extends DecodeOptions {
  /** Of the whole text: [tokens][d_k], or [heads][tokens][d_k]. */
  q: TensorLike;
  /** [tokens][d_k], or [kv heads][tokens][d_k]; the KV heads divide the heads. Before any rotation. */
  k: TensorLike;
  /** [tokens][d_v], or [kv heads][tokens][d_v]. */
  v: TensorLike;
  /** Tokens fed in each step, adding up to those of the text; default one step of all. */
  schedule?: readonly number[] | undefined;
  /** The most tokens that the cache holds, at least `sinks` + 1; default all. When it is full, each token drops the oldest one that is no sink. */
  capacity?: number | undefined;
  /** The first tokens: with a `capacity` they are never dropped, with a `window` or `blocks` they stay visible. Default 0. */
  sinks?: number | undefined;
  /** false: a text that is longer than the capacity is refused. Default true. */
  evict?: boolean | undefined;
  /**
   * What rotary positions and the window count once tokens have been dropped: places in the cache
   * (the default), or the text. Source: Xiao et al., "Efficient Streaming Language Models with
   * Attention Sinks" (2023).
   */
  positions?: "cache" | "text" | undefined;
  /** Turns queries and keys by their positions when they meet; true = the default options. */
  rotary?: boolean | RotaryOptions | undefined;
  /** What the text says, one entry per token. Needed by `previous`. */
  tokens?: readonly Token[] | undefined;
  /**
   * Prompt reuse: the longest common beginning of `previous.tokens` and `tokens`, without the last
   * token, takes its keys and values from here, and its queries are not answered.
   */
  previous?: PreviousText | undefined;
}

/** One step. Tokens are named by their index in the text, from 0. */
export interface DecodeFrame {
  /** Tokens whose queries were answered. */
  fed: number[];
  /** Tokens that were taken from the previous text; in the first frame. */
  reused: number[];
  /** In the order in which they were dropped. */
  dropped: number[];
  /** What the cache holds after the step, by place. */
  kept: number[];
  /** Of each query, as `positions` counts. */
  positions: number[];
  /** [fed][tokens so far], with a leading heads axis if q had one; 0 for what the cache did not hold. */
  weights: Tensor<Float64Array>;
  /** [fed][d_v], with a leading heads axis if q had one. */
  output: Tensor<Float64Array>;
  /** Of the keys and values that are kept, at 4 bytes a number. */
  bytes: number;
  /** Multiply-adds of the scores and sums: each query with every token that the cache held for it, whatever the masks hide. */
  operations: number;
}

export interface DecodeTrace {
  /** One per step of the schedule that answers a query. */
  frames: DecodeFrame[];
  /** [tokens][d_v], with a leading heads axis if q had one; zeros for tokens that were reused. */
  output: Tensor<Float64Array>;
}

export interface EvictionsInput {
  /** At least `sinks` + 1. */
  capacity: number;
  /** Default 0. */
  sinks?: number | undefined;
  tokens: number;
}

export interface DecodeCalls {
  /**
   * A text through a KV cache, step by step. Each token is appended, the cache drops one if it was
   * full, and the token attends to what is kept: so the schedule changes no output, and without a
   * capacity the output is that of causal attention with the same masks.
   */
  decode(input: DecodeInput): DecodeTrace;
  /** The tokens that a cache keeps after each token, by place; at most 2^20 in all. */
  evictions(input: EvictionsInput): { kept: number[][] };
}

type Lists = "fed" | "reused" | "dropped" | "kept" | "positions";
type RawFrame = Omit<DecodeFrame, Lists> & Record<Lists, Float64Array>;

/** @internal */
export interface DecodeModule {
  decode(input: object): { frames: RawFrame[]; output: Tensor<Float64Array> };
  evictions(capacity: number, sinks: number, tokens: number): { kept: Float64Array[] };
}

const isToken = (entry: unknown) => typeof entry === "string" || typeof entry === "number";

const tokenList = (value: unknown): Token[] =>
  listOf("tokens", value, isToken, { list: "tokens", entry: "token" });

const previousReaders = {
  tokens: tokenList,
  k: (value: unknown) => tensor("k", value),
  v: (value: unknown) => tensor("v", value),
};

const readers = {
  q: (value: unknown) => tensor("q", value),
  k: (value: unknown) => tensor("k", value),
  v: (value: unknown) => tensor("v", value),
  schedule: (value: unknown) => wholeList("schedule", value, 1),
  capacity: (value: unknown) => whole("capacity", value),
  evict: (value: unknown) => flag("evict", value, "flag") === 1,
  positions: (value: unknown) => word("positions", value, ["cache", "text"] as const, "counted"),
  rotary: (value: unknown) => rotaryField(value),
  tokens: tokenList,
  previous: (value: unknown) => {
    const read = (text: object) => readFields(text, previousReaders, ["tokens", "k", "v"]);
    return part("previous", value, read, "previous");
  },
};

/** The core knows tokens by numbers: equal ones for equal tokens. */
function numbered({ tokens, previous }: { tokens?: Token[]; previous?: { tokens: Token[] } }) {
  const numbers = new Map<Token, number>();
  const number = (token: Token): number => {
    const known = numbers.get(token) ?? numbers.size;
    numbers.set(token, known);
    return known;
  };
  return {
    tokens: tokens?.map(number),
    previous: previous && { ...previous, tokens: previous.tokens.map(number) },
  };
}

const frame = ({ fed, reused, dropped, kept, positions, ...rest }: RawFrame): DecodeFrame => ({
  fed: Array.from(fed),
  reused: Array.from(reused),
  dropped: Array.from(dropped),
  kept: Array.from(kept),
  positions: Array.from(positions),
  ...rest,
});

/** @internal */
export const decodeCalls = (module: Module): DecodeCalls => ({
  decode(input) {
    const { scale, window, sinks, dilation, globals, blocks, ...most } = fields(input);
    const { attend, keyPadding, bias, alibi, ...others } = most;
    const byPosition = { window, sinks, dilation, globals, blocks, alibi };
    const masks = options({ scale, ...byPosition, attend, keyPadding, bias }, []);
    const read = readFields(others, readers, ["q", "k", "v"]);
    const asked = { ...read, ...numbered(read), options: masks };
    const { frames, output } = accepted(rotaryPlaced(module.decode(asked)));
    return { frames: frames.map(frame), output };
  },
  evictions(input) {
    const { capacity, sinks = 0, tokens, ...others } = fields(input);
    only(others, []);
    const sizes = [
      whole("capacity", capacity),
      whole("sinks", sinks),
      whole("tokens", tokens),
    ] as const;
    return { kept: accepted(module.evictions(...sizes)).kept.map((list) => Array.from(list)) };
  },
});
