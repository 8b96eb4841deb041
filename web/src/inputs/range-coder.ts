// An adaptive range coder (G. N. N. Martin, "Range encoding", 1979) that writes digits and letters
// alone: they survive every program that sends a link on. Choices between two come one by one; a
// context remembers how its choices went, and what is likely then takes little room.
//
// All sums are of whole numbers below 2^53, so every browser writes and reads the same.

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RADIX = letters.length;
const LETTERS_AHEAD = 8;
const WHOLE = RADIX ** LETTERS_AHEAD;
const TOP_LETTER = WHOLE / RADIX;
/** Chances are in parts of this; none may come so near to 0 or to it that its choice had no room. */
const CERTAIN = 2 ** 16;
const LEAST = 2 ** 5;
/** So many choices of a context count; the later ones weigh more. */
const MEMORY = 250;

/** One walk over the data serves both directions: a writer returns the bits that it is given, a reader those that it finds. */
export abstract class Coder {
  private readonly contexts = new Map<number, [ones: number, seen: number]>();

  protected abstract split(one: number, bit: number): number;

  /** A choice like the earlier ones of its context. */
  choice(context: number, bit = 0): number {
    const [ones, seen] = this.contexts.get(context) ?? [CERTAIN / 2, 0];
    const chosen = this.split(ones, bit);
    const moved = ones + Math.trunc(((chosen && CERTAIN) - ones) / (seen + 1.5));
    const next = Math.min(Math.max(moved, LEAST), CERTAIN - LEAST);
    this.contexts.set(context, [next, Math.min(seen + 1, MEMORY)]);
    return chosen;
  }

  /** A whole number of so many bits, the highest first; `context` may give the place of each choice. */
  whole(bits: number, value = 0, context?: (before: number) => number): number {
    let read = 1;
    for (let place = 2 ** bits / 2; place >= 1; place /= 2) {
      const bit = Math.floor(value / place) % 2;
      read = 2 * read + (context ? this.choice(context(read), bit) : this.split(CERTAIN / 2, bit));
    }
    return read - 2 ** bits;
  }
}

export class Writer extends Coder {
  private low = 0;
  private range = WHOLE;
  private readonly digits: number[] = [];

  protected split(one: number, bit: number): number {
    const part = Math.floor(this.range / CERTAIN) * one;
    if (!bit) this.low += part;
    this.range = bit ? part : this.range - part;
    while (this.range < TOP_LETTER) {
      this.put();
      this.low = (this.low % TOP_LETTER) * RADIX;
      this.range *= RADIX;
    }
    return bit;
  }

  /** The first letter of `low`; what it has too much is carried into those before it. */
  private put(): void {
    let digit = Math.floor(this.low / TOP_LETTER);
    for (let i = this.digits.push(0) - 1; digit > 0; i--) {
      const sum = (this.digits[i] ?? 0) + digit;
      this.digits[i] = sum % RADIX;
      digit = Math.floor(sum / RADIX);
    }
  }

  /** The shortest text within the last range. Zeros at its end are left out: a reader finds them there. */
  text(): string {
    this.low += TOP_LETTER - 1;
    this.put();
    return this.digits
      .map((digit) => letters[digit])
      .join("")
      .replace(/0+$/u, "");
  }
}

export class Reader extends Coder {
  private range = WHOLE;
  private code = 0;
  private next = 0;
  private readonly written: string;

  constructor(written: string) {
    super();
    this.written = written;
    for (let i = 0; i < LETTERS_AHEAD; i++) this.take();
  }

  private take(): void {
    const digit = letters.indexOf(this.written.charAt(this.next++) || "0");
    this.code = this.code * RADIX + digit;
  }

  protected split(one: number): number {
    const part = Math.floor(this.range / CERTAIN) * one;
    const bit = this.code < part ? 1 : 0;
    if (!bit) this.code -= part;
    this.range = bit ? part : this.range - part;
    while (this.range < TOP_LETTER) {
      this.take();
      this.range *= RADIX;
    }
    return bit;
  }
}
