// Text without brackets: CSV, spreadsheet cells, numbers with spaces, Markdown tables. The comma is
// the trouble: it separates columns in one half of the world and is the decimal mark in the other.
// The first rule that fits decides:
//
//   a tab anywhere              tabs separate columns, a comma is a decimal mark
//   a semicolon anywhere        semicolons separate columns, a comma is a decimal mark ("1,5;2,25"
//                               is one row of two); on a single line the note semicolonColumns.
//                               They end rows, as in MATLAB, if they only stand at the ends of
//                               lines or if spaces stand between numbers ("1 2; 3 4")
//   a quoted cell               commas outside the quotes separate columns
//   commas and bare spaces      if every comma stands between digits, a decimal mark ("1,5 2,5"),
//                               with the note commaDecimals; else both separate columns
//   commas, some with a space   if there is a comma within every cell as well, the ones with a space
//   behind them                 separate columns and the others are decimal marks ("1,5, 2,5"), with
//                               the note commaSpaces; with one in some cells only ("1,5, 2"), all
//                               separate columns, with the note commaColumns
//   commas                      they separate columns ("1,5" is one row of two). Where every line
//                               could as well be one decimal number, with the note commaColumns
//   nothing of these            white space separates columns

import type { Grid } from "./grid.ts";

type Rows = string[][];

/** Not one that begins with a percentage (%50), or with what a spreadsheet writes for an error (#SAYI!). */
const isComment = (line: string) =>
  /^\s*(?:%(?![\d.,])|#(?!(?:\p{Lu}[\p{Lu}/\d]*[!?]|N\/A|YOK)(?:[\s;,]|$)))/u.test(line);

export function readDelimited(text: string): Grid {
  const lines = text.split("\n").filter((line) => /\S/u.test(line) && !isComment(line));
  if (lines.some((line) => line.includes("|"))) return readTable(lines);
  if (lines.some((line) => /[^\s,]\t+[^\s,]/u.test(line))) return readTabs(lines);
  if (lines.some((line) => line.includes(";"))) return readSemicolons(lines);
  return readCommas(lines);
}

function readTable(lines: readonly string[]): Grid {
  const rows = lines
    .filter((line) => !(line.includes("-") && /^[\s|:-]+$/u.test(line)))
    .map((line) => line.trim().replace(/^\|/u, "").replace(/\|$/u, "").split("|").map(trim));
  const [head, ...body] = rows;
  const headless = head?.every((cell) => cell === "");
  return { rows: headless ? body : rows, format: "markdown" };
}

function readTabs(lines: readonly string[]): Grid {
  const rows = lines.map((line) => line.split("\t").map(trim));
  // Tabs among spaces only align the columns.
  if (rows.some((row) => row.some(hasSpacedNumbers))) return readCommas(lines);
  return { rows: dropEmptyEdges(rows), format: "tabs" };
}

function readSemicolons(lines: readonly string[]): Grid {
  const pieces = lines.flatMap((line) => line.split(";"));
  if (lines.every(hasSemicolonOnlyAtEnd) || pieces.some(hasSpacedNumbers)) {
    return { ...readCommas(pieces.filter((row) => row.trim() !== "")), format: "matlab" };
  }
  return {
    rows: dropEmptyEdges(lines.map((line) => splitCells(line, ";"))),
    format: "semicolons",
    note: lines.length === 1 ? "semicolonColumns" : undefined,
  };
}

function readCommas(lines: readonly string[]): Grid {
  if (!lines.some((line) => line.includes(",")))
    return { rows: splitSpaces(lines), format: "spaces" };
  if (lines.some(hasBareSpace) && !lines.some((line) => line.includes('"'))) {
    const decimals = lines.every((line) => !/(?<!\d),|,(?!\d)/u.test(line));
    if (decimals) return { rows: splitSpaces(lines), format: "spaces", note: "commaDecimals" };
    const rows = lines.map((line) => line.trim().split(/\s*,\s*|\s+/u));
    return { rows: dropEmptyEdges(rows), format: "csv", note: "commaColumns" };
  }
  const spaced = lines.map((line) => line.trim().replace(/,$/u, "").split(/,\s+/u));
  const cells = spaced.flat();
  const decimal = (cell: string) => /^[-+\u2212]?\d*,\d+(?:e[-+]?\d+)?$/iu.test(cell);
  if (spaced.some((row) => row.length > 1) && cells.every(decimal)) {
    return { rows: spaced, format: "csv", note: "commaSpaces" };
  }
  const rows = dropEmptyEdges(lines.map((line) => splitCells(line, ",")));
  const listed = cells.length > lines.length && cells.some(decimal);
  const doubtful = listed || lines.every((line) => /^[-+\u2212]?\d+,\d+$/u.test(line.trim()));
  return { rows, format: "csv", note: doubtful ? "commaColumns" : undefined };
}

function hasSemicolonOnlyAtEnd(line: string): boolean {
  const rest = line.trimEnd();
  return !rest.slice(0, -1).includes(";");
}

/** Two numbers with a space between them, or with a comma and a space. */
function hasSpacedNumbers(text: string): boolean {
  return /[\d.],?\s+[-+\u2212.\d]/u.test(text);
}

/** A space between two numbers with no comma beside it. */
function hasBareSpace(line: string): boolean {
  return /[^\s,]\s+[^\s,]/u.test(line);
}

function splitSpaces(lines: readonly string[]): Rows {
  return lines.map((line) => line.trim().split(/\s+/u));
}

/** Cells of a line; a separator between double quotes is part of its cell. */
function splitCells(line: string, separator: string): string[] {
  const cells = [""];
  let quoted = false;
  for (const letter of line) {
    if (letter === '"') quoted = !quoted;
    if (letter === separator && !quoted) cells.push("");
    else cells.push((cells.pop() ?? "") + letter);
  }
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"([^"]*)"$/u, "$1")
      .trim(),
  );
}

/**
 * A separator before the first or after the last column makes no column, if every line has it; the
 * last line may lack the one at its end.
 */
function dropEmptyEdges(rows: Rows): Rows {
  let result = rows;
  if (result.every((row) => row.length > 1 && row[0] === ""))
    result = result.map((row) => row.slice(1));
  const ended = (row: string[]) => row.length > 1 && row.at(-1) === "";
  const last = result.at(-1) ?? [];
  const goesOn = (row: string[]) => ended(row) && row.length === last.length + 1;
  const listed = result.length > 1 && result.slice(0, -1).every(goesOn);
  if (!listed && !result.every(ended)) return result;
  return result.map((row) => (ended(row) ? row.slice(0, -1) : row));
}

function trim(cell: string): string {
  return cell.trim();
}
