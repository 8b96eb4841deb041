// A matrix as a table: every number on its colour, every cell within reach of the keyboard.
//
// Events are caught once, at the table; a cell has no handler of its own.

import { classMap } from "lit/directives/class-map.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { type Cell, kindOf, type Language, type Origin } from "../inputs/state.ts";
import { keepOneStop, tableEvents, tableId } from "./cell-keys.ts";
import { fieldValue } from "./field.ts";
import { type LitCells, noCells, sameCell, type Word } from "./lit-cells.ts";
import { formatNumber } from "./number.ts";
import { cellStyle, type Scale, scaleOf } from "./scale.ts";
import type { Axis, Grid } from "./scene.ts";
import { keepReachable } from "./scroll-frame.ts";
import { badge, gridSymbol, roleMark } from "./symbol.ts";
import { takeMatrix } from "./take.ts";
import { axisOf, nameOf, roleIn, roleOf, symbolText, wordsOf } from "./words.ts";

export interface CellFault {
  readonly row: number;
  readonly column: number;
  readonly sentence: string;
}

/** How a matrix is shown that has more cells than a table can show (large-matrix.ts). */
export interface LargeViews {
  readonly picture: (grid: Grid, scale: Scale, o: MatrixOptions) => TemplateResult;
  readonly picker: (grid: Grid, o: MatrixOptions) => TemplateResult;
}

export interface ColumnGroup {
  readonly label: unknown;
  readonly columns: number;
  readonly className: string;
}

export interface MatrixOptions {
  readonly language: Language;
  /** Makes ids unique on the page: the same matrix may stand in several figures. */
  readonly prefix: string;
  /** Of an input, or of what was drawn; without one the badge says "computed". */
  readonly origin?: Origin | null;
  /** Of a table with cells of several matrices: the cell that stands there. */
  readonly cellAt?: (row: number, column: number) => Cell;
  /** The cell that is open in the inspector. */
  readonly selected?: Cell | null;
  /** The cell in hand (hovered, focused or open) with its sources. */
  readonly lit?: LitCells;
  /** Shared with other matrices; by default the matrix's own. */
  readonly scale?: Scale;
  readonly rowSums?: boolean;
  /** The language of the tokens, where it is known to be another than the page's. */
  readonly wordsIn?: string | undefined;
  /** Columns that belong together, from the left: those of a head. */
  readonly groups?: readonly ColumnGroup[];
  readonly faults?: readonly CellFault[];
  /** Where the matrix may be large: without it, all rows stand in the table. */
  readonly large?: LargeViews;
  /** A row of a large matrix, shown as a table below its picture. */
  readonly pickedRow?: number;
  readonly onPickRow?: (row: number) => void;
  /** Enter, click or tap on a cell; null = Escape. */
  readonly onOpen?: (cell: Cell | null) => void;
  /** The space bar on a cell of a figure that plays; elsewhere it opens the cell. */
  readonly onSpace?: (cell: Cell) => void;
  /** Hover or focus; null when it leaves. */
  readonly onPreview?: (cell: Cell | null) => void;
  /** A row or column of a token is under the pointer; null when it leaves. */
  readonly onWord?: (word: Word | null) => void;
  /** At every keystroke in a field. */
  readonly onEdit?: (cell: Cell, text: string) => void;
  /** The field was left after typing. */
  readonly onCommit?: (cell: Cell) => void;
}

/** What a screen reader says of a cell's place: W_Q, row kedi, column 2. */
function fieldLabel(grid: Grid, row: number, column: number, language: Language): string {
  const [rowName, columnName] =
    language === "tr" ? (["satır", "sütun"] as const) : (["row", "column"] as const);
  return `${symbolText(grid.name)}, ${rowName} ${grid.rowLabels[row]}, ${columnName} ${grid.columnLabels[column]}`;
}

/** How a cell stands to the one in hand. */
export function cellMarks(here: Cell, { selected = null, lit = noCells }: MatrixOptions) {
  return {
    "dk-source": lit.has(here.matrix, here.row, here.column),
    "dk-before": lit.before(here),
    "dk-after": lit.after(here),
    "dk-pointed": sameCell(lit.pointed, here),
    "dk-active": sameCell(lit.cell, here),
    "dk-selected": sameCell(selected, here),
  };
}

function cellClasses(grid: Grid, row: number, column: number, options: MatrixOptions) {
  const { lit = noCells } = options;
  return {
    "dk-cell": true,
    "dk-last": column === grid.columns - 1,
    "dk-masked": grid.hidden(row, column),
    "dk-odd": !Number.isFinite(grid.at(row, column)) && !grid.hidden(row, column),
    "dk-of-word": lit.ofWord(grid.rowAxis, row) || lit.ofWord(grid.columnAxis, column),
    ...cellMarks({ matrix: grid.name, row, column }, options),
  };
}

