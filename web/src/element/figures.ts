// The figures that draw any state.

import { html, type TemplateResult } from "lit/html.js";
import type { OfAnyState } from "../embed/options.ts";
import {
  maskView,
  outputView,
  projectionsView,
  scaleView,
  scoresView,
  softmaxView,
  wordsView,
} from "../figures/drawing.ts";
import { Figures } from "../figures/figures.ts";
import { fiveLinesView } from "../figures/five-lines.ts";
import { workedExample } from "../inputs/example.ts";
import { sameValues } from "../inputs/fit.ts";
import type { Results, Session } from "../page/session.ts";

const views: Record<OfAnyState, (figures: Figures) => TemplateResult | null> = {
  words: wordsView,
  projections: (figures) => projectionsView(figures),
  scores: scoresView,
  scale: scaleView,
  mask: maskView,
  softmax: softmaxView,
  output: outputView,
  "five-lines": fiveLinesView,
};

export function figureIn(figure: OfAnyState, session: Session, { scene }: Results): TemplateResult {
  const { tokens } = workedExample.state;
  const own = sameValues(session.state.tokens, tokens);
  // Those who do not read Turkish find the words of the example translated.
  const glosses = session.language === "en" && own ? workedExample.glosses : null;
  return html`${views[figure](new Figures(session, scene, glosses, true))}`;
}
