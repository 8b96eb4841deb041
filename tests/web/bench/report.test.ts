import { describe, expect, test } from "vitest";
import { markdown, short, table, targetTable, withExcerpt } from "../../bench/report.ts";
import { type HostResults, merged, type Results, type Row } from "../../bench/results.ts";
import { bestPeer, targets } from "../../bench/targets.ts";

const base: Row = {
  host: "node",
  name: "tiled",
  way: "attention",
  kind: "prefill",
  heads: 1,
  n: 1024,
  d: 64,
  causal: false,
  threads: 1,
  ms: 5,
  minMs: 4.9,
  samples: 20,
  gflops: 53.69,
  peakShare: 0.84,
  maxError: 5e-7,
};

const peer = (name: Row["name"], ms: number, more: Partial<Row> = {}): Row => ({
  ...base,
  name,
  way: "composed",
  ms,
  maxError: 1e-6,
  ...more,
});

const hostResults = (rows: Row[], more: Partial<HostResults> = {}): HostResults => ({
  versions: { node: "20.20.2" },
  peakGflops: 64,
  rows,
  gauges: [],
  scratch: { host: "node", tokens: 32768, bytes: 206848 },
  failed: [],
  leftOut: [],
  ...more,
});

const results = (rows: Row[], more: Partial<HostResults> = {}): Results =>
  merged("A processor, 2 cores", "2026-01-31", { tfjs: "1" }, { node: hostResults(rows, more) });

const target = (found: Results, start: string) =>
  targets(found).find(({ measure }) => measure.startsWith(start));

describe("table", () => {
  test("is Markdown whose columns line up; numbers stand on the right", () => {
    expect(table(["name", "ms"], [["tiled", "5.00"], ["a", "12.3"], ["b"]])).toBe(
      [
        "| name  |   ms |",
        "| ----- | ---: |",
        "| tiled | 5.00 |",
        "| a     | 12.3 |",
        "| b     |      |",
      ].join("\n"),
    );
  });

  test("has numbers of three digits", () => {
    expect([0.0921, 1.5, 12.34, 123.4, 1048576, 2e-6].map(short)).toEqual([
      ...["0.0921", "1.50", "12.3", "123", "1048576", "2.0e-6"],
    ]);
  });
});

describe("best peer", () => {
  const other = { ...base, causal: true };
  const rows = [base, peer("jax", 9), peer("tfjs", 8), peer("onnxruntime", 20)];

  test("is the one with the shortest time", () => {
    expect(bestPeer(rows, base)?.name).toBe("tfjs");
  });

  test("is looked for at the same case and in the same host alone", () => {
    expect(bestPeer(rows, other)).toBeUndefined();
    expect(bestPeer(rows, { ...base, host: "chromium" })).toBeUndefined();
  });

  test("is a peer: neither this project's own code nor what it compiles for comparison", () => {
    expect(bestPeer([base, peer("autovec", 1), peer("reference", 2)], base)).toBeUndefined();
  });
});

