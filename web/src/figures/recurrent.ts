// A recurrent network beside attention: what is left of the first token, and how far a gradient
// reaches back, over the steps between. All numbers are random ones of a seed.

import "../styles/recurrent.css";
import { html, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { Language } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { buttonView, sliderView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { type Curve, curveSample, logPlotView } from "../views/log-plot.ts";
import { formatNumber } from "../views/number.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { badge } from "../views/symbol.ts";
import { Choices, decimalChoice, wholeChoice } from "./choices.ts";
import type { Figures } from "./figures.ts";
import { Memo } from "./memo.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

/** The last token is this many steps away from the first. */
export const STEPS = 32;
const WIDTH = 8;
const HIDDEN = 16;
/** Inputs so small that tanh stays nearly straight: else it alone would let everything fade. */
const INPUT_DEVIATION = 0.1;
const FIRST_SEED = 3;

export const measures = ["signal", "gradient", "weight"] as const;
export type Measure = (typeof measures)[number];
export type Curves = Readonly<Record<Measure, readonly number[]>>;

const choices = new Choices("recurrent", {
  factor: decimalChoice(0.6, 0.3, 3),
  step: wholeChoice(12, 0, STEPS),
  seed: wholeChoice(FIRST_SEED, 1, 9999),
});

const words = {
  en: {
    factor: "recurrent weights",
    step: "steps between",
    again: "Draw others",
    axis: "Steps from the first token. Below: the way through every state between, and attention’s one step.",
    plot: (steps: number) =>
      `Three curves over ${steps} steps, on a logarithmic scale. Their numbers are in the table.`,
    caption: "What is left after so many steps",
    measure: "steps",
    names: {
      signal: "signal left in the state",
      gradient: "gradient back to the first state",
      weight: "attention’s weight on the first token",
    },
    random: (tokens: number) => `${tokens} tokens and all weights:`,
    status: (step: string, signal: string, gradient: string, weight: string) =>
      `After ${step}: ${signal} of the first token’s signal is left, the gradient back to it is ${gradient}. Attention reads it in one step, with weight ${weight}.`,
    steps: (n: number) => (n === 1 ? "1 step" : `${n} steps`),
    scrolls: "Numbers of the curves, scrolls sideways",
    figcaption:
      "An Elman network with 16 state numbers; its recurrent weights have standard deviation (slider)/√16; a fresh nn.RNN of PyTorch has about 0.58/√16. Signal: how far the state moves when the first token is replaced by zeros, measured against how far it moved at once. Gradient: mean stretch of the derivative of the state by the first state, 1 for no change. For attention, every token asks with the first token’s own vector and sees all tokens up to itself; the weight is also the derivative of its output by the first value.",
  },
  tr: {
    factor: "yineleme ağırlıkları",
    step: "aradaki adım",
    again: "Başka sayılar çek",
    axis: "İlk tokendan uzaklık (adım). Altta: aradaki her durumdan geçen yol ve dikkatin tek adımı.",
    plot: (steps: number) => `Logaritmik ölçekte ${steps} adım boyunca üç eğri. Sayıları tabloda.`,
    caption: "Adım adım geriye kalan",
    measure: "adım",
    names: {
      signal: "durumda kalan sinyal",
      gradient: "ilk duruma dönen gradyan",
      weight: "dikkatin ilk tokena verdiği ağırlık",
    },
    random: (tokens: number) => `${tokens} token ve bütün ağırlıklar:`,
    status: (step: string, signal: string, gradient: string, weight: string) =>
      `${step} sonra ilk tokenın sinyalinden kalan ${signal}, ona geri dönen gradyan ${gradient}. Dikkat onu tek adımda okur; ağırlığı ${weight}.`,
    steps: (n: number) => `${n} adım`,
    scrolls: "Eğrilerin sayıları, yana kaydırılır",
    figcaption:
      "Durumu 16 sayılık bir Elman ağı; yineleme ağırlıklarının standart sapması (sürgü)/√16; PyTorch’un yeni kurulmuş nn.RNN katmanında 0,58/√16 dolayındadır. Sinyal: ilk tokenın yerine sıfırlar konunca durumun ne kadar oynadığı, ilk andaki oynamaya oranla. Gradyan: durumun ilk duruma göre türevinin ortalama büyütmesi; 1 ise değişmemiştir. Dikkatte her token ilk tokenın kendi vektörüyle sorar ve kendisine kadarki tokenları görür; ağırlık, çıktının ilk değere göre türevidir de.",
  },
} as const;

function computeCurves(session: Session, factor: number, seed: number): Curves | AttentionError {
  const { engine } = session;
  const tokens = STEPS + 1;
  const x = engine.random({ rows: tokens, columns: WIDTH, seed, deviation: 1 });
  const wIh = engine.random({
    ...{ rows: WIDTH, columns: HIDDEN, seed: seed + 1000 },
    deviation: INPUT_DEVIATION,
  });
  const wHh = engine.random({
    ...{ rows: HIDDEN, columns: HIDDEN, seed: seed + 2000 },
    deviation: factor / Math.sqrt(HIDDEN),
  });
  const first = x[0] ?? [];
  const outcome = engine.ask((core) => ({
    ...core.recurrent({ x, wIh, wHh }),
    ...core.attention({ q: x.map(() => first), k: x, v: x, causal: true }),
  }));
  if ("fault" in outcome) return new AttentionError(outcome.fault);
  const { signal, gradient, weights } = outcome.value;
  const column = ({ data }: { data: ArrayLike<number> }) =>
    Array.from({ length: tokens }, (_, t) => data[t * tokens] ?? Number.NaN);
  return { signal: column(signal), gradient: column(gradient), weight: column(weights) };
}

const memos = new WeakMap<Session, Memo<Curves | AttentionError>>();

/** With the reader's choices. */
export function curvesOf(session: Session): Curves | AttentionError {
  const { factor, seed } = choices.of(session.state);
  const memo = memos.get(session) ?? new Memo<Curves | AttentionError>();
  memos.set(session, memo);
  return memo.of([factor, seed], () => computeCurves(session, factor, seed));
}

/** What a curve has after so many steps; NaN where it could not be computed. */
export function leftAfter(session: Session, measure: Measure, step: number): number {
  const curves = curvesOf(session);
  return curves instanceof AttentionError ? Number.NaN : (curves[measure][step] ?? Number.NaN);
}

export const factorOf = (session: Session): number => choices.of(session.state).factor;

const decimal = (value: number, language: Language) => formatNumber(value, language, "short");

function controls(session: Session): TemplateResult {
  const { language } = session;
  const text = words[language];
  const { factor, step } = choices.of(session.state);
  return html`
    ${sliderView({
      label: text.factor,
      value: factor,
      min: 0.3,
      max: 3,
      step: 0.1,
      text: `× ${decimal(factor, language)}`,
      onInput: (value) => choices.set(session, { factor: value }),
    })}
    ${sliderView({
      label: text.step,
      value: step,
      min: 0,
      max: STEPS,
      step: 1,
      text: String(step),
      onInput: (value) => choices.set(session, { step: value }),
    })}`;
}

const shownSteps = [1, 2, 4, 8, 16, STEPS];

function table(curves: Curves, language: Language): TemplateResult {
  const text = words[language];
  return html`<div class="dk-scroll" ${keepReachable(text.scrolls)}>
    <table class="plain-table">
      <caption>${text.caption} ${badge(null, language)}</caption>
      <thead><tr>
        <th scope="col">${text.measure}</th>
        ${measures.map((measure) => html`<th scope="col">${curveSample(lookOf(measure))}${text.names[measure]}</th>`)}
      </tr></thead>
      <tbody>${shownSteps.map(
        (step) => html`<tr>
          <th scope="row">${step}</th>
          ${measures.map((measure) => html`<td>${formatNumber(curves[measure][step] ?? Number.NaN, language)}</td>`)}
        </tr>`,
      )}</tbody>
    </table>
  </div>`;
}

const lookOf = (measure: Measure) => `log-plot-${measure}`;

function body(session: Session, curves: Curves): TemplateResult {
  const { language } = session;
  const text = words[language];
  const { step, seed } = choices.of(session.state);
  const drawn: Curve[] = measures.map((measure) => ({
    look: lookOf(measure),
    values: curves[measure],
  }));
  const number = (measure: Measure) => formatNumber(curves[measure][step] ?? Number.NaN, language);
  return html`<div class="recurrent-place"><div class="recurrent">
    <div>
      ${logPlotView({ curves: drawn, lowest: -15, highest: 6, every: 3, step, label: text.plot(STEPS) })}
      <p class="recurrent-axis">${text.axis}</p>
    </div>
    <div class="recurrent-side">
      <p class="recurrent-status" role="status">
        ${text.status(text.steps(step), number("signal"), number("gradient"), number("weight"))}
      </p>
      ${table(curves, language)}
      <p class="recurrent-origin">
        ${text.random(STEPS + 1)} ${badge({ kind: "random", seed }, language)}
        ${buttonView({ label: text.again, onClick: () => choices.set(session, { seed: seed + 1 }) })}
      </p>
    </div>
  </div></div>`;
}

export function recurrentFigure({ session }: Figures): TemplateResult {
  const { language } = session;
  const text = words[language];
  const curves = curvesOf(session);
  const failed = curves instanceof AttentionError;
  return figureView({
    wrong: wrongView(session, choices),
    id: "figure-recurrent",
    title: figureTitles.recurrent[language],
    controls: controls(session),
    body: failed ? faultView(curves.describe(language)) : body(session, curves),
    caption: text.figcaption,
    wide: true,
  });
}
