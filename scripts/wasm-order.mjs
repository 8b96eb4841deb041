// An order of the functions of two programs in which they are small once they are compressed: gzip
// looks back 32 kB, so what is alike belongs side by side; and what is alike in both programs belongs
// at the same place, for one of them to be told by the other.
import { readProgram, reordered } from "./wasm-functions.mjs";

/** Bytes that are looked at together. */
const run = 6;
/** A run that more functions have tells nothing of them. */
const common = 400;
/** Bytes of functions that the next one is compared with: half of what gzip sees. */
const near = 2 ** 14;

const isBytes = (piece) => typeof piece !== "number";
const sizeOf = ({ pieces }) => pieces.reduce((sum, piece) => sum + (piece.length ?? 1), 0);

/** All runs of bytes in a function; of the number of one that it calls, the last eight bits. */
function runsIn({ pieces }) {
  const text = pieces
    .map((piece) =>
      isBytes(piece) ? piece.toString("latin1") : String.fromCharCode(255, piece & 255),
    )
    .join("");
  return new Set(
    Array.from({ length: Math.max(0, text.length - run + 1) }, (_, i) => text.slice(i, i + run)),
  );
}

/** Which functions have a run. */
function ownersOf(runs) {
  const owners = new Map();
  for (const [place, own] of runs.entries())
    for (const bytes of own) {
      const places = owners.get(bytes);
      if (places) places.push(place);
      else owners.set(bytes, [place]);
    }
  for (const [bytes, places] of owners) if (places.length > common) owners.delete(bytes);
  return owners;
}

/** How much of each function is in those that were put down last. */
class Nearby {
  constructor(functions) {
    this.runs = functions.map(runsIn);
    this.owners = ownersOf(this.runs);
    this.sizes = functions.map(sizeOf);
    this.known = new Float64Array(functions.length);
    this.present = new Map();
    this.last = [];
    this.bytes = 0;
  }

  put(place) {
    this.change(place, 1);
    this.last.push(place);
    this.bytes += this.sizes[place];
    while (this.bytes > near && this.last.length > 1) {
      const first = this.last.shift();
      this.change(first, -1);
      this.bytes -= this.sizes[first];
    }
  }

  change(place, by) {
    for (const bytes of this.runs[place]) {
      const before = this.present.get(bytes) ?? 0;
      this.present.set(bytes, before + by);
      if (before === 0 || before + by === 0)
        for (const owner of this.owners.get(bytes) ?? []) this.known[owner] += by;
    }
  }

  /** The part of a function that is there already; of small ones, each has little to give. */
  share(place) {
    return this.known[place] / (this.runs[place].size + 8);
  }
}

/** Each time the one of which most is near already. */
function byLikeness(functions) {
  const nearby = new Nearby(functions);
  const left = new Set(functions.keys());
  const order = [];
  for (let next = 0; left.size > 0; ) {
    order.push(next);
    left.delete(next);
    nearby.put(next);
    let most = -1;
    for (const place of left) {
      const share = nearby.share(place);
      if (share > most) [next, most] = [place, share];
    }
  }
  return order;
}

/** What a function is but for the numbers of those it calls. */
const nameOf = ({ pieces }) =>
  Buffer.concat(pieces.map((piece) => (isBytes(piece) ? piece : Buffer.from("call")))).toString(
    "latin1",
  );

/** The places of names that are there once. */
function once(names) {
  const places = new Map();
  for (const [place, name] of names.entries())
    places.set(name, places.has(name) ? undefined : place);
  return places;
}

/** The longest part of a list of pairs in which both numbers rise; the first ones do already. */
function rising(pairs) {
  const best = pairs.map(() => ({ length: 1, before: -1 }));
  for (const [at, [, there]] of pairs.entries())
    for (let i = 0; i < at; i++)
      if (pairs[i][1] < there && best[i].length >= best[at].length)
        best[at] = { length: best[i].length + 1, before: i };
  const chain = [];
  let at = best.reduce((most, { length }, i) => (length > best[most]?.length ? i : most), 0);
  for (; at >= 0 && best[at]; at = best[at].before) chain.unshift(pairs[at]);
  return chain;
}

/**
 * Which function of `others` stands for each of `functions`: linkers have them in the same order, but
 * for a few that only one has. Between two that are the same, as many as both have are paired.
 */
export function counterparts(functions, others) {
  const [here, there] = [functions, others].map((list) => once(list.map(nameOf)));
  const same = [...here].flatMap(([name, place]) =>
    place === undefined || there.get(name) === undefined ? [] : [[place, there.get(name)]],
  );
  const pairs = new Map();
  let [i, j] = [0, 0];
  for (const [place, other] of [...rising(same), [functions.length, others.length]]) {
    for (; i < place && j < other; i++, j++) pairs.set(i, j);
    if (place < functions.length) pairs.set(place, other);
    [i, j] = [place + 1, other + 1];
  }
  return pairs;
}

/** Both programs with their functions in such an order; what only one has is at its end. */
export function inOrder(program, other) {
  const { functions } = readProgram(program);
  const { functions: others } = readProgram(other);
  const pairs = counterparts(functions, others);
  const [paired, alone] = [[], []];
  for (const place of byLikeness(functions)) (pairs.has(place) ? paired : alone).push(place);
  const taken = new Set(pairs.values());
  const rest = others.flatMap((_, place) => (taken.has(place) ? [] : place));
  return [
    reordered(program, [...paired, ...alone]),
    reordered(other, [...paired.map((place) => pairs.get(place)), ...rest]),
  ];
}
