import { describe, expect, it } from "vitest";
import { cut, place, worthWorkers } from "../../../web/src/core/shares.ts";

/** How often each row of each head is computed. */
function rowsOf(lists: number[][], heads: number, queries: number): number[] {
  const counts = new Array<number>(heads * queries).fill(0);
  for (const shares of lists) {
    for (let i = 0; i < shares.length; i += 4) {
      const [head = 0, next, first = 0, last = 0] = shares.slice(i, i + 4);
      expect(next).toBe(head + 1);
      expect(first % 8).toBe(0);
      for (let q = first; q < last; q++) counts[head * queries + q]!++;
    }
  }
  return counts;
}

describe("shares", () => {
  const problems = [1, 7, 8, 9, 64, 255, 256, 257, 1000, 2048, 4096].flatMap((queries) =>
    [1, 2, 3, 4, 8].flatMap((workers) => [1, 2, 5].map((heads) => [heads, queries, workers])),
  );

  it.each(problems)("%i heads of %i queries for %i workers: every row once", (h, q, w) => {
    const lists = cut(h!, q!, w!);
    expect(lists.length).toBeLessThanOrEqual(w!);
    expect(rowsOf(lists, h!, q!).every((count) => count === 1)).toBe(true);
  });

  it.each([
    [2048, 2],
    [4096, 2],
    [2048, 3],
    [4096, 4],
  ])("%i queries for %i workers cost the same, causal or not", (queries, workers) => {
    const costs = (cost: (q: number) => number) =>
      cut(1, queries, workers).map((shares) => {
        let sum = 0;
        for (let i = 0; i < shares.length; i += 4)
          for (let q = shares[i + 2]!; q < shares[i + 3]!; q++) sum += cost(q);
        return sum;
      });
    for (const cost of [() => 1, (q: number) => q + 1]) {
      const each = costs(cost);
      expect(Math.max(...each) / (each.reduce((a, b) => a + b) / workers)).toBeLessThan(1.08);
    }
  });

  it("puts rows where they belong", () => {
    // Two heads of 3 queries, 2 columns: head 1's first two rows and head 0's last.
    const to = new Float32Array(12);
    place(Float32Array.of(1, 2, 3, 4, 5, 6), [1, 2, 0, 2, 0, 1, 2, 3], 3, to);
    expect([...to]).toEqual([0, 0, 0, 0, 5, 6, 1, 2, 3, 4, 0, 0]);
  });
});

describe("what is worth Workers", () => {
  const problem = (n: number, options = {}) => {
    const tensor = { shape: [n, 64], data: new Float32Array() };
    return { q: tensor, k: tensor, v: tensor, options, logSumExp: false, bytes: 0 };
  };
  it("is told by the visible pairs", () => {
    expect(worthWorkers(problem(512))).toBe(false);
    expect(worthWorkers(problem(1024))).toBe(true);
    expect(worthWorkers(problem(1024, { window: 16 }))).toBe(false);
    expect(worthWorkers(problem(800))).toBe(true);
    expect(worthWorkers(problem(800, { causal: "top-left" }))).toBe(false);
    expect(worthWorkers(problem(1024, { window: 16, dilation: 40 }))).toBe(true);
    expect(worthWorkers(problem(1024, { window: 16, globals: new Float64Array(2) }))).toBe(false);
    expect(worthWorkers(problem(1024, { window: 16, globals: new Float64Array(600) }))).toBe(true);
    const blocks = (...open: number[]) => ({
      blocks: { visible: { shape: [2, 2], data: Uint8Array.from(open) } },
    });
    expect(worthWorkers(problem(1024, blocks(1, 0, 0, 1)))).toBe(true);
    expect(worthWorkers(problem(1024, blocks(0, 0, 0, 1)))).toBe(false);
  });
});
