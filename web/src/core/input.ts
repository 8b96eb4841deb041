/**
 * What a caller hands in, made into what the boundary takes: plain objects, every tensor as
 * { shape, data: Float64Array }. Types are judged here, since only JavaScript can have them wrong;
 * shapes and values are judged by the core (cpp/attention/validate.h).
 */
import { AttentionError } from "./errors.ts";
import type { Expected } from "./messages.ts";
import type {
  AsyncOptions,
  AttentionInput,
  EmbedInput,
  FiveLinesInput,
  LoadOptions,
  Options,
  RandomInput,
  SelfAttentionInput,
  TiledInput,
  TiledStepsInput,
} from "./types.ts";

type Numbers = Float64Array | Float32Array | Uint8Array;

export interface RawTensor {
  shape: number[];
  data: Numbers;
}

type NumbersClass = Float64ArrayConstructor | Float32ArrayConstructor | Uint8ArrayConstructor;

function wrongType(field: string, expected: Expected): AttentionError {
  return new AttentionError({ code: "type", field, other: expected, values: [] });
}

function ragged(field: string, row: number, length: number, first: number): AttentionError {
  return new AttentionError({ code: "ragged", field, other: "", values: [row, length, first] });
}

function empty(field: string): AttentionError {
  return new AttentionError({ code: "empty", field, other: "", values: [0, 0] });
}

/** Rows of equal length into one array of numbers; `convert` judges one cell. */
function flatten(
  field: string,
  rows: readonly unknown[],
  Class: NumbersClass,
  convert: (cell: unknown, row: number, column: number) => number,
  kind: Expected,
): RawTensor {
  const columns = width(rows);
  const data = new Class(rows.length * columns);
  // entries() visits the holes of a sparse array, forEach would leave zeros there.
  for (const [i, row] of rows.entries()) {
    if (!Array.isArray(row)) throw wrongType(field, kind);
    if (row.length !== columns) throw ragged(field, i + 1, row.length, columns);
    for (let j = 0; j < row.length; j++) data[i * columns + j] = convert(row[j], i, j);
  }
  return { shape: [rows.length, columns], data };
}

const width = (rows: readonly unknown[]): number => (Array.isArray(rows[0]) ? rows[0].length : 0);

function fromRows(field: string, rows: readonly unknown[], Class: NumbersClass): RawTensor {
  const number = (cell: unknown, row: number, column: number): number => {
    if (typeof cell === "number") return cell;
    const values = [row + 1, column + 1];
    throw new AttentionError({ code: "type", field, other: "number", values });
  };
  return flatten(field, rows, Class, number, "tensor");
}

function fromHeads(field: string, heads: readonly unknown[], Class: NumbersClass): RawTensor {
  const parts = Array.from(heads, (head) => {
    if (!Array.isArray(head)) throw wrongType(field, "tensor");
    return fromRows(field, head, Class);
  });
  const [rows = 0, columns = 0] = parts[0]?.shape ?? [];
  for (const [h, part] of parts.entries()) {
    const [r = 0, c = 0] = part.shape;
    if (r !== rows || c !== columns) {
      const values = [h + 1, r, c, rows, columns];
      throw new AttentionError({ code: "headShape", field, other: "", values });
    }
  }
  const data = new Class(parts.reduce((sum, part) => sum + part.data.length, 0));
  let offset = 0;
  for (const part of parts) {
    data.set(part.data, offset);
    offset += part.data.length;
  }
  return { shape: [heads.length, rows, columns], data };
}

function fromShaped(
  field: string,
  like: { shape: unknown; data: unknown },
  Class: NumbersClass,
): RawTensor {
  const { shape, data } = like;
  const isSize = (n: unknown) => Number.isSafeInteger(n) && (n as number) >= 0;
  if (!Array.isArray(shape) || !shape.every(isSize)) throw wrongType(field, "tensor");
  if (shape.length < 2 || shape.length > 3) {
    throw new AttentionError({ code: "rank", field, other: "", values: [shape.length, 2, 3] });
  }
  const isList =
    Array.isArray(data) || data instanceof Float64Array || data instanceof Float32Array;
  if (!isList || (Array.isArray(data) && !data.every((n) => typeof n === "number"))) {
    throw wrongType(field, "tensor");
  }
  const size = shape.reduce((product: number, n: number) => product * n, 1);
  if (data.length !== size) {
    throw new AttentionError({ code: "dataLength", field, other: "", values: [data.length, size] });
  }
  // The boundary copies: what is of the right kind already is handed on as it is.
  return { shape: [...shape], data: data instanceof Class ? data : Class.from(data) };
}

/** [rows][columns], [heads][rows][columns] or { shape, data }, as numbers of the given class. */
export function tensor(
  field: string,
  like: unknown,
  Class: NumbersClass = Float64Array,
): RawTensor {
  if (Array.isArray(like)) {
    const first: unknown = like[0];
    return Array.isArray(first) && Array.isArray(first[0])
      ? fromHeads(field, like, Class)
      : fromRows(field, like, Class);
  }
  if (typeof like === "object" && like !== null && "shape" in like && "data" in like) {
    return fromShaped(field, like, Class);
  }
  throw wrongType(field, "tensor");
}

function matrix(field: string, like: unknown): RawTensor {
  const result = tensor(field, like);
  if (result.shape.length !== 2) throw wrongType(field, "matrix");
  return result;
}

function flag(field: string, cell: unknown, kind: Expected): number {
  if (typeof cell !== "boolean") throw wrongType(field, kind);
  return cell ? 1 : 0;
}

