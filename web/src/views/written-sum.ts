// The right side of a written sum: its operands with their numbers. No arithmetic here; operands and
// results are cells of the scene.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Cell, Language } from "../inputs/state.ts";
import { afterEvents } from "./cell-keys.ts";
import { formatNumber } from "./number.ts";
import { inFocus } from "./root.ts";
import { gridOf, type Scene } from "./scene.ts";
import { sumWords } from "./sentences.ts";
import { isCell, type Sum, type WrittenPart } from "./sum.ts";
import { nameOf, roleIn } from "./words.ts";

export interface SumContext {
  readonly scene: Scene;
  readonly language: Language;
  /** A sum that is only previewed goes when the focus leaves its cell, so Tab must not lead into it. */
  readonly pinned: boolean;
  /** A factor was pressed. */
  readonly onFactor: (cell: Cell, event: Event) => void;
  /** A factor is under the pointer or in focus. */
  readonly onPoint: (cell: Cell | null) => void;
}

const valueAt = (scene: Scene, c: Cell) => gridOf(scene, c.matrix).at(c.row, c.column);

/** The number of a cell as sums show it. */
export function numberOf(scene: Scene, c: Cell, language: Language): string {
  const style = gridOf(scene, c.matrix).editable ? "short" : "cell";
  return formatNumber(valueAt(scene, c), language, style);
}

/** scores[kedi, oturdu] */
export function cellName(scene: Scene, c: Cell, language: Language): string {
  const grid = gridOf(scene, c.matrix);
  return `${grid.title?.name ?? nameOf(c.matrix, language)}[${grid.rowLabels[c.row]}, ${grid.columnLabels[c.column]}]`;
}

function leaveFactor(factor: Element, x: SumContext): void {
  if (!inFocus(factor)?.matches(".dk-factor")) x.onPoint(null);
}

/** A negative number behind a sign stands in brackets. */
function signed(c: Cell, x: SumContext): TemplateResult {
  const button = factor(c, x);
  if (!(valueAt(x.scene, c) < 0)) return button;
  return html`<span class="dk-bracketed">(${button})</span>`;
}

function factor(c: Cell, x: SumContext): TemplateResult {
  const label = cellName(x.scene, c, x.language);
  const number = numberOf(x.scene, c, x.language);
  return html`<button
    type="button"
    class="dk-factor dk-${roleIn(gridOf(x.scene, c.matrix))}"
    tabindex=${x.pinned ? "0" : "-1"}
    title=${label}
    aria-label="${number}, ${label}"
    @click=${(event: Event) => x.onFactor(c, event)}
    @pointerenter=${() => x.onPoint(c)}
    @pointerleave=${() => x.onPoint(null)}
    @focus=${() => x.onPoint(c)}
    @blur=${(event: Event) => afterEvents(() => leaveFactor(event.target as Element, x))}
  >${number}</button>`;
}

type DotTerm = Extract<Sum, { kind: "dot" }>["terms"][number];

function termView({ left, right }: DotTerm, first: boolean, x: SumContext) {
  return html`<span class="dk-term">${first ? nothing : html`<span class="dk-op">+</span>`}${first ? factor(left, x) : signed(left, x)}<span class="dk-op">·</span>${signed(right, x)}</span>`;
}

/** Longer sums are folded to their first terms and their largest. */
const LONG = 12;
const FIRST = 3;
const LARGEST = 3;

/** The places of the terms that weigh most, in the order of the sum. */
export function foldedTerms(contributions: readonly number[]): readonly number[] {
  const places = contributions.map((_, i) => i);
  if (places.length <= LONG) return places;
  const size = (i: number) => Math.abs(contributions[i] ?? 0);
  const largest = places
    .slice(FIRST)
    .sort((a, b) => size(b) - size(a))
    .slice(0, LARGEST);
  return [...places.slice(0, FIRST), ...largest.sort((a, b) => a - b)];
}

/** The terms of a sum, folded to the largest when there are many of them. */
function termsView(
  terms: readonly ((first: boolean) => TemplateResult)[],
  contributions: readonly number[],
  x: SumContext,
): Side {
  const gap = html`<span class="dk-op">+ …</span>`;
  const list = (places: readonly number[]) =>
    places.map((i, n) => {
      const skipped = n > 0 && i !== (places[n - 1] ?? 0) + 1;
      return html`${skipped ? gap : nothing}${terms[i]?.(n === 0)}`;
    });
  const shown = foldedTerms(contributions);
  if (shown.length === terms.length) return whole(list(shown));
  return {
    sum: html`${list(shown)}${shown.at(-1) === terms.length - 1 ? nothing : gap}`,
    rest: html`<details class="dk-all-terms">
      <summary>${sumWords(x.language).showAll(terms.length)}</summary>
      ${list(terms.map((_, i) => i))}
    </details>`,
    sign: "=",
  };
}

