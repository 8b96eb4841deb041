// What a run of the tests has brought so far.

import type { Language } from "../inputs/state.ts";

export interface Failure {
  /** "tests/mask_test.cpp:43", where there is one. */
  readonly place: string;
  /** As it stands in the source, and with the values it had. */
  readonly expression: string;
  readonly expansion: string;
  readonly notes: readonly string[];
}

export interface TestResult {
  /** The tests of the core are named in English, in their source. */
  readonly name: string | Readonly<Record<Language, string>>;
  readonly group: string;
  readonly place: string;
  readonly milliseconds: number;
  /** None: passed. */
  readonly failures: readonly Failure[];
  readonly why?: Readonly<Record<Language, string>>;
  readonly sources?: readonly string[];
}

/** Why a suite did not come to its end. `detail` is what the browser says. */
export interface Breakdown {
  readonly kind: "missing" | "load" | "ended";
  readonly detail: string;
}

export class SuiteError extends Error {
  readonly breakdown: Breakdown;

  constructor(kind: Breakdown["kind"], detail = "") {
    super(`${kind} ${detail}`);
    this.breakdown = { kind, detail };
  }
}

export interface Suite {
  readonly results: readonly TestResult[];
  readonly state: "running" | "done" | Breakdown;
}

export const running: Suite = { results: [], state: "running" };

export const isFailed = (result: TestResult): boolean => result.failures.length > 0;

/** A suite that broke down counts as one failure. */
export function count(suites: readonly Suite[]): { passed: number; failed: number } {
  const results = suites.flatMap((suite) => suite.results);
  const failed = results.filter(isFailed).length;
  const broken = suites.filter(({ state }) => typeof state === "object").length;
  return { passed: results.length - failed, failed: failed + broken };
}

/** In the order in which each first appears. */
export function groups(results: readonly TestResult[]): Map<string, TestResult[]> {
  const found = new Map<string, TestResult[]>();
  for (const result of results) {
    found.set(result.group, [...(found.get(result.group) ?? []), result]);
  }
  return found;
}
