import "../styles/playground.css";
import { html, type TemplateResult } from "lit/html.js";
import {
  maskView,
  outputView,
  projectionsView,
  scaleView,
  scoresView,
  softmaxView,
} from "../figures/drawing.ts";
import { Figures } from "../figures/figures.ts";
import { workedExample } from "../inputs/example.ts";
import { type Language, type Step, setStep, steps } from "../inputs/state.ts";
import { type App, start } from "../page/app.ts";
import { engineFailure, linkNotice, tools } from "../page/bars.ts";
import { placeInView } from "../page/place.ts";
import { inSite } from "../page/shell.ts";
import { pythonPlace } from "../python/place.ts";
import { Forms } from "./forms.ts";
import { optionsView } from "./masks.ts";
import { sourceView } from "./source.ts";
import { playgroundText } from "./text.ts";

let forms: Forms | null = null;

const figureOf: Record<Step, (figures: Figures) => TemplateResult> = {
  projections: (figures) => projectionsView(figures, false),
  scores: scoresView,
  scaled: scaleView,
  masked: maskView,
  weights: softmaxView,
  output: outputView,
};

function opening(language: Language): TemplateResult {
  const text = playgroundText[language];
  return html`<div class="dk-page play-opening">
    <h1 data-place="top">${text.title}</h1>
    <p>${text.intro}</p>
  </div>`;
}

function goToStep(step: Step): void {
  document.getElementById(`step-${step}`)?.scrollIntoView({ block: "start" });
}

function stepList(app: App): TemplateResult {
  const text = playgroundText[app.language];
  const { session } = app;
  return html`<nav class="dk-wide play-steps" aria-label=${text.steps}>
    <ol>
      ${steps.map(
        (step) => html`<li>
          <a
            href="#step-${step}"
            aria-current=${session?.state.step === step ? "step" : "false"}
            @click=${(event: Event) => {
              event.preventDefault();
              session?.show((state) => setStep(state, step));
              goToStep(step);
            }}
            >${text.step[step]}</a
          >
        </li>`,
      )}
    </ol>
  </nav>`;
}

function main(app: App): TemplateResult {
  const { session, language } = app;
  if (!session?.results) return engineFailure(app.failure ?? "", language);
  forms ??= new Forms(session);
  forms.follow(session.state);
  const figures = new Figures(session, session.results.scene);
  return html`
    ${linkNotice(app)}
    <div class="dk-page">
      <div class="dk-wide play-inputs">
        ${sourceView(session, forms)} ${optionsView(session, forms, figures)}
      </div>
      ${stepList(app)}
    </div>
    ${steps.map(
      (step) => html`<section
        class="dk-page"
        id="step-${step}"
        data-place=${step}
        aria-label=${playgroundText[language].step[step]}
      >
        ${figureOf[step](figures)}
      </section>`,
    )}
    <section class="dk-page" id="python" aria-label="Python">${pythonPlace(session, { sameTokens: false })}</section>
  `;
}

/** The step in the address is the one in view. */
function followScroll(app: App): void {
  let waiting = false;
  document.addEventListener(
    "scroll",
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        const place = steps.find((step) => step === placeInView(document)) ?? steps[0];
        app.session?.show((state) => setStep(state, place));
      });
    },
    { passive: true },
  );
}

start({
  initial: workedExample.state,
  titles: { en: "dikkat: playground", tr: "dikkat: deneme alanı" },
  descriptions: {
    en: "Run self-attention on your own sentence or your own matrices, in the browser, with every intermediate number in view.",
    tr: "Öz dikkati kendi cümlenizde ya da kendi matrislerinizde tarayıcıda çalıştırın; ara adımların her sayısı göz önünde.",
  },
  view: inSite({ name: "playground", opening, main, tools: (app) => tools(app, null) }),
  arrived: (app) => {
    const step = app.session?.state.step;
    if (step && step !== steps[0]) goToStep(step);
    followScroll(app);
  },
});
