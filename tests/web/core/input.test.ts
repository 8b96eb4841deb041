import { describe, expect, it } from "vitest";
import { tensor } from "../../../web/src/core/fields.ts";
import { type AttentionInput, loadAttention } from "../../../web/src/core/index.ts";
import { attentionInput, selfAttentionInput } from "../../../web/src/core/input.ts";

const core = await loadAttention();
const good: AttentionInput = { q: [[1]], k: [[1]], v: [[1]] };

/** The call with `fields` in place of the good ones must throw this. */
function refused(fields: object, code: string, field: string, rest: object = {}): void {
  const call = () => core.attention({ ...good, ...fields } as AttentionInput);
  expect(call).toThrow(expect.objectContaining({ name: "AttentionError", code, field, ...rest }));
}

const type = (fields: object, field: string, other: string) =>
  refused(fields, "type", field, { other, values: [] });

/** An array of three with nothing in the middle. */
const sparse = (first: unknown, last: unknown) => Object.assign([], { 0: first, 2: last });

describe("a tensor", () => {
  it("is rows of numbers", () => {
    expect(
      tensor("q", [
        [1, 2, 3],
        [4, 5, 6],
      ]),
    ).toEqual({
      shape: [2, 3],
      data: Float64Array.of(1, 2, 3, 4, 5, 6),
    });
  });

  it("is heads of rows of numbers", () => {
    expect(tensor("q", [[[1, 2]], [[3, 4]], [[5, 6]]])).toEqual({
      shape: [3, 1, 2],
      data: Float64Array.of(1, 2, 3, 4, 5, 6),
    });
  });

  it("is a shape with data, in either float or a plain list", () => {
    const want = { shape: [1, 2], data: Float64Array.of(0.5, -2) };
    for (const data of [[0.5, -2], Float32Array.of(0.5, -2), Float64Array.of(0.5, -2)]) {
      expect(tensor("q", { shape: [1, 2], data })).toEqual(want);
    }
  });

  it("is handed on uncopied where its numbers are of the right kind", () => {
    const doubles = { shape: [1, 1], data: Float64Array.of(0.1) };
    expect(tensor("q", doubles).data.buffer).toBe(doubles.data.buffer);
    const floats = tensor("q", doubles, Float32Array);
    expect(floats).toEqual({ shape: [1, 1], data: Float32Array.of(0.1) });
    expect(tensor("q", floats, Float32Array).data.buffer).toBe(floats.data.buffer);
    const middle = { shape: [1, 2], data: Float64Array.of(1, 2, 3, 4).subarray(1, 3) };
    expect(tensor("q", middle)).toEqual({ shape: [1, 2], data: Float64Array.of(2, 3) });
  });

  it("may hold NaN and infinities", () => {
    const row = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    expect(Array.from(tensor("q", [row]).data)).toEqual(row);
  });
});

