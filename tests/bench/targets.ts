/** What the tiled path is to reach, as ratios inside one run. */
import type { Results, Row } from "./results.ts";

export interface Target {
  measure: string;
  /** "at least" for what should be large, "at most" for what should be small. */
  bound: "at least" | "at most";
  value: number;
  /** Where in the results: the figure that is furthest from the bound, and of which rows. */
  figure: number;
  of: string;
  reached: boolean;
}

type Host = Row["host"];
type Figure = { value: number; of: string };

const peers = new Set<Row["name"]>(["onnxruntime", "tfjs", "jax"]);

const sameCase = (a: Row, b: Row): boolean =>
  a.host === b.host &&
  a.kind === b.kind &&
  a.heads === b.heads &&
  a.n === b.n &&
  a.d === b.d &&
  a.causal === b.causal;

const shape = ({ host, heads, n, d, causal, kind }: Row): string =>
  `${host}, ${heads} x ${n} x ${d} ${kind === "prefill" ? (causal ? "causal" : "plain") : kind}`;

/** The peer with the shortest time at a row's case in its host. Peers run on one thread. */
export function bestPeer(rows: readonly Row[], row: Row): Row | undefined {
  const found = rows.filter((other) => peers.has(other.name) && sameCase(row, other));
  return found.toSorted((a, b) => a.ms - b.ms)[0];
}

function against(row: Row, other: Row | undefined): Figure[] {
  if (!other) return [];
  const name = peers.has(other.name) ? ` (${other.name}: ${other.way})` : "";
  return [{ value: other.ms / row.ms, of: shape(row) + name }];
}

