/** torch.manual_seed and the functions after it: the same numbers as PyTorch's generator on a CPU. */
import type { NDArray } from "./array.ts";
import { Twister } from "./twister.ts";

export class TorchRandom {
  private twister: Twister;
  private spare: number | null = null;

  constructor(seed: number) {
    this.twister = new Twister(seed);
  }

  private bits24(): number {
    return (this.twister.uint32() & 0xffffff) / 2 ** 24;
  }

  /** The later draw holds the low half. */
  private bits53(): number {
    const high = this.twister.uint32();
    const low = this.twister.uint32();
    return ((high & 0x1fffff) * 2 ** 32 + low) / 2 ** 53;
  }

  uniform(out: NDArray, from = 0, to = 1): void {
    const single = out.dtype === "float32";
    for (let i = 0; i < out.size; i++) {
      const u = single ? this.bits24() : this.bits53();
      out.data[i] = single
        ? Math.fround(Math.fround(u * Math.fround(to - from)) + Math.fround(from))
        : u * (to - from) + from;
    }
  }

  /** Sixteen and more: Box and Muller over blocks of sixteen; fewer: one pair after the other. */
  normal(out: NDArray): void {
    if (out.size < 16) {
      for (let i = 0; i < out.size; i++) out.data[i] = this.one();
      return;
    }
    this.uniform(out);
    const { data, size } = out;
    for (let i = 0; i < size - 15; i += 16) block(data, i, out.dtype === "float32");
    if (size % 16 === 0) return;
    // The last sixteen are drawn anew and made as a block of their own.
    const single = out.dtype === "float32";
    for (let i = size - 16; i < size; i++) data[i] = single ? this.bits24() : this.bits53();
    block(data, size - 16, single);
  }

  private one(): number {
    if (this.spare !== null) {
      const kept = this.spare;
      this.spare = null;
      return kept;
    }
    const u = this.bits53();
    const r = Math.sqrt(-2 * Math.log1p(-this.bits53()));
    const theta = 2 * Math.PI * u;
    this.spare = r * Math.sin(theta);
    return r * Math.cos(theta);
  }

  /** randint and randperm. */
  below(n: number): number {
    return this.twister.uint32() % n;
  }
}

function block(data: { [at: number]: number }, at: number, single: boolean): void {
  const r = single ? Math.fround : (x: number) => x;
  for (let j = 0; j < 8; j++) {
    const u1 = r(1 - data[at + j]!);
    const u2 = data[at + j + 8]!;
    const radius = r(Math.sqrt(r(-2 * r(Math.log(u1)))));
    const theta = r(r(2 * r(Math.PI)) * u2);
    data[at + j] = r(radius * r(Math.cos(theta)));
    data[at + j + 8] = r(radius * r(Math.sin(theta)));
  }
}