describe("a tensor is refused", () => {
  it("when it is something else", () => {
    for (const q of [null, undefined, 1, "1 2", true, {}, () => [[1]], new Map()]) {
      type({ q }, "q", "tensor");
    }
    type({ k: null }, "k", "tensor");
    type({ v: undefined }, "v", "tensor");
  });

  it("when a cell is no number", () => {
    for (const cell of ["1", null, undefined, true, 1n, {}]) {
      const place = { other: "number", values: [1, 2] };
      refused({ q: [[1, cell]] }, "type", "q", place);
      type({ q: { shape: [1, 2], data: [1, cell] } }, "q", "tensor");
    }
  });

  it("when rows and numbers are mixed", () => {
    type({ q: [[1], 2] }, "q", "tensor");
    type({ q: [1, 2] }, "q", "tensor");
    type({ q: [[[1]], [1]] }, "q", "tensor");
    refused({ q: [[1], [[1]]] }, "type", "q", { other: "number", values: [2, 1] });
    refused({ q: [[[[1]]]] }, "type", "q", { other: "number", values: [1, 1] });
  });

  it("when a row has another length, which is named from 1", () => {
    refused({ q: [[1, 2, 3], [4, 5, 6], [7]] }, "ragged", "q", { values: [3, 1, 3] });
    refused({ v: [[1], []] }, "ragged", "v", { values: [2, 0, 1] });
    refused({ k: [[[1], [1, 2]]] }, "ragged", "k", { values: [2, 2, 1] });
  });

  it("when a head has another shape, also with as many numbers", () => {
    const q = [
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    ];
    refused({ q }, "headShape", "q", { values: [2, 3, 2, 2, 3] });
  });

  it("when a row or a head is missing", () => {
    type({ q: sparse([1], [4]) }, "q", "tensor");
    type({ q: sparse([[1]], [[1]]) }, "q", "tensor");
    type({ attend: sparse([true], [true]) }, "attend", "booleans");
  });

  it("when there is nothing in it", () => {
    refused({ q: [] }, "empty", "q", { values: [0, 0] });
    refused({ q: [[]] }, "empty", "q", { values: [1, 0] });
    refused({ q: [[], []] }, "empty", "q", { values: [2, 0] });
    refused({ v: { shape: [1, 0], data: [] } }, "empty", "v", { values: [1, 0] });
  });

  it("when its shape has another number of axes", () => {
    refused({ q: { shape: [], data: [1] } }, "rank", "q", { values: [0, 2, 3] });
    refused({ q: { shape: [1], data: [1] } }, "rank", "q", { values: [1, 2, 3] });
    refused({ q: { shape: [1, 1, 1, 1], data: [1] } }, "rank", "q", { values: [4, 2, 3] });
  });

  it("when its shape is no list of sizes", () => {
    for (const shape of [[-1, -1], [0.5, 2], ["1", 1], [Number.NaN, 1], "1,1", 1]) {
      type({ q: { shape, data: [1] } }, "q", "tensor");
    }
  });

  it("when shape and data disagree", () => {
    refused({ q: { shape: [2, 3], data: [1, 2] } }, "dataLength", "q", { values: [2, 6] });
    refused({ q: { shape: [1, 1], data: [1, 2] } }, "dataLength", "q", { values: [2, 1] });
  });
});

describe("options", () => {
  it("that do not exist are refused by name", () => {
    refused({ casual: true }, "unknownField", "casual");
    refused({ toString: 1 }, "unknownField", "toString");
    refused({ wq: [[1]] }, "unknownField", "wq");
  });

  it("may be undefined", () => {
    const { options } = attentionInput({ ...good, scale: undefined, window: undefined }) as {
      options: object;
    };
    expect(options).toEqual({});
  });

  it("are refused with the wrong type", () => {
    for (const scale of ["1", null, true, [1]]) type({ scale }, "scale", "number");
    for (const causal of ["yes", "topLeft", null, 1]) type({ causal }, "causal", "causal");
    for (const window of [1.5, "2", null, Number.NaN, Number.POSITIVE_INFINITY]) {
      type({ window }, "window", "whole");
    }
    type({ window: 1, sinks: 0.5 }, "sinks", "whole");
    for (const attend of [true, [true]]) type({ attend }, "attend", "booleans");
    for (const attend of [[[1]], [["x"]], [[null]]]) {
      refused({ attend }, "type", "attend", { other: "flag", values: [1, 1] });
    }
    for (const keyPadding of [true, Uint8Array.of(0)]) {
      type({ keyPadding }, "keyPadding", "flags");
    }
    for (const keyPadding of [[0], [[false]]]) {
      refused({ keyPadding }, "type", "keyPadding", { other: "flag", values: [1] });
    }
    type({ bias: 1 }, "bias", "tensor");
    refused({ bias: [["-inf"]] }, "type", "bias", { other: "number", values: [1, 1] });
  });

  it("are refused with a value that is out of range", () => {
    refused({ scale: Number.NaN }, "notFinite", "scale");
    refused({ window: 0 }, "range", "window", { values: [0, 1] });
    refused({ window: 1, sinks: -1 }, "range", "sinks", { values: [-1, 0] });
    refused({ sinks: 1 }, "needs", "sinks", { other: "window" });
  });

  it("are refused with a shape that does not fit", () => {
    refused({ attend: [[true], [true]] }, "maskShape", "attend", { values: [2, 1, 1, 1] });
    refused({ attend: [[true, true], [true]] }, "ragged", "attend", { values: [2, 1, 2] });
    refused({ bias: { shape: [0, 1, 1], data: [] } }, "empty", "bias", { values: [0, 0] });
    refused({ attend: [] }, "maskShape", "attend", { values: [0, 0, 1, 1] });
    refused({ keyPadding: [] }, "paddingLength", "keyPadding", { values: [0, 1] });
    refused({ bias: [[0, 0]] }, "maskShape", "bias", { values: [1, 2, 1, 1] });
  });

  it("reach the core", () => {
    const q = [[0], [0], [0], [0]];
    const weights = (options: object) => {
      const { data } = core.attention({ q, k: q, v: q, ...options }).weights;
      return Array.from(data, (w) => (w > 0 ? "x" : "."))
        .join("")
        .match(/..../g);
    };
    expect(weights({})).toEqual(["xxxx", "xxxx", "xxxx", "xxxx"]);
    expect(weights({ causal: false })).toEqual(["xxxx", "xxxx", "xxxx", "xxxx"]);
    expect(weights({ causal: true })).toEqual(["x...", "xx..", "xxx.", "xxxx"]);
    expect(weights({ causal: true, window: 2 })).toEqual(["x...", "xx..", ".xx.", "..xx"]);
    expect(weights({ causal: true, window: 2, sinks: 1 })).toEqual([
      "x...",
      "xx..",
      "xxx.",
      "x.xx",
    ]);
    const keyPadding = [false, true, false, false];
    expect(weights({ causal: true, keyPadding })).toEqual(["x...", "x...", "x.x.", "x.xx"]);
    const attend = q.map((_, i) => q.map((_, j) => i !== j));
    expect(weights({ attend })).toEqual([".xxx", "x.xx", "xx.x", "xxx."]);
    const bias = q.map((_, i) => q.map((_, j) => (i < j ? Number.NEGATIVE_INFINITY : 0)));
    expect(weights({ bias })).toEqual(["x...", "xx..", "xxx.", "xxxx"]);
  });
});

