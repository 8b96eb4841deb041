// Values as JSON holds them, which has no NaN, no infinities, no bigint and no tensors.

import { wrongType } from "../fields.ts";
import type { Tensor } from "../types.ts";

/** What stands for the numbers that JSON does not have. */
export const numerals = new Set<unknown>(["NaN", "Infinity", "-Infinity"]);

/** m[i][j] = (((a i + b j + c) mod p) - (p - 1) / 2) / den for [a, b, c, p, den]. */
interface Pattern {
  rows: number;
  columns: number;
  pattern: [number, number, number, number, number];
}

/** More would be refused as a tensor. */
const MOST_NUMBERS = 2 ** 24;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const isSize = (n: unknown): n is number => Number.isSafeInteger(n) && (n as number) >= 0;

function isPattern(value: unknown): value is Pattern {
  if (!isObject(value)) return false;
  const { rows, columns, pattern } = value as Partial<Pattern>;
  if (!isSize(rows) || !isSize(columns)) return false;
  if (Math.max(rows, 1) * Math.max(columns, 1) > MOST_NUMBERS) return false;
  return (
    Array.isArray(pattern) && pattern.length === 5 && pattern.every((n) => typeof n === "number")
  );
}

/** Throws where there is no mod p, or nothing to divide by. */
function fromPattern({ rows, columns, pattern: [a, b, c, p, den] }: Pattern): number[][] {
  if (!(p > 0) || den === 0) throw wrongType("pattern", "pattern");
  const mod = (n: number) => {
    const rest = n % p;
    return rest < 0 ? rest + p : rest;
  };
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => (mod(a * i + b * j + c) - (p - 1) / 2) / den),
  );
}

/**
 * What a call takes, from what JSON holds: "NaN", "Infinity" and "-Infinity" are numbers (except
 * among `tokens`, which are texts), and { rows, columns, pattern } is a matrix.
 */
export function fromJson(value: unknown): unknown {
  if (numerals.has(value)) return Number(value);
  if (Array.isArray(value)) return value.map(fromJson);
  if (isPattern(value)) return fromPattern(value);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      field === "tokens" ? inner : fromJson(inner),
    ]),
  );
}

/** A number that JSON does not have, as the text that stands for it; anything else as it is. */
export function forJson(value: unknown): unknown {
  const none = typeof value === "number" && !Number.isFinite(value);
  return none || typeof value === "bigint" ? String(value) : value;
}

export function isTensor(value: unknown): value is Tensor {
  return (
    isObject(value) &&
    Array.isArray(value.shape) &&
    (value.data instanceof Float64Array || value.data instanceof Float32Array)
  );
}

export const isNumbers = (value: unknown): value is ArrayLike<number> =>
  ArrayBuffer.isView(value) && !(value instanceof DataView);
