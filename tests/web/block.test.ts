// The stages of the block hold together, in every kind of it.

import { beforeAll, describe, expect, test } from "vitest";
import { type Attention, loadAttention } from "../../web/src/core/index.ts";
import { workedExample } from "../../web/src/inputs/example.ts";
import { toDirect } from "../../web/src/inputs/state.ts";
import { blockOf, type Kind, type StageId } from "../../web/src/lesson/block-stages.ts";
import { programOf } from "../../web/src/lesson/python.ts";
import { multiply, type Rows, selfAttention } from "./support/attention.ts";
import { kedi, kediProjected } from "./support/examples.ts";
import { phi } from "./support/sums.ts";

const plus = (a: Rows, b: Rows) =>
  a.map((row, i) => row.map((x, j) => x + (b[i]?.[j] ?? Number.NaN)));

const norm = (rows: Rows, centred: boolean) =>
  rows.map((row) => {
    const mean = centred ? row.reduce((a, b) => a + b, 0) / row.length : 0;
    const square = row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / row.length;
    return row.map((x) => (x - mean) / Math.sqrt(square + 1e-5));
  });

const gelu = (x: number) => x * phi(x);

function near(actual: Rows | undefined, expected: Rows) {
  expect(actual?.length).toBe(expected.length);
  for (const [i, row] of expected.entries())
    for (const [j, x] of row.entries()) expect(actual?.[i]?.[j]).toBeCloseTo(x, 10);
}

describe("the block", () => {
  let core: Attention;
  beforeAll(async () => {
    core = await loadAttention();
  });

  for (const place of ["pre", "post"] as const)
    for (const normalization of ["layer", "rms"] as const)
      for (const activation of ["gelu", "swiglu"] as const)
        test(`${place}, ${normalization}, ${activation}`, () => {
          const kind: Kind = { place, normalization, activation, seed: 3 };
          const block = blockOf(core, workedExample.state, kind);
          const stages = new Map(block?.stages.map((stage) => [stage.id, stage]));
          const rows = (id: StageId) => stages.get(id)?.rows ?? [];
          const order = block?.stages.map(({ id }) => id);
          const centred = normalization === "layer";
          const { x } = kediProjected;
          const seen = place === "pre" ? norm(x, centred) : x;
          const { weights, output } = selfAttention({ ...kediProjected, x: seen });
          near(rows("weights"), weights);
          near(rows("attention"), output);
          near(rows("residual1"), plus(x, output));
          const into = place === "pre" ? rows("norm2") : rows("norm1");
          near(into, norm(rows("residual1"), centred));
          const { w1, wGate, w2 } = block?.drawn ?? { w1: [], wGate: [], w2: [] };
          near(rows("hidden"), multiply(into, w1));
          near(rows("forward"), multiply(rows("activated"), w2));
          if (activation === "gelu") {
            near(
              rows("activated"),
              rows("hidden").map((row) => row.map(gelu)),
            );
          } else {
            const gate = multiply(into, wGate);
            const silu = gate.map((row) => row.map((g) => g / (1 + Math.exp(-g))));
            near(
              rows("activated"),
              silu.map((row, i) => row.map((s, j) => s * (rows("hidden")[i]?.[j] ?? 0))),
            );
          }
          const stream = place === "pre" ? rows("residual1") : into;
          near(rows("residual2"), plus(stream, rows("forward")));
          if (place === "post") near(rows("norm2"), norm(rows("residual2"), centred));
          expect(order?.at(0)).toBe("x");
          expect(order?.at(-1)).toBe(place === "pre" ? "residual2" : "norm2");
        });

  test("without X there is no block", () => {
    const direct = toDirect(workedExample.state, { q: kedi.q, k: kedi.k, v: kedi.v });
    const kind: Kind = { place: "pre", normalization: "layer", activation: "gelu", seed: 1 };
    expect(blockOf(core, direct, kind)).toBeNull();
  });
});

describe("the program with the reader’s numbers", () => {
  const comments = { output: "out", sums: "sums", identity: "identity" };

  test("X and the weights, numbers as Python reads them", () => {
    const source = { kind: "projected" as const, ...kediProjected, x: [[0.1, Number.NaN, -1e-7]] };
    const program = programOf(source, comments, ["[1.0]"]);
    expect(program).toContain('[[0.1, float("nan"), -1e-7]], dtype=torch.float64)');
    expect(program).toContain("output, weights = self_attention(X, Wq, Wk, Wv)");
    expect(program).toContain("# out\n#   [1.0]\nprint(weights.sum(dim=-1))  # sums");
  });

  test("Q, K and V of one’s own go in with the identity for X", () => {
    const program = programOf({ kind: "direct", q: kedi.q, k: kedi.k, v: kedi.v }, comments, []);
    expect(program).toContain(
      "# identity\nX = torch.eye(3, dtype=torch.float64)\nWq = torch.tensor(",
    );
  });
});
