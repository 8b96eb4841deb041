/**
 * The fields of what a caller hands in, read one by one: every tensor becomes { shape, data }. Types
 * are judged here, since only JavaScript can have them wrong; shapes and values are judged by the
 * core (cpp/attention/judge.h).
 */
import { allocated } from "./allocate.ts";
import { AttentionError } from "./errors.ts";
import { floatsOf } from "./floats.ts";
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

/** Of a result (maxNumbers in cpp/attention/judge.h). */
export const MOST_NUMBERS = 2 ** 24;

/** Bytes that the core's memory can have at most. */
const MOST_BYTES = 2 ** 31;

/** Refuses, before anything is allocated for them, more entries than the core could ever hold. */
export function roomFor(field: string, entries: number, bytes = 8): void {
  const most = MOST_BYTES / bytes;
  if (entries <= most) return;
  throw new AttentionError({ code: "tooLarge", field, other: "", values: [entries, most] });
}

/**
 * Whether all entries pass; stops at the first that does not. A hole is an entry too: every() would
 * pass over it, and would take hours for a list that holds little else.
 */
function all(list: ArrayLike<unknown>, passes: (entry: unknown) => boolean): boolean {
  for (let i = 0; i < list.length; i++) if (!passes(list[i])) return false;
  return true;
}

export const isNumber = (entry: unknown): entry is number => typeof entry === "number";

type Size = readonly [rows: number, columns: number];

/** Of rows that are arrays of one length, whatever is in them; `heads` matrices of this size must have room. */
function sizeOf(field: string, rows: readonly unknown[], kind: Expected, heads = 1): Size {
  const columns = Array.isArray(rows[0]) ? rows[0].length : 0;
  roomFor(field, heads * rows.length * Math.max(columns, 1));
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (!Array.isArray(row)) throw wrongType(field, kind);
    if (row.length !== columns) throw ragged(field, i + 1, row.length, columns);
  }
  return [rows.length, columns];
}

type Judge = (cell: unknown, row: number, column: number) => void;

/** Judges every cell; holes are cells too. */
function judgeCells(rows: readonly unknown[][], judge: Judge): void {
  for (const [i, row] of rows.entries()) {
    for (let j = 0; j < row.length; j++) judge(row[j], i, j);
  }
}

/** Rows that were judged, one after the other; true and false become 1 and 0. */
function joined(rows: readonly unknown[][], columns: number, to: Numbers, from = 0): void {
  for (const [i, row] of rows.entries()) to.set(row as number[], from + i * columns);
}

/** Rows of equal length into one array of numbers, once `judge` has seen every cell. */
export function flatten(
  field: string,
  rows: readonly unknown[],
  Class: NumbersClass,
  judge: Judge,
  kind: Expected,
): RawTensor {
  const shape = sizeOf(field, rows, kind);
  judgeCells(rows as unknown[][], judge);
  const data = allocated(() => new Class(shape[0] * shape[1]));
  joined(rows as unknown[][], shape[1], data);
  return { shape: [...shape], data };
}

/** Judges cells by what each must be. */
export const cellsOf =
  (field: string, passes: (cell: unknown) => boolean, kind: Expected): Judge =>
  (cell, row, column) => {
    if (passes(cell)) return;
    const values = [row + 1, column + 1];
    throw new AttentionError({ code: "type", field, other: kind, values });
  };

const numberAt = (field: string): Judge => cellsOf(field, isNumber, "number");

function fromHeads(field: string, heads: readonly unknown[], Class: NumbersClass): RawTensor {
  const size = (head: unknown) => {
    if (!Array.isArray(head)) throw wrongType(field, "tensor");
    return sizeOf(field, head, "tensor", heads.length);
  };
  const [rows, columns] = size(heads[0]);
  for (let h = 1; h < heads.length; h++) {
    const [r, c] = size(heads[h]);
    if (r === rows && c === columns) continue;
    const values = [h + 1, r, c, rows, columns];
    throw new AttentionError({ code: "headShape", field, other: "", values });
  }
  const matrices = heads as unknown[][][];
  for (const head of matrices) judgeCells(head, numberAt(field));
  const data = allocated(() => new Class(heads.length * rows * columns));
  for (const [h, head] of matrices.entries()) joined(head, columns, data, h * rows * columns);
  return { shape: [heads.length, rows, columns], data };
}

const isSize = (n: unknown): n is number => Number.isSafeInteger(n) && (n as number) >= 0;

