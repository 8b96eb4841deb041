// The playground as one file: its page as it is, with script, styles and picture within it, and a
// policy that allows these and nothing else.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), "utf8");
const hashOf = (text: string) =>
  `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;

/** Each must be there: a page that changed is not half replaced. */
function replaced(page: string, parts: readonly [RegExp, string][]): string {
  return parts.reduce((html, [from, to]) => {
    if (!from.test(html)) throw new Error(`web/playground.html has no ${from.source}`);
    return html.replace(from, () => to);
  }, page);
}

/** A script within a page must not seem to end it. */
function asInline(code: string): string {
  if (/<\/script|<!--/iu.test(code)) throw new Error("the script cannot stand within a page");
  return code.trim();
}

function pageOf(script: string, style: string): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const icon = `data:image/svg+xml,${encodeURIComponent(read("web/public/icon.svg").trim())}`;
  return replaced(read("web/playground.html"), [
    [
      /^<!doctype html>/u,
      `<!doctype html>\n<!--\n${read("web/public/third-party.txt").trim()}\n-->`,
    ],
    [/content="default-src[^"]*"/u, `content="${policy}"`],
    [/href="\.\/icon\.svg"/u, `href="${icon}"`],
    // One file has nothing beside it, and its policy refuses all that might be.
    [/\s*<link rel="apple-touch-icon"[^>]*>\s*<link rel="manifest"[^>]*>/u, ""],
    [/<link rel="stylesheet"[^>]*>/u, `<style>${style}</style>`],
    [/\s*<script type="module"[^>]*><\/script>/u, ""],
    [/<\/body>/u, `  <script>${script}</script>\n  </body>`],
  ]);
}

export const offlinePage: Plugin = {
  name: "offline-page",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      let [script, style] = ["", ""];
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === "chunk") script += asInline(part.code);
        else if (name.endsWith(".css")) style += String(part.source).trim();
        else throw new Error(`${name} has no place in a page of one file`);
        delete bundle[name];
      }
      const source = pageOf(script, style);
      this.emitFile({ type: "asset", fileName: "playground-offline.html", source });
    },
  },
};
