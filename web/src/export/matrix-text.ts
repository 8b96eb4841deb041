// Numbers as text that other programs read, and this one as well (inputs/matrix.ts). Every number is
// the shortest decimal that gives the same float64 back. JSON has no word for NaN and the infinities:
// they are the strings "nan", "inf" and "-inf", as in the cases of this project.

import { printNumber } from "../inputs/number.ts";
import { literal } from "../lesson/python.ts";
import { type Numbers, rowsOf } from "./numbers.ts";

export const textFormats = [
  "csv",
  "csvComma",
  "tsv",
  "tsvComma",
  "json",
  "numpy",
  "torch",
  "matlab",
  "latex",
] as const;
export type TextFormat = (typeof textFormats)[number];

/** Those that can write more than rows and columns. */
export const tensorFormats: ReadonlySet<string> = new Set(["json", "numpy", "torch", "npy"]);

type Write = (value: number) => string;

/** Lists in lists; a new line for each row, indented by `indent` and its depth. */
function nested({ shape, data }: Numbers, write: Write, indent = ""): string {
  let next = 0;
  const list = (depth: number): string => {
    const last = depth === shape.length - 1;
    const items = Array.from({ length: shape[depth] ?? 0 }, () =>
      last ? write(data[next++] ?? Number.NaN) : list(depth + 1),
    );
    return `[${items.join(last ? ", " : `,\n${indent}${" ".repeat(depth + 1)}`)}]`;
  };
  return list(0);
}

function separated(numbers: Numbers, separator: string, comma: boolean): string {
  const rows = rowsOf(numbers);
  const mark: Write = (value) => {
    const text = printNumber(value);
    if (!comma) return text;
    const marked = text.replace(".", ",");
    // A column by itself has no separator that would tell a decimal comma from one.
    return rows[0]?.length === 1 && marked !== text ? `"${marked}"` : marked;
  };
  return rows.map((row) => `${row.map(mark).join(separator)}\n`).join("");
}

/** Without a point, Python reads -0 as an integer, which has no sign. */
const jsonNumber: Write = (value) => {
  if (Object.is(value, -0)) return "-0.0";
  return Number.isFinite(value) ? printNumber(value) : `"${printNumber(value)}"`;
};

export const json = (numbers: Numbers, indent = "") => nested(numbers, jsonNumber, indent);

const python = (numbers: Numbers, call: string, type: string) =>
  `${numbers.name} = ${call}(\n    ${nested(numbers, literal, "    ")},\n    dtype=${type},\n)\n`;

const matlabNumber: Write = (value) => {
  if (Number.isNaN(value)) return "NaN";
  return printNumber(value).replace("inf", "Inf");
};

function matlab(numbers: Numbers): string {
  const rows = rowsOf(numbers).map((row) => row.map(matlabNumber).join(" "));
  const space = " ".repeat(numbers.name.length + 4);
  return `${numbers.name} = [${rows.join(`;\n${space}`)}];\n`;
}

const latexNumber: Write = (value) => {
  if (Number.isNaN(value)) return "\\mathrm{NaN}";
  if (!Number.isFinite(value)) return value < 0 ? "-\\infty" : "\\infty";
  const [digits = "", exponent] = printNumber(value).split("e");
  return exponent === undefined ? digits : `${digits} \\cdot 10^{${exponent}}`;
};

/** Columns that a pmatrix of amsmath has room for, unless it is told otherwise. */
const PMATRIX = 10;

function latex(numbers: Numbers): string {
  const rows = rowsOf(numbers);
  const lines = rows.map((row) => `  ${row.map(latexNumber).join(" & ")}`).join(" \\\\\n");
  const columns = rows[0]?.length ?? 0;
  if (columns <= PMATRIX) return `\\begin{pmatrix}\n${lines}\n\\end{pmatrix}\n`;
  const array = `{${"r".repeat(columns)}}`;
  return `\\left(\\begin{array}${array}\n${lines}\n\\end{array}\\right)\n`;
}

const writers: Readonly<Record<TextFormat, (numbers: Numbers) => string>> = {
  csv: (numbers) => separated(numbers, ",", false),
  csvComma: (numbers) => separated(numbers, ";", true),
  tsv: (numbers) => separated(numbers, "\t", false),
  tsvComma: (numbers) => separated(numbers, "\t", true),
  json: (numbers) => `${json(numbers)}\n`,
  numpy: (numbers) => python(numbers, "np.array", "np.float64"),
  torch: (numbers) => python(numbers, "torch.tensor", "torch.float64"),
  matlab,
  latex,
};

export const textOf = (numbers: Numbers, format: TextFormat): string => writers[format](numbers);
