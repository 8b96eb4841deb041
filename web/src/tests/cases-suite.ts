// The cases from public bug reports, through the same API that everybody uses.

import { cases } from "../../../tests/cases.ts";
import { runByPaths } from "../core/cases/run.ts";
import type { Attention } from "../core/index.ts";
import type { Watcher } from "./core-suite.ts";

/** Lets the browser draw and answer between two cases. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

export async function runCases(core: Attention, { finished, signal }: Watcher): Promise<void> {
  for (const test of cases) {
    await pause();
    if (signal.aborted) return;
    const started = performance.now();
    const { passed, message } = runByPaths(core, test);
    finished({
      name: test.title,
      group: test.id.charAt(0),
      place: test.id,
      milliseconds: performance.now() - started,
      failures: passed ? [] : [{ place: "", expression: "", expansion: message, notes: [] }],
      why: test.why,
      sources: test.sources,
    });
  }
}
