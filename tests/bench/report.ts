/** The results as Markdown: a table per host, and what was to be reached. */
import type { Missing, Results, Row } from "./results.ts";
import { bestPeer, targets } from "./targets.ts";

export { merged } from "./results.ts";

type Cell = string | undefined;

/** A Markdown table whose columns line up in the source as well. The first column is text. */
export function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => header.map((_, i) => row[i] ?? ""));
  const widths = header.map((name, i) =>
    Math.max(3, name.length, ...cells.map((row) => row[i]!.length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(" | ")} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [line(header), rule, ...cells.map(line)].join("\n");
}

/** Three significant digits, without an exponent for what a reader compares. */
export function short(x: number): string {
  if (x !== 0 && Math.abs(x) < 1e-3) return x.toExponential(1);
  return Math.abs(x) >= 100 ? x.toFixed(0) : x.toPrecision(3);
}

const percent = (x: number): string => `${(100 * x).toFixed(0)} %`;

const caseOf = ({ kind, heads, n, d, causal, window }: Row): string => {
  const mask = causal ? "causal" : "plain";
  const what = kind === "window" ? `window ${window}` : kind === "decode" ? "decode" : mask;
  return `${heads} x ${n} x ${d} ${what}`;
};

const others = ["onnxruntime", "tfjs", "jax", "autovec", "javascript", "reference"] as const;

function hostTable(rows: readonly Row[]): string {
  const header = [
    "heads x n x d",
    ...["tiled", "GFLOP/s", "of peak", "best peer / tiled", "two workers"],
    ...others,
  ];
  const body = [...new Set(rows.map(caseOf))].map((name) => {
    const here = rows.filter((row) => caseOf(row) === name);
    const ms = (row: Row | undefined): Cell => row && short(row.ms);
    const tiled = here.find((row) => row.name === "tiled" && row.threads === 1);
    const workers = here.find((row) => row.name === "tiled" && row.threads > 1);
    const peer = tiled && bestPeer(here, tiled);
    return [
      name,
      ms(tiled),
      tiled && short(tiled.gflops),
      tiled && percent(tiled.peakShare),
      peer && (peer.ms / tiled.ms).toFixed(2),
      ms(workers),
      ...others.map((other) => ms(here.find((row) => row.name === other))),
    ];
  });
  return table(header, body);
}

export function targetTable(results: Results): string {
  return table(
    ["measure", "to reach", "figure", "reached", "furthest at"],
    targets(results).map(({ measure, bound, value, figure, reached, of }) => [
      ...[measure, `${bound} ${short(value)}`, short(figure), reached ? "yes" : "NO", of],
    ]),
  );
}

/** Lists what was not timed, each reason once. */
function missing(title: string, entries: readonly Missing[]): string[] {
  if (entries.length === 0) return [];
  const reasons = new Map<string, string[]>();
  for (const { host, name, threads, way, case: at, reason } of entries) {
    const what = [host, name, ...(threads > 1 ? ["two workers"] : []), ...(way ? [way] : [])];
    const key = `${what.join(", ")}: ${reason}`;
    reasons.set(key, [...(reasons.get(key) ?? []), at]);
  }
  const where = (at: string[]) => (at.length > 4 ? `${at.length} cases` : at.join("; "));
  const lines = [...reasons].map(([key, at]) => `- ${key} (${where(at)})`);
  return [`## ${title}`, lines.join("\n")];
}

/** Paragraphs about what is not in the tables, and why. */
export const notTimed = ({ failed, leftOut }: Results): string[] => [
  ...missing("Not timed: could not run, or was wrong", failed),
  ...missing("Not timed: too slow at this size", leftOut),
];

export function markdown(results: Results): string {
  const { machine, date, versions, peakGflops, rows, gauges } = results;
  const hosts = (["node", "chromium"] as const).filter((host) => peakGflops[host] !== undefined);
  const versionList = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const paragraphs = [
    "# Results of `npm run bench`",
    `${machine}, ${date}. ${versionList.join(", ")}.`,
    "Milliseconds of a call with its output, the median of interleaved rounds in one process, one thread " +
      "unless it says two workers. Every contender was held against float64 before it was timed. Operations " +
      "count as 4 H n² d, half of it for causal.",
    ...hosts.flatMap((host) => [
      `## ${host === "node" ? "Node" : "Chromium"}, peak ${short(peakGflops[host]!)} GFLOP/s`,
      hostTable(rows.filter((row) => row.host === host)),
      ...gauges
        .filter((gauge) => gauge.host === host)
        .map(
          ({ group = "decode", name, bytes, ms }) =>
            `Gauge for ${group}, ${name} of its ${(bytes / 1e6).toFixed(1)} MB: ${short(ms)} ms.`,
        ),
    ]),
    ...["## To reach", targetTable(results)],
    ...notTimed(results),
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

/** What the project's read-me shows of a whole run: some sizes in Chromium. */
export function excerpt({ machine, date, rows }: Results): string {
  const shown = ["1 x 128 x 64", "8 x 512 x 64", "1 x 1024 x 64", "1 x 4096 x 64"];
  const here = rows.filter(
    ({ host, kind, heads, n, d }) =>
      host === "chromium" && kind === "prefill" && shown.includes(`${heads} x ${n} x ${d}`),
  );
  return `${machine}, Chromium, ${date}:\n\n${hostTable(here)}`;
}

const excerptPlace = /(<!-- npm run bench -->\n)[\s\S]*?(\n<!-- end -->)/;

/** The read-me with the excerpt in its place. */
export function withExcerpt(readme: string, results: Results): string {
  if (!excerptPlace.test(readme)) throw new Error("The read-me has no place for the excerpt.");
  // A function, since an excerpt may hold $ signs.
  return readme.replace(excerptPlace, (_, start, end) => start + excerpt(results) + end);
}
