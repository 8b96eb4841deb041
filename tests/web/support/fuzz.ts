// Damage to texts, the same in every run, and whether reading a text takes more than its length asks for.

import type { Random } from "./random.ts";

/** A text with one to four faults: something left out, put in, doubled, moved, or cut off. */
export function damaged(text: string, source: Random, pieces: readonly string[]): string {
  let result = text;
  for (let i = source.below(4); i >= 0; i--) {
    const from = source.below(result.length + 1);
    const to = Math.min(result.length, from + source.below(1 + source.pick([2, 8, 40])));
    const [before, part, after] = [result.slice(0, from), result.slice(from, to), result.slice(to)];
    const piece = source.pick(pieces);
    result = source.pick([
      before + after,
      before + piece + part + after,
      before + piece + after,
      before + part + part + after,
      after + part + before,
      before + part,
    ]);
  }
  return result;
}

/** Up to `most` pieces, one after the other. */
export function strung(source: Random, pieces: readonly string[], most: number): string {
  return Array.from({ length: source.below(most + 1) }, () => source.pick(pieces)).join("");
}

/** Milliseconds of the processor, the least of three: what else the machine does counts little. */
function cost(run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const REPEATED = 4000;
/** What takes no longer than this for so many is far from taking the square of their number. */
const QUICK = 8;

/**
 * How many times as long a text of twice as many repetitions takes; 1 where both are read at once.
 * About 2 is as it should be, 4 is the square.
 */
export function growth(read: (text: string) => unknown, text: (count: number) => string): number {
  const [once, twice] = [REPEATED, 2 * REPEATED].map((count) => text(count)) as [string, string];
  const before = process.cpuUsage();
  read(once);
  const { user, system } = process.cpuUsage(before);
  if ((user + system) / 1000 < QUICK) return 1;
  const short = cost(() => read(once));
  return short < QUICK ? 1 : cost(() => read(twice)) / short;
}

/** Every unit, many times, between beginnings and ends that lead to different readers: those that grow too fast. */
export function steep(
  read: (text: string) => unknown,
  [heads, units, tails]: readonly [readonly string[], readonly string[], readonly string[]],
): string[] {
  const found: string[] = [];
  for (const head of heads) {
    for (const unit of units) {
      for (const tail of tails) {
        const times = growth(read, (count) => head + unit.repeat(count) + tail);
        if (times > 3) found.push(`${JSON.stringify([head, unit, tail])}: ${times.toFixed(1)}`);
      }
    }
  }
  return found;
}
