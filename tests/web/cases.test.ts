import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadAttention } from "../../web/src/core/index.ts";
import { cases } from "../cases/index.ts";
import { type Case, difference, runCase, tensorOf } from "../cases/run.ts";

const simd = await loadAttention({ build: "simd" });
const scalar = await loadAttention({ build: "scalar" });

for (const [build, core] of Object.entries({ simd, scalar })) {
  describe(`cases, ${build} build`, () => {
    it("is the build that was asked for", () => expect(core.build).toBe(build));
    it.each(cases.map((c) => [c.id, c.title.en, c] as const))("%s %s", (_id, _title, c) => {
      expect(runCase(core, c).message).toBe("");
    });
    it.each(cases.map((c) => [c.id, c.title.en, c] as const))("tiled: %s %s", (_id, _title, c) => {
      expect(runCase(core, c, "tiled").message).toBe("");
    });
  });
}

describe("the list of cases", () => {
  const ids = (
    "M01 M03 M05 M07 M09 M11 M13 M15 M16 M18 M20 M22 " +
    "K01 K03 K05 K07 K09 K11 K13 K15 K18 K20 K22 K24 N01 N03 N05 S01 S03 X01"
  ).split(" ");

  it("is complete", () => expect(cases.map((c) => c.id)).toEqual(ids));

  it("tells each case in both languages and says where it was seen", () => {
    for (const { id, title, why, sources, calls } of cases) {
      for (const text of [title.en, title.tr, why.en, why.tr]) expect(text, id).toMatch(/\S/);
      expect(sources.length, id).toBeGreaterThan(0);
      expect(calls.length, id).toBeGreaterThan(0);
      for (const { expected, error } of calls) expect(!expected, id).toBe(!!error);
    }
  });
});

describe("the runner", () => {
  const good: Case = cases.find((c) => c.id === "M01")!;
  const changed = (call: Partial<Case["calls"][number]>): Case => ({
    ...good,
    calls: [{ ...good.calls[0]!, ...call }],
  });
  const message = (c: Case) => runCase(simd, c).message;

  it("says where a number is off, and by which known fault", () => {
    const output = [
      [0.86, 0.716],
      [0.554, 0.554],
    ];
    const wrong = [{ what: "rounding", output: cases[0]!.calls[0]!.expected!.output! }];
    expect(message(changed({ expected: { output }, wrong }))).toMatch(
      /^call 1: output\[1\]\[0\] is 0\.5541\d+, it must be 0\.554 .*gives: rounding$/,
    );
  });

  it("lets no NaN pass for a number, and no number for a NaN", () => {
    const nan: Case["calls"][number]["expected"] = {
      output: [
        ["NaN", 0.7],
        [0.5, 0.5],
      ],
    };
    expect(message(changed({ expected: nan }))).toContain("output[0][0] is 0.85");
    const input = {
      ...good.calls[0]!.input,
      v: [
        ["NaN", 0],
        [0, 1],
        [1, 1],
      ] as const,
    };
    const poisoned = changed({ input: input as never });
    expect(message(poisoned)).toContain("output[0][0] is NaN");
  });

  it("compares shapes", () => {
    expect(message(changed({ expected: { output: [[1, 2, 3]] } }))).toContain("shape 2 × 2");
  });

  it("wants errors where errors are due, and only there", () => {
    const error = { code: "empty", field: "k", values: [0, 0] };
    expect(message(changed({ error }))).toContain("accepted, but empty was due");
    const bad = changed({ input: { ...good.calls[0]!.input, k: [] } });
    expect(message(bad)).toContain("threw AttentionError");
    const other = { ...bad, calls: [{ ...bad.calls[0]!, error: { ...error, values: [1, 0] } }] };
    expect(message(other)).toContain("the error is empty of k with 0,0");
  });
});

const shared = new URL("../../../shared/cases/cases.json", import.meta.url);

