import { describe, expect, it } from "vitest";
import {
  type AttentionError,
  loadAttention,
  type RotaryInput,
  type Tensor,
} from "../../../web/src/core/index.ts";
import { rotaryField } from "../../../web/src/core/positions.ts";

const builds = {
  simd: await loadAttention({ build: "simd" }),
  scalar: await loadAttention({ build: "scalar" }),
};
const core = builds.simd;

const { NaN: nan, POSITIVE_INFINITY: inf, MAX_SAFE_INTEGER: far } = Number;

function refused(call: () => unknown, code: string, field: string, rest: object = {}): void {
  expect(call).toThrow(expect.objectContaining({ name: "AttentionError", code, field, ...rest }));
  // The next call works.
  expect(core.alibiSlopes(1)).toEqual([1 / 256]);
}

function close(got: ArrayLike<number>, want: readonly number[], bound = 4e-16): void {
  expect(got.length).toBe(want.length);
  for (const [i, x] of want.entries()) expect(Math.abs(got[i]! - x)).toBeLessThanOrEqual(bound);
}

describe.each(Object.entries(builds))("rotary, %s build", (_, core) => {
  const x = [
    [1, 0, 0, 1],
    [1, 0, 0, 1],
  ];
  const [c1, s1, c2, s2] = [Math.cos(2), Math.sin(2), Math.cos(0.5), Math.sin(0.5)];

  it("turns neighbours, the first pair by the position itself", () => {
    // theta^(-2/4) = 1/4
    const got = core.rotary(x, { theta: 16, positions: [0, 2] });
    expect(got.shape).toEqual([2, 4]);
    expect(got.data).toBeInstanceOf(Float64Array);
    close(got.data, [1, 0, 0, 1, c1, s1, -s2, c2]);
  });

  it("turns columns half of them apart", () => {
    const got = core.rotary(x, { theta: 16, pairing: "half", positions: [0, 2] });
    close(got.data, [1, 0, 0, 1, c1, -s2, s1, c2]);
  });

  it("counts positions from 0, and has a theta of 10 000", () => {
    const told = core.rotary(x, {
      theta: 10_000,
      pairing: "interleaved",
      dims: 4,
      positions: [0, 1],
    });
    expect(core.rotary(x)).toEqual(told);
    close(told.data.slice(4), [Math.cos(1), Math.sin(1), -Math.sin(0.01), Math.cos(0.01)]);
  });

  it("leaves columns from dims on", () => {
    const got = core.rotary([[1, 0, 5, 7, 9]], { dims: 2, positions: [2] });
    close(got.data, [c1, s1, 5, 7, 9]);
    expect(Array.from(core.rotary([[1, 2, 3]], { dims: 0 }).data)).toEqual([1, 2, 3]);
  });

  it("turns every head by the same positions", () => {
    const head = (h: number): Tensor =>
      core.rotary(
        [
          [h, 1],
          [2, h],
        ],
        { positions: [3, 7] },
      );
    const got = core.rotary(
      [
        [
          [1, 1],
          [2, 1],
        ],
        [
          [4, 1],
          [2, 4],
        ],
      ],
      { positions: [3, 7] },
    );
    expect(got.shape).toEqual([2, 2, 2]);
    expect(Array.from(got.data)).toEqual([...head(1).data, ...head(4).data]);
  });

  it("gives the numbers of public bug reports", () => {
    // Pairs mixed up (huggingface/transformers#25199), all columns turned instead of the first four
    // (AI-Hypercomputer/maxtext#4616), positions in a short float (huggingface/candle PR#3520).
    const at = (x: number[], position: number, options: RotaryInput = {}) =>
      core.rotary([x], { positions: [position], ...options }).data;
    close(
      at([1, 2, 3, 4], 1),
      [-1.1426396637476532, 1.922075596544176, 2.9598506679133294, 4.029799501669161],
      4e-15,
    );
    close(
      at([1, 2, 3, 4], 1, { pairing: "half" }),
      [-1.9841106485555495, 1.959900667496664, 2.4623779024123156, 4.019799668334994],
      4e-15,
    );
    close(
      at([1, 2, 3, 4, 5, 6], 2, { dims: 4 }),
      [-2.234741690198506, 0.0770037537313969, 2.919405353226401, 4.05919602674631, 5, 6],
      4e-15,
    );
    close(at([1, 0], 15_962), [-0.908015901251032, 0.41893570279372955]);
  });

  it("is as precise at a far position as at a near one", () => {
    // cos and sin of position · 10000^(-2 pair / 128), worked out in 60 digits.
    const cases = [
      [131_071, 37, -0.8628595243460981, -0.5054438062190745],
      [1_000_000, 63, -0.7243331022660026, 0.6894501845396146],
      [2 ** 40, 0, -0.914004071991557, -0.40570501153282873],
      [2 ** 40, 1, -0.1077617328925884, 0.9941767493378562],
      [2 ** 40, 63, 0.9673697235713932, -0.25336893637027874],
    ] as const;
    for (const [position, pair, cos, sin] of cases) {
      const row = Array.from({ length: 128 }, (_, i) => (i === 2 * pair ? 1 : 0));
      const { data } = core.rotary([row], { positions: [position] });
      close(data.slice(2 * pair, 2 * pair + 2), [cos, sin]);
    }
  });
});

