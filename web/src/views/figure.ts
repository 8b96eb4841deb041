// The frame of a live figure, and the sentences that may stand in its place.

import { html, nothing, type TemplateResult } from "lit/html.js";
import { takeFigure } from "./take.ts";

export interface FigureOptions {
  readonly id?: string;
  readonly title: unknown;
  readonly controls?: unknown;
  readonly body: unknown;
  readonly legend?: unknown;
  readonly inspector?: unknown;
  readonly caption?: unknown;
  /** Over all of it, for what moves from one matrix to another. */
  readonly layer?: unknown;
  /** A sentence that says why what is shown is the last good state. */
  readonly fault?: string | null;
  /** What a link chose that the figure cannot show. */
  readonly wrong?: unknown;
  /** Wider than the column of text. */
  readonly wide?: boolean;
}

export function figureView(o: FigureOptions): TemplateResult {
  const part = (content: unknown, className: string) =>
    content ? html`<div class=${className}>${content}</div>` : nothing;
  return html`<figure id=${o.id ?? nothing} class=${o.wide ? "dk-figure dk-wide" : "dk-figure"}>
    <div class="dk-figure-head">
      <h3 class="dk-figure-title">${o.title}</h3>
      ${part(o.controls, "dk-controls")}
      ${takeFigure()}
    </div>
    ${o.fault ? html`<p class="dk-fault">${o.fault}</p>` : nothing}
    ${o.wrong ?? nothing}
    <div class="dk-figure-body">${o.body}</div>
    ${part(o.legend, "dk-legends")}
    ${o.caption ? html`<figcaption>${o.caption}</figcaption>` : nothing}
    ${part(o.inspector, "dk-inspector-place")}
    ${o.layer ?? nothing}
  </figure>`;
}

/** What is wrong, where it is wrong; the page keeps its last good state. */
export function faultView(sentence: unknown): TemplateResult {
  return html`<p class="dk-fault" role="alert">${sentence}</p>`;
}

/** News of the page that nobody has to act on, with room for one action. */
export function noticeView(sentence: unknown, action?: unknown): TemplateResult {
  return html`<div class="dk-notice" role="status"><p>${sentence}</p>${action ?? nothing}</div>`;
}

/** In place of a figure that has nothing to show yet. */
export function emptyView(sentence: unknown, action?: unknown): TemplateResult {
  return html`<div class="dk-empty"><p>${sentence}</p>${action ?? nothing}</div>`;
}
