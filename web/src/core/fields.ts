/**
 * The fields of what a caller hands in, read one by one: every tensor becomes { shape, data }. Types
 * are judged here, since only JavaScript can have them wrong; shapes and values are judged by the
 * core (cpp/attention/judge.h).
 */
import { AttentionError } from "./errors.ts";
import type { Expected } from "./messages.ts";

export type Numbers = Float64Array | Float32Array | Uint8Array;

export interface RawTensor {
  shape: number[];
  data: Numbers;
}

export type NumbersClass =
  | Float64ArrayConstructor
  | Float32ArrayConstructor
  | Uint8ArrayConstructor;

export function wrongType(field: string, expected: Expected): AttentionError {
  return new AttentionError({ code: "type", field, other: expected, values: [] });
}

function ragged(field: string, row: number, length: number, first: number): AttentionError {
  return new AttentionError({ code: "ragged", field, other: "", values: [row, length, first] });
}

export function empty(field: string): AttentionError {
  return new AttentionError({ code: "empty", field, other: "", values: [0, 0] });
}

/** Rows of equal length into one array of numbers; `convert` judges one cell. */
export function flatten(
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

/** Stops at the first that is none. every() would pass over the holes of a sparse array. */
function allNumbers(list: ArrayLike<unknown>): list is ArrayLike<number> {
  for (let i = 0; i < list.length; i++) if (typeof list[i] !== "number") return false;
  return true;
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
  if (!isList || (Array.isArray(data) && !allNumbers(data))) throw wrongType(field, "tensor");
  const size = shape.reduce((product: number, n: number) => product * n, 1);
  if (data.length !== size) {
    throw new AttentionError({ code: "dataLength", field, other: "", values: [data.length, size] });
  }
  // An axis of a tensor without numbers may be said to be of any length; the core counts to 2^31.
  const sizes = shape.map((n: number) => Math.min(n, 2 ** 31 - 1));
  // The boundary copies: what is of the right kind already is handed on as it is.
  return { shape: sizes, data: data instanceof Class ? data : Class.from(data) };
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

export function matrix(
  field: string,
  like: unknown,
  Class: NumbersClass = Float64Array,
): RawTensor {
  const result = tensor(field, like, Class);
  if (result.shape.length !== 2) throw wrongType(field, "matrix");
  return result;
}

export function flag(field: string, cell: unknown, kind: Expected): number {
  if (typeof cell !== "boolean") throw wrongType(field, kind);
  return cell ? 1 : 0;
}

export function numeric(field: string, value: unknown): number {
  if (typeof value !== "number") throw wrongType(field, "number");
  return value;
}

/** A whole number that float64 holds exactly. */
export function whole(field: string, value: unknown): number {
  if (!Number.isSafeInteger(value)) throw wrongType(field, "whole");
  return value as number;
}

/** At least `least`, and whole. */
export function count(field: string, value: unknown, least: number): number {
  const n = whole(field, value);
  if (n < least) throw new AttentionError({ code: "range", field, other: "", values: [n, least] });
  return n;
}

export function unknownField(field: string): AttentionError {
  return new AttentionError({ code: "unknownField", field, other: "", values: [] });
}

/** Refuses, by name, a field that is none of `known`. */
export function only(input: object, known: readonly string[]): void {
  const field = Object.keys(input).find((name) => !known.includes(name));
  if (field !== undefined) throw unknownField(field);
}

/** `input` itself, if it is an object at all. */
export function fields<T extends object>(input: T): T {
  if (typeof input !== "object" || input === null) throw wrongType("input", "object");
  return input;
}

export function atMost(field: string, got: number, most: number): AttentionError {
  return new AttentionError({ code: "atMost", field, other: "", values: [got, most] });
}

export const headsOf = ({ shape }: RawTensor): number => (shape.length === 3 ? (shape[0] ?? 0) : 1);
export const rowsOf = ({ shape }: RawTensor): number => shape.at(-2) ?? 0;
export const columnsOf = ({ shape }: RawTensor): number => shape.at(-1) ?? 0;

export function texts(field: string, value: unknown): string[] {
  if (!Array.isArray(value) || ![...value].every((text) => typeof text === "string")) {
    throw wrongType(field, "texts");
  }
  if (value.length === 0) {
    throw new AttentionError({ code: "empty", field, other: "", values: [0] });
  }
  return value;
}

/** number[], or a Float64Array or Float32Array: one number per entry. */
export function numberList(field: string, value: unknown): number[] {
  const isList =
    Array.isArray(value) || value instanceof Float64Array || value instanceof Float32Array;
  if (!isList) throw wrongType(field, "numbers");
  const list = value as ArrayLike<unknown>;
  if (!allNumbers(list)) throw wrongType(field, "numbers");
  return Array.from(list);
}

/** A list of whole numbers, each at least `least`. */
export function wholeList(field: string, value: unknown, least: number): number[] {
  const list = numberList(field, value);
  for (const n of list) if (!Number.isSafeInteger(n)) throw wrongType(field, "wholes");
  for (const n of list)
    if (n < least)
      throw new AttentionError({ code: "range", field, other: "", values: [n, least] });
  return list;
}

export function flagList(field: string, value: unknown): boolean[] {
  if (!Array.isArray(value) || !Array.from(value).every((v) => typeof v === "boolean"))
    throw wrongType(field, "flags");
  return value;
}

/** One of the given words. */
export function word<Word extends string>(
  field: string,
  value: unknown,
  words: readonly Word[],
  kind: Expected,
): Word {
  if (!words.includes(value as Word)) throw wrongType(field, kind);
  return value as Word;
}

/**
 * Reads the fields of a call by its readers, one per field; a field that is left out is left out of
 * the result, and one that has no reader is refused by name. `required` must be there.
 */
export function readFields<Reader extends Record<string, (value: unknown) => unknown>>(
  input: object,
  readers: Reader,
  required: readonly (keyof Reader & string)[],
): Record<string, unknown> {
  only(fields(input), Object.keys(readers));
  const result: Record<string, unknown> = {};
  for (const [field, read] of Object.entries(readers)) {
    const value: unknown = (input as Record<string, unknown>)[field];
    if (value !== undefined || required.includes(field)) result[field] = read(value);
  }
  return result;
}

/**
 * Reads a part of a larger input. What is wrong with it is told from there: "wq" of the part
 * "attention" is "attention.wq" (`within` in cpp/attention/judge.h).
 */
export function part<T>(field: string, value: unknown, read: (value: object) => T): T {
  if (typeof value !== "object" || value === null) throw wrongType(field, "part");
  try {
    return read(value);
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    const { code, other, values } = error;
    throw new AttentionError({ code, field: `${field}.${error.field}`, other, values });
  }
}
