// Where the numbers come from: a sentence, X and weights, or Q, K and V.

import { live } from "lit/directives/live.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { editDirect, editProjected } from "../figures/choose-source.ts";
import { describeInput, InputError } from "../inputs/error.ts";
import { workedExample } from "../inputs/example.ts";
import { MAX_TOKENS } from "../inputs/limits.ts";
import { inputNames, type Language, type Projected } from "../inputs/state.ts";
import { tokenize } from "../inputs/text.ts";
import { faultOf } from "../page/fault.ts";
import type { Session } from "../page/session.ts";
import { buttonView, choiceView } from "../views/controls.ts";
import { faultView } from "../views/figure.ts";
import { symbolView } from "../views/symbol.ts";
import { symbolText } from "../views/words.ts";
import { typedIn } from "./fields.ts";
import type { Forms, Tab } from "./forms.ts";
import { isMaskFault } from "./masks.ts";
import { pasteButton, pasteForm } from "./paste.ts";
import { type Dimension, limitOf, resize, sizesOf } from "./shape.ts";
import { type PlaygroundText, playgroundText } from "./text.ts";

export function sourceView(session: Session, forms: Forms): TemplateResult {
  const text = playgroundText[session.language];
  const tabs: readonly { value: Tab; label: string }[] = [
    { value: "sentence", label: text.sentence },
    { value: "projected", label: text.matrices },
    { value: "direct", label: text.direct },
  ];
  return html`<section class="play-source" aria-labelledby="source-title">
    <h2 id="source-title">${text.source}</h2>
    ${choiceView({
      legend: text.source,
      name: "tab",
      value: forms.tab,
      options: tabs,
      onChange: (tab: Tab) => openTab(session, forms, tab),
    })}
    ${forms.tab === "sentence" ? sentenceForm(session, forms, text) : matrixForm(session, forms, text)}
    ${session.fault && !isMaskFault(session.fault) ? faultOf(session) : nothing}
    <div class="play-examples">
      <span>${text.examples}</span>
      ${buttonView({ label: text.exampleKedi, onClick: () => forms.example("kedi") })}
      ${buttonView({ label: text.exampleBen, onClick: () => forms.example("ben") })}
    </div>
  </section>`;
}

function openTab(session: Session, forms: Forms, tab: Tab): void {
  if (tab === "direct") editDirect(session);
  if (tab === "projected") editProjected(session, workedExample.state.source as Projected);
  forms.open(tab);
}

function sentenceForm(session: Session, forms: Forms, text: PlaygroundText): TemplateResult {
  const { sentence, sentenceError, sentenceLanguage } = forms;
  const tokens = tokenize(sentence.text, sentenceLanguage);
  const { state } = session;
  return html`<div class="play-form">
    <div class="play-field play-field-wide">
      <label for="sentence">${text.sentenceLabel}</label>
      <textarea
        id="sentence"
        rows="2"
        spellcheck="false"
        aria-describedby="sentence-hint${sentenceError ? " sentence-fault" : ""}"
        aria-invalid=${sentenceError ? "true" : "false"}
        .value=${live(sentence.text)}
        @input=${(event: Event) => forms.typeSentence({ text: typedIn(event) })}
      ></textarea>
      <small id="sentence-hint">${text.sentenceHint(MAX_TOKENS)}</small>
    </div>
    <label class="play-field">
      <span>${text.sentenceLanguage}</span>
      <select @change=${(event: Event) => forms.typeSentence({ language: typedIn(event) as Language })}>
        ${(["auto", "tr", "en"] as const).map(
          (language) =>
            html`<option value=${language} ?selected=${language === sentence.language}>${languageName(language, sentenceLanguage, text)}</option>`,
        )}
      </select>
    </label>
    <label class="play-field play-number">
      <span>${text.width}</span>
      <input
        type="text"
        inputmode="numeric"
        .value=${live(sentence.width)}
        @input=${(event: Event) => forms.typeSentence({ width: typedIn(event) })}
      />
    </label>
    <label class="play-field play-number">
      <span>${text.seed}</span>
      <input
        type="text"
        inputmode="numeric"
        .value=${live(sentence.seed)}
        @input=${(event: Event) => forms.typeSentence({ seed: typedIn(event) })}
      />
    </label>
    ${buttonView({ label: text.newSeed, onClick: () => forms.anotherSeed() })}
    ${sentenceError ? html`<div id="sentence-fault">${faultView(describeInput(sentenceError, session.language))}</div>` : nothing}
    ${tokens instanceof InputError ? nothing : tokenList(tokens, text)}
    <p class="play-note">
      ${state.sentence ? text.randomNote(state.sentence.seed) : text.edited}
      ${state.sentence ? nothing : buttonView({ label: text.run, onClick: () => forms.typeSentence({}) })}
    </p>
  </div>`;
}

