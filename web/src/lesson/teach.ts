// The teacher's view: one figure at a time fills the window. The lesson stays as it is, with all
// that its figures remember; what is not shown is hidden by the style sheet.

import "../styles/teach.css";
import "../styles/teach-figures.css";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../page/app.ts";
import { isTyping } from "../page/keys.ts";
import { blocksOf, screensOf } from "./screens.ts";
import type { Entry } from "./section.ts";
import { placeOf, type Sections } from "./sections.ts";
import { captions, teachText } from "./teach-text.ts";

/** The parts of a section that are shown one by one: its figures and listings. */
const PARTS = ":scope > :is(.dk-figure, .dk-wide)";
/**
 * Numbers of 14 px are 24 px high at this zoom. What a class can read from afar is a share of the
 * screen and no count of pixels: so in a window half as wide, half of it, and the figure is laid
 * out the same. Never smaller than in the lesson.
 */
const LEAST_ZOOM = 1.72;
const LEAST_OF = 1920;
const MOST_ZOOM = 4;
const BAR_ZOOM = 1.33;
/** Halvings of the range: the last one is a step of 0.04. */
const TRIES = 5;

export class Teach {
  #index = 0;
  /** Which of the section's parts; more than there are means the last. */
  #part = 0;
  #moving = false;
  #shown = false;
  /** How far the page is scrolled at each screen of the figure. */
  #screens: readonly number[] = [0];
  #screen = 0;
  readonly #sizes = new ResizeObserver(() => this.#measure());
  readonly #app: App;
  readonly #sections: Sections;

  constructor(app: App, sections: Sections) {
    this.#app = app;
    this.#sections = sections;
  }

