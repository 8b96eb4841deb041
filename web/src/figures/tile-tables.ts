// Beside the grid: what is kept of the tile's queries before it and after it, and at the end the
// division and the distance from the reference.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { formatNumber } from "../views/number.ts";
import { farthest, type Pass, type QueryPass, type Replay } from "../views/replay.ts";
import type { Scale } from "../views/scale.ts";
import type { Grid } from "../views/scene.ts";
import { badge, roleMark } from "../views/symbol.ts";
import { weightScale } from "../views/tile-grid.ts";
import { tileWords } from "../views/tile-words.ts";
import { axisOf, wordsOf } from "../views/words.ts";
import { type CellAt, type CellLook, type Opening, openCell, openTable } from "./open-table.ts";
import { divided, tileName } from "./tile-scene.ts";

export interface TileTablesOptions extends Opening {
  readonly replay: Replay;
  /** Rows of the largest tile that can be chosen: with a smaller one, what stands below keeps its place. */
  readonly rows: number;
  /** The reference's weights: their labels, and which pairs are hidden. */
  readonly pairs: Grid;
  /** The reference's output. */
  readonly reference: Grid;
  /** Of all partial outputs, so that colours keep their meaning from step to step. */
  readonly scale: Scale;
}

const range = (length: number, first = 0) => Array.from({ length }, (_, i) => first + i);

/** A number without a colour. */
const plain = (marked: boolean, style: "cell" | "share" = "cell"): CellLook => ({
  scale: null,
  looks: marked ? ["tiles-marked"] : [],
  style,
});

function queryHead(query: number, o: TileTablesOptions): TemplateResult {
  const label = o.pairs.rowLabels[query] ?? "";
  return html`<th scope="row" title=${label}><span>${label}</span></th>`;
}

const corner = (o: TileTablesOptions) =>
  html`<th scope="col" class="dk-axis dk-query">${roleMark("query")}${axisOf("query", o.language)}</th>`;

interface Frame {
  readonly name: string;
  readonly title: unknown;
  readonly size: readonly [number, number];
  readonly cellAt: CellAt;
  readonly head: unknown;
  readonly body: unknown;
}

function frame({ head, body, ...table }: Frame, o: TileTablesOptions): TemplateResult {
  return openTable(o, {
    ...table,
    className: "tiles-table",
    content: html`<thead>${head}</thead><tbody>${body}</tbody>`,
  });
}

/** Rows that a smaller tile leaves free. */
function filler(pass: Pass, o: TileTablesOptions): TemplateResult[] {
  return range(o.rows - pass.queries.length).map(
    () => html`<tr class="tiles-filler" aria-hidden="true"><th>·</th><td>·</td></tr>`,
  );
}

/** Of the table of what is kept: maximum and sum before and after, the factor between them, and the weights of the tile from here on. */
const WEIGHTS = 5;

const keptAt: CellAt = (row, column) => {
  if (column >= WEIGHTS) return { matrix: tileName("weights"), row, column: column - WEIGHTS };
  if (column === 2) return { matrix: tileName("factor"), row, column: 0 };
  return column < 2
    ? { matrix: tileName("maximum"), row, column }
    : { matrix: tileName("sum"), row, column: column - 3 };
};

function weightCell(
  pass: Pass,
  [row, query]: readonly [number, number],
  key: number,
  o: TileTablesOptions,
): TemplateResult {
  const { masked } = wordsOf(o.language);
  if (pass.weight(query, key) === null)
    return html`<td class="tiles-filled tiles-hidden"><span class="dk-sr">${masked}</span></td>`;
  const hidden = o.pairs.hidden(query, key);
  return openCell(o, keptAt, [row, WEIGHTS + key - pass.firstKey], {
    scale: hidden ? null : weightScale,
    looks: hidden ? ["tiles-filled", "tiles-hidden"] : ["tiles-filled"],
    style: "share",
    ...(hidden && {
      content: (number) => html`<span>${number}</span><span class="dk-sr">${masked}</span>`,
    }),
  });
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
  const row = ({ query, before, after, rescale }: QueryPass, i: number) => {
    const changed = [
      false,
      after.maximum !== before.maximum,
      rescale !== 1 && rescale !== 0,
      false,
      after.sum !== before.sum,
    ];
    return html`<tr>
      ${queryHead(query, o)}
      ${changed.map((marked, column) => openCell(o, keptAt, [i, column], plain(marked)))}
      ${keys.map((key) => weightCell(pass, [i, query], key, o))}
    </tr>`;
  };
  return frame(
    {
      name: words.kept,
      title: html`${words.kept} ${badge(null, o.language)}`,
      size: [pass.queries.length, WEIGHTS + pass.lastKey - pass.firstKey],
      cellAt: keptAt,
      head,
      body: [pass.queries.map(row), filler(pass, o)],
    },
    o,
  );
}

