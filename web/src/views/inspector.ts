// The sum that made a cell, written out with its numbers. Every factor is a button that opens the
// sum of that very number, so a reader walks from the output down to X · W. No arithmetic here:
// operands and results are cells of the scene.

import { html, nothing, type TemplateResult } from "lit";
import type { Cell, Language } from "../inputs/state.ts";
import { originOf } from "../inputs/state.ts";
import { afterEvents, inFocus } from "./cell-keys.ts";
import { sameCell } from "./lit-cells.ts";
import { formatNumber } from "./number.ts";
import { gridOf, type Scene } from "./scene.ts";
import { masksOn, meaningOf, sumWords } from "./sentences.ts";
import { type Sum, sourcesOf, sumOf } from "./sum.ts";
import { badge, symbolView } from "./symbol.ts";
import { nameOf, roles, wordsOf } from "./words.ts";

export interface InspectorOptions {
  readonly language: Language;
  readonly prefix: string;
  /** Open, not only under the pointer: can be closed and walked. */
  readonly pinned: boolean;
  /** How the reader came here, oldest first, without the cell itself. */
  readonly trail?: readonly Cell[];
  readonly onOpen?: (cell: Cell | null) => void;
  /**
   * A factor under the pointer or in focus, for `litBy` to mark its cell. Not a preview: the sum
   * that the factor stands in must stay where it is.
   */
  readonly onPoint?: (cell: Cell | null) => void;
}

/** The way to `cell` after `trail`: back to where it is in it, on from its end, or a new one. */
export function walk(scene: Scene, trail: readonly Cell[], cell: Cell): readonly Cell[] {
  const at = trail.findIndex((c) => sameCell(c, cell));
  if (at >= 0) return trail.slice(0, at + 1);
  const last = trail.at(-1);
  const onward = last && sourcesOf(sumOf(scene, last)).some((c) => sameCell(c, cell));
  return onward ? [...trail, cell] : [cell];
}

/** Longer sums are folded to their first terms and their largest. */
const LONG = 12;
const FIRST = 3;
const LARGEST = 3;

interface Context extends InspectorOptions {
  readonly scene: Scene;
}

const valueAt = (scene: Scene, c: Cell) => gridOf(scene, c.matrix).at(c.row, c.column);

/** scores[kedi, oturdu] */
export function cellName(scene: Scene, c: Cell, language: Language): string {
  const grid = gridOf(scene, c.matrix);
  return `${nameOf(c.matrix, language)}[${grid.rowLabels[c.row]}, ${grid.columnLabels[c.column]}]`;
}

/**
 * Opens another cell, or closes. The button pressed may be gone then: the focus stays in the
 * inspector, and goes back to the matrix when the inspector closes.
 */
function open(event: Event, to: Cell | null, x: Context): void {
  const inspector = (event.currentTarget as Element).closest<HTMLElement>(".dk-inspector");
  const chosen = inspector?.closest(".dk-figure")?.querySelector<HTMLElement>("td.dk-selected");
  x.onOpen?.(to);
  if (to === null) (chosen ?? inspector)?.focus({ preventScroll: true });
  else requestAnimationFrame(() => refocus(inspector));
}

function refocus(inspector: HTMLElement | null): void {
  if (inspector && !inspector.contains(inFocus(inspector)))
    inspector.focus({ preventScroll: true });
}

function leaveFactor(factor: Element, x: Context): void {
  if (!inFocus(factor)?.matches(".dk-factor")) x.onPoint?.(null);
}

/** A negative number behind a sign stands in brackets. */
function signed(c: Cell, x: Context): TemplateResult {
  const button = factor(c, x);
  if (!(valueAt(x.scene, c) < 0)) return button;
  return html`<span class="dk-bracketed">(${button})</span>`;
}

function factor(c: Cell, x: Context): TemplateResult {
  const label = cellName(x.scene, c, x.language);
  const number = formatNumber(valueAt(x.scene, c), x.language, roundedOf(x.scene, c));
  return html`<button
    type="button"
    class="dk-factor dk-${roles[c.matrix]}"
    title=${label}
    aria-label="${number}, ${label}"
    @click=${(event: Event) => open(event, c, x)}
    @pointerenter=${() => x.onPoint?.(c)}
    @pointerleave=${() => x.onPoint?.(null)}
    @focus=${() => x.onPoint?.(c)}
    @blur=${(event: Event) => afterEvents(() => leaveFactor(event.target as Element, x))}
  >${number}</button>`;
}

const roundedOf = (scene: Scene, c: Cell) => (gridOf(scene, c.matrix).editable ? "short" : "cell");

type DotTerm = Extract<Sum, { kind: "dot" }>["terms"][number];

function termView({ left, right }: DotTerm, first: boolean, x: Context) {
  return html`<span class="dk-term">${first ? nothing : html`<span class="dk-op">+</span>`}${first ? factor(left, x) : signed(left, x)}<span class="dk-op">·</span>${signed(right, x)}</span>`;
}

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
  x: Context,
) {
  const gap = html`<span class="dk-op">+ …</span>`;
  const list = (places: readonly number[]) =>
    places.map((i, n) => {
      const skipped = n > 0 && i !== (places[n - 1] ?? 0) + 1;
      return html`${skipped ? gap : nothing}${terms[i]?.(n === 0)}`;
    });
  const shown = foldedTerms(contributions);
  if (shown.length === terms.length) return { sum: list(shown), rest: nothing };
  return {
    sum: html`${list(shown)}${shown.at(-1) === terms.length - 1 ? nothing : gap}`,
    rest: html`<details class="dk-all-terms">
      <summary>${sumWords(x.language).showAll(terms.length)}</summary>
      ${list(terms.map((_, i) => i))}
    </details>`,
  };
}

