// The sections as far as they are there, and the fetching of the others.

import type { Entry, Section } from "./section.ts";

export class Sections {
  readonly entries: readonly Entry[];
  readonly #there = new Map<string, Section>();
  readonly #fetching = new Map<string, Promise<void>>();
  readonly #failed = new Set<string>();
  readonly #notify: () => void;

  constructor(entries: readonly Entry[], notify: () => void) {
    this.entries = entries;
    this.#notify = notify;
    for (const { id, section } of entries)
      if (typeof section !== "function") this.#there.set(id, section);
  }

  /** Undefined while it has not come. */
  of(id: string): Section | undefined {
    return this.#there.get(id);
  }

  /** It was asked for and could not be had. */
  failed(id: string): boolean {
    return this.#failed.has(id);
  }

  /** Resolves when it is there or could not be had; each is asked for once, or again after a failure. */
  fetch({ id, section }: Entry): Promise<void> {
    if (typeof section !== "function" || this.#there.has(id)) return Promise.resolve();
    const under = this.#fetching.get(id) ?? this.#fetch(id, section);
    this.#fetching.set(id, under);
    return under;
  }

  async #fetch(id: string, load: () => Promise<Section>): Promise<void> {
    try {
      this.#there.set(id, await load());
      this.#failed.delete(id);
    } catch {
      this.#failed.add(id);
      this.#fetching.delete(id);
    }
    this.#notify();
  }

  /** All of them, as a print of the lesson needs them. */
  async fetchAll(): Promise<void> {
    await Promise.all(this.entries.map((entry) => this.fetch(entry)));
  }

  /** Everything down to the section that an anchor is in: what stands above it must have its height first. */
  async fetchDownTo(anchor: string): Promise<void> {
    const figure = anchor.replace(/^figure-/, "");
    const last = this.entries.findIndex(
      ({ id, figures }) => id === anchor || (figure !== anchor && figures.includes(figure)),
    );
    await Promise.all(this.entries.slice(0, last + 1).map((entry) => this.fetch(entry)));
  }
}
