// The sum that made a cell, written out with its numbers. Every factor is a button that opens the
// sum of that very number, so a reader walks from the output down to X · W.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Cell, InputName, Language } from "../inputs/state.ts";
import { kindOf, originOf } from "../inputs/state.ts";
import { cellIn } from "./cell-keys.ts";
import { sameCell } from "./lit-cells.ts";
import { inFocus } from "./root.ts";
import { gridOf, type Scene } from "./scene.ts";
import { masksOn, meaningOf, sumWords } from "./sentences.ts";
import { type Sum, sourcesOf, sumOf } from "./sum.ts";
import { badge, gridSymbol } from "./symbol.ts";
import { roleIn, wordsOf } from "./words.ts";
import { cellName, numberOf, rightSide } from "./written-sum.ts";

export interface InspectorOptions {
  readonly language: Language;
  /** The same as that of the figure's matrices: the open cell is described by its sum. */
  readonly prefix: string;
  /** Open, not only under the pointer: can be closed and walked. */
  readonly pinned: boolean;
  /** The figure plays: each sum is not told aloud over the one before. */
  readonly quiet?: boolean;
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

interface Context extends InspectorOptions {
  readonly scene: Scene;
}

/**
 * Opens another cell, or closes. The button pressed may be gone then: the focus stays in the
 * inspector, and goes back to the cell where the way began when the inspector closes.
 */
function open(event: Event, to: Cell | null, cell: Cell | null, x: Context): void {
  const inspector = (event.currentTarget as Element).closest<HTMLElement>(".dk-inspector");
  const begun = inspector && firstShown(inspector, cell ? [...(x.trail ?? []), cell] : [], x);
  x.onOpen?.(to);
  if (to === null) (begun ?? inspector)?.focus({ preventScroll: true });
  else requestAnimationFrame(() => refocus(inspector));
}

/** Of the cells of a way, the first that a table of the same figure shows. */
function firstShown(inspector: Element, way: readonly Cell[], x: Context): HTMLElement | null {
  const figure = inspector.closest(".dk-figure");
  if (!figure) return null;
  for (const cell of way) {
    const element = cellIn(figure, x.prefix, cell);
    if (element) return element;
  }
  return null;
}

function refocus(inspector: HTMLElement | null): void {
  if (inspector && !inspector.contains(inFocus(inspector)))
    inspector.focus({ preventScroll: true });
}

function hiddenReason(sum: Sum, cell: Cell, x: Context) {
  if (sum.kind !== "hidden") return nothing;
  return html`<p class="dk-reason">${masksOn(x.scene.state.settings, cell, x.language)}</p>`;
}

function trailView(x: Context, cell: Cell) {
  const trail = x.trail ?? [];
  if (trail.length === 0 || !x.pinned) return nothing;
  return html`<nav class="dk-trail" aria-label=${sumWords(x.language).trail}>
    ${trail.map(
      (c) =>
        html`<button type="button" @click=${(event: Event) => open(event, c, cell, x)}>${cellName(x.scene, c, x.language)}</button><span aria-hidden="true">›</span>`,
    )}<span aria-current="true">${cellName(x.scene, cell, x.language)}</span>
  </nav>`;
}

/** W_Q, as symbols are written. */
const withSubscripts = (text: string) =>
  text.split(/(?<=\bW)_(\w+)/u).map((part, i) => (i % 2 === 1 ? html`<sub>${part}</sub>` : part));

function sumView(cell: Cell, x: Context) {
  const { scene, language } = x;
  const sum = sumOf(scene, cell);
  const grid = gridOf(scene, cell.matrix);
  const result = numberOf(scene, cell, language);
  const right = rightSide(sum, {
    scene,
    language,
    pinned: x.pinned,
    onFactor: (factor, event) => open(event, factor, cell, x),
    onPoint: (factor) => x.onPoint?.(factor),
  });
  return html`
    <p class="dk-meaning">${withSubscripts(meaningOf(scene, cell, language))}</p>
    <div class="dk-equation" id=${`${x.prefix}-sum`}>
      <span class="dk-left">${grid.title && !grid.title.symbol ? grid.title.name : gridSymbol(grid)}[${grid.rowLabels[cell.row]}, ${grid.columnLabels[cell.column]}]</span>
      <span class="dk-op">=</span>
      ${right.sum === null ? nothing : html`<span class="dk-right">${right.sum}</span><span class="dk-op">${right.sign}</span>`}
      <b class="dk-result dk-${roleIn(grid)}">${result}</b>
      ${grid.title?.origin ? badge(grid.title.origin, language) : nothing}
      ${grid.editable ? badge(originOf(scene.state, kindOf(cell.matrix) as InputName), language) : nothing}
    </div>
    ${right.rest}
    ${hiddenReason(sum, cell, x)}
    <p class="dk-sr" role="status" aria-live=${x.quiet ? "off" : "polite"}>${x.pinned ? `${cellName(scene, cell, language)} = ${result}` : ""}</p>`;
}

/** Is there such a cell in the scene? */
export function exists(scene: Scene, { matrix, row, column }: Cell): boolean {
  const grid = scene.grids[matrix];
  return grid !== undefined && row < grid.rows && column < grid.columns;
}

/** The inspector of a figure; without a cell it says how to get one, and keeps its place. */
export function inspectorView(
  scene: Scene,
  cell: Cell | null,
  options: InspectorOptions,
): TemplateResult {
  const x: Context = { ...options, scene };
  const { close, pickCell, cellGone } = wordsOf(options.language);
  const shown = cell && exists(scene, cell) ? cell : null;
  const keydown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    open(event, null, shown, x);
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
        : html`<p class="dk-hint">${cell ? cellGone : pickCell}</p>`
    }
    ${
      shown && options.pinned
        ? html`<button type="button" class="dk-close" aria-label=${close} @click=${(event: Event) => open(event, null, shown, x)}>×</button>`
        : nothing
    }
  </div>`;
}
