// Where the reader is in the lesson, and which sections he has read, on this visit and before.

import "../styles/way.css";
import "../styles/print.css";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../page/app.ts";
import { isTyping } from "../page/keys.ts";
import { placeInView } from "../page/place.ts";
import { remember, remembered } from "../page/preferences.ts";
import { buttonView, switchView } from "../views/controls.ts";
import { type Guide, LAST } from "./guide.ts";
import { keyListView } from "./keys.ts";
import type { Entry } from "./section.ts";
import type { Sections } from "./sections.ts";
import { lessonText } from "./text.ts";
import { wayText } from "./way-text.ts";

/** Milliseconds in a section after which it counts as read. */
const READ = 1500;
const VISITED = "dikkat.read";
const KEYS = "dikkat.keys";

const dialogOf = (id: string) => document.getElementById(id) as HTMLDialogElement | null;

/** A press beside the dialog, on what it covers. */
function pressedBeside(event: Event): void {
  if (event.target === event.currentTarget) (event.currentTarget as HTMLDialogElement).close();
}

/** The current section's link inside a list that scrolls; the page stays where it is. */
function keepInView(list: Element | null): void {
  const now = list?.querySelector("[aria-current]");
  if (!list || !now) return;
  const [frame, link] = [list.getBoundingClientRect(), now.getBoundingClientRect()];
  if (link.top < frame.top || link.bottom > frame.bottom)
    list.scrollTop += (link.top + link.bottom - frame.top - frame.bottom) / 2;
}

const close = (event: Event) => (event.currentTarget as Element).closest("dialog")?.close();

export class Way {
  /** The section in view. */
  current: string | null = null;
  /** Those that were read. */
  readonly visited: Set<string>;
  /** The section where an earlier visit ended, while it is offered. */
  offered: Entry | null;
  /** Keys of one letter do something. */
  keysOn = remembered(KEYS) !== "off";
  /** The address on a printed page; null while none is printed. */
  #printed: string | null = null;
  /** The theme that comes back after a print. */
  #theme: string | undefined;
  #reading: ReturnType<typeof setTimeout> | undefined;
  readonly #app: App;
  readonly #sections: Sections;
  readonly #guide: Guide;

  constructor(app: App, sections: Sections, guide: Guide, atTop: boolean) {
    this.#app = app;
    this.#sections = sections;
    this.#guide = guide;
    this.visited = new Set(this.#remembered());
    const last = remembered(LAST);
    // Whoever stopped in the first section is as good as there.
    this.offered = (atTop && sections.entries.slice(1).find(({ id }) => id === last)) || null;
    this.#listen();
    this.#look();
  }

  get #entries(): readonly Entry[] {
    return this.#sections.entries;
  }

