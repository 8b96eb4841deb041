/**
 * Runs one case through the public API: in Node, on tests.html, and from the command line.
 *
 * A case is one fault that was seen in the wild (`sources`), told in both languages, with the calls
 * that would show it. Numbers come from float64 and 60-digit arithmetic, not from this project.
 */

import { call as callByName, offersTiled, UnknownCall } from "../calls.ts";
import { AttentionError } from "../errors.ts";
import type { Attention, Tensor } from "../types.ts";
import { at, difference } from "./compare.ts";
import { fromJson, isTensor } from "./json.ts";
import { judgeCase } from "./judge.ts";
import { type Language, type Sentences, sentences } from "./text.ts";

export type { Language } from "./text.ts";

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
  /** Whether anything was compared: not every call offers every path, nor gives every value by it. */
  checked: boolean;
  /** Empty if it passed. */
  message: string;
}

/** One call by one path, in one language. */
interface Run {
  path: Path;
  language: Language;
  say: Sentences;
}

export const paths = ["reference", "tiled"] as const;
export type Path = (typeof paths)[number];

/** For float32, from the same source as the cases. */
const FLOAT32_TOLERANCE = 5e-6;

/**
 * A row of weights sums to 1, or is all zeros, or holds a NaN. One that stands alone is no softmax
 * over keys of a query, but has the sum of one that was given (alternativeWeights).
 */
function badRow({ shape, data }: Tensor, { say }: Run): string {
  if (shape.length === 1) return "";
  const keys = shape.at(-1) ?? 0;
  for (let start = 0; start < data.length; start += keys) {
    const row = Array.from(data.subarray(start, start + keys));
    const sum = row.reduce((total, weight) => total + weight, 0);
    const good =
      Number.isNaN(sum) || row.every((weight) => weight === 0) || Math.abs(sum - 1) <= 1e-12;
    if (!good) return say.rowSum(start / keys, sum);
  }
  return "";
}

/** One text per query, from the weights or from the mask itself; nothing, if the result has neither. */
function seenIn(result: unknown): string[] | undefined {
  const mask = at(result, "visible");
  if (Array.isArray(mask)) {
    return mask.map((row: boolean[]) => row.map((seen) => (seen ? "x" : ".")).join(""));
  }
  const weights = at(result, "weights");
  if (!isTensor(weights)) return undefined;
  const keys = weights.shape.at(-1) ?? 0;
  return Array.from({ length: weights.data.length / keys }, (_, row) =>
    Array.from(weights.data.subarray(row * keys, (row + 1) * keys), (weight) =>
      weight === 0 ? "." : "x",
    ).join(""),
  );
}

function wrongVisible(result: unknown, visible: string[], { say }: Run): string {
  const seen = seenIn(result);
  if (!seen) return say.missing("visible");
  const same = seen.join() === visible.join();
  return same ? "" : say.visible(seen.join(" "), visible.join(" "));
}

const isPicture = (path: string, want: unknown): want is string[] =>
  path === "visible" && Array.isArray(want) && want.every((row) => typeof row === "string");

function wrongValue(
  result: unknown,
  [path, want]: [path: string, want: unknown],
  tolerance: number,
  run: Run,
): string {
  if (isPicture(path, want)) return wrongVisible(result, want, run);
  const got = at(result, path);
  if (got === undefined) return run.say.missing(path);
  return difference(path, got, want, tolerance, run.language);
}

/** The first of the values that the result does not have. */
function firstWrong(result: unknown, values: Values, tolerance: number, run: Run): string {
  for (const entry of Object.entries(values)) {
    const found = wrongValue(result, entry, tolerance, run);
    if (found) return found;
  }
  return "";
}

/** What one call gave: its fault, or "", and whether anything was looked at. */
interface Found {
  fault: string;
  checked: boolean;
}

function wrongResult(result: unknown, call: Call, run: Run): Found {
  const { expected = {}, tolerance = 0, wrong = [] } = call;
  const { float32: _, ...values } = expected;
  const weights = at(result, "weights");
  const found =
    firstWrong(result, values, tolerance, run) || (isTensor(weights) ? badRow(weights, run) : "");
  if (!found) return { fault: "", checked: true };
  const known = wrong.find(({ what: _, ...fault }) => !firstWrong(result, fault, 1e-6, run));
  return { fault: known ? run.say.known(found, known.what) : found, checked: true };
}

