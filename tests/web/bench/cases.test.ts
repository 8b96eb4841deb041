import { describe, expect, test } from "vitest";
import { loadAttention } from "../../../web/src/core/index.ts";
import { type Case, cases, operations, problem } from "../../bench/cases.ts";
import { javascript } from "../../bench/contenders/javascript.ts";
import { exact, largestError } from "../../bench/exact.ts";

const core = await loadAttention();

const base: Case = {
  kind: "prefill",
  heads: 2,
  queries: 100,
  keys: 100,
  width: 8,
  causal: false,
};

const made = (c: Case) =>
  problem(c, (columns, seed) => Float32Array.from(core.random({ rows: 1, columns, seed }).data));

describe("operations", () => {
  test("count four for every pair of a query and a key, column and head", () => {
    expect(operations(base)).toBe(4 * 2 * 100 * 100 * 8);
  });

  test("of causal are half", () => {
    expect(operations({ ...base, causal: true })).toBe(operations(base) / 2);
  });

  test("of a decode count its one query", () => {
    expect(operations({ ...base, kind: "decode", queries: 1 })).toBe(4 * 2 * 100 * 8);
  });

  test("of a window count the window for every query, also where it is cut by the start", () => {
    const windowed: Case = { ...base, kind: "window", causal: true, window: 10 };
    expect(operations(windowed)).toBe(4 * 2 * 100 * 10 * 8);
  });
});

describe("cases", () => {
  test("go from small to large, so that the time of the next can be guessed", () => {
    const sizes = cases(false).map(operations);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  });

  test("of a quick run are cases of a whole one", () => {
    const whole = new Set(cases(false).map((c) => JSON.stringify(c)));
    for (const c of cases(true)) expect(whole).toContain(JSON.stringify(c));
  });
});

describe("exact", () => {
  test("one visible key gives its value", () => {
    const p = made({ ...base, heads: 1, queries: 3, keys: 3, causal: true, window: 1 });
    expect([...exact(p).rows]).toEqual([...p.v]);
  });

  test("equal scores give the mean of the visible values", () => {
    const p = made({ ...base, heads: 1, queries: 4, keys: 4, width: 1, causal: true, window: 2 });
    p.q.fill(0);
    p.v.set([1, 3, 7, 9]);
    expect([...exact(p).rows]).toEqual([1, 2, 5, 8]);
  });

  test("heads do not mix", () => {
    const p = made(base);
    const half = p.q.length / 2;
    const alone = exact({
      ...p,
      heads: 1,
      q: p.q.subarray(half),
      k: p.k.subarray(half),
      v: p.v.subarray(half),
    });
    expect([...exact(p).rows.subarray(half)]).toEqual([...alone.rows]);
  });

  test("agrees with plain JavaScript, tails and one query included", async () => {
    for (const causal of [false, true])
      for (const [queries, keys, width] of [
        [7, 7, 5],
        [64, 64, 16],
        [1, 9, 3],
      ] as const) {
        const p = made({ ...base, queries, keys, width, causal });
        const way = await javascript.ways(p)[0]!();
        const output = way.read(await way.run());
        expect(largestError(output, p, exact(p))).toBeLessThan(1e-6);
      }
  });
});

describe("largestError", () => {
  const p = made({ ...base, heads: 1, queries: 2, keys: 2, width: 2 });
  const expected = { rows: Float64Array.of(1, 2, 3, 4), stride: 1 };

  test("is the largest difference", () => {
    expect(largestError([1, 2.5, 3, 3.75], p, expected)).toBe(0.5);
  });

  test("is infinite where a NaN stands, or where numbers are missing", () => {
    expect(largestError([1, Number.NaN, 3, 9], p, expected)).toBe(Number.POSITIVE_INFINITY);
    expect(largestError([1, 2, 3], p, expected)).toBe(Number.POSITIVE_INFINITY);
  });

  test("looks at the rows that were computed", () => {
    const everyOther = { rows: Float64Array.of(3, 4), stride: 2 };
    const four = { ...p, queries: 2, heads: 2 };
    const first = { rows: Float64Array.of(1, 2, 5, 6), stride: 2 };
    expect(largestError([1, 2, 9, 9, 5, 7, 9, 9], four, first)).toBe(1);
    expect(largestError([3, 4, 9, 9], p, everyOther)).toBe(0);
  });
});
