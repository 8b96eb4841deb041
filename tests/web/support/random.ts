// The numbers that a seed stands for, once more: SplitMix64, and the sum of twelve uniforms minus
// six for a normal one. Only additions, so that every host has the same bits.

import type { Rows } from "./attention.ts";

const MASK = (1n << 64n) - 1n;

export class Random {
  #state: bigint;

  constructor(seed: number) {
    this.#state = BigInt(seed);
  }

  #bits(): bigint {
    this.#state = (this.#state + 0x9e3779b97f4a7c15n) & MASK;
    let z = this.#state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return z ^ (z >> 31n);
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    return Number(this.#bits() >> 11n) % count;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  normal(): number {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += Number(this.#bits() >> 11n) * 2 ** -53;
    return sum;
  }

  rows(count: number, columns: number): Rows {
    return Array.from({ length: count }, () =>
      Array.from({ length: columns }, () => this.normal()),
    );
  }
}
