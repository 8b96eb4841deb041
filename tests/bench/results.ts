/** What the benchmark finds, as tests/bench/results.json holds it. */
import type { Host, Name } from "./contender.ts";

export interface Row {
  host: Host["name"];
  name: Name;
  /** Which of the contender's ways was the fastest. */
  way: string;
  kind: "prefill" | "decode" | "window";
  heads: number;
  /** Keys; as many queries, except for decode, which has one. */
  n: number;
  d: number;
  causal: boolean;
  window?: number;
  threads: number;
  /** Median and minimum of the samples, each of them the mean of several calls where one is short. */
  ms: number;
  minMs: number;
  samples: number;
  /** Of the median. */
  gflops: number;
  /** gflops as a part of the host's peakGflops. */
  peakShare: number;
  maxError: number;
}

/** What a case is measured by in the same turns, such as a plain SIMD sum over a decode's keys and values. */
export interface Gauge {
  host: Host["name"];
  /** What it is a part of; a decode where it is left out. */
  group?: string;
  name: string;
  /** Of what is read: keys and values, or embeddings and weights. */
  bytes: number;
  ms: number;
  minMs: number;
}

/** The memory that the tiled path worked in, beside its input and output. */
export interface Scratch {
  host: Host["name"];
  tokens: number;
  bytes: number;
}

export interface Missing {
  host: Host["name"];
  name: Name;
  threads: number;
  way?: string;
  case: string;
  reason: string;
}

export interface HostResults {
  versions: Record<string, string>;
  peakGflops: number;
  rows: Row[];
  gauges: Gauge[];
  scratch: Scratch;
  /** Ways that could not run or were wrong, and were not timed. */
  failed: Missing[];
  leftOut: Missing[];
}

export interface Results {
  machine: string;
  date: string;
  versions: Record<string, string>;
  peakGflops: Partial<Record<Host["name"], number>>;
  rows: Row[];
  gauges: Gauge[];
  scratch: Scratch[];
  failed: Missing[];
  leftOut: Missing[];
}

export function merged(
  machine: string,
  date: string,
  versions: Record<string, string>,
  hosts: Partial<Record<Host["name"], HostResults>>,
): Results {
  const all = Object.values(hosts);
  const peaks = Object.entries(hosts).map(([host, { peakGflops }]) => [host, peakGflops]);
  return {
    machine,
    date,
    versions: Object.assign({}, ...all.map((found) => found.versions), versions),
    peakGflops: Object.fromEntries(peaks),
    rows: all.flatMap(({ rows }) => rows),
    gauges: all.flatMap(({ gauges }) => gauges),
    scratch: all.map(({ scratch }) => scratch),
    failed: all.flatMap(({ failed }) => failed),
    leftOut: all.flatMap(({ leftOut }) => leftOut),
  };
}
