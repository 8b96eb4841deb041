// Measures away from the page, which so never freezes. Stopped by ending it.

import { loadFirst } from "../core/first.ts";
import { threadsHere } from "../core/read.ts";
import { sampledStandard } from "./check.ts";
import { contendersWith, inputsOf } from "./contenders.ts";
import { contendersOf, type Report, type Settings, SMALLEST } from "./protocol.ts";
import { run } from "./run.ts";

const tell = (report: Report) => self.postMessage(report);

function breakDown(error: unknown): void {
  tell({ kind: "broken", message: error instanceof Error ? error.message : String(error) });
}

const loading = Promise.all([loadFirst(), threadsHere()]);

async function measure(settings: Settings): Promise<void> {
  const [core, threads] = await loading;
  const { contenders, missing } = await contendersWith(core, threads);
  const asked = contendersOf(settings);
  for (const { contender, reason } of missing.filter(({ contender }) =>
    asked.includes(contender),
  )) {
    tell({ kind: "ended", contender, n: SMALLEST, reason });
  }
  const running = contenders.filter(({ name }) => asked.includes(name));
  await run(running, settings, {
    inputs: (n) => inputsOf(core, n, settings.causal),
    sample: (inputs) => sampledStandard(core, inputs),
    clock: () => performance.now(),
    tell,
  });
}

self.addEventListener("message", ({ data }: MessageEvent<Settings>) => {
  measure(data).catch(breakDown);
});

loading.then(
  ([{ build, compiler }, threads]) =>
    tell({ kind: "ready", machine: { build, compiler, threads } }),
  breakDown,
);
