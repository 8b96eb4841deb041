// A long page, of which the reader sees little at a time: an edit draws what is in view at once, and
// the rest in tasks of their own, so that no single one holds up the next key or tap.

import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ChildPart } from "lit/directive.js";
import { noChange, type TemplateResult } from "lit/html.js";
import { isPrinting } from "./measuring.ts";
import { inFocus } from "./root.ts";

type Make = () => TemplateResult;

/** A window's height ahead and behind: what the reader comes to next is in view as well. */
const AHEAD = "100% 0px";

/** The latest of each part, the oldest part first. */
const waiting = new Map<InTurn, Make>();
let asked = false;

function drawOne(): void {
  const [next] = waiting.keys();
  next?.draw();
  if (waiting.size > 0) setTimeout(drawOne);
  else asked = false;
}

function drawLater(part: InTurn, make: Make): void {
  waiting.set(part, make);
  if (asked) return;
  asked = true;
  // What is in view comes to the screen first.
  requestAnimationFrame(() => setTimeout(drawOne));
}

/** Paper has all of the page. */
addEventListener("beforeprint", () => {
  for (const part of [...waiting.keys()]) part.draw();
});

class InTurn extends AsyncDirective {
  #seen: IntersectionObserver | null = null;
  #place: Element | null = null;
  #inView = true;
  #key: unknown;

  render(_key: unknown, _make: Make): unknown {
    return noChange;
  }

  override update(part: ChildPart, [key, make]: [unknown, Make]): unknown {
    if (!this.#place) {
      this.#place = part.parentNode as Element;
      this.#watch();
    }
    const other = key !== this.#key;
    this.#key = key;
    // Who types into a field may have come to it in this very frame.
    const inHand = this.#place.contains(inFocus(this.#place));
    if (other || this.#inView || inHand || isPrinting()) {
      waiting.delete(this);
      return make();
    }
    drawLater(this, make);
    return noChange;
  }

  draw(): void {
    const make = waiting.get(this);
    waiting.delete(this);
    if (make) this.setValue(make());
  }

  #watch(): void {
    if (!this.#place) return;
    this.#seen = new IntersectionObserver(
      (entries) => {
        this.#inView = entries.at(-1)?.isIntersecting ?? true;
        if (this.#inView) this.draw();
      },
      { rootMargin: AHEAD },
    );
    this.#seen.observe(this.#place);
  }

  override disconnected(): void {
    waiting.delete(this);
    this.#seen?.disconnect();
  }

  override reconnected(): void {
    this.#inView = true;
    this.#watch();
  }
}

/**
 * The only content of an element: drawn at once while the element is in or near view or `key` is
 * another than before, else soon after.
 */
export const inTurn = directive(InTurn);
