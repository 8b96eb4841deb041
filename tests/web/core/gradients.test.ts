import { describe, expect, it } from "vitest";
import {
  type AttentionError,
  type GradientInput,
  loadAttention,
  type SelfGradientInput,
  type Tensor,
  type TiledGradientInput,
} from "../../../web/src/core/index.ts";

const core = await loadAttention({ build: "simd" });
const scalar = await loadAttention({ build: "scalar" });

function random(shape: number[], seed: number) {
  const columns = shape.at(-1)!;
  const rows = shape.reduce((a, b) => a * b) / columns;
  return { shape, data: Float32Array.from(core.random({ rows, columns, seed }).data) };
}

const good: GradientInput = { q: [[0]], k: [[1], [-1]], v: [[2], [4]], dOutput: [[1]] };
const self: SelfGradientInput = {
  x: [[1], [2]],
  wq: [[1]],
  wk: [[1]],
  wv: [[1]],
  dOutput: [[1], [1]],
};

/** The call must throw this, and the next one must work. */
function refused(call: () => unknown, code: string, field: string, rest: Partial<AttentionError>) {
  expect(call).toThrow(expect.objectContaining({ name: "AttentionError", code, field, ...rest }));
  expect(core.attentionGradient(good).dq.data[0]).toBe(-1);
}

const sum = (numbers: ArrayLike<number>) => Array.from(numbers).reduce((a, b) => a + b, 0);

describe("the gradient of attention", () => {
  it("of two keys, by hand", () => {
    // Weights 1/2 and 1/2; dWeights 2 and 4, of mean 3; dMasked 1/2 (2 - 3) and 1/2 (4 - 3).
    const got = core.attentionGradient(good);
    const row = (...numbers: number[]) => ({
      shape: [1, numbers.length],
      data: Float64Array.from(numbers),
    });
    const column = (...numbers: number[]) => ({
      shape: [numbers.length, 1],
      data: Float64Array.from(numbers),
    });
    expect(got.weights).toEqual(row(0.5, 0.5));
    expect(got.output).toEqual(row(3));
    expect(got.dWeights).toEqual(row(2, 4));
    expect(got.dMasked).toEqual(row(-0.5, 0.5));
    expect(got.dq).toEqual(row(-1));
    expect(Array.from(got.dk.data, Math.abs)).toEqual([0, 0]);
    expect(got.dv).toEqual(column(0.5, 0.5));
    expect(core.attentionGradient({ ...good, path: "reference" })).toEqual(got);
  });

  it("is the slope of the output", () => {
    const q = random([2, 5, 3], 1);
    const rest = { k: random([6, 3], 2), v: random([6, 4], 3), causal: true, window: 4 };
    const dOutput = random([2, 5, 4], 4);
    const loss = (data: Float64Array) => {
      const { output } = core.attention({ q: { shape: q.shape, data }, ...rest });
      return sum(Array.from(output.data, (x, i) => x * dOutput.data[i]!));
    };
    const { dq, dk, dv } = core.attentionGradient({ q, ...rest, dOutput });
    expect(dq.shape).toEqual([2, 5, 3]);
    // As k and v were given: without an axis for heads.
    expect(dk.shape).toEqual([6, 3]);
    expect(dv.shape).toEqual([6, 4]);
    for (const [i, got] of dq.data.entries()) {
      const moved = (step: number) => loss(Float64Array.from(q.data).with(i, q.data[i]! + step));
      expect(Math.abs(got - (moved(1e-5) - moved(-1e-5)) / 2e-5)).toBeLessThan(1e-8);
    }
  });

  it("is zero where nothing is seen, whatever is there", () => {
    const got = core.attentionGradient({
      q: [[1], [Number.NaN]],
      k: [[1], [2], [Number.NaN]],
      v: [[1], [2], [Number.POSITIVE_INFINITY]],
      dOutput: [[1], [Number.NaN]],
      keyPadding: [false, false, true],
      attend: [
        [true, true, true],
        [false, false, false],
      ],
    });
    for (const { data } of [got.dq, got.dk, got.dv, got.dMasked]) {
      for (const number of data) expect(number).not.toBeNaN();
    }
    expect(got.dq.data[1]).toBe(0);
    expect(got.dk.data[2]).toBe(0);
    expect(got.dv.data[2]).toBe(0);
  });

  it.each(Object.entries({ simd: core, scalar }))("tiled as the reference, %s build", (_, core) => {
    const input = {
      q: random([4, 40, 9], 1),
      k: random([2, 140, 9], 2),
      v: random([2, 140, 6], 3),
      dOutput: random([4, 40, 6], 4),
      causal: "bottom-right" as const,
      bias: random([40, 140], 5),
    };
    const want = core.attentionGradient(input);
    const got = core.attentionGradient({ ...input, path: "tiled" });
    expect(Object.keys(got)).toEqual(["dq", "dk", "dv"]);
    for (const name of ["dq", "dk", "dv"] as const) {
      expect(got[name].data).toBeInstanceOf(Float32Array);
      expect(got[name].shape).toEqual(want[name].shape);
      for (const [i, number] of want[name].data.entries()) {
        expect(Math.abs(got[name].data[i]! - number)).toBeLessThan(1e-5);
      }
    }
  });

  it("tiled takes rows of numbers and gives back their shape", () => {
    const got = core.attentionGradient({ ...good, path: "tiled" } as TiledGradientInput);
    expect(got.dq).toEqual({ shape: [1, 1], data: Float32Array.of(-1) });
    expect(got.dk.shape).toEqual([2, 1]);
    expect(got.dv).toEqual({ shape: [2, 1], data: Float32Array.of(0.5, 0.5) });
  });
});

