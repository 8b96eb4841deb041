// The entry "dikkat/worker".

import { fields, wrongType } from "../fields.ts";
import { asyncInput, loadInput } from "../input.ts";
import { NoWorkers } from "../thread.ts";
import type { LoadOptions, Signal } from "../types.ts";
import type { Runner } from "./facts.ts";
import { Here } from "./here.ts";
import { There } from "./there.ts";
import type { AttentionWorker, WorkerOptions } from "./types.ts";

export { AttentionError, type Fault } from "../errors.ts";
export type { AttentionWorker, RemoteCalls, WorkerOptions } from "./types.ts";

/**
 * Loads the core into a Worker of its own. Rejects as `loadAttention` does, and where no Worker can
 * be started and `fallback` is false.
 */
export async function loadAttentionWorker(options: WorkerOptions = {}): Promise<AttentionWorker> {
  const { fallback = true, ...rest } = fields(options);
  if (typeof fallback !== "boolean") throw wrongType("fallback", "flag");
  return callsOf(await runner(loadInput(rest), fallback));
}

async function runner(options: LoadOptions, fallback: boolean): Promise<Runner> {
  try {
    return await There.open(options);
  } catch (error) {
    if (!fallback || !(error instanceof NoWorkers)) throw error;
    return Here.open(options);
  }
}

function callsOf(runner: Runner, signal?: Signal): AttentionWorker {
  const { names, build, compiler } = runner.facts;
  const calls = names.map((name) => [name, (...args: unknown[]) => runner.run(name, args, signal)]);
  return {
    ...Object.fromEntries(calls),
    withSignal: (next: Signal) => callsOf(runner, asyncInput({ signal: next }).signal),
    close: () => runner.close(),
    thread: runner.thread,
    build,
    compiler,
  };
}
