// The tables of one step of the cache, and the text with its tokens coming and going.

import { classMap } from "lit/directives/class-map.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { DecodeFrame } from "../core/index.ts";
import type { Cell, GridName, Language } from "../inputs/state.ts";
import { keepOneStop, tableEvents } from "../views/cell-keys.ts";
import { cellMarks } from "../views/matrix.ts";
import { formatNumber } from "../views/number.ts";
import { cellStyle, type Scale } from "../views/scale.ts";
import { gridOf } from "../views/scene.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { badge, roleMark, symbolView } from "../views/symbol.ts";
import { wordsOf } from "../views/words.ts";
import { DIFFERENCE, differenceAt, FULL, type Shown, TOKENS } from "./cache-run.ts";
import type { CacheWords } from "./cache-words.ts";
import type { OwnScene } from "./own-scene.ts";
export interface Texts {
  /** The step, to be opened. */
  readonly own: OwnScene;
  readonly words: CacheWords;
  readonly language: Language;
  readonly number: (value: number) => string;
}

/** "5 mindere": a token by its place in the text. */
const named = ({ tokens }: Shown, token: number) =>
  html`<span class="cache-number">${token + 1}</span> <i class="dk-word">${tokens[token]}</i>`;

export function sentence(shown: Shown, step: number, frame: DecodeFrame, o: Texts): string {
  const { words } = o;
  const [dropped] = frame.dropped;
  const first = words.sentence(step + 1, TOKENS, shown.tokens[step] ?? "");
  if (shown.places === TOKENS) return first;
  return `${first} ${dropped === undefined ? words.dropsNone : words.drops(`${dropped + 1}, ${shown.tokens[dropped]}`)}`;
}

export function timeline(shown: Shown, step: number, frame: DecodeFrame, o: Texts): TemplateResult {
  const { words } = o;
  const state = (token: number) => {
    if (token === step) return "now";
    if (token > step) return "ahead";
    return frame.kept.includes(token) ? "kept" : "dropped";
  };
  const entry = (name: "now" | "kept" | "dropped" | "ahead") =>
    html`<li><i class="cache-token cache-${name}" aria-hidden="true"></i>${words[name]}</li>`;
  return html`<div class="cache-text">
    <h4 id="cache-text">${words.text}</h4>
    <ol class="cache-tokens" aria-labelledby="cache-text">
      ${shown.tokens.map(
        (word, token) => html`<li class="cache-token cache-${state(token)}">
          <small>${token + 1}</small> <span class="dk-word">${word}</span><span class="dk-sr">, ${words[state(token)]}</span>
        </li>`,
      )}
    </ol>
    <ul class="cache-key">
      ${entry("now")}${entry("kept")}${shown.places < TOKENS ? entry("dropped") : nothing}${entry("ahead")}
    </ul>
    <p class="cache-note">${words.textNote}</p>
  </div>`;
}

export const weightScale: Scale = { kind: "sequential", min: 0, max: 1, limit: 1 };

/** Which cell of the scene stands at a place of a table. */
type CellAt = (row: number, column: number) => Cell;

/** A cell that opens into its sum; without a scale it has no colour. */
function openCell(row: number, column: number, cellAt: CellAt, scale: Scale | null, o: Texts) {
  const at = cellAt(row, column);
  const options = o.own.options();
  const value = gridOf(o.own.scene, at.matrix).at(at.row, at.column);
  const marks = cellMarks(at, options);
  const style = at.matrix === "weights" ? "share" : "cell";
  return html`<td
    class=${classMap({
      "dk-cell": scale !== null,
      "cache-plain": scale === null,
      "dk-odd": scale !== null && !Number.isFinite(value),
      ...marks,
    })}
    tabindex="-1"
    data-row=${row}
    data-column=${column}
    aria-selected=${marks["dk-selected"] ? "true" : "false"}
    aria-describedby=${marks["dk-selected"] ? `${options.prefix}-sum` : nothing}
    .style=${scale ? cellStyle(scale, value) : ""}
  >${formatNumber(value, o.language, style)}</td>`;
}

const cellsOf = (
  row: number,
  from: number,
  count: number,
  cellAt: CellAt,
  scale: Scale | null,
  o: Texts,
) => Array.from({ length: count }, (_, i) => openCell(row, from + i, cellAt, scale, o));

/** What the keys and the pointer do in a table of that size, whose cells are those of the scene. */
function eventsOf(rows: number, columns: number, cellAt: CellAt, o: Texts) {
  const size = { ...gridOf(o.own.scene, "output"), rows, columns };
  return tableEvents(size, { ...o.own.options(), cellAt });
}

const widthsOf = ({ k, v }: Shown) => [k[0]?.length ?? 0, v[0]?.length ?? 0] as const;

/** In the row of a place: its weight, its key, its value. */
const slotAt =
  (shown: Shown): CellAt =>
  (row, column) => {
    const [dk] = widthsOf(shown);
    if (column === 0) return { matrix: "weights", row: 0, column: row };
    return column <= dk
      ? { matrix: "k", row, column: column - 1 }
      : { matrix: "v", row, column: column - 1 - dk };
  };

