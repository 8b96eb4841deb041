import type { TemplateResult } from "lit/html.js";
import type { Figures } from "../figures/figures.ts";
import type { FigureId } from "../figures/titles.ts";
import type { Language } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import type { Facts } from "./facts.ts";
import type { Question } from "./question.ts";

type Words<T> = Readonly<Record<Language, T>>;

/** Where a claim comes from. Titles stand as they were published. */
export interface Source {
  /** "Vaswani et al. (2017)": the same in both languages but for "et al.", so written for each. */
  readonly who: Words<string>;
  readonly title: string;
  readonly url: string;
}

/** Draws one figure. */
export type Draw = (figures: Figures, facts: Facts) => TemplateResult | null;

/** One section of the lesson: its words in both languages, each written and not translated, and its figures if it has any. */
export interface Section {
  /** The anchor in the address. */
  readonly id: string;
  readonly prose: Words<(facts: Facts, session: Session) => TemplateResult>;
  /** Asked before the figure is looked at, judged by what the core computed. */
  readonly questions?: readonly Question[];
  /** By their ids, in the order in which they stand. */
  readonly figures?: Readonly<Record<string, Draw>>;
  /** What leads to a figure from the one above it. */
  readonly before?: Readonly<Record<string, Draw>>;
  /** What to try, below the figure. */
  readonly tryIt?: Words<(facts: Facts) => TemplateResult>;
  readonly sources?: readonly Source[];
}

/** What the lesson knows of a section before it is fetched. */
export interface Entry {
  readonly id: string;
  readonly title: Words<string | TemplateResult>;
  /** The figures in it, by their ids: links to them lead here. */
  readonly figures: readonly FigureId[];
  /** Fetched when the reader comes near. */
  readonly section: () => Promise<Section>;
  /** Of the part that most readers come for: fetched at the first sign that somebody reads. */
  readonly soon?: boolean;
  /** What follows it and is fetched by itself: the experiment of a section of the first load. */
  readonly more?: () => Promise<Section>;
  /** The part that asks the whole core, which is then fetched with it. */
  readonly asks?: "section" | "more";
}
