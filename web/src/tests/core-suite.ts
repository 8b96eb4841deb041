// The Catch2 suite of the C++ core, in the build that the page asks for.

import type { Build } from "../core/index.ts";
import { ReportReader } from "./catch2-xml.ts";
import { SuiteError, type TestResult } from "./results.ts";

/** Written by the build: the test program for each build of the core. */
const files: Record<string, string> = import.meta.glob("./generated/*.{js,wasm}", {
  query: "?url",
  import: "default",
  eager: true,
});

const names: Record<Build, string> = {
  simd: "./generated/attention_tests",
  scalar: "./generated/attention_tests_scalar",
};

type Report = { line: string } | { exit: number } | { failure: string };

export interface Watcher {
  readonly finished: (result: TestResult) => void;
  /** The run is no longer wanted. */
  readonly signal: AbortSignal;
}

function startWorker(): Worker {
  try {
    return new Worker(new URL("./worker.ts", import.meta.url));
  } catch (error) {
    throw new SuiteError("load", error instanceof Error ? error.message : String(error));
  }
}

/** Rejects with a SuiteError if the program cannot be started or does not come to its end. */
export function runCoreSuite(build: Build, { finished, signal }: Watcher): Promise<void> {
  const script = files[`${names[build]}.js`];
  const wasm = files[`${names[build]}.wasm`];
  if (!script || !wasm) return Promise.reject(new SuiteError("missing"));
  const absolute = (url: string) => new URL(url, document.baseURI).href;

  return new Promise((resolve, reject) => {
    const worker = startWorker();
    const reader = new ReportReader();
    let failed = false;
    let tests = 0;
    const end = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    const breakDown = (detail: string) => {
      const began = tests > 0 || reader.open !== null;
      const where = reader.open ? `${reader.open}: ${detail}` : detail;
      end(() => reject(new SuiteError(began ? "ended" : "load", where)));
    };
    worker.addEventListener("message", ({ data }: MessageEvent<Report>) => {
      if ("failure" in data) return breakDown(data.failure);
      if ("line" in data) {
        const result = reader.read(data.line);
        if (!result) return;
        tests++;
        failed ||= result.failures.length > 0;
        return finished(result);
      }
      // The exit code is the program's own verdict: it must be the one that was read.
      const agreed = reader.open === null && tests > 0 && failed === (data.exit !== 0);
      return agreed ? end(resolve) : breakDown(`exit ${data.exit}`);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      breakDown(event.message || "the worker could not be started");
    });
    signal.addEventListener("abort", () => end(resolve));
    const options = ["--reporter", "xml", "--durations", "yes"];
    worker.postMessage({ script: absolute(script), wasm: absolute(wasm), options });
  });
}
