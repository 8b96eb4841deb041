// Where the numbers of a sum go: when a cell opens, what it is made of travels into it. The
// movement itself is fetched at the first cell that opens.

import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ElementPart } from "lit/directive.js";
import { noChange } from "lit/html.js";
import type { Cell } from "../inputs/state.ts";
import { sameCell } from "./lit-cells.ts";

/** The reader has asked for no motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export interface Motion {
  /** Of the figure's matrices. */
  readonly prefix: string;
  /** The cell that is open in this figure, and what its sum reads. */
  readonly cell: Cell | null;
  readonly sources: readonly Cell[];
  /** The figure has left the window. */
  readonly onLeave: () => void;
}

class Moves extends AsyncDirective {
  #layer: HTMLElement | null = null;
  #motion: Motion | null = null;
  #seen: IntersectionObserver | null = null;

  render(_motion: Motion): unknown {
    return noChange;
  }

  override update(part: ElementPart, [motion]: [Motion]): unknown {
    const before = this.#motion;
    this.#motion = motion;
    if (!this.#layer) {
      this.#layer = part.element as HTMLElement;
      this.#watch();
    } else if (before && !sameCell(before.cell, motion.cell)) {
      // What was on its way is not what is open now.
      this.#layer.replaceChildren();
      if (motion.cell && !still()) void this.#fly(motion);
    }
    return noChange;
  }

  async #fly(motion: Motion): Promise<void> {
    // Without it the numbers are there all the same; the page may just be leaving.
    const flight = await import("./flight.ts").catch(() => null);
    if (flight && this.#layer && this.#motion && sameCell(this.#motion.cell, motion.cell))
      flight.fly(this.#layer, motion);
  }

  #watch(): void {
    if (!this.#layer) return;
    this.#seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) this.#motion?.onLeave();
    });
    this.#seen.observe(this.#layer);
  }

  override disconnected(): void {
    this.#seen?.disconnect();
  }

  override reconnected(): void {
    this.#watch();
  }
}

/** On an empty layer over a figure. */
export const moves = directive(Moves);
