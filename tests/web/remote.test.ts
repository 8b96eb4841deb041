// "dikkat/worker" in Node, from the built package: its Worker is a file of its own.
import { createRequire, syncBuiltinESMExports } from "node:module";
import type { Worker } from "node:worker_threads";
import { afterAll, afterEach, beforeEach, describe, expect, expectTypeOf, it } from "vitest";
import type { AttentionError, Tensor, Tiled, Trace } from "../../web/src/core/index.ts";
import type {
  AttentionWorker,
  loadAttentionWorker as Load,
} from "../../web/src/core/remote/index.ts";

const entry = new URL("../../dist/package/remote/index.js", import.meta.url).href;
const { loadAttentionWorker } = (await import(/* @vite-ignore */ entry)) as {
  loadAttentionWorker: typeof Load;
};

// Every thread that is started is kept here, so that a test can count them and end one.
const threads = createRequire(import.meta.url)("node:worker_threads");
const started: Worker[] = [];
let refused = false;
const original = threads.Worker;
threads.Worker = class extends original {
  constructor(program: URL, options: object) {
    if (refused) throw new Error("no threads here");
    super(program, options);
    started.push(this as unknown as Worker);
  }
};
syncBuiltinESMExports();
afterAll(() => {
  threads.Worker = original;
  syncBuiltinESMExports();
});

let core: AttentionWorker;
beforeEach(async () => {
  core = await loadAttentionWorker({ threads: 1 });
});
afterEach(() => {
  core.close();
  started.length = 0;
  refused = false;
});

/** Equal scores: every row of the output is the mean of the values. */
const equal = { q: [[1], [1]], k: [[1], [1]], v: [[2], [4]] };
const mean = [3, 3];
const numbers = ({ data }: Tensor<Float64Array | Float32Array>) => Array.from(data);

/** Takes about a second: a call that something can happen to. */
function long() {
  const tensor = () => ({ shape: [8, 4096, 64], data: new Float32Array(8 * 4096 * 64).fill(0.5) });
  return { q: tensor(), k: tensor(), v: tensor(), path: "tiled" as const };
}

const refusalOf = (call: Promise<unknown>): Promise<AttentionError> =>
  call.then(
    () => {
      throw new Error("nothing was refused");
    },
    (error) => error,
  );

