// Unpacks what scripts/lzma_pack.py packed. A program packed like this takes a fifth less than what
// browsers unpack by themselves, which is what lets a whole figure fit into a small script.
//
// LZMA (Igor Pavlov's specification, lzma-sdk, public domain) with three bits of the byte before as
// the context of a literal and none of its position. Every bit is coded by the odds that it had so far:
//
//   a literal: a byte                        0 byte
//   a match: so many bytes, from so far back 1 0 length distance
//   the same with a distance used before     1 1 which-of-four length; or that one byte alone

/** Where the odds of each kind of bit begin; there are 12 states, of what was coded before. */
const MATCH = 0;
const REPEAT = MATCH + 12;
/** Is it another than the distance of the last match, of the one before, of the third? */
const OTHER = REPEAT + 12;
const ONE = OTHER + 3 * 12;
const SLOT = ONE + 12;
const NEAR = SLOT + 4 * 64;
const ALIGN = NEAR + 128;
const LENGTH = ALIGN + 16;
const REPEAT_LENGTH = LENGTH + 2 + 8 + 8 + 256;
const LITERAL = REPEAT_LENGTH + 2 + 8 + 8 + 256;
const ALL = LITERAL + 8 * 0x300;

/** The bits of a packed text, one after the other, by their odds. */
class Bits {
  readonly #packed: Uint8Array;
  /** Of a 0, of 2048. */
  readonly #odds = new Uint16Array(ALL).fill(1024);
  #at = 1;
  #range = 0xffffffff;
  #code = 0;

  constructor(packed: Uint8Array) {
    this.#packed = packed;
    for (let i = 0; i < 4; i++) this.#code = this.#code * 256 + this.#next();
  }

  #next(): number {
    return this.#packed[this.#at++] ?? 0;
  }

  #refill(): void {
    if (this.#range >= 2 ** 24) return;
    this.#range *= 256;
    this.#code = this.#code * 256 + this.#next();
  }

  bit(place: number): 0 | 1 {
    const odds = this.#odds[place] as number;
    const bound = (this.#range >>> 11) * odds;
    const bit = this.#code < bound ? 0 : 1;
    this.#range = bit ? this.#range - bound : bound;
    if (bit) this.#code -= bound;
    this.#odds[place] = bit ? odds - (odds >> 5) : odds + ((2048 - odds) >> 5);
    this.#refill();
    return bit;
  }

  /** A number of so many bits, the highest first; each has odds for every beginning. */
  number(place: number, bits: number): number {
    let path = 1;
    for (let i = 0; i < bits; i++) path = 2 * path + this.bit(place + path);
    return path - (1 << bits);
  }

  /** The lowest first. */
  reversed(place: number, bits: number): number {
    let [path, value] = [1, 0];
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(place + path);
      path = 2 * path + bit;
      value |= bit << i;
    }
    return value;
  }

  /** With even odds. */
  even(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++) {
      this.#range >>>= 1;
      const bit = this.#code < this.#range ? 0 : 1;
      if (bit) this.#code -= this.#range;
      this.#refill();
      value = 2 * value + bit;
    }
    return value;
  }

  length(place: number): number {
    if (!this.bit(place)) return 2 + this.number(place + 2, 3);
    if (!this.bit(place + 1)) return 10 + this.number(place + 10, 3);
    return 18 + this.number(place + 18, 8);
  }

  /** One less than it is. */
  distance(length: number): number {
    const slot = this.number(SLOT + 64 * Math.min(length - 2, 3), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const first = (2 + (slot & 1)) * 2 ** bits;
    if (slot < 14) return first + this.reversed(NEAR + first - slot, bits);
    return first + 16 * this.even(bits - 4) + this.reversed(ALIGN, 4);
  }

  /** Of the last four distances. */
  which(state: number): number {
    let which = 0;
    while (which < 3 && this.bit(OTHER + 12 * which + state)) which++;
    return which;
  }

  /** `before`: the byte before it; `instead`: the byte that the last match would have gone on with. */
  literal(before: number, instead: number | null): number {
    const place = LITERAL + 0x300 * (before >> 5);
    let path = 1;
    for (let likely = instead; likely !== null && path < 256; likely = (likely << 1) & 255) {
      const guess = likely >> 7;
      const bit = this.bit(place + 256 * (1 + guess) + path);
      path = 2 * path + bit;
      if (bit !== guess) break;
    }
    while (path < 256) path = 2 * path + this.bit(place + path);
    return path - 256;
  }
}

/** `length`: of what was packed. */
export function unpacked(packed: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const bits = new Bits(packed);
  const result = new Uint8Array(length);
  let distances = [0, 0, 0, 0];
  let state = 0;
  let at = 0;
  const byteBack = (distance: number) => result[at - distance - 1] ?? 0;
  const copy = (count: number) => {
    const [distance = 0] = distances;
    for (let i = 0; i < count; i++, at++) result[at] = byteBack(distance);
  };
  while (at < length) {
    if (!bits.bit(MATCH + state)) {
      result[at] = bits.literal(byteBack(0), state < 7 ? null : byteBack(distances[0] as number));
      at++;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
    } else if (!bits.bit(REPEAT + state)) {
      const count = bits.length(LENGTH);
      distances = [bits.distance(count), ...distances.slice(0, 3)];
      copy(count);
      state = state < 7 ? 7 : 10;
    } else {
      const which = bits.which(state);
      const [distance = 0] = distances.splice(which, 1);
      distances.unshift(distance);
      const alone = which === 0 && !bits.bit(ONE + state);
      copy(alone ? 1 : bits.length(REPEAT_LENGTH));
      state = (state < 7 ? 8 : 11) + (alone && state < 7 ? 1 : 0);
    }
  }
  return result;
}
