// Before the first file of tests: a copy of the site that keeps what its pages complain about, served,
// and the driver of the browser.

import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { startDriver } from "./driver.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The site's address, with a slash at its end. */
    readonly site: string;
    readonly driver: string;
  }
}

interface Server {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const { serve } = (await import("../../../scripts/serve.mjs" as string)) as unknown as {
  serve: (how: { readonly folder: string }) => Promise<Server>;
};

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const listener = "heard-by-tests.js";

/** A page at 360 px: no window of this browser can be as narrow as a phone, but a frame can. */
const phone = `<!doctype html>
<title>A phone</title>
<style>body { margin: 0 } iframe { border: 0; width: 360px; height: 740px }</style>
<iframe title="The page"></iframe>
`;

function listening(folder: string): void {
  cpSync(at("../../../dist/site"), folder, { recursive: true });
  copyFileSync(at("heard.js"), `${folder}/${listener}`);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".html")) continue;
    const path = "../".repeat(name.split("/").length - 1) || "./";
    const page = readFileSync(`${folder}/${name}`, "utf8");
    const heard = page.replace("<head>", `<head>\n    <script src="${path}${listener}"></script>`);
    if (heard === page) throw new Error(`${name} has no head`);
    writeFileSync(`${folder}/${name}`, heard);
  }
  writeFileSync(`${folder}/phone.html`, phone);
}

export default async function (project: TestProject): Promise<() => Promise<void>> {
  const folder = at("../../../build/webkit/site");
  rmSync(folder, { recursive: true, force: true });
  listening(folder);
  const server = await serve({ folder });
  const driver = await startDriver();
  project.provide("site", server.url);
  project.provide("driver", driver.address);
  return async () => {
    driver.stop();
    await server.close();
  };
}
