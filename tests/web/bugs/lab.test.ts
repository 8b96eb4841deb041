// The wrong variants against numbers worked out by hand or anew in plain float64.

import { beforeAll, describe, expect, test } from "vitest";
import { type Attention, loadAttention } from "../../../web/src/core/index.ts";
import { broken, guessed } from "../../../web/src/lesson/bugs/guess.ts";
import { type Base, difference, tryOut, variantIds } from "../../../web/src/lesson/bugs/lab.ts";
import {
  averaged,
  piecesReshaped,
  plainSoftmax,
  reshaped,
  toZero,
  transposed,
  weighted,
  zeroed,
} from "../../../web/src/lesson/bugs/wrong.ts";
import { attention, causal, multiply, type Rows, transpose } from "../support/attention.ts";
import { kedi } from "../support/examples.ts";

const base: Base = { q: kedi.q, k: kedi.k, v: kedi.v, temperature: 1, causal: false };

function near(actual: Rows, expected: Rows) {
  expect(actual).toHaveLength(expected.length);
  for (const [i, row] of expected.entries()) {
    expect(actual[i]).toHaveLength(row.length);
    for (const [j, value] of row.entries()) expect(actual[i]?.[j]).toBeCloseTo(value, 12);
  }
}

describe("steps written to be wrong", () => {
  test("a product of weights and values", () => {
    expect(
      weighted(
        [[0.5, 0.25]],
        [
          [2, 4],
          [8, 0],
        ],
      ),
    ).toEqual([[3, 2]]);
  });
  test("plain softmax makes NaN of a row that sees nothing", () => {
    const none = Number.NEGATIVE_INFINITY;
    expect(
      plainSoftmax([
        [none, none],
        [0, 0],
      ]),
    ).toEqual([
      [Number.NaN, Number.NaN],
      [0.5, 0.5],
    ]);
  });
  test("zeros after softmax", () => {
    const sees = [
      [true, false],
      [true, true],
    ];
    expect(
      zeroed(
        [
          [0.5, 0.5],
          [0.25, 0.75],
        ],
        sees,
      ),
    ).toEqual([
      [0.5, 0],
      [0.25, 0.75],
    ]);
  });
  test("a bias that takes hidden scores to 0", () => {
    expect(toZero([[3, 5]], [[true, false]])).toEqual([[0, -5]]);
  });
  test("two heads of two tokens, the shape of the memory kept", () => {
    // jsbaan/transformer-from-scratch, pull request 6: [a b e f], [c d g h] would be right.
    const heads = [
      [
        [1, 2],
        [3, 4],
      ],
      [
        [5, 6],
        [7, 8],
      ],
    ];
    expect(reshaped(heads)).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ]);
    expect(piecesReshaped(2, 3)[1]).toEqual([
      { head: 0, token: 2 },
      { head: 1, token: 0 },
    ]);
    expect(averaged(heads)).toEqual([
      [3, 4, 3, 4],
      [5, 6, 5, 6],
    ]);
  });
  test("the transpose", () => {
    expect(transposed([[1, 2, 3]])).toEqual([[1], [2], [3]]);
  });
});

