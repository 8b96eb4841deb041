// A trace that was saved here, back into the state that it is of. Nothing in the file is believed:
// the matrices go the way of everything pasted, every option has to be what it says.

import { caught, InputError, valid } from "../inputs/error.ts";
import { cleanLabel, sameValues } from "../inputs/fit.ts";
import { judge } from "../inputs/judge.ts";
import { MAX_SEED, MAX_TOKENS } from "../inputs/limits.ts";
import { printNumber } from "../inputs/number.ts";
import {
  defaultSettings,
  directNames,
  type InputName,
  inputNames,
  type Matrix,
  type Origin,
  projectedNames,
  type Settings,
  type Source,
  type State,
  tokenCounts,
} from "../inputs/state.ts";
import { FileProblem } from "./problems.ts";
import { TRACE_VERSION } from "./trace.ts";

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const closing: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

/** Nothing is wrong with the text of JSON but that it stops: brackets are open at its end. */
function endsEarly(text: string): boolean {
  // The last string may be open as well.
  const bare = text.trimEnd().replace(/"[^"\\\n]*(?:\\.[^"\\\n]*)*(?:"|\\?$)/gu, "");
  if (bare.includes('"')) return false;
  const open: string[] = [];
  for (const [mark] of bare.matchAll(/[[\]{}]/gu)) {
    const close = closing[mark];
    if (close !== undefined) open.push(close);
    else if (open.pop() !== mark) return false;
  }
  return open.length > 0;
}

/**
 * The object of JSON that says what it is, or what became of it; null for any other text. One that was
 * cut short may not say so yet.
 */
export function markedObject(text: string): Fields | FileProblem | null {
  if (!/^\s*\{\s*(?:"|$)/u.test(text)) return null;
  try {
    const object: unknown = JSON.parse(text);
    return isObject(object) && Object.hasOwn(object, "dikkat") ? object : null;
  } catch {
    const line = text.trimEnd().split("\n").length;
    if (endsEarly(text)) return new FileProblem("objectCut", { line });
    return text.includes('"dikkat"') ? new FileProblem("objectBroken", {}) : null;
  }
}

function check(good: boolean, field: string): asserts good {
  if (!good) throw new FileProblem("traceField", { field });
}

function own(object: Fields, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Of JSON a number; also the strings that stand for NaN and the infinities. */
function wordOf(value: unknown, field: string): string {
  check(typeof value === "number" || typeof value === "string", field);
  return typeof value === "number" ? printNumber(value) : value;
}

function matrixIn(value: unknown, field: string, place: InputName | "bias"): Matrix {
  check(Array.isArray(value) && value.every(Array.isArray), field);
  const rows = (value as unknown[][]).map((row) => row.map((cell) => wordOf(cell, field)));
  const matrix = judge(rows, { nonFinite: true });
  return valid(matrix instanceof InputError ? matrix.at({ field: place }) : matrix);
}

function sourceIn(inputs: unknown): Source {
  check(isObject(inputs), "inputs");
  const kind = Object.hasOwn(inputs, "x") ? "projected" : "direct";
  const names = kind === "projected" ? projectedNames : directNames;
  const matrices = names.map((name) => [name, matrixIn(own(inputs, name), `inputs.${name}`, name)]);
  return { kind, ...Object.fromEntries(matrices) } as Source;
}

function labelsIn(value: unknown, field: string, rows: number): readonly string[] {
  check(Array.isArray(value) && value.length <= MAX_TOKENS, field);
  const labels = value.map((label) => {
    const clean = typeof label === "string" ? cleanLabel(label) : null;
    check(clean !== null, field);
    return clean;
  });
  if (labels.length === rows) return labels;
  throw new FileProblem("traceTokens", { field, tokens: labels.length, rows });
}

const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
const isWhole = (least: number, most: number) => (value: unknown) =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

/** Whether an option of the file is one; `bias` is read as a matrix. */
const isOption: {
  readonly [Name in Exclude<keyof Settings, "bias">]: (value: unknown) => boolean;
} = {
  scaled: isFlag,
  temperature: (value) => typeof value === "number" && Number.isFinite(value) && value > 0,
  causal: (value) => value === false || value === "top-left" || value === "bottom-right",
  window: (value) => value === null || isWhole(1, MAX_TOKENS)(value),
  sinks: isWhole(0, MAX_TOKENS),
  padding: (value) => value === null || (Array.isArray(value) && value.every(isFlag)),
  attend: (value) =>
    value === null ||
    (Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every(isFlag))),
};

function settingsIn(options: unknown, [queries, keys]: readonly [number, number]): Settings {
  check(isObject(options), "options");
  const settings: Record<string, unknown> = { ...defaultSettings };
  for (const [name, fits] of Object.entries(isOption)) {
    if (!Object.hasOwn(options, name)) continue;
    check(fits(options[name]), `options.${name}`);
    settings[name] = options[name];
  }
  const bias = own(options, "bias") ?? null;
  settings.bias = bias === null ? null : matrixIn(bias, "options.bias", "bias");
  const read = settings as unknown as Settings;
  const { padding, attend } = read;
  check(padding === null || padding.length === keys, "options.padding");
  const fitting = attend?.length === queries && attend.every((row) => row.length === keys);
  check(attend === null || fitting, "options.attend");
  check(read.sinks === 0 || read.window !== null, "options.sinks");
  return read;
}

function originsIn(value: unknown, source: Source): State["origins"] {
  check(value === undefined || isObject(value), "origins");
  const origins: Partial<Record<InputName, Origin>> = {};
  for (const name of inputNames(source)) {
    const origin = value && own(value, name);
    if (!isObject(origin) || origin.kind === "hand") {
      origins[name] = { kind: "hand" };
      continue;
    }
    const { kind, seed } = origin;
    const drawn = (kind === "random" || kind === "edited") && isWhole(0, MAX_SEED)(seed);
    check(drawn, `origins.${name}`);
    origins[name] = { kind, seed: seed as number };
  }
  return origins;
}

/** What of a state is no number stays as it is in `now`. */
export function readTrace(object: Fields, now: State): State | FileProblem | InputError {
  if (object.dikkat !== "trace") {
    return new FileProblem("otherKind", { kind: String(object.dikkat).slice(0, 24) });
  }
  if (object.version !== TRACE_VERSION) {
    return new FileProblem("traceVersion", { version: String(object.version).slice(0, 24) });
  }
  try {
    return caught(() => stateIn(object, now));
  } catch (problem) {
    if (problem instanceof FileProblem) return problem;
    throw problem;
  }
}

function stateIn(object: Fields, now: State): State {
  const source = sourceIn(own(object, "inputs"));
  const [queries, keys] = tokenCounts(source);
  const tokens = labelsIn(own(object, "tokens"), "tokens", queries);
  const others = own(object, "keyTokens") ?? null;
  const keyTokens = others === null ? null : labelsIn(others, "keyTokens", keys);
  check(keyTokens !== null || queries === keys, "keyTokens");
  const same = source.kind === "projected" || (keyTokens && sameValues(tokens, keyTokens));
  return {
    ...now,
    tokens,
    keyTokens: same ? null : keyTokens,
    source,
    origins: originsIn(own(object, "origins"), source),
    sentence: null,
    settings: settingsIn(own(object, "options"), [queries, keys]),
    cell: null,
  };
}
