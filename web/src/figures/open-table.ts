// A table whose cells are those of a scene, of one matrix or of several side by side: walked by the
// arrow keys, each opened into its sum.

import { classMap } from "lit/directives/class-map.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Cell, GridName, Language } from "../inputs/state.ts";
import { keepOneStop, tableEvents } from "../views/cell-keys.ts";
import { cellMarks } from "../views/matrix.ts";
import { formatNumber } from "../views/number.ts";
import { cellStyle, type Scale } from "../views/scale.ts";
import { type Grid, gridOf } from "../views/scene.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { takeMatrix } from "../views/take.ts";
import { wordsOf } from "../views/words.ts";
import type { OwnScene } from "./own-scene.ts";

/** Which cell of the scene stands at a place of a table. */
export type CellAt = (row: number, column: number) => Cell;

export interface Opening {
  readonly own: OwnScene;
  readonly language: Language;
}

export interface CellLook {
  /** None: it has no colour. */
  readonly scale: Scale | null;
  /** Of a cell without a colour, or beside it. */
  readonly looks?: readonly string[];
  readonly style?: "cell" | "share";
  /** In place of the number alone. */
  readonly content?: (number: string) => unknown;
}

export function openCell(
  o: Opening,
  cellAt: CellAt,
  [row, column]: readonly [number, number],
  { scale, looks = [], style = "cell", content }: CellLook,
): TemplateResult {
  const at = cellAt(row, column);
  const options = o.own.options();
  const value = gridOf(o.own.scene, at.matrix).at(at.row, at.column);
  const marks = cellMarks(at, options);
  const number = formatNumber(value, o.language, style);
  return html`<td
    class=${classMap({
      ...Object.fromEntries(looks.map((look) => [look, true])),
      "dk-cell": scale !== null,
      "dk-odd": scale !== null && !Number.isFinite(value),
      ...marks,
    })}
    tabindex="-1"
    data-row=${row}
    data-column=${column}
    aria-selected=${marks["dk-selected"] ? "true" : "false"}
    aria-describedby=${marks["dk-selected"] ? `${options.prefix}-sum` : nothing}
    .style=${scale ? cellStyle(scale, value) : ""}
  >${content ? content(number) : number}</td>`;
}

export interface OpenTable {
  readonly id?: string;
  readonly className: string;
  /** What it is called. */
  readonly name: string;
  /** The same, as it is shown. */
  readonly title: unknown;
  /** Of its cells. */
  readonly size: readonly [rows: number, columns: number];
  readonly cellAt: CellAt;
  /** Its head and its body. */
  readonly content: unknown;
}

/** The matrices that its cells are of, from the left. */
function gridsIn({ own }: Opening, { size, cellAt }: OpenTable): Grid[] {
  const names = new Set<GridName>();
  const [rows, columns] = size;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) names.add(cellAt(row, column).matrix);
  }
  return Array.from(names, (name) => own.grid(name));
}

/** In a frame that scrolls, with a button to take its matrices along. */
export function openTable(o: Opening, table: OpenTable): TemplateResult {
  const { name, title } = table;
  return html`<div class="dk-open-table">
    <div class="dk-open-title">${title}</div>
    <div class="dk-scroll" ${keepReachable(`${name}, ${wordsOf(o.language).scrolls}`)}>${tableView(o, table)}</div>
    ${takeMatrix(gridsIn(o, table), name)}
  </div>`;
}

function tableView(o: Opening, table: OpenTable): TemplateResult {
  const [rows, columns] = table.size;
  const { own } = o;
  const any = gridOf(own.scene, table.cellAt(0, 0).matrix);
  const events = tableEvents({ ...any, rows, columns }, { ...own.options(), cellAt: table.cellAt });
  return html`<table
    class=${table.className}
    id=${table.id ?? nothing}
    role="grid"
    @keydown=${events.keydown}
    @click=${events.click}
    @pointerover=${events.pointerover}
    @pointerleave=${events.pointerleave}
    @focusin=${events.focusin}
    @focusout=${events.focusout}
    ${keepOneStop()}
  >
    <caption><span class="dk-sr">${table.name}. ${wordsOf(o.language).cellsHint}</span></caption>
    ${table.content}
  </table>`;
}
