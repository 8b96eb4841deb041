// The sheet that shows what is taken along before it is: formats to choose from, the text itself (so
// that it can be copied by hand wherever the browser does not let the page do it), and two buttons.

import "../styles/export.css";
import { html, nothing, render, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { buttonView, choiceView } from "../views/controls.ts";
import { faultView } from "../views/figure.ts";
import { copyPicture, copyText, download, mayDownload } from "./hand-over.ts";
import type { Content, Offer } from "./offers.ts";
import { exportWords } from "./words.ts";

/** A choice above the formats, which decides what they are of. */
export interface Variants {
  readonly legend: string;
  readonly options: readonly { readonly value: string; readonly label: unknown }[];
}

export interface SheetOptions {
  readonly language: Language;
  readonly title: unknown;
  readonly hint?: string;
  readonly variants?: Variants | undefined;
  readonly offers: (variant: string) => readonly Offer[];
  /** Below: the way back from a file. */
  readonly more?: TemplateResult | undefined;
}

/** The format of the last time, of each kind of sheet. */
const lastFormat = new Map<string, string>();

async function made(offer: Offer): Promise<Content | null> {
  try {
    return await offer.make();
  } catch {
    return null;
  }
}

export class Sheet {
  readonly #o: SheetOptions;
  readonly #dialog = document.createElement("dialog");
  #variant: string;
  #offers: readonly Offer[];
  #offer: Offer;
  /** What is shown: while another format is being made, still the one before it. */
  #content: Content | null = null;
  /** Of the chosen format and of no other; null if it cannot be made. */
  #making: Promise<Content | null> = Promise.resolve(null);
  #made: Content | null = null;
  #said: string | null = null;
  #failed = false;

  constructor(o: SheetOptions) {
    this.#o = o;
    this.#variant = o.variants?.options[0]?.value ?? "";
    this.#offers = o.offers(this.#variant);
    const last = lastFormat.get(this.#kind);
    this.#offer = this.#found(last);
    this.#dialog.className = "dk-sheet";
    this.#dialog.setAttribute("aria-labelledby", "dk-sheet-title");
    this.#dialog.addEventListener("close", () => this.#dialog.remove());
    this.#dialog.addEventListener("click", ({ target }) => {
      if (target === this.#dialog) this.close();
    });
  }

  /** Sheets of the same formats are of a kind. */
  get #kind(): string {
    return [...this.#offers.map(({ id }) => id)].sort().join();
  }

  #found(id: string | undefined): Offer {
    const found = this.#offers.find((offer) => offer.id === id) ?? this.#offers[0];
    if (!found) throw new RangeError("a sheet without formats");
    return found;
  }

  show(): void {
    document.body.append(this.#dialog);
    this.#make();
    this.#dialog.showModal();
  }

  close(): void {
    this.#dialog.close();
  }

  #make(): void {
    const offer = this.#offer;
    this.#said = null;
    this.#failed = false;
    this.#made = null;
    this.#making = made(offer);
    void this.#making.then((content) => {
      if (offer !== this.#offer) return;
      this.#content = content;
      this.#made = content;
      this.#failed = content === null;
      this.#render();
    });
    this.#render();
  }

  /**
   * What was chosen when a button was pressed: at once where it is made, since a browser may let a page
   * copy within the press only.
   */
  #hand(over: (content: Content, offer: Offer) => void): void {
    const offer = this.#offer;
    if (this.#made) over(this.#made, offer);
    else void this.#making.then((content) => content && over(content, offer));
  }

  #choose(id: string): void {
    this.#offer = this.#found(id);
    lastFormat.set(this.#kind, id);
    this.#make();
  }

  #vary(variant: string): void {
    this.#variant = variant;
    this.#offers = this.#o.offers(variant);
    this.#offer = this.#found(this.#offer.id);
    this.#make();
  }

  async #copy({ bytes, text }: Content, offer: Offer): Promise<void> {
    const words = exportWords[this.#o.language];
    const copied = bytes ? await copyPicture(bytes, offer.type) : await copyText(text);
    if (offer !== this.#offer) return;
    if (!copied && !bytes) {
      const box = this.#dialog.querySelector("textarea");
      box?.focus();
      box?.select();
    }
    this.#said = copied ? words.copied : bytes ? words.noPictureCopy : words.selected;
    this.#render();
  }

  #render(): void {
    const { language, title, hint, variants, more } = this.#o;
    const words = exportWords[language];
    const view = html`<div class="dk-sheet-inside">
      <div class="dk-sheet-head">
        <h2 id="dk-sheet-title">${title}</h2>
        <button type="button" class="dk-close" aria-label=${words.close} @click=${() => this.close()}>×</button>
      </div>
      ${hint ? html`<p class="dk-sheet-hint">${hint}</p>` : nothing}
      ${
        variants
          ? choiceView({
              ...variants,
              name: "dk-sheet-variant",
              value: this.#variant,
              onChange: (value: string) => this.#vary(value),
            })
          : nothing
      }
      ${choiceView({
        legend: words.format,
        name: "dk-sheet-format",
        value: this.#offer.id,
        options: this.#offers.map(({ id, label }) => ({ value: id, label })),
        onChange: (id: string) => this.#choose(id),
      })}
      ${this.#contentView()}
      ${this.#failed ? faultView(words.noFigure) : nothing}
      ${mayDownload() ? nothing : html`<p class="dk-sheet-hint">${words.noDownload}</p>`}
      ${this.#actions()}
      ${more ?? nothing}
    </div>`;
    render(view, this.#dialog);
  }

  /** As high for one format as for another, so that the buttons stay where they are. */
  #contentView(): TemplateResult {
    const words = exportWords[this.#o.language];
    const { text = "", note, picture } = this.#content ?? {};
    return html`<div class="dk-sheet-content ${this.#offer.pictured ? "dk-sheet-pictured" : ""}">
      ${note ? html`<p class="dk-sheet-hint">${note}</p>` : nothing}
      ${
        picture
          ? html`<div class="dk-sheet-picture"><img src=${picture.src} width=${picture.width} height=${picture.height} alt=${words.picture(this.#offer.file)} /></div>`
          : nothing
      }
      ${
        text
          ? html`<textarea
              class="dk-text dk-sheet-text"
              readonly
              spellcheck="false"
              wrap="off"
              aria-label=${words.content}
              .value=${text}
            ></textarea>`
          : nothing
      }
    </div>`;
  }

  #actions(): TemplateResult {
    const words = exportWords[this.#o.language];
    const { file, saveOnly = false } = this.#offer;
    const copy = () => this.#hand((made, offer) => void this.#copy(made, offer));
    const save = () =>
      this.#hand((made, offer) => download(made.bytes ?? made.text, offer.file, offer.type));
    return html`<div class="dk-sheet-actions" aria-busy=${this.#made ? "false" : "true"}>
      ${buttonView({ label: words.copy, primary: !saveOnly, disabled: saveOnly, onClick: copy })}
      ${mayDownload() ? buttonView({ label: words.download(file), onClick: save }) : nothing}
      <p class="dk-sheet-said" role="status">${this.#said ?? nothing}</p>
    </div>`;
  }
}
