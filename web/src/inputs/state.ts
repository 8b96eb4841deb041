// The whole state of a page, and the updates of its matrices and settings. States are immutable:
// an update returns a new state, or the very same one when nothing changed.
//
// Shapes are judged in one place, the core; a state may hold matrices that do not fit together
// while its reader is still replacing them. Only the labels are kept in step here: one for each
// row of X, or of Q and of K.

import { type Counts, fitLabels, fitSettings, sameValues } from "./fit.ts";

export type Language = "tr" | "en";

/** Rows are tokens. */
export type Matrix = readonly (readonly number[])[];

export const projectedNames = ["x", "wq", "wk", "wv"] as const;
export const directNames = ["q", "k", "v"] as const;
export type ProjectedName = (typeof projectedNames)[number];
export type DirectName = (typeof directNames)[number];
export type InputName = ProjectedName | DirectName;

/** Where the numbers of an input come from; the badge beside the matrix says it. */
export type Origin =
  | { readonly kind: "hand" }
  | { readonly kind: "random"; readonly seed: number }
  /** Drawn at random, and then changed cell by cell. */
  | { readonly kind: "edited"; readonly seed: number };

export type Projected = { readonly kind: "projected" } & Readonly<Record<ProjectedName, Matrix>>;
export type Direct = { readonly kind: "direct" } & Readonly<Record<DirectName, Matrix>>;
export type Source = Projected | Direct;

export interface Settings {
  /** Divide the scores by sqrt(d_k). */
  readonly scaled: boolean;
  /** Greater than 0; 1 changes nothing. */
  readonly temperature: number;
  readonly causal: false | "top-left" | "bottom-right";
  /** Tokens visible, counting the token itself. */
  readonly window: number | null;
  /** First tokens that stay visible whatever the window; only with a window. */
  readonly sinks: number;
  /** For each key, true = padding, ignored. */
  readonly padding: readonly boolean[] | null;
  /** Queries x keys, added after scaling; may hold -Infinity. */
  readonly bias: Matrix | null;
  /** Queries x keys, true = may attend. */
  readonly attend: readonly (readonly boolean[])[] | null;
}

export const steps = ["projections", "scores", "scaled", "masked", "weights", "output"] as const;
export type Step = (typeof steps)[number];

export const matrixNames = [
  ...projectedNames,
  ...directNames,
  "scores",
  "scaled",
  "masked",
  "exponentials",
  "weights",
  "output",
] as const;
export type MatrixName = (typeof matrixNames)[number];

/** A matrix that one figure alone has: what its numbers are, and which of that kind it is. */
export type PartName = `${MatrixName}.${string}`;
export type GridName = MatrixName | PartName;

/** What the numbers of a matrix are. */
export const kindOf = (name: GridName): MatrixName => name.split(".", 1)[0] as MatrixName;

/** One cell of a matrix on the page; rows and columns count from 0. */
export interface Cell {
  readonly matrix: GridName;
  readonly row: number;
  readonly column: number;
}

/** The random embeddings and weights are made from this alone, so a link needs no matrices. */
export interface Sentence {
  readonly text: string;
  readonly language: Language;
  readonly width: number;
  readonly seed: number;
}

export interface State {
  /** Labels of the queries, and of the keys when `keyTokens` is null. */
  readonly tokens: readonly string[];
  readonly keyTokens: readonly string[] | null;
  readonly source: Source;
  /** One entry for each matrix of the source. */
  readonly origins: Readonly<Partial<Record<InputName, Origin>>>;
  /** Set while X and the weights are still the seeded ones made from it. */
  readonly sentence: Sentence | null;
  readonly settings: Settings;
  /** What the reader chose in figures beside the numbers, "figure.choice" as it spells the value; only what is not as it begins. */
  readonly figures: Readonly<Record<string, string>>;
  /** What the reader wrote into the Python cell; null while a listing of the shelf stands there. */
  readonly code: string | null;
  readonly step: Step;
  readonly cell: Cell | null;
}

export const defaultSettings: Settings = {
  scaled: true,
  temperature: 1,
  causal: false,
  window: null,
  sinks: 0,
  padding: null,
  bias: null,
  attend: null,
};

export const byHand: Origin = { kind: "hand" };

/** What a change of single cells makes of it. */
export function editedFrom(origin: Origin): Origin {
  return origin.kind === "hand" ? origin : { kind: "edited", seed: origin.seed };
}

export function inputNames(source: Source): readonly InputName[] {
  return source.kind === "projected" ? projectedNames : directNames;
}

/** The input of that name, or null when the source does not hold it. */
export function matrixOf(source: Source, name: InputName): Matrix | null {
  return (source as Partial<Record<InputName, Matrix>>)[name] ?? null;
}

export function originOf(state: State, name: InputName): Origin {
  return state.origins[name] ?? byHand;
}

