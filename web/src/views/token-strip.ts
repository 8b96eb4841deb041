// The sentence itself, with the attention of one query drawn below its words: the thicker the
// line, the larger the share, and the number beside it.

import { html, type TemplateResult } from "lit";
import { classMap } from "lit/directives/class-map.js";
import type { Language } from "../inputs/state.ts";
import { formatNumber } from "./number.ts";
import { cellStyle, scaleOf } from "./scale.ts";
import { gridOf, type Scene } from "./scene.ts";
import { roleMark } from "./symbol.ts";
import { axisOf, wordsOf } from "./words.ts";

export interface TokenStripOptions {
  readonly language: Language;
  /** The query whose attention is drawn. */
  readonly query: number;
  readonly onPick: (query: number) => void;
}

export function tokenStrip(scene: Scene, o: TokenStripOptions): TemplateResult {
  const weights = gridOf(scene, "weights");
  const query = Math.min(o.query, weights.rows - 1);
  const scale = scaleOf(weights);
  const words = wordsOf(o.language);
  return html`<div class="dk-strip">
    <div class="dk-strip-row" role="group" aria-label=${axisOf("query", o.language)}>
      <span class="dk-axis dk-query">${roleMark("query")}${axisOf("query", o.language)}</span>
      ${weights.rowLabels.map(
        (label, i) =>
          html`<button type="button" class="dk-token" aria-pressed=${i === query ? "true" : "false"} @click=${() => o.onPick(i)}>${label}</button>`,
      )}
    </div>
    <div class="dk-strip-row">
      <span class="dk-axis dk-key">${roleMark("key")}${axisOf("key", o.language)}</span>
      <ul>${weights.columnLabels.map((label, j) => {
        const hidden = weights.hidden(query, j);
        const weight = weights.at(query, j);
        return html`<li class=${classMap({ "dk-share": true, "dk-hidden": hidden })}>
          <span class="dk-share-word" .style=${`--share:${hidden ? 0 : weight};${cellStyle(scale, hidden ? 0 : weight)}`}>${label}</span>
          <span class="dk-share-number">${hidden ? words.masked : formatNumber(weight, o.language)}</span>
        </li>`;
      })}</ul>
    </div>
  </div>`;
}
