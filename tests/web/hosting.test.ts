import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFileSync(at(path), "utf8");
const policyOf = (page: string) =>
  /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/u.exec(page)?.[1];
/** As they are built: those of web/, and the lesson as text. */
const pages = readdirSync(at("dist/site")).filter((name) => name.endsWith(".html"));

/** By the paths that they are for. */
function headers(): Map<string, string[]> {
  const rules = new Map<string, string[]>();
  let path = "";
  for (const line of read("web/public/_headers").split("\n")) {
    if (line.startsWith("#") || line === "") continue;
    if (line.startsWith("/")) path = line;
    else rules.set(path, [...(rules.get(path) ?? []), line.trim()]);
  }
  return rules;
}

/** It is one file, whose policy names its script by a hash. */
const ofOneFile = "playground-offline.html";

describe("the pages as they are built", () => {
  it("are all that there are sources for, the lesson as text, and the playground in one file", () => {
    const sources = readdirSync(at("web")).filter((name) => name.endsWith(".html"));
    expect(pages).toEqual([...sources, "lesson.en.html", "lesson.tr.html", ofOneFile].sort());
  });

  it.each(pages)("%s: the headers file holds its policy", (name) => {
    const policy = policyOf(read(`dist/site/${name}`));
    expect(policy).not.toMatch(/'unsafe-inline'|'unsafe-eval'|\*|https?:/u);
    expect(policy).toMatch(/base-uri 'none'; object-src 'none'; form-action 'none'$/u);
    if (name === ofOneFile) {
      expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-/u);
      return expect(headers().get(`/${name}`)).toEqual(["Cache-Control: no-cache"]);
    }
    // The sources of embed.html are named by its own script, for frames in a sandbox.
    if (name !== "embed.html") expect(policy).toMatch(/^default-src 'self'; /u);
    const sent = ["Cache-Control: no-cache", `Content-Security-Policy: ${policy}`];
    expect(headers().get(`/${name}`)).toEqual(sent);
    if (name === "index.html") expect(headers().get("/")).toEqual(sent);
  });

  const ofManyFiles = pages.filter((name) => name !== ofOneFile);

  it.each(ofManyFiles)("%s: no script, style or handler is in the page itself", (name) => {
    const page = read(`dist/site/${name}`);
    expect(page.match(/<script(?![^>]*\ssrc=)[^>]*>/giu)).toBeNull();
    expect(page.match(/<style|\sstyle=|\son\w+=|javascript:/giu)).toBeNull();
  });

  it.each(ofManyFiles)("%s: whatever it loads is named from where it stands", (name) => {
    const page = read(`dist/site/${name}`);
    const loaded = page.matchAll(/<(?:script|link|img|iframe)[^>]*\s(?:src|href)="([^"]*)"/giu);
    for (const [, address] of loaded) expect(address).toMatch(/^\.\/[\w./-]+$/u);
  });
});

describe("the headers that hosts may send", () => {
  it("let frames in a sandbox fetch, and what has a hash in its name be kept", () => {
    expect(headers().get("/*")).toContain("Access-Control-Allow-Origin: *");
    expect(headers().get("/assets/*")).toEqual([
      "Cache-Control: public, max-age=31536000, immutable",
    ]);
    expect(headers().get("/sw.js")).toEqual(["Cache-Control: no-cache"]);
  });
});

describe("the server of the project", () => {
  const scripts = new URL("../../scripts/serve.mjs", import.meta.url).href;
  let served: { url: string; close: () => Promise<void> };
  beforeAll(async () => {
    const { serve } = await import(/* @vite-ignore */ scripts);
    served = await serve({ port: 4980 });
  });
  afterAll(() => served.close());

  const sent = async (path: string) => (await fetch(served.url + path)).headers;

  it("sends what the headers file says, and the types that browsers ask for", async () => {
    const wasm = readdirSync(at("dist/site/assets")).find((name) => name.endsWith(".wasm"));
    const lasting = await sent(`assets/${wasm}`);
    expect(lasting.get("content-type")).toBe("application/wasm");
    expect(lasting.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(lasting.get("access-control-allow-origin")).toBe("*");
    for (const path of ["", "index.html", "lesson.tr.html"]) {
      const page = await sent(path);
      expect(page.get("cache-control")).toBe("no-cache");
      expect(page.get("content-security-policy")).toBe(policyOf(read("dist/site/index.html")));
      expect(page.get("x-content-type-options")).toBe("nosniff");
    }
    expect((await sent("sw.js")).get("cache-control")).toBe("no-cache");
    expect((await sent("app.tr.webmanifest")).get("content-type")).toMatch(/manifest\+json/u);
  });
});
