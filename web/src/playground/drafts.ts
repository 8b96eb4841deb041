// What was typed in the forms and could not become part of the state, so that no address holds it:
// kept by the tab, for the work that it was typed in.

import { directNames, type Language, projectedNames } from "../inputs/state.ts";
import { keep, kept } from "../page/kept.ts";
import { workOf } from "../page/work.ts";
import type { PasteTarget, SentenceDraft } from "./forms.ts";

const KEY = "dikkat-drafts";

export interface Drafts {
  readonly sentence: SentenceDraft | null;
  readonly pasted: { readonly target: PasteTarget; readonly text: string } | null;
}

const none: Drafts = { sentence: null, pasted: null };

export function keepDrafts(drafts: Drafts): void {
  const work = workOf(history.state);
  const any = drafts.sentence !== null || drafts.pasted !== null;
  keep(KEY, any && work !== null ? JSON.stringify({ work, ...drafts }) : null);
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

const isText = (value: unknown): value is string => typeof value === "string";
const languages: readonly unknown[] = ["auto", "tr", "en"] satisfies (Language | "auto")[];
const targets: readonly unknown[] = [
  ...projectedNames,
  ...directNames,
  "bias",
] satisfies PasteTarget[];

/** Nothing where the tab keeps none, or those of other work. */
export function keptDrafts(): Drafts {
  try {
    const { work, sentence, pasted } = fieldsOf(JSON.parse(kept(KEY) ?? "null"));
    if (work !== workOf(history.state)) return none;
    const [s, p] = [fieldsOf(sentence), fieldsOf(pasted)];
    const texts = [s.text, s.width, s.seed].every(isText) && languages.includes(s.language);
    return {
      sentence: texts ? (sentence as SentenceDraft) : null,
      pasted: isText(p.text) && targets.includes(p.target) ? (pasted as Drafts["pasted"]) : null,
    };
  } catch {
    return none;
  }
}
