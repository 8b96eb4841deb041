// Three ways to wire the same computation: a sentence looks at itself, at its past, or at another
// sentence. The queries are always the reader's.

import "../styles/cross.css";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import {
  byHand,
  type Language,
  type Matrix,
  type MatrixName,
  type Origin,
  type State,
} from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { choiceView, switchView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { hasMask } from "../views/formula.ts";
import { type Grid, gridOf, type Scene } from "../views/scene.ts";
import { roleMark } from "../views/symbol.ts";
import type { Role } from "../views/words.ts";
import { Choices, cellChoice, flagChoice, wordChoice } from "./choices.ts";
import type { Figures } from "./figures.ts";
import { numbersLegend, sharesLegend } from "./legends.ts";
import { Memo } from "./memo.ts";
import { computeScene, OwnScene } from "./own-scene.ts";
import { staleNote } from "./stale.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

export const views = ["self", "causal", "cross"] as const;
export type View = (typeof views)[number];

/** The other sequence: longer than the reader's. */
export const otherWords = ["my", "cat", "sat", "on", "her", "cushion"] as const;

/** Keys that answer to the queries of the worked example: cat to kedi, cushion to mindere, sat to oturdu. */
const otherKeys: Matrix = [
  [0, 0, 0, 0],
  [2, -1, 1, 0],
  [0, 3, 1, 0],
  [0, 0, 0, 1],
  [0, 0, 0, 0],
  [0, 0, 0, 2],
];

const otherValues: Matrix = [
  [0, 0, 0, 0],
  [4, 0, 0, 0],
  [0, 0, 4, 0],
  [0, 1, 0, 1],
  [0, 0, 0, 0],
  [0, 4, 0, 0],
];

const SEED = 1;

const choices = new Choices("cross", {
  view: wordChoice<View>("self", views),
  masked: flagChoice(false),
  cell: cellChoice(),
});

const words = {
  en: {
    view: "Attention",
    views: { self: "self", causal: "causal", cross: "cross" },
    from: { query: "Queries from", key: "Keys and values from" },
    masked: "put the causal mask on it anyway",
    room: (rows: number) => `room for the ${rows} rows of cross-attention`,
    told: {
      self: (q: number, k: number) =>
        `${q} queries, ${k} keys of the same sentence; every token sees all of them.`,
      causal: (q: number, k: number) =>
        `${q} queries, ${k} keys of the same sentence; a token sees itself and what stands before it.`,
      cross: (q: number, k: number) =>
        `${q} queries of one sentence, ${k} keys of another: ${q} × ${k} weights, and an output of ${q} rows.`,
      masked: (q: number, k: number) =>
        `The mask compares places in two different sentences: query 1 now sees only key 1, and the last ${k - q} words are seen by nobody.`,
    },
    byHand:
      "The vectors of the English words are set by hand, so that the queries of the worked example find their counterparts.",
    drawn:
      "The queries are not four numbers wide, so the English keys are random ones of their width; the values are set by hand.",
    caption:
      "Scale and temperature are those of the page. Its causal switch holds for self-attention and is not asked here: each view says itself what is masked.",
  },
  tr: {
    view: "Dikkat",
    views: { self: "öz", causal: "nedensel", cross: "çapraz" },
    from: { query: "Sorguların geldiği yer", key: "Anahtar ve değerlerin geldiği yer" },
    masked: "nedensel maskeyi yine de uygula",
    room: (rows: number) => `çapraz dikkatin ${rows} satırına ayrılan yer`,
    told: {
      self: (q: number, k: number) =>
        `${q} sorgu, aynı cümleden ${k} anahtar; her token hepsini görür.`,
      causal: (q: number, k: number) =>
        `${q} sorgu, aynı cümleden ${k} anahtar; bir token kendisini ve öncekileri görür.`,
      cross: (q: number, k: number) =>
        `Bir cümleden ${q} sorgu, başka bir cümleden ${k} anahtar: ${q} × ${k} ağırlık, ${q} satırlık çıktı.`,
      masked: (q: number, k: number) =>
        `Maske iki ayrı cümledeki yerleri karşılaştırıyor: 1. sorgu artık yalnızca 1. anahtarı görüyor, son ${k - q} sözcüğü ise kimse görmüyor.`,
    },
    byHand:
      "İngilizce sözcüklerin vektörleri, örnekteki sorgular karşılıklarını bulsun diye elle seçildi.",
    drawn:
      "Sorgular dört sayı genişliğinde olmadığından İngilizce anahtarlar aynı genişlikte rastgele sayılardır; değerler elle seçildi.",
    caption:
      "Ölçek ve sıcaklık sayfanınkidir. Sayfanın nedensel maske anahtarı öz dikkat içindir, burada ona bakılmaz: neyin maskelendiğini her görünüm kendisi belirler.",
  },
} as const;

const rowsOf = (grid: Grid): Matrix =>
  Array.from({ length: grid.rows }, (_, i) =>
    Array.from({ length: grid.columns }, (_, j) => grid.at(i, j)),
  );

/** Keys as wide as the reader's queries: those set by hand, or random ones where these do not fit. */
function keysFor(session: Session, width: number): { k: Matrix; origin: Origin } {
  if (width === otherKeys[0]?.length) return { k: otherKeys, origin: byHand };
  const rows = otherWords.length;
  const k = session.engine.random({ rows, columns: width, seed: SEED, deviation: 1 });
  return { k, origin: { kind: "random", seed: SEED } };
}

/** The reader's queries before the other sentence. Of the page's switches it has the scale and the temperature. */
function crossState(session: Session, scene: Scene, masked: boolean): State {
  const q = gridOf(scene, "q");
  const { k, origin } = keysFor(session, q.columns);
  const { state } = scene;
  return {
    ...state,
    keyTokens: otherWords,
    source: { kind: "direct", q: rowsOf(q), k, v: otherValues },
    origins: { q: state.origins.q ?? byHand, k: origin, v: byHand },
    settings: { ...state.settings, causal: masked ? "top-left" : false },
    cell: null,
  };
}

/** Where the reader's queries were projected, their sums lead on to X and W_Q. */
function withQueries(scene: Scene, own: Scene): Scene {
  const { x, wq, q } = own.grids;
  const projected = x && wq && q ? { x, wq, q } : {};
  return { ...scene, grids: { ...scene.grids, ...projected } };
}

type Crossed = Readonly<Record<"plain" | "masked", Scene | AttentionError>>;

const memos = new WeakMap<Session, Memo<Crossed>>();

/** Cross-attention on the reader's queries, as it is and with a mask that has no business there. */
export function crossOf(session: Session): Crossed | null {
  const own = session.results?.scene;
  if (!own) return null;
  const memo = memos.get(session) ?? new Memo<Crossed>();
  memos.set(session, memo);
  const compute = (masked: boolean) => {
    const scene = computeScene(session, crossState(session, own, masked));
    return scene instanceof AttentionError ? scene : withQueries(scene, own);
  };
  return memo.of([own], () => ({ plain: compute(false), masked: compute(true) }));
}

/** The scene that a view shows; those of one sentence are the page's own. */
function sceneFor(session: Session, view: View, masked: boolean): Scene | AttentionError | null {
  const variants = session.results?.variants;
  if (view === "self") return variants?.unmasked ?? null;
  if (view === "causal") return variants?.causal ?? null;
  return crossOf(session)?.[masked ? "masked" : "plain"] ?? null;
}

function controls(session: Session): TemplateResult {
  const text = words[session.language];
  const { view, masked } = choices.of(session.state);
  return html`
    ${choiceView<View>({
      legend: text.view,
      name: "cross-view",
      value: view,
      options: views.map((value) => ({ value, label: text.views[value] })),
      onChange: (value) => choices.set(session, { view: value, cell: null }),
    })}
    ${switchView({
      label: text.masked,
      checked: masked && view === "cross",
      disabled: view !== "cross",
      onChange: (on) => choices.set(session, { masked: on, cell: null }),
    })}`;
}

/** Where a role's rows come from. */
function originRow(
  role: Exclude<Role, "plain" | "output">,
  label: string,
  tokens: readonly string[],
  language: Language | typeof nothing,
): TemplateResult {
  return html`<div class="cross-from dk-${role}">
    <dt>${roleMark(role)}${label}</dt>
    <dd lang=${language}>${tokens.map((token) => html`<span class="cross-token">${token}</span>`)}</dd>
  </div>`;
}

function body(own: OwnScene, session: Session, scene: Scene): TemplateResult {
  const text = words[session.language];
  const { view, masked } = choices.of(session.state);
  const weights = gridOf(scene, "weights");
  const told = text.told[view === "cross" && masked ? "masked" : view];
  const numbers = own.scale("q", "k", "v", "output");
  const plain = (name: MatrixName) => own.matrix(name, { scale: numbers });
  return html`
    <dl class="cross-origins">
      ${originRow("query", text.from.query, weights.rowLabels, nothing)}
      ${originRow("key", text.from.key, weights.columnLabels, view === "cross" ? "en" : nothing)}
    </dl>
    <p class="cross-told" role="status">${told(weights.rows, weights.columns)}</p>
    <div
      class="cross-tall figure-row"
      .style=${weights.columns < otherWords.length ? `--room: "${text.room(otherWords.length)}"` : ""}
    >${plain("q")} ${plain("k")} ${plain("v")}</div>
    <div class="cross-results figure-row">
      ${own.matrix("weights", { scale: own.scale("weights"), rowSums: true })} ${plain("output")}
    </div>`;
}

function captionOf(session: Session): string {
  const text = words[session.language];
  const scene = crossOf(session)?.plain;
  const drawn =
    scene && !(scene instanceof AttentionError) && scene.state.origins.k?.kind === "random";
  return `${drawn ? text.drawn : text.byHand} ${text.caption}`;
}

export function crossFigure({ session }: Figures): TemplateResult {
  const { language } = session;
  const { view, masked, cell } = choices.of(session.state);
  const scene = sceneFor(session, view, masked);
  const frame = {
    wrong: wrongView(session, choices),
    id: "figure-cross",
    title: figureTitles.cross[language],
    controls: controls(session),
    wide: true,
    fault: staleNote(session),
  };
  if (!scene || scene instanceof AttentionError)
    return figureView({ ...frame, body: scene ? faultView(scene.describe(language)) : null });
  const own = new OwnScene({
    session,
    figure: "cross",
    scene,
    open: cell,
    onOpen: (open) => choices.set(session, { cell: open }),
  });
  return figureView({
    ...frame,
    body: body(own, session, scene),
    legend: [
      numbersLegend(own.scale("q", "k", "v", "output"), language),
      sharesLegend(own.scale("weights"), language, hasMask(scene.state.settings)),
    ],
    caption: captionOf(session),
    inspector: own.inspector(),
  });
}
