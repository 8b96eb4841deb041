// What the service worker keeps, over caches and a network that are made up for each test.

import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { Copies, type Manifest } from "../../web/src/offline/copies.ts";

const SCOPE = "https://host.example/dikkat/";

/** As far as the copies use them. */
class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>();
  full = false;

  async keys(): Promise<string[]> {
    return [...this.all.keys()];
  }
  async delete(name: string): Promise<boolean> {
    return this.all.delete(name);
  }
  async match(url: string, { cacheName }: { cacheName: string }): Promise<Response | undefined> {
    return this.all.get(cacheName)?.get(url)?.clone();
  }
  async open(name: string): Promise<Cache> {
    const kept = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, kept);
    return {
      match: async (url: string) => kept.get(url)?.clone(),
      put: async (url: string, answer: Response) => {
        if (this.full && !url.includes("?")) throw new DOMException("full", "QuotaExceededError");
        kept.set(url, answer);
      },
    } as unknown as Cache;
  }
}

const digest = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

function manifestOf(version: string, texts: Record<string, string>): Manifest {
  const files = Object.entries(texts).map(([path, text]) => [path, digest(text)]);
  return { version, files: Object.fromEntries(files) };
}

const first = {
  "index.html": "<1>",
  "playground.html": "<p>",
  "assets/a-1.js": "a",
  "assets/b-1.js": "b",
};
const second = {
  "index.html": "<2>",
  "playground.html": "<p>",
  "assets/a-1.js": "a",
  "assets/c-1.js": "c",
};

let caches: FakeCaches;
/** What the host has. */
let host: Record<string, string>;
let asked: string[];
/** What a browser's own cache answers, unless it is told to look anew. */
let stale: Record<string, string>;

/** Refuses what is not as it should be, as browsers do. */
async function network(url: string, { integrity, cache }: RequestInit): Promise<Response> {
  const path = url.slice(SCOPE.length);
  asked.push(cache === "default" ? path : `${path} ${cache}`);
  const text = (cache === "default" ? stale[path] : undefined) ?? host[path];
  if (text === undefined) return new Response("not here", { status: 404 });
  if (digest(text) !== integrity) throw new TypeError("integrity");
  return new Response(text, { headers: { "content-type": "text/x", "content-encoding": "gzip" } });
}

function version(name: string, texts: Record<string, string>): Copies {
  host = texts;
  return new Copies(manifestOf(name, texts), SCOPE, caches as unknown as CacheStorage, network);
}

const textOf = async (copies: Copies, path: string) => (await copies.copyOf(path))?.text();

beforeEach(() => {
  caches = new FakeCaches();
  asked = [];
  stale = {};
});

describe("a version that is installed", () => {
  it("has every file, without what was of the transfer", async () => {
    const shares: number[] = [];
    const copies = version("1", first);
    await copies.install((share) => shares.push(share));
    for (const [path, text] of Object.entries(first)) expect(await textOf(copies, path)).toBe(text);
    const { headers } = (await copies.copyOf("index.html")) as Response;
    expect(headers.get("content-type")).toBe("text/x");
    expect(headers.has("content-encoding")).toBe(false);
    expect(shares).toEqual([0.25, 0.5, 0.75, 1]);
    expect(await copies.replaces()).toBe(false);
  });

  it("is not, where a file is missing; the next try asks for the rest alone", async () => {
    const copies = version("1", first);
    const { "assets/b-1.js": lost, ...others } = first;
    host = others;
    await expect(copies.install()).rejects.toThrow("assets/b-1.js: HTTP 404");
    asked = [];
    host = first;
    await copies.install();
    expect(asked).toEqual(["assets/b-1.js"]);
    expect(await textOf(copies, "assets/b-1.js")).toBe(lost);
  });

  it("is not, where the host has another version of a page", async () => {
    const copies = version("1", first);
    host = { ...first, "index.html": "<2>" };
    await expect(copies.install()).rejects.toThrow("integrity");
    expect(asked).toContain("index.html no-cache");
  });

  it("asks anew where the browser's own copy is damaged", async () => {
    stale = { "assets/a-1.js": "cut" };
    const copies = version("1", first);
    await copies.install();
    expect(await textOf(copies, "assets/a-1.js")).toBe("a");
    expect(asked).toContain("assets/a-1.js reload");
  });

  it("leaves nothing where there is no room for it", async () => {
    caches.full = true;
    await expect(version("1", first).install()).rejects.toThrow("full");
    expect(await caches.keys()).toEqual([]);
  });
});

