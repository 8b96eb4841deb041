/**
 * Runs one case through the public API: in Node, on tests.html, and from the command line.
 *
 * A case is one fault that was seen in the wild (`sources`), told in both languages, with the calls
 * that would show it. Numbers come from float64 and 60-digit arithmetic, not from this project.
 */

import { call as callByName, offersTiled } from "../calls.ts";
import { AttentionError } from "../errors.ts";
import type { Attention, Tensor } from "../types.ts";
import { at, difference } from "./compare.ts";
import { fromJson, isTensor } from "./json.ts";

export type Language = "en" | "tr";

/** By path, such as "output" or "frames[2].kept"; "result" is all that the call gave. */
type Values = Record<string, unknown>;

export interface Call {
  /** As in the API; left out = "attention". */
  call?: string;
  /** Its fields, as JSON holds them (json.ts). */
  input: Values;
  /** |got - want| <= tolerance (1 + |want|), default 0. */
  tolerance?: number;
  /**
   * What must come out. Two names are no paths: `visible`, if it is a list of texts, has one row per
   * query, 'x' = this key has a weight, '.' = its weight is exactly 0; `float32` is the output in
   * float32, where that is something else than the same numbers less exact.
   */
  expected?: Values;
  error?: { code: string; field: string; other?: string; values: number[] };
  /** What known faults return, to be named when a test fails: `what`, and values by path. */
  wrong?: ({ what: string } & Values)[];
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

export const paths = ["reference", "tiled"] as const;
export type Path = (typeof paths)[number];

/** For float32, from the same source as the cases. */
const FLOAT32_TOLERANCE = 5e-6;

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

/** One text per query, from the weights or from the mask itself. */
function seenIn(result: unknown): string[] {
  const mask = at(result, "visible");
  if (Array.isArray(mask)) {
    return mask.map((row: boolean[]) => row.map((seen) => (seen ? "x" : ".")).join(""));
  }
  const weights = at(result, "weights");
  if (!isTensor(weights)) return [];
  const keys = weights.shape.at(-1) ?? 0;
  return Array.from({ length: weights.data.length / keys }, (_, row) =>
    Array.from(weights.data.subarray(row * keys, (row + 1) * keys), (weight) =>
      weight === 0 ? "." : "x",
    ).join(""),
  );
}

function wrongVisible(result: unknown, visible: string[]): string {
  const seen = seenIn(result);
  const same = seen.join() === visible.join();
  return same ? "" : `the visible keys are ${seen.join(" ")}, they must be ${visible.join(" ")}`;
}

const isPicture = (path: string, want: unknown): want is string[] =>
  path === "visible" && Array.isArray(want) && want.every((row) => typeof row === "string");

function wrongValue(result: unknown, path: string, want: unknown, tolerance: number): string {
  if (isPicture(path, want)) return wrongVisible(result, want);
  const got = at(result, path);
  if (got === undefined) return `the result has no ${path}`;
  return difference(path, got, want, tolerance);
}

/** The first of the values that the result does not have. */
function firstWrong(result: unknown, values: Values, tolerance: number): string {
  for (const [path, want] of Object.entries(values)) {
    const found = wrongValue(result, path, want, tolerance);
    if (found) return found;
  }
  return "";
}

function wrongResult(result: unknown, { expected = {}, tolerance = 0, wrong = [] }: Call): string {
  const { float32: _, ...values } = expected;
  const weights = at(result, "weights");
  const found = firstWrong(result, values, tolerance) || (isTensor(weights) ? badRow(weights) : "");
  if (!found) return "";
  const known = wrong.find(({ what: _, ...fault }) => !firstWrong(result, fault, 1e-6));
  return known ? `${found}. That is what this gives: ${known.what}` : found;
}

/** The tiled path does not give every value that the reference does. */
function wrongTiled(result: unknown, { expected = {}, tolerance = 0 }: Call): string {
  const { float32, ...values } = expected;
  const wanted = float32 === undefined ? values : { ...values, output: float32 };
  const given = Object.fromEntries(
    Object.entries(wanted).filter(([path]) => at(result, path) !== undefined),
  );
  return firstWrong(result, given, Math.max(tolerance, FLOAT32_TOLERANCE));
}

/** The sentence must name the field and every number. */
function silent(error: AttentionError, language: Language): string {
  const sentence = error.describe(language);
  const words: string[] = sentence.match(/-?[\p{L}\p{N}]+/gu) ?? [];
  const says = (text: string) =>
    /^-?[\p{L}\p{N}]+$/u.test(text) ? words.includes(text) : sentence.includes(text);
  const missing = [error.field, ...error.values.map(String)].find((text) => !says(text));
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

function runCall(core: Attention, call: Call, path: Path): string {
  const { call: name = "attention", input, error: due } = call;
  const tiled = path === "tiled";
  if (tiled && !offersTiled(name)) return "";
  let wrong: string;
  try {
    const fields = fromJson(input) as Values;
    const result = callByName(core, name, tiled ? { ...fields, path } : fields);
    wrong = tiled ? wrongTiled(result, call) : wrongResult(result, call);
  } catch (error) {
    return due ? wrongError(error, due) : `threw ${error}`;
  }
  return due ? `accepted, but ${due.code} was due` : wrong;
}

/** The calls that offer the path, by that path. */
export function runCase(core: Attention, { id, title, calls }: Case, path: Path): CaseResult {
  for (const [i, call] of calls.entries()) {
    const found = runCall(core, call, path);
    if (found) return { id, title, passed: false, message: `call ${i + 1}: ${found}` };
  }
  return { id, title, passed: true, message: "" };
}

/** By one path after the other, to the first that fails. */
export function runByPaths(
  core: Attention,
  test: Case,
  wanted: readonly Path[] = paths,
): CaseResult {
  for (const path of wanted) {
    const result = runCase(core, test, path);
    if (!result.passed) {
      return path === "reference" ? result : { ...result, message: `${path}, ${result.message}` };
    }
  }
  return { id: test.id, title: test.title, passed: true, message: "" };
}
