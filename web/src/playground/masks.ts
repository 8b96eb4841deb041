// Scale, temperature and every mask the core knows.

import { live } from "lit/directives/live.js";
import { html, noChange, nothing, type TemplateResult } from "lit/html.js";
import type { Fault } from "../core/index.ts";
import type { Figures } from "../figures/figures.ts";
import { describeInput } from "../inputs/error.ts";
import { columnsOf, type Settings, tokenCounts } from "../inputs/state.ts";
import { faultOf } from "../page/fault.ts";
import type { Session } from "../page/session.ts";
import { buttonView, choiceView, switchView } from "../views/controls.ts";
import { faultView } from "../views/figure.ts";
import { takeShown } from "../views/take.ts";
import type { Forms } from "./forms.ts";
import { pasteButton, pasteForm } from "./paste.ts";
import { type PlaygroundText, playgroundText } from "./text.ts";

/** Up to here pairs are chosen one by one; more boxes are no longer a choice but a chore. */
const MAX_CHOSEN = 16;

const maskFields: readonly string[] = ["window", "sinks", "keyPadding", "attend", "bias"];

/** Is the fault in a mask, and not in the matrices? */
export const isMaskFault = ({ field }: Fault) => maskFields.includes(field);

export function optionsView(session: Session, forms: Forms, figures: Figures): TemplateResult {
  const text = playgroundText[session.language];
  const { settings } = session.state;
  const used = Boolean(
    settings.window !== null || settings.padding || settings.attend || settings.bias,
  );
  // Opened at the first mask and never closed from here: that would take a field away while its
  // reader empties it.
  if (used && !forms.masksUsed) forms.masksOpen = true;
  forms.masksUsed = used;
  const follow = (event: Event) => {
    const { open } = event.target as HTMLDetailsElement;
    if (open === forms.masksOpen) return;
    forms.masksOpen = open;
    session.notify();
  };
  return html`<section class="play-options" aria-labelledby="options-title">
    <h2 id="options-title">${text.settings}</h2>
    ${session.fault && isMaskFault(session.fault) ? faultOf(session) : nothing}
    <div class="play-form">
      ${figures.scaleSwitch()} ${figures.temperature()}
      ${choiceView({
        legend: text.causal,
        name: "causal",
        value: settings.causal || "none",
        options: [
          { value: "none", label: text.none },
          { value: "top-left", label: text.topLeft },
          { value: "bottom-right", label: text.bottomRight },
        ],
        onChange: (value) =>
          forms.set({ causal: value === "none" ? false : (value as "top-left" | "bottom-right") }),
      })}
      <details class="play-masks" ?open=${forms.masksOpen} @toggle=${follow}>
        <summary>${text.masks}</summary>
        <div class="play-form">
          ${wholeField(session, forms, "window", text)} ${wholeField(session, forms, "sinks", text)}
          ${paddingBoxes(session, forms, text)} ${attendBoxes(session, forms, text)}
          ${biasField(session, forms, text)}
        </div>
      </details>
      ${forms.masksOpen ? nothing : hiddenFaults(session, forms)}
    </div>
  </section>`;
}

/** What is wrong in the closed box: the results are not those of what was typed there. */
function hiddenFaults(session: Session, forms: Forms): TemplateResult[] {
  return (["window", "sinks"] as const).flatMap((field) => {
    const wrong = forms.wrong.get(field);
    return wrong ? [faultView(describeInput(wrong, session.language))] : [];
  });
}

function wholeField(
  session: Session,
  forms: Forms,
  field: "window" | "sinks",
  text: PlaygroundText,
): TemplateResult {
  const { settings } = session.state;
  const wrong = forms.wrong.get(field);
  const needsWindow = field === "sinks" && settings.window === null;
  const hint = field === "window" ? text.windowHint : text.sinksHint;
  const value = settings[field] === null || settings[field] === 0 ? "" : String(settings[field]);
  return html`<div class="play-field">
    <label for=${field}>${text[field]}</label>
    <input
      id=${field}
      type="text"
      inputmode="numeric"
      aria-invalid=${wrong ? "true" : "false"}
      aria-describedby="${field}-hint ${wrong ? `${field}-fault` : ""}"
      ?disabled=${needsWindow}
      .value=${wrong ? noChange : live(value)}
      @input=${(event: Event) => forms.typeWhole(field, (event.target as HTMLInputElement).value)}
    />
    <small id="${field}-hint">${hint}${needsWindow ? html` ${text.sinksNeed}` : nothing}</small>
    ${wrong ? html`<div id="${field}-fault">${faultView(describeInput(wrong, session.language))}</div>` : nothing}
  </div>`;
}

