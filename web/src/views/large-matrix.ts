// More cells than a table can show: the whole as a picture, and the numbers of one row as a table.

import { html, type TemplateResult } from "lit/html.js";
import type { Cell } from "../inputs/state.ts";
import { afterEvents, step } from "./cell-keys.ts";
import { cellSize, heatMap } from "./heat-map.ts";
import { noCells, sameCell } from "./lit-cells.ts";
import { type LargeViews, type MatrixOptions, rowShown } from "./matrix.ts";
import { formatNumber } from "./number.ts";
import type { Scale } from "./scale.ts";
import type { Grid } from "./scene.ts";
import { roleMark } from "./symbol.ts";
import { axisOf, nameOf, wordsOf } from "./words.ts";

function mapEvents(grid: Grid, o: MatrixOptions) {
  const current = o.lit?.cell?.matrix === grid.name ? o.lit.cell : null;
  const under = (event: MouseEvent): Cell => {
    const canvas = event.currentTarget as HTMLCanvasElement;
    const [width, height] = cellSize(grid, canvas.parentElement?.clientWidth ?? 1);
    const inside = (at: number, length: number) =>
      Math.max(0, Math.min(length - 1, Math.floor(at)));
    return {
      matrix: grid.name,
      row: inside(event.offsetY / height, grid.rows),
      column: inside(event.offsetX / width, grid.columns),
    };
  };
  const preview = (cell: Cell | null) => {
    if (!sameCell(cell, current)) o.onPreview?.(cell);
  };
  return {
    pointermove: (event: PointerEvent) => {
      if (event.pointerType !== "touch") preview(under(event));
    },
    leave: () => preview(null),
    click: (event: MouseEvent) => o.onOpen?.(under(event)),
    keydown: (event: KeyboardEvent) => {
      if (event.altKey || event.metaKey) return;
      if (event.key === "Escape") return o.onOpen?.(null);
      const { row, column } = current ?? { row: 0, column: 0 };
      const opens = event.key === "Enter" || event.key === " ";
      const next = opens
        ? ([row, column] as const)
        : step(event.key, event.ctrlKey, [row, column], [grid.rows, grid.columns]);
      if (!next) return;
      event.preventDefault();
      const cell = { matrix: grid.name, row: next[0], column: next[1] };
      if (opens) o.onOpen?.(cell);
      else o.onPreview?.(current ? cell : { ...cell, row, column });
    },
  };
}

/** The picture, named with the cell in hand and its number; with no cell in hand, with what keys do. */
export function pictureView(
  grid: Grid,
  scale: Scale,
  o: MatrixOptions,
  hint: string = wordsOf(o.language).cellsHint,
): TemplateResult {
  const { heatMap: kind } = wordsOf(o.language);
  const events = mapEvents(grid, o);
  const lit = o.lit ?? noCells;
  const cell = lit.cell?.matrix === grid.name ? lit.cell : null;
  const place = cell
    ? `${grid.rowLabels[cell.row]} → ${grid.columnLabels[cell.column]}: ${formatNumber(grid.at(cell.row, cell.column), o.language)}`
    : "";
  return html`<div class="dk-map">
    <div class="dk-axis dk-axis-top">${roleMark(grid.columnAxis === "key" ? "key" : "plain")}${axisOf(grid.columnAxis, o.language)} →</div>
    <div class="dk-axis dk-axis-side">${roleMark(grid.rowAxis === "query" ? "query" : "plain")}${axisOf(grid.rowAxis, o.language)} ↓</div>
    <div class="dk-map-frame">
      <canvas
        tabindex="0"
        role="application"
        aria-roledescription=${kind}
        aria-label="${nameOf(grid.name, o.language)}, ${grid.rows} × ${grid.columns}. ${place || hint}"
        .style=${`width:100%;aspect-ratio:${grid.columns} / ${grid.rows}`}
        @pointermove=${events.pointermove}
        @pointerleave=${events.leave}
        @blur=${() => afterEvents(events.leave)}
        @click=${events.click}
        @keydown=${events.keydown}
        ${heatMap({ grid, scale, lit })}
      ></canvas>
    </div>
    <p class="dk-map-place">${place || " "}</p>
  </div>`;
}

/** Chooses the row whose numbers stand below the picture. */
function rowPicker(grid: Grid, o: MatrixOptions): TemplateResult {
  const row = rowShown(grid, o);
  const change = (event: Event) => {
    const picked = Number((event.target as HTMLSelectElement).value);
    if (o.selected?.matrix === grid.name) o.onOpen?.({ ...o.selected, row: picked });
    o.onPickRow?.(picked);
  };
  return html`<label class="dk-row-picker">
    <span>${wordsOf(o.language).pickRow}</span>
    <select class="dk-select" @change=${change} .value=${String(row)}>
      ${grid.rowLabels.map((label, i) => html`<option value=${i} ?selected=${i === row}>${i + 1}. ${label}</option>`)}
    </select>
  </label>`;
}

export const largeViews: LargeViews = { picture: pictureView, picker: rowPicker };