function computedCell(grid: Grid, row: number, column: number, scale: Scale, o: MatrixOptions) {
  const value = grid.at(row, column);
  const hidden = grid.hidden(row, column);
  const classes = cellClasses(grid, row, column, o);
  return html`<td
    class=${classMap(classes)}
    tabindex="-1"
    data-row=${row}
    data-column=${column}
    aria-selected=${classes["dk-selected"] ? "true" : "false"}
    aria-describedby=${classes["dk-selected"] ? `${o.prefix}-sum` : nothing}
    .style=${hidden ? "" : cellStyle(scale, value)}
  ><span class="dk-value-text">${formatNumber(value, o.language, styleOf(grid))}</span>${hidden ? html`<span class="dk-sr"> ${wordsOf(o.language).masked}</span>` : nothing}</td>`;
}

function editableCell(grid: Grid, row: number, column: number, scale: Scale, o: MatrixOptions) {
  const value = grid.at(row, column);
  const fault = o.faults?.find((f) => f.row === row && f.column === column);
  return html`<td class=${classMap(cellClasses(grid, row, column, o))} .style=${cellStyle(scale, value)}>
    <input
      class="dk-field"
      tabindex="-1"
      inputmode="decimal"
      autocomplete="off"
      spellcheck="false"
      enterkeyhint="next"
      data-row=${row}
      data-column=${column}
      aria-label=${fieldLabel(grid, row, column, o.language)}
      aria-invalid=${fault ? "true" : "false"}
      aria-describedby=${fault ? `${o.prefix}-${grid.name}-fault` : nothing}
      .value=${fieldValue(value, o.language)}
    /></td>`;
}

/** Weights are read as parts of 1; a tiny one is as good as 0. */
const styleOf = ({ name }: Grid) =>
  name === "weights" || name === "exponentials" ? "share" : "cell";

/** Characters of the longest number in a matrix of fields: they are all as wide as it needs. */
function fieldCharacters(grid: Grid, language: Language): number {
  let longest = 4;
  for (let i = 0; i < grid.rows; i++) {
    for (let j = 0; j < grid.columns; j++) {
      longest = Math.max(longest, formatNumber(grid.at(i, j), language, "short").length);
    }
  }
  return longest;
}

const tokenAxes: readonly Axis[] = ["query", "key", "token"];

/** Of the labels along an axis: only tokens are words. */
const languageOf = (axis: Axis, o: MatrixOptions) =>
  tokenAxes.includes(axis) ? (o.wordsIn ?? nothing) : nothing;

function rowHeader(grid: Grid, row: number, o: MatrixOptions) {
  const label = grid.rowLabels[row] ?? "";
  const active = o.lit?.cell?.matrix === grid.name && o.lit.cell.row === row;
  const on = active || o.lit?.ofWord(grid.rowAxis, row);
  return html`<th scope="row" lang=${languageOf(grid.rowAxis, o)} data-word-row=${row} class=${on ? "dk-head dk-on" : "dk-head"} title=${label}><span>${label}</span></th>`;
}

function rowSum(grid: Grid, row: number, o: MatrixOptions) {
  let sum = 0;
  for (let j = 0; j < grid.columns; j++) sum += grid.at(row, j);
  const { nothingVisible } = wordsOf(o.language);
  // Rounding in the last bits is no deviation worth a reader's attention.
  const whole = Math.abs(sum - Math.round(sum)) < 1e-9 ? Math.round(sum) : sum;
  return html`<td class="dk-sum">${formatNumber(whole, o.language)}${whole === 0 ? html` <small>(${nothingVisible})</small>` : nothing}</td>`;
}

function headRows(grid: Grid, o: MatrixOptions) {
  const pairs = grid.columnAxis === "key";
  const active = o.lit?.cell?.matrix === grid.name ? o.lit.cell.column : -1;
  const rowAxis = axisOf(grid.rowAxis, o.language);
  // Components are only numbered; their name would widen the column of numbers.
  const named = grid.rowAxis !== "model";
  const heads = Array.from(
    { length: grid.columns },
    (_, j) =>
      html`<th scope="col" lang=${languageOf(grid.columnAxis, o)} data-word-column=${j} class=${j === active || o.lit?.ofWord(grid.columnAxis, j) ? "dk-head dk-on" : "dk-head"} title=${grid.columnLabels[j] ?? ""}><span>${grid.columnLabels[j]}</span></th>`,
  );
  return html`
    ${
      pairs
        ? html`<tr><td></td><th scope="colgroup" colspan=${grid.columns} class="dk-axis dk-key">${roleMark("key")}${axisOf("key", o.language)}</th>${o.rowSums ? html`<td></td>` : nothing}</tr>`
        : nothing
    }
    ${
      o.groups
        ? html`<tr class="dk-groups"><td></td>${o.groups.map(({ label, columns, className }) => html`<th scope="colgroup" colspan=${columns} class=${className}>${label}</th>`)}</tr>`
        : nothing
    }
    <tr>
      <th scope="col" class="dk-axis dk-corner ${pairs ? "dk-query" : ""}">${pairs ? roleMark("query") : nothing}<span class=${named ? "" : "dk-sr"}>${rowAxis}</span></th>
      ${heads}${o.rowSums ? html`<th scope="col" class="dk-head dk-sum">${wordsOf(o.language).rowSum}</th>` : nothing}
    </tr>`;
}

