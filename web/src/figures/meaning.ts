// What weights do not prove: other weights with the very same output, on the reader's own example
// and with fewer columns of its V.

import "../styles/small-plot.css";
import "../styles/meaning.css";
import { guard } from "lit/directives/guard.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { Alternative, Attention, Trace } from "../core/index.ts";
import { optionsOf } from "../inputs/problem.ts";
import { byHand, type Language, type Origin, originOf } from "../inputs/state.ts";
import type { Outcome } from "../page/engine.ts";
import type { Session } from "../page/session.ts";
import { choiceView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { legendView } from "../views/legend.ts";
import { formatNumber } from "../views/number.ts";
import { type Grid, gridOf, type Scene } from "../views/scene.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { cell, type Sum } from "../views/sum.ts";
import { wordsOf } from "../views/words.ts";
import { Choices, cellChoice, wordChoice } from "./choices.ts";
import type { Figures } from "./figures.ts";
import { bertHeads, type MeaningWords, meaningWords } from "./meaning-words.ts";
import { Memo } from "./memo.ts";
import { OwnScene } from "./own-scene.ts";
import { type Part, partsOf, sceneOfParts } from "./parts.ts";
import { staleNote } from "./stale.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

const kinds = ["narrow", "own", "alike"] as const;
type Kind = (typeof kinds)[number];

/** Columns of V that are left: in the worked example the third value is then the middle of the others. */
const NARROW = 2;

export const meaningChoices = new Choices("meaning", {
  values: wordChoice<Kind>("narrow", kinds),
  cell: cellChoice(),
});

export interface Meaning {
  readonly scene: Scene;
  readonly kind: Kind;
  readonly v: readonly (readonly number[])[];
  readonly trace: Trace;
  /** One per row. */
  readonly others: readonly Alternative[];
}

function rowsOf(grid: Grid): number[][] {
  return Array.from({ length: grid.rows }, (_, i) =>
    Array.from({ length: grid.columns }, (_, j) => grid.at(i, j)),
  );
}

function valuesOf(scene: Scene, kind: Kind): number[][] {
  const v = rowsOf(gridOf(scene, "v"));
  if (kind === "narrow") return v.map((row) => row.slice(0, NARROW));
  const [first = []] = v;
  return kind === "alike" ? v.with(-1, first) : v;
}

function meaningOf(core: Attention, scene: Scene, kind: Kind): Meaning {
  const v = valuesOf(scene, kind);
  const [q, k] = [rowsOf(gridOf(scene, "q")), rowsOf(gridOf(scene, "k"))];
  const trace = core.attention({ q, k, v, ...optionsOf(scene.state) });
  return { scene, kind, v, trace, others: core.alternativeWeights({ weights: trace.weights, v }) };
}

const memos = new WeakMap<Session, Record<Kind, Memo<Outcome<Meaning> | null>>>();

/** With the numbers of the page, as the question asks for them too; null before there are any. */
export function meaningNow(session: Session, kind: Kind): Outcome<Meaning> | null {
  const known = memos.get(session) ?? { narrow: new Memo(), own: new Memo(), alike: new Memo() };
  memos.set(session, known);
  const scene = session.results?.scene ?? null;
  return known[kind].of(
    [scene],
    () => scene && session.engine.ask((core) => meaningOf(core, scene, kind)),
  );
}

/** A grid of the scene with other numbers in it, none of them to be edited. */
function gridWith(scene: Scene, name: "v" | "weights" | "output", rows: number, at: Grid["at"]) {
  const like = gridOf(scene, name);
  return { ...like, rows, at, editable: false };
}

const names = {
  weights: ["weights", "weights.other"],
  output: ["output", "output.other"],
} as const;

/** What is shown, before the other matrices of the page that it is made of. */
function sceneOfMeaning(meaning: Meaning, words: MeaningWords): Scene {
  const { scene, v, trace, others } = meaning;
  const [rows = 0, keys = 0] = trace.weights.shape;
  const width = v[0]?.length ?? 0;
  const narrow = <G extends Grid>(grid: G): Grid => ({
    ...grid,
    columns: width,
    columnLabels: grid.columnLabels.slice(0, width),
  });
  const at = (data: ArrayLike<number>, columns: number) => (row: number, column: number) =>
    data[row * columns + column] ?? Number.NaN;
  const other = (part: "weights" | "output") => (row: number, column: number) =>
    others[row]?.[part].data[column] ?? Number.NaN;
  const values = narrow(gridWith(scene, "v", v.length, (i, j) => v[i]?.[j] ?? Number.NaN));
  const projected = scene.state.source.kind === "projected";
  const sumOfValue = (row: number, column: number): Sum | null => {
    // The last of those that are alike was put there.
    if (meaning.kind === "alike" && row === v.length - 1)
      return { kind: "written", parts: [cell("v", 0, column)] };
    return projected ? null : { kind: "input" };
  };
  const shown: Part[] = [
    { grid: values, sum: sumOfValue },
    { grid: gridWith(scene, "weights", rows, at(trace.weights.data, keys)) },
    {
      grid: {
        ...gridWith(scene, "weights", rows, other("weights")),
        name: names.weights[1],
        title: {
          symbol: html`<i>A</i>`,
          letter: "A",
          name: words.otherWeights,
          meaning: words.otherOf,
        },
      },
      sum: () => ({ kind: "input" }),
    },
    { grid: narrow(gridWith(scene, "output", rows, at(trace.output.data, width))) },
    {
      grid: { ...narrow(gridWith(scene, "output", rows, other("output"))), name: names.output[1] },
      sum: (row, column) => ({
        kind: "dot",
        terms: visibleKeys(scene, row).map((key) => ({
          left: cell(names.weights[1], row, key),
          right: cell("v", key, column),
        })),
      }),
    },
  ];
  const taken = new Set(shown.map(({ grid }) => grid.name));
  return sceneOfParts(scene.state, [
    ...partsOf(scene).filter(({ grid }) => !taken.has(grid.name)),
    ...shown,
  ]);
}

function visibleKeys(scene: Scene, row: number): number[] {
  const { columns, hidden } = gridOf(scene, "weights");
  return Array.from({ length: columns }, (_, key) => key).filter((key) => !hidden(row, key));
}

/** V is computed, given as it is, or has a row that was put there. */
function originOfV({ scene: { state }, kind }: Meaning): Origin | null {
  if (kind === "alike") return byHand;
  return state.source.kind === "direct" ? originOf(state, "v") : null;
}

interface Texts {
  readonly words: MeaningWords;
  readonly language: Language;
}

function sentence({ scene, kind, others }: Meaning, { words, language }: Texts): string {
  const possible = others.filter((row) => row.possible);
  if (possible.length === 0) return kind === "own" ? words.none : words.noneHere;
  const row = others.indexOf(
    possible.reduce((most, next) => (next.distance > most.distance ? next : most)),
  );
  const { distance, difference } = others[row] as Alternative;
  const name = scene.state.tokens[row] ?? "";
  const begin =
    possible.length === others.length
      ? words.all(name)
      : words.some(possible.length, others.length, name);
  const share = formatNumber(distance, language, "percent");
  const moved =
    difference === 0 ? words.exact(share) : words.moved(share, formatNumber(difference, language));
  return `${begin} ${moved}`;
}

function distances({ scene, others }: Meaning, { words, language }: Texts): TemplateResult {
  return html`<div class="dk-scroll" ${keepReachable(`${words.table}, ${wordsOf(language).scrolls}`)}>
    <table class="dk-numbers" id="meaning-distances">
      <caption><span>${words.table}</span></caption>
      <thead>
        <tr>
          <th scope="col">${words.row}</th>
          <th scope="col">${words.distance}</th>
          <th scope="col">${words.difference}</th>
        </tr>
      </thead>
      <tbody>
        ${others.map(
          (row, i) => html`<tr>
            <th scope="row"><span class="dk-word">${scene.state.tokens[i]}</span></th>
            <td>${row.possible ? formatNumber(row.distance, language, "percent") : words.unique}</td>
            <td>${formatNumber(row.difference, language)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const scalesOf = (own: OwnScene) => ({
  shares: own.scale(...names.weights),
  numbers: own.scale("v", ...names.output),
});

function body(meaning: Meaning, own: OwnScene, o: Texts): TemplateResult {
  const { words } = o;
  const { shares, numbers } = scalesOf(own);
  const pair = (title: string, at: 0 | 1) => html`<div class="meaning-pair">
    <h4>${title}</h4>
    ${own.matrix(names.weights[at], { scale: shares, rowSums: true })}
    ${own.matrix(names.output[at], { scale: numbers })}
  </div>`;
  return html`<div class="meaning">
    <p class="meaning-sentence" role="status">${sentence(meaning, o)}</p>
    <div class="meaning-pairs">
      ${pair(words.given, 0)}${pair(words.other, 1)}
    </div>
    <div class="meaning-pairs">${own.matrix("v", { scale: numbers, origin: originOfV(meaning) })}${distances(meaning, o)}</div>
  </div>`;
}

function legends(own: OwnScene, { language, words }: Texts): readonly TemplateResult[] {
  const { rowLabels, columnLabels, hidden } = gridOf(own.scene, "weights");
  const masked = rowLabels.some((_, i) => columnLabels.some((_, j) => hidden(i, j)));
  const { shares, numbers } = scalesOf(own);
  return [
    legendView(shares, { language, label: words.legends.weights, masked }),
    legendView(numbers, { language, label: words.legends.numbers }),
  ];
}

function controls(session: Session, words: MeaningWords): TemplateResult {
  const scene = session.results?.scene;
  const { tokens = [] } = scene?.state ?? {};
  const columns = scene ? Math.min(NARROW, gridOf(scene, "v").columns) : NARROW;
  const label: Record<Kind, unknown> = {
    narrow: words.narrow(columns),
    own: words.own,
    alike: words.alike(tokens[0] ?? "", tokens.at(-1) ?? ""),
  };
  return choiceView<Kind>({
    legend: words.values,
    name: "meaning-values",
    value: meaningChoices.of(session.state).values,
    options: kinds.map((value) => ({ value, label: label[value] })),
    onChange: (values) => meaningChoices.set(session, { values }),
  });
}

export function bertView({ session: { language } }: Figures): TemplateResult {
  const words = meaningWords[language].bert;
  const percent = (value: number) => formatNumber(value / 100, language, "percent");
  return figureView({
    id: "figure-bert",
    title: figureTitles.bert[language],
    body: html`<div class="meaning-bert">
      <table class="dk-numbers" id="meaning-bert">
        <caption><span>${words.table}</span></caption>
        <thead>
          <tr>
            <th scope="col">${words.relation}</th>
            <th scope="col">${words.head}</th>
            <th scope="col">${words.found}</th>
            <th scope="col">${words.guess}</th>
          </tr>
        </thead>
        <tbody>
          ${bertHeads.map(
            ({ relation, head, found, guess }) => html`<tr>
              <th scope="row">
                ${words.relations[relation]}
                <span class="meaning-bar" .style=${`--share:${found / 100};--guess:${guess / 100}`} aria-hidden="true"><i></i><b></b></span>
              </th>
              <td>${head}</td>
              <td>${percent(found)}</td>
              <td>${percent(guess)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`,
    caption: words.note,
    wide: true,
  });
}

const scenes = new WeakMap<Session, Memo<Scene>>();

function openIn(session: Session, meaning: Meaning, words: MeaningWords): OwnScene {
  const memo = scenes.get(session) ?? new Memo<Scene>();
  scenes.set(session, memo);
  return new OwnScene({
    session,
    figure: "meaning",
    scene: memo.of([meaning, words], () => sceneOfMeaning(meaning, words)),
    open: meaningChoices.of(session.state).cell,
    onOpen: (open) => meaningChoices.set(session, { cell: open }),
  });
}

export function meaningView({ session }: Figures): TemplateResult {
  const { language } = session;
  const words = meaningWords[language];
  const texts: Texts = { words, language };
  const { values } = meaningChoices.of(session.state);
  const outcome = meaningNow(session, values);
  if (!outcome) return html`${nothing}`;
  const frame = {
    wrong: wrongView(session, meaningChoices),
    id: "figure-meaning",
    title: figureTitles.meaning[language],
    controls: controls(session, words),
    caption: words.caption,
    wide: true,
    fault: staleNote(session),
  };
  if ("fault" in outcome) {
    const { fault } = outcome;
    const sentence =
      fault.code === "notFinite" ? words.notFinite : new AttentionError(fault).describe(language);
    return figureView({ ...frame, body: faultView(sentence) });
  }
  const own = openIn(session, outcome.value, words);
  return figureView({
    ...frame,
    body: guard([...own.shown, language], () => body(outcome.value, own, texts)),
    legend: guard([own.scene, language], () => legends(own, texts)),
    inspector: own.inspector(),
  });
}
