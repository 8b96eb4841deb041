// Rows of words, of a pasted matrix or of one in a link, as numbers; apart from the readers of the
// pasted formats, which a page that only opens links does without.

import { InputError } from "./error.ts";
import { type Grid, isEllipsis } from "./grid.ts";
import { MAX_TOKENS, MAX_WIDTH } from "./limits.ts";
import { type NumberOptions, parseNumber } from "./number.ts";
import type { Matrix } from "./state.ts";

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
  return !/^(?:nan|inf(?:inity)?)$/iu.test(word);
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