describe("an address", () => {
  it("means a file of the site, however hosts write it", () => {
    const copies = version("1", first);
    const file = (path: string) => copies.fileOf(SCOPE + path);
    expect(file("")).toBe("index.html");
    expect(file("?lang=tr")).toBe("index.html");
    expect(file("index.html?x=1#y")).toBe("index.html");
    expect(file("playground")).toBe("playground.html");
    expect(file("assets/of-another-version.js")).toBe("assets/of-another-version.js");
    expect(file("elsewhere.html")).toBeNull();
    expect(copies.fileOf("https://host.example/other/index.html")).toBeNull();
    expect(copies.fileOf("https://other.example/dikkat/index.html")).toBeNull();
  });
});

describe("another version", () => {
  async function both(open: readonly string[]): Promise<[Copies, Copies]> {
    const old = version("1", first);
    await old.install();
    await old.takeOver([]);
    const next = version("2", second);
    asked = [];
    await next.install();
    await next.takeOver(open);
    return [old, next];
  }

  it("asks the network for what is new alone, and for every page", async () => {
    await both([]);
    expect(asked.sort()).toEqual(
      ["assets/c-1.js", "index.html no-cache", "playground.html no-cache"].sort(),
    );
  });

  it("changes nothing before it takes over", async () => {
    const old = version("1", first);
    await old.install();
    await old.takeOver([]);
    const next = version("2", second);
    await next.install();
    // A page of the first version is opened meanwhile.
    await old.tidy(["page"]);
    expect(await caches.keys()).toHaveLength(2);
    expect(await textOf(old, "index.html")).toBe("<1>");
    expect(await textOf(next, "index.html")).toBe("<2>");
    expect(await next.replaces()).toBe(true);
  });

  it("drops the first at once where no page is open", async () => {
    const [, next] = await both([]);
    expect(await caches.keys()).toEqual(["dikkat /dikkat/ 2"]);
    expect(await textOf(next, "index.html")).toBe("<2>");
  });

  it("keeps the files of the first as long as a page of it is open", async () => {
    const [, next] = await both(["page"]);
    expect(await textOf(next, "index.html")).toBe("<2>");
    expect(await textOf(next, "assets/b-1.js")).toBe("b");
    await next.tidy(["page", "another"]);
    expect(await textOf(next, "assets/b-1.js")).toBe("b");
    await next.tidy(["another"]);
    expect(await textOf(next, "assets/b-1.js")).toBeUndefined();
    expect(await caches.keys()).toEqual(["dikkat /dikkat/ 2"]);
  });

  it("hands on to a third what it waits for", async () => {
    await both(["page"]);
    const third = version("3", { ...second, "assets/d-1.js": "d" });
    await third.install();
    await third.takeOver(["page", "another"]);
    await third.tidy(["page"]);
    expect(await textOf(third, "assets/b-1.js")).toBe("b");
    await third.tidy([]);
    expect(await caches.keys()).toEqual(["dikkat /dikkat/ 3"]);
  });

  it("leaves the caches of other sites of the origin alone", async () => {
    await caches.open("dikkat /other/ 1");
    await caches.open("somebody's");
    await both([]);
    expect(await caches.keys()).toEqual(["dikkat /other/ 1", "somebody's", "dikkat /dikkat/ 2"]);
  });
});