export interface Side {
  /** Null where there is nothing to write: an input is what it is. */
  readonly sum: unknown;
  /** All the terms, where the sum is folded. */
  readonly rest: unknown;
  /** The sign before the result. */
  readonly sign: "=" | "→" | "≈";
}

const whole = (sum: unknown, sign: Side["sign"] = "="): Side => ({ sum, rest: nothing, sign });

function dotView({ terms }: Extract<Sum, { kind: "dot" }>, x: SumContext): Side {
  if (terms.length === 0) return whole(html`<span class="dk-op">0</span>`);
  return termsView(
    terms.map((term) => (first) => termView(term, first, x)),
    terms.map(({ left, right }) => valueAt(x.scene, left) * valueAt(x.scene, right)),
    x,
  );
}

function shareView({ from, row }: Extract<Sum, { kind: "share" }>, x: SumContext): Side {
  const addend = (c: Cell) => (first: boolean) =>
    html`<span class="dk-term">${first ? nothing : html`<span class="dk-op">+</span>`}${factor(c, x)}</span>`;
  const below = termsView(
    row.map(addend),
    row.map((c) => valueAt(x.scene, c)),
    x,
  );
  const fraction = html`<span class="dk-fraction"><span>${factor(from, x)}</span><span>${below.sum}</span></span>`;
  return { ...below, sum: fraction };
}

function scaleView(sum: Extract<Sum, { kind: "scale" }>, x: SumContext) {
  const { scaled, temperature } = x.scene.state.settings;
  const dk = sum.width;
  const t = formatNumber(temperature, x.language, "short");
  const parts = [
    ...(scaled ? [html`<span class="dk-op" title="d_k = ${dk}">√${dk}</span>`] : []),
    ...(temperature !== 1 ? [html`<span class="dk-op">${t}<small> (T)</small></span>`] : []),
  ];
  const from = factor(sum.from, x);
  if (parts.length === 0) return html`${from} <small>(${sumWords(x.language).notScaled})</small>`;
  if (parts.length === 1) return html`${from}<span class="dk-op">÷</span>${parts}`;
  return html`${from}<span class="dk-op">÷ (</span>${parts[0]}<span class="dk-op">·</span>${parts[1]}<span class="dk-op">)</span>`;
}

function maskView({ from, bias }: Extract<Sum, { kind: "mask" }>, x: SumContext) {
  const { visible, bias: name } = sumWords(x.language);
  if (bias === null) return html`${factor(from, x)} <small>(${visible})</small>`;
  return html`${factor(from, x)}<span class="dk-op">+</span><span class="dk-op">${formatNumber(bias, x.language, "short")}<small> (${name})</small></span>`;
}

/** At the beginning, or of a bracket, a negative number needs none of its own, but for a power. */
function begins(parts: readonly WrittenPart[], i: number): boolean {
  const [before, after] = [parts[i - 1], parts[i + 1]];
  const opened = typeof before === "string" && before.endsWith("(");
  return i === 0 || (opened && !(typeof after === "string" && after.startsWith("²")));
}

/** A number behind a sign or a factor stands in brackets where it is negative. */
function writtenView({ parts, rounded }: Extract<Sum, { kind: "written" }>, x: SumContext) {
  const [only] = parts;
  // Of one cell alone, "3 = 3" would not say what is done with it.
  if (parts.length === 1 && only !== undefined && isCell(only) && !rounded)
    return html`${factor(only, x)} <small>(${sumWords(x.language).taken})</small>`;
  return parts.map((part, i) => {
    if (typeof part === "string") return html`<span class="dk-op">${part}</span>`;
    if (isCell(part)) return begins(parts, i) ? factor(part, x) : signed(part, x);
    const number = (value: number) => formatNumber(value, x.language, "short");
    if (typeof part === "number") return html`<span class="dk-op">${number(part)}</span>`;
    return html`<span class="dk-op dk-power">${number(part.base)}<sup>${part.power}</sup></span>`;
  });
}

export function rightSide(sum: Sum, x: SumContext): Side {
  switch (sum.kind) {
    case "input":
      return whole(null);
    case "dot":
      return dotView(sum, x);
    case "share":
      return shareView(sum, x);
    case "written":
      return whole(writtenView(sum, x), sum.rounded ? "≈" : "=");
    case "scale":
      return whole(scaleView(sum, x));
    case "mask":
      return whole(maskView(sum, x));
    case "hidden":
      return whole(factor(sum.from, x), "→");
    case "exponential":
      return whole(
        html`<span class="dk-power">e<sup>${factor(sum.from, x)}<span class="dk-op">−</span>${signed(sum.maximum, x)}</sup></span>`,
      );
  }
}
