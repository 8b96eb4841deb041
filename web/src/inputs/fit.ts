// Keeps what hangs on the number of tokens in step with it: labels and the settings per token.

import { MAX_TOKEN_LENGTH } from "./limits.ts";
import type { Settings } from "./state.ts";
import { composed } from "./text.ts";

/** [queries, keys] */
export type Counts = readonly [number, number];

export function sameValues<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
}

/**
 * A label as it may stand beside a matrix: composed, on one line, without characters that turn the
 * text around, at most MAX_TOKEN_LENGTH long; null when nothing is left of it.
 */
export function cleanLabel(text: string): string | null {
  const visible = composed(text)
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  let label = "";
  for (const letter of visible) {
    if (label.length + letter.length > MAX_TOKEN_LENGTH) break;
    label += letter;
  }
  return label === "" ? null : label;
}

/**
 * The labels in what was typed for `count` tokens: separated by spaces, or by commas or semicolons.
 * A mark that stands by itself is the label of a token; so is a single word with marks inside.
 */
export function labelsIn(text: string, count: number): string[] {
  const listed = /^\s*[^\s,;]+(?:[,;]\s*[^\s,;]+)+[,;]?\s*$/u.test(text);
  const split = listed && (count > 1 || /[,;]\s/u.test(text.trim()));
  return text.split(split ? /[,;]\s*/u : /\s+/u).filter((word) => cleanLabel(word) !== null);
}

/** A row without a label is called by its number, t4 for the fourth. */
export const nameOfRow = (row: number): string => `t${row + 1}`;

/** The first `count` labels. */
export function fitLabels(labels: readonly string[], count: number): readonly string[] {
  if (labels.length === count) return labels;
  return Array.from({ length: count }, (_, i) => labels[i] ?? nameOfRow(i));
}

function resize<T>(values: readonly T[], count: number, neutral: T): readonly T[] {
  return Array.from({ length: count }, (_, i) => values[i] ?? neutral);
}

function resizeGrid<T>(
  grid: readonly (readonly T[])[],
  rows: number,
  columns: number,
  neutral: T,
): readonly (readonly T[])[] {
  return Array.from({ length: rows }, (_, i) => resize(grid[i] ?? [], columns, neutral));
}

/**
 * Padding, bias and attend for the new numbers of tokens: kept cells keep their values, new ones
 * get the neutral value. One that did not fit before is left alone, for the core to report.
 */
export function fitSettings(settings: Settings, before: Counts, after: Counts): Settings {
  const [oldQueries, oldKeys] = before;
  const [queries, keys] = after;
  if (queries === oldQueries && keys === oldKeys) return settings;
  const fitted = (grid: readonly (readonly unknown[])[] | null) =>
    grid?.length === oldQueries && grid.every((row) => row.length === oldKeys);
  const { padding, bias, attend } = settings;
  return {
    ...settings,
    padding: padding?.length === oldKeys ? resize(padding, keys, false) : padding,
    bias: bias && fitted(bias) ? resizeGrid(bias, queries, keys, 0) : bias,
    attend: attend && fitted(attend) ? resizeGrid(attend, queries, keys, true) : attend,
  };
}
