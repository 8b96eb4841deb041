// The pool in Node, from the built package: its Workers are files of their own.
import { execFileSync } from "node:child_process";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";
import type { Worker } from "node:worker_threads";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type {
  Attention,
  AttentionError,
  BlockPattern,
  loadAttention as Load,
  Signal,
  TiledInput,
} from "../../web/src/core/index.ts";

const index = new URL("../../dist/package/index.js", import.meta.url).href;
const { loadAttention } = (await import(/* @vite-ignore */ index)) as {
  loadAttention: typeof Load;
};

// Every thread that is started is kept here, so that a test can count them and end one.
const threads = createRequire(import.meta.url)("node:worker_threads");
const started: Worker[] = [];
/** How many of the next threads run a program that takes every message and never answers. */
let stalling = 0;
const silent = 'require("node:worker_threads").parentPort.on("message", () => {});';
let onStart = () => {};
const original = threads.Worker;
threads.Worker = class extends original {
  constructor(program: URL, options: object) {
    const stalls = stalling > 0;
    super(stalls ? silent : program, { ...options, eval: stalls });
    if (stalls) stalling--;
    started.push(this as unknown as Worker);
    onStart();
  }
};
/** That so many threads have been made. */
const threadsMade = (count: number) =>
  new Promise<void>((resolve) => {
    onStart = () => {
      if (started.length === count) resolve();
    };
  });
syncBuiltinESMExports();
afterAll(() => {
  threads.Worker = original;
  syncBuiltinESMExports();
});

let core: Attention;
afterEach(() => {
  core.close();
  started.length = 0;
  stalling = 0;
  onStart = () => {};
});

function problem(heads: number, n: number, d: number, more: Partial<TiledInput> = {}): TiledInput {
  const tensor = (seed: number) => {
    const { data } = core.random({ rows: heads * n, columns: d, seed });
    return { shape: [heads, n, d], data: Float32Array.from(data) };
  };
  return { q: tensor(1), k: tensor(2), v: tensor(3), path: "tiled", ...more };
}

/** The refusal. */
const thrownBy = (call: () => Promise<unknown>): Promise<AttentionError> =>
  call().then(
    () => {
      throw new Error("nothing was refused");
    },
    (error) => error,
  );

/** A signal of somebody's own making: all of one that the core asks for. */
const like = (signal: AbortSignal) => ({
  aborted: signal.aborted,
  reason: signal.reason,
  throwIfAborted: () => signal.throwIfAborted(),
  addEventListener: signal.addEventListener.bind(signal) as Signal["addEventListener"],
  removeEventListener: signal.removeEventListener.bind(signal) as Signal["removeEventListener"],
});

/** Blocks of 28 of 1100 tokens, two of three of them open. */
function checkered(count: number): BlockPattern {
  const row = (i: number) => Array.from({ length: count }, (_, j) => (i + 2 * j) % 3 > 0);
  return { size: 28, visible: Array.from({ length: count }, (_, i) => row(i)) };
}

