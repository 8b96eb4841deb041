// Softmax sees only differences: the same number added to every score of the reader's example.

import { guard } from "lit/directives/guard.js";
import { html, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import { problemOf } from "../inputs/problem.ts";
import { type Language, setSettings } from "../inputs/state.ts";
import type { Outcome } from "../page/engine.ts";
import type { Session } from "../page/session.ts";
import { sliderView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { formatNumber } from "../views/number.ts";
import { gridOf, type Scene, sceneOf } from "../views/scene.ts";
import { Choices, cellChoice, wordChoice } from "./choices.ts";
import type { Figures } from "./figures.ts";
import { Memo } from "./memo.ts";
import { OwnScene } from "./own-scene.ts";
import { staleNote } from "./stale.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

const added = ["-1000", "-100", "-10", "0", "10", "100", "1000"] as const;

export const shiftChoices = new Choices("shift", {
  add: wordChoice("1000", added),
  cell: cellChoice(),
});

const shiftWords = {
  en: {
    add: "add",
    none: "Nothing is added yet.",
    same: (add: string) =>
      `${add} is added to every score; no weight changes, not in the last bit.`,
    rounding: (add: string, largest: string) =>
      `${add} is added to every score; no weight changes by more than ${largest}, which is the rounding of the sums.`,
    unclear: (add: string) =>
      `${add} is added to every score. Some weights are no numbers, before and after.`,
    caption:
      "The exponentials are taken after the row’s maximum has been subtracted. Without that, a score of 710 would be too much: its exponential is larger than any number that float64 can hold.",
  },
  tr: {
    add: "eklenen",
    none: "Henüz bir şey eklenmedi.",
    same: (add: string) => `Her puana ${add} eklendi; hiçbir ağırlık, son bitine kadar, değişmedi.`,
    rounding: (add: string, largest: string) =>
      `Her puana ${add} eklendi; ağırlıklardaki en büyük değişim ${largest}, o da toplamların yuvarlanmasından.`,
    unclear: (add: string) =>
      `Her puana ${add} eklendi. Bazı ağırlıklar önce de sonra da sayı değil.`,
    caption:
      "Üsteller, satırın en büyük sayısı çıkarıldıktan sonra alınır. Çıkarılmasaydı 710’luk bir puan bile çok gelirdi: üsteli, float64’ün tutabileceği her sayıdan büyüktür.",
  },
} as const;

type ShiftWords = (typeof shiftWords)[Language];

const memos = new WeakMap<Session, Memo<Outcome<Scene>>>();

function shifted(session: Session, scene: Scene, add: number): Outcome<Scene> {
  const memo = memos.get(session) ?? new Memo<Outcome<Scene>>();
  memos.set(session, memo);
  return memo.of([scene, add], () => {
    const { rows, columns } = gridOf(scene, "scores");
    const bias = Array.from({ length: rows }, () => new Array<number>(columns).fill(add));
    const state = setSettings(scene.state, { bias });
    const outcome = session.engine.compute(problemOf(state));
    return "fault" in outcome ? outcome : { value: sceneOf(state, outcome.value) };
  });
}

/** NaN where a weight is none, before or after. */
function largestChange(before: Scene, after: Scene): number {
  const [a, b] = [gridOf(before, "weights"), gridOf(after, "weights")];
  let largest = 0;
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < a.columns; j++) {
      const change = Math.abs(a.at(i, j) - b.at(i, j));
      if (Number.isNaN(change)) return change;
      largest = Math.max(largest, change);
    }
  return largest;
}

function sentence(add: number, largest: number, words: ShiftWords, language: Language): string {
  if (add === 0) return words.none;
  const text = formatNumber(add, language, "short");
  if (Number.isNaN(largest)) return words.unclear(text);
  return largest === 0 ? words.same(text) : words.rounding(text, formatNumber(largest, language));
}

export function shiftView({ session }: Figures): TemplateResult | null {
  const scene = session.results?.scene;
  if (!scene) return null;
  const { language } = session;
  const words = shiftWords[language];
  const { add: chosen, cell } = shiftChoices.of(session.state);
  const add = Number(chosen);
  const outcome = shifted(session, scene, add);
  const own =
    "fault" in outcome
      ? null
      : new OwnScene({
          session,
          figure: "shift",
          scene: outcome.value,
          open: cell,
          onOpen: (open) => shiftChoices.set(session, { cell: open }),
        });
  const body = (after: OwnScene) => html`
    <p class="shift-sentence" role="status">${sentence(add, largestChange(scene, after.scene), words, language)}</p>
    <div class="figure-row">
      ${(["masked", "exponentials", "weights"] as const).map((name) =>
        after.matrix(name, { rowSums: name === "weights" }),
      )}
    </div>`;
  return figureView({
    wrong: wrongView(session, shiftChoices),
    id: "figure-shift",
    title: figureTitles.shift[language],
    controls: sliderView({
      label: words.add,
      value: added.indexOf(chosen),
      min: 0,
      max: added.length - 1,
      step: 1,
      text: formatNumber(add, language, "short"),
      onInput: (i) => shiftChoices.set(session, { add: added[i] ?? "0" }),
    }),
    body:
      "fault" in outcome
        ? faultView(new AttentionError(outcome.fault).describe(language))
        : own && guard([...own.shown, scene, language], () => body(own)),
    caption: words.caption,
    inspector: own?.inspector(),
    wide: true,
    fault: staleNote(session),
  });
}
