import { wrap } from "comlink";
import type { Engine } from "./engine.ts";

/** The engine in a Worker, or on this thread where a page may not start one. */
export async function connect(): Promise<Engine> {
  try {
    const worker = new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" });
    const engine = wrap<Engine>(worker);
    // A Worker that cannot load its script answers nothing: only its error event says so.
    await new Promise((resolve, reject) => {
      worker.addEventListener("error", reject, { once: true });
      engine.ready().then(resolve, resolve);
    });
    return engine;
  } catch {
    const { createEngine } = await import("./engine.ts");
    return createEngine();
  }
}

/**
 * Latest wins: while one run is under way only the newest request waits, those between are
 * dropped. `done` sees the results in the order of the requests.
 */
export function latest<Request, Result>(
  run: (request: Request) => Promise<Result>,
  done: (request: Request, result: Result) => void,
  failed: (error: unknown) => void,
): (request: Request) => void {
  let running = false;
  let waiting: { request: Request } | null = null;
  const next = async (request: Request): Promise<void> => {
    running = true;
    try {
      done(request, await run(request));
    } catch (error) {
      failed(error);
    }
    running = false;
    const following = waiting;
    waiting = null;
    if (following) void next(following.request);
  };
  return (request) => {
    if (running) waiting = { request };
    else void next(request);
  };
}
