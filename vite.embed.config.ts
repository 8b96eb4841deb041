// Builds of one file, which need nothing beside them: dist/embed/dikkat.js, the element of one tag as a
// classic script; and, with --mode offline, dist/embed/playground-offline.html.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type UserConfig } from "vite";
import { offlinePage } from "./scripts/offline-page.ts";
import {
  lean,
  ownMeasures,
  programLast,
  programsInside,
  stylesInside,
} from "./scripts/one-file.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(at("package.json"), "utf8")) as { version: string };

/** A classic script; a module would not run in a page that is opened as a file. */
const classic = (entry: string, fileName: string, unless = ""): UserConfig["build"] => ({
  outDir: at("dist/embed"),
  emptyOutDir: false,
  target: "es2022",
  modulePreload: { polyfill: false },
  cssCodeSplit: false,
  lib: { entry: at(entry), formats: ["iife"], name: "dikkat", fileName: () => fileName },
  rollupOptions: {
    output: {
      postBanner: `/*! dikkat ${version}, MIT. What it is built with, and its notices: third-party.txt */\n${unless}`,
    },
  },
});

/** A server that renders pages imports the element as well, and has no elements: there it does nothing. */
const onServer = 'typeof HTMLElement=="undefined"||';

const element: UserConfig = {
  plugins: [programsInside({ scalar: false }), stylesInside, lean, programLast],
  css: { postcss: { plugins: [ownMeasures] } },
  build: classic("web/src/element/define.ts", "dikkat.js", onServer),
};

const offline: UserConfig = {
  plugins: [programsInside({ scalar: true }), offlinePage],
  build: classic("web/src/playground/offline.ts", "offline.js"),
};

export default defineConfig(({ mode }) => ({
  root: at("web"),
  publicDir: false,
  ...(mode === "offline" ? offline : element),
}));
