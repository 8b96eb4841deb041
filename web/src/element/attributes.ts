// The attributes of the element as a state. Each is judged by itself: what is wrong with one is told,
// and the others hold.

import { AttentionError } from "../core/errors.ts";
import {
  bareName,
  figureNamed,
  namesOfFigures,
  type OfAnyState,
  ofAnyState,
  PLAYGROUND,
} from "../embed/options.ts";
import { isFigure } from "../figures/titles.ts";
import { describeInput, InputError } from "../inputs/error.ts";
import { workedExample } from "../inputs/example.ts";
import { cleanLabel, fitLabels, labelsIn, nameOfRow, sameValues } from "../inputs/fit.ts";
import { isLabelList, labelsInList } from "../inputs/label-list.ts";
import { MAX_TOKENS } from "../inputs/limits.ts";
import type { Content } from "../inputs/link-v1.ts";
import { parseMatrix } from "../inputs/matrix.ts";
import { nearest } from "../inputs/nearest.ts";
import { parsePositive, parseWhole, printNumber } from "../inputs/number.ts";
import {
  byHand,
  type DirectName,
  directNames,
  type InputName,
  type Language,
  type Matrix,
  matrixOf,
  type ProjectedName,
  projectedNames,
  type Settings,
  type Source,
  type State,
  setSettings,
  setSource,
  tokenCounts,
} from "../inputs/state.ts";
import { decode } from "../inputs/url.ts";
import type { Outcome } from "../page/engine.ts";
import { elementText } from "./text.ts";

/** Null where there is no such attribute. */
export type Get = (attribute: string) => string | null;

export interface Wrong {
  readonly attribute: string;
  readonly say: (language: Language) => string;
}

const matrixAttributes = [...projectedNames, ...directNames];

/** Those that say what is computed, without a link. */
export const numberAttributes = [
  ...["tokens", "keys", ...matrixAttributes],
  ...["scaled", "temperature", "causal", "window", "sinks", "padding", "attend", "bias"],
];

/** Those that say what is computed. */
export const inputAttributes = ["state", ...numberAttributes];

type Tell = (attribute: string, problem: InputError | Wrong["say"]) => void;

/** Of a link, an anchor says which figure. */
export function readFigure(get: Get, tell: Tell): OfAnyState {
  const asked = get("figure");
  const named = asked === null ? null : figureNamed(asked);
  if (asked !== null && !named) tell("figure", notDrawn(asked));
  const link = decode(linkIn(get("state") ?? ""));
  const anchor = link instanceof InputError ? null : link.anchor;
  return named ?? figureIn(anchor ?? null) ?? "output";
}

/** Of a whole link, what follows "#". */
const linkIn = (text: string) => text.slice(Math.max(0, text.indexOf("#"))).trim();

const figureIn = (anchor: string | null) => figureNamed(anchor ?? "");

/** Of the lesson's other figures it is said where they are to be had. */
function notDrawn(asked: string): Wrong["say"] {
  const id = bareName(asked);
  const drawn = ofAnyState.join(", ");
  if (isFigure(id) || id === PLAYGROUND)
    return (language) => elementText[language].frameOnly(id, drawn);
  return unknown("figure", asked, ofAnyState, nearest(id, namesOfFigures));
}

export const unknown =
  (
    attribute: string,
    value: string,
    options: readonly string[],
    near = nearest(value, options),
  ): Wrong["say"] =>
  (language) =>
    elementText[language].option(attribute, value.slice(0, 40), options.join(", "), near);

export const told = (attribute: string, problem: InputError | Wrong["say"]): Wrong => ({
  attribute,
  say:
    problem instanceof InputError
      ? (language) => elementText[language].attribute(attribute, describeInput(problem, language))
      : problem,
});

/** `finish`: the state of a link, for which the core may have to be asked. */
export function readState(
  get: Get,
  finish: (content: Content) => Outcome<State>,
  tell: Tell,
): State {
  const linked = linkedState(get, finish, tell);
  const source = sourceIn(get, linked?.source ?? null, tell);
  const base = linked ?? workedExample.state;
  const origins = Object.fromEntries(matrixAttributes.map((n) => [n, byHand]));
  // Numbers of one's own are not those of the example's words.
  const unnamed = linked ?? { ...base, tokens: [], keyTokens: null };
  const numbered = source ? setSource(unnamed, source, origins) : base;
  // Where the matrices cannot be read, labels are not those of what is shown instead.
  const others = !source && matrixAttributes.some((name) => get(name) !== null);
  return withSettings(others ? numbered : withLabels(numbered, get, tell), get, tell);
}

function linkedState(
  get: Get,
  finish: (content: Content) => Outcome<State>,
  tell: Tell,
): State | null {
  const text = linkIn(get("state") ?? "");
  if (text === "") return null;
  const link = decode(text);
  if (link instanceof InputError) tell("state", link);
  else if (link.content) {
    const made = finish(link.content);
    if ("value" in made) return made.value;
    tell("state", (language) => new AttentionError(made.fault).describe(language));
  } else if (!figureIn(link.anchor)) {
    tell("state", new InputError("linkMissing", { key: "v" }, { field: "link" }));
  }
  return null;
}

