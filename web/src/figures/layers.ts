// What a layer costs that connects tokens, and how far apart it leaves them: the table of the paper
// with numbers in it.

import "../styles/recurrent.css";
import { html, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { LayerComparison } from "../core/index.ts";
import type { Language } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { sliderView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { formatCount } from "../views/number.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { badge } from "../views/symbol.ts";
import { Choices, wholeChoice } from "./choices.ts";
import type { Figures } from "./figures.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

/** Tokens, width and window are powers of two. */
const choices = new Choices("layers", {
  tokens: wholeChoice(10, 3, 17),
  width: wholeChoice(9, 6, 12),
  kernel: wholeChoice(3, 2, 9),
  window: wholeChoice(7, 3, 12),
});

type Kind = LayerComparison["rows"][number]["kind"];
type Cost = "operations" | "sequentialSteps" | "longestPath";

const costs: readonly Cost[] = ["operations", "sequentialSteps", "longestPath"];

const n = html`<i>n</i>`;
const d = html`<i>d</i>`;
const k = html`<i>k</i>`;
const r = html`<i>r</i>`;

const formulas: Record<Kind, Record<Cost, TemplateResult>> = {
  selfAttention: { operations: html`${n}²·${d}`, sequentialSteps: html`1`, longestPath: html`1` },
  recurrent: { operations: html`${n}·${d}²`, sequentialSteps: n, longestPath: n },
  convolution: {
    operations: html`${k}·${n}·${d}²`,
    sequentialSteps: html`1`,
    longestPath: html`log<sub>${k}</sub> ${n}`,
  },
  window: {
    operations: html`${r}·${n}·${d}`,
    sequentialSteps: html`1`,
    longestPath: html`${n}/${r}`,
  },
};

const words = {
  en: {
    tokens: html`tokens ${n}`,
    width: html`width ${d}`,
    kernel: html`kernel ${k}`,
    window: html`window ${r}`,
    caption: "Per layer",
    layer: "layer",
    costs: {
      operations: "operations",
      sequentialSteps: "steps that wait for each other",
      longestPath: "longest path between two tokens",
    },
    kinds: {
      selfAttention: "self-attention",
      recurrent: "recurrent",
      convolution: "convolution",
      window: "windowed attention",
    },
    scrolls: "Costs of the layers, scrolls sideways",
    note: html`Leading terms, without constant factors, as in
      <a href="https://arxiv.org/abs/1706.03762">Vaswani et al. (2017)</a>, table 1. The path of the
      convolution counts layers of a dilated stack; a part of a layer or of a window is rounded up.`,
  },
  tr: {
    tokens: html`token sayısı ${n}`,
    width: html`genişlik ${d}`,
    kernel: html`süzgeç ${k}`,
    window: html`pencere ${r}`,
    caption: "Katman başına",
    layer: "katman",
    costs: {
      operations: "işlem",
      sequentialSteps: "birbirini bekleyen adım",
      longestPath: "iki token arasındaki en uzun yol",
    },
    kinds: {
      selfAttention: "öz dikkat",
      recurrent: "yinelemeli",
      convolution: "evrişim",
      window: "pencereli dikkat",
    },
    scrolls: "Katmanların maliyeti, yana kaydırılır",
    note: html`<a href="https://arxiv.org/abs/1706.03762">Vaswani ve ark. (2017)</a>, tablo 1’deki
      gibi baştaki terimler, sabit çarpanlar olmadan. Evrişimin yolu, aralıklı (dilated) katmanların
      sayısıdır; artan kısım yukarı yuvarlanır.`,
  },
} as const;

interface Sizes {
  readonly tokens: number;
  readonly width: number;
  readonly kernel: number;
  readonly window: number;
}

function sizesOf(session: Session): Sizes {
  const { tokens, width, kernel, window } = choices.of(session.state);
  return { tokens: 2 ** tokens, width: 2 ** width, kernel, window: 2 ** window };
}

export function compareLayers(session: Session, sizes: Sizes): LayerComparison | AttentionError {
  const outcome = session.engine.ask((core) => core.layerComparison(sizes));
  return "fault" in outcome ? new AttentionError(outcome.fault) : outcome.value;
}

function controls(session: Session): TemplateResult {
  const { language } = session;
  const text = words[language];
  const chosen = choices.of(session.state);
  const sizes = sizesOf(session);
  const slider = (name: keyof Sizes, min: number, max: number) =>
    sliderView({
      ...{ label: text[name], value: chosen[name], min, max, step: 1 },
      text: formatCount(sizes[name], language),
      onInput: (value) => choices.set(session, { [name]: value }),
    });
  return html`${slider("tokens", 3, 17)} ${slider("width", 6, 12)} ${slider("kernel", 2, 9)}
    ${slider("window", 3, 12)}`;
}

function table({ rows }: LayerComparison, language: Language): TemplateResult {
  const text = words[language];
  return html`<div class="dk-scroll" ${keepReachable(text.scrolls)}>
    <table class="plain-table layers-table">
      <caption>${text.caption} ${badge(null, language)}</caption>
      <thead><tr>
        <th scope="col">${text.layer}</th>
        ${costs.map((cost) => html`<th scope="col">${text.costs[cost]}</th>`)}
      </tr></thead>
      <tbody>${rows.map(
        (row) => html`<tr>
          <th scope="row">${text.kinds[row.kind]}</th>
          ${costs.map((cost) => html`<td><span class="layers-formula">${formulas[row.kind][cost]}</span><span class="layers-number">${formatCount(row[cost], language)}</span></td>`)}
        </tr>`,
      )}</tbody>
    </table>
  </div>`;
}

export function layersFigure({ session }: Figures): TemplateResult {
  const { language } = session;
  const text = words[language];
  const comparison = compareLayers(session, sizesOf(session));
  const failed = comparison instanceof AttentionError;
  return figureView({
    wrong: wrongView(session, choices),
    id: "figure-layers",
    title: figureTitles.layers[language],
    controls: controls(session),
    body: failed ? faultView(comparison.describe(language)) : table(comparison, language),
    caption: text.note,
    wide: true,
  });
}
