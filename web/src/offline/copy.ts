// The site's copy in this browser, as a page sees it: how far it is, and whether a newer one waits.

import { type FromPage, isFromWorker } from "./protocol.ts";

export type Phase =
  /** Not asked for yet, since the reader's browser saves data. */
  | { readonly kind: "offered" }
  | { readonly kind: "saving"; readonly percent: number }
  | { readonly kind: "saved" }
  | { readonly kind: "failed" };

const HOUR = 3_600_000;

const say = (worker: ServiceWorker, message: FromPage) => worker.postMessage(message);

interface Connection {
  readonly saveData?: boolean;
}

export function savesData({ connection }: { connection?: Connection }): boolean {
  return connection?.saveData === true;
}

export class Copy {
  phase: Phase = { kind: "offered" };
  /** Another version than the page's is ready. */
  newer = false;
  /** The reader wants it, and the page will be loaded anew. */
  taking = false;
  readonly #workers: ServiceWorkerContainer;
  readonly #notify: () => void;
  readonly #reload: () => void;
  #registration: ServiceWorkerRegistration | null = null;
  /** The page was answered by a worker, so another one is another version. */
  #controlled: boolean;
  #asked = performance.now();

  constructor(page: {
    workers: ServiceWorkerContainer;
    notify: () => void;
    reload: () => void;
  }) {
    this.#workers = page.workers;
    this.#notify = page.notify;
    this.#reload = page.reload;
    this.#controlled = page.workers.controller !== null;
    page.workers.addEventListener("controllerchange", () => this.#changed());
    page.workers.addEventListener("message", ({ data }) => this.#hear(data));
    page.workers.startMessages();
  }

  /** Resolves when it is clear what there is; what comes later is told of. */
  async start(saving: boolean): Promise<void> {
    const known = await this.#workers.getRegistration();
    if (known || !saving) await this.save();
    else this.#notify();
  }

  async save(): Promise<void> {
    this.#to({ kind: "saving", percent: 0 });
    try {
      const registration = await this.#workers.register("./sw.js");
      this.#watch(registration);
    } catch {
      this.#to({ kind: "failed" });
    }
  }

  /** The new version serves, and the page is loaded from it; other pages stay as they are. */
  take(): void {
    const { waiting = null } = this.#registration ?? {};
    this.taking = waiting !== null;
    this.#notify();
    if (waiting) say(waiting, "take over");
    // Another page has taken it already.
    else this.#reload();
  }

  #watch(registration: ServiceWorkerRegistration): void {
    this.#registration = registration;
    registration.addEventListener("updatefound", () => this.#follow(registration.installing));
    document.addEventListener("visibilitychange", () => this.#look());
    if (registration.active) {
      say(registration.active, "opened");
      this.#to({ kind: "saved" });
    }
    this.#follow(registration.installing);
    this.#judge();
  }

  #follow(worker: ServiceWorker | null): void {
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" || worker.state === "activated") this.#judge();
      else if (worker.state === "redundant" && !this.#registration?.active)
        this.#to({ kind: "failed" });
    });
  }

  #judge(): void {
    const { active = null, waiting = null } = this.#registration ?? {};
    if (active) this.phase = { kind: "saved" };
    this.newer ||= active !== null && waiting !== null;
    this.#notify();
  }

  /** A page that stays open for days asks as well. */
  #look(): void {
    const now = performance.now();
    if (document.visibilityState !== "visible" || now - this.#asked < HOUR) return;
    this.#asked = now;
    // Without a network there is nothing to hear.
    this.#registration?.update().catch(() => {});
  }

  #changed(): void {
    if (this.taking) {
      this.#reload();
      return;
    }
    this.newer ||= this.#controlled;
    this.#controlled = true;
    this.#judge();
  }

  #hear(message: unknown): void {
    if (!isFromWorker(message) || this.phase.kind !== "saving") return;
    this.#to({ kind: "saving", percent: message.saved });
  }

  #to(phase: Phase): void {
    this.phase = phase;
    this.#notify();
  }
}
