// What the experiment draws, as the reader chose it: the figure and what is said of it draw the same.

import type { State } from "../inputs/state.ts";
import { Choices, wholeChoice, wordChoice } from "./choices.ts";

export const widths = [4, 8, 16, 32, 64, 128, 256, 512] as const;
const FIRST_SEED = 1;
export const LAST_SEED = 999_999;

// With 64 queries of 32 keys the widest row takes about 30 ms; more would hold up the page.
export const keyCounts = ["4", "16", "32"] as const;
export const drawCounts = ["4", "16", "64"] as const;

export const experimentChoices = new Choices("experiment", {
  seed: wholeChoice(FIRST_SEED, 0, LAST_SEED),
  keys: wordChoice("16", keyCounts),
  draws: wordChoice("64", drawCounts),
  width: wordChoice("64", widths.map(String)),
});

/** All that the numbers of a width depend on: not on which other widths are drawn. */
export interface Setup {
  readonly seed: number;
  readonly keys: number;
  readonly samples: number;
}

export const sameSetup = (a: Setup, b: Setup) =>
  a.seed === b.seed && a.keys === b.keys && a.samples === b.samples;

export function setupOf(state: State): Setup {
  const { seed, keys, draws } = experimentChoices.of(state);
  return { seed, keys: Number(keys), samples: Number(draws) };
}
