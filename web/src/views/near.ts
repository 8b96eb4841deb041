// What is heavy comes when the reader comes near it.

import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ElementPart } from "lit/directive.js";
import { noChange } from "lit/html.js";

/** A window's height ahead: time to fetch and draw before it is seen. */
const AHEAD = "100% 0px";

class Near extends AsyncDirective {
  #element: Element | null = null;
  #seen: IntersectionObserver | null = null;
  #then = () => {};

  render(_then: () => void): unknown {
    return noChange;
  }

  override update(part: ElementPart, [then]: [() => void]): unknown {
    this.#then = then;
    if (!this.#element) {
      this.#element = part.element;
      this.#watch();
    }
    return noChange;
  }

  #watch(): void {
    if (!this.#element) return;
    this.#seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.#then();
      },
      { rootMargin: AHEAD },
    );
    this.#seen.observe(this.#element);
  }

  override disconnected(): void {
    this.#seen?.disconnect();
  }

  override reconnected(): void {
    this.#watch();
  }
}

/** On an element: calls when it is about to come into view, perhaps more than once. */
export const near = directive(Near);
