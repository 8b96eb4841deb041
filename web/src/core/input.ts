/**
 * What a caller hands in, made into what the boundary takes: plain objects, every tensor as
 * { shape, data: Float64Array }. Types are judged here, since only JavaScript can have them wrong;
 * shapes and values are judged by the core (cpp/attention/validate.h).
 */
import { AttentionError } from "./errors.ts";
import type { Expected } from "./messages.ts";
import type {
  AttentionInput,
  EmbedInput,
  FiveLinesInput,
  LoadOptions,
  Options,
  RandomInput,
  SelfAttentionInput,
} from "./types.ts";

export interface RawTensor {
  shape: number[];
  data: Float64Array;
}

function wrongType(field: string, expected: Expected): AttentionError {
  return new AttentionError({ code: "type", field, other: expected, values: [] });
}

function ragged(field: string, row: number, length: number, first: number): AttentionError {
  return new AttentionError({ code: "ragged", field, other: "", values: [row, length, first] });
}

function empty(field: string): AttentionError {
  return new AttentionError({ code: "empty", field, other: "", values: [0, 0] });
}

/** Rows of equal length into `data` at `offset`; `convert` judges one cell. */
function flatten(
  field: string,
  rows: readonly unknown[],
  shape: { rows: number; columns: number },
  convert: (cell: unknown, row: number, column: number) => number,
  kind: Expected,
): Float64Array {
  const data = new Float64Array(shape.rows * shape.columns);
  // entries() visits the holes of a sparse array, forEach would leave zeros there.
  for (const [i, row] of rows.entries()) {
    if (!Array.isArray(row)) throw wrongType(field, kind);
    if (row.length !== shape.columns) throw ragged(field, i + 1, row.length, shape.columns);
    for (let j = 0; j < row.length; j++) data[i * shape.columns + j] = convert(row[j], i, j);
  }
  return data;
}

const width = (rows: readonly unknown[]): number => (Array.isArray(rows[0]) ? rows[0].length : 0);

function fromRows(field: string, rows: readonly unknown[]): RawTensor {
  const shape = { rows: rows.length, columns: width(rows) };
  const number = (cell: unknown, row: number, column: number): number => {
    if (typeof cell === "number") return cell;
    const values = [row + 1, column + 1];
    throw new AttentionError({ code: "type", field, other: "number", values });
  };
  return {
    shape: [shape.rows, shape.columns],
    data: flatten(field, rows, shape, number, "tensor"),
  };
}

function fromHeads(field: string, heads: readonly unknown[]): RawTensor {
  const parts = Array.from(heads, (head) => {
    if (!Array.isArray(head)) throw wrongType(field, "tensor");
    return fromRows(field, head);
  });
  const [rows = 0, columns = 0] = parts[0]?.shape ?? [];
  for (const [h, part] of parts.entries()) {
    const [r = 0, c = 0] = part.shape;
    if (r !== rows || c !== columns) {
      const values = [h + 1, r, c, rows, columns];
      throw new AttentionError({ code: "headShape", field, other: "", values });
    }
  }
  const data = new Float64Array(parts.reduce((sum, part) => sum + part.data.length, 0));
  let offset = 0;
  for (const part of parts) {
    data.set(part.data, offset);
    offset += part.data.length;
  }
  return { shape: [heads.length, rows, columns], data };
}

function fromShaped(field: string, like: { shape: unknown; data: unknown }): RawTensor {
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
  return { shape: [...shape], data: Float64Array.from(data) };
}

/** [rows][columns], [heads][rows][columns] or { shape, data }. */
export function tensor(field: string, like: unknown): RawTensor {
  if (Array.isArray(like)) {
    const first: unknown = like[0];
    return Array.isArray(first) && Array.isArray(first[0])
      ? fromHeads(field, like)
      : fromRows(field, like);
  }
  if (typeof like === "object" && like !== null && "shape" in like && "data" in like) {
    return fromShaped(field, like);
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
    const shape = { rows: value.length, columns: width(value) };
    const cell = (v: unknown) => flag("attend", v, "booleans");
    const data = flatten("attend", value, shape, cell, "booleans");
    return { shape: [shape.rows, shape.columns], data };
  },
  keyPadding: (value: unknown): Uint8Array => {
    if (!Array.isArray(value)) throw wrongType("keyPadding", "flags");
    return Uint8Array.from(value, (cell: unknown) => flag("keyPadding", cell, "flags"));
  },
  bias: (value: unknown) => {
    const bias = tensor("bias", value);
    // Without heads it would look like no bias at all.
    if (bias.shape.length === 3 && bias.shape[0] === 0) throw empty("bias");
    return bias;
  },
} satisfies Record<keyof Options, (value: unknown) => unknown>;

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
function options(input: object, others: readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(input)) {
    if (others.includes(field) || value === undefined) continue;
    if (!Object.hasOwn(readers, field)) throw unknownField(field);
    const read = readers[field as keyof Options](value);
    if (read !== undefined) result[field] = read;
  }
  return result;
}

/** `input` itself, if it is an object at all. */
function fields<T extends object>(input: T): T {
  if (typeof input !== "object" || input === null) throw wrongType("input", "object");
  return input;
}

export function attentionInput(input: AttentionInput): object {
  const { q, k, v } = fields(input);
  return {
    q: tensor("q", q),
    k: tensor("k", k),
    v: tensor("v", v),
    options: options(input, ["q", "k", "v"]),
  };
}

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

export function loadInput(input: LoadOptions): LoadOptions {
  only(fields(input), ["build"]);
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