export function columnsOf(matrix: Matrix): number {
  return matrix[0]?.length ?? 0;
}

/** [queries, keys] */
export function tokenCounts(source: Source): Counts {
  if (source.kind === "projected") return [source.x.length, source.x.length];
  return [source.q.length, source.k.length];
}

/** [rows, columns] of any matrix on the page; [0, 0] for an input that the source does not hold. */
export function sizeOf(source: Source, name: GridName): readonly [number, number] {
  switch (name) {
    case "scores":
    case "scaled":
    case "masked":
    case "exponentials":
    case "weights":
      return tokenCounts(source);
    case "output": {
      const values = source.kind === "projected" ? source.wv : source.v;
      return [tokenCounts(source)[0], columnsOf(values)];
    }
    case "q":
    case "k":
    case "v":
      if (source.kind === "projected") return [source.x.length, columnsOf(source[`w${name}`])];
  }
  const matrix = matrixOf(source, name as InputName);
  return matrix ? [matrix.length, columnsOf(matrix)] : [0, 0];
}

export function hasCell(source: Source, cell: Cell): boolean {
  const [rows, columns] = sizeOf(source, cell.matrix);
  return cell.row < rows && cell.column < columns;
}

/** The state with other matrices: labels, masks and the chosen cell follow the new shapes. */
export function setSource(state: State, source: Source, origins: State["origins"]): State {
  const [queries, keys] = tokenCounts(source);
  const tokens = fitLabels(state.tokens, queries);
  const keyTokens = fitLabels(state.keyTokens ?? state.tokens, keys);
  return {
    ...state,
    tokens,
    keyTokens: source.kind === "projected" || sameValues(tokens, keyTokens) ? null : keyTokens,
    source,
    origins,
    sentence: null,
    settings: fitSettings(state.settings, tokenCounts(state.source), [queries, keys]),
    cell: state.cell && hasCell(source, state.cell) ? state.cell : null,
  };
}

export function setMatrix(state: State, name: InputName, matrix: Matrix): State {
  if (!matrixOf(state.source, name)) throw new RangeError(`the state has no matrix ${name}`);
  const source = { ...state.source, [name]: matrix } as Source;
  return setSource(state, source, { ...state.origins, [name]: byHand });
}

export function setCell(
  state: State,
  name: InputName,
  row: number,
  column: number,
  value: number,
): State {
  const old = matrixOf(state.source, name)?.[row]?.[column];
  if (old === undefined) throw new RangeError(`the state has no cell ${name}[${row}][${column}]`);
  if (Object.is(old, value)) return state;
  const matrix = matrixOf(state.source, name) ?? [];
  const changed = matrix.map((cells, i) => (i === row ? cells.with(column, value) : cells));
  const origins = { ...state.origins, [name]: editedFrom(originOf(state, name)) };
  return setSource(state, { ...state.source, [name]: changed } as Source, origins);
}

/** To Q, K and V of one's own. Where they were projected by random weights, they stay random. */
export function toDirect(state: State, matrices: Omit<Direct, "kind">): State {
  const { q, k, v } = matrices;
  const projected = state.source.kind === "projected";
  return setSource(
    state,
    { kind: "direct", q, k, v },
    {
      q: projected ? originOf(state, "wq") : byHand,
      k: projected ? originOf(state, "wk") : byHand,
      v: projected ? originOf(state, "wv") : byHand,
    },
  );
}

export function toProjected(state: State, matrices: Omit<Projected, "kind">): State {
  const { x, wq, wk, wv } = matrices;
  const origins = { x: byHand, wq: byHand, wk: byHand, wv: byHand };
  return setSource(state, { kind: "projected", x, wq, wk, wv }, origins);
}

export function setSettings(state: State, changes: Partial<Settings>): State {
  const settings = { ...state.settings, ...changes };
  if (settings.window === null) settings.sinks = 0;
  const names = Object.keys(settings) as (keyof Settings)[];
  if (names.every((name) => Object.is(settings[name], state.settings[name]))) return state;
  return { ...state, settings };
}

/** The choice of a figure; null goes back to how it begins. */
export function setFigure(state: State, choice: string, value: string | null): State {
  if ((state.figures[choice] ?? null) === value) return state;
  const { [choice]: _, ...others } = state.figures;
  return { ...state, figures: value === null ? others : { ...others, [choice]: value } };
}

export function setCode(state: State, code: string | null): State {
  return code === state.code ? state : { ...state, code };
}

export function setStep(state: State, step: Step): State {
  return step === state.step ? state : { ...state, step };
}

/** Chooses the cell that is opened into its sum; a cell that does not exist closes it. */
export function selectCell(state: State, cell: Cell | null): State {
  const next = cell && hasCell(state.source, cell) ? cell : null;
  if (next === state.cell) return state;
  return { ...state, cell: next };
}