describe("rotary", () => {
  const width8 = [[1, 2, 3, 4, 5, 6, 7, 8]];
  const rotary = (options: object) => () => core.rotary(width8, options as RotaryInput);

  it.each([
    ["an odd dims", { dims: 3 }, "odd", "dims", [3]],
    ["more dims than columns", { dims: 10 }, "atMost", "dims", [10, 8]],
    ["dims far beyond", { dims: far }, "atMost", "dims", [far, 8]],
    ["negative dims", { dims: -2 }, "range", "dims", [-2, 0]],
    ["theta 0", { theta: 0 }, "positive", "theta", [0]],
    ["a negative theta", { theta: -3 }, "positive", "theta", [-3]],
    ["a theta that is no number", { theta: nan }, "notFinite", "theta", []],
    ["an infinite theta", { theta: inf }, "notFinite", "theta", []],
    ["a theta next to nothing", { theta: 5e-324 }, "range", "theta", [5e-324, 1e-290]],
    ["too many positions", { positions: [0, 1] }, "entries", "positions", [2, 1]],
    ["no positions", { positions: [] }, "entries", "positions", [0, 1]],
    ["a negative position", { positions: [-1] }, "range", "positions", [-1, 0, 1]],
  ])("refuses %s", (_, options, code, field, values) => {
    refused(rotary(options), code, field, { values });
  });

  it.each([
    ["fractional dims", { dims: 2.5 }, "dims", "whole"],
    ["dims NaN", { dims: nan }, "dims", "whole"],
    ["dims Infinity", { dims: inf }, "dims", "whole"],
    ["dims as text", { dims: "2" }, "dims", "whole"],
    ["theta as text", { theta: "10000" }, "theta", "number"],
    ["a pairing of its own", { pairing: "thirds" }, "pairing", "pairing"],
    ["one position", { positions: 3 }, "positions", "numbers"],
    ["a fractional position", { positions: [0.5] }, "positions", "whole"],
    ["a position NaN", { positions: [nan] }, "positions", "whole"],
    ["a position null", { positions: [null] }, "positions", "number"],
  ])("refuses %s", (_, options, field, other) => {
    refused(rotary(options), "type", field, { other });
  });

  it("names the width where dims is left out and it is odd", () => {
    const call = () => core.rotary([[1, 2, 3]]);
    refused(call, "odd", "dims", { other: "width", values: [3] });
    expect(call).toThrow(/dims is left out.*the width is 3/);
    try {
      call();
    } catch (error) {
      const said = (error as AttentionError).describe("tr");
      expect(said).toMatch(/dims.*width = 3/);
    }
  });

  it("refuses an x that is none, or empty, or too large", () => {
    refused(() => core.rotary([]), "empty", "x");
    refused(() => core.rotary([[]]), "empty", "x");
    refused(() => core.rotary("x" as never), "type", "x", { other: "tensor" });
    refused(() => core.rotary([[1, 2], [3]]), "ragged", "x");
    const data = new Float32Array(2 ** 24 + 2);
    refused(() => core.rotary({ shape: [2 ** 23 + 1, 2], data }), "tooLarge", "rotary", {
      values: [2 ** 24 + 2, 2 ** 24],
    });
  });

  it("refuses options that are none", () => {
    refused(() => core.rotary(width8, 3 as never), "type", "input");
    refused(rotary({ base: 10 }), "unknownField", "base");
  });

  it("is a field of other calls: true, or its options", () => {
    expect(rotaryField(true)).toEqual({});
    expect(rotaryField(false)).toBeUndefined();
    expect(rotaryField({ theta: 3, pairing: "half" })).toEqual({ theta: 3, pairing: "half" });
    refused(() => rotaryField(3), "type", "rotary", { other: "rotary" });
    refused(() => rotaryField({ positions: [1] }), "unknownField", "rotary.positions");
  });
});