function partialTable(name: string, pass: Pass, at: "before" | "after", o: TileTablesOptions) {
  const components = range(o.replay.valueWidth);
  const cellAt: CellAt = (row, column) => ({ matrix: tileName(at), row, column });
  const look = { scale: o.scale, looks: ["tiles-filled"] };
  return frame(
    {
      ...{ name, title: name, cellAt },
      size: [pass.queries.length, components.length],
      head: html`<tr>${corner(o)}${components.map((c) => html`<th scope="col">${c + 1}</th>`)}</tr>`,
      body: [
        pass.queries.map(
          ({ query }, i) =>
            html`<tr>${queryHead(query, o)}${components.map((c) => openCell(o, cellAt, [i, c], look))}</tr>`,
        ),
        filler(pass, o),
      ],
    },
    o,
  );
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
  const empty = range(o.rows - pass.queries.length);
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

/** Partial outputs, the sum, the outputs, side by side. */
const divisionAt =
  (width: number): CellAt =>
  (row, column) => {
    if (column < width) return { matrix: divided.partial, row, column };
    return column === width
      ? { matrix: divided.sum, row, column: 0 }
      : { matrix: divided.output, row, column: column - width - 1 };
  };

function divisionTable(o: TileTablesOptions): TemplateResult {
  const { replay } = o;
  const words = tileWords[o.language];
  const width = replay.valueWidth;
  const components = range(width);
  const numbered = (of: string) =>
    components.map(
      (c) =>
        html`<th scope="col"><span class="dk-sr">${of}, ${words.component} </span>${c + 1}</th>`,
    );
  const group = (word: string, className: string) =>
    html`<th scope="colgroup" colspan=${width} class=${className}>${word}</th>`;
  const head = html`
    <tr><td></td>${group(words.partial, "")}<td></td>${group(words.output, "dk-output")}</tr>
    <tr>${corner(o)}${numbered(words.partial)}<th scope="col">${words.dividedBy}</th>${numbered(words.output)}</tr>`;
  const cellAt = divisionAt(width);
  const filled = { scale: o.scale, looks: ["tiles-filled"] };
  const row = (query: number) => html`<tr>
    ${queryHead(query, o)}
    ${range(2 * width + 1).map((column) =>
      openCell(o, cellAt, [query, column], column === width ? plain(false) : filled),
    )}
  </tr>`;
  return frame(
    {
      name: words.divided,
      title: html`${words.divided} ${badge(null, o.language)}`,
      size: [replay.queries, 2 * width + 1],
      ...{ cellAt, head },
      body: range(replay.queries).map(row),
    },
    o,
  );
}

function differenceTable(o: TileTablesOptions): TemplateResult {
  const { replay, reference } = o;
  const words = tileWords[o.language];
  const largest = farthest(replay, reference);
  const components = range(replay.valueWidth);
  const cellAt: CellAt = (row, column) => ({ matrix: divided.difference, row, column });
  const row = (query: number) => html`<tr>
    ${queryHead(query, o)}
    ${components.map((c) => {
      const most = largest.ulps > 0 && query === largest.row && c === largest.column;
      // Far below one ulp is as good as none.
      return openCell(o, cellAt, [query, c], plain(most, "share"));
    })}
  </tr>`;
  return frame(
    {
      ...{ name: words.difference, title: words.difference, cellAt },
      size: [replay.queries, components.length],
      head: html`<tr>${corner(o)}${components.map((c) => html`<th scope="col">${c + 1}</th>`)}</tr>`,
      body: range(replay.queries).map(row),
    },
    o,
  );
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
