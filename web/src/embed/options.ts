// What a host may ask of a figure beside the state, in the address of a frame or in the attributes of
// an element.

import type { Step } from "../inputs/state.ts";
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

/** The steps of the computation, each by the figure that shows it. */
const ofStep: Record<Step, OfAnyState> = {
  projections: "projections",
  scores: "scores",
  scaled: "scale",
  masked: "mask",
  weights: "softmax",
  output: "output",
};

/** By its own name, or by that of the step or the matrix that it ends in: weights, masked. */
export function figureNamed(name: string): OfAnyState | null {
  if (Object.hasOwn(ofStep, name)) return ofStep[name as Step];
  return ofAnyState.find((one) => one === name) ?? null;
}
