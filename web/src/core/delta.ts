// A file told by another that is much like it (scripts/delta.mjs tells it).

/** Numbers of seven bits a byte, the lowest first; the eighth bit is set where more follow. */
class Numbers {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): boolean {
    return this.#at < this.#bytes.length;
  }

  next(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  /** Lists that lie one behind the other, each as long as the next number says; and what is left. */
  lists(count: number): Uint8Array[] {
    const lengths = Array.from({ length: count }, () => this.next());
    const ends = lengths.map((_, i) => lengths.slice(0, i + 1).reduce((a, b) => a + b, this.#at));
    const starts = [this.#at, ...ends];
    return starts.map((start, i) => this.#bytes.subarray(start, ends[i]));
  }
}

/**
 * `base` with `delta` applied. A delta is the length of the result, those of four lists, and the
 * lists: counts of new bytes and of bytes that are taken from the base, in turn; how far to move on in
 * the base before each taking, beyond the count of new bytes (1 is one back, 2 one ahead, 3 two back,
 * ...); how many of the taken bytes stay before one that changes; and what is added to that. Behind
 * them are all new bytes.
 */
export function patched(base: Uint8Array, delta: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new Numbers(delta);
  const result = new Uint8Array(head.next());
  const [lengths, moves, gaps, changes, fresh] = head.lists(4) as [
    ...[Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array],
  ];
  const [length, move, gap] = [new Numbers(lengths), new Numbers(moves), new Numbers(gaps)];
  let [used, from, to, changed] = [0, 0, 0, 0];
  let due = gap.left ? gap.next() : Number.POSITIVE_INFINITY;
  while (length.left) {
    const added = length.next();
    result.set(fresh.subarray(used, used + added), to);
    used += added;
    to += added;
    const on = move.next();
    from += added + (on % 2 === 0 ? on / 2 : -(on + 1) / 2);
    const taken = length.next();
    result.set(base.subarray(from, from + taken), to);
    for (; due < taken; due += 1 + (gap.left ? gap.next() : Number.POSITIVE_INFINITY)) {
      result[to + due] = (result[to + due] ?? 0) + (changes[changed++] ?? 0);
    }
    due -= taken;
    from += taken;
    to += taken;
  }
  return result;
}