/** The tiled path does not give every value that the reference does. */
function wrongTiled(result: unknown, { expected = {}, tolerance = 0 }: Call, run: Run): Found {
  const { float32, ...values } = expected;
  const wanted = float32 === undefined ? values : { ...values, output: float32 };
  const given = Object.fromEntries(
    Object.entries(wanted).filter(([path]) => at(result, path) !== undefined),
  );
  const fault = firstWrong(result, given, Math.max(tolerance, FLOAT32_TOLERANCE), run);
  return { fault, checked: Object.keys(given).length > 0 };
}

/** The sentence must name the field and every number. */
function silent(error: AttentionError, language: Language, { say }: Run): string {
  const sentence = error.describe(language);
  const words: string[] = sentence.match(/-?[\p{L}\p{N}]+/gu) ?? [];
  const says = (text: string) =>
    /^-?[\p{L}\p{N}]+$/u.test(text) ? words.includes(text) : sentence.includes(text);
  const missing = [error.field, ...error.values.map(String)].find((text) => !says(text));
  return missing === undefined ? "" : say.silent(language, missing, sentence);
}

function described(error: unknown, { language, say }: Run): [name: string, message: string] {
  if (!(error instanceof Error)) return [typeof error, String(error)];
  if (error instanceof AttentionError) return [error.name, error.describe(language)];
  if (!(error instanceof UnknownCall)) return [error.name, error.message];
  return [error.name, say.unknownCall(error.called, error.names.join(", "))];
}

function wrongError(error: unknown, want: NonNullable<Call["error"]>, run: Run): string {
  if (!(error instanceof AttentionError)) return run.say.notRefused(...described(error, run));
  const { code, field, other, values } = error;
  const same =
    code === want.code &&
    field === want.field &&
    (want.other === undefined || other === want.other) &&
    values.join() === want.values.join();
  if (!same) return run.say.otherError(code, field, values.join(), error.describe(run.language));
  return silent(error, "en", run) || silent(error, "tr", run);
}

function runCall(core: Attention, call: Call, run: Run): Found {
  const { call: name = "attention", input, error: due } = call;
  const tiled = run.path === "tiled";
  if (tiled && !offersTiled(name)) return { fault: "", checked: false };
  let found: Found;
  try {
    const fields = fromJson(input) as Values;
    const result = callByName(core, name, tiled ? { ...fields, path: run.path } : fields);
    found = tiled ? wrongTiled(result, call, run) : wrongResult(result, call, run);
  } catch (error) {
    const fault = due ? wrongError(error, due, run) : run.say.threw(...described(error, run));
    return { fault, checked: true };
  }
  return due ? { fault: run.say.accepted(due.code), checked: true } : found;
}

/** The calls that offer the path, by that path. */
export function runCase(
  core: Attention,
  test: Case,
  path: Path,
  language: Language = "en",
): CaseResult {
  const say = sentences[language];
  const { id, title, calls } = test;
  let checked = false;
  const result = (message: string) => ({ id, title, passed: !message, checked, message });
  for (const [i, call] of calls.entries()) {
    const found = runCall(core, call, { path, language, say });
    checked ||= found.checked;
    if (found.fault) return result(say.call(i + 1, found.fault));
  }
  return result("");
}

/**
 * By one path after the other, to the first that fails. Anything may be in a file: what is no case,
 * or cannot fail, has failed.
 */
export function runByPaths(
  core: Attention,
  test: Case,
  wanted: readonly Path[] = paths,
  language: Language = "en",
): CaseResult {
  const { id, title } = test ?? {};
  const message = judgeCase(test, sentences[language]);
  if (message) return { id, title, passed: false, checked: true, message };
  let checked = false;
  for (const path of wanted) {
    const result = runCase(core, test, path, language);
    checked ||= result.checked;
    if (!result.passed) {
      return path === "reference" ? result : { ...result, message: `${path}, ${result.message}` };
    }
  }
  return { id, title, passed: true, checked, message: "" };
}
