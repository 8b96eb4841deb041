// A host of the site for one test, which can publish another version and be taken off the network.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

interface Served {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const scripts = new URL("../../../scripts/", import.meta.url).href;
const { serve } = (await import(`${scripts}serve.mjs`)) as {
  serve: (options: { port: number; folder: string }) => Promise<Served>;
};
const { writeServiceWorker } = (await import(`${scripts}offline.mjs`)) as {
  writeServiceWorker: (folder: string) => Promise<void>;
};
const built = fileURLToPath(new URL("../../../dist/site", import.meta.url));

/** Under a path of its own, as GitHub Pages serves it. */
export class Host {
  readonly #root = mkdtempSync(join(tmpdir(), "dikkat-"));
  readonly folder = join(this.#root, "dikkat");
  readonly #first: number;
  #served: Served | null = null;
  #port = 0;

  /** `first`: the port to try first; tests that run beside each other have others. */
  constructor(first: number) {
    this.#first = first;
    cpSync(built, this.folder, { recursive: true });
    // The headers that the site asks for, at the paths that it has here.
    const headers = readFileSync(join(built, "_headers"), "utf8").replaceAll(/^\//gmu, "/dikkat/");
    writeFileSync(join(this.#root, "_headers"), headers);
  }

  get url(): string {
    return `http://localhost:${this.#port}/dikkat/`;
  }

  async start(): Promise<void> {
    this.#served = await serve({ port: this.#port || this.#first, folder: this.#root });
    this.#port = Number(new URL(this.#served.url).port);
  }

  async stop(): Promise<void> {
    await this.#served?.close();
    this.#served = null;
  }

  /** Files of the next version only by their absence. */
  remove(pattern: RegExp): void {
    for (const name of readdirSync(this.folder, { recursive: true, encoding: "utf8" }))
      if (pattern.test(name)) rmSync(join(this.folder, name));
  }

  /** A file is not what the build wrote. */
  damage(name: string): void {
    writeFileSync(join(this.folder, name), "something else");
  }

  /** Changes a file; from now on the site is another version. */
  async publish(name: string, change: (text: string) => string): Promise<void> {
    const path = join(this.folder, name);
    writeFileSync(path, change(readFileSync(path, "utf8")));
    await writeServiceWorker(this.folder);
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.#root, { recursive: true });
  }
}
