// Version 1 of what a link holds after "v=1": readable keys, and only what differs from the worked
// example. Links of this version must open for as long as the page exists. So nothing here may
// change its meaning; if the worked example or the tokens of a sentence ever change, this version
// keeps a copy of its own of what they were.
//
//   X WQ WK WV    or  Q K V           rows with ; and numbers with , in between
//   text textlang width seed          instead: a sentence, from which they are made
//   random=WQ.7,WK.7                  which of them are random, and their seeds
//   tokens keys                       labels of the queries, of the keys
//   scaled temperature causal window sinks padding bias attend
//   step  cell=weights.0.2            rows and columns from 0
//   fig=order.shift:3,cache.sinks:1   what figures show, as each of them spells it
//   py                                what the reader wrote into the Python cell; it is not run
//
// The reading functions throw InputError; url.ts returns it.

import { InputError, valid } from "./error.ts";
import { workedExample } from "./example.ts";
import { fitLabels, sameValues } from "./fit.ts";
import { MAX_LINK_CODE, MAX_SEED, MAX_WIDTH } from "./limits.ts";
import { type Params, readOption, readSettings, writeSettings } from "./link-settings.ts";
import { type Cells, printLabels, readLabels, readMatrix } from "./link-words.ts";
import { parseWhole } from "./number.ts";
import { type Recipe, recipeFor, type Seeded, withSeeded } from "./sentence.ts";
import {
  byHand,
  type Cell,
  directNames,
  hasCell,
  type InputName,
  inputNames,
  type Matrix,
  matrixNames,
  matrixOf,
  type Origin,
  originOf,
  projectedNames,
  type Sentence,
  type Source,
  type State,
  steps,
  tokenCounts,
} from "./state.ts";

/** More choices than all figures have. */
const MAX_CHOICES = 64;

/** A whole state; or, for a sentence, what the core has to make before there is one. */
export type Content =
  | { readonly kind: "state"; readonly state: State }
  | {
      readonly kind: "sentence";
      readonly recipe: Recipe;
      readonly finish: (made: Seeded) => State;
    };

const base = workedExample.state;
const keyOf = (name: InputName) => name.toUpperCase();

/** Every key of this version. */
export const keysV1: ReadonlySet<string> = new Set([
  ...[...projectedNames, ...directNames].map(keyOf),
  ...["step", "cell", "fig", "py", "text", "textlang", "width", "seed", "random", "tokens", "keys"],
  ...["scaled", "temperature", "causal", "window", "sinks", "padding", "bias", "attend"],
]);

/** How the version that is written spells a matrix. */
type Spell = (matrix: Cells) => string;

/** These keys and values; links are written in version 2, whose matrices may be spelt otherwise. */
export function writeKeys(state: State, spell: Spell): [string, string][] {
  const entries: [string, string][] = [];
  if (state.step !== base.step) entries.push(["step", state.step]);
  if (state.cell) {
    entries.push(["cell", [state.cell.matrix, state.cell.row, state.cell.column].join(".")]);
  }
  entries.push(...(state.sentence ? writeSentence(state.sentence) : writeSource(state, spell)));
  const figures = Object.entries(state.figures).map((pair) => pair.join(":"));
  if (figures.length > 0) entries.push(["fig", figures.join(",")]);
  const { code } = state;
  if (code !== null && code.length <= MAX_LINK_CODE) entries.push(["py", wellFormed(code)]);
  return [...entries, ...writeSettings(state.settings, spell)];
}

