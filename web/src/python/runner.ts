// Runs cells, each in a Worker of its own, which is ended after it: so an endless loop ends at once,
// no run sees what another left, and its memory is given back. The next Worker is started ahead.

import { type Family, familiesFor } from "./modules/families.ts";
import type { Limits, Order, Report, Request, RunResult } from "./protocol.ts";

export type Outcome =
  | { readonly kind: "done"; readonly result: RunResult }
  | { readonly kind: "stopped" }
  | { readonly kind: "time" }
  | { readonly kind: "flood" }
  | { readonly kind: "broken"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "noWorker" };

/** What is told of a run while it goes on. */
export interface Listener {
  /** The interpreter is there, and runs the code. */
  started(): void;
  print(text: string): void;
}

export interface Cell {
  send(order: Order): void;
  end(): void;
}

/** `ahead`: the families of modules that it may read before it is asked to run. */
export type Spawn = (hear: (report: Report) => void, ahead: readonly Family[]) => Cell;

function startWorker(name: string): Worker | null {
  try {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name });
  } catch {
    // A frame in a sandbox has an origin of its own, and no Workers of this one.
    return null;
  }
}

export const spawnWorker: Spawn = (hear, ahead) => {
  const worker = startWorker(ahead.join(" "));
  if (!worker) {
    queueMicrotask(() => hear({ kind: "noWorker" }));
    return { send: () => {}, end: () => {} };
  }
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (event) => {
    event.preventDefault();
    // Without a word where the file does not come, or a policy forbids it.
    hear(event.message ? { kind: "failed", message: event.message } : { kind: "noWorker" });
  };
  return { send: (order) => worker.postMessage(order), end: () => worker.terminate() };
};

interface Waiting {
  readonly cell: Cell;
  hear: (report: Report) => void;
  /** What it said before anybody listened: that it could not start. */
  early: Report | null;
}

export class Runner {
  readonly #spawn: Spawn;
  #spare: Waiting | null = null;
  #end: ((outcome: Outcome) => void) | null = null;

  constructor(spawn: Spawn = spawnWorker) {
    this.#spawn = spawn;
  }

  get running(): boolean {
    return this.#end !== null;
  }

  /** One at a time. */
  run(request: Request, limits: Limits, listener: Listener): Promise<Outcome> {
    if (this.#end) throw new Error("a cell is running");
    const ahead = familiesFor(request);
    const waiting = this.#spare ?? this.#start(ahead);
    this.#spare = null;
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = (outcome: Outcome) => {
        if (this.#end !== end) return;
        this.#end = null;
        clearTimeout(timer);
        waiting.cell.end();
        // After a failure there is nothing to start ahead: the next run asks again.
        const failed = outcome.kind === "failed" || outcome.kind === "noWorker";
        if (!failed) this.#spare = this.#start(ahead);
        resolve(outcome);
      };
      this.#end = end;
      waiting.hear = (report) => {
        if (this.#end !== end) return;
        if (report.kind === "output") listener.print(report.text);
        else if (report.kind === "started") {
          listener.started();
          timer = setTimeout(() => end({ kind: "time" }), limits.seconds * 1000);
        } else end(report);
      };
      if (waiting.early) waiting.hear(waiting.early);
      else waiting.cell.send({ request, limits });
    });
  }

  /** At once, whatever it does; the next run works. */
  stop(): void {
    this.#end?.({ kind: "stopped" });
  }

  #start(ahead: readonly Family[]): Waiting {
    const waiting: Waiting = {
      cell: this.#spawn((report) => waiting.hear(report), ahead),
      hear: (report) => {
        waiting.early = report;
      },
      early: null,
    };
    return waiting;
  }
}
