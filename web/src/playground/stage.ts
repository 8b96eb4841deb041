// The playground itself: the inputs, and a figure for each step.

import "../styles/playground.css";
import { html, nothing, type TemplateResult } from "lit/html.js";
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
import { drawWaiting, inTurn } from "../views/in-turn.ts";
import { type Root, rootOfEvent } from "../views/root.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { Forms } from "./forms.ts";
import { optionsView } from "./masks.ts";
import { sourceView } from "./source.ts";
import { playgroundText } from "./text.ts";

const formsOf = new WeakMap<Session, Forms>();

const figureOf: Record<Step, (figures: Figures) => TemplateResult> = {
  projections: (figures) => projectionsView(figures, false),
  scores: scoresView,
  scaled: scaleView,
  masked: maskView,
  weights: softmaxView,
  output: (figures) => html`${outputView(figures)}${fiveLinesView(figures)}`,
};

export function goToStep(step: Step, root: Root): void {
  drawWaiting();
  root.getElementById(`step-${step}`)?.scrollIntoView({ block: "start" });
}

/** On a phone not all steps have room beside each other: the one that the reader is at comes into view. */
export function followInList(root: Root): void {
  const list = root.querySelector<HTMLElement>(".play-steps ol");
  const here = list?.querySelector("[aria-current=step]")?.getBoundingClientRect();
  if (!list || !here) return;
  const { left, width } = list.getBoundingClientRect();
  list.scrollLeft += here.left + here.width / 2 - left - width / 2;
}

function stepList(session: Session): TemplateResult {
  const text = playgroundText[session.language];
  return html`<nav class="dk-wide play-steps" aria-label=${text.steps}>
    <ol ${keepReachable(null)}>
      ${steps.map(
        (step) => html`<li>
          <a
            href="#step-${step}"
            aria-current=${session.state.step === step ? "step" : "false"}
            @click=${(event: Event) => {
              event.preventDefault();
              const root = rootOfEvent(event);
              session.show((state) => setStep(state, step));
              goToStep(step, root);
            }}
            >${text.step[step]}</a
          >
        </li>`,
      )}
    </ol>
  </nav>`;
}

/** In a page of somebody else's: it keeps nothing there, and tells its height once. */
const framed = window.parent !== window;

function formsFor(session: Session): Forms {
  const forms = new Forms(session);
  formsOf.set(session, forms);
  if (!framed) forms.keep();
  return forms;
}

/** `python`: the Python cell, where there is one. */
export function stageView(
  session: Session,
  { scene }: Results,
  python: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const { language } = session;
  const forms = formsOf.get(session) ?? formsFor(session);
  forms.follow(session.state);
  const figures = new Figures(session, scene);
  const later = framed ? "at once" : "in turn";
  return html`
    <div class="dk-page">
      <div class="dk-wide play-inputs">
        ${sourceView(session, forms)} ${optionsView(session, forms, figures)}
      </div>
    </div>
    <div>
      <div class="dk-page play-bar">${stepList(session)}</div>
      ${steps.map(
        (step) => html`<section
          class="dk-page"
          id="step-${step}"
          data-place=${step}
          aria-label=${playgroundText[language].step[step]}
        >
          ${inTurn(language, () => figureOf[step](figures), step === steps[0] ? "at once" : later)}
        </section>`,
      )}
    </div>
    <div>${inTurn(language, () => html`${python}`, later)}</div>
  `;
}
