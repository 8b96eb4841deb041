// From a sentence to a state. Embeddings and weights of an own sentence are random: the core makes
// them from the seed, the same in every host. Here stands what to ask it for, and what becomes of it.

import { caught, InputError, valid } from "./error.ts";
import { MAX_SEED, MAX_WIDTH } from "./limits.ts";
import { parseWhole } from "./number.ts";
import {
  type Matrix,
  type Origin,
  type ProjectedName,
  type Sentence,
  type State,
  setSource,
} from "./state.ts";
import { tokenize } from "./text.ts";

/** Arguments of the core's `random`. */
export interface RandomMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly seed: number;
  readonly deviation: number;
}

/** What to ask the core for; `x` are the arguments of its `embed`. */
export interface Recipe {
  readonly sentence: Sentence;
  readonly tokens: readonly string[];
  readonly x: { readonly tokens: string[]; readonly width: number; readonly seed: number };
  readonly wq: RandomMatrix;
  readonly wk: RandomMatrix;
  readonly wv: RandomMatrix;
}

export type Seeded = Readonly<Record<ProjectedName, Matrix>>;

export function recipeFor(sentence: Sentence): Recipe | InputError {
  return caught(() => {
    const { language } = sentence;
    const tokens = valid(tokenize(sentence.text, language));
    const width = wholeFrom(sentence, "width", 1, MAX_WIDTH);
    const seed = wholeFrom(sentence, "seed", 0, MAX_SEED);
    const text = sentence.text.replace(/\s+/gu, " ").trim();
    // Variance 1/width keeps the components of q, k and v at the size of those of x. The next seed
    // must give other weights, not these three in another order.
    const deviation = 1 / Math.sqrt(width);
    const weights = (i: number) => ({ rows: width, columns: width, seed: 4 * seed + i, deviation });
    return {
      sentence: { text, language, width, seed },
      tokens,
      x: { tokens: [...tokens], width, seed },
      wq: weights(1),
      wk: weights(2),
      wv: weights(3),
    };
  });
}

function wholeFrom(sentence: Sentence, field: "width" | "seed", least: number, most: number) {
  const whole = parseWhole(String(sentence[field]), least, most);
  return valid(whole instanceof InputError ? whole.at({ field }) : whole);
}

/** `made` is rounded to two decimals, so that the cells show the very numbers that are computed with. */
export function withSeeded(state: State, recipe: Recipe, made: Seeded): State {
  const origin: Origin = { kind: "random", seed: recipe.sentence.seed };
  const source = {
    kind: "projected",
    x: rounded(made.x),
    wq: rounded(made.wq),
    wk: rounded(made.wk),
    wv: rounded(made.wv),
  } as const;
  const origins = { x: origin, wq: origin, wk: origin, wv: origin };
  return {
    ...setSource(state, source, origins),
    tokens: recipe.tokens,
    keyTokens: null,
    sentence: recipe.sentence,
  };
}

function rounded(matrix: Matrix): Matrix {
  // Adding 0 makes 0 of the -0 that small negative numbers round to.
  return matrix.map((row) => row.map((value) => Math.round(value * 100) / 100 + 0));
}