function fromShaped(
  field: string,
  like: { shape: unknown; data: unknown },
  Class: NumbersClass,
): RawTensor {
  const { shape, data } = like;
  if (!Array.isArray(shape)) throw wrongType(field, "tensor");
  if (shape.length < 2 || shape.length > 3) {
    throw new AttentionError({ code: "rank", field, other: "", values: [shape.length, 2, 3] });
  }
  if (!all(shape, isSize)) throw wrongType(field, "tensor");
  const floats = floatsOf(data);
  if (!floats && !Array.isArray(data)) throw wrongType(field, "tensor");
  const given = floats ?? (data as unknown[]);
  const size = shape.reduce((product: number, n: number) => product * n, 1);
  if (given.length !== size) {
    const values = [given.length, size];
    throw new AttentionError({ code: "dataLength", field, other: "", values });
  }
  roomFor(field, size, Class.BYTES_PER_ELEMENT);
  if (!floats && !all(given, isNumber)) throw wrongType(field, "tensor");
  // An axis of a tensor without numbers may be said to be of any length; the core counts to 2^31.
  const sizes = shape.map((n: number) => Math.min(n, 2 ** 31 - 1));
  // The boundary copies: what is of the right kind already is handed on as it is.
  const copy = () => allocated(() => new Class(given as number[]));
  return { shape: sizes, data: floats instanceof Class ? floats : copy() };
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
      : flatten(field, like, Class, numberAt(field), "tensor");
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

/** The largest number of float32. */
const MOST_FLOAT32 = (2 - 2 ** -23) * 2 ** 127;

/**
 * A number that is computed with as `Class` holds it. One that would become infinite is refused;
 * one that is not finite is judged by the core. `at`: its place, from 0, if the field has several.
 */
export function held(field: string, n: number, Class: NumbersClass, at?: number): number {
  if (Class !== Float32Array || !Number.isFinite(n) || Number.isFinite(Math.fround(n))) return n;
  const place = at === undefined ? [] : [at + 1];
  const [code, bound] =
    n > 0 ? (["atMost", MOST_FLOAT32] as const) : (["range", -MOST_FLOAT32] as const);
  throw new AttentionError({ code, field, other: "float32", values: [n, bound, ...place] });
}

/** The largest whole number that float64 tells from those beside it. */
export const MOST_WHOLE = Number.MAX_SAFE_INTEGER;

/** At least `least`, and whole. */
export function count(field: string, value: unknown, least: number): number {
  if (!Number.isInteger(value)) throw wrongType(field, "whole");
  const n = value as number;
  if (n < least) throw new AttentionError({ code: "range", field, other: "", values: [n, least] });
  if (n > MOST_WHOLE) throw atMost(field, n, MOST_WHOLE);
  return n;
}

/** A whole number; the core knows how small it may be. */
export const whole = (field: string, value: unknown): number => count(field, value, -MOST_WHOLE);

export function unknownField(field: string): AttentionError {
  return new AttentionError({ code: "unknownField", field, other: "", values: [] });
}

/** The first of the fields that is given; one that is undefined is left out, whatever its name. */
export const given = (input: object, names: readonly string[]): string | undefined =>
  names.find(
    (name) => Object.hasOwn(input, name) && (input as Record<string, unknown>)[name] !== undefined,
  );

/** Refuses, by name, a field that is none of `known`. */
export function only(input: object, known: readonly string[]): void {
  const others = Object.keys(input).filter((name) => !known.includes(name));
  const field = given(input, others);
  if (field !== undefined) throw unknownField(field);
}

/**
 * Made by { }, in this window or another. What is made by a class (a Date, a Map, a wrapped boolean)
 * shows none of what it holds as fields of its own: it would count as an object without any. So does
 * what inherits its fields, also from an object without a prototype, which is told from another
 * window's Object.prototype by what only that has of its own.
 */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const made = Object.getPrototypeOf(value);
  if (made === null) return true;
  return Object.getPrototypeOf(made) === null && Object.hasOwn(made, "isPrototypeOf");
}

/** `input` itself, if it is an object of fields at all. */
export function fields<T extends object>(input: T): T {
  if (!isPlain(input)) throw wrongType("input", "object");
  return input;
}

export function atMost(field: string, got: number, most: number): AttentionError {
  return new AttentionError({ code: "atMost", field, other: "", values: [got, most] });
}

export const headsOf = ({ shape }: RawTensor): number => (shape.length === 3 ? (shape[0] ?? 0) : 1);
export const rowsOf = ({ shape }: RawTensor): number => shape.at(-2) ?? 0;
export const columnsOf = ({ shape }: RawTensor): number => shape.at(-1) ?? 0;

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

/** What is wrong with "wq" of the part "attention" is told of "attention.wq" (`within` in cpp/attention/judge.h). */
export function within<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    const { code, other, values } = error;
    throw new AttentionError({ code, field: `${field}.${error.field}`, other, values });
  }
}

/** Reads an object inside a larger input. */
export function part<T>(
  field: string,
  value: unknown,
  read: (value: object) => T,
  kind: Expected = "part",
): T {
  if (!isPlain(value)) throw wrongType(field, kind);
  return within(field, () => read(value));
}
