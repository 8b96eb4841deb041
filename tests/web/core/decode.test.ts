import { describe, expect, it } from "vitest";
import { type DecodeInput, loadAttention, type Tensor } from "../../../web/src/core/index.ts";

const core = await loadAttention();

/** Runs `call` and gives back what it throws. */
function thrown(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

/** |got - want| <= tolerance · (1 + |want|), NaN only where NaN is wanted. */
function close(got: ArrayLike<number>, want: ArrayLike<number>, tolerance: number): void {
  expect(got.length).toBe(want.length);
  for (let i = 0; i < want.length; i++) {
    const [g, w] = [got[i]!, want[i]!];
    const good = Number.isNaN(w)
      ? Number.isNaN(g)
      : Math.abs(g - w) <= tolerance * (1 + Math.abs(w));
    if (!good) expect.fail(`entry ${i} is ${g}, it must be ${w}`);
  }
}

/** A number in [-2, 2] for each place, without a pattern that anything here could follow. */
const noise = (i: number, salt: number): number => {
  const x = Math.sin(i * 12.9898 + salt * 78.233) * 43758.5453;
  return Math.round((x - Math.floor(x)) * 32 - 16) / 8;
};

const tensor = (shape: number[], salt: number) => ({
  shape,
  data: Float64Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => noise(i, salt)),
});

/** One head; tokens that weigh all they see alike. */
const alike = (values: number[]) => ({
  q: values.map(() => [0]),
  k: values.map(() => [1]),
  v: values.map((value) => [value]),
});

const rows = ({ data, shape }: Tensor): number[][] => {
  const width = shape.at(-1)!;
  return Array.from({ length: data.length / width }, (_, i) =>
    Array.from(data.subarray(i * width, (i + 1) * width)),
  );
};

describe("known faults of caches", () => {
  it("C01: a step of decoding sees every token so far", () => {
    const { frames, output } = core.decode({
      q: [
        [-1, 0],
        [-0.5, 0.5],
        [0, 1],
        [0.5, 1.5],
      ],
      k: [
        [0, 0.5],
        [1, 1.5],
        [-1.5, -1],
        [-0.5, 0],
      ],
      v: [
        [1, 0],
        [0, 1],
        [3, -3],
        [7, 7],
      ],
      schedule: [2, 1, 1],
    });
    const want = [
      ...[1, 0],
      ...[0.5, 0.5],
      ...[0.6041715414461057, 0.2932226318867706],
      ...[0.8401919322613829, 1.2582726994198437],
    ];
    close(output.data, want, 1e-12);
    expect(output.shape).toEqual([4, 2]);
    expect(frames.map(({ fed }) => fed)).toEqual([[0, 1], [2], [3]]);
    expect(frames.map(({ weights }) => weights.shape)).toEqual([
      [2, 2],
      [1, 3],
      [1, 4],
    ]);
  });

  it("C03: positions go on by one after the prompt", () => {
    const input = alike(Array(10).fill(1));
    const { frames } = core.decode({ ...input, schedule: [6, 1, 1, 1, 1] });
    const [prompt, ...steps] = frames;
    expect(prompt?.positions).toEqual([0, 1, 2, 3, 4, 5]);
    expect(steps.map(({ positions }) => positions)).toEqual([[6], [7], [8], [9]]);
    expect(steps.map(({ kept }) => kept.length)).toEqual([7, 8, 9, 10]);
  });

  const afterEach = [
    [0],
    [0, 1],
    [0, 1, 2],
    [0, 1, 2, 3],
    [0, 2, 3, 4],
    [0, 3, 4, 5],
    [0, 4, 5, 6],
  ];

  it("C05: the oldest token that is no sink is dropped", () => {
    expect(core.evictions({ capacity: 4, sinks: 1, tokens: 7 })).toEqual({ kept: afterEach });
    const { frames } = core.decode({
      ...alike([1, 1, 1, 1, 1, 1, 1]),
      ...{ capacity: 4, sinks: 1, window: 3, schedule: [1, 1, 1, 1, 1, 1, 1] },
    });
    expect(frames.map(({ kept }) => kept)).toEqual(afterEach);
    expect(frames.map(({ dropped }) => dropped)).toEqual([[], [], [], [], [1], [2], [3]]);
    expect(frames.flatMap(({ positions }) => positions)).toEqual([0, 1, 2, 3, 3, 3, 3]);
  });

  it("C09: a prompt longer than the cache is not overwritten by its own future", () => {
    const input = {
      q: [
        [0, -1],
        [0.5, -0.5],
        [1, 0],
        [-1, 0.5],
        [-0.5, 1],
        [0, -1],
      ],
      k: [
        [-1, 0],
        [0.5, 1.5],
        [-1.5, -0.5],
        [0, 1],
        [1.5, -1],
        [-0.5, 0.5],
      ],
      v: [[1], [2], [4], [8], [16], [32]],
    };
    const { output } = core.decode({ ...input, window: 4, capacity: 4, schedule: [6] });
    const want = [
      ...[1, 1.5, 2.0880906287278114],
      ...[3.6073244444155708, 5.13849463216758, 13.8915588357273],
    ];
    close(output.data, want, 1e-12);
  });
});

