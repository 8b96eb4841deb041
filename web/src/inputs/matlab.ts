// One pair of brackets with numbers and no brackets inside: [1 -2; 3 4] of MATLAB and Octave, and
// the flat lists [1, 2, 3] of Python and [1. 2. 3.] of NumPy, which are one row.
//
// A space before a minus and none after it starts a new element, as in MATLAB: [1 -2] is two.
// A line break ends a row, unless the line ends with "..." or a comma: a list goes on there.

import { InputError } from "./error.ts";
import type { Grid } from "./grid.ts";

/** Null when the text is not of this form. */
export function readFlatBrackets(text: string): Grid | InputError | null {
  const [, body, close] = /^\[([^[\](){}]*)(\]\s*[;,]?)?$/u.exec(text.trim()) ?? [];
  if (body === undefined) return null;
  if (close === undefined) return new InputError("unclosed", { bracket: "[" });
  const lines = joined(body)
    .replace(/%[^\n]*/gu, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (body.includes(";")) {
    const rows = lines.flatMap((line) => line.split(";")).filter((row) => row.trim() !== "");
    return { rows: rows.map(elements), format: "matlab" };
  }
  const goesOn = lines.slice(0, -1).every((line) => line.endsWith(","));
  if (lines.length > 1 && !goesOn) {
    return { rows: lines.map(elements), format: "matlab", note: "lineRows" };
  }
  if (lines.length === 0) return { rows: [], format: "list" };
  const rows = [elements(lines.join(" "))];
  const commas = body.includes(",");
  return { rows, format: commas ? "list" : "matlab", note: commas ? "oneRow" : undefined };
}

/** Lines that end with "..." go on in the next; what stands behind the points is a comment. */
function joined(body: string): string {
  const lines = body.split("\n");
  const last = lines.pop() ?? "";
  const parts = lines.map((line) => {
    const end = line.indexOf("...");
    return end < 0 ? `${line}\n` : `${line.slice(0, end)} `;
  });
  return parts.join("") + last;
}

function elements(row: string): string[] {
  const cells = row.split(",").map((piece) => piece.trim());
  if (cells.length > 1 && cells.at(-1) === "") cells.pop();
  return cells.flatMap((cell) => cell.split(/\s+/u));
}
