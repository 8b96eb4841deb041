// Workers for the tiled path. No shared memory: every Worker gets a copy of q, k and v, so no
// special headers are needed, and a page inside another page can do it as well.

import { columnsOf, headsOf, rowsOf } from "./fields.ts";
import type { RawTiled } from "./input.ts";
import { type RawResult, roomForResult } from "./module.ts";
import { refusedBy } from "./serve.ts";
import { closed, cut, memoryOf, place, rowsIn, snapshot } from "./shares.ts";
import { unlessAborted } from "./signal.ts";
import { Spare } from "./spare.ts";
import { type Program, Thread } from "./thread.ts";
import type { Signal } from "./types.ts";
import type { Answer, Order, Start } from "./worker.ts";

const program: Program = {
  inBrowser: () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
  inNode: ["./worker.ts", import.meta.url],
};

type PoolThread = Thread<Order, Answer>;

type Parcel = [problem: RawTiled, moved: ArrayBuffer[]];

/** With the arrays themselves, which are gone from here once it is sent, and room for the result. */
function parcel(problem: RawTiled, shares: number[], spare: Spare): Parcel {
  const out = spare.take(rowsIn(shares) * columnsOf(problem.v));
  return [{ ...problem, out }, [...memoryOf(problem), out.buffer]];
}

/** The last Worker gets the problem itself, which is the pool's own; the others get copies. */
function parcels(problem: RawTiled, lists: number[][], spare: Spare): Parcel[] {
  return lists.map((shares, i) =>
    parcel(i < lists.length - 1 ? copied(problem, spare) : problem, shares, spare),
  );
}

const copied = (problem: RawTiled, spare: Spare): RawTiled => {
  const { q, k, v } = problem;
  return { ...problem, q: spare.copyOf(q), k: spare.copyOf(k), v: spare.copyOf(v) };
};

async function computed(
  thread: PoolThread,
  [problem, moved]: Parcel,
  shares: number[],
  spare: Spare,
): Promise<RawResult> {
  const answer = await thread.ask({ problem, shares }, moved);
  if ("result" in answer) {
    spare.give(answer.sent);
    return answer.result;
  }
  throw refusedBy(answer);
}

/** Puts the rows of every list of shares into their places. */
function joined(problem: RawTiled, lists: number[][], results: RawResult[]): RawResult {
  const [heads, queries] = [headsOf(problem.q), rowsOf(problem.q)];
  const [output, logSumExp] = roomForResult(problem, heads * queries);
  for (const [i, result] of results.entries()) {
    const shares = lists[i] ?? [];
    place(result.output, shares, queries, output);
    if (logSumExp && result.logSumExp) place(result.logSumExp, shares, queries, logSumExp);
  }
  const scratchBytes = results.reduce((sum, result) => sum + result.scratchBytes, 0);
  return { output, scratchBytes, ...(logSumExp && { logSumExp }) };
}

export { NoWorkers } from "./thread.ts";

export class Pool {
  readonly #order: Start;
  readonly #size: number;
  readonly #spare = new Spare();
  /** Those of the last start, whether they are ready or not. */
  #threads: PoolThread[] = [];
  #last: Promise<unknown> = Promise.resolve();
  /** How often it was closed: calls from before are no longer wanted. */
  #opened = 0;

  constructor(order: Start, size: number) {
    this.#order = order;
    this.#size = size;
  }

  /**
   * One problem after the other; each has all Workers. The problem's arrays are given away, except
   * `out`. Rejects with NoWorkers, and gives nothing away, if there are no Workers.
   */
  run(problem: RawTiled, signal: Signal | undefined): Promise<RawResult> {
    const open = this.#opened;
    const check = () => {
      signal?.throwIfAborted();
      if (open !== this.#opened) throw closed();
    };
    const turn = this.#last.then(() => this.#compute(problem, signal, check));
    this.#last = turn.catch(() => {});
    return unlessAborted(turn, signal);
  }

  /** In memory of its own, as `run` wants it. */
  snapshot(problem: RawTiled): RawTiled {
    return snapshot(problem, (tensor) => this.#spare.copyOf(tensor));
  }

  /** Stops all Workers. Every call that is under way or waits for its turn is rejected. */
  close(): void {
    this.#opened++;
    this.#stop();
    this.#spare.clear();
  }

  /** Waits for nothing: a Worker that never gets ready is stopped like any other. */
  #stop(): void {
    for (const thread of this.#threads) thread.stop();
    this.#threads = [];
  }

  /** All of them or none. */
  async #start(): Promise<PoolThread[]> {
    if (this.#threads.length === 0 || this.#threads.some((thread) => thread.ended)) {
      this.#stop();
      this.#threads = Array.from({ length: this.#size }, () => new Thread(program, this.#order));
    }
    const threads = this.#threads;
    await Promise.all(threads.map((thread) => thread.ready));
    return threads;
  }

  async #compute(
    problem: RawTiled,
    signal: Signal | undefined,
    check: () => void,
  ): Promise<RawResult> {
    check();
    const stop = () => this.#stop();
    signal?.addEventListener("abort", stop);
    try {
      const threads = await this.#start();
      check();
      const lists = cut(headsOf(problem.q), rowsOf(problem.q), this.#size);
      // All copies before the first message: a core that still copies is none for the next Worker
      // to be woken on, and systems put two on one core then.
      const sent = parcels(problem, lists, this.#spare);
      const work = lists.map((shares, i) =>
        computed(threads[i] as PoolThread, sent[i] as Parcel, shares, this.#spare),
      );
      const results = await Promise.all(work);
      const whole = joined(problem, lists, results);
      this.#spare.give(results.map(({ output }) => output.buffer as ArrayBuffer));
      return whole;
    } catch (error) {
      // The others may still be starting or computing, for nobody.
      this.#stop();
      // Where they were told to stop, the reason is what the caller gave.
      check();
      throw error;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }
}
