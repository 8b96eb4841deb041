// The screens in which a figure is shown that is higher than the window.

import { describe, expect, it } from "vitest";
import { screensOf } from "../../web/src/lesson/screens.ts";

const block = (top: number, bottom: number) => ({ top, bottom });

describe("screens of a high figure", () => {
  it("is one where it fits", () => {
    expect(screensOf(500, 500, [])).toEqual([0]);
    expect(screensOf(300, 500, [block(0, 300)])).toEqual([0]);
  });

  it("go on by a window, and end where the figure ends", () => {
    // 1300 high, 500 of it in view: 0–500, 500–1000, and the last 500.
    expect(screensOf(1300, 500, [])).toEqual([0, 500, 800]);
    expect(screensOf(1000, 500, [])).toEqual([0, 500]);
  });

  it("begin at what would have been cut", () => {
    // The table from 420 to 700 does not fit below; nor does what crosses 920 after it.
    const blocks = [block(0, 400), block(420, 700), block(900, 1100)];
    expect(screensOf(1400, 500, blocks)).toEqual([0, 420, 900]);
  });

  it("never go on by less than half a window", () => {
    // Beginning at 100 would show most of it again; a block ends where the window does, uncut.
    expect(screensOf(1200, 500, [block(100, 900)])).toEqual([0, 500, 700]);
    expect(screensOf(900, 500, [block(300, 500)])).toEqual([0, 400]);
  });

  it("show every part of it, whatever its blocks", () => {
    for (let seed = 1; seed < 40; seed++) {
      const at = (i: number) => (seed * 7919 * (i + 3)) % 1700;
      const blocks = Array.from({ length: 12 }, (_, i) =>
        block(at(i), at(i) + 30 + at(i + 20) / 4),
      );
      const tops = screensOf(2100, 480, blocks);
      expect(tops[0]).toBe(0);
      expect(tops.at(-1)).toBe(2100 - 480);
      for (const [i, top] of tops.slice(1).entries()) {
        const step = top - (tops[i] ?? 0);
        expect(step).toBeGreaterThan(0);
        expect(step).toBeLessThanOrEqual(480);
      }
    }
  });
});
