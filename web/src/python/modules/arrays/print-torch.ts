/** Tensors as PyTorch 1.13 prints them. */
import { isFloat, type NDArray } from "./array.ts";
import { formatE, formatF } from "./digits.ts";
import { element, shown } from "./print-numpy.ts";

export interface TorchPrint {
  precision: number;
  threshold: number;
  edgeitems: number;
  linewidth: number;
  sciMode: boolean | null;
}

export const torchDefaults: Readonly<TorchPrint> = {
  precision: 4,
  threshold: 1000,
  edgeitems: 3,
  linewidth: 80,
  sciMode: null,
};

interface Format {
  readonly width: number;
  text(x: number): string;
}

function whole(x: number): string {
  if (Number.isFinite(x)) return `${formatF(x, 0)}.`;
  return Number.isNaN(x) ? "nan" : x < 0 ? "-inf" : "inf";
}

function floatFormat(values: readonly number[], o: TorchPrint): Format {
  const finite = values.filter((x) => Number.isFinite(x) && x !== 0);
  const far = finite.map(Math.abs);
  const max = far.reduce((a, b) => Math.max(a, b), 0);
  const min = far.reduce((a, b) => Math.min(a, b), Infinity);
  const integers = finite.every(Number.isInteger);
  const auto = finite.length > 0 && (max / min > 1000 || max > 1e8 || (!integers && min < 1e-4));
  const science = finite.length > 0 && o.sciMode !== null ? o.sciMode : auto;
  const show = (x: number): string => {
    if (!Number.isFinite(x)) return whole(x);
    if (science) return formatE(x, o.precision);
    return integers ? whole(x) : formatF(x, o.precision);
  };
  const measured = auto
    ? (x: number) => formatE(x, o.precision)
    : integers
      ? whole
      : (x: number) => formatF(x, o.precision);
  const width = finite.reduce((n, x) => Math.max(n, measured(x).length), 1);
  return { width, text: (x) => show(x).padStart(width) };
}

function formatOf(a: NDArray, values: readonly number[], o: TorchPrint): Format {
  if (isFloat(a.dtype)) return floatFormat(values, o);
  const show = (x: number) => (a.dtype === "bool" ? (x ? "True" : "False") : String(x));
  const width = values.reduce((n, x) => Math.max(n, show(x).length), 1);
  return { width, text: (x) => show(x).padStart(width) };
}

function body(a: NDArray, indent: number, cut: boolean, format: Format, o: TorchPrint): string {
  if (a.rank === 0) return format.text(a.data[a.offset]!);
  const n = a.shape[0]!;
  const at = Array.from({ length: n }, (_, i) => i);
  const edge = cut && n > 2 * o.edgeitems;
  const places = edge ? [...at.slice(0, o.edgeitems), -1, ...at.slice(n - o.edgeitems)] : at;
  const next = `,${"\n".repeat(Math.max(a.rank - 1, 1))}${" ".repeat(indent + 1)}`;
  if (a.rank > 1) {
    return `[${places.map((i) => (i < 0 ? "..." : body(element(a, i), indent + 1, cut, format, o))).join(next)}]`;
  }
  const words = places.map((i) =>
    i < 0 ? " ..." : format.text(a.data[a.offset + i * a.strides[0]!]!),
  );
  const most = Math.max(1, Math.floor((o.linewidth - indent) / (format.width + 2)));
  const rows: string[] = [];
  for (let i = 0; i < words.length; i += most) rows.push(words.slice(i, i + most).join(", "));
  return `[${rows.join(next)}]`;
}

export function torchRepr(a: NDArray, o: TorchPrint, marks: readonly string[] = []): string {
  const prefix = "tensor(";
  const suffixes: string[] = [];
  let text = `${prefix}[]`;
  if (a.size === 0) {
    if (a.rank !== 1) suffixes.push(`size=(${a.shape.join(", ")}${a.rank === 1 ? "," : ""})`);
    if (a.dtype !== "float32") suffixes.push(`dtype=torch.${a.dtype}`);
  } else {
    const cut = a.size > o.threshold;
    if (a.dtype === "float64") suffixes.push("dtype=torch.float64");
    text = prefix + body(a, prefix.length, cut, formatOf(a, shown(a, cut, o.edgeitems), o), o);
  }
  return withSuffixes(text, [...suffixes, ...marks], prefix.length, o.linewidth);
}

function withSuffixes(
  text: string,
  suffixes: readonly string[],
  indent: number,
  width: number,
): string {
  let out = text;
  let last = text.length - text.lastIndexOf("\n") + 1;
  for (const suffix of suffixes) {
    const wrap = last + suffix.length + 2 > width;
    out += wrap ? `,\n${" ".repeat(indent)}${suffix}` : `, ${suffix}`;
    last = wrap ? indent + suffix.length : last + suffix.length + 2;
  }
  return `${out})`;
}
