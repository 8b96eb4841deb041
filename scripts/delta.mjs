// Tells a file by another that is much like it (web/src/core/delta.ts reads it).

/** Bytes that must agree for a place to be looked at: shorter ones cost more to tell than to repeat. */
const least = 12;
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

/** What a differing byte takes away from the bytes that agree around it. */
const penalty = 2;
/** Where a run of agreement is behind by that much, it has ended. */
const lost = 24;

/** How far the two are worth telling one by the other from there on, and by how much. */
function likeness(base, from, target, at) {
  let [score, length, most] = [0, 0, 0];
  for (let n = 0; at + n < target.length && from + n < base.length; n++) {
    score += base[from + n] === target[at + n] ? 1 : -penalty;
    if (score > most) [length, most] = [n + 1, score];
    if (score < most - lost) break;
  }
  return { from, length, score: most };
}

/** What `patched` makes `target` of, given `base`. */
export function delta(base, target) {
  const places = placesIn(base);
  const [lengths, moves, gaps, changes, fresh] = [[], [], [], [], []];
  let [from, told, gap] = [0, 0, 0];
  const tell = (at, part) => {
    numberInto(lengths, at - told);
    fresh.push(...target.subarray(told, at));
    const due = from + at - told;
    numberInto(moves, part.from < due ? 2 * (due - part.from) - 1 : 2 * (part.from - due));
    numberInto(lengths, part.length);
    for (let i = 0; i < part.length; i++) {
      const change = (target[at + i] - base[part.from + i]) & 255;
      if (change === 0) gap++;
      else {
        numberInto(gaps, gap);
        changes.push(change);
        gap = 0;
      }
    }
    [from, told] = [part.from + part.length, at + part.length];
  };
  for (let at = 0; at < target.length; at = Math.max(at + 1, told)) {
    // Where bytes were only replaced, the base goes on as far behind them.
    const next = likeness(base, from + at - told, target, at);
    let best = next;
    if (best.score < 2 * least)
      for (const place of places.get(target.toString("latin1", at, at + least)) ?? []) {
        const other = likeness(base, place, target, at);
        if (other.score > best.score + 4) best = other;
      }
    if (best.score >= (best === next ? 3 : least)) tell(at, best);
  }
  if (told < target.length) tell(target.length, { from: from + target.length - told, length: 0 });
  const head = [];
  for (const value of [target.length, lengths.length, moves.length, gaps.length, changes.length])
    numberInto(head, value);
  return Buffer.from([...head, ...lengths, ...moves, ...gaps, ...changes, ...fresh]);
}
