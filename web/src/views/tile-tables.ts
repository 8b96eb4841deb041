// Beside the grid: what is kept of the tile's queries before it and after it, and at the end the
// division and the distance from the reference.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { formatNumber } from "./number.ts";
import { differenceAt, farthest, type Pass, type QueryPass, type Replay } from "./replay.ts";
import { cellStyle, type Scale } from "./scale.ts";
import type { Grid } from "./scene.ts";
import { keepReachable } from "./scroll-frame.ts";
import { badge, roleMark } from "./symbol.ts";
import { weightScale } from "./tile-grid.ts";
import { tileWords } from "./tile-words.ts";
import { axisOf, wordsOf } from "./words.ts";

export interface TileTablesOptions {
  readonly language: Language;
  readonly replay: Replay;
  /** The reference's weights: their labels, and which pairs are hidden. */
  readonly pairs: Grid;
  /** The reference's output. */
  readonly reference: Grid;
  /** Of all partial outputs, so that colours keep their meaning from step to step. */
  readonly scale: Scale;
}

const range = (length: number, first = 0) => Array.from({ length }, (_, i) => first + i);

function number(
  value: number,
  o: TileTablesOptions,
  marked = false,
  style: "cell" | "share" = "cell",
): TemplateResult {
  return html`<td class=${marked ? "tiles-marked" : ""}>${formatNumber(value, o.language, style)}</td>`;
}

function coloured(
  value: number,
  scale: Scale,
  o: TileTablesOptions,
  style: "cell" | "share" = "cell",
) {
  const odd = Number.isFinite(value) ? "" : "dk-odd";
  return html`<td class="tiles-filled ${odd}" .style=${cellStyle(scale, value)}>${formatNumber(value, o.language, style)}</td>`;
}

function queryHead(query: number, o: TileTablesOptions): TemplateResult {
  const label = o.pairs.rowLabels[query] ?? "";
  return html`<th scope="row" title=${label}><span>${label}</span></th>`;
}

const corner = (o: TileTablesOptions) =>
  html`<th scope="col" class="dk-axis dk-query">${roleMark("query")}${axisOf("query", o.language)}</th>`;

function frame(name: string, caption: unknown, head: unknown, body: unknown, o: TileTablesOptions) {
  return html`<div class="dk-scroll" ${keepReachable(`${name}, ${wordsOf(o.language).scrolls}`)}>
    <table class="tiles-table"><caption>${caption}</caption><thead>${head}</thead><tbody>${body}</tbody></table>
  </div>`;
}

/** Rows that a smaller last tile leaves free: what stands below keeps its place. */
function filler(pass: Pass, o: TileTablesOptions): TemplateResult[] {
  return range(o.replay.block.queries - pass.queries.length).map(
    () => html`<tr class="tiles-filler" aria-hidden="true"><th>·</th><td>·</td></tr>`,
  );
}

function weightCell(pass: Pass, query: number, key: number, o: TileTablesOptions): TemplateResult {
  const weight = pass.weight(query, key);
  if (weight === null || o.pairs.hidden(query, key)) {
    return html`<td class="tiles-filled tiles-hidden"><span>${weight === null ? "" : formatNumber(weight, o.language, "share")}</span><span class="dk-sr">${wordsOf(o.language).masked}</span></td>`;
  }
  return coloured(weight, weightScale, o, "share");
}

function keptTable(pass: Pass, o: TileTablesOptions): TemplateResult {
  const words = tileWords[o.language];
  const first = pass.column * o.replay.block.keys;
  const keys = range(Math.min(o.replay.block.keys, o.replay.keys - first), first);
  const pair = html`<th scope="col">${words.before}</th><th scope="col">${words.after}</th>`;
  const head = html`
    <tr>
      <td></td>
      <th scope="colgroup" colspan="2">${words.maximum}</th>
      <td></td>
      <th scope="colgroup" colspan="2">${words.sum}</th>
      <th scope="colgroup" colspan=${keys.length} class="dk-key">${roleMark("key")}${words.weights}</th>
    </tr>
    <tr>
      ${corner(o)}${pair}<th scope="col">${words.rescale}</th>${pair}
      ${keys.map((key) => html`<th scope="col" title=${o.pairs.columnLabels[key] ?? ""}><span>${o.pairs.columnLabels[key]}</span></th>`)}
    </tr>`;
  const row = ({ query, before, after, rescale }: QueryPass) => html`<tr>
    ${queryHead(query, o)}
    ${number(before.maximum, o)}${number(after.maximum, o, after.maximum !== before.maximum)}
    ${number(rescale, o, rescale !== 1 && rescale !== 0)}
    ${number(before.sum, o)}${number(after.sum, o, after.sum !== before.sum)}
    ${keys.map((key) => weightCell(pass, query, key, o))}
  </tr>`;
  const caption = html`${words.kept} ${badge(null, o.language)}`;
  return frame(words.kept, caption, head, [pass.queries.map(row), filler(pass, o)], o);
}

function partialTable(name: string, pass: Pass, at: "before" | "after", o: TileTablesOptions) {
  const components = range(o.replay.valueWidth);
  const head = html`<tr>${corner(o)}${components.map((c) => html`<th scope="col">${c + 1}</th>`)}</tr>`;
  const row = (query: QueryPass) => html`<tr>
    ${queryHead(query.query, o)}${query[at].output.map((value) => coloured(value, o.scale, o))}
  </tr>`;
  return frame(name, name, head, [pass.queries.map(row), filler(pass, o)], o);
}

