// A file told by another: what comes out must be the file, whatever the two are.
import { describe, expect, it } from "vitest";
import { patched } from "../../web/src/core/delta.ts";

const { delta } = (await import("../../scripts/delta.mjs")) as unknown as {
  delta: (base: Buffer, target: Buffer) => Buffer;
};

const numbers = (count: number, seed: number) =>
  Buffer.from(Array.from({ length: count }, (_, i) => ((i + seed) ** 2 * 2654435761) % 251));

const base = numbers(5000, 1);
const changed = Buffer.from(base);
for (let i = 100; i < 5000; i += 37) changed[i] = 255;

describe("a delta", () => {
  it.each<[string, Buffer, Buffer]>([
    ["of nothing to nothing", Buffer.alloc(0), Buffer.alloc(0)],
    ["of nothing to something", Buffer.alloc(0), base],
    ["of something to nothing", base, Buffer.alloc(0)],
    ["to the same", base, base],
    ["to bytes changed in place", base, changed],
    [
      "to parts in another order",
      base,
      Buffer.concat([base.subarray(2000), base.subarray(0, 3000)]),
    ],
    ["to something else", base, numbers(3000, 70_000)],
    ["to one that is longer by a byte", base, Buffer.concat([base, Buffer.of(7)])],
    ["of zeros to more zeros", Buffer.alloc(100), Buffer.alloc(100_000)],
  ])("%s gives it", (_, from, to) => {
    expect(Buffer.from(patched(from, delta(from, to))).equals(to)).toBe(true);
  });

  it("is short where there is little to tell", () => {
    expect(delta(base, base).length).toBeLessThan(12);
    expect(delta(base, changed).length).toBeLessThan(4 * 134 + 8);
  });

  it("is applied as its description says", () => {
    const told = Uint8Array.of(
      ...[7, 4, 2, 1, 1], // 7 bytes; how long the lists are
      ...[2, 3, 1, 1], // two new and three taken, one new and one taken
      ...[0, 9], // from where the base is; five back
      ...[1, 10], // the second taken byte is ten more
      ...[100, 101, 102],
    );
    expect(patched(Uint8Array.of(0, 1, 2, 3, 4, 5), told)).toEqual(
      Uint8Array.of(100, 101, 2, 13, 4, 102, 1),
    );
  });
});