describe("rotary positions", () => {
  const pair = { q: [1, 2, -1, 0.5], k: [0.5, -1, 2, 1] };

  /** The score of one query with one key, from its weight against a key of zeros, whose score is 0. */
  function score(key: number, query: number, cache: Partial<DecodeInput>): number {
    const zeros = Array.from({ length: query + 1 }, () => [0, 0, 0, 0]);
    const { frames } = core.decode({
      q: zeros.with(query, pair.q),
      k: zeros.with(key, pair.k),
      v: zeros,
      rotary: true,
      scale: 1,
      ...cache,
    });
    const weights = rows(frames[0]!.weights)[query]!;
    return Math.log(weights[key]! / weights[query]!);
  }

  it("P11: only the distance counts, in the text and after tokens were dropped", () => {
    const want = -0.35656732224753857;
    const found = [score(2, 5, {}), score(102, 105, {}), score(0, 3, {})];
    const dropped = [
      score(102, 105, { capacity: 4 }),
      score(102, 105, { capacity: 6, sinks: 2 }),
      score(102, 105, { capacity: 6, sinks: 2, positions: "text" }),
    ];
    close([...found, ...dropped], Array(6).fill(want), 1e-11);
  });

  it("bring the sinks near, unless the text counts", () => {
    // Kept: 0 and 103, 104, 105. Token 0 is three places before the last, or 105 tokens.
    const cache = { capacity: 4, sinks: 1 };
    close([score(0, 105, cache)], [score(0, 3, {})], 1e-11);
    close([score(0, 105, { ...cache, positions: "text" })], [score(0, 105, {})], 1e-11);
    expect(Math.abs(score(0, 105, {}) - score(0, 3, {}))).toBeGreaterThan(0.1);
  });

  it("take the options of rotary", () => {
    const own = { rotary: { pairing: "half", theta: 100, dims: 4 } } as const;
    expect(score(2, 5, own)).toBeCloseTo(score(102, 105, own), 10);
    expect(Math.abs(score(2, 5, own) - score(2, 5, {}))).toBeGreaterThan(0.1);
  });
});

describe("the cache without a capacity", () => {
  const [q, k] = [tensor([4, 9, 6], 1), tensor([2, 9, 6], 2)];
  const v = tensor([2, 9, 3], 3);
  const attend = Array.from({ length: 9 }, (_, i) =>
    Array.from({ length: 9 }, (_, j) => noise(i * 9 + j, 4) > -1),
  );
  const bias = tensor([4, 9, 9], 5);
  bias.data[30] = Number.NEGATIVE_INFINITY;
  const keyPadding = Array.from({ length: 9 }, (_, i) => i === 1 || i === 4);
  const masks: Record<string, object> = {
    none: {},
    scale: { scale: 0.25 },
    window: { window: 3 },
    sinks: { window: 2, sinks: 2 },
    attend: { attend },
    keyPadding: { keyPadding },
    bias: { bias },
    alibi: { alibi: true },
    slopes: { alibi: [0.5, 0.125, 1, 0.25] },
    dilation: { window: 2, dilation: 3 },
    globals: { window: 2, globals: [1, 4] },
    blocks: {
      blocks: {
        size: 3,
        visible: [
          [true, true, false],
          [true, false, true],
          [false, true, true],
        ],
      },
    },
    all: { scale: -0.5, window: 4, sinks: 1, attend, keyPadding, bias },
  };
  const schedules = [undefined, [9], [4, 1, 3, 1], Array(9).fill(1)];

  it.each(Object.entries(masks))("gives what causal attention gives: %s", (_name, mask) => {
    const want = core.attention({ q, k, v, causal: true, ...mask });
    for (const schedule of schedules)
      for (const positions of ["cache", "text"] as const) {
        const { frames, output } = core.decode({ q, k, v, schedule, positions, ...mask });
        expect(output.shape).toEqual([4, 9, 3]);
        close(output.data, want.output.data, 1e-12);
        for (const { fed, weights } of frames) {
          const seen = fed.at(-1)! + 1;
          expect(weights.shape).toEqual([4, fed.length, seen]);
          const whole = rows(want.weights).map((row) => row.slice(0, seen));
          const own = [0, 1, 2, 3].flatMap((h) => fed.map((t) => whole[h * 9 + t]!));
          close(weights.data, own.flat(), 1e-12);
        }
      }
  });

  it("turns queries and keys as rotary does", () => {
    const want = core.attention({ q: core.rotary(q), k: core.rotary(k), v, causal: true });
    const { output } = core.decode({ q, k, v, rotary: true, schedule: [5, 4] });
    close(output.data, want.output.data, 1e-12);
    const plain = core.decode({ q, k, v, rotary: false });
    close(plain.output.data, core.attention({ q, k, v, causal: true }).output.data, 1e-12);
  });
});

