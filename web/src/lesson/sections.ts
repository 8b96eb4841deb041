// The sections as far as they are there, and the fetching of the others.

import { siteAnswers } from "../page/site.ts";
import type { Entry, Section } from "./section.ts";

/** A section or what follows it, each fetched by itself. */
export type Part = "section" | "more";

export const parts: readonly Part[] = ["section", "more"];

/** The place of a section, or of the one that a figure is in: "softmax", "figure-shift"; -1 where there is none. */
export function placeOf(anchor: string, entries: readonly Entry[]): number {
  return entries.findIndex(
    ({ id, figures }) => id === anchor || figures.some((figure) => `figure-${figure}` === anchor),
  );
}

const keyOf = (part: Part, id: string) => `${part} ${id}`;

export class Sections {
  readonly entries: readonly Entry[];
  readonly #there = new Map<string, Section>();
  readonly #fetching = new Map<string, Promise<void>>();
  readonly #failed = new Set<string>();
  readonly #complete: () => Promise<void>;
  readonly #notify: () => void;
  readonly #reload: () => void;

  /** `complete` fetches all of the core, for the sections that ask it. */
  constructor(
    entries: readonly Entry[],
    page: { complete: () => Promise<void>; notify: () => void; reload: () => void },
  ) {
    this.entries = entries;
    this.#complete = page.complete;
    this.#notify = page.notify;
    this.#reload = page.reload;
  }

  /** Undefined while it has not come. */
  of(id: string, part: Part = "section"): Section | undefined {
    return this.#there.get(keyOf(part, id));
  }

  /** It was asked for and could not be had. */
  failed(id: string, part: Part = "section"): boolean {
    return this.#failed.has(keyOf(part, id));
  }

  /** Resolves when it is there or could not be had; each is asked for once, or again after a failure. */
  fetch(entry: Entry, part: Part = "section"): Promise<void> {
    const load = entry[part];
    const key = keyOf(part, entry.id);
    if (!load || this.#there.has(key)) return Promise.resolve();
    const under = this.#fetching.get(key) ?? this.#fetch(key, load, entry.asks === part);
    this.#fetching.set(key, under);
    return under;
  }

  /**
   * After a failure, when the reader asks for it. Firefox remembers what it could not import until
   * the page is loaded again: that is done where the site answers, and nothing is lost by it.
   */
  async fetchAgain(entry: Entry, part: Part): Promise<void> {
    await this.fetch(entry, part);
    if (this.failed(entry.id, part) && (await siteAnswers())) this.#reload();
  }

  /** The section and what follows it. */
  async fetchWhole(entry: Entry): Promise<void> {
    await Promise.all(parts.map((part) => this.fetch(entry, part)));
  }

  async #fetch(key: string, load: () => Promise<Section>, asks: boolean): Promise<void> {
    try {
      const [section] = await Promise.all([load(), asks ? this.#complete() : null]);
      this.#there.set(key, section);
      this.#failed.delete(key);
    } catch {
      this.#failed.add(key);
      this.#fetching.delete(key);
    }
    this.#notify();
  }

  /** Somebody reads. */
  async fetchSoon(): Promise<void> {
    await Promise.all(this.entries.filter(({ soon }) => soon).map((entry) => this.fetch(entry)));
  }

  /** All of them, as a print of the lesson needs them. */
  async fetchAll(): Promise<void> {
    await Promise.all(this.entries.map((entry) => this.fetchWhole(entry)));
  }

  /** Everything down to the section that an anchor is in: what stands above it must have its height first. */
  async fetchDownTo(anchor: string): Promise<void> {
    const down = this.entries.slice(0, placeOf(anchor, this.entries) + 1);
    await Promise.all(down.map((entry) => this.fetchWhole(entry)));
  }
}
