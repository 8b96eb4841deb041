// What a host may ask of a figure beside the state, in the address of a frame or in the attributes of
// an element.

import { homeOf } from "../figures/home.ts";
import { matrixNames } from "../inputs/state.ts";
import type { Theme } from "../page/preferences.ts";

/** Parts of a figure that a host may do without. */
export const hideable = [
  "bar",
  "title",
  "controls",
  "legend",
  "caption",
  "inspector",
  "save",
] as const;
export type Hideable = (typeof hideable)[number];
export const isHideable = (value: string): value is Hideable =>
  hideable.includes(value as Hideable);

/** Those of an element: nothing in it saves. */
export const hideableOfTag: readonly Hideable[] = hideable.filter((part) => part !== "save");

export const themes = ["auto", "light", "dark"] as const;
export const isTheme = (value: string): value is Theme => themes.includes(value as Theme);

export const languages = ["tr", "en"] as const;

/** The whole playground instead of one figure. */
export const PLAYGROUND = "playground";

/** They draw any number of tokens, like the playground; the others speak of three. */
export const ofAnyState = [
  "words",
  "projections",
  "scores",
  "scale",
  "mask",
  "softmax",
  "output",
  "five-lines",
] as const;
export type OfAnyState = (typeof ofAnyState)[number];

/** Sections of the lesson that are called otherwise than their figure. */
const ofSection: ReadonlyMap<string, OfAnyState> = new Map([["qkv", "projections"]]);

/** softmax-weights, as the table of the matrix is called within the figure. */
const hasTable = (figure: OfAnyState, id: string) =>
  matrixNames.some((matrix) => id === `${figure}-${matrix}`);

/** What may have been meant by a name that there is not. */
export const namesOfFigures: readonly string[] = [
  ...new Set<string>([...ofAnyState, ...ofSection.keys(), ...matrixNames]),
];

/** A name without what makes an anchor of it, or a figure. */
export const bareName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/^#?(?:figure-)?/u, "")
    .replace(/[\s_]+/gu, "-");

/**
 * By any name that a figure has on the pages: its own, as an anchor or not (#figure-softmax), its
 * section (qkv), a matrix that is at home in it (weights) or the table of one (softmax-weights).
 */
export function figureNamed(name: string): OfAnyState | null {
  const id = bareName(name);
  const own = ofAnyState.find((figure) => figure === id || hasTable(figure, id));
  if (own) return own;
  const matrix = matrixNames.find((one) => one === id);
  return matrix ? homeOf[matrix] : (ofSection.get(id) ?? null);
}
