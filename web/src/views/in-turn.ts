// A long page, of which the reader sees little at a time: an edit draws what is in view at once, and
// the rest in tasks of their own, so that no single one holds up the next key or tap. What comes
// after the top of a page can come so at first as well.

import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ChildPart } from "lit/directive.js";
import { noChange, nothing, type TemplateResult } from "lit/html.js";
import { isPrinting } from "./measuring.ts";
import { inFocus } from "./root.ts";

type Make = () => TemplateResult;
type First = "at once" | "in turn";

/** A window's height ahead and behind: what the reader comes to next is in view as well. */
const AHEAD = "100% 0px";

/** The latest of each part, the oldest part first. */
const waiting = new Map<InTurn, Make>();
let asked = false;

/** In ms. Small parts go together, since each task may be followed by a frame of its own. */
const TASK = 12;

function drawSome(): void {
  const end = performance.now() + TASK;
  for (const part of [...waiting.keys()]) {
    part.draw();
    if (performance.now() > end) break;
  }
  if (waiting.size > 0) setTimeout(drawSome);
  else asked = false;
}

function drawLater(part: InTurn, make: Make): void {
  waiting.set(part, make);
  if (asked) return;
  asked = true;
  // What is in view comes to the screen first.
  requestAnimationFrame(() => setTimeout(drawSome));
}

/** For who needs all of the page now: whoever goes to a place in it, whose height is that of all above. */
export function drawWaiting(): void {
  for (const part of [...waiting.keys()]) part.draw();
}

// Paper has all of the page.
addEventListener("beforeprint", drawWaiting);

class InTurn extends AsyncDirective {
  #seen: IntersectionObserver | null = null;
  #place: Element | null = null;
  #inView = true;
  #key: unknown;
  /** Nothing was drawn yet. */
  #coming = false;

  render(_key: unknown, _make: Make, _first?: First): unknown {
    return noChange;
  }

  override update(part: ChildPart, [key, make, first]: [unknown, Make, First?]): unknown {
    if (!this.#place) {
      this.#place = part.parentNode as Element;
      this.#coming = first === "in turn" && !isPrinting();
      if (!this.#coming) this.#watch();
    }
    if (this.#coming) {
      this.#key = key;
      drawLater(this, make);
      return nothing;
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
    if (!make) return;
    this.setValue(make());
    if (!this.#coming) return;
    this.#coming = false;
    this.#watch();
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
    if (!this.#coming) this.#watch();
  }
}

/**
 * The only content of an element: drawn at once while the element is in or near view or `key` is
 * another than before, else soon after. `first`: how it comes at first, at once unless told otherwise.
 */
export const inTurn = directive(InTurn);