/** Half a pair of code units has no place in an address. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, "\uFFFD");

function writeSentence({ text, language, width, seed }: Sentence): [string, string][] {
  return [
    ["text", wellFormed(text)],
    ["textlang", language],
    ["width", String(width)],
    ["seed", String(seed)],
  ];
}

function writeSource(state: State, spell: Spell): [string, string][] {
  const { source, tokens, keyTokens } = state;
  const entries: [string, string][] = [];
  const random: string[] = [];
  for (const name of inputNames(source)) {
    const text = spell(matrixOf(source, name) ?? []);
    if (text !== spell(matrixOf(base.source, name) ?? [])) entries.push([keyOf(name), text]);
    const origin = originOf(state, name);
    if (origin.kind === "random") random.push(`${keyOf(name)}.${origin.seed}`);
    if (origin.kind === "edited") random.push(`${keyOf(name)}.${origin.seed}.edited`);
  }
  if (random.length > 0) entries.push(["random", random.join(",")]);
  if (!sameValues(tokens, base.tokens)) entries.push(["tokens", printLabels(tokens)]);
  if (keyTokens) entries.push(["keys", printLabels(keyTokens)]);
  return entries;
}

export function readV1(params: Params): Content {
  if (!params.has("text")) return { kind: "state", state: withView(readState(params), params) };
  const recipe = readSentence(params);
  const zeros = (rows: number) =>
    Array.from({ length: rows }, () => new Array<number>(recipe.x.width).fill(0));
  const w = zeros(recipe.x.width);
  const blank = { x: zeros(recipe.tokens.length), wq: w, wk: w, wv: w };
  const settings = readSettings(params);
  const rest = withView({ ...withSeeded(base, recipe, blank), settings }, params);
  return { kind: "sentence", recipe, finish: (made) => withSeeded(rest, recipe, made) };
}

function readSentence(params: Params): Recipe {
  const others = [...projectedNames, ...directNames].map(keyOf);
  const other = [...others, "random", "tokens", "keys"].find((key) => params.has(key));
  if (other !== undefined) throw new InputError("linkConflict", { key: "text", other });
  const language = readOption(params, "textlang", ["tr", "en"]);
  if (language === null) throw new InputError("linkMissing", { key: "textlang" });
  const number = (field: "width" | "seed", least: number, most: number) => {
    const text = params.get(field);
    if (text === undefined) throw new InputError("linkMissing", { key: field });
    const whole = parseWhole(text, least, most);
    return valid(whole instanceof InputError ? whole.at({ field }) : whole);
  };
  const width = number("width", 1, MAX_WIDTH);
  const seed = number("seed", 0, MAX_SEED);
  return valid(recipeFor({ text: params.get("text") ?? "", language, width, seed }));
}

function readState(params: Params): State {
  const source = readSource(params);
  return {
    ...base,
    ...readTokens(params, source),
    source,
    origins: readOrigins(params, source),
    settings: readSettings(params),
  };
}

function readSource(params: Params): Source {
  const direct = directNames.find((name) => params.has(keyOf(name)));
  const projected = projectedNames.find((name) => params.has(keyOf(name)));
  if (direct && projected) {
    throw new InputError("linkConflict", { key: keyOf(projected), other: keyOf(direct) });
  }
  const matrix = (name: InputName): Matrix => {
    const text = params.get(keyOf(name));
    if (text !== undefined) return valid(readMatrix(text, name));
    const known = direct ? null : matrixOf(base.source, name);
    if (known === null) throw new InputError("linkMissing", { key: keyOf(name) });
    return known;
  };
  if (direct) return { kind: "direct", q: matrix("q"), k: matrix("k"), v: matrix("v") };
  return {
    kind: "projected",
    x: matrix("x"),
    wq: matrix("wq"),
    wk: matrix("wk"),
    wv: matrix("wv"),
  };
}

function readTokens(params: Params, source: Source): Pick<State, "tokens" | "keyTokens"> {
  const [queries, keys] = tokenCounts(source);
  const labels = (key: string, rows: number): readonly string[] | null => {
    const text = params.get(key);
    if (text === undefined) return null;
    const list = valid(readLabels(text, key));
    if (list.length === rows) return list;
    throw new InputError("linkTokens", { tokens: list.length, rows });
  };
  // A link written by hand may leave the labels out.
  const usual = fitLabels(queries === base.tokens.length ? base.tokens : [], queries);
  const tokens = labels("tokens", queries) ?? usual;
  const keyTokens = labels("keys", keys);
  if (source.kind === "projected" && keyTokens) {
    throw new InputError("linkConflict", { key: "keys", other: "X" });
  }
  const ofKeys = keyTokens ?? fitLabels(tokens, keys);
  return { tokens, keyTokens: sameValues(ofKeys, tokens) ? null : ofKeys };
}

function readOrigins(params: Params, source: Source): State["origins"] {
  const names = inputNames(source);
  const origins: Partial<Record<InputName, Origin>> = {};
  for (const name of names) origins[name] = byHand;
  const list = params.get("random");
  for (const text of list?.split(",") ?? []) {
    const [key, number = "", edited, ...more] = text.split(".");
    const name = names.find((candidate) => keyOf(candidate) === key);
    const fits = more.length === 0 && (edited === undefined || edited === "edited");
    if (name === undefined || !fits) throw new InputError("linkValue", { key: "random", text });
    const seed = valid(parseWhole(number, 0, MAX_SEED));
    origins[name] = { kind: edited ? "edited" : "random", seed };
  }
  return origins;
}

/** The step shown and the open cell. */
function withView(state: State, params: Params): State {
  const step = readOption(params, "step", steps) ?? base.step;
  const cell = readCell(params, state.source);
  const code = params.get("py")?.replace(/\r\n?/gu, "\n") ?? null;
  return { ...state, step, cell, figures: readFigures(params), code };
}

/** Which figures there are, and what they take, is theirs to know: they come when they are needed. */
function readFigures(params: Params): State["figures"] {
  const text = params.get("fig");
  const pairs = text?.split(",") ?? [];
  if (pairs.length > MAX_CHOICES)
    throw new InputError("linkValue", { key: "fig", text: `${pairs.length}` });
  return Object.fromEntries(
    pairs.map((pair) => {
      const [choice, value] = /^([a-z]+\.[a-z]+):([\w.+-]{1,64})$/iu.exec(pair)?.slice(1) ?? [];
      if (!choice || !value) throw new InputError("linkValue", { key: "fig", text: pair });
      return [choice, value];
    }),
  );
}

function readCell(params: Params, source: Source): Cell | null {
  const text = params.get("cell");
  if (text === undefined) return null;
  const [name, row, column] = /^(\w+)\.(\d{1,3})\.(\d{1,3})$/u.exec(text)?.slice(1) ?? [];
  const matrix = matrixNames.find((candidate) => candidate === name);
  const cell = matrix && { matrix, row: Number(row), column: Number(column) };
  if (cell && hasCell(source, cell)) return cell;
  throw new InputError("linkValue", { key: "cell", text });
}
