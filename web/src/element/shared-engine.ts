// The one engine of all elements of a page.

import { loadFirst } from "../core/first.ts";
import { Engine } from "../page/engine.ts";

let coming: Promise<Engine> | null = null;

/** Rejects where there is no WebAssembly, or the page's policy forbids it. */
export function sharedEngine(): Promise<Engine> {
  coming ??= loadFirst().then(
    (core) => new Engine(core),
    (error: unknown) => {
      // An element that comes later may try again: memory may be free by then.
      coming = null;
      throw error;
    },
  );
  return coming;
}