describe("the lab", () => {
  let core: Attention;
  beforeAll(async () => {
    core = await loadAttention();
  });
  const halves = (rows: Rows) => [rows.map((r) => r.slice(0, 2)), rows.map((r) => r.slice(2))];
  const headsOf = (scale?: number) => {
    const [q, k, v] = [halves(kedi.q), halves(kedi.k), halves(kedi.v)];
    return q.map((one, h) =>
      attention({
        q: one,
        k: k[h] ?? [],
        v: v[h] ?? [],
        ...(scale === undefined ? {} : { scale }),
      }),
    );
  };
  const sideBySide = (heads: readonly { output: Rows }[]) =>
    kedi.q.map((_, i) => heads.flatMap(({ output }) => output[i] ?? []));

  test("every variant gives something else than the right result", () => {
    for (const id of variantIds) {
      const heads = id === "scale-heads" ? 4 : 2;
      const { right, wrong } = tryOut(core, id, base, heads);
      const apart = difference(right.output, wrong.output).flat();
      expect(
        apart.some((d) => d !== 0),
        id,
      ).toBe(true);
    }
  });

  test("divided by the root of the whole width", () => {
    const { right, wrong, told } = tryOut(core, "scale-model", base, 2);
    near(right.output, sideBySide(headsOf()));
    near(wrong.output, sideBySide(headsOf(1 / 2)));
    expect(told.due).toBeCloseTo(Math.SQRT2, 12);
    expect(told.used).toBe(2);
  });

  test("two heads of width 2 hide a division by the root of the heads", () => {
    const { right, wrong } = tryOut(core, "scale-heads", base, 2);
    expect(
      difference(right.output, wrong.output)
        .flat()
        .every((d) => d === 0),
    ).toBe(true);
  });

  test("not divided, whatever the temperature", () => {
    const { wrong } = tryOut(core, "scale-none", { ...base, temperature: 2 }, 2);
    near(wrong.weights, attention({ ...kedi, scale: 0.5 }).weights);
  });

  test("softmax down the columns", () => {
    const { wrong, told } = tryOut(core, "columns", base, 1);
    const { scaled } = attention(kedi);
    const columns = transpose(scaled).map((column) => {
      const e = column.map(Math.exp);
      const sum = e.reduce((a, b) => a + b, 0);
      return e.map((x) => x / sum);
    });
    near(wrong.weights, transpose(columns));
    near(wrong.output, multiply(transpose(columns), kedi.v));
    expect(told.columnSum).toBeCloseTo(1, 12);
  });

  test("masks", () => {
    const scaled = attention(kedi).scaled;
    const zero = scaled.map((row, i) => row.map((s, j) => (causal(i, j) ? s : 0)));
    near(tryOut(core, "mask-zero", base, 1).wrong.weights, plainSoftmax(zero));
    const all = attention(kedi).weights;
    const after = all.map((row, i) => row.map((w, j) => (causal(i, j) ? w : 0)));
    near(tryOut(core, "mask-after", base, 1).wrong.weights, after);
    const seen = (sees: (i: number, j: number) => boolean) => attention({ ...kedi, sees }).weights;
    const weights = (id: "mask-transposed" | "mask-early" | "mask-inverted") =>
      tryOut(core, id, base, 1).wrong.weights;
    near(
      weights("mask-transposed"),
      seen((i, j) => j >= i),
    );
    near(
      weights("mask-early"),
      seen((i, j) => j <= i + 1),
    );
    near(
      weights("mask-inverted"),
      seen((i, j) => j > i),
    );
  });

  test("a row that sees nothing: NaN, where the core has zeros", () => {
    const { right, wrong, told } = tryOut(core, "mask-empty", base, 1);
    expect(right.weights[0]).toEqual([0, 0, 0]);
    expect(wrong.weights[0]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    near(wrong.weights.slice(1), right.weights.slice(1));
    expect(told.lost).toBe(4);
    expect(told.numbers).toBe(12);
  });

  test("Q = K", () => {
    const { wrong, told } = tryOut(core, "query-is-key", base, 1);
    near(wrong.weights, attention({ ...kedi, k: kedi.q }).weights);
    // Scores 6 2 4 / 2 6 2 / 6 3 5, halved: at most 2 apart, then 1.
    expect(told.right).toBeCloseTo(1, 12);
    expect(told.wrong).toBe(0);
  });

  test("heads averaged, and heads merged without the transpose", () => {
    const heads = headsOf();
    const mean = kedi.q.map((_, i) =>
      [0, 1].map((c) => ((heads[0]?.output[i]?.[c] ?? 0) + (heads[1]?.output[i]?.[c] ?? 0)) / 2),
    );
    near(
      tryOut(core, "heads-averaged", base, 2).wrong.output,
      mean.map((m) => [...m, ...m]),
    );
    const flat = heads.flatMap(({ output }) => output);
    const rows = [0, 2, 4].map((i) => [...(flat[i] ?? []), ...(flat[i + 1] ?? [])]);
    near(tryOut(core, "heads-reshaped", base, 2).wrong.output, rows);
  });

  test("ALiBi with the wrong sign", () => {
    const { wrong, told } = tryOut(core, "alibi-sign", base, 1);
    const bias = [0, 1, 2].map((i) => [0, 1, 2].map((j) => Math.abs(i - j) / 2));
    near(wrong.weights, attention({ ...kedi, bias }).weights);
    const e = [Math.E, Math.exp(0.5), 1];
    expect(told.wrongFar).toBeCloseTo(Math.E / e.reduce((a, b) => a + b), 12);
  });

  test("RoPE on values, and positions that stay at 0", () => {
    const turn = (rows: Rows, positions: readonly number[]) =>
      rows.map((row, i) =>
        row.map((x, c) => {
          const angle = (positions[i] ?? 0) * 10_000 ** (-(c - (c % 2)) / 4);
          const other = row[c % 2 === 0 ? c + 1 : c - 1] ?? 0;
          return x * Math.cos(angle) + (c % 2 === 0 ? -other : other) * Math.sin(angle);
        }),
      );
    const at = [0, 1, 2];
    const turned = { q: turn(kedi.q, at), k: turn(kedi.k, at) };
    const values = tryOut(core, "rotary-values", base, 1);
    near(values.right.output, attention({ ...turned, v: kedi.v }).output);
    near(values.wrong.output, attention({ ...turned, v: turn(kedi.v, at) }).output);
    expect(values.told.right).toBe(0);
    expect(values.told.wrong).toBeGreaterThan(0.1);
    const stuck = [0, 1, 0];
    const { wrong } = tryOut(core, "cache-positions", base, 1);
    const expected = { q: turn(kedi.q, stuck), k: turn(kedi.k, stuck), v: kedi.v, sees: causal };
    near(wrong.output, attention(expected).output);
  });

  test("each fault of the game breaks one invariant", () => {
    const found = guessed.map((id) => broken(tryOut(core, id, { ...base, causal: true }, 1)));
    expect(found).toEqual(["ahead", "sums", "symmetric", "sums", "numbers", "ahead", "ahead"]);
  });
});
