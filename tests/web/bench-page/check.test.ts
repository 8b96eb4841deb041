import { describe, expect, it } from "vitest";
import {
  differenceFrom,
  SAMPLED_ROWS,
  sampledStandard,
  wholeStandard,
} from "../../../web/src/bench/check.ts";
import { inputsOf } from "../../../web/src/bench/contenders.ts";
import { WIDTH } from "../../../web/src/bench/protocol.ts";
import { loadAttention } from "../../../web/src/core/index.ts";
import { attention, causal as causally, type Rows } from "../support/attention.ts";

const core = await loadAttention({ threads: 1 });

function rows(data: Float32Array): Rows {
  return Array.from({ length: data.length / WIDTH }, (_, i) => [
    ...data.subarray(i * WIDTH, (i + 1) * WIDTH),
  ]);
}

for (const causal of [false, true]) {
  describe(`some rows of the reference${causal ? ", causal" : ""}`, () => {
    const inputs = inputsOf(core, 128, causal);
    const [q, k, v] = [inputs.q, inputs.k, inputs.v].map(({ data }) => rows(data)) as [
      Rows,
      Rows,
      Rows,
    ];
    const { output } = attention({ q, k, v, ...(causal && { sees: causally }) });
    const standard = sampledStandard(core, inputs);

    it("are rows of the whole output", () => {
      expect(differenceFrom(standard, Float64Array.from(output.flat()))).toBeLessThan(1e-13);
    });

    it("are as many as the page says, with the first and the last among them", () => {
      const firsts = standard.blocks.map(({ first }) => first);
      const counted = standard.blocks.reduce((sum, block) => sum + block.output.length / WIDTH, 0);
      expect([standard.rows, counted]).toEqual([SAMPLED_ROWS, SAMPLED_ROWS]);
      expect([Math.min(...firsts), Math.max(...firsts)]).toEqual([0, 120]);
    });

    it("find a wrong number in them", () => {
      const wrong = Float64Array.from(output.flat());
      wrong[127 * WIDTH + 5] = (wrong[127 * WIDTH + 5] ?? 0) + 0.25;
      expect(differenceFrom(standard, wrong)).toBeCloseTo(0.25, 12);
    });
  });
}

describe("the largest difference", () => {
  const right = Float64Array.of(1, 2, 3);

  it("counts in both directions", () => {
    expect(differenceFrom(wholeStandard(right), Float64Array.of(1.5, 2, 2.25))).toBe(0.75);
  });

  it("is NaN where a number is none, wherever it stands", () => {
    for (const output of [
      [Number.NaN, 2, 3],
      [9, Number.NaN, 3],
      [1, 2, Number.NaN],
    ]) {
      expect(differenceFrom(wholeStandard(right), Float64Array.from(output))).toBeNaN();
    }
  });

  it("is NaN where the output is too short", () => {
    expect(differenceFrom(wholeStandard(right), Float64Array.of(1, 2))).toBeNaN();
  });
});
