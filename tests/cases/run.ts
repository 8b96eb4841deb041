/**
 * Runs one case through the public API, in Node (tests/web/cases.test.ts) and on tests.html.
 *
 * A case is one fault that was seen in the wild (`sources`), told in both languages, with the calls
 * that would show it. Numbers come from float64 and 60-digit arithmetic, not from this project.
 */
import type { Attention, AttentionInput, Tensor, Trace } from "../../web/src/core/index.ts";
import { AttentionError } from "../../web/src/core/index.ts";

export type Language = "en" | "tr";

/** JSON has no NaN and no infinities: these stand for them. */
type Numeral = number | "NaN" | "Infinity" | "-Infinity";
type Numerals = Numeral[][] | Numeral[][][];

/** m[i][j] = (((a i + b j + c) mod p) - (p - 1) / 2) / den for [a, b, c, p, den]. */
interface Pattern {
  rows: number;
  columns: number;
  pattern: [number, number, number, number, number];
}

type CaseTensor = Numerals | Pattern | { shape: number[]; data: number[] };

type CaseInput = Omit<AttentionInput, "q" | "k" | "v" | "bias"> & {
  q: CaseTensor;
  k: CaseTensor;
  v: CaseTensor;
  bias?: CaseTensor;
};

interface Expected {
  weights?: Numerals;
  output?: Numerals;
  /** The output in float32, where that is something else than the same numbers less exact. */
  float32?: Numerals;
  /** One row per query, 'x' = this key has a weight, '.' = its weight is exactly 0. */
  visible?: string[];
}

export interface Call {
  input: CaseInput;
  /** |got - want| <= tolerance (1 + |want|). */
  tolerance?: number;
  expected?: Expected;
  error?: { code: string; field: string; other?: string; values: number[] };
  /** What known faults return, to be named when a test fails. */
  wrong?: { what: string; output: Numerals }[];
}

export interface Case {
  id: string;
  title: Record<Language, string>;
  why: Record<Language, string>;
  sources: string[];
  calls: Call[];
}

export interface CaseResult {
  id: string;
  title: Record<Language, string>;
  passed: boolean;
  /** Empty if it passed. */
  message: string;
}

function fromPattern({ rows, columns, pattern: [a, b, c, p, den] }: Pattern): number[][] {
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => (((a * i + b * j + c) % p) - (p - 1) / 2) / den),
  );
}

type Nested = number | Nested[];

function decode(from: unknown): Nested {
  return Array.isArray(from) ? from.map(decode) : Number(from);
}

export function tensorOf(from: CaseTensor): AttentionInput["q"] {
  if ("pattern" in from) return fromPattern(from);
  if ("shape" in from) return from;
  return decode(from) as number[][];
}

function inputOf({ bias, ...input }: CaseInput): AttentionInput {
  const { q, k, v } = input;
  const rest = bias === undefined ? input : { ...input, bias: tensorOf(bias) };
  return { ...rest, q: tensorOf(q), k: tensorOf(k), v: tensorOf(v) };
}

const flat = (nested: Nested): number[] =>
  Array.isArray(nested) ? nested.flatMap(flat) : [nested];

function shapeOf(nested: Nested): number[] {
  return Array.isArray(nested) ? [nested.length, ...shapeOf(nested[0] ?? 0)] : [];
}

/** "[1][2]" of the flat index. */
function place(shape: number[], index: number): string {
  let rest = index;
  const axes = shape.toReversed().map((size) => {
    const at = rest % size;
    rest = Math.floor(rest / size);
    return `[${at}]`;
  });
  return axes.reverse().join("");
}

const samePattern = (got: number, want: number): boolean =>
  Number.isFinite(want) ? Number.isFinite(got) : Object.is(got, want);

/** Why `got` is not `want`, or "": the shape, then NaN and infinities, then the largest error. */
export function difference(name: string, got: Tensor, numerals: Numerals, tolerance: number) {
  const nested = decode(numerals);
  const shape = shapeOf(nested);
  if (got.shape.join() !== shape.join()) {
    return `${name} has the shape ${got.shape.join(" × ")}, it must be ${shape.join(" × ")}`;
  }
  const want = flat(nested);
  const entry = (i: number, allowed: string) =>
    `${name}${place(shape, i)} is ${got.data[i]}, it must be ${want[i]}${allowed}`;
  const broken = want.findIndex((w, i) => !samePattern(got.data[i] ?? Number.NaN, w));
  if (broken >= 0) return entry(broken, "");

  let worst = -1;
  let worstRatio = 0;
  want.forEach((w, i) => {
    if (!Number.isFinite(w)) return;
    const error = Math.abs((got.data[i] ?? Number.NaN) - w);
    const bound = tolerance * (1 + Math.abs(w));
    if (error <= bound || (worst >= 0 && error / bound <= worstRatio)) return;
    worst = i;
    worstRatio = error / bound;
  });
  return worst < 0 ? "" : entry(worst, ` (tolerance ${tolerance})`);
}