  get #entries(): readonly Entry[] {
    return this.#sections.entries;
  }

  get #entry(): Entry {
    return this.#entries[this.#index] as Entry;
  }

  /** The part of this section that is shown; null for every other section. */
  partOf(id: string): number | null {
    return this.#shown && id === this.#entry.id ? this.#part : null;
  }

  /** At the section or figure that an anchor names; at the first where it names none. */
  async begin(anchor: string | null): Promise<void> {
    if (!(await this.#aim(anchor ?? ""))) await this.#aim((this.#entries[0] as Entry).id);
    if (this.#app.view !== "teach" || this.#shown) return;
    this.#shown = true;
    document.documentElement.dataset.view = "teach";
    document.addEventListener("keydown", this.#press);
    addEventListener("resize", this.#fit);
    addEventListener("scroll", this.#scrolled, { passive: true });
    await this.#settle();
  }

  /** Back to the lesson, at the section that was shown. */
  async end(): Promise<void> {
    if (!this.#shown) return;
    this.#shown = false;
    delete document.documentElement.dataset.view;
    document.removeEventListener("keydown", this.#press);
    removeEventListener("resize", this.#fit);
    removeEventListener("scroll", this.#scrolled);
    this.#sizes.disconnect();
    this.#app.render();
    await this.#app.goTo(this.#entry.id);
  }

  /** The section or figure that an anchor names. */
  async goTo(anchor: string): Promise<void> {
    if (this.#shown && (await this.#aim(anchor))) await this.#settle();
  }

  /** False where there is no such place, and then nothing changes. */
  async #aim(anchor: string): Promise<boolean> {
    const index = placeOf(anchor, this.#entries);
    const entry = this.#entries[index];
    if (!entry) return false;
    this.#index = index;
    this.#part = 0;
    await this.#sections.fetch(entry);
    if (entry.id === anchor) return true;
    // The figure may be in the second part.
    await this.#sections.fetchWhole(entry);
    const part = this.#parts().findIndex(({ id }) => id === anchor);
    if (this.#entry === entry) this.#part = Math.max(0, part);
    return true;
  }

  /** Where a section has nothing to show, the next one that has; at the end, the last. */
  async #settle(): Promise<void> {
    if (this.#isSlide(this.#entry)) this.#show();
    else if (!(await this.step(1))) await this.step(-1);
  }

  /** To the next or the previous figure, if there is one. */
  async step(by: 1 | -1): Promise<boolean> {
    if (this.#moving) return false;
    this.#moving = true;
    // Its second part may still be on its way: nobody leaves the section before it.
    await this.#sections.fetchWhole(this.#entry);
    const moved = await this.#move(by);
    this.#moving = false;
    return moved;
  }

  /** To the next or the previous screen of the figure; at its end, of the next figure. */
  async turn(by: 1 | -1): Promise<void> {
    const screen = this.#screen + by;
    if (screen >= 0 && screen < this.#screens.length) this.#goToScreen(screen);
    else if ((await this.step(by)) && by < 0) this.#goToScreen(this.#screens.length - 1);
  }

  #goToScreen(screen: number): void {
    this.#screen = screen;
    window.scrollTo({ top: this.#screens[screen] ?? 0, behavior: "instant" });
    this.#app.render();
  }

  async #move(by: 1 | -1): Promise<boolean> {
    const part = this.#part + by;
    if (part >= 0 && part < this.#parts().length) {
      this.#part = part;
    } else {
      const index = await this.#nextSlide(by);
      if (index === null) return false;
      this.#index = index;
      this.#part = by > 0 ? 0 : Number.POSITIVE_INFINITY;
    }
    this.#show();
    return true;
  }

  /** The next section that has something to show; one that cannot be had shows so. */
  async #nextSlide(by: 1 | -1): Promise<number | null> {
    for (let i = this.#index + by; ; i += by) {
      const entry = this.#entries[i];
      if (!entry) return null;
      await this.#sections.fetchWhole(entry);
      if (this.#isSlide(entry)) return i;
    }
  }

  /** Sections that are not there yet count, until they come without a figure. */
  #isSlide({ id }: Entry): boolean {
    const section = this.#sections.of(id);
    return !section || section.figures !== undefined;
  }

  #parts(): Element[] {
    return [...(document.getElementById(this.#entry.id)?.querySelectorAll(PARTS) ?? [])];
  }

  #show(): void {
    this.#app.render();
    this.#part = Math.min(this.#part, Math.max(0, this.#parts().length - 1));
    this.#app.render();
    window.scrollTo({ top: 0, behavior: "instant" });
    this.#sizes.disconnect();
    this.#fit();
    const part = this.#parts()[this.#part];
    if (part) this.#sizes.observe(part);
    this.#app.writeAddress();
    const ahead = this.#entries[this.#index + 1];
    if (ahead) void this.#sections.fetchWhole(ahead);
  }

  /** As large as the window allows without scrolling, but never too small to be read from afar. */
  readonly #fit = (): void => {
    const { style } = document.documentElement;
    const part = this.#parts()[this.#part];
    if (!part) return;
    const fits = (zoom: number) => {
      style.setProperty("--teach-zoom", String(zoom));
      const { scrollWidth, clientWidth, clientHeight } = document.documentElement;
      const whole = scrollWidth <= clientWidth && bottomOf(part) <= clientHeight;
      const frames = [...part.querySelectorAll(".dk-scroll")];
      return whole && frames.every((frame) => frame.scrollWidth <= frame.clientWidth + 1);
    };
    const share = window.innerWidth / LEAST_OF;
    const least = Math.max(1, LEAST_ZOOM * share);
    style.setProperty("--teach-bar-zoom", String(Math.max(1, BAR_ZOOM * share)));
    let [low, high] = [least, Math.max(least, MOST_ZOOM * share)];
    for (let i = 0; i < TRIES; i++) {
      const middle = (low + high) / 2;
      if (fits(middle)) low = middle;
      else high = middle;
    }
    style.setProperty("--teach-zoom", String(low));
    this.#measure();
  };

  /** The screens of the figure as high as it is now. */
  #measure(): void {
    const part = this.#parts()[this.#part];
    if (!part) return;
    const { clientHeight } = document.documentElement;
    const { height } = part.getBoundingClientRect();
    // The bar stays in view above it.
    const room = clientHeight - (bottomOf(part) - height);
    const screens = screensOf(height, room, blocksOf(part)).map(Math.ceil);
    if (screens.join() === this.#screens.join()) return;
    this.#screens = screens;
    this.#screen = this.#screenAt(window.scrollY);
    this.#app.render();
  }

  /** The last one that has begun; the last of all where the page ends. */
  #screenAt(y: number): number {
    return Math.max(
      0,
      this.#screens.findLastIndex((top) => top <= y + 2),
    );
  }

  readonly #scrolled = (): void => {
    const screen = this.#screenAt(window.scrollY);
    if (screen === this.#screen) return;
    this.#screen = screen;
    this.#app.render();
  };

  readonly #press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || isTyping(event) || document.querySelector("dialog[open]")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.composedPath()[0];
    const asked = askedBy(event);
    if (!asked || (target instanceof Element && hasUseFor(event.key, target))) return;
    event.preventDefault();
    if (asked === "leave") void this.#app.setView("read");
    else if (asked.what === "figure") void this.step(asked.by);
    else void this.turn(asked.by);
  };

  /** The figure's place in the bar of tools. */
  bar(): TemplateResult | null {
    if (!this.#shown) return null;
    const { language } = this.#app;
    const text = teachText[language];
    const { id, title } = this.#entry;
    const parts = this.#parts().length;
    const slides = this.#entries.flatMap((entry, i) => (this.#isSlide(entry) ? [i] : []));
    const atStart = this.#index === slides[0] && this.#part === 0;
    const atEnd = this.#index === slides.at(-1) && this.#part >= parts - 1;
    // Not `disabled`: the button under the finger would lose the focus at the last figure.
    const button = (label: string, sign: string, by: 1 | -1, off: boolean) => html`<button
      type="button"
      class="dk-button teach-step"
      aria-label=${label}
      title=${label}
      aria-disabled=${off ? "true" : "false"}
      @click=${() => void this.step(by)}
    >${sign}</button>`;
    return html`<div class="teach-bar">
      <div class="teach-name" role="status">
        <h2><span class="teach-number">${this.#index + 1} / ${this.#entries.length}</span> ${title[language]}</h2>
        <p>${captions[id]?.[language] ?? nothing}</p>
      </div>
      <div class="teach-steps" role="group" aria-label=${text.figures}>
        ${this.#screenView()}
        ${button(text.back, "←", -1, atStart)}
        ${parts > 1 ? html`<span class="teach-part">${this.#part + 1} / ${parts}</span>` : nothing}
        ${button(text.next, "→", 1, atEnd)}
        <button
          type="button"
          class="dk-button teach-step"
          aria-label=${text.leave}
          title=${text.leave}
          @click=${() => void this.#app.setView("read")}
        >×</button>
      </div>
    </div>`;
  }

  /** Where more of the figure is below: which of its screens this is, and the way on. */
  #screenView(): TemplateResult | typeof nothing {
    const count = this.#screens.length;
    if (count < 2) return nothing;
    const { screen } = teachText[this.#app.language];
    const label = screen(this.#screen + 1, count);
    return html`<button
      type="button"
      class="dk-button teach-screens"
      aria-label=${label}
      title=${label}
      @click=${() => void this.turn(1)}
    >${this.#screen + 1 < count ? "↓" : "→"} ${this.#screen + 1} / ${count}</button>`;
  }
}

/** From the beginning of the page. */
const bottomOf = (element: Element) => element.getBoundingClientRect().bottom + window.scrollY;

type Asked = "leave" | { readonly what: "figure" | "screen"; readonly by: 1 | -1 };

/** What a key asks for, as in a program that shows slides. */
function askedBy({ key, shiftKey }: KeyboardEvent): Asked | null {
  if (key === " ") return { what: "screen", by: shiftKey ? -1 : 1 };
  if (shiftKey) return null;
  switch (key) {
    case "ArrowRight":
      return { what: "figure", by: 1 };
    case "ArrowLeft":
      return { what: "figure", by: -1 };
    case "ArrowDown":
    case "PageDown":
      return { what: "screen", by: 1 };
    case "ArrowUp":
    case "PageUp":
      return { what: "screen", by: -1 };
    case "Escape":
      return "leave";
    default:
      return null;
  }
}

/** Arrows: a slider, a choice, or a frame that scrolls sideways; the space bar: whatever it presses. */
function hasUseFor(key: string, target: Element): boolean {
  if (key === "Escape") return false;
  if (key === " ") return target.matches("button, a, summary, input, [role]");
  return target.matches("input[type=range], input[type=radio], .dk-scroll");
}
