// Who does the measuring: a Worker, which can be ended within a call. Where the browser allows none
// from here (a frame in a sandbox, a policy), the page does it, in calls that it can be stopped between.

import type { Report, Settings } from "./protocol.ts";

export interface Hired {
  measure(settings: Settings): void;
  /** At once, or after the call that is running; nothing more is heard then. */
  end(): void;
}

/** On the page a call holds everything up. */
const ON_PAGE = { largest: 2048, milliseconds: 200, bytes: 2 ** 27 } as const;

function limited(settings: Settings): Settings {
  const { largest, milliseconds, bytes } = settings;
  return {
    ...settings,
    largest: Math.min(largest, ON_PAGE.largest),
    milliseconds: Math.min(milliseconds, ON_PAGE.milliseconds),
    bytes: Math.min(bytes, ON_PAGE.bytes),
  };
}

/** What the page has to do between two calls comes first. */
const breath = () => new Promise<void>((resolve) => setTimeout(resolve));

function onPage(hear: (report: Report) => void): Hired {
  let over = false;
  const ended = new Promise<never>(() => {});
  const tell = (report: Report) => {
    if (!over) hear(report);
  };
  const measuring = import("./prepare.ts").then(({ prepare }) =>
    prepare({
      tell,
      threads: async () => 1,
      pause: () => breath().then(() => (over ? ended : undefined)),
      onPage: true,
    }),
  );
  measuring.catch((error: unknown) => tell({ kind: "broken", message: String(error) }));
  return {
    measure: (settings) =>
      void measuring.then(
        (measure) => measure(limited(settings)),
        () => {},
      ),
    end: () => {
      over = true;
    },
  };
}

/** `hear` is told nothing before this returns. */
export function hire(hear: (report: Report) => void): Hired {
  let asked: Settings | null = null;
  let over = false;
  let heard = false;
  let hired: Hired;

  const instead = () => {
    if (over) return;
    hired = onPage(hear);
    if (asked) hired.measure(asked);
  };
  const told = (report: Report) => {
    heard = true;
    if (!over) hear(report);
  };

  function inWorker(): Hired {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Report>) => told(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (!heard) instead();
      else told({ kind: "broken", message: event.message || "the Worker stopped" });
    });
    return { measure: (settings) => worker.postMessage(settings), end: () => worker.terminate() };
  }

  try {
    hired = inWorker();
  } catch {
    hired = onPage(hear);
  }
  return {
    measure: (settings) => {
      asked = settings;
      hired.measure(settings);
    },
    end: () => {
      over = true;
      hired.end();
    },
  };
}