/** kedi: 1.049 = 1 · 0.125 + 0.924 */
function sumSentence(query: QueryPass, pass: Pass, o: TileTablesOptions): TemplateResult {
  const show = (value: number) => formatNumber(value, o.language);
  const weights = range(pass.lastKey - pass.firstKey, pass.firstKey)
    .filter((key) => !o.pairs.hidden(query.query, key))
    .map((key) => formatNumber(pass.weight(query.query, key) ?? Number.NaN, o.language, "share"));
  const added = weights.length > 1 ? `(${weights.join(" + ")})` : (weights[0] ?? "0");
  return html`<li>
    <i class="dk-word">${o.pairs.rowLabels[query.query]}</i>
    <span>${show(query.after.sum)} = ${show(query.before.sum)} · ${show(query.rescale)} + ${added}</span>
    ${query.rescale > 0 && query.rescale < 1 ? html`<small>${tileWords[o.language].larger}</small>` : nothing}
  </li>`;
}

/** One tile. */
export function passView(pass: Pass, o: TileTablesOptions): TemplateResult {
  const words = tileWords[o.language];
  const empty = range(o.replay.block.queries - pass.queries.length);
  return html`
    ${keptTable(pass, o)}
    <div class=${o.replay.block.keys > 2 ? "tiles-sums tiles-long" : "tiles-sums"}>
      <p>${words.sumSentence}</p>
      <ul>${pass.queries.map((query) => sumSentence(query, pass, o))}${empty.map(() => html`<li aria-hidden="true"> </li>`)}</ul>
    </div>
    <div class="tiles-partial">
      ${partialTable(words.partialBefore, pass, "before", o)}
      ${partialTable(words.partialAfter, pass, "after", o)}
    </div>
    <p class="tiles-note">${words.outputSentence}</p>`;
}

/** Every digit, to be compared. */
function exact(value: number, language: Language): string {
  const digits = formatNumber(Math.abs(value), language, "exact");
  return value < 0 ? `\u2212${digits}` : digits;
}

/** How far the result is from the reference, at worst. */
export function largestSentence(
  o: Pick<TileTablesOptions, "language" | "replay" | "reference"> & {
    readonly pairs: { readonly rowLabels: readonly string[] };
  },
): string {
  const words = tileWords[o.language];
  const { row, column, ulps } = farthest(o.replay, o.reference);
  if (ulps === 0) return words.same;
  const [here, reference] = [o.replay.output(row, column), o.reference.at(row, column)];
  const place = [o.pairs.rowLabels[row] ?? "", column + 1] as const;
  const both = [exact(here, o.language), exact(reference, o.language)] as const;
  return !Number.isFinite(here) && Number.isFinite(reference)
    ? words.overflow(...place, ...both)
    : words.largest(formatNumber(ulps, o.language), ...place, ...both);
}

function divisionTable(o: TileTablesOptions): TemplateResult {
  const { replay } = o;
  const words = tileWords[o.language];
  const components = range(replay.valueWidth);
  const numbered = (of: string) =>
    components.map(
      (c) =>
        html`<th scope="col"><span class="dk-sr">${of}, ${words.component} </span>${c + 1}</th>`,
    );
  const group = (word: string, className: string) =>
    html`<th scope="colgroup" colspan=${replay.valueWidth} class=${className}>${word}</th>`;
  const head = html`
    <tr><td></td>${group(words.partial, "")}<td></td>${group(words.output, "dk-output")}</tr>
    <tr>${corner(o)}${numbered(words.partial)}<th scope="col">${words.dividedBy}</th>${numbered(words.output)}</tr>`;
  const row = (query: number) => html`<tr>
    ${queryHead(query, o)}
    ${components.map((c) => coloured(replay.kept[query]?.output[c] ?? Number.NaN, o.scale, o))}
    ${number(replay.kept[query]?.sum ?? Number.NaN, o)}
    ${components.map((c) => coloured(replay.output(query, c), o.scale, o))}
  </tr>`;
  const caption = html`${words.divided} ${badge(null, o.language)}`;
  return frame(words.divided, caption, head, range(replay.queries).map(row), o);
}

function differenceTable(o: TileTablesOptions): TemplateResult {
  const { replay, reference } = o;
  const words = tileWords[o.language];
  const largest = farthest(replay, reference);
  const components = range(replay.valueWidth);
  const head = html`<tr>${corner(o)}${components.map((c) => html`<th scope="col">${c + 1}</th>`)}</tr>`;
  const row = (query: number) => html`<tr>
    ${queryHead(query, o)}
    ${components.map((c) => {
      const ulps = differenceAt(replay, reference, query, c);
      const marked = ulps > 0 && query === largest.row && c === largest.column;
      // Far below one ulp is as good as none.
      return number(ulps, o, marked, "share");
    })}
  </tr>`;
  return frame(words.difference, words.difference, head, range(replay.queries).map(row), o);
}

/** After the last tile: the division, and how far the result is from the reference. */
export function divisionView(o: TileTablesOptions): TemplateResult {
  return html`
    ${divisionTable(o)}
    <div class="tiles-apart">
      ${differenceTable(o)}
      <div>
        <p class="tiles-largest">${largestSentence(o)}</p>
        <p class="tiles-note">${tileWords[o.language].ulp}</p>
      </div>
    </div>`;
}
