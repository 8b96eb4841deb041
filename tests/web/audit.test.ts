// What npm's report of weaknesses is judged by.
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

interface Weakness {
  name: string;
  severity: string;
  range: string;
  via: (string | { url: string })[];
}
const { audit, closureOf, judged } = (await import("../../scripts/audit.mjs")) as unknown as {
  audit: () => Promise<{ skipped: string } | undefined>;
  closureOf: (names: string[], lock: object) => Set<string>;
  judged: (report: { vulnerabilities: Record<string, Weakness> }, shipped: Set<string>) => string[];
};

const lock = {
  packages: {
    "": {},
    "node_modules/lit": { dependencies: { "lit-html": "^3" } },
    "node_modules/lit-html": { dependencies: { "@types/trusted-types": "^2" } },
    "node_modules/@types/trusted-types": {},
    "node_modules/vite": { dependencies: { rolldown: "1" } },
    "node_modules/rolldown": {},
  },
};

it("what is published is what it depends on as well", () => {
  expect([...closureOf(["lit"], lock)]).toEqual(["lit", "lit-html", "@types/trusted-types"]);
});

const weakness = (name: string, severity: string, via: Weakness["via"] = []): Weakness => ({
  ...{ name, severity, via, range: "<2" },
});

it("a moderate weakness is too much for what is published, a high one for a tool", () => {
  const found = {
    "lit-html": weakness("lit-html", "moderate", [{ url: "https://advisory.test/1" }]),
    lit: weakness("lit", "low"),
    vite: weakness("vite", "moderate"),
    rolldown: weakness("rolldown", "high", ["vite"]),
  };
  expect(judged({ vulnerabilities: found }, closureOf(["lit"], lock))).toEqual([
    "lit-html <2 (shipped): moderate, https://advisory.test/1",
    "rolldown <2 (tool): high, vite",
  ]);
  expect(judged({ vulnerabilities: {} }, new Set())).toEqual([]);
});

it("without an answer nothing is known, even where npm is told to work offline", async () => {
  vi.stubEnv("npm_config_registry", "http://127.0.0.1:9/");
  vi.stubEnv("npm_config_offline", "true");
  expect(await audit()).toEqual({ skipped: expect.stringMatching(/^not audited, no answer: /) });
}, 30_000);
