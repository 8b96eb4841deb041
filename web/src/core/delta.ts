// A file told by another that is much like it (scripts/delta.mjs tells it).

/**
 * `base` with `delta` applied. A delta is a list of numbers of seven bits a byte, the lowest first,
 * the eighth bit set where more follow: the length of the result; how many bytes of steps follow;
 * and the steps, each a count of new bytes, how far to move on in the base (1 is one back, 2 one
 * ahead, 3 two back, ...), and a count of bytes to take from there. All new bytes are at the end.
 */
export function patched(base: Uint8Array, delta: Uint8Array): Uint8Array<ArrayBuffer> {
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = delta[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const result = new Uint8Array(number());
  const steps = number();
  const end = at + steps;
  let [fresh, from, to] = [end, 0, 0];
  while (at < end) {
    const added = number();
    result.set(delta.subarray(fresh, fresh + added), to);
    fresh += added;
    to += added;
    const move = number();
    from += move % 2 === 0 ? move / 2 : -(move + 1) / 2;
    const taken = number();
    result.set(base.subarray(from, from + taken), to);
    from += taken;
    to += taken;
  }
  return result;
}
