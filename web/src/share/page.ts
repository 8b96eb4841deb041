import { integrity } from "dikkat:integrity";
import { live } from "lit/directives/live.js";
import { html, nothing, render, type TemplateResult } from "lit/html.js";
import { entryOf } from "../embed/address.ts";
import { figureNamed, type Hideable, hideable, ofAnyState, PLAYGROUND } from "../embed/options.ts";
import { figureTitles, isFigure } from "../figures/titles.ts";
import { describeInput, InputError } from "../inputs/error.ts";
import type { Language } from "../inputs/state.ts";
import { contents } from "../lesson/contents.ts";
import type { Theme } from "../page/preferences.ts";
import { siteAnswers } from "../page/site.ts";
import { codeView } from "../views/code.ts";
import { choiceView, sliderView, switchView } from "../views/controls.ts";
import { faultView, noticeView } from "../views/figure.ts";
import { formatCount } from "../views/number.ts";
import {
  addressOf,
  type Choice,
  codeFor,
  hideableAs,
  linkedIn,
  tagFor,
  type Way,
  wayOf,
} from "./code.ts";
import { previewOf, tagPreview, USUAL_HEIGHT } from "./preview.ts";
import { shareText } from "./text.ts";

const usual: Choice = {
  way: "frame",
  figure: "output",
  state: "",
  language: null,
  theme: null,
  hidden: [],
  height: USUAL_HEIGHT,
  script: true,
};

/** Of a choice that may be left to the page around. */
const OPEN = "page";

/** Without the raised and lowered letters. */
function textOf(title: string | TemplateResult): string {
  const element = document.createElement("span");
  render(title, element);
  return element.textContent ?? "";
}

export class SharePage {
  readonly #root: HTMLElement;
  #language: Language;
  #choice = usual;
  /** What was made of the pasted link: taken over, or why not. */
  #link: "taken" | "noState" | "ofTag" | InputError | null = null;
  #said: "copied" | "copyFailed" | null = null;
  /** False where this page is a copy that was kept, and the site itself cannot be reached. */
  #reached = true;

