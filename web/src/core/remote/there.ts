// Calls computed in a Worker, one after the other.

import { refusedBy } from "../serve.ts";
import { closed } from "../shares.ts";
import { unlessAborted } from "../signal.ts";
import { type Program, Thread } from "../thread.ts";
import type { LoadOptions, Signal, Tiled } from "../types.ts";
import type { Facts, Runner } from "./facts.ts";
import { cloned, memoryIn } from "./memory.ts";
import type { Answer, Asked, Open } from "./worker.ts";

const program: Program = {
  inBrowser: () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
  inNode: ["./worker.ts", import.meta.url],
};

type CallThread = Thread<Open | Asked, Answer>;

/** Milliseconds for a call that nobody wants any more: starting a Worker anew takes about as long. */
const GRACE = 100;

export class There implements Runner {
  readonly thread = "worker";
  readonly facts: Facts;
  readonly #open: Open;
  #thread: CallThread;
  #last: Promise<unknown> = Promise.resolve();
  /** How often it was closed: calls from before are no longer wanted. */
  #opened = 0;

  private constructor(open: Open, thread: CallThread, facts: Facts) {
    this.#open = open;
    this.#thread = thread;
    this.facts = facts;
  }

  /** Rejects with NoWorkers. */
  static async open(options: LoadOptions): Promise<There> {
    const thread: CallThread = new Thread(program, { options });
    const answer = await thread.ready;
    if (!("facts" in answer)) throw refusedBy(answer);
    return new There({ options, program: answer.program }, thread, answer.facts);
  }

  async run(name: string, args: unknown[], signal: Signal | undefined): Promise<unknown> {
    signal?.throwIfAborted();
    const open = this.#opened;
    const check = () => {
      signal?.throwIfAborted();
      if (open !== this.#opened) throw closed();
    };
    const asked = { name, args: copied(name, args) };
    const turn = this.#last.then(() => this.#compute(asked, signal, check));
    this.#last = turn.catch(() => {});
    return written(args, await unlessAborted(turn, signal));
  }

  close(): void {
    this.#opened++;
    this.#thread.stop();
  }

  async #compute(asked: Asked, signal: Signal | undefined, check: () => void): Promise<unknown> {
    check();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopSoon = () => {
      timer = setTimeout(() => this.#thread.stop(), GRACE);
    };
    signal?.addEventListener("abort", stopSoon, { once: true });
    try {
      if (this.#thread.ended) this.#thread = new Thread(program, this.#open);
      await this.#thread.ready;
      check();
      const answer = await this.#thread.ask(asked, memoryIn(asked.args));
      if (!("result" in answer)) throw refusedBy(answer);
      return answer.result;
    } catch (error) {
      // Where the Worker was told to stop, the reason is what the caller gave.
      check();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stopSoon);
    }
  }
}

function copied(name: string, args: unknown[]): unknown[] {
  try {
    return cloned(args);
  } catch (cause) {
    throw new TypeError(
      `${name}: what was handed in is not plain data, and cannot be sent to a Worker.`,
      { cause },
    );
  }
}

/** Where the caller gave memory for the output, it is written there, as on the calling thread. */
function written([input]: unknown[], result: unknown): unknown {
  const out = (input as { out?: unknown } | undefined)?.out;
  if (!(out instanceof Float32Array)) return result;
  const { output } = result as Tiled;
  out.set(output.data);
  output.data = out;
  return result;
}