describe("attentionAsync", () => {
  it.each([
    ["one head", 1, {}],
    ["causal", 1, { causal: true }],
    ["heads and a window", 3, { window: 700, sinks: 4, causal: true }],
    ["steps, globals and slopes", 3, { window: 400, dilation: 3, globals: [9, 800], alibi: true }],
    ["blocks and slopes", 2, { blocks: checkered(40), alibi: [0.5, 0.01], causal: "bottom-right" }],
  ] as const)("%s: bit for bit what one thread gives", async (_, heads, more) => {
    core = await loadAttention({ threads: 3 });
    const input = problem(heads, 1100, 61, { ...more, logSumExp: true });
    const [together, alone] = [await core.attentionAsync(input), core.attention(input)];
    expect(started).toHaveLength(3);
    expect(together.output).toEqual(alone.output);
    expect(together.logSumExp).toEqual(alone.logSumExp);
    expect(core.threads).toBe(3);
  });

  it("writes into memory of the caller", async () => {
    core = await loadAttention({ threads: 2 });
    const out = new Float32Array(1100 * 61);
    const input = problem(1, 1100, 61);
    const { output } = await core.attentionAsync({ ...input, out });
    expect(output.data).toBe(out);
    expect(out).toEqual(core.attention(input).output.data);
  });

  it("starts no thread for a small problem, and none for one thread", async () => {
    core = await loadAttention({ threads: 2 });
    const small = problem(1, 64, 16);
    expect((await core.attentionAsync(small)).output).toEqual(core.attention(small).output);
    core = await loadAttention({ threads: 1 });
    await core.attentionAsync(problem(1, 1100, 61));
    expect(started).toHaveLength(0);
  });

  it("answers calls in their order, also after one was refused", async () => {
    core = await loadAttention({ threads: 2 });
    const good = problem(1, 1100, 61);
    const bad = { ...good, window: 0 };
    const calls = [good, bad, { ...good, causal: true }].map((input) => core.attentionAsync(input));
    const [first, second, third] = await Promise.allSettled(calls);
    expect(first).toMatchObject({ value: { output: core.attention(good).output } });
    expect(second).toMatchObject({ reason: { name: "AttentionError", code: "range" } });
    expect(third).toMatchObject({
      value: { output: core.attention({ ...good, causal: true }).output },
    });
  });

  it("refuses sizes that cannot be before anything is copied or started", async () => {
    core = await loadAttention({ threads: 2 });
    const zeros = (rows: number, columns: number) => ({
      shape: [rows, columns],
      data: new Float32Array(rows * columns),
    });
    const input = (n: number, c: number): TiledInput => ({
      ...{ q: zeros(n, 1), k: zeros(1, 1), v: zeros(1, c), path: "tiled" },
    });
    // An output of 2 GiB, and one that no Float32Array can hold.
    for (const [n, c] of [
      [2 ** 20, 512],
      [1e6, 1e4],
    ] as const) {
      const alone = await thrownBy(async () => core.attention(input(n, c)));
      expect(alone).toMatchObject({ name: "AttentionError", code: "memoryLimit" });
      expect(alone.values[0]).toBeGreaterThan(4 * n * c);
      expect(await thrownBy(() => core.attentionAsync(input(n, c)))).toEqual(alone);
    }
    const good = problem(1, 1100, 61);
    const uneven = core.attentionAsync({ ...good, v: problem(1, 1099, 61).v });
    await expect(uneven).rejects.toMatchObject({ code: "lengthMismatch" });
    expect(started).toHaveLength(0);
  });

  it("is ended by a signal, before and while it runs, and leaves nothing running", async () => {
    core = await loadAttention({ threads: 2 });
    const input = problem(1, 1100, 61);
    const reason = new Error("enough");
    const before = core.attentionAsync(input, { signal: AbortSignal.abort(reason) });
    await expect(before).rejects.toBe(reason);
    expect(started).toHaveLength(0);

    await core.attentionAsync(input);
    const stop = new AbortController();
    const large = problem(4, 4096, 64);
    const running = core.attentionAsync(large, { signal: stop.signal });
    const queued = core.attentionAsync(large, { signal: stop.signal });
    const ended = Promise.all(
      started.map((thread) => new Promise((end) => thread.on("exit", end))),
    );
    setTimeout(() => stop.abort(reason));
    await expect(running).rejects.toBe(reason);
    await expect(queued).rejects.toBe(reason);
    await ended;
    expect(started).toHaveLength(2);
    expect((await core.attentionAsync(input)).output).toEqual(core.attention(input).output);
  });

  it("computes what it was given at the call, whatever becomes of the arrays", async () => {
    core = await loadAttention({ threads: 2 });
    const bias = { shape: [1100, 1100], data: new Float32Array(1100 * 1100).fill(0.5) };
    bias.data[7] = 3;
    const input = problem(1, 1100, 61, { bias });
    const { output } = core.attention(input);
    const call = core.attentionAsync(input);
    for (const tensor of [input.q, input.k, input.v, bias]) {
      (tensor as { data: Float32Array }).data.fill(0);
    }
    expect((await call).output).toEqual(output);
  });

  it("says that the room for its output was sent away or made smaller meanwhile", async () => {
    core = await loadAttention({ threads: 2 });
    const input = problem(1, 1100, 61);
    const wanted = 1100 * 61;
    const out = new Float32Array(wanted);
    const call = core.attentionAsync({ ...input, out });
    structuredClone(out, { transfer: [out.buffer] });
    await expect(call).rejects.toMatchObject({
      ...{ name: "AttentionError", code: "outLength", field: "out", values: [0, wanted] },
      message: `out has room for 0 numbers, the output has ${wanted}. Give a Float32Array of that length.`,
    });
    expect((await core.attentionAsync(input)).output).toEqual(core.attention(input).output);
  });

  it("leaves earlier results alone, and nothing of them in later ones", async () => {
    core = await loadAttention({ threads: 2 });
    // The same sizes, so that the same memory serves; of the second, no query sees a key.
    const first = problem(1, 1100, 61);
    const unseen = problem(1, 1100, 61, { keyPadding: new Array(1100).fill(true) });
    const third = { ...first, q: first.v, v: first.q };
    const results = [];
    for (const input of [first, unseen, third]) results.push(await core.attentionAsync(input));
    expect(results.map(({ output }) => output.data)).toEqual([
      core.attention(first).output.data,
      new Float32Array(1100 * 61),
      core.attention(third).output.data,
    ]);
  });

  it("is rejected by close, running or waiting, and starts nothing after it", async () => {
    core = await loadAttention({ threads: 2 });
    const input = problem(1, 1100, 61);
    const early = core.attentionAsync(input);
    core.close();
    await expect(early).rejects.toThrow("The attention core was closed.");
    expect(started).toHaveLength(0);

    await core.attentionAsync(input);
    const large = problem(4, 4096, 64);
    const calls = [core.attentionAsync(large), core.attentionAsync(input)];
    setTimeout(() => core.close());
    const [running, waiting] = await Promise.allSettled(calls);
    expect(running).toMatchObject({ reason: { message: "The attention core was closed." } });
    expect(waiting).toMatchObject({ reason: { message: "The attention core was closed." } });
    expect(started).toHaveLength(2);
    expect((await core.attentionAsync(input)).output).toEqual(core.attention(input).output);
  });

  it.each([
    ["one never gets ready", 1],
    ["none gets ready", 2],
  ])("does not wait for threads to start in order to be ended: %s", async (_, stalled) => {
    core = await loadAttention({ threads: 2 });
    const input = problem(1, 1100, 61);
    const exits: Promise<unknown>[] = [];
    const stalledCall = async (signal?: AbortSignal) => {
      stalling = stalled;
      const made = threadsMade(started.length + 2);
      const call = core.attentionAsync(input, { signal });
      await made;
      for (const thread of started.slice(-2)) {
        exits.push(new Promise((end) => thread.on("exit", end)));
      }
      return { call };
    };

    const closed = await stalledCall();
    core.close();
    await expect(closed.call).rejects.toThrow("The attention core was closed.");

    const reason = new Error("enough");
    const stop = new AbortController();
    const aborted = await stalledCall(stop.signal);
    stop.abort(reason);
    await expect(aborted.call).rejects.toBe(reason);

    expect((await core.attentionAsync(input)).output).toEqual(core.attention(input).output);
    await Promise.all(exits);
    expect(started).toHaveLength(6);
  });

  it("reports a thread that fails to start, although another never gets ready", async () => {
    core = await loadAttention({ threads: 2 });
    stalling = 2;
    const made = threadsMade(2);
    const call = core.attentionAsync(problem(1, 1100, 61));
    await made;
    void started[1]!.terminate();
    await expect(call).rejects.toThrow(/^No Worker could be started for the attention core\. /);
  });

  it("reports a thread that dies, and the next call has new ones", async () => {
    core = await loadAttention({ threads: 2 });
    const input = problem(1, 1100, 61);
    await core.attentionAsync(input);
    const running = core.attentionAsync(problem(4, 4096, 64));
    setTimeout(() => void started[1]!.terminate());
    await expect(running).rejects.toThrow(/^A Worker of the attention core stopped: /);
    expect((await core.attentionAsync(input)).output).toEqual(core.attention(input).output);
    expect(started).toHaveLength(4);
  });

  it("notices that an idle thread has died", async () => {
    core = await loadAttention({ threads: 2 });
    const input = problem(1, 1100, 61);
    await core.attentionAsync(input);
    await started[0]!.terminate();
    expect((await core.attentionAsync(input)).output).toEqual(core.attention(input).output);
    expect(started).toHaveLength(4);
  });

  it("refuses what is no number of threads, and what is no signal", async () => {
    await expect(loadAttention({ threads: 0 })).rejects.toMatchObject({ code: "range" });
    await expect(loadAttention({ threads: 1.5 })).rejects.toMatchObject({ code: "type" });
    core = await loadAttention({ threads: 2 });
    const { signal: real } = new AbortController();
    const lacking = (part: string) => ({ ...like(real), [part]: undefined });
    for (const signal of [
      ...[{}, null, 3, "abort", new AbortController(), { throwIfAborted() {} }],
      ...["aborted", "throwIfAborted", "addEventListener", "removeEventListener"].map(lacking),
    ]) {
      for (const input of [problem(1, 8, 4), problem(1, 1100, 61)]) {
        const call = core.attentionAsync(input, { signal: signal as AbortSignal });
        await expect(call).rejects.toMatchObject({
          ...{ name: "AttentionError", code: "type", field: "signal", other: "signal" },
        });
      }
    }
    expect(started).toHaveLength(0);
    const input = problem(1, 1100, 61);
    const { output } = await core.attentionAsync(input, { signal: like(real) });
    expect(output).toEqual(core.attention(input).output);
    const reference = { ...problem(1, 8, 4), path: "reference" } as unknown as TiledInput;
    await expect(core.attentionAsync(reference)).rejects.toMatchObject({
      code: "type",
      field: "path",
    });
    await expect(loadAttention({ threads: 65 })).rejects.toMatchObject({ code: "atMost" });
  });
});

