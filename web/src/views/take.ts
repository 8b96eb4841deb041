// The small button beside everything that can be taken along: it only says what is wanted. The page
// answers (page/taking.ts); where none does, there are no buttons.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import type { Grid } from "./scene.ts";

export type Wanted =
  | { readonly kind: "matrix"; readonly grid: Grid }
  | { readonly kind: "figure"; readonly figure: Element }
  | { readonly kind: "all" };

export const TAKE = "dk-take";

let languageOf: (() => Language) | null = null;

/** Somebody answers the buttons, in that language. */
export function offerTaking(language: () => Language): void {
  languageOf = language;
}

const words = {
  en: { matrix: "Copy or save", figure: "Save the figure" },
  tr: { matrix: "Kopyala ya da kaydet", figure: "Şekli kaydet" },
} as const;

/** To what is wanted, from the element that stands for it. */
export function want(from: EventTarget | null, wanted: Wanted): void {
  from?.dispatchEvent(
    new CustomEvent<Wanted>(TAKE, { bubbles: true, composed: true, detail: wanted }),
  );
}

function takeButton(label: string, wanted: (button: Element) => Wanted): TemplateResult {
  return html`<button
    type="button"
    class="dk-take"
    title=${label}
    aria-label=${label}
    @click=${({ currentTarget }: Event) => want(currentTarget, wanted(currentTarget as Element))}
  ><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4v11M7 10.500l5 5 5-5M5 20h14"/></svg></button>`;
}

/** `said` is what the matrix is called. */
export function takeMatrix(grid: Grid, said: string): TemplateResult | typeof nothing {
  if (!languageOf) return nothing;
  return takeButton(`${words[languageOf()].matrix}: ${said}`, () => ({ kind: "matrix", grid }));
}

export function takeFigure(): TemplateResult | typeof nothing {
  if (!languageOf) return nothing;
  return takeButton(words[languageOf()].figure, (button) => ({
    kind: "figure",
    figure: button.closest("figure") ?? button,
  }));
}
