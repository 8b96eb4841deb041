// Browsers limit how often a page may change its address: Safari to 100 times in 30 seconds (WebKit,
// History::stateObjectAdded), Chromium to 200 in 10. A drag changes the state far more often.

/** So many at once, and then one more each REFILL milliseconds: at most 90 in 30 seconds. */
const BURST = 30;
const REFILL = 500;

/** What may be done now, and what has to wait. */
export class Pace {
  readonly #now: () => number;
  #left = BURST;
  #since: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#since = now();
  }

  /** Takes one, if there is one. */
  take(): boolean {
    if (this.wait() > 0) return false;
    this.#left -= 1;
    return true;
  }

  /** Milliseconds until there is one. */
  wait(): number {
    const refilled = Math.floor((this.#now() - this.#since) / REFILL);
    this.#left = Math.min(BURST, this.#left + refilled);
    // A full one does not count the time that it has been full.
    this.#since = this.#left === BURST ? this.#now() : this.#since + refilled * REFILL;
    return this.#left > 0 ? 0 : REFILL - (this.#now() - this.#since);
  }
}