describe("inputs as a whole", () => {
  it("must be objects", () => {
    for (const input of [null, undefined, 1, "q"]) {
      expect(() => core.attention(input as never)).toThrow(
        expect.objectContaining({ code: "type", field: "input", other: "object" }),
      );
    }
  });

  it("of selfAttention are matrices, without an axis for heads", () => {
    const input = { x: [[1]], wq: [[1]], wk: [[1]], wv: [[1]] };
    for (const field of ["x", "wq", "wk", "wv"]) {
      expect(() => selfAttentionInput({ ...input, [field]: [[[1]]] })).toThrow(
        expect.objectContaining({ code: "type", field, other: "matrix" }),
      );
    }
    expect(() => core.selfAttention({ ...input, wk: [[1], [2]] })).toThrow(
      expect.objectContaining({ code: "innerMismatch", field: "wk", other: "x", values: [2, 1] }),
    );
    expect(() => core.selfAttention({ ...input, wk: [[1, 2]] })).toThrow(
      expect.objectContaining({ code: "widthMismatch", field: "wk", other: "wq", values: [2, 1] }),
    );
    expect(() => core.selfAttention({ ...input, q: [[1]] } as never)).toThrow(
      expect.objectContaining({ code: "unknownField", field: "q" }),
    );
  });
});

it.each([[[1e9, 0, 4]], [[2 ** 40, 0, 4]], [[0, 2 ** 40]], [[2 ** 53 - 1, 0]]])(
  "a tensor of nothing, however large it is said to be: %j",
  (shape) => {
    const nothing = { shape, data: [] };
    for (const path of ["reference", "tiled"] as const)
      expect(() => core.attention({ q: nothing, k: nothing, v: nothing, path } as never)).toThrow(
        expect.objectContaining({ code: "empty", field: "q" }),
      );
    expect(core.attention(good).weights.data).toEqual(Float64Array.of(1));
  },
);

it("a hole in a list of numbers is no number, and ends the reading", () => {
  const wrong = expect.objectContaining({ code: "type" });
  const holes = { shape: [1, 2], data: new Array(2) };
  expect(() => core.attention({ ...good, q: holes })).toThrow(wrong);
  expect(() => core.softmaxJacobian({ weights: new Array(1e7) })).toThrow(wrong);
});
