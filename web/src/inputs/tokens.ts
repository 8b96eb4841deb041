// The tokens of a page one by one: renamed, added, taken away. Matrices and masks follow.

import { cleanLabel } from "./fit.ts";
import { MAX_TOKENS } from "./limits.ts";
import { byHand, inputNames, type Matrix, type Source, type State, setSource } from "./state.ts";

/** Renames a query, and its key where they are the same tokens. An empty name changes nothing. */
export function setToken(state: State, index: number, text: string): State {
  const label = cleanLabel(text);
  const old = state.tokens[index];
  if (old === undefined) throw new RangeError(`the state has no token ${index}`);
  if (label === null || label === old) return state;
  return { ...state, tokens: state.tokens.with(index, label), sentence: null };
}

/** One more token at the end, its row all zeros; unchanged at MAX_TOKENS. */
export function addToken(state: State, text: string): State {
  if (state.tokens.length >= MAX_TOKENS) return state;
  const index = state.tokens.length;
  const zeros = (matrix: Matrix) => [...matrix, (matrix[0] ?? []).map(() => 0)];
  const longer = withRows(state, zeros);
  const names = inputNames(state.source).filter((name) => !name.startsWith("w"));
  const handmade = Object.fromEntries(names.map((name) => [name, byHand]));
  return setToken({ ...longer, origins: { ...state.origins, ...handmade } }, index, text);
}

/** Takes a token away, with its row and its place in the masks; the last one stays. */
export function removeToken(state: State, index: number): State {
  if (state.tokens.length <= 1 || state.tokens[index] === undefined) return state;
  const without = <T>(list: readonly T[]) => list.filter((_, i) => i !== index);
  const { padding, bias, attend } = state.settings;
  const self = sharesTokens(state);
  const grid = <T>(rows: readonly (readonly T[])[]) =>
    without(rows).map((row) => (self ? without(row) : row));
  const settings = {
    ...state.settings,
    padding: padding && self ? without(padding) : padding,
    bias: bias && grid(bias),
    attend: attend && grid(attend),
  };
  const shorter = withRows({ ...state, tokens: without(state.tokens) }, without);
  return { ...shorter, settings };
}

function sharesTokens({ source, keyTokens }: State): boolean {
  return source.kind === "projected" || keyTokens === null;
}

/** Applies `change` to every matrix that has a row for each query token. */
function withRows(state: State, change: (matrix: Matrix) => Matrix): State {
  const { source } = state;
  const changed: Source =
    source.kind === "projected"
      ? { ...source, x: change(source.x) }
      : sharesTokens(state)
        ? { kind: "direct", q: change(source.q), k: change(source.k), v: change(source.v) }
        : { ...source, q: change(source.q) };
  return setSource(state, changed, state.origins);
}
