// What the lesson loads first, in few files: on its own a bundler makes one of every set of modules
// that two parts of the site share, and thirty small files take more bytes than fifteen.

import { fileURLToPath } from "node:url";
import type { Rolldown } from "vite";

type Context = Rolldown.ChunkingContext;

const source = (path: string) => fileURLToPath(new URL(`../web/src/${path}`, import.meta.url));
const lesson = source("lesson/main.ts");
const embed = source("embed/main.ts");
/** The section that a reader meets first; fetched at once, beside the page. */
const opening = source("lesson/later/question.ts");

/** The module and all that it imports before it runs. */
function closure(entry: string, context: Context): Set<string> {
  const all = new Set([entry]);
  for (const id of all) {
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) all.add(next);
  }
  return all;
}

let closures: { lesson: Set<string>; embed: Set<string>; opening: Set<string> } | null = null;

function chunkOf(id: string, context: Context): string | null {
  closures ??= {
    lesson: closure(lesson, context),
    embed: closure(embed, context),
    opening: closure(opening, context),
  };
  if (closures.lesson.has(id)) return closures.embed.has(id) ? "page" : null;
  return closures.opening.has(id) ? "opening" : null;
}

export const firstLoad = {
  groups: [{ name: chunkOf, debugName: "first load" }],
} satisfies Rolldown.OutputOptions["codeSplitting"];
