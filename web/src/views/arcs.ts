// A sentence with the attention of one word drawn on it: an arc to every word, the thicker the
// larger its share, the word tinted by it and the number below. In a narrow place the sentence
// stands on end, and the arcs beside it.

import "../styles/arcs.css";
import { html, nothing, svg, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { formatNumber } from "./number.ts";
import { cellStyle, type Scale } from "./scale.ts";

export interface ArcsOptions {
  readonly language: Language;
  /** Of the words themselves, which need not be that of the page. */
  readonly wordsIn: Language;
  readonly words: readonly string[];
  readonly glosses: readonly string[] | null;
  /** The word that looks at the others. */
  readonly from: number;
  /** One share for each word. */
  readonly weights: readonly number[];
  readonly scale: Scale;
  /** What the drawing shows, for those who do not see it. */
  readonly label: string;
}

/** Room of one word along the sentence, and the height of the longest arc, in units of the drawing. */
const STEP = 100;
const HIGHEST = 88;
const THICKEST = 14;

/** A point `along` the sentence and `above` it, in a sentence that lies or stands. */
type Place = (along: number, above: number) => string;

const lying: Place = (along, above) => `${along} ${STEP - above}`;
const standing: Place = (along, above) => `${STEP - above} ${along}`;

function arcPath(from: number, to: number, count: number, place: Place): string {
  const middle = (word: number) => (word + 0.5) * STEP;
  // To itself: a small loop.
  const [start, end] =
    from === to ? [middle(from) - 18, middle(from) + 18] : [middle(from), middle(to)];
  const distance = from === to ? 0.6 : Math.abs(from - to);
  const height = (HIGHEST * (distance + 0.6)) / (count - 0.4);
  // A cubic curve rises to three quarters of its handles.
  const handle = height / 0.75;
  return `M${place(start, 0)}C${place(start, handle)} ${place(end, handle)} ${place(end, 0)}`;
}

function arcsOf({ from, weights, scale }: ArcsOptions, place: Place): TemplateResult<2>[] {
  return weights.map(
    (weight, to) => svg`<path
      d=${arcPath(from, to, weights.length, place)}
      stroke-width=${Number.isFinite(weight) ? 1 + THICKEST * weight : 1}
      .style=${cellStyle(scale, 1)}
    />`,
  );
}

export function arcsView(o: ArcsOptions): TemplateResult {
  const length = o.words.length * STEP;
  return html`<div class="arcs-place">
    <div class=${o.glosses ? "arcs arcs-glossed" : "arcs"} .style=${`--words:${o.words.length}`}>
      <svg class="arcs-lying" viewBox="0 0 ${length} ${STEP}" preserveAspectRatio="none" aria-hidden="true">${arcsOf(o, lying)}</svg>
      <svg class="arcs-standing" viewBox="0 0 ${STEP} ${length}" preserveAspectRatio="none" aria-hidden="true">${arcsOf(o, standing)}</svg>
      <ol aria-label=${o.label}>
        ${o.words.map((word, i) => {
          const weight = o.weights[i] ?? Number.NaN;
          return html`<li class=${i === o.from ? "arcs-from" : ""}>
            <span class="arcs-word" lang=${o.wordsIn} .style=${cellStyle(o.scale, weight)}>${word}</span>
            ${o.glosses ? html`<span class="arcs-gloss">${o.glosses[i]}</span>` : nothing}
            <span class="arcs-number">${formatNumber(weight, o.language, "share")}</span>
          </li>`;
        })}
      </ol>
    </div>
  </div>`;
}
