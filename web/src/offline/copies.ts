// The copies of the site's files that the service worker keeps: one cache for each version of the
// site. A version is whole or it is not used; what two versions share is copied, not fetched again.

/** What the build writes into the worker. */
export interface Manifest {
  /** Of all files together: another file, another version. */
  readonly version: string;
  /** The digest of each file, as an integrity attribute has it, by its path from the worker on. */
  readonly files: Readonly<Record<string, string>>;
}

type Fetch = (url: string, options: RequestInit) => Promise<Response>;

/** Files under assets/ carry a hash of their content in their name. */
const lasting = (path: string) => path.startsWith("assets/");

const AT_ONCE = 6;

/** The page that an address without a file name stands for, and hosts that hide the ending. */
const endings = ["", ".html", "index.html"];

/** What a version knows of those that it follows. */
interface Lineage {
  /** The caches that were there when it was installed: one that comes later is a newer one's. */
  readonly older: readonly string[];
  /** The pages that were open when it took over, and are of those versions. */
  readonly open: readonly string[];
}

/** A network's answer as a file: a page that was redirected to is refused as the answer to a visit. */
async function asFile(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  // Of the transfer, and over with it.
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response(await answer.arrayBuffer(), { headers });
}

export class Copies {
  readonly #caches: CacheStorage;
  readonly #fetch: Fetch;
  readonly #scope: string;
  readonly #files: Manifest["files"];
  /** Caches are kept by the origin, which this site may share with others. */
  readonly #family: string;
  readonly #name: string;
  /** The address under which a cache keeps its lineage. */
  readonly #lineage: string;

  constructor(manifest: Manifest, scope: string, caches: CacheStorage, fetch: Fetch) {
    this.#caches = caches;
    this.#fetch = fetch;
    this.#scope = scope;
    this.#files = manifest.files;
    this.#family = `dikkat ${new URL(scope).pathname} `;
    this.#name = this.#family + manifest.version;
    this.#lineage = new URL("?lineage", scope).href;
  }

  async #others(): Promise<string[]> {
    const all = await this.#caches.keys();
    return all.filter((name) => name.startsWith(this.#family) && name !== this.#name);
  }

  async #lineageIn(name: string): Promise<Lineage> {
    const kept = await this.#caches.match(this.#lineage, { cacheName: name });
    return kept ? kept.json() : { older: [], open: [] };
  }

  async #keepLineage(lineage: Lineage): Promise<void> {
    const cache = await this.#caches.open(this.#name);
    await cache.put(this.#lineage, new Response(JSON.stringify(lineage)));
  }

  /** Is there a version before this one? */
  async replaces(): Promise<boolean> {
    return (await this.#lineageIn(this.#name)).older.length > 0;
  }

  /**
   * Rejects unless every file of the version is there, as it was built. What has come is kept, so
   * the next try needs the rest only.
   */
  async install(tell: (share: number) => void = () => {}): Promise<void> {
    const cache = await this.#caches.open(this.#name);
    const others = await this.#others();
    await this.#keepLineage({ older: others, open: [] });
    const older = await Promise.all(others.map((name) => this.#caches.open(name)));
    const paths = Object.keys(this.#files);
    const next = paths.values();
    let done = 0;
    const work = async () => {
      for (const path of next) {
        await this.#keep(path, cache, older);
        tell(++done / paths.length);
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    } catch (error) {
      // Where there is no room for the whole, a part of it is only in the way.
      if (error instanceof DOMException && error.name === "QuotaExceededError") {
        await this.#caches.delete(this.#name);
      }
      throw error;
    }
  }

  async #keep(path: string, cache: Cache, older: readonly Cache[]): Promise<void> {
    const url = new URL(path, this.#scope).href;
    if (await cache.match(url)) return;
    const copies = lasting(path) ? older.map((other) => other.match(url)) : [];
    const copy = (await Promise.all(copies)).find((found) => found !== undefined);
    await cache.put(url, copy ?? (await this.#fetched(path, url)));
  }

  /** As it was built: a host may be between two versions, and what browsers cached may be damaged. */
  async #fetched(path: string, url: string): Promise<Response> {
    const integrity = this.#files[path] as string;
    const first = lasting(path) ? "default" : "no-cache";
    const ask = async (cache: RequestCache) => {
      const answer = await this.#fetch(url, { integrity, cache });
      if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status}`);
      return asFile(answer);
    };
    return ask(first).catch(() => ask("reload"));
  }

  /** The file of the site that an address means, and null if it means none. */
  fileOf(address: string): string | null {
    const { origin, pathname } = new URL(address);
    const url = origin + pathname;
    if (!url.startsWith(this.#scope)) return null;
    const path = url.slice(this.#scope.length);
    if (lasting(path)) return path;
    return endings.map((ending) => path + ending).find((file) => file in this.#files) ?? null;
  }

  /** The copy of a file; of an older version's file too, for the pages of it that are still open. */
  async copyOf(path: string): Promise<Response | undefined> {
    const url = new URL(path, this.#scope).href;
    const copy = await this.#caches.match(url, { cacheName: this.#name });
    if (copy || !lasting(path)) return copy;
    for (const name of (await this.#lineageIn(this.#name)).older) {
      const older = await this.#caches.match(url, { cacheName: name });
      if (older) return older;
    }
    return undefined;
  }

  /** This version serves from now on; the pages that are open still need the one they are of. */
  async takeOver(open: readonly string[]): Promise<void> {
    const { older } = await this.#lineageIn(this.#name);
    await this.#keepLineage({ older, open });
    await this.tidy(open);
  }

  /** Older versions go once none of the pages that they were kept for is open. */
  async tidy(open: readonly string[]): Promise<void> {
    const lineage = await this.#lineageIn(this.#name);
    if (lineage.older.length === 0 || lineage.open.some((id) => open.includes(id))) return;
    await Promise.all(lineage.older.map((name) => this.#caches.delete(name)));
    await this.#keepLineage({ older: [], open: [] });
  }
}
