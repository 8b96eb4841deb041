// The form that takes a pasted matrix, and the button that opens it.

import { live } from "lit/directives/live.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { describeInput, InputError } from "../inputs/error.ts";
import { describeNote, formatName } from "../inputs/grid.ts";
import { MAX_TOKENS, MAX_WIDTH } from "../inputs/limits.ts";
import { columnsOf } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { buttonView } from "../views/controls.ts";
import { faultView, noticeView } from "../views/figure.ts";
import { rootOfEvent } from "../views/root.ts";
import { symbolText } from "../views/words.ts";
import { typedIn } from "./fields.ts";
import type { Forms, PasteTarget } from "./forms.ts";
import { playgroundText } from "./text.ts";

/** Opens the form and puts the focus into it; closing it brings the focus back here. */
export function pasteButton(
  forms: Forms,
  target: PasteTarget,
  label: unknown,
  title: string,
): TemplateResult {
  const open = (event: Event) => {
    const root = rootOfEvent(event);
    forms.paste(target);
    root.querySelector<HTMLElement>(".play-paste textarea")?.focus();
  };
  return html`<button type="button" class="dk-button" data-paste=${target} title=${title} @click=${open}>${label}</button>`;
}

export function pasteForm(session: Session, forms: Forms): TemplateResult | typeof nothing {
  const { pasting } = forms;
  if (!pasting) return nothing;
  const text = playgroundText[session.language];
  const { result, target } = pasting;
  const name = target === "bias" ? text.bias : symbolText(target);
  const good = result && !(result instanceof InputError) ? result : null;
  const place = { field: target } as const;
  const close = (event: Event, action: () => void) => {
    const root = rootOfEvent(event);
    action();
    root.querySelector<HTMLElement>(`[data-paste=${target}]`)?.focus();
  };
  return html`<form
    class="play-paste"
    @submit=${(event: Event) => {
      event.preventDefault();
      close(event, () => forms.usePasted());
    }}
  >
    <div class="play-field play-field-wide">
      <label for="pasted">${text.pasteInto(name)}</label>
      <textarea
        id="pasted"
        rows="5"
        spellcheck="false"
        autocomplete="off"
        aria-describedby="paste-hint paste-result"
        aria-invalid=${result instanceof InputError ? "true" : "false"}
        .value=${live(pasting.text)}
        @input=${(event: Event) => forms.typePasted(typedIn(event))}
      ></textarea>
      <small id="paste-hint">${text.pasteHint(MAX_TOKENS, MAX_WIDTH)}</small>
    </div>
    <div id="paste-result">
      ${result instanceof InputError ? faultView(describeInput(result.at(place), session.language)) : nothing}
      ${
        good
          ? html`<p role="status">${text.readAs(formatName(good.format, session.language), good.matrix.length, columnsOf(good.matrix))}</p>`
          : nothing
      }
      ${good?.note ? noticeView(describeNote(good.note, session.language)) : nothing}
    </div>
    <button type="submit" class="dk-button dk-primary" ?disabled=${!good}>${text.pasteApply}</button>
    ${buttonView({ label: text.cancel, onClick: (event) => close(event, () => forms.paste(null)) })}
  </form>`;
}
