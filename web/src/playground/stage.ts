// The playground itself: the inputs, and a figure for each step.

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
import { fiveLinesView } from "../figures/five-lines.ts";
import { type Step, setStep, steps } from "../inputs/state.ts";
import type { Results, Session } from "../page/session.ts";
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
  output: (figures) => html`${outputView(figures)}${fiveLinesView(figures)}`,
};

export function goToStep(step: Step): void {
  document.getElementById(`step-${step}`)?.scrollIntoView({ block: "start" });
}

function stepList(session: Session): TemplateResult {
  const text = playgroundText[session.language];
  return html`<nav class="dk-wide play-steps" aria-label=${text.steps}>
    <ol>
      ${steps.map(
        (step) => html`<li>
          <a
            href="#step-${step}"
            aria-current=${session.state.step === step ? "step" : "false"}
            @click=${(event: Event) => {
              event.preventDefault();
              session.show((state) => setStep(state, step));
              goToStep(step);
            }}
            >${text.step[step]}</a
          >
        </li>`,
      )}
    </ol>
  </nav>`;
}

export function stageView(session: Session, { scene }: Results): TemplateResult {
  const { language } = session;
  forms ??= new Forms(session);
  forms.follow(session.state);
  const figures = new Figures(session, scene);
  return html`
    <div class="dk-page">
      <div class="dk-wide play-inputs">
        ${sourceView(session, forms)} ${optionsView(session, forms, figures)}
      </div>
      ${stepList(session)}
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