function captionView(grid: Grid, o: MatrixOptions) {
  const { title } = grid;
  const origin = o.origin ?? title?.origin ?? (grid.editable ? { kind: "hand" as const } : null);
  return html`<span class="dk-caption">
    <span class="dk-title">${roleMark(roleIn(grid))}${gridSymbol(grid)} <span class="dk-name">${title?.name ?? nameOf(grid.name, o.language)}</span></span>
    <span class="dk-facts"><span class="dk-shape">${grid.rows} × ${grid.columns}</span> ${badge(origin, o.language)}</span>
  </span>`;
}

/** What a screen reader calls the matrix. */
function saidOf({ name, title }: Grid): string {
  if (!title) return symbolText(name);
  return title.letter ? `${title.letter}, ${title.name}` : title.name;
}

/** The table of the given rows, all of them or one. */
function tableView(grid: Grid, rows: readonly number[], caption: unknown, o: MatrixOptions) {
  const scale = o.scale ?? scaleOf(grid);
  const cell = grid.editable ? editableCell : computedCell;
  const events = tableEvents(grid, o);
  const { cellsHint, fieldsHint } = wordsOf(o.language);
  const hint = grid.editable ? fieldsHint : o.onOpen ? cellsHint : "";
  const said = saidOf(grid);
  return html`<div class="dk-scroll" ${keepReachable(`${said}, ${wordsOf(o.language).scrolls}`)}>
    <table
      id=${tableId(o.prefix, grid.name)}
      role=${grid.editable ? nothing : "grid"}
      .style=${grid.editable ? `--chars:${fieldCharacters(grid, o.language)}` : ""}
      @keydown=${events.keydown}
      @click=${events.click}
      @pointerover=${events.pointerover}
      @pointerleave=${events.pointerleave}
      @focusin=${events.focusin}
      @focusout=${events.focusout}
      @input=${events.input}
      ${keepOneStop()}
    >
      <caption>${caption}<span class="dk-sr"> ${hint}</span></caption>
      <thead>${headRows(grid, o)}</thead>
      <tbody>${rows.map(
        (i) => html`<tr>
          ${rowHeader(grid, i, o)}
          ${Array.from({ length: grid.columns }, (_, j) => cell(grid, i, j, scale, o))}
          ${o.rowSums ? rowSum(grid, i, o) : nothing}
        </tr>`,
      )}</tbody>
    </table>
  </div>`;
}

function faultView(grid: Grid, o: MatrixOptions) {
  const faults = o.faults ?? [];
  if (faults.length === 0) return nothing;
  return html`<p class="dk-fault" role="alert" id=${`${o.prefix}-${grid.name}-fault`}>
    ${faults.map((fault) => fault.sentence).join(" ")}
  </p>`;
}

const MAX_TABLE_SIDE = 32;

/** The row of a large matrix whose numbers are shown. */
export function rowShown(grid: Grid, o: MatrixOptions): number {
  const row = o.selected?.matrix === grid.name ? o.selected.row : (o.pickedRow ?? 0);
  return Math.min(row, grid.rows - 1);
}

/** Columns from which the cells are set closer. */
const COMPACT = 12;

export function matrixView(grid: Grid, o: MatrixOptions): TemplateResult {
  const density = grid.columns > COMPACT ? "dk-compact" : "";
  const all = Array.from({ length: grid.rows }, (_, i) => i);
  const large = Math.max(grid.rows, grid.columns) > MAX_TABLE_SIDE ? o.large : undefined;
  return html`<div
    class="dk-matrix dk-${roleOf(grid.name)} ${density} ${grid.editable ? "dk-editable" : ""} ${large ? "dk-large" : ""}"
    data-matrix=${kindOf(grid.name)}
  >
    ${
      large
        ? html`${captionView(grid, o)}${large.picture(grid, o.scale ?? scaleOf(grid), o)}${large.picker(grid, o)}
          ${tableView(grid, [rowShown(grid, o)], html`<span class="dk-sr">${saidOf(grid)}</span>`, o)}`
        : tableView(grid, all, captionView(grid, o), o)
    }
    ${takeMatrix([grid], saidOf(grid))}
    ${faultView(grid, o)}
  </div>`;
}