describe("a Worker of its own", () => {
  it("gives what each kind of call gives", async () => {
    expect(core.thread).toBe("worker");
    expect(started).toHaveLength(1);
    expect(numbers((await core.attention(equal)).output)).toEqual(mean);
    expect(numbers((await core.attention({ ...equal, path: "tiled" })).output)).toEqual(mean);
    // Fields one by one. Of two heads: 2^(-8 · 1 / 2) and 2^(-8 · 2 / 2).
    expect(await core.alibiSlopes(2)).toEqual([2 ** -4, 2 ** -8]);
    const bytes = { layers: 1, kvHeads: 1, headDim: 1, tokens: 3, bytesPerElement: 2 };
    expect((await core.kvCacheBytes(bytes)).bytes).toBe(12n);
  });

  it("copies at the call, out of shared memory too", async () => {
    const q = { shape: [2, 1], data: new Float64Array(new SharedArrayBuffer(16)).fill(1) };
    const v = { shape: [2, 1], data: Float64Array.of(2, 4) };
    const there = core.attention({ q, k: q, v });
    q.data[0] = 9;
    v.data.fill(0);
    expect(numbers((await there).output)).toEqual(mean);
  });

  it("says what is wrong with options and signals as the core does", async () => {
    const load = loadAttentionWorker(null as unknown as object);
    expect(await refusalOf(load)).toMatchObject({ name: "AttentionError", field: "input" });
    const noSignal = { aborted: false } as AbortSignal;
    expect(() => core.withSignal(noSignal)).toThrow("signal must be an AbortSignal");
  });

  it("says what is wrong with an input, and goes on", async () => {
    const error = await refusalOf(core.attention({ q: [[1, 2, 3]], k: [[1]], v: [[1]] }));
    expect(error).toMatchObject({ name: "AttentionError", code: "widthMismatch", field: "k" });
    expect(error.describe("tr")).toContain("k: 1 sütun, q: 3 sütun");
    expect(numbers((await core.attention(equal)).output)).toEqual(mean);
  });

  it("refuses options and data that are none", async () => {
    const options = { threads: 0 };
    expect(await refusalOf(loadAttentionWorker(options))).toMatchObject({ field: "threads" });
    const fallback = "no" as unknown as boolean;
    expect(await refusalOf(loadAttentionWorker({ fallback }))).toMatchObject({ field: "fallback" });
    const odd = { ...equal, causal: (() => true) as unknown as boolean };
    expect((await refusalOf(core.attention(odd))).message).toBe(
      "attention: what was handed in is not plain data, and cannot be sent to a Worker.",
    );
  });

  it("takes what was there at the call, and leaves it to the caller", async () => {
    const v = { shape: [2, 1], data: Float64Array.of(2, 4) };
    const call = core.attention({ ...equal, v });
    v.data.fill(100);
    expect(numbers((await call).output)).toEqual(mean);
    expect(numbers(v)).toEqual([100, 100]);
  });

  it("writes into the caller's memory", async () => {
    const out = new Float32Array(2);
    const { output } = await core.attention({ ...equal, path: "tiled", out });
    expect(output.data).toBe(out);
    expect(Array.from(out)).toEqual(mean);
  });

  it("ends calls by their signal: the one that is computed and one that waits", async () => {
    const stop = new AbortController();
    const bound = core.withSignal(stop.signal);
    const ended = [bound.attention(long()), bound.attention(long())].map(refusalOf);
    const after = core.attention(equal);
    // Promises have had their turn: the first is the Worker's by now.
    await new Promise(setImmediate);
    stop.abort("enough");
    expect(await Promise.all(ended)).toEqual(["enough", "enough"]);
    expect(numbers((await after).output)).toEqual(mean);
    expect(await refusalOf(bound.attention(equal))).toBe("enough");
    // The Worker that would have gone on computing was stopped; the second long call began nowhere.
    expect(started).toHaveLength(2);
  });

  it("begins nothing that was ended before its turn", async () => {
    const stop = new AbortController();
    const ended = refusalOf(core.withSignal(stop.signal).attention(long()));
    stop.abort("enough");
    expect(await ended).toBe("enough");
    expect(numbers((await core.attention(equal)).output)).toEqual(mean);
    expect(started).toHaveLength(1);
  });

  it("rejects what has not ended when it is closed, and starts anew", async () => {
    const ended = refusalOf(core.attention(long()));
    core.close();
    expect((await ended).message).toBe("The attention core was closed.");
    expect(numbers((await core.attention(equal)).output)).toEqual(mean);
    expect(started).toHaveLength(2);
  });

  it("tells of a Worker that dies, and starts another", async () => {
    const ended = refusalOf(core.attention(long()));
    await started[0]?.terminate();
    expect((await ended).message).toMatch(/^A Worker of the attention core stopped: /);
    expect(numbers((await core.attention(equal)).output)).toEqual(mean);
  });
});

describe("where there are no Workers", () => {
  it("computes on the calling thread and says so, or refuses", async () => {
    refused = true;
    const here = await loadAttentionWorker({ threads: 1 });
    expect(here.thread).toBe("calling");
    expect(numbers((await here.attention(equal)).output)).toEqual(mean);
    expect(await refusalOf(here.attention({ ...equal, k: [] }))).toMatchObject({ field: "k" });
    const stopped = here.withSignal(AbortSignal.abort("enough"));
    expect(await refusalOf(stopped.attention(equal))).toBe("enough");
    const message = (await refusalOf(loadAttentionWorker({ fallback: false }))).message;
    expect(message).toBe("No Worker could be started for the attention core. no threads here");
  });
});

it("types: each form of a call is a promise of its own result", () => {
  const calls = () => ({
    whole: core.attention(equal),
    tiled: core.attention({ ...equal, path: "tiled" }),
  });
  expectTypeOf(calls).returns.toEqualTypeOf<{ whole: Promise<Trace>; tiled: Promise<Tiled> }>();
  expectTypeOf<Parameters<AttentionWorker["alibiSlopes"]>>().toEqualTypeOf<[heads: number]>();
});
