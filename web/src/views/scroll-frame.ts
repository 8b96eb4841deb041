// A matrix wider than its frame scrolls inside it. The frame takes the focus only while there is
// something to scroll, so that narrow matrices cost no extra stop of the Tab key.

import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ElementPart } from "lit/directive.js";
import { noChange } from "lit/html.js";

class ScrollFrame extends AsyncDirective {
  #frame: HTMLElement | null = null;
  #label = "";
  #sizes: ResizeObserver | null = null;

  render(_label: string): unknown {
    return noChange;
  }

  override update(part: ElementPart, [label]: [string]): unknown {
    this.#label = label;
    if (this.#frame) this.#judgeLabel(this.#frame);
    else {
      this.#frame = part.element as HTMLElement;
      // The table of this very render is not in the frame yet.
      queueMicrotask(() => this.#watch());
    }
    return noChange;
  }

  #watch(): void {
    const frame = this.#frame;
    if (!frame) return;
    this.#sizes = new ResizeObserver(() => this.#judge(frame));
    this.#sizes.observe(frame);
    if (frame.firstElementChild) this.#sizes.observe(frame.firstElementChild);
  }

  #judge(frame: HTMLElement): void {
    if (frame.scrollWidth > frame.clientWidth + 1) {
      frame.tabIndex = 0;
      frame.setAttribute("role", "group");
      frame.setAttribute("aria-label", this.#label);
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) frame.removeAttribute(name);
    }
  }

  #judgeLabel(frame: HTMLElement): void {
    if (frame.hasAttribute("aria-label")) frame.setAttribute("aria-label", this.#label);
  }

  override disconnected(): void {
    this.#sizes?.disconnect();
  }

  override reconnected(): void {
    this.#watch();
  }
}

/** On the frame, with the name a screen reader calls it by. */
export const keepReachable = directive(ScrollFrame);