function paddingBoxes(session: Session, forms: Forms, text: PlaygroundText): TemplateResult {
  const { state } = session;
  const [, keys] = tokenCounts(state.source);
  const labels = state.keyTokens ?? state.tokens;
  const padding = Array.from({ length: keys }, (_, j) => state.settings.padding?.[j] ?? false);
  const set = (j: number, on: boolean) => {
    const next = padding.with(j, on);
    forms.set({ padding: next.some(Boolean) ? next : null });
  };
  return html`<fieldset class="play-boxes">
    <legend>${text.padding}</legend>
    <small>${text.paddingHint}</small>
    <div>
      ${padding.map(
        (on, j) => html`<label>
          <input
            type="checkbox"
            .checked=${live(on)}
            @change=${(event: Event) => set(j, (event.target as HTMLInputElement).checked)}
          />${labels[j]}
        </label>`,
      )}
    </div>
  </fieldset>`;
}

function attendBoxes(session: Session, forms: Forms, text: PlaygroundText): TemplateResult {
  const { source, tokens, keyTokens, settings } = session.state;
  const [queries, keys] = tokenCounts(source);
  const { attend } = settings;
  const everyPair = () =>
    Array.from({ length: queries }, () => Array.from({ length: keys }, () => true));
  const fits = queries <= MAX_CHOSEN && keys <= MAX_CHOSEN;
  const choose = switchView({
    label: text.attendOn,
    checked: attend !== null,
    disabled: !fits && attend === null,
    onChange: (on) => forms.set({ attend: on ? everyPair() : null }),
  });
  return html`<fieldset class="play-boxes">
    <legend>${text.attend}</legend>
    <small>${fits ? text.attendHint : text.attendTooLarge(MAX_CHOSEN)}</small>
    ${choose}
    ${
      attend
        ? takeShown({
            ...{ rows: queries, columns: keys, program: "attend", name: text.attend },
            at: (i, j) => attend[i]?.[j] ?? false,
          })
        : nothing
    }
    ${
      attend && fits
        ? html`<div class="play-pairs">
            <table>
              <thead>
                <tr>
                  <td></td>
                  ${(keyTokens ?? tokens).map((key) => html`<th scope="col">${key}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${attend.map(
                  (row, i) => html`<tr>
                    <th scope="row">${tokens[i]}</th>
                    ${row.map(
                      (on, j) => html`<td>
                        <input
                          type="checkbox"
                          aria-label="${tokens[i]} → ${(keyTokens ?? tokens)[j]}"
                          .checked=${live(on)}
                          @change=${() => forms.set({ attend: flipped(attend, i, j) })}
                        />
                      </td>`,
                    )}
                  </tr>`,
                )}
              </tbody>
            </table>
          </div>`
        : nothing
    }
  </fieldset>`;
}

function flipped(attend: NonNullable<Settings["attend"]>, row: number, column: number) {
  return attend.map((cells, i) => (i === row ? cells.with(column, !cells[column]) : cells));
}

function biasField(session: Session, forms: Forms, text: PlaygroundText): TemplateResult {
  const { bias } = session.state.settings;
  return html`<fieldset class="play-boxes">
    <legend>${text.bias}</legend>
    <small>${text.biasHint}</small>
    <div>
      ${
        bias
          ? html`<span>${bias.length} × ${columnsOf(bias)}</span>${takeShown({
              ...{ rows: bias.length, columns: columnsOf(bias), program: "bias", name: text.bias },
              at: (i, j) => bias[i]?.[j] ?? Number.NaN,
            })}`
          : nothing
      }
      ${pasteButton(forms, "bias", text.paste, text.pasteInto(text.bias))}
      ${bias ? buttonView({ label: text.clear, onClick: () => forms.set({ bias: null }) }) : nothing}
    </div>
    ${forms.pasting?.target === "bias" ? pasteForm(session, forms) : nothing}
  </fieldset>`;
}
