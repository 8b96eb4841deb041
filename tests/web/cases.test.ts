import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { callNames, offersTiled } from "../../web/src/core/calls.ts";
import { difference } from "../../web/src/core/cases/compare.ts";
import { fromJson } from "../../web/src/core/cases/json.ts";
import { type Call, type Case, runByPaths, runCase } from "../../web/src/core/cases/run.ts";
import { loadAttention } from "../../web/src/core/index.ts";
import { cases } from "../cases.ts";

const simd = await loadAttention({ build: "simd" });
const scalar = await loadAttention({ build: "scalar" });

for (const [build, core] of Object.entries({ simd, scalar })) {
  describe(`cases, ${build} build`, () => {
    it("is the build that was asked for", () => expect(core.build).toBe(build));
    const named = (list: Case[]) => list.map((c) => [c.id, c.title.en, c] as const);
    it.each(named(cases))("%s %s", (_id, _title, c) => {
      expect(runCase(core, c, "reference").message).toBe("");
    });
    const byTiles = cases.filter((c) =>
      c.calls.some(({ call = "attention" }) => offersTiled(call)),
    );
    it.each(named(byTiles))("tiled: %s %s", (_id, _title, c) => {
      expect(runCase(core, c, "tiled").message).toBe("");
    });
  });
}

