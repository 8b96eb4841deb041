import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const strings = /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')/;

/**
 * Python source without what only its readers need: comments on lines of their own, empty lines,
 * three of four spaces of an indent, spaces round operators. The sources of the cell's modules have
 * no strings over several lines.
 */
export function leanPython(source: string): string {
  return source
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.trim().startsWith("#"))
    .map((line) => " ".repeat((line.length - line.trimStart().length) / 4) + squeezed(line.trim()))
    .join("\n");
}

/** Every other part of the split is a string, which stays. */
const squeezed = (line: string): string =>
  line
    .split(strings)
    .map((part, i) => (i % 2 ? part : part.replace(/(?<=\S) ?([=+\-*/<>,:%!|&]+) ?/g, "$1")))
    .join("");

/** What runs, which is imported as text, comes lean; sources that are shown do not. */
const running = /\/web\/src\/python\/(?:modules\/.+|harness)\.py\?raw$/;

export const leanPythonSources: Plugin = {
  name: "lean-python",
  enforce: "pre",
  async load(id) {
    if (!running.test(id)) return null;
    const source = await readFile(id.slice(0, -"?raw".length), "utf8");
    return `export default ${JSON.stringify(leanPython(source))}`;
  },
};
