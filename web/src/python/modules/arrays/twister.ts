/** The Mersenne Twister, which both np.random.seed and torch.manual_seed start. */
export class Twister {
  private readonly state = new Uint32Array(624);
  private at = 624;

  constructor(seed: number) {
    this.state[0] = seed >>> 0;
    for (let i = 1; i < 624; i++) {
      const before = this.state[i - 1]! ^ (this.state[i - 1]! >>> 30);
      this.state[i] = Math.imul(before, 1812433253) + i;
    }
  }

  private refill(): void {
    const { state } = this;
    for (let i = 0; i < 624; i++) {
      const y = (state[i]! & 0x80000000) | (state[(i + 1) % 624]! & 0x7fffffff);
      state[i] = state[(i + 397) % 624]! ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    this.at = 0;
  }

  uint32(): number {
    if (this.at >= 624) this.refill();
    let y = this.state[this.at++]!;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }
}
