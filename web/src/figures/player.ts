// Where the reader is among the steps of a figure, and how it goes on from there.

import { Clock } from "./clock.ts";

export class Player {
  #position = 0;
  readonly #clock = new Clock();
  readonly #notify: () => void;

  constructor(notify: () => void) {
    this.#notify = notify;
  }

  get playing(): boolean {
    return this.#clock.running;
  }

  /** Inputs may have changed since, and the last step with them. */
  position(last: number): number {
    return Math.min(this.#position, last);
  }

  goTo(position: number, last: number): void {
    this.#clock.stop();
    this.#position = Math.max(0, Math.min(position, last));
    this.#notify();
  }

  /** `last` is asked for at every step: the inputs may change while it plays. */
  toggle(last: () => number): void {
    if (this.playing) {
      this.#clock.stop();
    } else {
      if (this.position(last()) === last()) this.#position = 0;
      this.#wait(last);
    }
    this.#notify();
  }

  #wait(last: () => number): void {
    const tick = () => {
      this.#position = Math.min(this.#position + 1, last());
      return this.#position < last();
    };
    this.#clock.start(tick, this.#notify);
  }
}
