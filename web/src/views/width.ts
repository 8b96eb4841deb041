// How wide the layout lets an element be, for pictures that are drawn in pixels.

import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ElementPart } from "lit/directive.js";
import { noChange } from "lit/html.js";

class Width extends AsyncDirective {
  #element: Element | null = null;
  #sizes: ResizeObserver | null = null;
  #then: (width: number) => void = () => {};

  render(_then: (width: number) => void): unknown {
    return noChange;
  }

  override update(part: ElementPart, [then]: [(width: number) => void]): unknown {
    this.#then = then;
    if (!this.#element) {
      this.#element = part.element;
      this.#watch();
    }
    return noChange;
  }

  #watch(): void {
    if (!this.#element) return;
    this.#sizes = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      if (width > 0) this.#then(width);
    });
    this.#sizes.observe(this.#element);
  }

  override disconnected(): void {
    this.#sizes?.disconnect();
  }

  override reconnected(): void {
    this.#watch();
  }
}

/** On an element: tells its width in pixels, and every change of it. */
export const widthOf = directive(Width);