describe.each(["reference", "tiled"] as const)("a gradient (%s) is refused", (path) => {
  const call = (fields: object) => () =>
    core.attentionGradient({ ...good, path, ...fields } as TiledGradientInput);

  it("when dOutput does not fit the output", () => {
    refused(call({ dOutput: [[1, 2]] }), "shape", "dOutput", { values: [1, 2, 1, 1] });
    refused(call({ dOutput: [[1], [1]] }), "shape", "dOutput", { values: [2, 1, 1, 1] });
    refused(call({ dOutput: [[[1]], [[1]]] }), "headsMismatch", "dOutput", {
      other: "q",
      values: [2, 1],
    });
    refused(call({ dOutput: undefined }), "type", "dOutput", { other: "tensor" });
    refused(call({ dOutput: [["1"]] }), "type", "dOutput", { other: "number", values: [1, 1] });
  });

  it("as attention is", () => {
    refused(call({ k: [[1, 2]] }), "widthMismatch", "k", { values: [2, 1] });
    refused(call({ v: [] }), "empty", "v", {});
    refused(call({ scale: Number.NaN }), "notFinite", "scale", {});
    refused(call({ attend: [[true]] }), "maskShape", "attend", { values: [1, 1, 1, 2] });
    refused(call({ casual: true }), "unknownField", "casual", {});
    refused(call({ logSumExp: true }), "unknownField", "logSumExp", {});
    refused(call({ path: "fast" }), "type", "path", { other: "path" });
    refused(() => core.attentionGradient(null as never), "type", "input", { other: "object" });
  });
});

it("a gradient that would not fit into memory is refused before anything is copied", () => {
  const long = { shape: [2 ** 24, 1], data: new Float32Array(2 ** 24) };
  const input = { q: long, k: long, v: long, dOutput: long, path: "tiled" } as const;
  const wide = { shape: [2 ** 24, 4], data: new Float32Array(2 ** 26) };
  refused(
    () => core.attentionGradient({ ...input, q: wide, k: wide, v: wide, dOutput: wide }),
    "memoryLimit",
    "",
    {},
  );
  const { path, ...reference } = input;
  refused(() => core.attentionGradient(reference), "tooLarge", "scores", {});
});

