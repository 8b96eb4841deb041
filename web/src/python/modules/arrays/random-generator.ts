/** np.random.default_rng: PCG64 started by a SeedSequence, the same numbers as NumPy's Generator. */
import { masked } from "./random-legacy.ts";
import { acceptance, edges, heights, tail } from "./ziggurat.ts";

const mask32 = 0xffffffffn;
const mask64 = (1n << 64n) - 1n;
const mask128 = (1n << 128n) - 1n;
const multiplier = 0x2360ed051fc65da44385df649fccf645n;

/** Four words of eight are mixed from the seed; the state is read from them. */
function seedWords(seed: bigint): bigint[] {
  const entropy: number[] = [];
  for (let rest = seed; rest > 0n || entropy.length === 0; rest >>= 32n)
    entropy.push(Number(rest & mask32));
  const pool = mixedPool(entropy);
  let constant = 0x8b51f9dd;
  const words = Array.from({ length: 8 }, (_, i) => {
    let value = pool[i % 4]! ^ constant;
    constant = Math.imul(constant, 0x58f38ded);
    value = Math.imul(value, constant);
    return BigInt((value ^ (value >>> 16)) >>> 0);
  });
  return [0, 2, 4, 6].map((i) => words[i]! | (words[i + 1]! << 32n));
}

function mixedPool(entropy: readonly number[]): number[] {
  let constant = 0x43b0d7e5;
  const hash = (given: number): number => {
    let value = given ^ constant;
    constant = Math.imul(constant, 0x931e8875);
    value = Math.imul(value, constant);
    return value ^ (value >>> 16);
  };
  const mix = (x: number, y: number): number => {
    const value = Math.imul(x, 0xca01f9dd) - Math.imul(y, 0x4973f715);
    return value ^ (value >>> 16);
  };
  const pool = [0, 1, 2, 3].map((i) => hash(entropy[i] ?? 0));
  for (let from = 0; from < 4; from++) {
    for (let to = 0; to < 4; to++) if (from !== to) pool[to] = mix(pool[to]!, hash(pool[from]!));
  }
  for (const word of entropy.slice(4)) {
    for (let to = 0; to < 4; to++) pool[to] = mix(pool[to]!, hash(word));
  }
  return pool;
}

export class Generator {
  private state: bigint;
  private readonly step: bigint;
  private kept: number | null = null;

  constructor(seed: bigint) {
    const [a, b, c, d] = seedWords(seed) as [bigint, bigint, bigint, bigint];
    this.step = ((((c << 64n) | d) << 1n) | 1n) & mask128;
    this.state = 0n;
    this.advance();
    this.state = (this.state + ((a << 64n) | b)) & mask128;
    this.advance();
  }

  private advance(): void {
    this.state = (this.state * multiplier + this.step) & mask128;
  }

  private uint64(): bigint {
    this.advance();
    const value = (this.state >> 64n) ^ (this.state & mask64);
    const turn = this.state >> 122n;
    return ((value >> turn) | (value << (64n - turn))) & mask64;
  }

  /** The low half first; the high half waits for the next call. */
  private uint32(): number {
    if (this.kept !== null) {
      const kept = this.kept;
      this.kept = null;
      return kept;
    }
    const value = this.uint64();
    this.kept = Number(value >> 32n);
    return Number(value & mask32);
  }

  uniform(): number {
    return Number(this.uint64() >> 11n) / 2 ** 53;
  }

  /** The ziggurat of 256 layers. */
  normal(): number {
    for (;;) {
      const r = this.uint64();
      const layer = Number(r & 0xffn);
      const size = Number((r >> 9n) & 0xfffffffffffffn);
      const x = size * edges[layer]! * ((r >> 8n) & 1n ? -1 : 1);
      if (size < acceptance[layer]!) return x;
      if (layer === 0) return this.beyond((r >> 17n) & 1n ? -1 : 1);
      const height = (heights[layer - 1]! - heights[layer]!) * this.uniform() + heights[layer]!;
      if (height < Math.exp(-0.5 * x * x)) return x;
    }
  }

  private beyond(sign: number): number {
    for (;;) {
      const x = -Math.log1p(-this.uniform()) / tail;
      const y = -Math.log1p(-this.uniform());
      if (y + y > x * x) return sign * (tail + x);
    }
  }

  upTo(max: number): number {
    return masked(max, () => this.uint32());
  }

  /** Lemire's method: a product's high half, its low half rejected where it would be unfair. */
  below(n: number): number {
    if (n === 1) return 0;
    if (n > 2 ** 32) return this.belowLarge(BigInt(n));
    if (n === 2 ** 32) return this.uint32();
    const span = BigInt(n);
    let product = BigInt(this.uint32()) * span;
    if ((product & mask32) < span) {
      const least = (1n << 32n) % span;
      while ((product & mask32) < least) product = BigInt(this.uint32()) * span;
    }
    return Number(product >> 32n);
  }

  private belowLarge(span: bigint): number {
    let product = this.uint64() * span;
    const least = (1n << 64n) % span;
    while ((product & mask64) < least) product = this.uint64() * span;
    return Number(product >> 64n);
  }
}