/** Of such a text the faults are told by its rows as well. */
const oneLine = /^[^[({\\\n]*;[^[({\\\n]*$/u;

/** A matrix as an attribute spells it; on one line a semicolon ends a row, as in links. */
function matrixIn(text: string): Matrix | InputError {
  const read = parseMatrix(text);
  const columns =
    read instanceof InputError ? oneLine.test(text) : read.note === "semicolonColumns";
  const meant = columns ? parseMatrix(`[${text}]`) : read;
  return meant instanceof InputError ? meant : meant.matrix;
}

/** What the attributes give, over what a link gave; null where they give nothing that is whole. */
function sourceIn(get: Get, linked: Source | null, tell: Tell): Source | null {
  const given = matrixAttributes.filter((name) => get(name) !== null);
  const direct = directNames.some((name) => given.includes(name));
  const names: readonly InputName[] = direct ? directNames : projectedNames;
  const other = given.find((name) => !names.includes(name));
  if (given.length === 0) return null;
  if (other) {
    const first = given.find((name) => names.includes(name)) ?? "q";
    tell(other, (language) => elementText[language].conflict(other, first));
    return null;
  }
  const missing = names.filter((name) => get(name) === null && !(linked && matrixOf(linked, name)));
  if (missing.length > 0) {
    const [first] = missing as [InputName];
    tell(first, (language) => elementText[language].missing(missing, given));
    return null;
  }
  const matrices: Partial<Record<InputName, Matrix>> = {};
  for (const name of names) {
    const text = get(name);
    const matrix = text === null ? linked && matrixOf(linked, name) : matrixIn(text);
    if (matrix instanceof InputError) tell(name, matrix);
    else if (matrix) matrices[name] = matrix;
  }
  if (Object.keys(matrices).length < names.length) return null;
  return direct
    ? { kind: "direct", ...(matrices as Record<DirectName, Matrix>) }
    : { kind: "projected", ...(matrices as Record<ProjectedName, Matrix>) };
}

function labelsOf(
  attribute: string,
  count: number,
  get: Get,
  tell: Tell,
): readonly string[] | null {
  const text = get(attribute);
  if (text === null) return null;
  const labels = isLabelList(text) ? labelsInList(text) : labelsIn(text, count);
  if (typeof labels === "number") {
    tell(attribute, (language) => elementText[language].list(attribute, labels));
    return null;
  }
  if (labels.length > count) {
    tell(attribute, new InputError("labelCount", { labels: labels.length, tokens: count }));
    return null;
  }
  // An empty attribute asks for nothing.
  if (labels.length < count && text.trim() !== "")
    tell(attribute, (language) => elementText[language].fewLabels(attribute, labels.length, count));
  return fitLabels(
    labels.map((label, i) => cleanLabel(label) ?? nameOfRow(i)),
    count,
  );
}

function withLabels(state: State, get: Get, tell: Tell): State {
  const [queries, keys] = tokenCounts(state.source);
  const tokens = labelsOf("tokens", queries, get, tell);
  if (state.source.kind === "projected") {
    if (get("keys") !== null)
      tell("keys", (language) => elementText[language].conflict("keys", "x"));
    return tokens ? { ...state, tokens } : state;
  }
  const named = tokens ?? state.tokens;
  const given = labelsOf("keys", keys, get, tell);
  const ofKeys = given ?? (tokens ? fitLabels(tokens, keys) : state.keyTokens);
  return {
    ...state,
    tokens: named,
    keyTokens: ofKeys && !sameValues(ofKeys, named) ? ofKeys : null,
  };
}

/** `causal="causal"`, as some programs write what is there without a value. */
const saysYes = (attribute: string, text: string) =>
  ["", "true", "yes", "1", attribute].includes(text);
const no = ["false", "no", "0", "none"];

function causalIn(text: string): Settings["causal"] | null {
  if (saysYes("causal", text) || text === "top-left") return "top-left";
  if (text === "bottom-right") return text;
  return no.includes(text) ? false : null;
}

/** 0 and 1, a place each. */
function flagsIn(text: string): readonly (readonly boolean[])[] | InputError {
  const matrix = matrixIn(text);
  if (matrix instanceof InputError) return matrix;
  for (const [i, row] of matrix.entries()) {
    const j = row.findIndex((value) => value !== 0 && value !== 1);
    if (j < 0) continue;
    const values = { text: printNumber(row[j] ?? 0), least: 0, most: 1 };
    return new InputError("notWhole", values, { row: i + 1, column: j + 1 });
  }
  return matrix.map((row) => row.map((value) => value === 1));
}

function withSettings(state: State, get: Get, tell: Tell): State {
  const changes: { -readonly [Name in keyof Settings]?: Settings[Name] } = {};
  const read = <Name extends keyof Settings>(
    name: Name,
    reader: (text: string) => Settings[Name] | InputError | null,
    options: readonly string[] = [],
  ) => {
    const text = get(name);
    if (text === null) return;
    const value = reader(text.trim().toLowerCase());
    if (value instanceof InputError) tell(name, value);
    else if (value === null) tell(name, unknown(name, text, options));
    else changes[name] = value;
  };
  const scaledIn = (text: string) => saysYes("scaled", text) || (no.includes(text) ? false : null);
  read("scaled", scaledIn, ["true", "false"]);
  read("causal", causalIn, ["top-left", "bottom-right", "false"]);
  read("temperature", parsePositive);
  read("window", (text) => parseWhole(text, 1, MAX_TOKENS));
  read("sinks", (text) => parseWhole(text, 0, MAX_TOKENS));
  read("bias", matrixIn);
  read("attend", flagsIn);
  read("padding", (text) => {
    const rows = flagsIn(text);
    return rows instanceof InputError ? rows : rows.flat();
  });
  if (changes.sinks && (changes.window ?? state.settings.window) === null) {
    delete changes.sinks;
    tell("sinks", (language) => elementText[language].needsWindow);
  }
  return setSettings(state, changes);
}
