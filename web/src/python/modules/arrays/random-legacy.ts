/** np.random.seed and the functions after it: the same numbers as NumPy's RandomState. */
import { log } from "./logarithm.ts";
import { Twister } from "./twister.ts";

/** 0 to max, both possible: draws cut to the bits of max until one fits. */
export function masked(max: number, draw: () => number): number {
  if (max === 0) return 0;
  const mask = 2 ** (Math.floor(Math.log2(max)) + 1) - 1;
  for (;;) {
    const value = (draw() & mask) >>> 0;
    if (value <= max) return value;
  }
}

export class Legacy {
  private twister: Twister;
  private spare: number | null = null;

  constructor(seed: number) {
    this.twister = new Twister(seed);
  }

  /** Fifty-three bits of two draws. */
  uniform(): number {
    const a = this.twister.uint32() >>> 5;
    const b = this.twister.uint32() >>> 6;
    return (a * 67108864 + b) / 9007199254740992;
  }

  /** Marsaglia's polar method; its second number waits for the next call. */
  normal(): number {
    if (this.spare !== null) {
      const kept = this.spare;
      this.spare = null;
      return kept;
    }
    for (;;) {
      const x = 2 * this.uniform() - 1;
      const y = 2 * this.uniform() - 1;
      const r = x * x + y * y;
      if (r >= 1 || r === 0) continue;
      const f = Math.sqrt((-2 * log(r)) / r);
      this.spare = f * x;
      return f * y;
    }
  }

  upTo(max: number): number {
    return masked(max, () => this.twister.uint32());
  }

  below(n: number): number {
    return this.upTo(n - 1);
  }
}
