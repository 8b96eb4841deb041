// The settings of the bar where they have no room in it: a button, and a sheet that hangs from the
// bar and moves nothing. In a wide window the style sheet puts them into the row instead.

import { html, type TemplateResult } from "lit/html.js";
import type { App } from "./app.ts";

export interface MenuOptions {
  readonly word: string;
  readonly sign: unknown;
  readonly sheet: unknown;
}

class ToolMenu {
  #open = false;
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  #set(open: boolean): void {
    if (this.#open === open) return;
    this.#open = open;
    if (open) document.addEventListener("pointerdown", this.#pressed);
    else document.removeEventListener("pointerdown", this.#pressed);
    this.#app.render();
  }

  readonly #pressed = ({ target }: PointerEvent) => {
    if (!(target instanceof Element && target.closest(".page-menu"))) this.#set(false);
  };

  readonly #left = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const inside = relatedTarget instanceof Node && (currentTarget as Node).contains(relatedTarget);
    if (relatedTarget && !inside) this.#set(false);
  };

  readonly #key = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !this.#open) return;
    // One press, one thing: the view stays.
    event.preventDefault();
    event.stopPropagation();
    this.#set(false);
    (event.currentTarget as Element).querySelector<HTMLElement>(".page-menu-button")?.focus();
  };

  view({ word, sign, sheet }: MenuOptions): TemplateResult {
    return html`<div class="page-menu" @focusout=${this.#left} @keydown=${this.#key}>
      <button
        type="button"
        class="dk-button page-sign-tool page-menu-button"
        title=${word}
        aria-label=${word}
        aria-expanded=${this.#open ? "true" : "false"}
        aria-controls="page-menu-sheet"
        @click=${() => this.#set(!this.#open)}
      >${sign}</button>
      <div id="page-menu-sheet" class="page-menu-sheet">${sheet}</div>
    </div>`;
  }
}

const menus = new WeakMap<App, ToolMenu>();

export function menuOf(app: App): ToolMenu {
  const menu = menus.get(app) ?? new ToolMenu(app);
  menus.set(app, menu);
  return menu;
}