describe("frames", () => {
  const { q, k, v } = { q: tensor([4, 6, 5], 6), k: tensor([2, 6, 5], 7), v: tensor([2, 6, 3], 8) };
  const { frames } = core.decode({ q, k, v, capacity: 3, sinks: 1, schedule: [2, 3, 1] });

  it("tell what happened, in plain lists", () => {
    const told = frames.map(({ weights, output, ...rest }) => [rest, weights.shape, output.shape]);
    // Per token: 2 KV heads of 5 + 3 numbers, 4 heads of 5 + 3 multiply-adds.
    expect(told).toEqual([
      [
        {
          ...{ fed: [0, 1], reused: [], dropped: [], kept: [0, 1], positions: [0, 1] },
          ...{ bytes: 2 * 64, operations: (1 + 2) * 32 },
        },
        ...[
          [4, 2, 2],
          [4, 2, 3],
        ],
      ],
      [
        {
          ...{ fed: [2, 3, 4], reused: [], dropped: [1, 2], kept: [0, 3, 4], positions: [2, 2, 2] },
          ...{ bytes: 3 * 64, operations: (3 + 3 + 3) * 32 },
        },
        ...[
          [4, 3, 5],
          [4, 3, 3],
        ],
      ],
      [
        {
          ...{ fed: [5], reused: [], dropped: [3], kept: [0, 4, 5], positions: [2] },
          ...{ bytes: 3 * 64, operations: 3 * 32 },
        },
        ...[
          [4, 1, 6],
          [4, 1, 3],
        ],
      ],
    ]);
  });

  it("give no weight to what was dropped", () => {
    for (const row of rows(frames[2]!.weights)) {
      expect(row.map((weight) => weight > 0)).toEqual([true, false, false, false, true, true]);
      expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 14);
    }
  });

  it("do not show a NaN that was dropped", () => {
    const poisoned = { ...alike([Number.NaN, 2, 4, 8]), capacity: 2 };
    const { output } = core.decode(poisoned);
    expect(Array.from(output.data)).toEqual([Number.NaN, Number.NaN, 3, 6]);
  });
});