describe.runIf(existsSync(shared))("the collection that the cases were taken from", () => {
  // biome-ignore lint/suspicious/noExplicitAny: the file has no fixed form
  const collection: any[] = existsSync(shared) ? JSON.parse(readFileSync(shared, "utf8")) : [];
  const find = (id: string) => collection.find((c) => c.id === id);
  const own = (id: string) => cases.find((c) => c.id === id)!;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const numerals = (json: any) =>
    JSON.parse(
      JSON.stringify(json)
        .replaceAll('"nan"', '"NaN"')
        .replace(/"(-?)inf"/g, '"$1Infinity"'),
    );

  it("has no other case of these groups", () => {
    const ids = collection.map((c) => c.id).filter((id) => /^[MKNSX]/.test(id));
    expect(cases.map((c) => c.id).sort()).toEqual(ids.sort());
  });

  /** M03 is given there as one matrix that two heads share, S01 and S03 by their sizes alone. */
  const apart = ["M03", "S01", "S03"];

  it.each(cases.map((c) => c.id).filter((id) => !apart.includes(id)))(
    "%s has its numbers",
    (id) => {
      const { input, expected, tolerance } = find(id);
      const [call] = own(id).calls;
      for (const field of ["q", "k", "v"] as const) {
        const want = input[field];
        if (typeof want === "string") continue; // a formula
        const pattern = want.abcp_den && { rows: want.n, columns: want.d, pattern: want.abcp_den };
        expect(call?.input[field]).toEqual(pattern ?? numerals(want));
      }
      expect(call?.input.scale).toBe(input.scale);
      expect(call?.input.causal ?? false).toBe(input.causal ?? false);
      expect(call?.input.window).toBe(input.windows?.[0] ?? input.window);
      expect(call?.input.keyPadding).toEqual(input.key_padding_ignore);
      expect(call?.input.bias).toEqual(input.additive_mask && numerals(input.additive_mask));
      expect(call?.input.attend?.map((row) => row.map(Number))).toEqual(input.attend);
      expect(call?.expected?.output).toEqual(numerals(expected.out ?? expected.window_1));
      if (expected.weights) expect(call?.expected?.weights).toEqual(expected.weights);
      expect(call?.tolerance).toBeLessThanOrEqual(tolerance.f64);
    },
  );

  it("has the same second calls", () => {
    expect(own("K15").calls.at(-1)?.expected?.output).toEqual(
      find("K15").expected.alternative.bottom_right,
    );
    expect(own("K20").calls[1]?.expected?.output).toEqual(find("K20").expected.window_100);
  });

  it("gives M22 by formulas", () => {
    const { k, v } = own("M22").calls[0]!.input;
    const rows = Array.from({ length: 48 }, (_, j) => j);
    expect(k).toEqual(rows.map((j) => [0.5 * j]));
    expect(v).toEqual(rows.map((j) => [(-1) ** j * (1 + (j % 5))]));
  });

  it("gives M03 as two heads side by side", () => {
    const { input, expected } = find("M03");
    const call = own("M03").calls[0]!;
    const joined = (heads: unknown) => {
      const [first, second] = heads as number[][][];
      return first!.map((row, i) => [...row, ...second![i]!]);
    };
    for (const field of ["q", "k", "v"] as const)
      expect(joined(call.input[field])).toEqual(input.x);
    expect(joined(call.expected?.output)).toEqual(expected.out);
  });

  it("gives S03 by its sizes", () => {
    const { input } = find("S03");
    const { q, k, v } = own("S03").calls[0]!.input;
    const size = (tensor: typeof q) => {
      const rows = tensorOf(tensor) as number[][];
      return [rows.length, rows[0]?.length];
    };
    expect([size(q), size(k), size(v)]).toEqual([input.q_shape, input.k_shape, input.v_shape]);
  });

  it("compares with the tolerance of its README", () => {
    const tensor = (x: number) => ({ shape: [1, 1], data: Float64Array.of(x) });
    expect(difference("x", tensor(10 + 10.9e-6), [[10]], 1e-6)).toBe("");
    expect(difference("x", tensor(10 + 11.1e-6), [[10]], 1e-6)).not.toBe("");
  });
});
