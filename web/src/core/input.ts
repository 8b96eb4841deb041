// What the calls of attention are handed, made into what the boundary takes.

import { AttentionError } from "./errors.ts";
import {
  atMost,
  columnsOf,
  count,
  fields,
  given,
  headsOf,
  matrix,
  numeric,
  only,
  type RawTensor,
  rowsOf,
  tensor,
  wrongType,
} from "./fields.ts";
import { floatsOf } from "./floats.ts";
import { texts } from "./lists.ts";
import { options } from "./options.ts";
import type {
  AsyncOptions,
  AttentionInput,
  EmbedInput,
  FiveLinesInput,
  LoadOptions,
  RandomInput,
  SelfAttentionInput,
  Signal,
  TiledInput,
  TiledStepsInput,
} from "./types.ts";

export function isTiled(input: AttentionInput | TiledInput): input is TiledInput {
  const { path } = fields(input);
  if (path !== undefined && path !== "reference" && path !== "tiled") {
    throw wrongType("path", "path");
  }
  return path === "tiled";
}

export function attentionInput(input: AttentionInput): object {
  const { q, k, v } = fields(input);
  const field = given(input, ["logSumExp", "out"]);
  if (field !== undefined) {
    throw new AttentionError({ code: "needs", field, other: 'path: "tiled"', values: [] });
  }
  return {
    q: tensor("q", q),
    k: tensor("k", k),
    v: tensor("v", v),
    options: options(input, ["q", "k", "v", "path"]),
  };
}

/** What the tiled path takes; of plain data, so that a Worker can be sent it. */
export interface RawProblem {
  q: RawTensor;
  k: RawTensor;
  v: RawTensor;
  options: Record<string, unknown>;
  /** Of all that is copied into the core's memory. */
  bytes: number;
}

export interface RawTiled extends RawProblem {
  logSumExp: boolean;
  out?: Float32Array;
}

export interface RawSteps extends RawProblem {
  blockQueries: number;
  blockKeys: number;
}

/** What the tensors and flags among these take. */
export const bytesOf = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => {
    const data = ArrayBuffer.isView(value) ? value : (value as RawTensor | undefined)?.data;
    return sum + (data?.byteLength ?? 0);
  }, 0);

export function rawTiled(
  input: Pick<TiledInput, "q" | "k" | "v">,
  others: readonly string[],
): RawProblem {
  const [q, k, v] = [
    tensor("q", input.q, Float32Array),
    tensor("k", input.k, Float32Array),
    tensor("v", input.v, Float32Array),
  ];
  const read = options(input, ["q", "k", "v", ...others], Float32Array);
  const blocks = read.blocks as { visible: RawTensor } | undefined;
  const bytes = bytesOf([q, k, v, ...Object.values(read), blocks?.visible]);
  return { q, k, v, options: read, bytes };
}

/** Nothing but the tiled path runs in Workers. */
export function asyncTiledInput(input: TiledInput): RawTiled {
  if (!isTiled(input)) throw wrongType("path", "tiled");
  return tiledInput(input);
}

export function tiledInput(input: TiledInput): RawTiled {
  const { out, logSumExp = false } = fields(input);
  const raw = rawTiled(input, ["path", "logSumExp", "out"]);
  if (typeof logSumExp !== "boolean") throw wrongType("logSumExp", "flag");
  if (out === undefined) return { ...raw, logSumExp };
  if (!(out instanceof Float32Array)) throw wrongType("out", "float32");
  judgeRoom(out, headsOf(raw.q) * rowsOf(raw.q) * columnsOf(raw.v));
  return { ...raw, logSumExp, out };
}

/** Judged once more before it is written to: the caller may have sent its memory away meanwhile. */
export function judgeRoom(out: Float32Array, numbers: number): void {
  const room = floatsOf(out);
  if (!(room instanceof Float32Array)) throw wrongType("out", "float32");
  if (room.length === numbers) return;
  const values = [room.length, numbers];
  throw new AttentionError({ code: "outLength", field: "out", other: "", values });
}