  constructor(root: HTMLElement, language: Language) {
    this.#root = root;
    this.#language = language;
    this.#draw();
    void this.#reach();
    for (const change of ["online", "offline"])
      window.addEventListener(change, () => void this.#reach());
  }

  setLanguage(language: Language): void {
    this.#language = language;
    this.#draw();
  }

  get #text() {
    return shareText[this.#language];
  }

  #choose(changes: Partial<Choice>): void {
    const before = this.#frame();
    this.#choice = { ...this.#choice, ...changes };
    this.#said = null;
    this.#draw();
    if (this.#frame() !== before) void this.#reach();
  }

  /** What the preview fetches; null where it is a tag. */
  #frame(): string | null {
    return wayOf(this.#choice) === "frame" ? addressOf(this.#choice) : null;
  }

  #take(text: string): void {
    const taken = linkedIn(text, this.#choice.figure);
    const refused = taken instanceof InputError || typeof taken === "string";
    this.#link = refused ? taken : "taken";
    if (text.trim() === "") this.#link = null;
    this.#choose(refused ? {} : taken);
  }

  async #copy(code: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(code);
      this.#said = "copied";
    } catch {
      this.#said = "copyFailed";
    }
    this.#draw();
  }

  /** A frame in a sandbox has no service worker: it comes from the site or not at all. */
  async #reach(): Promise<void> {
    if (this.#frame() === null) return;
    const reached = await siteAnswers();
    if (reached === this.#reached) return;
    this.#reached = reached;
    this.#draw();
  }

  /** What the figure is called where it stands by itself: by its section, and within it, in its own language. */
  #name(): string {
    const { figure, language } = this.#choice;
    const spoken = language ?? this.#language;
    const entry = entryOf(figure);
    if (!entry || !isFigure(figure)) return shareText[spoken].playgroundTitle;
    return `${textOf(entry.title[spoken])} · ${figureTitles[figure][spoken]}`;
  }

  #figures(): TemplateResult {
    const { figure } = this.#choice;
    const option = (id: string, label: string) =>
      html`<option value=${id} ?selected=${id === figure}>${label}</option>`;
    return html`<label class="share-field">
      <span>${this.#text.figure}</span>
      <select
        .value=${live(figure)}
        @change=${(event: Event) => this.#choose({ figure: (event.target as HTMLSelectElement).value })}
      >
        ${contents
          .filter(({ figures }) => figures.length > 0)
          .map(
            ({ title, figures }) => html`<optgroup label=${textOf(title[this.#language])}>
              ${figures.map((id) => option(id, figureTitles[id][this.#language]))}
            </optgroup>`,
          )}
        ${option(PLAYGROUND, this.#text.playground)}
      </select>
    </label>`;
  }

  #linkField(): TemplateResult {
    const text = this.#text;
    const said =
      this.#link instanceof InputError
        ? faultView(describeInput(this.#link, this.#language))
        : this.#link === "noState" || this.#link === "ofTag"
          ? faultView(text[this.#link])
          : html`<p class="share-hint" role="status">${this.#link === "taken" ? text.linkTaken : text.linkHint}</p>`;
    return html`<div>
      <label class="share-field">
        <span>${text.link}</span>
        <input
          type="text"
          inputmode="url"
          autocomplete="off"
          spellcheck="false"
          @input=${(event: Event) => this.#take((event.target as HTMLInputElement).value)}
        />
      </label>
      ${said}
    </div>`;
  }

  #looks(): TemplateResult {
    const text = this.#text;
    const { language, theme } = this.#choice;
    return html`${choiceView<Language | typeof OPEN>({
      legend: text.language,
      name: "share-language",
      value: language ?? OPEN,
      options: [
        { value: OPEN, label: text.ofThePage },
        { value: "tr", label: "Türkçe" },
        { value: "en", label: "English" },
      ],
      onChange: (value) => this.#choose({ language: value === OPEN ? null : value }),
    })}
    ${choiceView<Theme | typeof OPEN>({
      legend: text.theme,
      name: "share-theme",
      value: theme ?? OPEN,
      options: [
        { value: OPEN, label: text.ofThePage },
        { value: "auto", label: text.system },
        { value: "light", label: text.light },
        { value: "dark", label: text.dark },
      ],
      onChange: (value) => this.#choose({ theme: value === OPEN ? null : value }),
    })}`;
  }

  #hide(part: Hideable, hide: boolean): void {
    const hidden = hideable.filter((one) =>
      one === part ? hide : this.#choice.hidden.includes(one),
    );
    this.#choose({ hidden });
  }

  #parts(): TemplateResult {
    const text = this.#text;
    return html`<fieldset class="share-parts">
      <legend>${text.hide}</legend>
      ${hideableAs(wayOf(this.#choice)).map((part) =>
        switchView({
          label: text.parts[part],
          checked: this.#choice.hidden.includes(part),
          onChange: (hide) => this.#hide(part, hide),
        }),
      )}
    </fieldset>`;
  }

  #ways(): TemplateResult {
    const text = this.#text;
    const { way, figure } = this.#choice;
    const tagHint = figureNamed(figure)
      ? text.tagLacks
      : text.frameOnly(ofAnyState.map((id) => figureTitles[id][this.#language]));
    const hint = way === "tag" ? tagHint : null;
    return html`<div>
      ${choiceView<Way>({
        legend: text.way,
        name: "share-way",
        value: way,
        options: (["frame", "tag"] as const).map((value) => ({ value, label: text.ways[value] })),
        onChange: (chosen) => this.#choose({ way: chosen }),
      })}
      ${hint ? html`<p class="share-hint" role="status">${hint}</p>` : nothing}
    </div>`;
  }

  /** A tag is as high as its figure. */
  #sizes(): TemplateResult {
    const [text, { height, script }] = [this.#text, this.#choice];
    return html`${sliderView({
      label: text.height,
      value: height,
      min: 200,
      max: 2000,
      step: 50,
      text: text.heightText(formatCount(height, this.#language)),
      onInput: (value) => this.#choose({ height: value }),
    })}
    ${switchView({ label: text.script, checked: script, onChange: (on) => this.#choose({ script: on }) })}`;
  }

  #draw(): void {
    const [text, choice, name] = [this.#text, this.#choice, this.#name()];
    const served = { home: new URL(".", location.href).href, integrity };
    const framed = wayOf(choice) === "frame";
    const code = framed ? codeFor(choice, served.home, name) : tagFor(choice, served, name);
    render(
      html`<div class="dk-page share">
        <h1>${text.title}</h1>
        <p class="dk-lead">${text.lead}</p>
        <form class="share-form" @submit=${(event: Event) => event.preventDefault()}>
          ${this.#figures()} ${this.#ways()} ${this.#linkField()} ${this.#looks()} ${this.#parts()}
          ${framed ? this.#sizes() : nothing}
        </form>
        ${codeView(code, { title: text.code, copyLabel: text.copy, plain: true, onCopy: (lines) => void this.#copy(lines) })}
        <p class="share-hint" role="status">${this.#said ? text[this.#said] : nothing}</p>
        <h2>${text.preview}</h2>
        ${
          framed && !this.#reached
            ? html`${noticeView(text.unreached)} ${figureNamed(choice.figure) ? tagPreview(choice, name, served) : nothing}`
            : previewOf(choice, name, served)
        }
        <p class="share-hint">${framed ? text.hosting : text.pinned}</p>
      </div>`,
      this.#root,
    );
  }
}
