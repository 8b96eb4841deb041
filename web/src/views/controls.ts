// Switches, sliders and choices: real inputs with real labels, large enough for a finger.

import { live } from "lit/directives/live.js";
import { html, nothing, type TemplateResult } from "lit/html.js";

export interface SwitchOptions {
  readonly label: unknown;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function switchView(o: SwitchOptions): TemplateResult {
  return html`<label class="dk-switch">
    <input
      type="checkbox"
      role="switch"
      .checked=${live(o.checked)}
      ?disabled=${o.disabled ?? false}
      @change=${(event: Event) => o.onChange((event.target as HTMLInputElement).checked)}
    /><span class="dk-track" aria-hidden="true"></span><span>${o.label}</span>
  </label>`;
}

export interface SliderOptions {
  readonly label: unknown;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value as the page writes it, with its unit. */
  readonly text: string;
  readonly onInput: (value: number) => void;
}

export function sliderView(o: SliderOptions): TemplateResult {
  return html`<label class="dk-slider">
    <span>${o.label}</span>
    <input
      type="range"
      min=${o.min}
      max=${o.max}
      step=${o.step}
      aria-valuetext=${o.text}
      .value=${live(String(o.value))}
      @input=${(event: Event) => o.onInput(Number((event.target as HTMLInputElement).value))}
    /><span class="dk-slider-value" aria-hidden="true">${o.text}</span>
  </label>`;
}

export interface ChoiceOptions<T extends string> {
  /** Says what is chosen; also the name of the group of radio buttons. */
  readonly legend: string;
  readonly name: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: unknown }[];
  readonly onChange: (value: T) => void;
}

/** A few exclusive choices, side by side. */
export function choiceView<T extends string>(o: ChoiceOptions<T>): TemplateResult {
  return html`<fieldset class="dk-choice">
    <legend>${o.legend}</legend>
    ${o.options.map(
      ({ value, label }) => html`<label>
        <input
          type="radio"
          name=${o.name}
          value=${value}
          .checked=${live(value === o.value)}
          @change=${() => o.onChange(value)}
        /><span>${label}</span>
      </label>`,
    )}
  </fieldset>`;
}

export interface ButtonOptions {
  readonly label: unknown;
  readonly disabled?: boolean;
  /** The one action of its place. */
  readonly primary?: boolean;
  readonly title?: string;
  readonly onClick: (event: Event) => void;
}

export function buttonView(o: ButtonOptions): TemplateResult {
  return html`<button
    type="button"
    class=${o.primary ? "dk-button dk-primary" : "dk-button"}
    title=${o.title ?? nothing}
    ?disabled=${o.disabled ?? false}
    @click=${o.onClick}
  >${o.label}</button>`;
}
