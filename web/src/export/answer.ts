// Answers the buttons of a page and the files that are dropped on it.

import { html, type TemplateResult } from "lit/html.js";
import { type InputName, inputNames, type Language } from "../inputs/state.ts";
import type { App } from "../page/app.ts";
import type { Grid } from "../views/scene.ts";
import { gridSymbol } from "../views/symbol.ts";
import type { Wanted } from "../views/take.ts";
import { nameOf, symbolText } from "../views/words.ts";
import { markPlace, matrixAt } from "./drop-place.ts";
import { figureOffers } from "./figure-offers.ts";
import { FileTaker } from "./file-taker.ts";
import { headsOf, type Numbers, numbersOf } from "./numbers.ts";
import { matrixOffers, stateOffers } from "./offers.ts";
import { FILE_TYPES } from "./open.ts";
import { Sheet } from "./sheet.ts";
import { exportWords } from "./words.ts";

export function give(app: App, wanted: Wanted): void {
  if (wanted.kind === "matrix") giveMatrix(app, wanted.grids, wanted.said);
  else if (wanted.kind === "all") giveAll(app);
  else giveFigure(app, wanted.figure);
}

export { markPlace as dragged } from "./drop-place.ts";

/** Onto a matrix, or onto the page. */
export function dropped(app: App, files: readonly File[], target: EventTarget | null): void {
  markPlace(null);
  const { session } = app;
  if (!session) return;
  const place = matrixAt(target)?.dataset.matrix;
  const into = inputNames(session.state.source).find((name) => name === place) ?? null;
  void new FileTaker(app).take(files, into);
}

/** `into` is the matrix that the file is for; null: whatever the file holds decides. */
function fileView(app: App, into: InputName | null, close: () => void): TemplateResult {
  const words = exportWords[app.language];
  const change = (event: Event) => {
    const files = [...((event.target as HTMLInputElement).files ?? [])];
    if (files.length === 0) return;
    close();
    void new FileTaker(app).take(files, into);
  };
  return html`<div class="dk-sheet-file">
    <label class="dk-button">
      <input class="dk-sr" type="file" accept=${FILE_TYPES} @change=${change} />
      ${into ? words.openInto(symbolText(into)) : words.open}
    </label>
    <p class="dk-sheet-hint">${into ? words.openHint : words.openAllHint}</p>
  </div>`;
}

/** The input that the grid shows, where it may be changed. */
function inputOf({ session }: App, { name, editable }: Grid): InputName | null {
  if (!editable || !session) return null;
  return inputNames(session.state.source).find((input) => input === name) ?? null;
}

const named = (grid: Grid, language: Language) =>
  html`${gridSymbol(grid)} ${grid.title?.name ?? nameOf(grid.name, language)}
    <small>${grid.rows} × ${grid.columns}</small>`;

interface Extents {
  readonly legend: string;
  readonly extents: readonly { readonly label: unknown; readonly numbers: Numbers }[];
}

/** One of the matrices of a table, or one of the heads or all of them. */
function extentsOf(grids: readonly Grid[], language: Language): Extents {
  const words = exportWords[language];
  const own = grids.map((grid) => ({ label: named(grid, language), numbers: numbersOf(grid) }));
  const heads = grids.length === 1 && grids[0] ? headsOf(grids[0]) : null;
  if (!heads) return { legend: words.matrix, extents: own };
  const extents = [
    ...own.map(({ numbers }) => ({ label: words.oneHead, numbers })),
    { label: words.allHeads(heads.shape.join(" × ")), numbers: heads },
  ];
  return { legend: words.extent, extents };
}

function giveMatrix(app: App, grids: readonly Grid[], said: string): void {
  const { language } = app;
  const [grid] = grids;
  if (!grid) return;
  const { legend, extents } = extentsOf(grids, language);
  const options = extents.map(({ label }, i) => ({ value: String(i), label }));
  const into = grids.length === 1 ? inputOf(app, grid) : null;
  const sheet: Sheet = new Sheet({
    language,
    title: grids.length === 1 ? named(grid, language) : said,
    variants: options.length > 1 ? { legend, options } : undefined,
    offers: (variant) =>
      matrixOffers(extents[Number(variant)]?.numbers ?? numbersOf(grid), language),
    more: into ? fileView(app, into, () => sheet.close()) : undefined,
  });
  sheet.show();
}

function giveFigure({ language }: App, figure: Element): void {
  if (!(figure instanceof HTMLElement)) return;
  const words = exportWords[language];
  new Sheet({
    language,
    title: words.figure,
    variants: {
      legend: words.colours,
      options: [
        { value: "light", label: words.lightColours },
        { value: "shown", label: words.asShown },
      ],
    },
    offers: (colours) => figureOffers(figure, colours === "shown" ? "shown" : "light", language),
  }).show();
}

function giveAll(app: App): void {
  const { session, language } = app;
  if (!session) return;
  // What cannot be computed has no trace: the last good state is on the page, and is saved.
  const state = session.results?.scene.state ?? session.state;
  const words = exportWords[language];
  const sheet: Sheet = new Sheet({
    language,
    title: words.all,
    hint: words.allHint,
    offers: () => stateOffers(state, session.engine, language),
    more: fileView(app, null, () => sheet.close()),
  });
  sheet.show();
}
