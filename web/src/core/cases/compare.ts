// What a call gave beside what it should have given.

import type { Tensor } from "../types.ts";
import { forJson, fromJson, isNumbers, isTensor } from "./json.ts";
import { type Language, type Sentences, sentences } from "./text.ts";

const flat = (nested: unknown): unknown[] =>
  Array.isArray(nested) ? nested.flatMap(flat) : [nested];

function shapeOf(nested: unknown): number[] {
  return Array.isArray(nested) ? [nested.length, ...shapeOf(nested[0])] : [];
}

/** Whether all rows are as long as the first of their axis. */
function fits(nested: unknown, [size, ...inner]: number[]): boolean {
  if (size === undefined) return !Array.isArray(nested);
  return Array.isArray(nested) && nested.length === size && nested.every((row) => fits(row, inner));
}

/** "[1][2]" of the flat index. */
function place(shape: number[], index: number): string {
  let rest = index;
  const axes = shape.toReversed().map((size) => {
    const at = rest % size;
    rest = Math.floor(rest / size);
    return `[${at}]`;
  });
  return axes.reverse().join("");
}

const samePattern = (got: number, want: number): boolean =>
  Number.isFinite(want) ? Number.isFinite(got) : Object.is(got, want);

interface How {
  tolerance: number;
  say: Sentences;
}

function shown(value: unknown): string {
  if (typeof value === "number") return String(value);
  return JSON.stringify(value, (_, inner) => forJson(inner)) ?? "undefined";
}

/** The shape, then NaN and infinities, then the largest error. */
function tensorDifference(name: string, got: Tensor, nested: unknown, how: How): string {
  const { tolerance, say } = how;
  if (!Array.isArray(nested)) return say.tensor(name, shown(nested));
  const shape = shapeOf(nested);
  if (got.shape.join() !== shape.join()) {
    return say.shape(name, got.shape.join(" × "), shape.join(" × "));
  }
  if (!fits(nested, shape)) return say.ragged(name);
  const cells = flat(nested);
  const odd = cells.findIndex((cell) => typeof cell !== "number");
  if (odd >= 0) return say.noNumber(`${name}${place(shape, odd)}`, shown(cells[odd]));
  const want = cells as number[];
  const entry = (i: number, allowed?: number) =>
    say.value(`${name}${place(shape, i)}`, String(got.data[i]), String(want[i]), allowed);
  const broken = want.findIndex((w, i) => !samePattern(got.data[i] ?? Number.NaN, w));
  if (broken >= 0) return entry(broken);

  let worst = -1;
  let worstRatio = 0;
  want.forEach((w, i) => {
    if (!Number.isFinite(w)) return;
    const error = Math.abs((got.data[i] ?? Number.NaN) - w);
    const bound = tolerance * (1 + Math.abs(w));
    if (error <= bound || (worst >= 0 && error / bound <= worstRatio)) return;
    worst = i;
    worstRatio = error / bound;
  });
  return worst < 0 ? "" : entry(worst, tolerance);
}

/** Whole numbers must be the same; others may be off by the tolerance. */
function closeTo(got: number, want: number, tolerance: number): boolean {
  if (!Number.isFinite(want) || !Number.isFinite(got)) return Object.is(got, want);
  if (Number.isInteger(got) && Number.isInteger(want)) return got === want;
  return Math.abs(got - want) <= tolerance * (1 + Math.abs(want));
}

function scalarDifference(name: string, got: unknown, want: unknown, how: How): string {
  const same =
    typeof got === "number" && typeof want === "number"
      ? closeTo(got, want, how.tolerance)
      : typeof got === "bigint"
        ? String(got) === String(want)
        : got === want;
  return same ? "" : how.say.value(name, shown(got), shown(want));
}

function listDifference(name: string, got: unknown[], want: unknown, how: How): string {
  if (!Array.isArray(want)) return how.say.list(name, shown(want));
  if (got.length !== want.length) return how.say.entries(name, got.length, want.length);
  for (const [i, item] of want.entries()) {
    const found = differenceOf(`${name}[${i}]`, got[i], item, how);
    if (found) return found;
  }
  return "";
}

/** What an object holds itself: every object has a constructor, and all have the same. */
const own = (value: unknown, field: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, field)
    ? (value as Record<string, unknown>)[field]
    : undefined;

/** Of an object only the fields that are wanted are compared. */
function fieldsDifference(name: string, got: object, want: unknown, how: How): string {
  if (typeof want !== "object" || want === null || Array.isArray(want)) {
    return how.say.object(name, shown(want));
  }
  for (const [field, item] of Object.entries(want)) {
    const found = differenceOf(`${name}.${field}`, own(got, field), item, how);
    if (found) return found;
  }
  return "";
}

function differenceOf(name: string, got: unknown, want: unknown, how: How): string {
  if (isTensor(got)) return tensorDifference(name, got, want, how);
  if (isNumbers(got)) return listDifference(name, Array.from(got), want, how);
  if (Array.isArray(got)) return listDifference(name, got, want, how);
  if (typeof got === "object" && got !== null) return fieldsDifference(name, got, want, how);
  return scalarDifference(name, got, want, how);
}

/**
 * Why `got` is not `want`, or "". `want` is as JSON holds it: a tensor is rows of numbers, a bigint
 * its digits, NaN and the infinities are texts. Numbers may be off by tolerance (1 + |want|); whole
 * numbers that are not in a tensor, bigints, flags and texts must be the same.
 */
export function difference(
  name: string,
  got: unknown,
  want: unknown,
  tolerance: number,
  language: Language = "en",
): string {
  return differenceOf(name, got, fromJson(want), { tolerance, say: sentences[language] });
}

/** What stands at a path such as "output" or "frames[2].kept" of a result; "result" is all of it. */
export function at(result: unknown, path: string): unknown {
  if (path === "result") return result;
  const steps = path.match(/[^.[\]]+/g) ?? [];
  return steps.reduce<unknown>(own, result);
}