describe.each(Object.entries(builds))("sinusoidal, %s build", (_, core) => {
  it("is sine and cosine of the same angle", () => {
    const got = core.sinusoidal(3, 4);
    expect(got.shape).toEqual([3, 4]);
    const row = (p: number) => [Math.sin(p), Math.cos(p), Math.sin(p / 100), Math.cos(p / 100)];
    close(got.data, [0, 1, 2].flatMap(row));
  });

  it("ends with a sine where the width is odd, and takes another base", () => {
    const angle = 5 / 32 ** (4 / 5);
    close(core.sinusoidal(6, 5, { base: 32 }).data.slice(29), [Math.sin(angle)]);
    close(core.sinusoidal(2, 1).data, [0, Math.sin(1)]);
  });

  it("has 16 digits at every position", () => {
    close(core.sinusoidal(65_536, 7, { base: 100 }).data.slice(-1), [0.7026270543983936]);
  });
});

describe("sinusoidal", () => {
  it("refuses what cannot be", () => {
    const sinusoidal =
      (...args: unknown[]) =>
      () =>
        core.sinusoidal(...(args as [number, number]));
    refused(sinusoidal(0, 4), "range", "tokens", { values: [0, 1] });
    refused(sinusoidal(4, 0), "range", "width", { values: [0, 1] });
    refused(sinusoidal(4.5, 4), "type", "tokens", { other: "whole" });
    refused(sinusoidal(4, nan), "type", "width", { other: "whole" });
    refused(sinusoidal(4, "4"), "type", "width", { other: "whole" });
    refused(sinusoidal(far, far), "tooLarge", "sinusoidal");
    refused(sinusoidal(4097, 4096), "tooLarge", "sinusoidal", { values: [4097 * 4096, 2 ** 24] });
    refused(sinusoidal(4, 4, { base: 0 }), "positive", "base", { values: [0] });
    refused(sinusoidal(4, 4, { base: -1 }), "positive", "base", { values: [-1] });
    refused(sinusoidal(4, 4, { base: nan }), "notFinite", "base");
    refused(sinusoidal(4, 4, { base: inf }), "notFinite", "base");
    refused(sinusoidal(4, 4, { base: "2" }), "type", "base", { other: "number" });
    refused(sinusoidal(4, 4, { theta: 2 }), "unknownField", "theta");
    refused(sinusoidal(4, 4, null), "type", "input");
  });
});

describe("alibiSlopes", () => {
  it("halves from head to head for eight heads", () => {
    expect(core.alibiSlopes(8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((i) => 2 ** -i));
  });

  it.each(Array.from({ length: 20 }, (_, i) => i + 1))(
    "%i heads by the published rule",
    (heads) => {
      const ofPower = (n: number) => Array.from({ length: n }, (_, i) => 2 ** ((-8 * (i + 1)) / n));
      const power = 2 ** Math.floor(Math.log2(heads));
      const between = ofPower(2 * power).filter((_, i) => i % 2 === 0);
      close(core.alibiSlopes(heads), [...ofPower(power), ...between].slice(0, heads));
    },
  );

  it("refuses what cannot be", () => {
    const slopes = (heads: unknown) => () => core.alibiSlopes(heads as number);
    refused(slopes(0), "range", "heads", { values: [0, 1] });
    refused(slopes(-1), "range", "heads");
    refused(slopes(1.5), "type", "heads", { other: "whole" });
    refused(slopes(nan), "type", "heads");
    refused(slopes("8"), "type", "heads");
    refused(slopes(far), "atMost", "heads", { values: [far, 4096] });
  });
});