/** A row of weights sums to 1, or is all zeros, or holds a NaN. */
function badRow({ shape, data }: Tensor): string {
  const keys = shape.at(-1) ?? 0;
  for (let start = 0; start < data.length; start += keys) {
    const row = Array.from(data.subarray(start, start + keys));
    const sum = row.reduce((total, weight) => total + weight, 0);
    const good =
      Number.isNaN(sum) || row.every((weight) => weight === 0) || Math.abs(sum - 1) <= 1e-12;
    if (!good) return `row ${start / keys} of the weights sums to ${sum}`;
  }
  return "";
}

function wrongVisible({ shape, data }: Tensor, visible: string[]): string {
  const keys = shape.at(-1) ?? 0;
  const seen = Array.from({ length: data.length / keys }, (_, row) =>
    Array.from(data.subarray(row * keys, (row + 1) * keys), (weight) => (weight === 0 ? "." : "x")),
  ).map((row) => row.join(""));
  const same = seen.join() === visible.join();
  return same ? "" : `the visible keys are ${seen.join(" ")}, they must be ${visible.join(" ")}`;
}

function wrongTrace(trace: Trace, { expected = {}, tolerance = 0, wrong = [] }: Call): string {
  const { weights, output, visible } = expected;
  const found =
    (weights && difference("weights", trace.weights, weights, tolerance)) ||
    (output && difference("output", trace.output, output, tolerance)) ||
    (visible && wrongVisible(trace.weights, visible)) ||
    badRow(trace.weights);
  if (!found) return "";
  const known = wrong.find((fault) => !difference("", trace.output, fault.output, 1e-6));
  return known ? `${found}. That is what this gives: ${known.what}` : found;
}

/** The sentence must name the field and every number. */
function silent(error: AttentionError, language: Language): string {
  const sentence = error.describe(language);
  const words: string[] = sentence.match(/-?[\p{L}\p{N}]+/gu) ?? [];
  const missing = [error.field, ...error.values.map(String)].find((word) => !words.includes(word));
  return missing === undefined ? "" : `the sentence (${language}) lacks ${missing}: ${sentence}`;
}

function wrongError(error: unknown, want: NonNullable<Call["error"]>): string {
  if (!(error instanceof AttentionError)) return `threw ${error}, not an AttentionError`;
  const { code, field, other, values } = error;
  const same =
    code === want.code &&
    field === want.field &&
    (want.other === undefined || other === want.other) &&
    values.join() === want.values.join();
  if (!same) return `the error is ${code} of ${field} with ${values}: ${error.message}`;
  return silent(error, "en") || silent(error, "tr");
}

export type Path = "reference" | "tiled";

/** For float32, from the same source as the cases. */
const FLOAT32_TOLERANCE = 5e-6;

/** The tiled path gives the output alone. */
function wrongOutput(output: Tensor, { expected = {}, tolerance = 0 }: Call): string {
  const want = expected.float32 ?? expected.output;
  return want ? difference("output", output, want, Math.max(tolerance, FLOAT32_TOLERANCE)) : "";
}

function runCall(core: Attention, call: Call, path: Path): string {
  let wrong: string;
  try {
    const input = inputOf(call.input);
    wrong =
      path === "tiled"
        ? wrongOutput(core.attention({ ...input, path }).output, call)
        : wrongTrace(core.attention(input), call);
  } catch (error) {
    return call.error ? wrongError(error, call.error) : `threw ${error}`;
  }
  return call.error ? `accepted, but ${call.error.code} was due` : wrong;
}

export function runCase(
  core: Attention,
  { id, title, calls }: Case,
  path: Path = "reference",
): CaseResult {
  for (const [i, call] of calls.entries()) {
    const found = runCall(core, call, path);
    if (found) return { id, title, passed: false, message: `call ${i + 1}: ${found}` };
  }
  return { id, title, passed: true, message: "" };
}
