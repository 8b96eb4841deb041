import { describe, expect, it } from "vitest";
import type { Measurement, Report } from "../../../web/src/bench/protocol.ts";
import { noResults, progressOf, withReport } from "../../../web/src/bench/results.ts";

const settings = { causal: false, largest: 256, milliseconds: 3000, bytes: 2 ** 30 };
const measurement: Measurement = {
  ...{ contender: "javascript", n: 64, medianMs: 1, minMs: 1 },
  ...{ difference: 0, rows: 64, scratchBytes: null },
};
const told = (...reports: Report[]) => reports.reduce(withReport, noResults(settings));

describe("the progress", () => {
  it("counts five contenders at each size", () => {
    expect(progressOf(told())).toEqual({ done: 0, all: 15 });
  });

  it("counts what was measured, and what will not be", () => {
    expect(progressOf(told({ kind: "measured", measurement }))).toEqual({ done: 1, all: 15 });
    const reason = { kind: "oneCore" } as const;
    const missing: Report = { kind: "ended", contender: "workers", n: 64, reason };
    const late: Report = { kind: "ended", contender: "reference", n: 256, reason };
    expect(progressOf(told(missing, late)).done).toBe(3 + 1);
  });
});

describe("what the page knows", () => {
  it("names what is being measured until all is done", () => {
    const began: Report = { kind: "began", contender: "simd", n: 128 };
    expect(told(began).now).toEqual({ contender: "simd", n: 128 });
    expect(told(began, { kind: "done" })).toMatchObject({ phase: "done", now: null });
  });

  it("keeps its measurements when the Worker breaks down", () => {
    const results = told({ kind: "measured", measurement }, { kind: "broken", message: "why" });
    expect(results).toMatchObject({ phase: "broken", broken: "why" });
    expect(results.measurements).toEqual([measurement]);
  });
});
