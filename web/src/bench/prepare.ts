// The measuring itself, wherever it runs: in a Worker, or on the page where there can be none.

import { loadFirst } from "../core/first.ts";
import { sampledStandard } from "./check.ts";
import { contendersWith, inputsOf } from "./contenders.ts";
import { contendersOf, type Reason, type Report, type Settings, SMALLEST } from "./protocol.ts";
import { run } from "./run.ts";

export interface Place {
  readonly tell: (report: Report) => void;
  /** Workers that the core may use from here. */
  readonly threads: () => Promise<number>;
  /** Before each measurement. */
  readonly pause?: () => Promise<void>;
  /** The page itself, which cannot be stopped within a call. */
  readonly onPage?: boolean;
}

/** Loads the core at once, and gives what starts a run. */
export function prepare({ tell, threads, pause, onPage = false }: Place): (s: Settings) => void {
  const loading = Promise.all([loadFirst(), threads()]);
  const breakDown = (error: unknown) =>
    tell({ kind: "broken", message: error instanceof Error ? error.message : String(error) });

  async function measure(settings: Settings): Promise<void> {
    const [core, count] = await loading;
    const { contenders, missing } = await contendersWith(core, count);
    const asked = contendersOf(settings);
    for (const { contender, reason } of missing.filter(({ contender }) =>
      asked.includes(contender),
    )) {
      tell({
        kind: "ended",
        contender,
        n: SMALLEST,
        reason: onPage ? withoutWorkers(reason) : reason,
      });
    }
    const running = contenders.filter(({ name }) => asked.includes(name));
    await run(running, settings, {
      inputs: (n) => inputsOf(core, n, settings.causal),
      sample: (inputs) => sampledStandard(core, inputs),
      clock: () => performance.now(),
      tell,
      pause,
    });
  }

  loading.then(
    ([{ build, compiler }, count]) =>
      tell({ kind: "ready", machine: { build, compiler, threads: count, onPage } }),
    breakDown,
  );
  return (settings) => void measure(settings).catch(breakDown);
}

const withoutWorkers = (reason: Reason): Reason =>
  reason.kind === "oneCore" ? { kind: "noWorkers" } : reason;
