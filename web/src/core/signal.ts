import type { Signal } from "./types.ts";

/** Rejects as soon as the signal says so, wherever the work is. */
export function unlessAborted<T>(work: Promise<T>, signal: Signal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
