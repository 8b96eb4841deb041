import { describe, expect, it } from "vitest";
import { loadAttention } from "../../../web/src/core/index.ts";
import { largestSentence } from "../../../web/src/figures/tile-tables.ts";
import { Engine } from "../../../web/src/page/engine.ts";
import {
  type Block,
  differenceAt,
  farthest,
  passAt,
  replayOf,
  tileState,
} from "../../../web/src/views/replay.ts";
import type { Grid } from "../../../web/src/views/scene.ts";
import { float32Ulp, ulpsApart } from "../../../web/src/views/ulp.ts";
import { attention, causal, type Rows } from "../support/attention.ts";
import { kedi } from "../support/examples.ts";

const core = await loadAttention();
const engine = new Engine(core);

function replayed(
  input: { q: Rows; k: Rows; v: Rows; causal?: boolean; attend?: boolean[][]; scale?: number },
  block: Block,
) {
  const steps = core.tiledSteps({
    ...input,
    blockQueries: block.queries,
    blockKeys: block.keys,
  });
  return replayOf(steps, input.k.length, block);
}

function gridOf(rows: Rows): Grid {
  const labels = rows.map((_, i) => String(i));
  return {
    name: "output",
    rows: rows.length,
    columns: rows[0]?.length ?? 0,
    at: (i, j) => rows[i]?.[j] ?? Number.NaN,
    rowAxis: "query",
    columnAxis: "valueWidth",
    rowLabels: labels,
    columnLabels: labels,
    hidden: () => false,
    editable: false,
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

/** Near enough for float32 after as many additions as there are keys. */
function near(got: number, wanted: number, size: number) {
  expect(Math.abs(got - wanted) <= 64 * 2 ** -23 * size, `${got} for ${wanted}`).toBe(true);
}

const random = (rows: number, columns: number, seed: number) =>
  engine.random({ rows, columns, seed, deviation: 1.5 });

const problems = [
  { name: "the worked example", q: kedi.q, k: kedi.k, v: kedi.v },
  { name: "12 tokens", q: random(12, 4, 1), k: random(12, 4, 2), v: random(12, 3, 3) },
  { name: "7 queries, 5 keys", q: random(7, 6, 4), k: random(5, 6, 5), v: random(5, 1, 6) },
];
const blocks = [
  [1, 1],
  [2, 1],
  [2, 2],
  [4, 4],
  [3, 5],
] as const;

for (const problem of problems) {
  for (const [queries, keys] of blocks) {
    for (const sees of [() => true, causal]) {
      const masked = sees === causal;
      it(`${problem.name}, tiles of ${queries} x ${keys}${masked ? ", causal" : ""}: all that is kept is what float64 says`, () => {
        const { q, k, v } = problem;
        const replay = replayed({ q, k, v, causal: masked }, { queries, keys });
        const wanted = attention({ q, k, v, sees });
        const score = (i: number, j: number) => wanted.masked[i]?.[j] ?? Number.NaN;
        const last = new Map<number, { maximum: number; sum: number; output: readonly number[] }>();
        for (const pass of replay.passes) {
          const end = Math.min((pass.column + 1) * keys, k.length);
          const seen = Array.from({ length: end }, (_, j) => j);
          for (const { query, before, after, rescale } of pass.queries) {
            const exps = seen.map((j) => Math.exp(score(query, j) - after.maximum));
            near(after.sum, sum(exps), sum(exps));
            after.output.forEach((got, c) => {
              const terms = exps.map((e, j) => e * (v[j]?.[c] ?? Number.NaN));
              near(got, sum(terms), sum(terms.map(Math.abs)));
            });
            for (let j = pass.firstKey; j < pass.lastKey; j++)
              near(pass.weight(query, j) ?? Number.NaN, exps[j] ?? Number.NaN, 1);
            // The maximum is above every score, by less than a factor of two.
            const largest = Math.max(...seen.map((j) => score(query, j)));
            expect(after.maximum - largest).toBeGreaterThan(-1e-5);
            expect(after.maximum - largest).toBeLessThan(Math.LN2 + 1e-5);
            const first = before.maximum === Number.NEGATIVE_INFINITY;
            if (first) expect(rescale).toBe(0);
            else {
              // A power of two, but for what the maximum was rounded by.
              const power = Math.log2(rescale);
              expect(Math.abs(power - Math.round(power))).toBeLessThan(1e-5);
              near(rescale, Math.exp(before.maximum - after.maximum), 1);
            }
            const kept = last.get(query);
            if (kept) expect(before).toEqual(kept);
            else expect(before.sum).toBe(0);
            last.set(query, after);
          }
        }
        for (let i = 0; i < q.length; i++) {
          expect(replay.kept[i]).toEqual(last.get(i));
          wanted.output[i]?.forEach((value, c) => {
            const { output, sum: whole } = replay.kept[i]!;
            expect(replay.output(i, c)).toBe(Math.fround(output[c]! / whole));
            near(replay.output(i, c), value, Math.max(1, Math.abs(value)));
          });
        }
      });

      it(`${problem.name}, tiles of ${queries} x ${keys}${masked ? ", causal" : ""}: a tile appears unless all of it is hidden`, () => {
        const { q, k, v } = problem;
        const replay = replayed({ q, k, v, causal: masked }, { queries, keys });
        let skipped = 0;
        for (let row = 0; row < replay.rows; row++) {
          for (let column = 0; column < replay.columns; column++) {
            const open = q.some(
              (_, i) =>
                Math.floor(i / queries) === row &&
                k.some((_, j) => Math.floor(j / keys) === column && sees(i, j)),
            );
            expect(passAt(replay, row, column) >= 0, `${row} ${column}`).toBe(open);
            if (!open) skipped++;
          }
        }
        expect(replay.skipped).toBe(skipped);
      });
    }
  }
}

it("a row that sees nothing keeps nothing and gives zeros", () => {
  const attend = [
    [false, false, false],
    [true, false, true],
    [true, true, true],
  ];
  const { q, k, v } = kedi;
  const replay = replayed({ q, k, v, attend }, { queries: 1, keys: 1 });
  expect(replay.skipped).toBe(4);
  expect(replay.kept[0]).toEqual({
    maximum: Number.NEGATIVE_INFINITY,
    sum: 0,
    output: [0, 0, 0, 0],
  });
  expect([0, 1, 2, 3].map((c) => replay.output(0, c))).toEqual([0, 0, 0, 0]);
});

it("a NaN among the queries stays in its row", () => {
  const q = [[Number.NaN, 1, 3, 1], kedi.q[1], kedi.q[2]];
  const replay = replayed({ q, k: kedi.k, v: kedi.v }, { queries: 2, keys: 1 });
  expect(replay.output(0, 0)).toBeNaN();
  const { output } = attention(kedi);
  near(replay.output(1, 0), output[1]?.[0] ?? Number.NaN, 1);
  const reference = gridOf([[Number.NaN, 0, 0, 0], ...output.slice(1)]);
  expect(differenceAt(replay, reference, 0, 0)).toBe(0);
  expect(differenceAt(replay, reference, 0, 1)).toBe(Number.POSITIVE_INFINITY);
  expect(farthest(replay, reference)).toEqual({
    row: 0,
    column: 1,
    ulps: Number.POSITIVE_INFINITY,
  });
});

it("an overflow of float32 is said in words, and not counted in ulp", () => {
  const replay = replayed({ q: [[1]], k: [[1]], v: [[1e39, 2]] }, { queries: 1, keys: 1 });
  const said = (language: "en" | "tr", reference: Grid) =>
    largestSentence({ language, replay, reference, pairs: { rowLabels: ["kedi"] } });
  const finite = gridOf([[1e39, 2]]);
  expect(said("en", finite)).toMatch(
    /^Float32 overflows in row kedi, component 1: ∞ here, 1e\+39 /,
  );
  expect(said("tr", finite)).toMatch(/^Float32 taşıyor: satır kedi, bileşen 1\. Burada ∞,/);
  const same = gridOf([[Number.POSITIVE_INFINITY, 2]]);
  expect(said("en", same)).not.toContain("overflow");
  expect(said("en", gridOf([[Number.POSITIVE_INFINITY, 3]]))).toMatch(/^Largest difference: /);
});

it("tiles are done, in hand or to come by the position", () => {
  expect([-1, 0, 1, 2].map((pass) => tileState(pass, 1))).toEqual([
    "skipped",
    "done",
    "now",
    "ahead",
  ]);
});

it("the tiled path works in no more memory from 256 queries and keys on", () => {
  const bytesOf = (tokens: number): number => {
    const zeros = { shape: [tokens, 64], data: new Float32Array(tokens * 64) };
    return core.attention({ q: zeros, k: zeros, v: zeros, path: "tiled" }).scratchBytes;
  };
  const bytes = bytesOf(256);
  expect(bytesOf(1000)).toBe(bytes);
  expect(bytesOf(255)).toBeLessThanOrEqual(bytes);
  expect(bytesOf(64)).toBeLessThan(bytes);
});

describe("units in the last place of float32", () => {
  const next = (value: number) => {
    const bits = new Uint32Array(new Float32Array([value]).buffer);
    return new Float32Array(Uint32Array.of((bits[0] ?? 0) + 1).buffer)[0] ?? Number.NaN;
  };

  it.each([1, 1.5, 1.9999998807907104, 2, 0.1, 3e-39, 1e-45, 0, 2 ** -126, 3e38])(
    "%d is as far from its neighbour",
    (value) => {
      expect(float32Ulp(value)).toBe(next(value) - Math.fround(value));
      expect(float32Ulp(-value)).toBe(float32Ulp(value));
    },
  );

  it("are counted from the reference", () => {
    expect(ulpsApart(1, 1)).toBe(0);
    expect(ulpsApart(1 + 2 ** -23, 1)).toBe(1);
    expect(ulpsApart(-1, -1 - 2 ** -24)).toBe(0.5);
    expect(ulpsApart(0, -0)).toBe(0);
  });

  it("are none where both are no number, and endless where only one is", () => {
    expect(ulpsApart(Number.NaN, Number.NaN)).toBe(0);
    expect(ulpsApart(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)).toBe(0);
    expect(ulpsApart(Number.NaN, 1)).toBe(Number.POSITIVE_INFINITY);
    expect(ulpsApart(1, Number.NaN)).toBe(Number.POSITIVE_INFINITY);
    expect(ulpsApart(Number.POSITIVE_INFINITY, 1e39)).toBe(Number.POSITIVE_INFINITY);
  });
});
