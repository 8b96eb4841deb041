import { describe, expect, it } from "vitest";
import { type Inputs, type Standard, wholeStandard } from "../../../web/src/bench/check.ts";
import type { ContenderName, Report, Settings } from "../../../web/src/bench/protocol.ts";
import { type Contender, run } from "../../../web/src/bench/run.ts";
import { AttentionError } from "../../../web/src/core/index.ts";

const settings: Settings = { causal: false, largest: 512, milliseconds: 3000, bytes: 2 ** 30 };
const tensor = { shape: [1, 1], data: new Float32Array(1) };

/** A bench whose clock moves as its contenders say; the right output is all 7. */
function bench() {
  const reports: Report[] = [];
  let time = 0;
  let sampled = 0;
  const contender = (
    name: ContenderName,
    milliseconds: (n: number) => number,
    options: {
      value?: (n: number) => number;
      bytes?: (n: number) => number;
      writes?: boolean;
    } = {},
  ): Contender => ({
    name,
    bytes: options.bytes ?? (() => 0),
    compute: ({ n, out }) => {
      time += milliseconds(n);
      const output = name === "reference" ? new Float64Array(out.length) : out;
      if (options.writes ?? true) output.fill((options.value ?? (() => 7))(n));
      return { output, scratchBytes: name === "simd" ? 1000 : null };
    },
  });
  const inputs = (n: number): Inputs => ({
    ...{ n, causal: false, q: tensor, k: tensor, v: tensor },
    out: new Float32Array(n * 64),
  });
  const sample = ({ n }: Inputs): Standard => {
    sampled++;
    return { ...wholeStandard(new Float64Array(n * 64).fill(7)), rows: 5 };
  };
  return {
    contender,
    reports,
    get sampled() {
      return sampled;
    },
    run: (contenders: Contender[], changed: Partial<Settings> = {}) =>
      run(
        contenders,
        { ...settings, ...changed },
        { inputs, sample, clock: () => time, tell: (report) => reports.push(report) },
      ),
  };
}

const measuredSizes = (reports: Report[], name: ContenderName) =>
  reports.flatMap((report) =>
    report.kind === "measured" && report.measurement.contender === name
      ? [report.measurement.n]
      : [],
  );
const endOf = (reports: Report[], name: ContenderName) =>
  reports.find((report) => report.kind === "ended" && report.contender === name);

describe("a run", () => {
  it("doubles n up to the largest and ends with done", async () => {
    const { contender, reports, run } = bench();
    await run([contender("javascript", () => 30)]);
    expect(measuredSizes(reports, "javascript")).toEqual([64, 128, 256, 512]);
    expect(reports.at(-1)).toEqual({ kind: "done" });
  });

  it("tells of the time, the difference, the rows and the scratch", async () => {
    const { contender, reports, run } = bench();
    await run(
      [
        contender("reference", () => 300),
        contender("simd", () => 250, { value: () => 7 + 2 ** -20 }),
      ],
      { largest: 64 },
    );
    const told = reports.flatMap((report) =>
      report.kind === "measured" ? [report.measurement] : [],
    );
    expect(told).toEqual([
      {
        ...{ contender: "reference", n: 64, medianMs: 300, minMs: 300 },
        ...{ difference: null, rows: 64, scratchBytes: null },
      },
      {
        ...{ contender: "simd", n: 64, medianMs: 250, minMs: 250 },
        ...{ difference: 2 ** -20, rows: 64, scratchBytes: 1000 },
      },
    ]);
  });

  it("stops a contender whose next size would pass the time limit, and goes on with the others", async () => {
    const { contender, reports, run } = bench();
    await run([contender("javascript", (n) => (n / 64) ** 2 * 60), contender("simd", () => 30)]);
    // 60, 240, 960; four times 960 is more than 3000.
    expect(measuredSizes(reports, "javascript")).toEqual([64, 128, 256]);
    expect(endOf(reports, "javascript")).toEqual({
      ...{ kind: "ended", contender: "javascript", n: 512 },
      reason: { kind: "time", milliseconds: 3840 },
    });
    expect(measuredSizes(reports, "simd")).toEqual([64, 128, 256, 512]);
  });

  it("stops a contender that would need too much memory before it is called", async () => {
    const { contender, reports, run } = bench();
    await run([contender("reference", () => 30, { bytes: (n) => 80 * n * n })], {
      bytes: 80 * 128 * 128,
    });
    expect(measuredSizes(reports, "reference")).toEqual([64, 128]);
    // Once: it is not asked again at the next size.
    expect(reports.filter(({ kind }) => kind === "ended")).toHaveLength(1);
    expect(endOf(reports, "reference")).toMatchObject({
      n: 256,
      reason: { kind: "memory", bytes: 80 * 256 * 256 },
    });
  });

  it("compares whole outputs where the reference is measured, else some rows", async () => {
    const made = bench();
    const { contender, reports } = made;
    await made.run([
      contender("javascript", () => 30),
      contender("reference", () => 30, { bytes: (n) => (n > 128 ? 2 ** 31 : 0) }),
    ]);
    const rows = reports.flatMap((report) =>
      report.kind === "measured" && report.measurement.contender === "javascript"
        ? [report.measurement.rows]
        : [],
    );
    expect(rows).toEqual([64, 128, 5, 5]);
    expect(made.sampled).toBe(2);
  });

  it("does not time a contender whose numbers are wrong", async () => {
    for (const [value, difference] of [
      [7.5, 0.5],
      [Number.NaN, Number.NaN],
    ] as const) {
      const { contender, reports, run } = bench();
      await run([
        contender("reference", () => 30),
        contender("scalar", () => 30, { value: (n) => (n < 128 ? 7 : value) }),
        contender("simd", () => 30),
      ]);
      expect(measuredSizes(reports, "scalar")).toEqual([64]);
      expect(endOf(reports, "scalar")).toMatchObject({
        n: 128,
        reason: { kind: "wrong", difference },
      });
      expect(measuredSizes(reports, "simd")).toHaveLength(4);
    }
  });

  it("does not take numbers for its own that an earlier contender wrote", async () => {
    const { contender, reports, run } = bench();
    await run([
      contender("javascript", () => 30),
      contender("workers", () => 30, { writes: false }),
    ]);
    expect(measuredSizes(reports, "workers")).toEqual([]);
    expect(endOf(reports, "workers")).toMatchObject({ reason: { kind: "wrong" } });
  });

  it("tells of what the core refuses, in a form that has its sentence in both languages", async () => {
    const { contender, reports, run } = bench();
    const fault = { code: "memory", field: "", other: "", values: [] } as const;
    const refuses: Contender = {
      name: "reference",
      bytes: () => 0,
      compute: () => {
        throw new AttentionError({ ...fault, values: [] });
      },
    };
    await run([refuses, contender("javascript", () => 30)]);
    const end = endOf(reports, "reference");
    expect(end).toMatchObject({ n: 64, reason: { kind: "fault", fault } });
    // As a message to the page carries it.
    expect(structuredClone(end)).toEqual(end);
    expect(measuredSizes(reports, "javascript")).toHaveLength(4);
  });

  it("tells of any other error in its own words", async () => {
    const { contender, reports, run } = bench();
    const dies: Contender = {
      name: "workers",
      bytes: () => 0,
      compute: () => Promise.reject(new Error("No Worker could be started.")),
    };
    await run([contender("javascript", () => 30), dies]);
    expect(endOf(reports, "workers")).toMatchObject({
      n: 64,
      reason: { kind: "failure", message: "No Worker could be started." },
    });
    expect(measuredSizes(reports, "javascript")).toHaveLength(4);
  });
});
