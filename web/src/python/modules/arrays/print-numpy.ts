/** Arrays as NumPy 1.24 prints them. */
import { type DType, type NDArray, toNumbers, viewOf } from "./array.ts";
import { positional, reprFloat, scientific } from "./digits.ts";

export interface NumpyPrint {
  precision: number;
  suppress: boolean;
  threshold: number;
  edgeitems: number;
  linewidth: number;
  floatmode: "maxprec" | "fixed" | "unique" | "maxprec_equal";
}

export const numpyDefaults: Readonly<NumpyPrint> = {
  precision: 8,
  suppress: false,
  threshold: 1000,
  edgeitems: 3,
  linewidth: 75,
  floatmode: "maxprec",
};

/** The elements that are shown: of a long array the first and last of every axis. */
export function shown(a: NDArray, summarise: boolean, edge: number): number[] {
  if (!summarise) return [...toNumbers(a)];
  const walk = (part: NDArray): number[] => {
    if (part.rank === 0) return [part.data[part.offset]!];
    const n = part.shape[0]!;
    const all = Array.from({ length: n }, (_, i) => i);
    const at = n > 2 * edge ? [...all.slice(0, edge), ...all.slice(n - edge)] : all;
    return at.flatMap((i) => walk(element(part, i)));
  };
  return walk(a);
}

export const element = (a: NDArray, i: number): NDArray =>
  viewOf(a, a.shape.slice(1), a.strides.slice(1), a.offset + i * a.strides[0]!);

type Format = (x: number) => string;

function floatFormat(values: readonly number[], single: boolean, o: NumpyPrint): Format {
  const finite = values.filter(Number.isFinite);
  const far = finite.filter((x) => x !== 0).map(Math.abs);
  const max = far.reduce((a, b) => Math.max(a, b), 0);
  const min = far.reduce((a, b) => Math.min(a, b), Infinity);
  const ratio = single ? Math.fround(max / min) : max / min;
  const small = !o.suppress && (min < 0.0001 || ratio > 1000);
  const exponential = far.length > 0 && (max >= 1e8 || small);
  const precision = o.floatmode === "unique" ? 400 : o.precision;
  const fixed = o.floatmode === "fixed";
  const first = finite.map((x) => {
    if (exponential) return scientific(x, { precision, single, least: fixed ? precision : 0 });
    return fixed
      ? positional(x, { precision, least: precision, single: false })
      : positional(x, { precision, single });
  });
  return exponential
    ? powers(first, values, finite, single)
    : decimals(first, values, finite, single, o);
}

/** Room for "nan" and "inf", which stand right-aligned over the whole width. */
function room(
  left: number,
  right: number,
  values: readonly number[],
  finite: readonly number[],
): number {
  if (values.length === finite.length) return left;
  const inf = values.includes(-Infinity) ? 4 : 3;
  return Math.max(left, 3 - right - 1, inf - right - 1);
}

const notFinite = (x: number): string => (Number.isNaN(x) ? "nan" : x < 0 ? "-inf" : "inf");

function powers(
  first: readonly string[],
  values: readonly number[],
  finite: readonly number[],
  single: boolean,
): Format {
  const split = first.map((text) => text.split(/[.e]/));
  // Of whole arrays: more numbers than a call may have arguments.
  const longest = (part: number) => split.reduce((most, p) => Math.max(most, p[part]!.length), 0);
  const fraction = longest(1);
  const exponent = longest(2) - 1;
  const right = exponent + 2 + fraction;
  const left = room(longest(0), right, values, finite);
  return (x) => {
    if (!Number.isFinite(x)) return notFinite(x).padStart(left + right + 1);
    const [head, power] = scientific(x, { precision: fraction, least: fraction, single }).split(
      "e",
    );
    const wide = `${power![0]}${power!.slice(1).padStart(exponent, "0")}`;
    return `${head}e${wide}`.padStart(left + 1 + fraction + 2 + exponent);
  };
}

