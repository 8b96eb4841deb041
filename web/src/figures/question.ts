// One word of a sentence looks at the others: who is meant depends on what it asks for. The vectors
// are set by hand, and said to be.

import { html, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import {
  byHand,
  defaultSettings,
  type Language,
  type Matrix,
  type State,
} from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { arcsView } from "../views/arcs.ts";
import { choiceView, sliderView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { formatNumber } from "../views/number.ts";
import { gridOf, type Scene } from "../views/scene.ts";
import { Choices, cellChoice, wholeChoice, wordChoice } from "./choices.ts";
import type { Figures } from "./figures.ts";
import { numbersLegend, sharesLegend } from "./legends.ts";
import { Memo } from "./memo.ts";
import { computeScene, OwnScene } from "./own-scene.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

export const adjectives = ["big", "small"] as const;
export type Adjective = (typeof adjectives)[number];

/** The last word, which says of something unnamed that it was big, or small. */
export const lastWord: Record<Adjective, string> = { big: "büyüktü", small: "küçüktü" };

const before = ["Kupa", "bavula", "sığmadı", "çünkü", "çok"] as const;

export const wordsOf = (adjective: Adjective) => [...before, lastWord[adjective]];

const wordsIn = "tr";

/** Places of the two nouns. */
export const CUP = 0;
export const SUITCASE = 1;

/** goes in, holds, thing, event */
const keys: Matrix = [
  [1, 0, 1, 0],
  [0, 1, 1, 0],
  [0, 0, 0, 1],
  [0, 0, 0, 0],
  [0, 0, 0, 0],
  [0, 0, 0, 0],
];

/** How much the last word asks for a thing, whichever adjective it is. */
const THING = 2;

/** Too big is what should have gone in; too small is what should have held it. */
function queryOf(adjective: Adjective, strength: number): Matrix {
  return adjective === "big" ? [[strength, 0, THING, 0]] : [[0, strength, THING, 0]];
}

const choices = new Choices("question", {
  last: wordChoice<Adjective>("big", adjectives),
  asks: wholeChoice(4, 0, 6),
  cell: cellChoice(),
});

const words = {
  en: {
    last: "Last word",
    label: { big: "büyüktü (was big)", small: "küçüktü (was small)" },
    asks: "asks this strongly",
    glosses: ["cup", "into the suitcase", "did not fit", "because", "too"],
    gloss: { big: "(it) was big", small: "(it) was small" },
    components: ["goes in", "holds", "thing", "event"],
    drawing: (word: string) => `What ${word} gives to each word, as shares of 1`,
    most: (word: string, to: string, share: string) => `${word} gives most to ${to}: ${share}.`,
    even: (word: string) => `${word} gives no word more than all the others.`,
    caption:
      "The four numbers of each word and the question of the last one are set by hand, to show the mechanism. A trained model learns its own, hundreds or thousands per word, and nobody writes a name above them.",
  },
  tr: {
    last: "Son sözcük",
    label: { big: "büyüktü", small: "küçüktü" },
    asks: "sorunun gücü",
    glosses: null,
    gloss: null,
    components: ["giren", "alan", "nesne", "olay"],
    drawing: (word: string) => `${word}: her sözcüğe verdiği pay, toplam 1`,
    most: (word: string, to: string, share: string) =>
      `${word} en çok payı şu sözcüğe veriyor: ${to}, ${share}.`,
    even: (word: string) => `${word}: bütün ötekilerden çok pay alan tek bir sözcük yok.`,
    caption:
      "Her sözcüğün dört sayısı da son sözcüğün sorusu da düzeneği göstermek için elle seçildi. Eğitilmiş bir model kendi sayılarını kendisi öğrenir; sözcük başına yüzlercesi, binlercesi vardır ve hiçbirinin üstünde adı yazmaz.",
  },
} as const;

function stateOf(session: Session, adjective: Adjective, strength: number): State {
  return {
    ...session.initial,
    tokens: [lastWord[adjective]],
    keyTokens: wordsOf(adjective),
    source: { kind: "direct", q: queryOf(adjective, strength), k: keys, v: keys },
    origins: { q: byHand, k: byHand, v: byHand },
    settings: defaultSettings,
    cell: null,
  };
}

/** The components have names here. */
function named(scene: Scene, language: Language): Scene {
  const columnLabels = words[language].components;
  const { q, k } = scene.grids;
  if (!q || !k) return scene;
  return {
    ...scene,
    grids: { ...scene.grids, q: { ...q, columnLabels }, k: { ...k, columnLabels } },
  };
}

type Both = Readonly<Record<Adjective, Scene | AttentionError>>;

const memos = new WeakMap<Session, Memo<Both>>();

/** The sentence with either adjective, as the reader's choices have it. */
function bothOf(session: Session): Both {
  const { asks } = choices.of(session.state);
  const memo = memos.get(session) ?? new Memo<Both>();
  memos.set(session, memo);
  const { language } = session;
  const scene = (adjective: Adjective) => {
    const computed = computeScene(session, stateOf(session, adjective, asks));
    return computed instanceof AttentionError ? computed : named(computed, language);
  };
  return memo.of([asks, language], () => ({ big: scene("big"), small: scene("small") }));
}

/** What the last word gives to each word. */
export function weightsOf(session: Session, adjective: Adjective): readonly number[] {
  const scene = bothOf(session)[adjective];
  if (scene instanceof AttentionError) return [];
  const weights = gridOf(scene, "weights");
  return weights.columnLabels.map((_, j) => weights.at(0, j));
}

/** A number of the last word's row. */
export function rowOf(
  session: Session,
  adjective: Adjective,
  name: "q" | "scores" | "scaled",
): readonly number[] {
  const scene = bothOf(session)[adjective];
  if (scene instanceof AttentionError) return [];
  const grid = gridOf(scene, name);
  return grid.columnLabels.map((_, j) => grid.at(0, j));
}

/** The word with the largest share; null where no word has more than every other. */
export function mostOf(session: Session, adjective: Adjective): number | null {
  const weights = weightsOf(session, adjective);
  const largest = Math.max(...weights);
  const first = weights.indexOf(largest);
  return first >= 0 && first === weights.lastIndexOf(largest) ? first : null;
}

function sentence(session: Session, adjective: Adjective): string {
  const text = words[session.language];
  const most = mostOf(session, adjective);
  const word = lastWord[adjective];
  if (most === null) return text.even(word);
  const share = weightsOf(session, adjective)[most] ?? Number.NaN;
  const number = formatNumber(share, session.language, "share");
  return text.most(word, wordsOf(adjective)[most] ?? "", number);
}

function controls(session: Session): TemplateResult {
  const text = words[session.language];
  const { last, asks } = choices.of(session.state);
  return html`
    ${choiceView<Adjective>({
      legend: text.last,
      name: "question-last",
      value: last,
      options: adjectives.map((value) => ({ value, label: text.label[value] })),
      onChange: (value) => choices.set(session, { last: value }),
    })}
    ${sliderView({
      label: text.asks,
      value: asks,
      min: 0,
      max: 6,
      step: 1,
      text: String(asks),
      onInput: (value) => choices.set(session, { asks: value }),
    })}`;
}

function body(own: OwnScene, session: Session, adjective: Adjective): TemplateResult {
  const { language } = session;
  const text = words[language];
  const glosses = text.gloss ? [...text.glosses, text.gloss[adjective]] : null;
  const numbers = own.scale("q", "k", "scores");
  return html`
    ${arcsView({
      language,
      wordsIn,
      words: wordsOf(adjective),
      glosses,
      from: before.length,
      weights: weightsOf(session, adjective),
      scale: own.scale("weights"),
      label: text.drawing(lastWord[adjective]),
    })}
    <p class="arcs-status" role="status">${sentence(session, adjective)}</p>
    <div class="arcs-tables">
      ${own.matrix("k", { scale: numbers, wordsIn })}
      <div class="arcs-rows">
        ${own.matrix("q", { scale: numbers, wordsIn })} ${own.matrix("scores", { scale: numbers, wordsIn })}
        ${own.matrix("weights", { scale: own.scale("weights"), rowSums: true, wordsIn })}
      </div>
    </div>`;
}

export function questionFigure({ session }: Figures): TemplateResult {
  const { language } = session;
  const text = words[language];
  const { last, cell } = choices.of(session.state);
  const scene = bothOf(session)[last];
  const frame = {
    wrong: wrongView(session, choices),
    id: "figure-question",
    title: figureTitles.question[language],
    controls: controls(session),
    wide: true,
  };
  if (scene instanceof AttentionError)
    return figureView({ ...frame, body: faultView(scene.describe(language)) });
  const own = new OwnScene({
    session,
    // Not "question": forms of questions have such ids.
    figure: "last-word",
    scene,
    open: cell,
    onOpen: (open) => choices.set(session, { cell: open }),
  });
  return figureView({
    ...frame,
    body: body(own, session, last),
    legend: [
      numbersLegend(own.scale("q", "k", "scores"), language),
      sharesLegend(own.scale("weights"), language),
    ],
    caption: text.caption,
    inspector: own.inspector(),
  });
}