/** All that is to be reached and that these results tell something about. */
export function targets({ rows, gauges, scratch }: Results): Target[] {
  const tiled = rows.filter((row) => row.name === "tiled");
  const prefill = tiled.filter((row) => row.kind === "prefill");
  const one = prefill.filter((row) => row.threads === 1);
  const two = prefill.filter((row) => row.threads === 2);
  const toPeer = (row: Row) => against(row, bestPeer(rows, row));
  const oneThread = (row: Row) => one.find((other) => sameCase(row, other));
  const plain = (row: Row) => oneThread({ ...row, causal: false });
  const long = one.filter(({ n, d }) => n >= 512 && (d === 64 || d === 128));
  const share = (row: Row): Figure => ({ value: row.peakShare, of: shape(row) });
  const shares = (host: Host) =>
    one.filter((r) => r.host === host && r.heads === 1 && r.n === 1024 && r.d === 64 && !r.causal);
  const tails = one.filter((r) => r.host === "node" && (r.d === 61 || r.d === 80));
  const gaugeOf = (host: Host, group: string | undefined, name: string): number =>
    gauges.find((one) => one.host === host && one.group === group && one.name === name)?.ms ??
    Number.NaN;
  const inverse = ({ value, of }: Figure): Figure => ({ value: 1 / value, of });

  const all: (Omit<Target, "figure" | "of" | "reached"> & { figures: Figure[] })[] = [
    {
      measure: "one thread, n >= 512, plain: against the best peer",
      ...{ bound: "at least", value: 1.45 },
      figures: long.filter((row) => !row.causal).flatMap(toPeer),
    },
    {
      measure: "one thread, n >= 512, causal: against the best peer",
      ...{ bound: "at least", value: 3 },
      figures: long.filter((row) => row.causal).flatMap(toPeer),
    },
    {
      measure: "n = 128, call and output included: against the best peer",
      ...{ bound: "at least", value: 1.5 },
      figures: one.filter((row) => row.n === 128).flatMap(toPeer),
    },
    {
      measure: "share of the peak at n = 1024, d = 64: Node",
      ...{ bound: "at least", value: 0.82 },
      figures: shares("node").map(share),
    },
    {
      measure: "share of the peak at n = 1024, d = 64: Chromium",
      ...{ bound: "at least", value: 0.78 },
      figures: shares("chromium").map(share),
    },
    {
      measure: "share of the peak at n = 1021, d = 61 and at d = 80: Node",
      ...{ bound: "at least", value: 0.7 },
      figures: tails.map(share),
    },
    {
      measure: "causal at n = 2048: time against plain",
      ...{ bound: "at most", value: 0.54 },
      figures: one
        .filter((row) => row.n === 2048 && row.causal)
        .flatMap((row) => against(row, plain(row)))
        .map(inverse),
    },
    {
      measure: "two workers, n = 2048: against one thread",
      ...{ bound: "at least", value: 1.8 },
      figures: two.filter((row) => row.n === 2048).flatMap((row) => against(row, oneThread(row))),
    },
    {
      measure: "two workers in a page without special headers: against the best peer there",
      ...{ bound: "at least", value: 2.6 },
      figures: two.filter((row) => row.host === "chromium").flatMap(toPeer),
    },
    {
      measure: "window 256 at n = 8192: time against full",
      ...{ bound: "at most", value: 0.045 },
      figures: tiled
        .filter((row) => row.kind === "window")
        .flatMap((row) => against(row, plain({ ...row, kind: "prefill" })))
        .map(inverse),
    },
    {
      measure: "decode, 8 heads, 4096 keys: time against a plain SIMD sum of the same bytes",
      ...{ bound: "at most", value: 1.15 },
      figures: tiled
        .filter((row) => row.kind === "decode")
        .flatMap((row) => {
          const gauge = (name: string) => gaugeOf(row.host, undefined, name);
          // A call copies its input in first, which a sum in place does not.
          const called = (row.ms / gauge("copy and sum in four")).toFixed(2);
          const inPlace = gauge("decode in place");
          const four = (inPlace / gauge("sum in four")).toFixed(2);
          const of = `${row.host}, in place; of four sums side by side ${four}; the call, of copying and four sums ${called}`;
          return [{ value: inPlace / gauge("plain sum"), of }];
        }),
    },
    {
      measure: "multi-head attention: time against its products and its attention",
      ...{ bound: "at most", value: 1.3 },
      figures: gauges
        .filter(({ group, name }) => group?.startsWith("multi-head") && name === "whole")
        .map(({ host, group, ms }) => {
          const parts = gaugeOf(host, group, "products") + gaugeOf(host, group, "attention");
          return { value: ms / parts, of: `${host}, ${group}` };
        }),
    },
    {
      measure: "decode of one token from the cache: time against a plain pass over its bytes",
      ...{ bound: "at most", value: 1.5 },
      figures: gauges
        .filter(({ name }) => name === "decode from the cache")
        .flatMap(({ host, ms }) =>
          gauges
            .filter((other) => other.host === host && other.name === "plain sum")
            .map((sum) => ({ value: ms / sum.ms, of: `${host}, the token appended first` })),
        ),
    },
    {
      // The reference is to be read, not to be fast, but a product that is compiled for size or not
      // inlined is ten times slower than it need be.
      measure: "float64 reference, plain: time against plain JavaScript",
      ...{ bound: "at most", value: 1.5 },
      figures: rows
        .filter((row) => row.name === "reference" && row.kind === "prefill" && !row.causal)
        .flatMap((row) =>
          against(
            row,
            rows.find((other) => other.name === "javascript" && sameCase(row, other)),
          ),
        )
        .map(inverse),
    },
    {
      measure: "bytes in use at n = 32768, d = 64 beside inputs and output",
      ...{ bound: "at most", value: 2 ** 20 },
      figures: scratch
        .filter(({ tokens }) => tokens === 32768)
        .map(({ host, bytes }) => ({ value: bytes, of: host })),
    },
    {
      measure: "largest error against float64",
      ...{ bound: "at most", value: 2e-6 },
      figures: tiled.map((row) => ({ value: row.maxError, of: shape(row) })),
    },
  ];
  return all.flatMap(({ figures, ...target }) => {
    const worst = furthest(figures, target.bound);
    if (!worst) return [];
    const { value: figure, of } = worst;
    const reached = target.bound === "at least" ? figure >= target.value : figure <= target.value;
    return [{ ...target, figure, of, reached }];
  });
}

function furthest(figures: Figure[], bound: Target["bound"]): Figure | undefined {
  const sorted = figures.toSorted((a, b) => a.value - b.value);
  return bound === "at least" ? sorted[0] : sorted.at(-1);
}
