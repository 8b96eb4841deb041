// Where the reader is among the steps of a figure, and the clock that goes on from there.

/** Time to read a step, in milliseconds. */
const PAUSE = 1500;

export class Player {
  #position = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #notify: () => void;

  constructor(notify: () => void) {
    this.#notify = notify;
  }

  get playing(): boolean {
    return this.#timer !== null;
  }

  /** Inputs may have changed since, and the last step with them. */
  position(last: number): number {
    return Math.min(this.#position, last);
  }

  goTo(position: number, last: number): void {
    this.#stop();
    this.#position = Math.max(0, Math.min(position, last));
    this.#notify();
  }

  /** `last` is asked for at every step: the inputs may change while it plays. */
  toggle(last: () => number): void {
    if (this.playing) {
      this.#stop();
    } else {
      if (this.position(last()) === last()) this.#position = 0;
      this.#wait(last);
    }
    this.#notify();
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wait(last: () => number): void {
    this.#timer = setTimeout(() => {
      this.#position = Math.min(this.#position + 1, last());
      if (this.#position < last()) this.#wait(last);
      else this.#timer = null;
      this.#notify();
    }, PAUSE);
  }
}
