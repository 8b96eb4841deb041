// The small button beside everything that can be taken along: it only says what is wanted. The page
// answers (page/taking.ts); where none does, there are no buttons.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import type { Grid } from "./scene.ts";

export type Wanted =
  | { readonly kind: "matrix"; readonly grids: readonly Grid[]; readonly said: string }
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

/** `said` is what the matrix is called, or the table with cells of several. */
export function takeMatrix(grids: readonly Grid[], said: string): TemplateResult | typeof nothing {
  if (!languageOf) return nothing;
  const label = `${words[languageOf()].matrix}: ${said}`;
  return takeButton(label, () => ({ kind: "matrix", grids, said }));
}

/** Numbers that the page shows otherwise than as a matrix; 1 and 0 for what is there and what is not. */
export interface Shown {
  readonly rows: number;
  readonly columns: number;
  readonly at: (row: number, column: number) => number | boolean;
  readonly name: string;
  /** As a program may call it. */
  readonly program: string;
}

const counted = (length: number) => Array.from({ length }, (_, i) => String(i + 1));

export function takeShown({ rows, columns, at, name, program }: Shown) {
  const grid: Grid = {
    ...{ name: "masked.shown", rows, columns, title: { name, program } },
    at: (row, column) => Number(at(row, column)),
    ...{ rowAxis: "query", rowLabels: counted(rows) },
    ...{ columnAxis: "key", columnLabels: counted(columns) },
    hidden: () => false,
    editable: false,
  };
  return takeMatrix([grid], name);
}

export function takeFigure(): TemplateResult | typeof nothing {
  if (!languageOf) return nothing;
  return takeButton(words[languageOf()].figure, (button) => ({
    kind: "figure",
    figure: button.closest("figure") ?? button,
  }));
}
