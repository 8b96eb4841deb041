// The colour scale with the numbers it was made for: its ends are the smallest and the largest
// number on the page, not round ones.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { formatNumber } from "./number.ts";
import { cellStyle, type Scale } from "./scale.ts";
import { wordsOf } from "./words.ts";

export interface LegendOptions {
  readonly language: Language;
  /** What the colours stand for: "scores". */
  readonly label: string;
  /** Some pair is hidden, so the hatching needs its word. */
  readonly masked?: boolean;
}

const SWATCHES = 25;

interface Tick {
  readonly value: number;
  /** Place along the bar, 0 to 1. */
  readonly at: number;
}

/** The numbers below the bar: the data's ends, and 0 where it lies well between them. */
export function ticksOf(scale: Scale): readonly Tick[] {
  const [from, to] = barOf(scale);
  const width = to - from;
  const at = (value: number) => (width === 0 ? 0.5 : (value - from) / width);
  const wanted =
    scale.kind === "sequential" ? [scale.min, scale.max, 0, 1] : [scale.min, scale.max, 0];
  const ticks: Tick[] = [];
  for (const value of wanted) {
    const place = at(value);
    const apart = ticks.every((tick) => Math.abs(tick.at - place) >= 0.16);
    if (place >= 0 && place <= 1 && apart) ticks.push({ value, at: place });
  }
  return ticks.sort((a, b) => a.at - b.at);
}

/** The sequential bar is the whole scale, the diverging one the part that the data covers. */
function barOf({ kind, min, max }: Scale): readonly [number, number] {
  return kind === "sequential" ? [0, 1] : [min, max];
}

export function legendView(scale: Scale, o: LegendOptions): TemplateResult {
  const { masked, smallest, largest, legend } = wordsOf(o.language);
  const [from, to] = barOf(scale);
  const swatches = Array.from(
    { length: SWATCHES },
    (_, i) => from + ((to - from) * i) / (SWATCHES - 1),
  );
  const show = (value: number) => formatNumber(value, o.language, "cell");
  return html`<div class="dk-legend" role="group" aria-label="${legend}: ${o.label}">
    <span class="dk-legend-label">${o.label}</span>
    <span class="dk-legend-scale">
      <span class="dk-legend-bar" aria-hidden="true">${swatches.map((v) => html`<i .style=${cellStyle(scale, v)}></i>`)}</span>
      <span class="dk-legend-ticks" aria-hidden="true">${ticksOf(scale).map((tick) => html`<span .style=${`--at:${tick.at}`}>${show(tick.value)}</span>`)}</span>
    </span>
    <span class="dk-sr">${smallest} ${show(scale.min)}, ${largest} ${show(scale.max)}</span>
    ${o.masked ? html`<span class="dk-legend-masked"><i class="dk-hatched" aria-hidden="true"></i>${masked}</span>` : nothing}
  </div>`;
}
