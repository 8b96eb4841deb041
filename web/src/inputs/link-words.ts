// How links spell numbers, matrices and lists of labels. Every word is read strictly: a link is
// written by a program, so what looks odd is damaged.

import { InputError } from "./error.ts";
import { cleanLabel } from "./fit.ts";
import { judge } from "./judge.ts";
import { MAX_TOKENS } from "./limits.ts";
import { printNumber } from "./number.ts";
import type { InputName, Matrix } from "./state.ts";

/** Numbers, or yes and no as 1 and 0. */
export type Cells = readonly (readonly (number | boolean)[])[];

export const printMatrix = (matrix: Cells): string =>
  matrix.map((row) => row.map((cell) => printNumber(Number(cell))).join(",")).join(";");

function wordsOf(text: string): string[][] {
  return text.split(";").map((row) => row.split(","));
}

export function readMatrix(text: string, field: InputName | "bias"): Matrix | InputError {
  const matrix = judge(wordsOf(text), { nonFinite: true });
  return matrix instanceof InputError ? matrix.at({ field }) : matrix;
}

/** A matrix of 0 and 1. */
export function readFlags(
  text: string,
  field: "attend" | "padding",
): readonly (readonly boolean[])[] | InputError {
  const matrix = judge(wordsOf(text), {});
  if (matrix instanceof InputError) return matrix.at({ field });
  for (const [i, row] of matrix.entries()) {
    const j = row.findIndex((value) => value !== 0 && value !== 1);
    if (j < 0) continue;
    const place = { field, row: i + 1, column: j + 1 };
    return new InputError("notWhole", { text: printNumber(row[j] ?? 0), least: 0, most: 1 }, place);
  }
  return matrix.map((row) => row.map((value) => value === 1));
}

/** Labels with commas between them; \, is a comma inside a label, \\ a backslash. */
export function printLabels(labels: readonly string[]): string {
  const clean = labels.map((label, i) => cleanLabel(label) ?? `t${i + 1}`);
  return clean.map((label) => label.replace(/[\\,]/gu, "\\$&")).join(",");
}

export function readLabels(text: string, key: string): readonly string[] | InputError {
  const labels = [""];
  for (let i = 0; i < text.length; i++) {
    if (text[i] === ",") labels.push("");
    else {
      if (text[i] === "\\") i++;
      labels.push((labels.pop() ?? "") + (text[i] ?? ""));
    }
  }
  if (labels.length > MAX_TOKENS) {
    return new InputError("tooManyTokens", { count: labels.length, limit: MAX_TOKENS });
  }
  const damaged = labels.find((label) => label !== cleanLabel(label));
  return damaged === undefined ? labels : new InputError("linkValue", { key, text: damaged });
}
