// What the page knows of a run, from the reports of its Worker.

import {
  type ContenderName,
  contendersOf,
  type Machine,
  type Measurement,
  type Reason,
  type Report,
  type Settings,
  sizesUpTo,
} from "./protocol.ts";

export interface End {
  /** The first size that was not measured. */
  readonly n: number;
  readonly reason: Reason;
}

export type Phase = "idle" | "running" | "done" | "stopped" | "broken";

export interface Results {
  readonly phase: Phase;
  readonly settings: Settings;
  readonly machine: Machine | null;
  readonly measurements: readonly Measurement[];
  readonly ends: Readonly<Partial<Record<ContenderName, End>>>;
  /** What is being measured. */
  readonly now: { readonly contender: ContenderName; readonly n: number } | null;
  /** Why nothing more came, in the engine's own words. */
  readonly broken: string | null;
}

export function noResults(settings: Settings): Results {
  return {
    phase: "idle",
    settings,
    machine: null,
    measurements: [],
    ends: {},
    now: null,
    broken: null,
  };
}

export function withReport(results: Results, report: Report): Results {
  switch (report.kind) {
    case "ready":
      return { ...results, machine: report.machine };
    case "began":
      return { ...results, now: { contender: report.contender, n: report.n } };
    case "measured":
      return { ...results, measurements: [...results.measurements, report.measurement] };
    case "ended": {
      const { contender, n, reason } = report;
      return { ...results, ends: { ...results.ends, [contender]: { n, reason } } };
    }
    case "done":
      return { ...results, phase: "done", now: null };
    case "broken":
      return { ...results, phase: "broken", now: null, broken: report.message };
  }
}

export function measurementOf(
  { measurements }: Results,
  contender: ContenderName,
  n: number,
): Measurement | undefined {
  return measurements.find((one) => one.contender === contender && one.n === n);
}

/** Measurements made or ruled out, of all there could be. */
export function progressOf({ settings, measurements, ends }: Results): {
  done: number;
  all: number;
} {
  const sizes = sizesUpTo(settings.largest);
  const ruledOut = Object.values(ends).map((end) => sizes.filter((n) => n >= end.n).length);
  return {
    done: ruledOut.reduce((sum, count) => sum + count, measurements.length),
    all: contendersOf(settings).length * sizes.length,
  };
}
