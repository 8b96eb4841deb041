// A figure's computation, one cell after the other. The step in hand is the open cell itself, so
// whoever opens another cell goes on from there.

import type { Cell } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { cellIn } from "../views/cell-keys.ts";
import { sameCell } from "../views/lit-cells.ts";
import { still } from "../views/motion.ts";
import { inFocus } from "../views/root.ts";
import { type Grid, gridOf } from "../views/scene.ts";
import { Clock } from "./clock.ts";

/** The figures that play, and the matrices that they fill, row by row. */
const filled = {
  scores: ["scores"],
  softmax: ["exponentials", "weights"],
  output: ["output"],
} as const;

export type Played = keyof typeof filled;

const rowOf = ({ name, columns }: Grid, row: number): Cell[] =>
  Array.from({ length: columns }, (_, column) => ({ matrix: name, row, column }));

export class Stepper {
  readonly #clock = new Clock();
  readonly #session: Session;
  readonly #figure: Played;

  constructor(session: Session, figure: Played) {
    this.#session = session;
    this.#figure = figure;
  }

  get playing(): boolean {
    return this.#clock.running;
  }

  get steps(): readonly Cell[] {
    const scene = this.#session.results?.scene;
    if (!scene) return [];
    const grids = filled[this.#figure].map((name) => gridOf(scene, name));
    const rows = Array.from({ length: grids[0]?.rows ?? 0 }, (_, row) => row);
    return rows.flatMap((row) => grids.flatMap((grid) => rowOf(grid, row)));
  }

  /** The place of a cell among the steps; without one, of the open cell; -1 where it is none. */
  at(cell: Cell | null = this.#open): number {
    return this.steps.findIndex((step) => sameCell(step, cell));
  }

  get #open(): Cell | null {
    const { looking, state } = this.#session;
    return looking.figure === this.#figure ? state.cell : null;
  }

  goTo(step: number): void {
    this.#clock.stop();
    this.#show(step);
  }

  pause(): void {
    if (!this.playing) return;
    this.#clock.stop();
    this.#session.notify();
  }

  /** From a cell, the open one or the first; where nothing may move, each call is one step. */
  toggle(from: Cell | null = this.#open): void {
    if (this.playing) {
      this.pause();
      return;
    }
    const [at, last] = [this.at(from), this.steps.length - 1];
    const fresh = at >= 0 && !sameCell(from, this.#open);
    const next = at >= last ? 0 : at + 1;
    const first = at < 0 || at === last ? 0 : at;
    if (!still() && first < last) this.#play(first);
    this.#show(still() && !fresh ? next : first);
  }

  #play(shown: number): void {
    let now = shown;
    const tick = () => {
      // The reader has opened something else.
      if (this.at() !== now) return false;
      this.#show(++now);
      return now < this.steps.length - 1;
    };
    this.#clock.start(tick, () => this.#session.notify());
  }

  #show(step: number): void {
    const cell = this.steps[step];
    if (!cell) return;
    // The focus goes along where it is on a cell.
    const figure = this.#session.root?.getElementById(`figure-${this.#figure}`);
    const focused = figure && inFocus(figure);
    const follows = focused?.matches("td[data-row]") && figure?.contains(focused);
    this.#session.open(this.#figure, cell);
    if (follows && figure) cellIn(figure, this.#figure, cell)?.focus({ preventScroll: true });
  }
}

const steppers = new WeakMap<Session, Map<string, Stepper>>();

/** The one of a figure, or null where the figure does not play. */
export function stepperOf(session: Session, figure: string): Stepper | null {
  if (!(figure in filled)) return null;
  const known = steppers.get(session) ?? new Map<string, Stepper>();
  steppers.set(session, known);
  const stepper = known.get(figure) ?? new Stepper(session, figure as Played);
  known.set(figure, stepper);
  return stepper;
}
