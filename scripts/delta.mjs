// Tells a file by another that is much like it (web/src/core/delta.ts reads it).

/** Bytes that must agree for a place to be looked at: shorter ones cost more to tell than to repeat. */
const least = 16;
/** Places with the same beginning that are tried. */
const tries = 64;

/** The places of every run of `least` bytes. */
function placesIn(base) {
  const places = new Map();
  for (let i = 0; i + least <= base.length; i++) {
    const key = base.toString("latin1", i, i + least);
    const known = places.get(key);
    if (!known) places.set(key, [i]);
    else if (known.length < tries) known.push(i);
  }
  return places;
}

function numberInto(bytes, value) {
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest > 127 ? 128 : 0));
    if (rest < 128) return;
  }
}

/** What `patched` makes `target` of, given `base`. */
export function delta(base, target) {
  const places = placesIn(base);
  const steps = [];
  const fresh = [];
  let [from, told] = [0, 0];
  const agree = (place, at) => {
    let n = 0;
    while (at + n < target.length && place + n < base.length && base[place + n] === target[at + n])
      n++;
    return n;
  };
  const step = (at, place, taken) => {
    numberInto(steps, at - told);
    fresh.push(...target.subarray(told, at));
    numberInto(steps, place < from ? 2 * (from - place) - 1 : 2 * (place - from));
    numberInto(steps, taken);
    [from, told] = [place + taken, at + taken];
  };
  for (let at = 0; at < target.length; at = Math.max(at + 1, told)) {
    // Where bytes were only changed, the base goes on as far behind them.
    let place = from + at - told;
    let taken = agree(place, at);
    if (taken < least) {
      for (const other of places.get(target.toString("latin1", at, at + least)) ?? []) {
        const n = agree(other, at);
        if (n > taken) [place, taken] = [other, n];
      }
    }
    if (taken >= least || (taken >= 3 && place === from + at - told)) step(at, place, taken);
  }
  if (told < target.length) step(target.length, from, 0);
  const head = [];
  numberInto(head, target.length);
  numberInto(head, steps.length);
  return Buffer.from([...head, ...steps, ...fresh]);
}
