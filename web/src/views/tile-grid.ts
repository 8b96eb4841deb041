// The queries x keys matrix as the tiled path goes over it: empty but for the tile in hand.

import { classMap } from "lit/directives/class-map.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { formatNumber } from "./number.ts";
import { passAt, type Replay, tileState } from "./replay.ts";
import { cellStyle, type Scale } from "./scale.ts";
import type { Grid } from "./scene.ts";
import { roleMark } from "./symbol.ts";
import { tileWords } from "./tile-words.ts";
import { axisOf } from "./words.ts";

/** Weights are at most 1: exponents are counted from a maximum that no score exceeds. */
export const weightScale: Scale = { kind: "sequential", min: 0, max: 1, limit: 1 };

export interface TileGridOptions {
  readonly language: Language;
  readonly replay: Replay;
  /** The pass in hand, or `passes.length` when all are done. */
  readonly position: number;
  /** The reference's weights: their labels, and which pairs are hidden. */
  readonly pairs: Grid;
  readonly onPick: (position: number) => void;
}

/** More keys than this, and a cell is a patch of colour without its number. */
const NUMBERED = 6;

function cell(o: TileGridOptions, query: number, key: number): TemplateResult {
  const { replay, position, pairs } = o;
  const { block } = replay;
  const [row, column] = [Math.floor(query / block.queries), Math.floor(key / block.keys)];
  const pass = passAt(replay, row, column);
  const state = tileState(pass, position);
  const weight = state === "now" ? (replay.passes[pass]?.weight(query, key) ?? null) : null;
  const hidden = state === "skipped" || pairs.hidden(query, key);
  const now = state === "now";
  const lastRow = query === pairs.rows - 1 || (query + 1) % block.queries === 0;
  const lastColumn = key === pairs.columns - 1 || (key + 1) % block.keys === 0;
  const classes = {
    "tiles-cell": true,
    [`tiles-${state}`]: true,
    "tiles-hidden": hidden,
    "dk-odd": weight !== null && !Number.isFinite(weight),
    "tiles-top": query % block.queries === 0,
    "tiles-left": key % block.keys === 0,
    "tiles-bottom": lastRow,
    "tiles-right": lastColumn,
  };
  const words = tileWords[o.language];
  const shown = weight !== null && !hidden ? formatNumber(weight, o.language, "share") : null;
  const said = now ? words.skippedTile : words[state === "skipped" ? "skippedTile" : state];
  const numbered = pairs.columns <= NUMBERED;
  return html`<td
    class=${classMap(classes)}
    data-step=${pass < 0 ? nothing : pass}
    .style=${shown === null || weight === null ? "" : cellStyle(weightScale, weight)}
  >${
    shown === null
      ? html`<span class="dk-sr">${said}</span>`
      : html`<span class=${numbered ? "" : "dk-sr"}>${shown}</span>`
  }</td>`;
}

/** A click on a tile goes to its step; the slider and the keys do the same without a mouse. */
export function tileGrid(o: TileGridOptions): TemplateResult {
  const { pairs, language } = o;
  const click = (event: Event) => {
    const tile = (event.target as Element).closest<HTMLElement>("[data-step]");
    if (tile) o.onPick(Number(tile.dataset.step));
  };
  const wide = pairs.columns > NUMBERED ? "tiles-fine" : "";
  return html`<table class="tiles-grid ${wide}" @click=${click}>
    <caption>${tileWords[language].grid}</caption>
    <thead>
      <tr>
        <td></td>
        <th scope="colgroup" colspan=${pairs.columns} class="dk-axis dk-key">${roleMark("key")}${axisOf("key", language)}</th>
      </tr>
      <tr>
        <th scope="col" class="dk-axis dk-query">${roleMark("query")}${axisOf("query", language)}</th>
        ${pairs.columnLabels.map((label) => html`<th scope="col" title=${label}>${label}</th>`)}
      </tr>
    </thead>
    <tbody>${pairs.rowLabels.map(
      (label, query) => html`<tr>
        <th scope="row" title=${label}>${label}</th>
        ${pairs.columnLabels.map((_, key) => cell(o, query, key))}
      </tr>`,
    )}</tbody>
  </table>`;
}

/** What the fillings of the grid mean. */
export function tileGridLegend(language: Language, withSkipped: boolean): TemplateResult {
  const words = tileWords[language];
  const entry = (state: string, word: string) =>
    html`<li><i class="tiles-cell tiles-${state}" aria-hidden="true"></i>${word}</li>`;
  return html`<ul class="tiles-legend">
    ${entry("done", words.done)}${entry("ahead", words.ahead)}
    ${withSkipped ? entry("skipped", words.skippedTile) : nothing}
  </ul>`;
}
