// Anything a reader may paste -> a matrix, or a sentence that says what is wrong and where.
//
//   1. the text is measured, then cleaned of invisible characters
//   2. its brackets and separators say which format it is (delimited.ts has the rules for commas)
//   3. the reader of the format gives rows of words
//   4. the rows are judged and the words become numbers (judge.ts), alike for all formats

import "./paste-messages.ts";
import { readDelimited } from "./delimited.ts";
import { InputError } from "./error.ts";
import type { Format, Grid, Note } from "./grid.ts";
import { judge } from "./judge.ts";
import { looksLikeLatex, readLatex } from "./latex.ts";
import { MAX_TEXT } from "./limits.ts";
import { readLists, readShaped } from "./lists.ts";
import { readFlatBrackets } from "./matlab.ts";
import type { NumberOptions } from "./number.ts";
import type { Matrix } from "./state.ts";

export interface Pasted {
  readonly matrix: Matrix;
  readonly format: Format;
  /** Set when the text could be read in two ways. */
  readonly note?: Note | undefined;
}

const invisible = /[\u00AD\u200B-\u200F\u2060\uFEFF]/gu;
const assignment = /^\s*(?:(?:const|let|var)\s+)?[\p{L}_][\w.]*\s*(?::[^=\n]*)?=(?!=)/u;

/** NaN and the infinities are read too, unless `nonFinite` is false. */
export function parseMatrix(
  text: string,
  options: NumberOptions = { nonFinite: true },
): Pasted | InputError {
  if (text.length > MAX_TEXT) {
    return new InputError("textTooLong", { length: text.length, limit: MAX_TEXT });
  }
  const grid = readGrid(text.replace(invisible, "").replace(/\r\n?|[\u2028\u2029]/gu, "\n"));
  if (grid instanceof InputError) return grid;
  const matrix = judge(grid.rows, options);
  if (matrix instanceof InputError) return matrix;
  return { matrix, format: grid.format, note: grid.note };
}

function readGrid(text: string): Grid | InputError {
  if (looksLikeLatex(text)) return readLatex(text);
  const value = unwrapped(text);
  if (/^\s*\{\s*["']/u.test(value)) return readShaped(value);
  if (!/[[({]/u.test(value)) {
    const [stray] = /[\])}]/u.exec(value) ?? [];
    return stray ? new InputError("unexpected", { text: stray }) : readDelimited(value);
  }
  const code = value.replace(/#[^\n]*/gu, "");
  return readFlatBrackets(code) ?? readLists(code);
}

/** Without what a shell, a notebook or a program puts around a matrix. */
function unwrapped(text: string): string {
  return text
    .replace(/^```.*$/gmu, "")
    .replace(/^\s*(?:>>>|Out ?\[\d+\]:)/u, "")
    .replace(/^\s*<tf\.(?:(?!numpy=)[^\n])*numpy=([^<>]*)>\s*$/u, "$1")
    .replace(assignment, "");
}
