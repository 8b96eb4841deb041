// The buttons, the slider and the keys that walk through the steps of a figure, and the sentence
// that says where one is.

import "../styles/steps.css";
import { html, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { sliderView } from "../views/controls.ts";
import type { Player } from "./player.ts";

interface StepWords {
  readonly step: string;
  readonly first: string;
  readonly back: string;
  readonly next: string;
  readonly last: string;
  readonly play: string;
  readonly pause: string;
  readonly buttons: string;
}

const stepWords: Record<Language, StepWords> = {
  en: {
    step: "Step",
    first: "First",
    back: "Back",
    next: "Next",
    last: "Last",
    play: "Play",
    pause: "Pause",
    buttons: "Steps",
  },
  tr: {
    step: "Adım",
    first: "İlk",
    back: "Geri",
    next: "İleri",
    last: "Son",
    play: "Oynat",
    pause: "Durdur",
    buttons: "Adımlar",
  },
};

export interface Steps {
  readonly player: Player;
  /** The position of the last step; the inputs may change it while it plays. */
  readonly last: () => number;
}

export interface StepsOptions extends Steps {
  readonly language: Language;
  /** What the step in hand does: read out as it comes, but not while it plays. */
  readonly sentence: unknown;
}

export function stepsView(o: StepsOptions): TemplateResult {
  const { player } = o;
  const words = stepWords[o.language];
  const last = o.last();
  const position = player.position(last);
  // Not `disabled`: the button under the finger would lose the focus at the last step.
  const button = (label: string, to: number, off: boolean) => html`<button
    type="button"
    class="dk-button"
    aria-disabled=${off ? "true" : "false"}
    @click=${() => (off ? undefined : player.goTo(to, last))}
  >${label}</button>`;
  const [atFirst, atLast] = [position === 0, position === last];
  return html`<div class="steps">
    <div class="steps-buttons" role="group" aria-label=${words.buttons} @keydown=${(event: KeyboardEvent) => stepKeys(event, o)}>
      ${button(words.first, 0, atFirst)}${button(words.back, position - 1, atFirst)}
      <button type="button" class="dk-button dk-primary steps-play" @click=${() => player.toggle(o.last)}>
        ${player.playing ? words.pause : words.play}
      </button>
      ${button(words.next, position + 1, atLast)}${button(words.last, last, atLast)}
    </div>
    ${sliderView({
      label: words.step,
      value: position + 1,
      min: 1,
      max: last + 1,
      step: 1,
      text: `${position + 1} / ${last + 1}`,
      onInput: (step) => player.goTo(step - 1, last),
    })}
    <p class="steps-position" role="status" aria-live=${player.playing ? "off" : "polite"}>${o.sentence}</p>
  </div>`;
}

/** Space, arrows, Home and End on the stage and on the buttons; a button has a use for space itself. */
export function stepKeys(event: KeyboardEvent, { player, last: lastOf }: Steps): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // A cell on the stage has its own use for it.
  if (event.defaultPrevented) return;
  const target = event.target as Element;
  const last = lastOf();
  const position = player.position(last);
  const to: Record<string, number> = {
    ArrowLeft: position - 1,
    ArrowRight: position + 1,
    Home: 0,
    End: last,
  };
  const next = to[event.key];
  if (event.key === " " && !target.matches("button")) player.toggle(lastOf);
  else if (next !== undefined) player.goTo(next, last);
  else return;
  event.preventDefault();
}