describe("prompt reuse", () => {
  const { q, k, v } = {
    q: tensor([2, 6, 4], 9),
    k: tensor([1, 6, 4], 10),
    v: tensor([1, 6, 2], 11),
  };
  const tokens = ["a", "b", 1, "1", "b", "c"];
  const cut = ({ shape, data }: typeof k, n: number) => ({
    shape: [1, n, shape[2]!],
    data: data.slice(0, n * shape[2]!),
  });
  const previous = { tokens: ["a", "b", 1, 1], k: cut(k, 4), v: cut(v, 4) };
  const cache = { rotary: true, capacity: 4, sinks: 1 } as const;

  it("gives the rows that are computed as they are without it", () => {
    const want = core.decode({ q, k, v, ...cache, schedule: [4, 1, 1] });
    const got = core.decode({ q, k, v, ...cache, tokens, previous, schedule: [4, 1, 1] });
    // 1 and "1" are two tokens.
    expect(got.frames.map(({ reused }) => reused)).toEqual([[0, 1, 2], [], []]);
    expect(got.frames.map(({ fed }) => fed)).toEqual([[3], [4], [5]]);
    expect(got.frames.map(({ kept }) => kept)).toEqual(want.frames.map(({ kept }) => kept));
    const all = rows(want.output);
    const computed = all.map((row, i) => (i % 6 < 3 ? [0, 0] : row));
    expect(rows(got.output)).toEqual(computed);
  });

  it("takes keys and values from before, not from the new text", () => {
    const before = { tokens: [7, 8], k: [[0], [0]], v: [[10], [20]] };
    const { output } = core.decode({ ...alike([1, 2, 3]), tokens: [7, 8, 9], previous: before });
    expect(Array.from(output.data)).toEqual([0, 0, 11]);
  });

  it("computes the last token of a text that is known already", () => {
    const text = alike([1, 2, 3]);
    const before = { tokens: [7, 8, 9], k: text.k, v: text.v };
    const { frames } = core.decode({ ...text, tokens: [7, 8, 9], previous: before });
    expect(frames.map(({ reused, fed }) => [reused, fed])).toEqual([[[0, 1], [2]]]);
  });
});