/** Queries side by side in the kernel (tiledPanel in cpp/attention/tiled.h). */
export const PANEL = 8;
/** Numbers that the record of the tiles may hold. */
const MAX_STEP_NUMBERS = 2 ** 18;

export function tiledStepsInput(input: TiledStepsInput): RawSteps {
  const { blockQueries, blockKeys } = fields(input);
  const raw = rawTiled(input, ["blockQueries", "blockKeys"]);
  count("blockQueries", blockQueries, 1);
  count("blockKeys", blockKeys, 1);
  if (blockQueries > PANEL) throw atMost("blockQueries", blockQueries, PANEL);
  const [queries, keys] = [headsOf(raw.q) * rowsOf(raw.q), rowsOf(raw.k)];
  // Per row and tile: maximum, rescale, sum and the output so far; and every weight once.
  const numbers = queries * (keys + Math.ceil(keys / blockKeys) * (3 + columnsOf(raw.v)));
  if (numbers > MAX_STEP_NUMBERS) {
    const values = [numbers, MAX_STEP_NUMBERS];
    throw new AttentionError({ code: "tooLarge", field: "tiles", other: "", values });
  }
  return { ...raw, blockQueries, blockKeys: Math.min(blockKeys, keys) };
}

/** `others`: fields of the call that are read elsewhere. */
export function selfAttentionInput(
  input: SelfAttentionInput,
  others: readonly string[] = [],
): object {
  const { x, wq, wk, wv } = fields(input);
  return {
    x: matrix("x", x),
    wq: matrix("wq", wq),
    wk: matrix("wk", wk),
    wv: matrix("wv", wv),
    options: options(input, ["x", "wq", "wk", "wv", ...others]),
  };
}

/** Each Worker holds a copy of all keys and values. */
const MAX_THREADS = 64;

export function loadInput(input: LoadOptions): LoadOptions {
  only(fields(input), ["build", "threads"]);
  const { threads } = input;
  if (threads === undefined || threads === "auto") return input;
  if (!Number.isSafeInteger(threads)) throw wrongType("threads", "threads");
  if (count("threads", threads, 1) > MAX_THREADS) throw atMost("threads", threads, MAX_THREADS);
  return input;
}

/** All that is asked of one later, when the work has begun. */
function isSignal(value: unknown): value is Signal {
  if (typeof value !== "object" || value === null) return false;
  const { aborted, throwIfAborted, addEventListener, removeEventListener } = value as Signal;
  return (
    typeof aborted === "boolean" &&
    [throwIfAborted, addEventListener, removeEventListener].every((f) => typeof f === "function")
  );
}

export function asyncInput(input: AsyncOptions): AsyncOptions {
  only(fields(input), ["signal"]);
  const { signal } = input;
  if (signal !== undefined && !isSignal(signal)) throw wrongType("signal", "signal");
  return input;
}

/** The five lines take no options. */
export function fiveLinesInput(input: FiveLinesInput): object {
  only(fields(input), ["x", "wq", "wk", "wv"]);
  return selfAttentionInput(input);
}

/** rows, columns, seed, deviation. */
export function randomInput(input: RandomInput): [number, number, number, number] {
  only(fields(input), ["rows", "columns", "seed", "deviation"]);
  const deviation = numeric("deviation", input.deviation === undefined ? 1 : input.deviation);
  if (!Number.isFinite(deviation)) {
    throw new AttentionError({ code: "notFinite", field: "deviation", other: "", values: [] });
  }
  const { rows, columns, seed } = input;
  return [count("rows", rows, 1), count("columns", columns, 1), count("seed", seed, 0), deviation];
}

/** tokens, width, seed. */
export function embedInput(input: EmbedInput): [string[], number, number] {
  only(fields(input), ["tokens", "width", "seed"]);
  const { tokens, width, seed } = input;
  return [texts("tokens", tokens), count("width", width, 1), count("seed", seed, 0)];
}
