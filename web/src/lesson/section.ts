import type { TemplateResult } from "lit";
import type { Figures } from "../figures/figures.ts";
import type { Language, Step } from "../inputs/state.ts";
import type { Facts } from "./facts.ts";

/** One section of the lesson: its words in both languages, each written and not translated, and its figure. */
export interface Section {
  /** The anchor in the address. */
  readonly id: string;
  /** The step of the computation that the section is about, where it is about one. */
  readonly step: Step | null;
  readonly title: Readonly<Record<Language, string | TemplateResult>>;
  readonly prose: Readonly<Record<Language, (facts: Facts) => TemplateResult>>;
  readonly figure: (figures: Figures) => TemplateResult;
  /** What to try, below the figure. */
  readonly tryIt: Readonly<Record<Language, (facts: Facts) => TemplateResult>>;
}
