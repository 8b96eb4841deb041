import { describe, expect, it } from "vitest";
import { attention } from "../../../web/src/bench/javascript.ts";
import { causal as causally, type Rows, attention as right } from "../support/attention.ts";

/** Numbers between -2 and 2 without a pattern that a fault could share. */
function numbers(rows: number, columns: number, seed: number): Rows {
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => 2 * Math.sin(seed + 12.9898 * i + 78.233 * j * j)),
  );
}

/** As float32 rounds them. */
const rounded = (rows: Rows): Rows => rows.map((row) => row.map(Math.fround));
const flat = (rows: Rows) => Float32Array.from(rows.flat());

describe("attention in plain JavaScript", () => {
  // One key, fewer than four, a multiple of four, and one more.
  for (const n of [1, 3, 8, 9]) {
    for (const causal of [false, true]) {
      it(`is softmax(q kᵀ / √d) v, ${n} tokens${causal ? ", causal" : ""}`, () => {
        const d = 8;
        const [q, k, v] = [1, 2, 3].map((seed) => rounded(numbers(n, d, seed))) as [
          Rows,
          Rows,
          Rows,
        ];
        const out = new Float32Array(n * d).fill(Number.NaN);
        attention({ n, d, q: flat(q), k: flat(k), v: flat(v), causal, out });
        const { output } = right({ q, k, v, ...(causal && { sees: causally }) });
        const worst = output
          .flat()
          .reduce((most, x, i) => Math.max(most, Math.abs(x - (out[i] ?? Number.NaN))), 0);
        // The sums are float64: what is left is the rounding of a number below 2 to float32.
        expect(worst).toBeLessThanOrEqual(2 ** -24);
      });
    }
  }

  it("does not overflow where exp of a score would", () => {
    const d = 4;
    const q = Float32Array.of(100, 100, 100, 100);
    const out = new Float32Array(d);
    attention({ n: 1, d, q, k: q, v: Float32Array.of(1, 2, 3, 4), causal: false, out });
    expect([...out]).toEqual([1, 2, 3, 4]);
  });
});
