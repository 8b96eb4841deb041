// More cells than a table can show: the whole as a picture, and the numbers of one row as a table.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Cell } from "../inputs/state.ts";
import { afterEvents, step } from "./cell-keys.ts";
import { cellSize, heatMap, WIDEST } from "./heat-map.ts";
import { noCells, sameCell } from "./lit-cells.ts";
import { type LargeViews, type MatrixOptions, rowShown } from "./matrix.ts";
import { formatNumber } from "./number.ts";
import type { Scale } from "./scale.ts";
import type { Grid } from "./scene.ts";
import { roleMark } from "./symbol.ts";
import { axisOf, nameOf, wordsOf } from "./words.ts";
import { zoomOf } from "./zoom.ts";

function mapEvents(grid: Grid, o: MatrixOptions) {
  const current = o.lit?.cell?.matrix === grid.name ? o.lit.cell : null;
  const under = (event: MouseEvent): Cell => {
    const canvas = event.currentTarget as HTMLCanvasElement;
    const [width, height] = cellSize(grid, canvas.parentElement?.clientWidth ?? 1);
    const zoom = zoomOf(canvas);
    const inside = (at: number, length: number) =>
      Math.max(0, Math.min(length - 1, Math.floor(at)));
    return {
      matrix: grid.name,
      row: inside(event.offsetY / zoom / height, grid.rows),
      column: inside(event.offsetX / zoom / width, grid.columns),
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
    // The keys walk on from there, and its number is to be seen.
    focus: () => {
      if (!current) preview({ matrix: grid.name, row: 0, column: 0 });
    },
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

export interface PictureOptions extends MatrixOptions {
  /** What the keys do, where they open no sum. */
  readonly hint?: string;
}

/** The number of the cell in hand, beside it, on the side where there is room. */
function numberBeside(grid: Grid, { row, column }: Cell, text: string): TemplateResult {
  const [x, y] = [(column + 0.5) / grid.columns, (row + 0.5) / grid.rows];
  const side = `${x < 0.5 ? "dk-map-right" : "dk-map-left"} ${y < 0.5 ? "dk-map-below" : "dk-map-above"}`;
  return html`<span
    class="dk-map-number ${side}"
    aria-hidden="true"
    .style=${`--x:${x};--y:${y};--widest:${WIDEST * grid.columns}px`}
  >${text}</span>`;
}

/** The picture; its label says what it is, and the cell in hand with its number. */
export function pictureView(grid: Grid, scale: Scale, o: PictureOptions): TemplateResult {
  const { heatMap: kind, cellsHint } = wordsOf(o.language);
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
        aria-label="${nameOf(grid.name, o.language)}, ${grid.rows} × ${grid.columns}. ${place || (o.hint ?? cellsHint)}"
        .style=${`width:100%;aspect-ratio:${grid.columns} / ${grid.rows}`}
        @pointermove=${events.pointermove}
        @pointerleave=${events.leave}
        @focus=${events.focus}
        @blur=${() => afterEvents(events.leave)}
        @click=${events.click}
        @keydown=${events.keydown}
        ${heatMap({ grid, scale, lit })}
      ></canvas>
      ${cell ? numberBeside(grid, cell, place) : nothing}
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
