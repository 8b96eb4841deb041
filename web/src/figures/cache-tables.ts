// The tables of one step of the cache, and the text with its tokens coming and going.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { DecodeFrame } from "../core/index.ts";
import type { GridName, Language } from "../inputs/state.ts";
import type { Scale } from "../views/scale.ts";
import { gridOf } from "../views/scene.ts";
import { badge, roleMark, symbolView } from "../views/symbol.ts";
import { DIFFERENCE, differenceAt, FULL, type Shown, TOKENS } from "./cache-run.ts";
import type { CacheWords } from "./cache-words.ts";
import { type CellAt, type CellLook, openCell, openTable } from "./open-table.ts";
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

const cellLook = (matrix: GridName, scale: Scale | null): CellLook => ({
  scale,
  looks: scale ? [] : ["cache-plain"],
  style: matrix === "weights" ? "share" : "cell",
});

const cellsOf = (
  row: number,
  from: number,
  count: number,
  cellAt: CellAt,
  scale: Scale | null,
  o: Texts,
) =>
  Array.from({ length: count }, (_, i) => {
    const { matrix } = cellAt(row, from + i);
    return openCell(o, cellAt, [row, from + i], cellLook(matrix, scale));
  });

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
    ${cellsOf(place, 0, 1, at, weightScale, o)}<td class="cache-gap"></td>
    ${cellsOf(place, 1, dk, at, shown.scale, o)}<td class="cache-gap"></td>
    ${cellsOf(place, 1 + dk, dv, at, shown.scale, o)}
    <td class="cache-mark">${note}</td>
  </tr>`;
}

export function slots(shown: Shown, step: number, frame: DecodeFrame, o: Texts): TemplateResult {
  const { words, language } = o;
  const places = Array.from({ length: shown.places }, (_, i) => i);
  const [dk, dv] = widthsOf(shown);
  return openTable(o, {
    id: "cache-slots",
    className: "cache-table",
    name: words.cache,
    title: html`${words.cache} ${badge(null, language)}`,
    size: [frame.kept.length, 1 + dk + dv],
    cellAt: slotAt(shown),
    content: html`
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
  });
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
  return openTable(o, {
    id,
    className: "cache-table",
    name: title,
    title: html`${mark}${title} ${badge(null, o.language)}`,
    size: [rows.length, width],
    cellAt: at,
    content: html`
      <thead><tr><td></td>${numbers.map((c) => html`<th scope="col"><span class="dk-sr">${o.words.component} </span>${c}</th>`)}</tr></thead>
      <tbody>${rows.map(({ head, scale }, i) => html`<tr><th scope="row">${head}</th>${cellsOf(i, 0, width, at, scale, o)}</tr>`)}</tbody>`,
  });
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
