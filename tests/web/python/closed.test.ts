// The Worker of a cell before code runs: what leads out of it is gone. Tried in a context of its
// own, for the test needs these things itself.

import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import ts from "typescript";
import { expect, test } from "vitest";

const source = readFileSync(
  new URL("../../../web/src/python/closed.ts", import.meta.url),
  "utf8",
).replaceAll("export ", "");
const { outputText } = ts.transpileModule(source, {
  compilerOptions: { target: ts.ScriptTarget.ES2022 },
});

test("no network, no storage, no maker of code", () => {
  const room = createContext({ fetch: () => "out", indexedDB: {}, WebSocket: class {} });
  const made = (expression: string) => runInContext(expression, room);
  const makers = ["(() => {})", "(async () => {})", "(function* () {})", "(async function* () {})"];
  for (const maker of makers) expect(made(`typeof ${maker}.constructor`), maker).toBe("function");
  made(`${outputText}; closeDoors();`);
  for (const maker of makers) expect(made(`typeof ${maker}.constructor`), maker).toBe("undefined");
  for (const door of ["fetch", "indexedDB", "WebSocket", "Function", "eval"]) {
    expect(made(`typeof globalThis.${door}`), door).toBe("undefined");
    expect(() => made(`"use strict"; globalThis.${door} = 1`), door).toThrow();
  }
});
