// Choices of a test that must vary and still be the same in every run: Numerical Recipes' quick
// generator.

export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1. */
  fraction(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return this.#state / 2 ** 32;
  }

  /** A whole number from 0 up to `end`. */
  below(end: number): number {
    return Math.floor(this.fraction() * end);
  }

  chance(share: number): boolean {
    return this.fraction() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** From -3 to 3, in hundredths: what a reader types. */
  number(): number {
    return (this.below(601) - 300) / 100;
  }

  rows(rows: number, columns: number): number[][] {
    return Array.from({ length: rows }, () => Array.from({ length: columns }, () => this.number()));
  }
}
