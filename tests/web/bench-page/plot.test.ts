import { describe, expect, it } from "vitest";
import { squareLines } from "../../../web/src/bench/plot.ts";
import { shareOf } from "../../../web/src/views/plot-frame.ts";

describe("a logarithmic axis", () => {
  it("puts equal factors at equal distances", () => {
    const axis = { from: 2, to: 20_000, log: true };
    expect([2, 20, 200, 2000, 20_000].map((x) => shareOf(x, axis))).toEqual([
      0,
      expect.closeTo(0.25, 12),
      expect.closeTo(0.5, 12),
      expect.closeTo(0.75, 12),
      1,
    ]);
  });
});

describe("the lines that rise with n²", () => {
  const x = { from: 10, to: 1000 };
  const y = { from: 1, to: 1e6 };
  const lines = squareLines(x, y);

  it("rise with n², a factor of 100 apart", () => {
    const factors = lines.map(([a, b]) => {
      expect(b.y / a.y).toBeCloseTo((b.x / a.x) ** 2, 6);
      return b.y / b.x ** 2;
    });
    expect(factors[0]).toBeCloseTo(1, 12);
    expect(factors[1]).toBeCloseTo(0.01, 12);
    expect(factors).toHaveLength(3);
  });

  it("stay within the axes", () => {
    for (const { x: n, y: time } of lines.flat()) {
      expect(n).toBeGreaterThanOrEqual(x.from);
      expect(n).toBeLessThanOrEqual(x.to);
      expect(time).toBeGreaterThanOrEqual(y.from * (1 - 1e-12));
      expect(time).toBeLessThanOrEqual(y.to);
    }
  });
});
