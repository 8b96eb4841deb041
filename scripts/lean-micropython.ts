import type { Plugin } from "vite";

/** [what the glue says of where it may run, what is true in a Worker of this page] */
const places: readonly [string, string][] = [
  ["ENVIRONMENT_IS_WEB=!!globalThis.window", "ENVIRONMENT_IS_WEB=false"],
  ["ENVIRONMENT_IS_WORKER=!!globalThis.WorkerGlobalScope", "ENVIRONMENT_IS_WORKER=true"],
  [
    'ENVIRONMENT_IS_NODE=globalThis.process?.versions?.node&&"renderer"!=globalThis.process?.type',
    "ENVIRONMENT_IS_NODE=false",
  ],
  [
    "ENVIRONMENT_IS_SHELL=!ENVIRONMENT_IS_WEB&&!ENVIRONMENT_IS_NODE&&!ENVIRONMENT_IS_WORKER",
    "ENVIRONMENT_IS_SHELL=false",
  ],
  // Its own address is given to it, and the file beside the glue is another one (lean-frozen.ts).
  ['new URL("micropython.wasm",import.meta.url).href', '""'],
];

/** Emscripten's checks of whoever builds against it; what they look at stays as it is. */
export const micropythonChecks = [
  "assert",
  "checkStackCookie",
  "consumedModuleProp",
  "unexportedRuntimeSymbol",
  "makeInvalidEarlyAccess",
];

/** MicroPython's glue without its command line and its ways of Node. */
export const leanMicroPython: Plugin = {
  name: "lean-micropython",
  transform(code, id) {
    if (!id.endsWith("/micropython.mjs")) return null;
    const begin = code.indexOf("if(globalThis.loadMicroPython=loadMicroPython,");
    const end = code.indexOf("class PyProxy{");
    if (begin < 0 || end < begin) this.error("the glue is not the one that this was written for");
    let lean = `${code.slice(0, begin)}\n${code.slice(end)}`;
    for (const [said, known] of places) {
      if (!lean.includes(said)) this.error(`the glue does not say ${said}`);
      lean = lean.replace(said, known);
    }
    return lean.replace(
      'if(ENVIRONMENT_IS_NODE){const{createRequire:createRequire}=await import("module");var require=createRequire(import.meta.url)}',
      "",
    );
  },
};
