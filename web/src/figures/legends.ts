// The two scales that a figure with numbers and weights has: one for its numbers, one for its shares.

import type { TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { legendView } from "../views/legend.ts";
import type { Scale } from "../views/scale.ts";
import { figureText } from "./text.ts";

export const numbersLegend = (scale: Scale, language: Language): TemplateResult =>
  legendView(scale, { language, label: figureText[language].numbersLegend });

/** `masked`: pairs may be hidden, and the legend says how that looks. */
export const sharesLegend = (scale: Scale, language: Language, masked = false): TemplateResult =>
  legendView(scale, { language, label: figureText[language].weightsLegend, masked });
