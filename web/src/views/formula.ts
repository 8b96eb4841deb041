// The formula, every symbol a link to its matrix. Set in HTML and not in MathML: the children of
// <math> are presentational to assistive software, so no link may stand there.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Language, MatrixName, Settings, Step } from "../inputs/state.ts";
import { formatNumber } from "./number.ts";
import { nameOf, roles, symbols, symbolText } from "./words.ts";

export interface FormulaOptions {
  readonly language: Language;
  readonly settings: Settings;
  /** The part that belongs to this step is marked. */
  readonly step?: Step | null;
  /** Where a symbol leads: the id of its matrix on the page; null where that is not shown. */
  readonly href?: (matrix: MatrixName) => string | null;
  readonly onSymbol?: (matrix: MatrixName, event: Event) => void;
}

/** A symbol that leads to its matrix; `text` where it is written differently here. */
function link(matrix: MatrixName, o: FormulaOptions, text?: unknown): TemplateResult {
  const [letter, index] = symbols[matrix];
  const shown = text ?? html`<i>${letter}</i>${index ? html`<sub>${index}</sub>` : nothing}`;
  const name = nameOf(matrix, o.language);
  const [look, said] = [`dk-formula-link dk-${roles[matrix]}`, `${symbolText(matrix)}, ${name}`];
  const href = o.href ? o.href(matrix) : `#${matrix}`;
  if (href === null)
    return html`<span class=${look} role="img" title=${name} aria-label=${said}>${shown}</span>`;
  return html`<a
    class=${look}
    href=${href}
    title=${name}
    aria-label=${said}
    @click=${(event: Event) => o.onSymbol?.(matrix, event)}
  >${shown}</a>`;
}

// Signs are for the eye; the group's label says the whole formula.
const op = (sign: string) => html`<span class="dk-formula-op" aria-hidden="true">${sign}</span>`;

const sign = (content: unknown) => html`<span aria-hidden="true">${content}</span>`;

const part = (on: boolean, ...content: unknown[]) =>
  html`<span class=${on ? "dk-formula-part dk-on" : "dk-formula-part"}>${content}</span>`;

const over = (on: boolean, top: unknown, below: unknown) =>
  html`<span class=${on ? "dk-quotient dk-on" : "dk-quotient"}><span>${top}</span><span>${below}</span></span>`;

const keyTransposed = (o: FormulaOptions) =>
  html`<span>${link("k", o)}<sup aria-hidden="true">T</sup></span>`;

const rootOfWidth = html`<span class="dk-root" aria-hidden="true"><svg viewBox="0 0 10 20" preserveAspectRatio="none"><path d="M0.5 12.5 2.6 11 5.6 19 9.6 0.6"/></svg><span><i>d</i><sub>k</sub></span></span>`;

/** What the scores are divided by: √d_k, T, both or nothing. */
function divisor({ scaled, temperature }: Settings, language: Language): readonly unknown[] {
  const t = sign(formatNumber(temperature, language, "short"));
  return [...(scaled ? [rootOfWidth] : []), ...(temperature === 1 ? [] : [t])];
}

function quotient(top: TemplateResult, o: FormulaOptions, on: boolean): TemplateResult {
  const parts = divisor(o.settings, o.language);
  if (parts.length === 0) return top;
  return over(on, top, parts.length === 1 ? parts : [parts[0], op("·"), parts[1]]);
}

export function hasMask({ causal, window, padding, bias, attend }: Settings): boolean {
  return Boolean(causal || window !== null || padding?.some(Boolean) || bias || attend);
}

const block = (label: string, ...content: unknown[]): TemplateResult =>
  html`<div class="dk-formula" role="group" aria-label=${label}>${content}</div>`;

/** The divisor in one line: " / √d_k". */
function spokenDivisor({ scaled, temperature }: Settings, language: Language): string {
  const t = formatNumber(temperature, language, "short");
  if (!scaled) return temperature === 1 ? "" : ` / ${t}`;
  return temperature === 1 ? " / √d_k" : ` / (√d_k · ${t})`;
}

/** O = softmax(Q Kᵀ / √d_k + M) V, as the settings have it. */
export function formulaView(o: FormulaOptions): TemplateResult {
  const at = (step: Step) => o.step === step;
  const scores = part(at("scores"), link("q", o), keyTransposed(o));
  const masks = hasMask(o.settings);
  const mask = masks ? part(at("masked"), op("+"), link("masked", o, html`<i>M</i>`)) : nothing;
  return block(
    `O = softmax(Q Kᵀ${spokenDivisor(o.settings, o.language)}${masks ? " + M" : ""}) V`,
    link("output", o),
    op("="),
    part(at("weights"), link("weights", o, "softmax")),
    html`<span class="dk-parens">${quotient(scores, o, at("scaled"))}${mask}</span>`,
    part(at("output"), link("v", o)),
  );
}

/** The formula of one step, in the symbols of its matrices. */
export function stepFormula(step: Step, o: FormulaOptions): TemplateResult {
  const symbol = (matrix: MatrixName) => link(matrix, o);
  switch (step) {
    case "projections":
      return html`<div class="dk-formulas">${(["q", "k", "v"] as const).map((name) => {
        const [letter] = symbols[name];
        const factors = [symbol("x"), symbol(`w${name}`)];
        return block(`${letter} = X W_${letter}`, symbol(name), op("="), factors);
      })}</div>`;
    case "scores":
      return block("S = Q Kᵀ", symbol("scores"), op("="), symbol("q"), keyTransposed(o));
    case "scaled":
      return block(
        `S′ = S${spokenDivisor(o.settings, o.language)}`,
        symbol("scaled"),
        op("="),
        quotient(symbol("scores"), o, false),
      );
    case "masked":
      return block(
        `S″ = S′ + ${hasMask(o.settings) ? "M" : "0"}`,
        symbol("masked"),
        op("="),
        symbol("scaled"),
        op("+"),
        sign(hasMask(o.settings) ? html`<i>M</i>` : "0"),
      );
    case "weights":
      return softmaxFormula(o);
    case "output":
      return block("O = A V", symbol("output"), op("="), symbol("weights"), symbol("v"));
  }
}

/** A_qk = exp(S″_qk − m_q) / Σ_j exp(S″_qj − m_q): over the keys of one query. */
function softmaxFormula(o: FormulaOptions): TemplateResult {
  const at = (matrix: MatrixName, index: string) =>
    html`<span>${link(matrix, o)}<sub aria-hidden="true">${index}</sub></span>`;
  const power = (index: string) =>
    html`<span>${sign(html`<i>e</i>`)}<sup>${at("masked", index)}${sign(html` − <i>m</i><sub>q</sub>`)}</sup></span>`;
  const sum = sign(html`<span class="dk-sigma">∑</span><sub>j</sub>`);
  return block(
    "A_qk = exp(S″_qk − m_q) / Σ_j exp(S″_qj − m_q)",
    at("weights", "qk"),
    op("="),
    over(false, power("qk"), [sum, power("qj")]),
  );
}