function languageName(
  language: Language | "auto",
  guessed: Language,
  text: PlaygroundText,
): string {
  const names = { tr: text.turkish, en: text.english };
  return language === "auto" ? text.automatic(names[guessed]) : names[language];
}

function tokenList(tokens: readonly string[], text: PlaygroundText): TemplateResult {
  return html`<div class="play-tokens">
    <span>${text.tokens(tokens.length)}</span>
    <ol>${tokens.map((token) => html`<li>${token}</li>`)}</ol>
  </div>`;
}

function matrixForm(session: Session, forms: Forms, text: PlaygroundText): TemplateResult {
  const { state } = session;
  const wrong = forms.wrong.get("tokens");
  return html`<div class="play-form">
    ${sizes(session, forms, text)}
    <div class="play-field play-field-wide">
      <label for="labels">${text.labels}</label>
      <input
        id="labels"
        type="text"
        .value=${live(wrong ? forms.waitingLabels : state.tokens.join(" "))}
        aria-invalid=${wrong ? "true" : "false"}
        aria-describedby="labels-hint ${wrong ? "labels-fault" : ""}"
        @change=${(event: Event) => forms.typeLabels(typedIn(event))}
      />
      <small id="labels-hint">${text.labelsHint}</small>
      ${wrong ? html`<div id="labels-fault">${faultView(describeInput(wrong, session.language))}</div>` : nothing}
    </div>
    <div class="play-paste-buttons" role="group" aria-label=${text.paste}>
      <span>${text.paste}</span>
      ${inputNames(state.source).map((name) =>
        pasteButton(forms, name, symbolView(name), text.pasteInto(symbolText(name))),
      )}
    </div>
    ${forms.pasting && forms.pasting.target !== "bias" ? pasteForm(session, forms) : nothing}
  </div>`;
}

function sizes(session: Session, forms: Forms, text: PlaygroundText): TemplateResult {
  const now = sizesOf(session.state.source);
  const step = (dimension: Dimension, size: number, by: number) => {
    session.edit((state) => resize(state, { [dimension]: size + by }));
    forms.retryLabels();
  };
  return html`<div class="play-sizes" role="group" aria-label=${text.dimensionsLabel}>
    ${(Object.entries(now) as [Dimension, number][]).map(([dimension, size]) => {
      const name = text.dimensions[dimension];
      return html`<span class="play-size">
        <span>${dimensionLabel(dimension, name)}</span>
        <button type="button" class="dk-button" aria-label=${text.fewer(name)} ?disabled=${size <= 1} @click=${() => step(dimension, size, -1)}>−</button>
        <output>${size}</output>
        <button type="button" class="dk-button" aria-label=${text.more(name)} ?disabled=${size >= limitOf(dimension)} @click=${() => step(dimension, size, 1)}>+</button>
      </span>`;
    })}
    ${
      session.fault
        ? buttonView({
            label: text.mend,
            onClick: () => session.edit((state) => resize(state, {})),
          })
        : nothing
    }
  </div>`;
}

/** d_k and d_v as the formula writes them. */
function dimensionLabel(dimension: Dimension, name: string): string | TemplateResult {
  if (dimension === "width") return html`<i>d</i><sub>k</sub>`;
  return dimension === "valueWidth" ? html`<i>d</i><sub>v</sub>` : name;
}
