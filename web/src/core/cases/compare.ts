// What a call gave beside what it should have given.

import type { Tensor } from "../types.ts";
import { fromJson, isNumbers, isTensor } from "./json.ts";

const flat = (nested: unknown): unknown[] =>
  Array.isArray(nested) ? nested.flatMap(flat) : [nested];

function shapeOf(nested: unknown): number[] {
  return Array.isArray(nested) ? [nested.length, ...shapeOf(nested[0])] : [];
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

/** The shape, then NaN and infinities, then the largest error. */
function tensorDifference(name: string, got: Tensor, nested: unknown, tolerance: number): string {
  const shape = shapeOf(nested);
  if (got.shape.join() !== shape.join()) {
    return `${name} has the shape ${got.shape.join(" × ")}, it must be ${shape.join(" × ")}`;
  }
  const want = flat(nested) as number[];
  const entry = (i: number, allowed: string) =>
    `${name}${place(shape, i)} is ${got.data[i]}, it must be ${want[i]}${allowed}`;
  const broken = want.findIndex((w, i) => !samePattern(got.data[i] ?? Number.NaN, w));
  if (broken >= 0) return entry(broken, "");

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
  return worst < 0 ? "" : entry(worst, ` (tolerance ${tolerance})`);
}

/** Whole numbers must be the same; others may be off by the tolerance. */
function closeTo(got: number, want: number, tolerance: number): boolean {
  if (!Number.isFinite(want) || !Number.isFinite(got)) return Object.is(got, want);
  if (Number.isInteger(got) && Number.isInteger(want)) return got === want;
  return Math.abs(got - want) <= tolerance * (1 + Math.abs(want));
}

function scalarDifference(name: string, got: unknown, want: unknown, tolerance: number): string {
  const same =
    typeof got === "number" && typeof want === "number"
      ? closeTo(got, want, tolerance)
      : typeof got === "bigint"
        ? String(got) === String(want)
        : got === want;
  const shown = JSON.stringify(typeof got === "bigint" ? String(got) : got);
  return same ? "" : `${name} is ${shown}, it must be ${JSON.stringify(want)}`;
}

function listDifference(name: string, got: unknown[], want: unknown, tolerance: number): string {
  if (!Array.isArray(want)) return `${name} is a list, it must be ${JSON.stringify(want)}`;
  if (got.length !== want.length) {
    return `${name} has ${got.length} entries, it must have ${want.length}`;
  }
  for (const [i, item] of want.entries()) {
    const found = differenceOf(`${name}[${i}]`, got[i], item, tolerance);
    if (found) return found;
  }
  return "";
}

/** Of an object only the fields that are wanted are compared. */
function fieldsDifference(name: string, got: object, want: unknown, tolerance: number): string {
  if (typeof want !== "object" || want === null || Array.isArray(want)) {
    return `${name} is an object, it must be ${JSON.stringify(want)}`;
  }
  for (const [field, item] of Object.entries(want)) {
    const inner = (got as Record<string, unknown>)[field];
    const found = differenceOf(`${name}.${field}`, inner, item, tolerance);
    if (found) return found;
  }
  return "";
}

function differenceOf(name: string, got: unknown, want: unknown, tolerance: number): string {
  if (isTensor(got)) return tensorDifference(name, got, want, tolerance);
  if (isNumbers(got)) return listDifference(name, Array.from(got), want, tolerance);
  if (Array.isArray(got)) return listDifference(name, got, want, tolerance);
  if (typeof got === "object" && got !== null) return fieldsDifference(name, got, want, tolerance);
  return scalarDifference(name, got, want, tolerance);
}

/**
 * Why `got` is not `want`, or "". `want` is as JSON holds it: a tensor is rows of numbers, a bigint
 * its digits, NaN and the infinities are texts. Numbers may be off by tolerance (1 + |want|); whole
 * numbers that are not in a tensor, bigints, flags and texts must be the same.
 */
export const difference = (name: string, got: unknown, want: unknown, tolerance: number): string =>
  differenceOf(name, got, fromJson(want), tolerance);

/** What stands at a path such as "output" or "frames[2].kept" of a result; "result" is all of it. */
export function at(result: unknown, path: string): unknown {
  if (path === "result") return result;
  const steps = path.match(/[^.[\]]+/g) ?? [];
  return steps.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null
        ? (value as Record<string, unknown>)[step]
        : undefined,
    result,
  );
}