interface Side {
  readonly sum: unknown;
  /** All the terms, where the sum is folded. */
  readonly rest: unknown;
}

function dotView({ terms }: Extract<Sum, { kind: "dot" }>, x: Context): Side {
  if (terms.length === 0) return { sum: html`<span class="dk-op">0</span>`, rest: nothing };
  return termsView(
    terms.map((term) => (first) => termView(term, first, x)),
    terms.map(({ left, right }) => valueAt(x.scene, left) * valueAt(x.scene, right)),
    x,
  );
}

function shareView({ from, row }: Extract<Sum, { kind: "share" }>, x: Context): Side {
  const addend = (c: Cell) => (first: boolean) =>
    html`<span class="dk-term">${first ? nothing : html`<span class="dk-op">+</span>`}${factor(c, x)}</span>`;
  const below = termsView(
    row.map(addend),
    row.map((c) => valueAt(x.scene, c)),
    x,
  );
  return {
    sum: html`<span class="dk-fraction"><span>${factor(from, x)}</span><span>${below.sum}</span></span>`,
    rest: below.rest,
  };
}

function scaleView(sum: Extract<Sum, { kind: "scale" }>, x: Context) {
  const { scaled, temperature } = x.scene.state.settings;
  const dk = gridOf(x.scene, "q").columns;
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

function maskView({ from, bias }: Extract<Sum, { kind: "mask" }>, x: Context) {
  const { visible, bias: name } = sumWords(x.language);
  if (bias === null) return html`${factor(from, x)} <small>(${visible})</small>`;
  return html`${factor(from, x)}<span class="dk-op">+</span><span class="dk-op">${formatNumber(bias, x.language, "short")}<small> (${name})</small></span>`;
}

function rightSide(sum: Sum, x: Context): Side {
  const whole = (content: unknown): Side => ({ sum: content, rest: nothing });
  switch (sum.kind) {
    case "input":
      return whole(nothing);
    case "dot":
      return dotView(sum, x);
    case "share":
      return shareView(sum, x);
    case "scale":
      return whole(scaleView(sum, x));
    case "mask":
      return whole(maskView(sum, x));
    case "hidden":
      return whole(html`${factor(sum.from, x)}<span class="dk-op">→</span>`);
    case "exponential":
      return whole(
        html`<span class="dk-power">e<sup>${factor(sum.from, x)}<span class="dk-op">−</span>${signed(sum.maximum, x)}</sup></span>`,
      );
  }
}

function hiddenReason(sum: Sum, x: Context) {
  if (sum.kind !== "hidden") return nothing;
  return html`<p class="dk-reason">${masksOn(x.scene.state.settings, x.language)}</p>`;
}

function trailView(x: Context, cell: Cell) {
  const trail = x.trail ?? [];
  if (trail.length === 0 || !x.pinned) return nothing;
  return html`<nav class="dk-trail" aria-label=${sumWords(x.language).trail}>
    ${trail.map(
      (c) =>
        html`<button type="button" @click=${(event: Event) => open(event, c, x)}>${cellName(x.scene, c, x.language)}</button><span aria-hidden="true">›</span>`,
    )}<span aria-current="true">${cellName(x.scene, cell, x.language)}</span>
  </nav>`;
}

function sumView(cell: Cell, x: Context) {
  const { scene, language } = x;
  const sum = sumOf(scene, cell);
  const grid = gridOf(scene, cell.matrix);
  const result = formatNumber(valueAt(scene, cell), language, roundedOf(scene, cell));
  const right = rightSide(sum, x);
  const input = sum.kind === "input" && grid.editable;
  return html`
    <p class="dk-meaning">${meaningOf(scene, cell, language)}</p>
    <div class="dk-equation">
      <span class="dk-left">${symbolView(cell.matrix)}[${grid.rowLabels[cell.row]}, ${grid.columnLabels[cell.column]}]</span>
      <span class="dk-op">=</span>
      ${right.sum === nothing ? nothing : html`<span class="dk-right">${right.sum}</span><span class="dk-op">=</span>`}
      <output class="dk-result dk-${roles[cell.matrix]}">${result}</output>
      ${input ? badge(originOf(scene.state, cell.matrix as "x"), language) : nothing}
    </div>
    ${right.rest}
    ${hiddenReason(sum, x)}
    <p class="dk-sr" role="status">${x.pinned ? `${cellName(scene, cell, language)} = ${result}` : ""}</p>`;
}

/** The inspector of a figure; without a cell it says how to get one, and keeps its place. */
export function inspectorView(
  scene: Scene,
  cell: Cell | null,
  options: InspectorOptions,
): TemplateResult {
  const x: Context = { ...options, scene };
  const { close, pickCell } = wordsOf(options.language);
  const shown = cell && scene.grids[cell.matrix] ? cell : null;
  const keydown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    open(event, null, x);
  };
  return html`<div
    role="group"
    tabindex="-1"
    class="dk-inspector ${shown ? "dk-open" : ""} ${options.pinned ? "dk-pinned" : ""}"
    aria-label=${sumWords(options.language).title}
    @keydown=${keydown}
  >
    ${
      shown
        ? html`${trailView(x, shown)}${sumView(shown, x)}`
        : html`<p class="dk-hint">${pickCell}</p>`
    }
    ${
      shown && options.pinned
        ? html`<button type="button" class="dk-close" aria-label=${close} @click=${(event: Event) => open(event, null, x)}>×</button>`
        : nothing
    }
  </div>`;
}
