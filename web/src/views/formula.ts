// The formula in MathML, every symbol a link to its matrix. HTML stands inside <mi>: token elements
// take phrasing content, and <mtext> would count as space, which takes the space around the
// operators away.

import { html, mathml, nothing, type TemplateResult } from "lit";
import type { Language, MatrixName, Settings, Step } from "../inputs/state.ts";
import { formatNumber } from "./number.ts";
import { nameOf, roles, symbols, symbolText } from "./words.ts";

export interface FormulaOptions {
  readonly language: Language;
  readonly settings: Settings;
  /** The part that belongs to this step is marked. */
  readonly step?: Step | null;
  /** Where a symbol leads: the id of its matrix on the page. */
  readonly href?: (matrix: MatrixName) => string;
  readonly onSymbol?: (matrix: MatrixName, event: Event) => void;
}

type Math = TemplateResult<3>;

/** A symbol that leads to its matrix; `text` where it is written differently here. */
function link(matrix: MatrixName, o: FormulaOptions, text?: unknown): Math {
  const [letter, index] = symbols[matrix];
  const shown = text ?? html`<i>${letter}</i>${index ? html`<sub>${index}</sub>` : nothing}`;
  const name = nameOf(matrix, o.language);
  return mathml`<mi>${html`<a
    class="dk-formula-link dk-${roles[matrix]}"
    href=${o.href?.(matrix) ?? `#${matrix}`}
    title=${name}
    aria-label=${`${symbolText(matrix)}, ${name}`}
    @click=${(event: Event) => o.onSymbol?.(matrix, event)}
  >${shown}</a>`}</mi>`;
}

const op = (sign: string): Math => mathml`<mo>${sign}</mo>`;

const row = (on: boolean, ...parts: unknown[]): Math =>
  mathml`<mrow class=${on ? "dk-on" : ""}>${parts}</mrow>`;

const keyTransposed = (o: FormulaOptions): Math => mathml`<msup>${link("k", o)}<mi>T</mi></msup>`;

const rootOfWidth: Math = mathml`<msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt>`;

/** What the scores are divided by: √d_k, T, both or nothing. */
function divisor({ scaled, temperature }: Settings, language: Language): readonly Math[] {
  const t = mathml`<mn>${formatNumber(temperature, language, "short")}</mn>`;
  return [...(scaled ? [rootOfWidth] : []), ...(temperature === 1 ? [] : [t])];
}

function quotient(top: Math, o: FormulaOptions, on: boolean): Math {
  const parts = divisor(o.settings, o.language);
  if (parts.length === 0) return top;
  const below = parts.length === 1 ? parts : [parts[0], op("·"), parts[1]];
  return mathml`<mfrac class=${on ? "dk-on" : ""}>${row(false, top)}${row(false, below)}</mfrac>`;
}

export function hasMask({ causal, window, padding, bias, attend }: Settings): boolean {
  return Boolean(causal || window !== null || padding?.some(Boolean) || bias || attend);
}

const block = (content: unknown, label: string): TemplateResult =>
  html`<div class="dk-formula"><math display="block" aria-label=${label}>${content}</math></div>`;

/** The formula in words of one line, for those who hear it. */
function spoken(o: FormulaOptions): string {
  const { scaled, temperature } = o.settings;
  const t = formatNumber(temperature, o.language, "short");
  const below = [...(scaled ? ["√d_k"] : []), ...(temperature === 1 ? [] : [t])].join(" · ");
  const inner = below ? `Q Kᵀ / ${below.includes("·") ? `(${below})` : below}` : "Q Kᵀ";
  return `O = softmax(${inner}${hasMask(o.settings) ? " + M" : ""}) V`;
}

/** O = softmax(Q Kᵀ / √d_k + M) V, as the settings have it. */
export function formulaView(o: FormulaOptions): TemplateResult {
  const at = (step: Step) => o.step === step;
  const scores = row(at("scores"), link("q", o), keyTransposed(o));
  const inner = [
    quotient(scores, o, at("scaled")),
    ...(hasMask(o.settings) ? [row(at("masked"), op("+"), link("masked", o, html`<i>M</i>`))] : []),
  ];
  const softmax = row(at("weights"), link("weights", o, "softmax"));
  return block(
    row(
      false,
      link("output", o),
      op("="),
      softmax,
      op("("),
      inner,
      op(")"),
      row(at("output"), link("v", o)),
    ),
    spoken(o),
  );
}

/** The formula of one step, in the symbols of its matrices. */
export function stepFormula(step: Step, o: FormulaOptions): TemplateResult {
  const symbol = (matrix: MatrixName) => link(matrix, o);
  const equation = (label: string, ...parts: unknown[]) => block(row(false, parts), label);
  switch (step) {
    case "projections":
      return html`<div class="dk-formulas">${(["q", "k", "v"] as const).map((name) =>
        equation(
          `${symbols[name][0]} = X W_${symbols[name][0]}`,
          symbol(name),
          op("="),
          symbol("x"),
          symbol(`w${name}`),
        ),
      )}</div>`;
    case "scores":
      return equation("S = Q Kᵀ", symbol("scores"), op("="), symbol("q"), keyTransposed(o));
    case "scaled":
      return equation(
        "S′ = S / √d_k",
        symbol("scaled"),
        op("="),
        quotient(symbol("scores"), o, false),
      );
    case "masked":
      return equation("S″ = S′ + M", symbol("masked"), op("="), symbol("scaled"), maskTerm(o));
    case "weights":
      return softmaxFormula(o);
    case "output":
      return equation("O = A V", symbol("output"), op("="), symbol("weights"), symbol("v"));
  }
}

function maskTerm(o: FormulaOptions): Math {
  return hasMask(o.settings) ? mathml`<mo>+</mo><mi>M</mi>` : mathml`<mo>+</mo><mn>0</mn>`;
}

/** A_qk = exp(S″_qk − max) / Σ exp(S″_qj − max): over the keys of one query. */
function softmaxFormula(o: FormulaOptions): TemplateResult {
  const at = (matrix: MatrixName, index: string) =>
    mathml`<msub>${link(matrix, o)}<mi>${index}</mi></msub>`;
  const power = (index: string) =>
    mathml`<msup><mi>e</mi><mrow>${at("masked", index)}<mo>−</mo><msub><mi>m</mi><mi>q</mi></msub></mrow></msup>`;
  return block(
    mathml`<mrow>${at("weights", "qk")}<mo>=</mo><mfrac><mrow>${power("qk")}</mrow><mrow><munder><mo>∑</mo><mi>j</mi></munder>${power("qj")}</mrow></mfrac></mrow>`,
    "A_qk = exp(S″_qk − m_q) / Σ_j exp(S″_qj − m_q)",
  );
}