  #remembered(): string[] {
    const known = (id: string) => this.#entries.some((entry) => entry.id === id);
    return (remembered(VISITED) ?? "").split(" ").filter(known);
  }

  #listen(): void {
    let waiting = false;
    const look = () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        this.#look();
      });
    };
    document.addEventListener("scroll", look, { passive: true });
    document.addEventListener("keydown", (event) => this.press(event));
    addEventListener("beforeprint", () => this.#toPaper(true));
    addEventListener("afterprint", () => this.#toPaper(false));
  }

  #look(): void {
    const place = placeInView(document);
    const current = this.#entries.find(({ id }) => id === place)?.id ?? null;
    if (current === this.current) return;
    this.current = current;
    clearTimeout(this.#reading);
    if (current) this.#reading = setTimeout(() => this.#read(current), READ);
    this.#app.render();
    keepInView(document.querySelector(".way-rail"));
  }

  #read(id: string): void {
    // Another tab may have read on meanwhile.
    for (const other of this.#remembered()) this.visited.add(other);
    this.visited.add(id);
    remember(VISITED, [...this.visited].join(" "));
    remember(LAST, id);
    this.offered = null;
    this.#app.render();
  }

  /** To the next or the previous section. */
  step(by: 1 | -1): void {
    const at = this.#entries.findIndex(({ id }) => id === this.current);
    const entry = this.#entries[at + by];
    if (entry) void this.#app.goTo(entry.id);
  }

  press(event: KeyboardEvent): void {
    if (!this.keysOn || event.defaultPrevented || isTyping(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]"))
      return;
    const by = ({ j: 1, k: -1 } as const)[event.key];
    if (event.key === "?") this.openKeys();
    else if (!by) return;
    else if (this.#app.view === "teach") void this.#guide.teach?.step(by);
    else this.step(by);
    event.preventDefault();
  }

  openList(): void {
    const dialog = dialogOf("lesson-list");
    dialog?.showModal();
    dialog?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  openKeys(): void {
    dialogOf("lesson-list")?.close();
    dialogOf("lesson-keys")?.showModal();
  }

  #setKeys(on: boolean): void {
    this.keysOn = on;
    remember(KEYS, on ? "on" : "off");
    this.#app.render();
  }

  /** Every section, then the browser's own dialog. */
  async print(): Promise<void> {
    dialogOf("lesson-list")?.close();
    await this.#sections.fetchAll();
    // Pictures are painted in the frame after the one that puts them there.
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    window.print();
  }

  /** Pictures are painted in the colours of the theme: on paper, those of the light one. */
  #toPaper(on: boolean): void {
    const { dataset } = document.documentElement;
    if (on === (this.#printed !== null)) return;
    this.#printed = on ? this.#app.link() : null;
    if (on) {
      this.#theme = dataset.theme;
      dataset.theme = "light";
    } else if (this.#theme) dataset.theme = this.#theme;
    else delete dataset.theme;
    this.#app.render();
  }

  // ---- what it shows ----

  #link(
    entry: Entry,
    number: number,
    more: { stop?: boolean; inDialog?: boolean },
  ): TemplateResult {
    const { language } = this.#app;
    const visited = this.visited.has(entry.id);
    const follow = (event: MouseEvent) => {
      if (more.inDialog) close(event);
      // The address holds it already: the browser would scroll and tell nobody.
      if (location.hash !== `#${entry.id}` || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      event.preventDefault();
      void this.#app.goTo(entry.id);
    };
    return html`<li>
      <a
        href="#${entry.id}"
        aria-current=${entry.id === this.current ? "location" : nothing}
        tabindex=${more.stop === false ? "-1" : nothing}
        @click=${follow}
      ><span class="way-number">${number}</span><span>${entry.title[language]}</span>${
        visited
          ? html`<span class="way-tick" aria-hidden="true">✓</span
              ><span class="dk-sr">, ${wayText[language].visited}</span>`
          : nothing
      }</a>
    </li>`;
  }

  #actions(): TemplateResult {
    const text = wayText[this.#app.language];
    const teach = (event: Event) => {
      close(event);
      void this.#app.setView("teach");
    };
    return html`<div class="way-actions">
      <button type="button" @click=${() => void this.print()}>${text.print}</button>
      <button type="button" @click=${() => this.openKeys()}>${text.keys}</button>
      <button type="button" @click=${teach}>${lessonText[this.#app.language].teach}</button>
    </div>`;
  }

  /** Beside the text, where there is room. It is one stop of the Tab key; the arrows walk it. */
  rail(): TemplateResult {
    const text = wayText[this.#app.language];
    const stop = Math.max(
      0,
      this.#entries.findIndex(({ id }) => id === this.current),
    );
    return html`<nav class="way-rail" aria-label=${text.place}>
      <ol @keydown=${walk}>
        ${this.#entries.map((entry, i) => this.#link(entry, i + 1, { stop: i === stop }))}
      </ol>
      ${this.#actions()}
    </nav>`;
  }

  /** At the end of the page. */
  end(): TemplateResult {
    return this.#actions();
  }

  /** What lies over the page: the offer to go on, and the two dialogs. */
  over(): TemplateResult {
    const { language } = this.#app;
    const text = wayText[language];
    return html`${this.#offer()}
      <dialog class="way-dialog" id="lesson-list" aria-labelledby="lesson-list-title" @click=${pressedBeside}>
        <div class="way-dialog-sheet">
          ${head("lesson-list-title", lessonText[language].contents, text.close)}
          <ol>
            ${this.#entries.map((entry, i) => this.#link(entry, i + 1, { inDialog: true }))}
          </ol>
          ${this.#actions()}
        </div>
      </dialog>
      <dialog class="way-dialog" id="lesson-keys" aria-labelledby="lesson-keys-title" @click=${pressedBeside}>
        <div class="way-dialog-sheet">
          ${head("lesson-keys-title", text.keys, text.close)}
          ${keyListView(language)}
          ${switchView({
            label: text.letters,
            checked: this.keysOn,
            onChange: (on) => this.#setKeys(on),
          })}
        </div>
      </dialog>`;
  }

  #offer(): TemplateResult | typeof nothing {
    const { offered } = this;
    if (!offered) return nothing;
    const { language } = this.#app;
    const text = wayText[language];
    const number = this.#entries.indexOf(offered) + 1;
    const dismiss = () => {
      this.offered = null;
      this.#app.render();
      document.getElementById("main")?.focus({ preventScroll: true });
    };
    return html`<aside class="way-offer" role="status">
      <p>${text.wereAt} <b>${number}. ${offered.title[language]}</b></p>
      <div>
        <a class="dk-button dk-primary" href="#${offered.id}" @click=${() => {
          this.offered = null;
        }}>${text.goOn}</a>
        ${buttonView({ label: text.dismiss, onClick: dismiss })}
      </div>
    </aside>`;
  }

  /** On paper only: in place of a section that was not there. */
  unprinted(): TemplateResult {
    return html`<p class="way-unprinted">${wayText[this.#app.language].unprinted}</p>`;
  }

  /** On paper only: the language, and the address with the reader's numbers in it. */
  printed(): TemplateResult | typeof nothing {
    if (this.#printed === null) return nothing;
    const text = wayText[this.#app.language];
    return html`<p class="dk-page way-printed">${text.printed} <span>${this.#printed}</span></p>`;
  }
}

function head(id: string, title: string, label: string): TemplateResult {
  return html`<div class="way-dialog-head">
    <h2 id=${id}>${title}</h2>
    <button type="button" class="dk-close" aria-label=${label} @click=${close}>×</button>
  </div>`;
}

/** Up, down, Home and End among the links of a list. */
function walk(event: KeyboardEvent): void {
  const links = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>("a")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: links.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  links[to]?.focus();
}
