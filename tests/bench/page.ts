/** Measures in a page; scripts/bench.mjs opens it, listens to `log` and calls `measure`. */
import type { Host } from "./contender.ts";
import { measure } from "./measure.ts";
import type { HostResults } from "./results.ts";

declare global {
  interface Window {
    log(line: string): void;
    measureAttention(options: { quick: boolean }): Promise<HostResults>;
  }
}

const beside = (file: string): string => new URL(`files/${file}`, document.baseURI).href;

const host: Host = {
  name: "chromium",
  versions: { chromium: navigator.userAgent.match(/Chrome\/([\d.]+)/)?.[1] ?? "unknown" },
  packageUrl: beside("package/index.js"),
  read: async (file) => new Uint8Array(await (await fetch(beside(file))).arrayBuffer()),
  locate: beside,
  log: (line) => window.log(line),
};

window.measureAttention = (options) => {
  // With the two headers that isolate a page the peers would get threads: not what is measured.
  if (window.crossOriginIsolated) throw new Error("The page is cross-origin isolated");
  return measure(host, options);
};