/** A place of the cache, with what stands in it after the step. */
function placeRow(shown: Shown, place: number, step: number, frame: DecodeFrame, o: Texts) {
  const { words } = o;
  const token = frame.kept[place];
  const [dk, dv] = widthsOf(shown);
  const head = html`<th scope="row">${place + 1}</th>`;
  if (token === undefined) {
    return html`<tr class="cache-empty">${head}<td class="cache-name">${words.empty}</td>
      <td></td><td class="cache-gap"></td><td colspan=${dk}></td><td class="cache-gap"></td><td colspan=${dv}></td><td></td></tr>`;
  }
  const at = slotAt(shown);
  const note = token === step ? words.added : place < shown.sinks ? words.sink : nothing;
  return html`<tr class=${token === step ? "cache-new" : ""}>
    ${head}
    <td class="cache-name">${named(shown, token)}</td>
    ${openCell(place, 0, at, weightScale, o)}<td class="cache-gap"></td>
    ${cellsOf(place, 1, dk, at, shown.scale, o)}<td class="cache-gap"></td>
    ${cellsOf(place, 1 + dk, dv, at, shown.scale, o)}
    <td class="cache-mark">${note}</td>
  </tr>`;
}

export function slots(shown: Shown, step: number, frame: DecodeFrame, o: Texts): TemplateResult {
  const { words, language } = o;
  const places = Array.from({ length: shown.places }, (_, i) => i);
  const [dk, dv] = widthsOf(shown);
  const events = eventsOf(frame.kept.length, 1 + dk + dv, slotAt(shown), o);
  return html`<div class="dk-scroll" ${keepReachable(`${words.cache}, ${words.scrolls}`)}>
    ${openTable(
      "cache-slots",
      html`${words.cache} ${badge(null, language)}`,
      events,
      html`
      <thead>
        <tr>
          <th scope="col">${words.place}</th>
          <th scope="col" class="cache-name">${words.token}</th>
          <th scope="col">${words.weight}</th>
          <td></td>
          <th scope="colgroup" colspan=${dk} class="dk-key">${roleMark("key")}${symbolView("k")} ${words.key}</th>
          <td></td>
          <th scope="colgroup" colspan=${dv} class="dk-value">${roleMark("value")}${symbolView("v")} ${words.value}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>${places.map((place) => placeRow(shown, place, step, frame, o))}</tbody>`,
      o,
    )}
  </div>`;
}

/** A table whose cells are walked by the arrow keys and open into their sums. */
function openTable(
  id: string,
  caption: unknown,
  events: ReturnType<typeof tableEvents>,
  rows: unknown,
  o: Texts,
) {
  return html`<table
    class="cache-table"
    id=${id}
    role="grid"
    @keydown=${events.keydown}
    @click=${events.click}
    @pointerover=${events.pointerover}
    @pointerleave=${events.pointerleave}
    @focusin=${events.focusin}
    @focusout=${events.focusout}
    ${keepOneStop()}
  >
    <caption>${caption}<span class="dk-sr"> ${wordsOf(o.language).cellsHint}</span></caption>
    ${rows}
  </table>`;
}

interface PlainTable {
  readonly id: string;
  readonly mark: ReturnType<typeof roleMark>;
  readonly title: string;
  /** The matrix of each row, and which of its rows. */
  readonly rows: readonly {
    readonly head: unknown;
    readonly matrix: GridName;
    readonly at: number;
    readonly scale: Scale | null;
  }[];
}

function plainTable({ id, mark, title, rows }: PlainTable, o: Texts) {
  const width = gridOf(o.own.scene, rows[0]?.matrix ?? "output").columns;
  const numbers = Array.from({ length: width }, (_, i) => i + 1);
  const at: CellAt = (row, column) => {
    const { matrix, at: of } = rows[row] ?? { matrix: "output", at: 0 };
    return { matrix, row: of, column };
  };
  return html`<div class="dk-scroll" ${keepReachable(`${title}, ${o.words.scrolls}`)}>
    ${openTable(
      id,
      html`${mark}${title} ${badge(null, o.language)}`,
      eventsOf(rows.length, width, at, o),
      html`
      <thead><tr><td></td>${numbers.map((c) => html`<th scope="col"><span class="dk-sr">${o.words.component} </span>${c}</th>`)}</tr></thead>
      <tbody>${rows.map(({ head, scale }, i) => html`<tr><th scope="row">${head}</th>${cellsOf(i, 0, width, at, scale, o)}</tr>`)}</tbody>`,
      o,
    )}
  </div>`;
}

export function side(shown: Shown, step: number, frame: DecodeFrame, o: Texts): TemplateResult {
  const { words } = o;
  const { scale } = shown;
  const width = gridOf(o.own.scene, DIFFERENCE).columns;
  const differ = Array.from({ length: width }, (_, c) => differenceAt(shown, step, c)).some(
    (difference) => difference !== 0,
  );
  return html`
    ${plainTable(
      {
        id: "cache-query",
        mark: roleMark("query"),
        title: words.query,
        rows: [
          { head: html`<i class="dk-word">${shown.tokens[step]}</i>`, matrix: "q", at: 0, scale },
        ],
      },
      o,
    )}
    ${plainTable(
      {
        id: "cache-output",
        mark: roleMark("output"),
        title: words.output,
        rows: [
          { head: words.fromCache, matrix: "output", at: 0, scale },
          { head: words.fullPass, matrix: FULL, at: step, scale },
          { head: words.apart, matrix: DIFFERENCE, at: 0, scale: null },
        ],
      },
      o,
    )}
    <p class="cache-said">${differ ? words.apartOther : words.apartSame}</p>
    <dl class="cache-costs">
      <div><dt>${words.bytes}</dt><dd id="cache-bytes">${words.bytesValue(o.number(frame.bytes))}</dd></div>
      <div><dt>${words.work}</dt><dd id="cache-work">${o.number(frame.operations)}</dd></div>
      <div><dt>${words.again}</dt><dd id="cache-again">${o.number(shown.again[step] ?? Number.NaN)}</dd></div>
    </dl>`;
}