describe("a program of its own", () => {
  const run = (script: string, ...flags: string[]) =>
    execFileSync(process.execPath, [...flags, "--input-type=module", "-e", script], {
      encoding: "utf8",
      cwd: fileURLToPath(new URL("../../", import.meta.url)),
      timeout: 60_000,
    }).trim();
  const start = `
    import { AttentionError, loadAttention } from ${JSON.stringify(index)};
    const tensor = (n, d) => ({ shape: [n, d], data: new Float32Array(n * d).fill(0.5) });
    const problem = (n, d) => ({ q: tensor(n, d), k: tensor(n, d), v: tensor(n, d), path: "tiled" });
  `;

  it("ends by itself when its work is done", () => {
    const script = `${start}
      const core = await loadAttention({ threads: 2 });
      const { output } = await core.attentionAsync(problem(1100, 64));
      console.log(output.data.every((x) => x === 0.5));`;
    expect(run(script)).toBe("true");
  });

  it("is told when the memory cannot grow, and goes on", () => {
    const script = `${start}
      const core = await loadAttention({ threads: 1 });
      try { core.attention({ ...problem(2 ** 17, 64), window: 1 }); } catch (error) {
        console.log(error instanceof AttentionError, error.code);
      }
      console.log(core.attention(problem(8, 4)).output.data[0]);`;
    // 1024 pages of 64 KiB.
    expect(run(script, "--wasm-max-mem-pages=1024")).toBe("true memory\n0.5");
  });
});