describe("the list of cases", () => {
  const ids = (
    "M01 M03 M05 M07 M09 M11 M13 M15 M16 M18 M20 M22 " +
    "K01 K03 K05 K07 K09 K11 K13 K15 K18 K20 K22 K24 N01 N03 N05 S01 S03 X01 " +
    "H01 H03 P01 P03 P05 P07 P09 P11 P13 C01 C03 C05 C09 L01 R01 B01 B02 B06"
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

  it("has a second call with other sizes for each of the later groups", () => {
    for (const { id, calls } of cases.filter((c) => /^[HPCLRB]/.test(c.id)))
      expect(calls.length, id).toBeGreaterThan(1);
  });

  it("names no fault that gives the right values", () => {
    for (const { id, calls } of cases)
      for (const { expected, wrong = [], tolerance = 0 } of calls)
        for (const { what: _, ...fault } of wrong) {
          const same = Object.entries(fault).every(
            ([path, values]) => !difference("", fromJson(expected?.[path]), values, tolerance),
          );
          expect(same, id).toBe(false);
        }
  });

  it("asks only for calls that there are", () => {
    const names = callNames(simd);
    for (const { id, calls } of cases)
      for (const { call = "attention" } of calls) expect(names, id).toContain(call);
  });
});

describe("the runner", () => {
  const good: Case = cases.find((c) => c.id === "M01")!;
  const changed = (call: Partial<Call>): Case => ({
    ...good,
    calls: [{ ...good.calls[0]!, ...call }],
  });
  const message = (c: Case) => runCase(simd, c, "reference").message;

  it("says where a number is off, and by which known fault", () => {
    const output = [
      [0.86, 0.716],
      [0.554, 0.554],
    ];
    const wrong = [{ what: "rounding", output: good.calls[0]!.expected!.output! }];
    expect(message(changed({ expected: { output }, wrong }))).toMatch(
      /^call 1: output\[1\]\[0\] is 0\.5541\d+, it must be 0\.554 .*gives: rounding$/,
    );
  });

  it("lets no NaN pass for a number, and no number for a NaN", () => {
    const nan = {
      output: [
        ["NaN", 0.7],
        [0.5, 0.5],
      ],
    };
    expect(message(changed({ expected: nan }))).toContain("output[0][0] is 0.85");
    const v = [
      ["NaN", 0],
      [0, 1],
      [1, 1],
    ];
    const poisoned = changed({ input: { ...good.calls[0]!.input, v } });
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

  it("takes a list without entries for the error that it is", () => {
    for (const [call, field, input] of [
      ["stack", "layers", { x: [[1]], layers: [] }],
      ["softmaxJacobian", "weights", { weights: [] }],
      ["embed", "tokens", { tokens: [], width: 1, seed: 1 }],
    ] as const)
      expect(
        message({
          ...good,
          calls: [{ call, input, error: { code: "empty", field, values: [0] } }],
        }),
      ).toBe("");
  });

  it("wants sums of 1 of what comes of a softmax, not of weights that were given", () => {
    // 0.2 of 1 and 0.1 of 2: what is not on the value in the middle is on both beside it.
    const input = { weights: [0.1, 0.2, 0.1], v: [[0], [1], [2]] };
    const expected = { weights: [0.2, 0, 0.2], output: [0.4], distance: 0.2 };
    const alternative = { call: "alternativeWeights", input, expected, tolerance: 1e-12 };
    expect(message({ ...good, calls: [alternative] })).toBe("");
  });

  it("runs any call by its name, and says when there is none", () => {
    const slopes = { call: "alibiSlopes", input: { heads: 2 }, tolerance: 1e-14 };
    expect(message(changed({ ...slopes, expected: { result: [0.0625, 0.00390625] } }))).toBe("");
    expect(message(changed({ ...slopes, expected: { result: [0.0625, 0.004] } }))).toContain(
      "result[1] is 0.00390625, it must be 0.004",
    );
    const missing = changed({ call: "softmax" });
    expect(message(missing)).toMatch(/threw UnknownCall.* no call named softmax.*alibiSlopes/);
  });

  it("compares whole numbers, bigints, flags and texts exactly, by their path", () => {
    const compare = (got: unknown, want: unknown, tolerance = 0.5) =>
      difference("x", got, want, tolerance);
    expect(compare(3, 3)).toBe("");
    expect(compare(3, 3.4)).toBe("");
    expect(compare(1_000_001, 1_000_000)).toBe("x is 1000001, it must be 1000000");
    expect(compare(12n ** 30n, String(12n ** 30n))).toBe("");
    expect(compare(12n ** 30n, String(12n ** 30n + 1n))).toMatch(/^x is "\d+", it must be "\d+"$/);
    expect(compare([true, [false]], [true, [true]])).toBe("x[1][0] is false, it must be true");
    expect(compare("a", "b")).toBe('x is "a", it must be "b"');
    expect(compare([1, 2], [1])).toBe("x has 2 entries, it must have 1");
    expect(compare({ a: 1, b: [2] }, { b: [3] })).toBe("x.b[0] is 2, it must be 3");
    expect(compare(Number.NaN, "NaN")).toBe("");
    expect(compare(Number.NaN, 0)).not.toBe("");
    expect(compare(Number.POSITIVE_INFINITY, "-Infinity")).not.toBe("");
    expect(compare(1, undefined)).not.toBe("");
    expect(compare(Float64Array.of(1, 2), [1, 3])).toBe("x[1] is 2, it must be 3");
    expect(compare(undefined, 1)).toBe("x is undefined, it must be 1");
  });

  it("looks into results by path", () => {
    const call = {
      call: "stackCost",
      input: {
        layers: [{ kind: "causal", count: 2 }],
        ...{ tokens: 3, heads: 1, headDim: 2, bytesPerElement: 4 },
      },
    };
    const found = (expected: object) => message(changed({ ...call, expected: { ...expected } }));
    expect(found({ "layers[0].pairs": "12", "total.cacheBytes": "96" })).toBe("");
    expect(found({ "layers[0].pairs": "13" })).toContain('layers[0].pairs is "12"');
    expect(found({ "layers[1].pairs": "13" })).toContain("the result has no layers[1].pairs");
  });

  it("runs the tiled path where a call offers it, and tells of it", () => {
    const float32 = [
      [1, 1],
      [1, 1],
    ];
    const wrong = changed({ expected: { ...good.calls[0]!.expected, float32 } });
    expect(message(wrong)).toBe("");
    expect(runByPaths(simd, wrong).message).toMatch(/^tiled, call 1: output\[/);
    expect(runByPaths(simd, wrong, ["reference"]).passed).toBe(true);
    expect(runByPaths(simd, good)).toMatchObject({ id: "M01", passed: true, message: "" });
    const slopes = { call: "alibiSlopes", input: { heads: 1 }, expected: { result: [2 ** -8] } };
    expect(runByPaths(simd, changed(slopes)).message).toBe("");
  });
});

describe("what is no case, or cannot fail", () => {
  const good = { input: { q: [[0]], k: [[1]], v: [[3]] }, expected: { output: [[3]] } };
  const error = { code: "empty", field: "k", values: [0, 0] };
  const { expected, ...due } = { ...good, input: { ...good.input, k: [] }, error };
  const message = (test: unknown, language: "en" | "tr" = "en") =>
    runByPaths(simd, test as Case, undefined, language).message;

  it("is not what is one", () => {
    for (const calls of [
      [good],
      [due],
      [{ ...good, tolerance: 0.5, wrong: [{ what: "x", output: [[1]] }] }],
    ])
      expect(message({ calls })).toBe("");
    expect(message({ id: "A", title: { en: "a" }, why: {}, sources: [], calls: [good] })).toBe("");
  });

  const { input: _, ...inputless } = good;
  it.each<[string, unknown]>([
    ["case must", null],
    ["case must", [good]],
    ["calls must", {}],
    ["calls must", { calls: [] }],
    ["calls must", { calls: {} }],
    ["field nmae", { nmae: "x", calls: [good] }],
    ["title must", { title: "x", calls: [good] }],
    ["field title.de", { title: { de: "x" }, calls: [good] }],
    ["sources must", { sources: "x", calls: [good] }],
    ["calls[1] must", { calls: [good, null] }],
    ["field calls[0].inptu", { calls: [{ ...inputless, inptu: good.input }] }],
    ["calls[0].input must", { calls: [inputless] }],
    ["calls[0].input must", { calls: [{ ...good, input: [] }] }],
    ["calls[0].call must", { calls: [{ ...good, call: 3 }] }],
    ["calls[0] must have", { calls: [{ input: good.input }] }],
    ["calls[0] must have", { calls: [{ ...good, error }] }],
    ["calls[0].expected must", { calls: [{ ...good, expected: {} }] }],
    ["calls[0].expected must", { calls: [{ ...good, expected: [] }] }],
    ["calls[0].expected must", { calls: [{ ...good, expected: { float32: [[3]] } }] }],
    ["calls[0].expected.cache must", { calls: [{ ...good, expected: { cache: {} } }] }],
    [
      "calls[0].expected.frames[1].a must",
      { calls: [{ ...good, expected: { frames: [1, { a: {} }] } }] },
    ],
    ["calls[0].expected.visible must", { calls: [{ ...good, expected: { visible: [] } }] }],
    [
      "calls[0].wrong[0].visible must",
      { calls: [{ ...good, wrong: [{ what: "x", visible: [] }] }] },
    ],
    ["calls[0].error.values must", { calls: [{ ...due, error: { code: "empty", field: "k" } }] }],
    ["calls[0].error.values must", { calls: [{ ...due, error: { ...error, values: "0,0" } }] }],
    ["calls[0].error.code must", { calls: [{ ...due, error: { ...error, code: undefined } }] }],
    ["field calls[0].error.filed", { calls: [{ ...due, error: { ...error, filed: "k" } }] }],
    ["calls[0].tolerance must", { calls: [{ ...good, tolerance: "NaN" }] }],
    ["calls[0].tolerance must", { calls: [{ ...good, tolerance: 1 }] }],
    ["calls[0].tolerance must", { calls: [{ ...good, tolerance: -1 }] }],
    ["calls[0].wrong must", { calls: [{ ...good, wrong: [] }] }],
    ["calls[0].wrong[0] must", { calls: [{ ...good, wrong: [{ what: "x" }] }] }],
    ["calls[0].wrong[0].what must", { calls: [{ ...good, wrong: [{ output: [[1]] }] }] }],
  ])("%s ..., of %j", (want, test) => {
    expect(message(test)).toContain(want);
    const path = want.replace(/^field | must.*$/g, "");
    expect(message(test, "tr")).toContain(path);
    expect(message(test, "tr")).toMatch(/(olmalı|denetleyin)$/);
  });

  it("a matrix whose rows are not equally long is none that could come out", () => {
    const weights = { q: [[0], [0]], k: [[1], [1]], v: [[1], [1]] };
    const call = (want: unknown) => ({ calls: [{ input: weights, expected: { weights: want } }] });
    expect(
      message(
        call([
          [0.5, 0.5],
          [0.5, 0.5],
        ]),
      ),
    ).toBe("");
    for (const want of [
      [[0.5, 0.5], [0.5]],
      [
        [0.5, 0.5],
        [0.5, 0.5, 0.5],
      ],
      [[0.5, 0.5], 0.5],
    ])
      expect(message(call(want))).toContain("rows are not equally long");
  });

  it("a picture of weights is wrong of a call that has none", () => {
    const visible = (rows: unknown) =>
      message({ calls: [{ call: "rotary", input: { x: [[1, 0]] }, expected: { visible: rows } }] });
    for (const rows of [["x"], [""], [[true]]]) {
      expect(visible(rows)).toBe("call 1: the result has no visible");
    }
    expect(message({ calls: [{ ...good, expected: { visible: ["x"] } }] })).toBe("");
  });

  it("what every object has is not of the result", () => {
    for (const expected of [
      { "__proto__.__proto__": null },
      { "output.shape.__proto__.length": 0 },
      JSON.parse('{ "result": { "__proto__": { "__proto__": null } } }'),
    ])
      expect(message({ calls: [{ ...good, expected }] })).toContain("__proto__");
  });

  it("numbers are not expected as texts, and a tensor not as what is none", () => {
    const told = (output: unknown, language?: "tr") =>
      message({ calls: [{ ...good, expected: { output } }] }, language);
    for (const [cell, shown] of [
      ["3", '"3"'],
      [null, "null"],
      [true, "true"],
    ] as const) {
      expect(told([[cell]])).toBe(
        `call 1: output[0][0] cannot be what is expected: ${shown} is no number`,
      );
      expect(told([[cell]], "tr")).toMatch(/beklenen bu olamaz: .* bir sayı değil$/);
    }
    for (const [want, shown] of [
      [null, "null"],
      [3, "3"],
      ["NaN", "NaN"],
      [{ shape: [1, 1], data: ["NaN"] }, '{"shape":[1,1],"data":["NaN"]}'],
    ] as const) {
      expect(told(want)).toBe(
        `call 1: output is a tensor: rows of numbers can be expected of it, not ${shown}`,
      );
      expect(told(want, "tr")).toContain(
        `output bir tensör: sayı satırları beklenebilir, ${shown}`,
      );
    }
  });

  it("numbers that JSON does not have are told by their names", () => {
    expect(difference("x", Number.NaN, 0, 0)).toBe("x is NaN, it must be 0");
    expect(difference("x", 1, "Infinity", 0)).toBe("x is 1, it must be Infinity");
    expect(difference("x", [1], { a: "-Infinity" }, 0)).toContain('{"a":"-Infinity"}');
  });

  it("faults are told in the language that is asked for", () => {
    const turkish = (call: object) => message({ calls: [{ ...good, ...call }] }, "tr");
    const wrong = [{ what: "x", output: [[3]] }];
    expect(turkish({ expected: { output: [[4]] }, wrong })).toBe(
      "1. çağrı: output[0][0] = 3, 4 olmalı (hata payı 0). Buna yol açan: x",
    );
    expect(turkish({ expected: { output: [[3, 3]] } })).toContain("1 × 1 boyutunda, 1 × 2 olmalı");
    expect(turkish({ expected: { nothing: 1 } })).toBe("1. çağrı: sonuçta nothing yok");
    expect(turkish({ expected: { visible: ["."] } })).toContain("görünen anahtarlar x");
    expect(turkish({ call: "softmax" })).toContain("softmax adında bir çağrı yok");
    expect(turkish({ input: { ...good.input, k: [] } })).toContain("k boş (0 satır");
    expect(message({ calls: [{ ...good, expected: undefined, error }] }, "tr")).toContain(
      "kabul edildi, ama empty bekleniyordu",
    );
    const other = { ...due, error: { ...error, field: "q" } };
    expect(message({ calls: [other] }, "tr")).toMatch(/hata: empty, alan k, değerler 0,0: k boş/);
  });
});

const shared = new URL("../../../shared/cases/cases.json", import.meta.url);

describe.runIf(existsSync(shared))("the collection that the cases were taken from", () => {
  // biome-ignore lint/suspicious/noExplicitAny: the file has no fixed form
  const collection: any[] = existsSync(shared) ? JSON.parse(readFileSync(shared, "utf8")) : [];
  const find = (id: string) => collection.find((c) => c.id === id);
  // biome-ignore lint/suspicious/noExplicitAny: nor have the inputs of all calls
  type Any = any;
  const own = (id: string) => cases.find((c) => c.id === id) as Any as { calls: Any[] };
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const numerals = (json: any) =>
    JSON.parse(
      JSON.stringify(json)
        .replaceAll('"nan"', '"NaN"')
        .replace(/"(-?)inf"/g, '"$1Infinity"'),
    );

  it("has no other case of these groups", () => {
    const ids = collection.map((c) => c.id).filter((id) => /^[MKNSXHPCLRB]/.test(id));
    expect(cases.map((c) => c.id).sort()).toEqual(ids.sort());
  });

  /** M03 is given there as one matrix that two heads share, S01 and S03 by their sizes alone. */
  const apart = ["M03", "S01", "S03"];

  it.each(cases.map((c) => c.id).filter((id) => /^[MKNSX]/.test(id) && !apart.includes(id)))(
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
      expect(call?.input.attend?.map((row: boolean[]) => row.map(Number))).toEqual(input.attend);
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
    const size = (tensor: unknown) => {
      const rows = fromJson(tensor) as number[][];
      return [rows.length, rows[0]?.length];
    };
    expect([size(q), size(k), size(v)]).toEqual([input.q_shape, input.k_shape, input.v_shape]);
  });

  it("gives M03 by projections that change nothing as well", () => {
    const { input, expected, known_wrong } = find("M03");
    const call = own("M03").calls[1];
    expect(call.call).toBe("multiHeadAttention");
    expect([call.input.x, call.input.heads]).toEqual([input.x, input.n_heads]);
    expect(call.expected.output).toEqual(expected.out);
    expect(call.wrong[0].output).toEqual(known_wrong.sqrt_d_model);
  });

  /** What the first call of a case must hold, or as many calls as there are lists. */
  const parts: Record<string, (c: Any) => Any[]> = {
    H01: ({ expected, known_wrong }) => {
      const heads = (list: number[]) => list.map((x) => [[x]]);
      return [
        {
          expected: { output: heads(expected.out_per_head) },
          wrong: [{ output: heads(known_wrong.tiled) }],
        },
        { expected: { output: [expected.out_per_head] }, wrong: [{ output: [known_wrong.tiled] }] },
      ];
    },
    H03: ({ input, expected, known_wrong }) => [
      {
        input: { x: input.x, heads: input.n_heads },
        expected: { output: expected.out },
        wrong: [{ output: known_wrong.reshape_without_transpose }],
      },
    ],
    P01: ({ input, expected, tolerance }) =>
      input.n_heads.map((heads: number, i: number) => ({
        input: { heads },
        tolerance: tolerance.f64,
        expected: { result: expected.value[i] },
      })),
    P03: ({ input, expected, known_wrong }) => [
      {
        input: { alibi: input.slopes, v: [input.v, input.v], causal: true },
        expected: { output: expected.out },
        wrong: [{ output: known_wrong.sign_flipped }],
      },
      { input: { alibi: true }, expected: { output: expected.out } },
    ],
    P05: ({ input, expected, known_wrong }) => [
      {
        input: { x: [input.x], positions: [input.position] },
        expected: { result: [expected.out] },
        wrong: [{ result: [known_wrong.rotate_half_by_mistake] }],
      },
      { input: { pairing: "half" }, expected: { result: [expected.alternative.rotate_half] } },
    ],
    P07: ({ input, expected, known_wrong }) => [
      {
        input: { x: [input.x], positions: [input.position], dims: input.rot },
        expected: { result: [expected.out] },
        wrong: [{ result: [known_wrong.rotated_everything] }],
      },
    ],
    P09: ({ input, expected, known_wrong }) => [
      {
        input: { x: [input.x], positions: [input.position] },
        expected: { result: [expected.out] },
        wrong: [{ result: [known_wrong.bf16_position_rounds_to_15936] }],
      },
    ],
    P11: ({ input, expected, tolerance }) =>
      input.position_pairs.map((positions: number[]) => ({
        input: {
          x: [
            [...input.q, 0, 0, 0, 0],
            [0, 0, 0, 0, ...input.k],
          ],
          rotary: { positions },
        },
        tolerance: tolerance.f64,
        expected: {
          scores: [
            [
              [0, expected.value[0]],
              [0, 0],
            ],
          ],
        },
      })),
    P13: ({ input, expected, known_wrong }) => [
      {
        input: { tokens: input.n, width: input.d },
        expected: { result: expected.out },
        wrong: [{ result: known_wrong.cos_uses_channel_index }],
      },
    ],
    C01: ({ input, expected, known_wrong }) => [
      {
        input,
        expected: { output: expected.out },
        wrong: [{ output: known_wrong.top_left_decode }],
      },
    ],
    C03: ({ input, expected, known_wrong }) => [
      {
        input: { schedule: [input.prefill, ...Array(input.decode_steps).fill(1)] },
        expected: Object.fromEntries(
          expected.query_positions.flatMap((position: number, i: number) => [
            [`frames[${i + 1}].positions`, [position]],
            [`frames[${i + 1}].kept`, [...Array(expected.cache_length_after[i]).keys()]],
          ]),
        ),
        wrong: [{ "frames[2].positions": [known_wrong.wrong[1]] }],
      },
    ],
    C05: ({ input, expected }) => [
      {
        input: { capacity: input.capacity, sinks: input.sinks, tokens: input.push.length },
        expected: { kept: expected.kept_after_each },
      },
      {
        input: { capacity: input.capacity, sinks: input.sinks },
        expected: { "frames[0].positions": expected.cache_positions_when_full },
      },
    ],
    C09: ({ input: { causal: _, ...input }, expected, known_wrong }) => [
      { input, expected: { output: expected.out }, wrong: [{ output: known_wrong.overwritten }] },
    ],
    L01: ({ input, expected, known_wrong, tolerance }) =>
      ["naive", "absorbed"].map((form) => ({
        input: {
          ...{ x: input.h, wq: input.Wq, wDkv: input.W_dkv, wKr: input.W_kr },
          ...{ wUk: input.W_uk, wUv: input.W_uv, heads: input.n_heads, causal: input.causal, form },
        },
        tolerance: tolerance.f64,
        expected: { output: expected.out },
        wrong: [{ output: known_wrong.scale_from_absorbed_width }],
      })),
    R01: ({ input, expected, known_wrong }) => {
      const transposed = (m: number[][]) => m[0]!.map((_, j) => m.map((row) => row[j]));
      return [
        {
          input: {
            ...{ x: input.x, bIh: input.b_ih, bHh: input.b_hh, h0: input.h0 },
            ...{ wIh: transposed(input.W_ih), wHh: transposed(input.W_hh) },
          },
          expected: { states: expected.out },
          wrong: [{ states: known_wrong.aliased }],
        },
      ];
    },
    B01: ({ input, expected: { also_10000_tokens: more, ...expected } }) => [
      {
        input: cacheFields(input),
        expected: {
          ...{ bytes: String(expected.bytes), gib: expected.GiB, gb: expected.GB },
          bytesPerToken: String(expected.bytes_per_token),
        },
      },
      {
        input: { tokens: 10_000 },
        expected: { bytes: String(more.bytes), gib: more.GiB, gb: more.GB },
      },
    ],
    B02: ({ input, expected }) => [
      { input: cacheFields(input), expected: { bytes: String(expected.bytes), gib: expected.GiB } },
      {
        input: { kvHeads: input.n_heads },
        expected: { bytes: String(expected.if_mha_bytes), gib: expected.if_mha_GiB },
      },
      { input: { kvHeads: 1 }, expected: { bytes: String(expected.mqa_bytes) } },
    ],
    B06: ({ input, expected }) => [
      {
        input: cacheFields(input),
        expected: { bytes: String(expected.bytes), gib: expected.MiB / 1024 },
      },
      {
        input: { kvHeads: 2 },
        expected: { bytes: String(expected.bytes_kv2) },
        wrong: [{ bytes: String(expected.wrong_kv2) }],
      },
    ],
  };

  function cacheFields({ layers, n_kv_heads, head_dim, tokens, bytes_per_element }: Any) {
    return {
      layers,
      kvHeads: n_kv_heads,
      headDim: head_dim,
      tokens,
      bytesPerElement: bytes_per_element,
    };
  }

  it.each(cases.map((c) => c.id).filter((id) => /^[HPCLRB]/.test(id)))(
    "%s has its numbers",
    (id) => {
      const c = find(id);
      const wanted = parts[id]!(c);
      expect(wanted.length).toBeGreaterThan(0);
      for (const [i, part] of wanted.entries()) expect(own(id).calls[i]).toMatchObject(part);
      const [{ tolerance = 0 }] = own(id).calls;
      expect(tolerance).toBeLessThanOrEqual(c.tolerance.f64 ?? 0);
    },
  );

  it("compares with the tolerance of its README", () => {
    const tensor = (x: number) => ({ shape: [1, 1], data: Float64Array.of(x) });
    expect(difference("x", tensor(10 + 10.9e-6), [[10]], 1e-6)).toBe("");
    expect(difference("x", tensor(10 + 11.1e-6), [[10]], 1e-6)).not.toBe("");
  });
});
