// The state as a program: the one in JavaScript is run with the package that a build leaves, the one
// in C++ by scripts/check_listings.mjs. Both against attention in plain float64.

import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cppProgram, javascriptProgram } from "../../../web/src/export/programs.ts";
import { outputText, states } from "./states.ts";

const comments = { heading: "state", tokens: "tokens" };
const made = new URL("../../../dist/package/index.js", import.meta.url);

const core = existsSync(made) ? (await import(made.href)).loadAttention({ threads: 1 }) : null;

/** What the program writes with console.log. */
async function run(program: string): Promise<string> {
  const lines: string[] = [];
  const body = program.replace('import { loadAttention } from "dikkat";', "");
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (load: unknown, console: { log(line: string): void }) => Promise<void>;
  await new AsyncFunction("loadAttention", "console", body)(() => core, {
    log: (line) => lines.push(line),
  });
  return lines.join("\n").trim();
}

const unsigned = (text: string) => text.replace(/-(0\.0+)(?=\s|$)/gu, "$1");

describe.each(Object.keys(states))("%s", (name) => {
  const state = states[name];
  if (!state) throw new Error("no state");

  test.skipIf(!existsSync(made))("JavaScript prints the output", async () => {
    expect(unsigned(await run(javascriptProgram(state, comments)))).toBe(outputText(state));
  });

  test("C++ holds every number and option", () => {
    const program = cppProgram(state, comments);
    expect(program).toContain("const auto result = attend(problem);");
    expect(program.match(/\{/gu)).toHaveLength(program.match(/\}/gu)?.length ?? -1);
  });
});

test("a label cannot leave its comment", () => {
  const state = states["as it begins"];
  if (!state) throw new Error("no state");
  const tokens = ["a\\", "*/ b", "c\nd"];
  for (const program of [
    cppProgram({ ...state, tokens }, comments),
    javascriptProgram({ ...state, tokens }, comments),
  ]) {
    expect(program.split("\n")[2]).toBe("//   a\\ */ b c d");
  }
  const last = cppProgram({ ...state, tokens: ["a", "b", "c\\"] }, comments).split("\n")[2];
  expect(last?.endsWith("\\")).toBe(false);
});
