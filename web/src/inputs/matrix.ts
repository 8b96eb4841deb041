// Anything a reader may paste -> a matrix, or a sentence that says what is wrong and where.
//
//   1. the text is measured, then cleaned of invisible characters
//   2. its brackets and separators say which format it is (delimited.ts has the rules for commas)
//   3. the reader of the format gives rows of words
//   4. here the rows are judged and the words become numbers (number.ts), alike for all formats

import { readDelimited } from "./delimited.ts";
import { InputError } from "./error.ts";
import { type Format, type Grid, isEllipsis, type Note } from "./grid.ts";
import { looksLikeLatex, readLatex } from "./latex.ts";
import { MAX_TEXT, MAX_TOKENS, MAX_WIDTH } from "./limits.ts";
import { readLists, readShaped } from "./lists.ts";
import { readFlatBrackets } from "./matlab.ts";
import { type NumberOptions, parseNumber } from "./number.ts";
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
  if (!/[[({]/u.test(value)) return readDelimited(value);
  const code = value.replace(/#[^\n]*/gu, "");
  return readFlatBrackets(code) ?? readLists(code);
}

/** Without what a shell, a notebook or a program puts around a matrix. */
function unwrapped(text: string): string {
  return text
    .replace(/^```.*$/gmu, "")
    .replace(/^\s*(?:>>>|Out ?\[\d+\]:)/u, "")
    .replace(/^\s*<tf\.[^\n]*numpy=([^<>]*)>\s*$/u, "$1")
    .replace(assignment, "");
}

/** Rows of words as a matrix, if it has a size the page can show and every word is a number. */
export function judge(rows: Grid["rows"], options: NumberOptions): Matrix | InputError {
  const first = rows[0]?.length ?? 0;
  if (rows.every((row) => row.length === 0)) return new InputError("noMatrix", {});
  if (rows.length > MAX_TOKENS) {
    return new InputError("tooManyRows", { count: rows.length, limit: MAX_TOKENS });
  }
  const fault = findFault(rows);
  if (fault) return fault;
  if (first > MAX_WIDTH)
    return new InputError("tooManyColumns", { count: first, limit: MAX_WIDTH });
  const matrix = toNumbers(rows, options);
  const ragged = rows.findIndex((row) => row.length !== first);
  if (matrix instanceof InputError || ragged < 0) return matrix;
  return new InputError("ragged", { row: ragged + 1, count: rows[ragged]?.length ?? 0, first });
}

const missing = /^(?:null|none|n\/?a|undefined)$/iu;

/** Words that say more about the whole than that they are no numbers. */
function findFault(rows: Grid["rows"]): InputError | null {
  if (rows.some((row) => row.some((word) => isEllipsis(word)))) {
    return new InputError("truncated", {});
  }
  const [head = [], ...body] = rows;
  const name = head.find(isName);
  const headed = head.every((word, j) => isName(word) || (j === 0 && word === ""));
  if (name !== undefined && headed && body.some((row) => row.some((word) => !isName(word)))) {
    return new InputError("columnNames", { text: name });
  }
  const label = head[0];
  const labelled = ([word = "", next]: readonly string[]) =>
    isName(word) && next !== undefined && !isName(next);
  if (label !== undefined && rows.every(labelled)) {
    return new InputError("rowNames", { text: label });
  }
  return null;
}

function isName(word: string): boolean {
  if (missing.test(word) || !/^["'(]?[\p{L}_]/u.test(word)) return false;
  return parseNumber(word, { nonFinite: true }) instanceof InputError;
}

function toNumbers(rows: Grid["rows"], options: NumberOptions): Matrix | InputError {
  const matrix: number[][] = [];
  for (const [i, row] of rows.entries()) {
    const numbers: number[] = [];
    for (const [j, word] of row.entries()) {
      const number = toNumber(word, options);
      if (number instanceof InputError) return number.at({ row: i + 1, column: j + 1 });
      numbers.push(number);
    }
    matrix.push(numbers);
  }
  return matrix;
}

function toNumber(word: string, options: NumberOptions): number | InputError {
  if (missing.test(word)) return new InputError("nullValue", { text: word });
  return parseNumber(word, options);
}