describe("the gradient of self-attention", () => {
  it("of two tokens, by hand", () => {
    // With one column, no width to scale by. Scores 1 2 and 2 4; sigmoids of 1 and 2 are the weights
    // of token 2, and d (1 + sigmoid(s)) / ds = sigmoid (1 - sigmoid) =: j.
    const got = core.selfAttentionGradient(self);
    const [a, b] = [1 / (1 + Math.exp(-1)), 1 / (1 + Math.exp(-2))];
    const [j1, j2] = [a * (1 - a), b * (1 - b)];
    const close = ({ data }: Tensor, ...want: number[]) => {
      expect(data.length).toBe(want.length);
      for (const [i, number] of want.entries()) expect(data[i]).toBeCloseTo(number, 14);
    };
    // Keys 1 and 2 differ by 1: the gap of the scores is q.
    close(got.dq, j1, j2);
    close(got.dk, -j1 - 2 * j2, j1 + 2 * j2);
    close(got.dv, 2 - a - b, a + b);
    close(got.dwq, j1 + 2 * j2);
    close(got.dwk, j1 + 2 * j2);
    close(got.dwv, 2 + a + b);
    close(got.dx, j1 - j1 - 2 * j2 + 2 - a - b, j2 + j1 + 2 * j2 + a + b);
    close(got.q, 1, 2);
    close(got.output, 1 + a, 1 + b);
    expect(got.dx.shape).toEqual([2, 1]);
    expect(got.dwv.shape).toEqual([1, 1]);
  });

  it("is refused where self-attention is, and where dOutput does not fit", () => {
    const call = (fields: object) => () =>
      core.selfAttentionGradient({ ...self, ...fields } as SelfGradientInput);
    refused(call({ dOutput: [[1]] }), "shape", "dOutput", { values: [1, 1, 2, 1] });
    refused(call({ dOutput: [[[1], [1]]] }), "type", "dOutput", { other: "matrix" });
    refused(call({ wq: [[1], [1]] }), "innerMismatch", "wq", { values: [2, 1] });
    refused(call({ wk: [[1, 1]] }), "widthMismatch", "wk", { values: [2, 1] });
    refused(call({ window: 0 }), "range", "window", { values: [0, 1] });
    refused(call({ path: "tiled" }), "unknownField", "path", {});
  });
});

describe("the Jacobian of softmax", () => {
  it("of three weights", () => {
    // Eigenvalues 0, 1/4 and 3/8.
    const got = core.softmaxJacobian({ weights: Float64Array.of(0.5, 0.25, 0.25) });
    expect(got.jacobian).toEqual({
      shape: [3, 3],
      data: Float64Array.of(
        ...[0.25, -0.125, -0.125],
        ...[-0.125, 0.1875, -0.0625],
        ...[-0.125, -0.0625, 0.1875],
      ),
    });
    expect(got.largest).toBeCloseTo(0.375, 14);
    expect(got.size).toBeCloseTo(Math.hypot(0.375, 0.25), 14);
  });

  it("is refused for what are no weights", () => {
    const call = (weights: unknown) => () => core.softmaxJacobian({ weights } as never);
    refused(call([]), "empty", "weights", { values: [0] });
    refused(call([1.5]), "atMost", "weights", { values: [1.5, 1, 1] });
    refused(call([0.5, -0.5]), "range", "weights", { values: [-0.5, 0, 2] });
    refused(call([Number.NaN]), "notFinite", "weights", {});
    refused(call(new Float64Array(4097)), "tooLarge", "jacobian", { values: [4097 ** 2, 2 ** 24] });
    refused(call("1"), "type", "weights", { other: "numbers" });
    refused(call([["1"]]), "type", "weights", { other: "number", values: [1] });
    refused(
      () => core.softmaxJacobian({ weights: [1], scale: 1 } as never),
      "unknownField",
      "scale",
      {},
    );
    refused(() => core.softmaxJacobian({} as never), "type", "weights", { other: "numbers" });
  });
});
