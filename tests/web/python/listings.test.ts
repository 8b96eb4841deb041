// Every listing of the shelf, and the listings of tutorials where they are there, as they stand.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { kindOf } from "../../../web/src/python/cell.ts";
import { later, leaks, rowSums } from "../../../web/src/python/checks.ts";
import type { Numbers } from "../../../web/src/python/protocol.ts";
import { codeOf, type ListingId, listingIds, shelf } from "../../../web/src/python/shelf/index.ts";
import { attention, causal, multiply, type Rows, transpose } from "../support/attention.ts";
import { runCell } from "../support/cell.ts";
import { kedi, kediProjected } from "../support/examples.ts";

const numbers = (rows: Rows): Numbers => ({
  shape: [rows.length, rows[0]?.length ?? 0],
  data: Float64Array.from(rows.flat()),
});

const { x, wq, wk, wv } = kediProjected;
const matrices = {
  X: numbers(x),
  Wq: numbers(wq),
  Wk: numbers(wk),
  Wv: numbers(wv),
  Q: numbers(kedi.q),
  K: numbers(kedi.k),
  V: numbers(kedi.v),
};

async function run(code: string) {
  const result = await runCell(code, {
    kind: kindOf(code),
    matrices,
    labels: { tokens: kedi.tokens },
    results: ["output", "weights", "out", "w"],
  });
  return { ...result, output: result.output.join("") };
}

function expectNear(made: Numbers | undefined, wanted: Rows, within = 1e-6): void {
  expect(made?.shape).toEqual([wanted.length, wanted[0]?.length ?? 0]);
  for (const [i, value] of wanted.flat().entries()) {
    expect(Math.abs((made?.data[i] ?? Number.NaN) - value), `number ${i}`).toBeLessThan(within);
  }
}

const columnsOf = (rows: Rows, from: number, to: number) => rows.map((row) => row.slice(from, to));

/** Attention of two heads, each with its half of the columns. */
function twoHeads(scale: number) {
  const [first, second] = [0, 2].map((at) =>
    attention({
      q: columnsOf(kedi.q, at, at + 2),
      k: columnsOf(kedi.k, at, at + 2),
      v: columnsOf(kedi.v, at, at + 2),
      scale,
    }),
  ) as [ReturnType<typeof attention>, ReturnType<typeof attention>];
  const output = first.output.map((row, i) => [...row, ...(second.output[i] ?? [])]);
  return { first, second, output };
}

/** Pairs side by side, each turned by its row times its own angle. */
function rotated(rows: Rows, position = (row: number) => row): Rows {
  return rows.map((row, i) =>
    row.map((value, j) => {
      const angle = position(i) * 10_000 ** (-(j - (j % 2)) / row.length);
      const other = row[j % 2 === 0 ? j + 1 : j - 1] ?? Number.NaN;
      const sign = j % 2 === 0 ? -1 : 1;
      return value * Math.cos(angle) + sign * other * Math.sin(angle);
    }),
  );
}

const { q, k, v } = kedi;
const plain = attention(kedi);
const masked = attention({ ...kedi, sees: causal });
const zeroed = plain.weights.map((row, i) => row.map((w, j) => (j > i ? 0 : w)));
const heads = twoHeads(1 / Math.sqrt(2));
const softmaxOf = (scores: Rows): Rows =>
  scores.map((row) => {
    const e = row.map(Math.exp);
    const sum = e.reduce((a, b) => a + b, 0);
    return e.map((value) => value / sum);
  });

/** What each listing must leave in `output`, from plain float64. */
const outputs: Partial<Record<ListingId, Rows>> = {
  five: plain.output,
  steps: plain.output,
  causal: masked.output,
  heads: heads.output,
  rope: attention({ q: rotated(q), k: rotated(k), v }).output,
  cache: masked.output,
  online: plain.output,
  "scale-model": twoHeads(1 / 2).output,
  "scale-none": attention({ ...kedi, scale: 1 }).output,
  columns: multiply(transpose(softmaxOf(transpose(plain.scaled))), v),
  "mask-zero": multiply(
    softmaxOf(plain.scaled.map((row, i) => row.map((s, j) => (j > i ? 0 : s)))),
    v,
  ),
  "mask-after": multiply(zeroed, v),
  "mask-transposed": attention({ ...kedi, sees: (i, j) => j >= i }).output,
  "mask-early": attention({ ...kedi, sees: (i, j) => j <= i + 1 }).output,
  "query-is-key": attention({ q, k: q, v }).output,
  "heads-averaged": heads.first.output.map((row, i) => {
    const mean = row.map((value, j) => (value + (heads.second.output[i]?.[j] ?? 0)) / 2);
    return [...mean, ...mean];
  }),
  "alibi-sign": attention({
    ...kedi,
    bias: q.map((_, i) => k.map((_, j) => Math.abs(i - j) / 2)),
  }).output,
  "rotary-values": attention({ q: rotated(q), k: rotated(k), v: rotated(v) }).output,
  "cache-positions": masked.output,
};

describe("the shelf", () => {
  test("every listing has a title of its own in both languages, and code that ends in one line break", () => {
    for (const language of ["en", "tr"] as const) {
      const titles = shelf(language).flatMap(({ listings }) => listings.map(({ title }) => title));
      expect(new Set(titles).size).toBe(listingIds.length);
    }
    for (const id of listingIds) expect(codeOf(id), id).toMatch(/[^\n]\n$/);
  });

  for (const id of listingIds) {
    test(id, async () => {
      const { error, values } = await run(codeOf(id));
      expect(error).toBeNull();
      const wanted = outputs[id];
      if (wanted) expectNear(values.output, wanted);
      else expect(values.output?.shape).toEqual([3, 4]);
    });
  }

  test("a row that sees nothing has no softmax", async () => {
    const { values } = await run(codeOf("mask-empty"));
    expect([...(values.weights?.data.subarray(0, 3) ?? [])]).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ]);
  });

  test("rows of the merge without a transpose hold other tokens", async () => {
    const { values } = await run(codeOf("heads-reshaped"));
    const flat = [...heads.first.output.flat(), ...heads.second.output.flat()];
    expectNear(values.output, [flat.slice(0, 4), flat.slice(4, 8), flat.slice(8)]);
  });
});

const folder = fileURLToPath(new URL("../../../../shared/listings", import.meta.url));

describe.skipIf(!existsSync(folder))("listings of tutorials, unmodified", () => {
  const read = (file: string) => readFileSync(`${folder}/${file}`, "utf8");

  test("every one of them runs to its end", async () => {
    const programs = readdirSync(folder).filter((file) => file.endsWith(".py"));
    expect(programs.length).toBeGreaterThan(2);
    for (const file of programs) expect((await run(read(file))).error, file).toBeNull();
  });

  test("the five lines give the worked example’s output and weights", async () => {
    const { values, call } = await run(read("five_lines_torch.py"));
    expect(call).toBe("output, weights = self_attention(X, Wq, Wk, Wv)");
    expectNear(values.output, plain.output);
    expectNear(values.weights, plain.weights);
  });

  test("step by step prints what NumPy prints, character for character", async () => {
    const { output } = await run(read("step_by_step_numpy.py"));
    expect(output).toBe(read("step_by_step_numpy.expected.txt"));
  });

  test("the causal one hides the future, and its rows sum to 1", async () => {
    const { values } = await run(read("causal_numpy.py"));
    const w = values.w as Numbers;
    expect(w.shape).toEqual([4, 4]);
    expect(leaks(w, later)).toBe(0);
    expect(rowSums(w).farthest).toBeLessThan(1e-6);
  });
});