function decimals(
  first: readonly string[],
  values: readonly number[],
  finite: readonly number[],
  single: boolean,
  o: NumpyPrint,
): Format {
  const split = first.map((text) => text.split("."));
  const right = split.reduce((n, p) => Math.max(n, p[1]!.length), 0);
  const left = room(
    split.reduce((n, p) => Math.max(n, p[0]!.length), 0),
    right,
    values,
    finite,
  );
  const equal = o.floatmode === "fixed" || o.floatmode === "maxprec_equal";
  const precision = equal ? right : o.floatmode === "unique" ? 400 : o.precision;
  return (x) => {
    if (!Number.isFinite(x)) return notFinite(x).padStart(left + right + 1);
    const [whole, rest] = positional(x, {
      precision,
      least: equal ? right : 0,
      single: single && !equal,
    }).split(".");
    return `${whole!.padStart(left)}.${rest!.padEnd(right)}`;
  };
}

function formatOf(a: NDArray, values: readonly number[], o: NumpyPrint): Format {
  if (a.dtype === "bool") return (x) => (x ? (a.rank ? " True" : "True") : "False");
  if (a.dtype === "int64") {
    const width = Math.max(0, ...values.map((x) => String(x).length));
    return (x) => String(x).padStart(width);
  }
  return floatFormat(values, a.dtype === "float32", o);
}

function lines(
  a: NDArray,
  format: Format,
  o: NumpyPrint,
  separator: string,
  prefix: string,
  summarise: boolean,
): string {
  const trimmed = separator.trimEnd();
  function recurse(part: NDArray, indent: string, width: number): string {
    if (part.rank === 0) return format(part.data[part.offset]!);
    const n = part.shape[0]!;
    const cut = summarise && 2 * o.edgeitems < n;
    const at = Array.from({ length: n }, (_, i) => i);
    const places = cut ? [...at.slice(0, o.edgeitems), -1, ...at.slice(n - o.edgeitems)] : at;
    const word = (i: number) =>
      i < 0 ? "..." : recurse(element(part, i), `${indent} `, width - 1);
    const text =
      part.rank === 1
        ? row(places.map(word), indent, width)
        : rows(places.map(word), indent, part.rank);
    return `[${text.slice(indent.length)}]`;
  }
  function row(words: readonly string[], indent: string, width: number): string {
    const most = width - Math.max(trimmed.length, 1);
    let done = "";
    let line = indent;
    words.forEach((word, i) => {
      if (line.length + word.length > most && line.length > indent.length) {
        done += `${line.trimEnd()}\n`;
        line = indent;
      }
      line += word + (i < words.length - 1 ? separator : "");
    });
    return done + line;
  }
  const rows = (words: readonly string[], indent: string, rank: number): string =>
    words.map((word) => indent + word).join(trimmed + "\n".repeat(rank - 1));
  return recurse(a, prefix, o.linewidth);
}

function body(a: NDArray, o: NumpyPrint, separator: string, prefix: string): string {
  const summarise = a.size > o.threshold;
  const format = formatOf(a, shown(a, summarise, o.edgeitems), o);
  return lines(a, format, o, separator, " ".repeat(prefix.length + 1), summarise);
}

export function numpyStr(a: NDArray, o: NumpyPrint): string {
  if (a.rank === 0) return scalarText(a);
  return a.size === 0 ? "[]" : body(a, o, " ", "");
}

export function scalarText(a: NDArray): string {
  const x = a.data[a.offset]!;
  if (a.dtype === "bool") return x ? "True" : "False";
  return a.dtype === "int64" ? String(x) : reprFloat(x, a.dtype === "float32");
}

const implied: readonly DType[] = ["bool", "int64", "float64"];

export function numpyRepr(a: NDArray, o: NumpyPrint): string {
  const prefix = "array(";
  const plain = implied.includes(a.dtype) && a.size > 0;
  const suffix = plain ? ")" : ",";
  const within = { ...o, linewidth: o.linewidth - suffix.length };
  const noted = a.size > 0 || (a.rank === 1 && a.shape[0] === 0);
  const inner = !noted
    ? `[], shape=(${a.shape.join(", ")})`
    : a.size === 0
      ? "[]"
      : body(a, within, ", ", prefix);
  const text = prefix + inner + suffix;
  if (plain) return text;
  const type = `dtype=${a.dtype})`;
  const last = text.length - (text.lastIndexOf("\n") + 1);
  return (
    text + (last + type.length + 1 > o.linewidth ? `\n${" ".repeat(prefix.length)}` : " ") + type
  );
}
