// Runs the test program of the core in a classic worker: Emscripten's glue wants importScripts and
// a global Module. No import and no export here, so that it stays a classic script.

interface Start {
  readonly script: string;
  readonly wasm: string;
  readonly options: readonly string[];
}

/** What the page hears: a line of the report, the exit code, or why there is no result. */
type Report = { line: string } | { exit: number } | { failure: string };

declare function importScripts(...urls: string[]): void;

{
  const tell = (report: Report): void => self.postMessage(report);

  const run = async ({ script, wasm, options }: Start): Promise<void> => {
    const response = await fetch(wasm);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const program = {
      arguments: [...options],
      wasmBinary: new Uint8Array(await response.arrayBuffer()),
      print: (line: string) => tell({ line }),
      printErr: () => {},
      onExit: (exit: number) => tell({ exit }),
      onAbort: (reason: unknown) => tell({ failure: String(reason) }),
    };
    Object.assign(self, { Module: program });
    importScripts(script);
  };

  // What a trap of the program throws comes out of a promise of the glue.
  self.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    tell({ failure: String(event.reason) });
  });

  self.addEventListener("message", ({ data }: MessageEvent<Start>) => {
    run(data).catch((error: unknown) => tell({ failure: String(error) }));
  });
}
