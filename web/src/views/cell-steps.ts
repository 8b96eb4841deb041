// The buttons below the matrices of a figure that shows its computation cell by cell.

import { html, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { still } from "./motion.ts";

export interface StepsOptions {
  readonly language: Language;
  /** Makes ids unique on the page. */
  readonly prefix: string;
  /** The step that is shown, or -1. */
  readonly at: number;
  readonly count: number;
  readonly playing: boolean;
  readonly onGo: (step: number) => void;
  readonly onPlay: () => void;
}

const text: Record<
  Language,
  Record<"group" | "show" | "pause" | "step" | "back" | "next" | "keys", string> & {
    none: (count: number) => string;
    of: (step: number, count: number) => string;
  }
> = {
  en: {
    group: "Cell by cell",
    show: "Show how",
    pause: "Pause",
    step: "Show a step",
    back: "Back",
    next: "Next",
    keys: "Space bar on a cell: play from there, pause.",
    none: (count) => `${count} steps`,
    of: (step, count) => `step ${step} of ${count}`,
  },
  tr: {
    group: "Hücre hücre",
    show: "Nasıl olduğunu göster",
    pause: "Duraklat",
    step: "Bir adım göster",
    back: "Geri",
    next: "İleri",
    keys: "Bir hücrede boşluk tuşu: oradan oynatır, duraklatır.",
    none: (count) => `${count} adım`,
    of: (step, count) => `${count} adımın ${step}. adımı`,
  },
};

export function cellStepsView(o: StepsOptions): TemplateResult {
  const words = text[o.language];
  // Not `disabled`: the button under the finger would lose the focus at the last step.
  const button = (label: string, to: number) => {
    const off = to < 0 || to >= o.count;
    return html`<button
      type="button"
      class="dk-button"
      aria-disabled=${off ? "true" : "false"}
      @click=${() => (off ? undefined : o.onGo(to))}
    >${label}</button>`;
  };
  return html`<div class="dk-steps" role="group" aria-label=${words.group} aria-describedby=${`${o.prefix}-steps-keys`}>
    <button type="button" class="dk-button dk-primary dk-steps-play" @click=${o.onPlay}>${
      o.playing ? words.pause : still() ? words.step : words.show
    }</button>
    ${button(words.back, o.at - 1)}${button(words.next, o.at + 1)}
    <span class="dk-steps-at">${o.at < 0 ? words.none(o.count) : words.of(o.at + 1, o.count)}</span>
    <span class="dk-steps-keys" id=${`${o.prefix}-steps-keys`}>${words.keys}</span>
  </div>`;
}
