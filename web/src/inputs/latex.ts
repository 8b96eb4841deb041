// A matrix as LaTeX writes it: & between columns, \\ between rows.

import { InputError } from "./error.ts";
import type { Grid } from "./grid.ts";

/** What may stand around the matrix: brackets, a name and the dollars of the formula. */
const decoration =
  /\\(?:left|right)\s*(?:\\[{}|]|[()[\]|.])|\\[[\]()]|\$|(?<!\w)[\p{L}_]\w*\s*=|[.,;]|\s/gu;

export function looksLikeLatex(text: string): boolean {
  return text.includes("\\begin{") || text.includes("&");
}

export function readLatex(text: string): Grid | InputError {
  const body = bodyOf(text);
  if (body instanceof InputError) return body;
  const rows = body
    .split(/\\\\(?:\[[^\]\n]{0,20}\])?/u)
    .map((row) => row.replace(/\\hline|\\[,;! ]/gu, " "))
    .filter((row) => row.trim() !== "")
    .map((row) => row.split("&").map(plainCell));
  return { rows, format: "latex" };
}

/** What stands between \begin and \end, or everything where there is no \begin. */
function bodyOf(text: string): string | InputError {
  const begin = /\\begin\{(\w+\*?)\}(?:\[\w*\])?(?:\{[clr|\s]*\})?/u.exec(text);
  if (!begin) return text;
  const start = begin.index + begin[0].length;
  const end = `\\end{${begin[1]}}`;
  const stop = text.indexOf(end, start);
  if (stop < 0) return new InputError("unclosed", { bracket: `\\begin{${begin[1]}}` });
  const around = text.slice(0, begin.index) + text.slice(stop + end.length);
  const rest = around.replace(decoration, "");
  if (rest !== "") return new InputError("unexpected", { text: rest });
  return text.slice(start, stop);
}

function plainCell(cell: string): string {
  return cell
    .replace(/\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}/gu, "$1/$2")
    .replace(/\\infty/gu, "inf")
    .replace(/\\(?:mathrm|text)(?=\{)/gu, "")
    .replace(/(?<!\s)\s*\\(?:cdot|times)\s*10\^\{?(-?\d+)\}?/gu, "e$1")
    .replace(/\\[cvdl]?dots/gu, "...")
    .replace(/[{}$]/gu, "")
    .trim();
}
