import { describe, expect, it } from "vitest";
import { MOST_SPARE_BYTES, Spare } from "../../web/src/core/spare.ts";

const bytes = (count: number) => new ArrayBuffer(count);

describe("spare memory", () => {
  it("is used again where it has the length asked for, and is new elsewhere", () => {
    const spare = new Spare();
    const [short, long] = [bytes(12), bytes(16)];
    spare.give([short, long]);
    expect(spare.take(4).buffer).toBe(long);
    const other = spare.take(4);
    expect(other).toEqual(new Float32Array(4));
    expect(other.buffer).not.toBe(long);
    expect(spare.take(3).buffer).toBe(short);
  });

  it("holds a copy of its own", () => {
    const spare = new Spare();
    spare.give([new Float32Array([7, 7]).buffer]);
    const data = new Float32Array([1, 2]);
    const copy = spare.copyOf({ shape: [2, 1], data });
    data.fill(0);
    expect(copy).toEqual({ shape: [2, 1], data: new Float32Array([1, 2]) });
  });

  it("keeps what came last, up to its limit, and nothing once cleared", () => {
    const spare = new Spare();
    const half = MOST_SPARE_BYTES / 2;
    const [first, second, third] = [bytes(half), bytes(half), bytes(half)];
    spare.give([first]);
    spare.give([second, third]);
    const taken = [0, 0, 0].map(() => spare.take(half / 4).buffer);
    // Not by matchers, which would print what differs.
    expect(taken.map((one) => [first, second, third].indexOf(one as ArrayBuffer))).toEqual([
      2, 1, -1,
    ]);
    spare.give([third]);
    spare.clear();
    expect(spare.take(half / 4).buffer === third).toBe(false);
  });
});