describe("targets", () => {
  test("take the figure that is furthest from the bound", () => {
    const long = { ...base, n: 2048, ms: 20 };
    const found = results([base, peer("tfjs", 10), long, peer("tfjs", 30, { n: 2048 })]);
    const { figure, of, reached } = target(found, "one thread, n >= 512, plain")!;
    expect(figure).toBe(1.5);
    expect(of).toBe("node, 1 x 2048 x 64 plain (tfjs: composed)");
    expect(reached).toBe(true);
  });

  test("are missed by a figure on the wrong side", () => {
    const found = results([base, peer("tfjs", 7)]);
    expect(target(found, "one thread, n >= 512, plain")).toMatchObject({ reached: false });
    expect(targetTable(found)).toMatch(/n >= 512, plain.*at least 1\.45 \|\s+1\.40 \|\s+NO /);
  });

  test("of causal hold its time against plain", () => {
    const plain = { ...base, n: 2048, ms: 20 };
    const causal = { ...plain, causal: true, ms: 10.5 };
    const { figure, reached } = target(results([plain, causal]), "causal at n = 2048")!;
    expect([figure, reached]).toEqual([0.525, true]);
  });

  test("of two workers hold them against one thread, and against peers in a page", () => {
    const one = { ...base, host: "chromium" as const, n: 2048, ms: 20 };
    const two = { ...one, threads: 2, ms: 10 };
    const found = results([one, two, peer("tfjs", 30, { host: "chromium", n: 2048 })]);
    expect(target(found, "two workers, n = 2048")).toMatchObject({ figure: 2, reached: true });
    expect(target(found, "two workers in a page")).toMatchObject({ figure: 3, reached: true });
  });

  test("of a window hold it against all of the same size", () => {
    const all = { ...base, n: 8192, ms: 400 };
    const window: Row = { ...all, kind: "window", causal: true, window: 256, ms: 16 };
    const found = target(results([all, window]), "window 256")!;
    expect(found).toMatchObject({ figure: 0.04, reached: true });
  });

  test("of a decode hold it against the sum in place, and tell of the copied one", () => {
    const decode: Row = { ...base, kind: "decode", heads: 8, n: 4096, ms: 1.2 };
    const gauge = { host: "node" as const, bytes: 1, minMs: 1 };
    const gauges = [
      { ...gauge, name: "plain sum", ms: 1 },
      { ...gauge, name: "sum in four", ms: 0.5 },
      { ...gauge, name: "copy and sum in four", ms: 2 },
      { ...gauge, name: "decode in place", ms: 1.3 },
    ];
    const found = target(results([decode], { gauges }), "decode")!;
    expect(found).toMatchObject({ figure: 1.3, reached: false });
    expect(found.of).toBe(
      "node, in place; of four sums side by side 2.60; the call, of copying and four sums 0.60",
    );
  });

  test("of many heads hold them against their products and their attention in the same host", () => {
    const gauge = { group: "multi-head 512x8x512", bytes: 5_242_880, minMs: 1 };
    const of = (host: Row["host"], whole: number) => [
      { ...gauge, host, name: "whole", ms: whole },
      { ...gauge, host, name: "products", ms: 20 },
      { ...gauge, host, name: "attention", ms: 5 },
    ];
    const found = results([base], { gauges: [...of("node", 30), ...of("chromium", 35)] });
    expect(target(found, "multi-head")).toMatchObject({ figure: 1.4, reached: false });
    expect(target(found, "multi-head")!.of).toBe("chromium, multi-head 512x8x512");
    const alone = results([base], { gauges: of("node", 30) });
    expect(target(alone, "multi-head")).toMatchObject({ figure: 1.2, reached: true });
    expect(target(alone, "decode")).toBeUndefined();
    expect(markdown(alone)).toContain(
      "Gauge for multi-head 512x8x512, products of its 5.2 MB: 20.0 ms.",
    );
    // A part that was not measured leaves no figure that could be reached.
    const part = results([base], { gauges: of("node", 30).slice(0, 2) });
    expect(target(part, "multi-head")).toMatchObject({ figure: Number.NaN, reached: false });
  });

  test("of the reference hold it against plain JavaScript, where nothing is masked", () => {
    const rows = (ms: number) => [
      peer("javascript", 50),
      peer("reference", ms),
      peer("javascript", 25, { causal: true }),
      peer("reference", ms, { causal: true }),
      peer("javascript", 1, { host: "chromium" }),
    ];
    const slow = target(results([base, ...rows(100)]), "float64 reference");
    expect(slow).toMatchObject({ bound: "at most", value: 1.5, figure: 2, reached: false });
    expect(target(results([base, ...rows(60)]), "float64 reference")?.reached).toBe(true);
    expect(target(results([base]), "float64 reference")).toBeUndefined();
  });

  test("of a cache hold a token of it against the plain sum of the same host", () => {
    const gauge = (host: Row["host"], name: string, ms: number) => ({
      ...{ host, name, ms, minMs: ms, bytes: 1 },
    });
    const cached = gauge("node", "decode from the cache", 0.9);
    const sums = [gauge("chromium", "plain sum", 0.1), gauge("node", "plain sum", 0.5)];
    const found = results([base], { gauges: [...sums, cached] });
    expect(target(found, "decode of one token from the cache")).toMatchObject({
      ...{ bound: "at most", value: 1.5, figure: 1.8, reached: false },
      of: "node, the token appended first",
    });
    const fast = results([base], { gauges: [...sums, { ...cached, ms: 0.75 }] });
    expect(target(fast, "decode of one token from the cache")).toMatchObject({ reached: true });
    expect(target(results([base], { gauges: sums }), "decode of one token")).toBeUndefined();
  });

  test("of memory and error are bounds from above", () => {
    const found = results([{ ...base, maxError: 3e-6 }, peer("tfjs", 9)]);
    expect(target(found, "bytes in use")).toMatchObject({ figure: 206848, reached: true });
    expect(target(found, "largest error")).toMatchObject({ figure: 3e-6, reached: false });
  });

  test("that a run tells nothing about are left out", () => {
    expect(target(results([base]), "two workers")).toBeUndefined();
  });
});

describe("the page of results", () => {
  test("has a row per case, a column per contender, and the ratio to the best peer", () => {
    const page = markdown(results([base, peer("tfjs", 10), { ...base, threads: 2, ms: 2.8 }]));
    expect(page).toContain("## Node, peak 64.0 GFLOP/s");
    const line = page.split("\n").find((text) => text.startsWith("| 1 x 1024 x 64 plain"))!;
    expect(line.split("|").map((cell) => cell.trim())).toEqual([
      ...["", "1 x 1024 x 64 plain", "5.00", "53.7", "84 %", "2.00", "2.80"],
      ...["", "10.0", "", "", "", "", ""],
    ]);
  });

  test("says once what was not timed, and where", () => {
    const miss = { host: "node" as const, name: "jax" as const, threads: 1, reason: "off by 1" };
    const failed = ["a", "b"].map((at) => ({ ...miss, way: "all heads", case: at }));
    const many = ["c", "d", "e", "f", "g"].map((at) => ({ ...miss, case: at }));
    const page = markdown(results([base], { failed, leftOut: many }));
    expect(page).toContain("- node, jax, all heads: off by 1 (a; b)");
    expect(page).toContain("- node, jax: off by 1 (5 cases)");
  });
});

describe("the read-me", () => {
  test("gets its excerpt in its place, and nothing else changes", () => {
    const found = results([
      { ...base, host: "chromium", ms: 5.25 },
      { ...base, n: 2048 },
    ]);
    const readme = "before\n<!-- npm run bench -->\nold\n<!-- end -->\nafter";
    const lines = withExcerpt(readme, found).split("\n");
    expect(lines.slice(0, 3)).toEqual([
      "before",
      "<!-- npm run bench -->",
      "A processor, 2 cores, Chromium, 2026-01-31:",
    ]);
    expect(lines.slice(-2)).toEqual(["<!-- end -->", "after"]);
    expect(lines.filter((line) => line.startsWith("| 1 x"))).toHaveLength(1);
    expect(lines.join()).toContain("| 1 x 1024 x 64 plain |  5.25 |");
    expect(() => withExcerpt("no place", found)).toThrow("no place for the excerpt");
  });
});
