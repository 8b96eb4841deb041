// What the lesson loads first, in few files: on its own a bundler makes one of every set of modules
// that two parts of the site share, and thirty small files take more bytes than fifteen.

import { fileURLToPath } from "node:url";
import type { Rolldown } from "vite";

type Context = Rolldown.ChunkingContext;

const entries = {
  lesson: "lesson/main.ts",
  /** The section that a reader meets first; fetched at once, beside the page. */
  opening: "lesson/later/question.ts",
  embed: "embed/main.ts",
  bench: "bench/main.ts",
} as const;
type Closures = Record<keyof typeof entries, Set<string>>;

/** The module and all that it imports before it runs. */
function closure(entry: string, context: Context): Set<string> {
  const all = new Set([fileURLToPath(new URL(`../web/src/${entry}`, import.meta.url))]);
  for (const id of all) {
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) all.add(next);
  }
  return all;
}

let closures: Closures | null = null;

/** What the page that measures needs as well has files of its own: it needs little of the rest. */
function chunkOf(id: string, context: Context): string | null {
  closures ??= {
    lesson: closure(entries.lesson, context),
    opening: closure(entries.opening, context),
    embed: closure(entries.embed, context),
    bench: closure(entries.bench, context),
  };
  const measured = closures.bench.has(id);
  if (closures.lesson.has(id)) {
    // What only the pages of the site have in common is too little for a file of its own.
    if (!closures.embed.has(id)) return measured ? "base" : null;
    return measured ? "base" : "page";
  }
  if (!closures.opening.has(id)) return null;
  return measured ? "drawing" : "opening";
}

export const firstLoad = {
  groups: [{ name: chunkOf, debugName: "first load" }],
} satisfies Rolldown.OutputOptions["codeSplitting"];
