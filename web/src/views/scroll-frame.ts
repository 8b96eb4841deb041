// A matrix wider than its frame scrolls inside it. The frame takes the focus only while there is
// something to scroll, so that narrow matrices cost no extra stop of the Tab key. On which side there
// is more it says in data-more: the style sheet lets that edge fade, below the caption and beside the
// heads, which stay.

import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ElementPart } from "lit/directive.js";
import { noChange } from "lit/html.js";

/** How far from an end is still at it: sizes are fractions of pixels. */
const NEAR = 1.5;

function markMore(frame: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = frame;
  const before = scrollLeft > NEAR;
  const after = scrollLeft + clientWidth < scrollWidth - NEAR;
  const more = before && after ? "both" : before ? "before" : after ? "after" : null;
  if (frame.dataset.more === (more ?? undefined)) return;
  if (!more) {
    delete frame.dataset.more;
    return;
  }
  const head = frame.querySelector<HTMLElement>("tbody th");
  const stays = head && getComputedStyle(head).position === "sticky" ? head.offsetWidth : 0;
  const caption = frame.querySelector<HTMLElement>("caption")?.offsetHeight ?? 0;
  frame.dataset.more = more;
  frame.style.setProperty("--dk-stays", `${stays}px`);
  frame.style.setProperty("--dk-caption", `${caption}px`);
}

class ScrollFrame extends AsyncDirective {
  #frame: HTMLElement | null = null;
  #label: string | null = null;
  #sizes: ResizeObserver | null = null;
  readonly #scrolled = ({ currentTarget }: Event) => markMore(currentTarget as HTMLElement);

  render(_label: string | null): unknown {
    return noChange;
  }

  override update(part: ElementPart, [label]: [string | null]): unknown {
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
    frame.addEventListener("scroll", this.#scrolled, { passive: true });
  }

  #judge(frame: HTMLElement): void {
    if (this.#label !== null) this.#judgeFocus(frame, this.#label);
    markMore(frame);
  }

  #judgeFocus(frame: HTMLElement, label: string): void {
    if (frame.scrollWidth > frame.clientWidth + 1) {
      frame.tabIndex = 0;
      frame.setAttribute("role", "group");
      frame.setAttribute("aria-label", label);
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) frame.removeAttribute(name);
    }
  }

  #judgeLabel(frame: HTMLElement): void {
    if (this.#label !== null && frame.hasAttribute("aria-label"))
      frame.setAttribute("aria-label", this.#label);
  }

  override disconnected(): void {
    this.#sizes?.disconnect();
    this.#frame?.removeEventListener("scroll", this.#scrolled);
  }

  override reconnected(): void {
    this.#watch();
  }
}

/** On the frame, with the name a screen reader calls it by; null where it can be reached anyhow. */
export const keepReachable = directive(ScrollFrame);