describe("bad input", () => {
  const good = alike([1, 2, 3, 4, 5]);
  const four = [[0], [0], [0], [0]];
  const tokens = [1, 2, 3, 4, 5];
  const before = { tokens: [1, 2, 3, 4], k: four, v: four };
  const fault = (code: string, field: string, values: number[], other = "") => ({
    code,
    field,
    values,
    other,
  });

  it.each<[string, object, object]>([
    ["no q", { q: undefined }, fault("type", "q", [], "tensor")],
    ["no v", { v: undefined }, fault("type", "v", [], "tensor")],
    ["too few queries", { q: four }, fault("shape", "q", [4, 1, 5, 1])],
    [
      "k of another width",
      { k: good.k.map(() => [1, 2]) },
      fault("widthMismatch", "k", [2, 1], "q"),
    ],
    ["v of another length", { v: four }, fault("lengthMismatch", "v", [4, 5], "k")],
    [
      "heads that do not share",
      { q: [good.q, good.q, good.q], k: [good.k, good.k], v: [good.v, good.v] },
      fault("headsMismatch", "k", [2, 3], "q"),
    ],
    ["an option of another call", { causal: true }, fault("unknownField", "causal", [])],
    ["a misspelled option", { capasity: 3 }, fault("unknownField", "capasity", [])],
    ["a bad mask", { attend: [[true]] }, fault("maskShape", "attend", [1, 1, 5, 5])],
    ["bad padding", { keyPadding: [true] }, fault("paddingLength", "keyPadding", [1, 5])],
    ["a bad bias", { bias: four }, fault("maskShape", "bias", [4, 1, 5, 5])],
    ["a bad scale", { scale: Number.NaN }, fault("notFinite", "scale", [])],
    ["a window of 0", { window: 0 }, fault("range", "window", [0, 1])],
    ["sinks of nothing", { sinks: 1 }, fault("needs", "sinks", [], "window")],
    ["a capacity that is no number", { capacity: "4" }, fault("type", "capacity", [], "whole")],
    ["half a place", { capacity: 1.5 }, fault("type", "capacity", [], "whole")],
    ["no place", { capacity: 0 }, fault("range", "capacity", [0, 1])],
    ["no place but for sinks", { capacity: 2, sinks: 2 }, fault("range", "capacity", [2, 3])],
    ["fewer sinks than none", { capacity: 2, sinks: -1 }, fault("range", "sinks", [-1, 0])],
    ["a flag that is none", { evict: 0 }, fault("type", "evict", [], "flag")],
    ["a text that does not fit", { capacity: 4, evict: false }, fault("capacity", "k", [5, 4])],
    ["positions nowhere", { positions: "page" }, fault("type", "positions", [], "counted")],
    ["an odd part of the width", { rotary: { dims: 1 } }, fault("odd", "rotary.dims", [1])],
    ["rotary of a bad kind", { rotary: { base: 2 } }, fault("unknownField", "rotary.base", [])],
    ["a schedule that is no list", { schedule: 5 }, fault("type", "schedule", [], "numbers")],
    ["an empty step", { schedule: [5, 0] }, fault("range", "schedule", [0, 1, 2])],
    ["half a token", { schedule: [4.5, 0.5] }, fault("type", "schedule", [1], "whole")],
    ["a step too few", { schedule: [2, 2] }, fault("sumMismatch", "schedule", [4, 5], "tokens")],
    ["no steps", { schedule: [] }, fault("sumMismatch", "schedule", [0, 5], "tokens")],
    ["too few tokens", { tokens: [1] }, fault("entries", "tokens", [1, 5])],
    ["tokens of a bad kind", { tokens: [1, null] }, fault("type", "tokens", [2], "token")],
    ["a previous text alone", { previous: before }, fault("needs", "previous", [], "tokens")],
    ["no previous text", { previous: 3 }, fault("type", "previous", [], "previous")],
    [
      "a previous text without keys",
      { tokens, previous: { tokens, v: four } },
      fault("type", "previous.k", [], "tensor"),
    ],
    [
      "a previous text without tokens",
      { tokens, previous: { k: four, v: four } },
      fault("type", "previous.tokens", [], "tokens"),
    ],
    [
      "previous keys of another length",
      { tokens, previous: { ...before, k: good.k } },
      fault("shape", "previous.k", [5, 1, 4, 1]),
    ],
    [
      "previous values of another width",
      { tokens, previous: { ...before, v: four.map(() => [1, 2]) } },
      fault("shape", "previous.v", [4, 2, 4, 1]),
    ],
    [
      "previous heads",
      { tokens, previous: { ...before, k: [four, four] } },
      fault("headsMismatch", "previous.k", [2, 1], "k"),
    ],
    [
      "an unknown field of the previous text",
      { tokens, previous: { ...before, q: four } },
      fault("unknownField", "previous.q", []),
    ],
  ])("%s is refused, and the next call works", (_name, change, want) => {
    const error = thrown(() => core.decode({ ...good, ...change } as DecodeInput));
    expect(error).toMatchObject({ name: "AttentionError", ...want });
    expect(Array.from(core.decode(good).output.data)).toEqual([1, 1.5, 2, 2.5, 3]);
  });

  it("is told before anything large is made of it", () => {
    const tall = { shape: [5000, 1], data: new Float64Array(5000) };
    expect(thrown(() => core.decode({ q: tall, k: tall, v: tall, capacity: 2 }))).toMatchObject(
      fault("tooLarge", "scores", [25_000_000, 2 ** 24]),
    );
  });

  it("of evictions is told by what is kept in all", () => {
    const { kept } = core.evictions({ capacity: 2 ** 52, tokens: 1447 });
    expect(kept.reduce((sum, list) => sum + list.length, 0)).toBe((1447 * 1448) / 2);
  });

  it.each<[string, object, object]>([
    ["no capacity", { tokens: 3 }, fault("type", "capacity", [], "whole")],
    ["a capacity of 0", { capacity: 0, tokens: 3 }, fault("range", "capacity", [0, 1])],
    ["sinks alone", { capacity: 2, sinks: 2, tokens: 3 }, fault("range", "capacity", [2, 3])],
    ["sinks below 0", { capacity: 2, sinks: -1, tokens: 3 }, fault("range", "sinks", [-1, 0])],
    ["no tokens", { capacity: 2, tokens: 0 }, fault("range", "tokens", [0, 1])],
    ["half a token", { capacity: 2, tokens: 0.5 }, fault("type", "tokens", [], "whole")],
    ["a misspelling", { capacity: 2, tokens: 3, sink: 1 }, fault("unknownField", "sink", [])],
    [
      "more than anyone reads",
      { capacity: 2 ** 52, tokens: 2 ** 12 },
      fault("tooLarge", "kept", [2 ** 11 * (2 ** 12 + 1), 2 ** 20]),
    ],
    [
      "more than anyone reads, of a full cache",
      { capacity: 1000, tokens: 2000 },
      fault("tooLarge", "kept", [500_500 + 1_000_000, 2 ** 20]),
    ],
  ])("of evictions: %s", (_name, input, want) => {
    const error = thrown(() => core.evictions(input as { capacity: number; tokens: number }));
    expect(error).toMatchObject({ name: "AttentionError", ...want });
    expect(core.evictions({ capacity: 1, tokens: 2 })).toEqual({ kept: [[0], [1]] });
  });
});
