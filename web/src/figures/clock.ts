// The clock of what plays by itself: one step after another, until it is stopped or at its end.

/** Time to read a step, in milliseconds. */
const PAUSE = 1500;

export class Clock {
  #timer: ReturnType<typeof setTimeout> | null = null;

  get running(): boolean {
    return this.#timer !== null;
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** `tick` takes a step and says whether there is another; who listens is told after `running` is true to it. */
  start(tick: () => boolean, told: () => void): void {
    this.stop();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (tick()) this.start(tick, told);
      told();
    }, PAUSE);
  }
}