const readers = {
  scale: (value: unknown) => numeric("scale", value),
  causal: (value: unknown) => {
    if (value === false) return undefined;
    if (value === true) return "top-left";
    if (value === "top-left" || value === "bottom-right") return value;
    throw wrongType("causal", "causal");
  },
  window: (value: unknown) => whole("window", value),
  sinks: (value: unknown) => whole("sinks", value),
  attend: (value: unknown): RawTensor => {
    if (!Array.isArray(value)) throw wrongType("attend", "booleans");
    const cell = (v: unknown) => flag("attend", v, "booleans");
    return flatten("attend", value, Uint8Array, cell, "booleans");
  },
  keyPadding: (value: unknown): Uint8Array => {
    if (!Array.isArray(value)) throw wrongType("keyPadding", "flags");
    return Uint8Array.from(value, (cell: unknown) => flag("keyPadding", cell, "flags"));
  },
  bias: (value: unknown, Class: NumbersClass): RawTensor => {
    const bias = tensor("bias", value, Class);
    // Without heads it would look like no bias at all.
    if (bias.shape.length === 3 && bias.shape[0] === 0) throw empty("bias");
    return bias;
  },
} satisfies Record<keyof Options, (value: unknown, Class: NumbersClass) => unknown>;

function numeric(field: string, value: unknown): number {
  if (typeof value !== "number") throw wrongType(field, "number");
  return value;
}

/** A whole number that float64 holds exactly. */
function whole(field: string, value: unknown): number {
  if (!Number.isSafeInteger(value)) throw wrongType(field, "whole");
  return value as number;
}

/** At least `least`, and whole. */
function count(field: string, value: unknown, least: number): number {
  const n = whole(field, value);
  if (n < least) throw new AttentionError({ code: "range", field, other: "", values: [n, least] });
  return n;
}

function unknownField(field: string): AttentionError {
  return new AttentionError({ code: "unknownField", field, other: "", values: [] });
}

/** Refuses, by name, a field that is none of `known`. */
function only(input: object, known: readonly string[]): void {
  const field = Object.keys(input).find((name) => !known.includes(name));
  if (field !== undefined) throw unknownField(field);
}

/** Reads the options of `input`; a field that is neither an option nor one of `others` is refused by name. */
function options(
  input: object,
  others: readonly string[],
  Class: NumbersClass = Float64Array,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(input)) {
    if (others.includes(field) || value === undefined) continue;
    if (!Object.hasOwn(readers, field)) throw unknownField(field);
    const read = readers[field as keyof Options](value, Class);
    if (read !== undefined) result[field] = read;
  }
  return result;
}

/** `input` itself, if it is an object at all. */
function fields<T extends object>(input: T): T {
  if (typeof input !== "object" || input === null) throw wrongType("input", "object");
  return input;
}

export function isTiled(input: AttentionInput | TiledInput): input is TiledInput {
  const { path } = fields(input);
  if (path !== undefined && path !== "reference" && path !== "tiled") {
    throw wrongType("path", "path");
  }
  return path === "tiled";
}

export function attentionInput(input: AttentionInput): object {
  const { q, k, v } = fields(input);
  const field = ["logSumExp", "out"].find((name) => Object.hasOwn(input, name));
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

const bytesOf = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => {
    const data = value instanceof Uint8Array ? value : (value as RawTensor | undefined)?.data;
    return sum + (data?.byteLength ?? 0);
  }, 0);

function rawTiled(input: Pick<TiledInput, "q" | "k" | "v">, others: readonly string[]): RawProblem {
  const [q, k, v] = [
    tensor("q", input.q, Float32Array),
    tensor("k", input.k, Float32Array),
    tensor("v", input.v, Float32Array),
  ];
  const read = options(input, ["q", "k", "v", ...others], Float32Array);
  const bytes = bytesOf([q, k, v, read.bias, read.attend, read.keyPadding]);
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
  const numbers = headsOf(raw.q) * rowsOf(raw.q) * columnsOf(raw.v);
  if (out.length !== numbers) {
    const values = [out.length, numbers];
    throw new AttentionError({ code: "outLength", field: "out", other: "", values });
  }
  return { ...raw, logSumExp, out };
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

function atMost(field: string, got: number, most: number): AttentionError {
  return new AttentionError({ code: "atMost", field, other: "", values: [got, most] });
}

export const headsOf = ({ shape }: RawTensor): number => (shape.length === 3 ? (shape[0] ?? 0) : 1);
export const rowsOf = ({ shape }: RawTensor): number => shape.at(-2) ?? 0;
export const columnsOf = ({ shape }: RawTensor): number => shape.at(-1) ?? 0;

export function selfAttentionInput(input: SelfAttentionInput): object {
  const { x, wq, wk, wv } = fields(input);
  return {
    x: matrix("x", x),
    wq: matrix("wq", wq),
    wk: matrix("wk", wk),
    wv: matrix("wv", wv),
    options: options(input, ["x", "wq", "wk", "wv"]),
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

export function asyncInput(input: AsyncOptions): AsyncOptions {
  only(fields(input), ["signal"]);
  const { signal } = input;
  if (signal !== undefined && typeof signal?.throwIfAborted !== "function") {
    throw wrongType("signal", "signal");
  }
  return input;
}

/** The five lines take no options. */
export function fiveLinesInput(input: FiveLinesInput): object {
  only(fields(input), ["x", "wq", "wk", "wv"]);
  return selfAttentionInput(input);
}

function texts(field: string, value: unknown): string[] {
  if (!Array.isArray(value) || ![...value].every((text) => typeof text === "string")) {
    throw wrongType(field, "texts");
  }
  if (value.length === 0) {
    throw new AttentionError({ code: "empty", field, other: "", values: [0] });
  }
  return value;
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
