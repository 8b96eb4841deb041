// Symbols, role marks and badges: the small signs that stand beside every matrix.

import { html, nothing, svg, type TemplateResult } from "lit/html.js";
import { type GridName, kindOf, type Language, type Origin } from "../inputs/state.ts";
import type { Grid } from "./scene.ts";
import { originText, type Role, roleIn, roleOf, symbols } from "./words.ts";

/** Circle, diamond, square, triangle: told apart without colour. */
const shapes: Record<Exclude<Role, "plain">, TemplateResult<2>> = {
  query: svg`<circle cx="6" cy="6" r="4.6"/>`,
  key: svg`<path d="M6 0.6 11.4 6 6 11.4 0.6 6Z"/>`,
  value: svg`<path d="M1.6 1.6h8.8v8.8H1.6Z"/>`,
  output: svg`<path d="M6 1 11.4 10.6H0.6Z"/>`,
};

export function roleMark(role: Role): TemplateResult | typeof nothing {
  if (role === "plain") return nothing;
  return html`<svg class="dk-mark dk-${role}" viewBox="0 0 12 12" aria-hidden="true">${shapes[role]}</svg>`;
}

/** The symbol in its role's colour: W with a small Q. */
export function symbolView(matrix: GridName): TemplateResult {
  const [letter, index] = symbols[kindOf(matrix)];
  return html`<span class="dk-symbol dk-${roleOf(matrix)}"><i>${letter}</i>${index ? html`<sub>${index}</sub>` : nothing}</span>`;
}

/** The symbol of a matrix, its own where it has one. */
export function gridSymbol(grid: Grid): TemplateResult | typeof nothing {
  const { name, title } = grid;
  if (!title) return symbolView(name);
  if (!title.symbol) return nothing;
  return html`<span class="dk-symbol dk-${roleIn(grid)}">${title.symbol}</span>`;
}

export function badge(origin: Origin | null, language: Language): TemplateResult {
  return html`<span class="dk-badge dk-badge-${origin?.kind ?? "computed"}">${originText(origin, language)}</span>`;
}
