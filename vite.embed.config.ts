// dist/embed/dikkat.js: the element of one tag, as one classic script.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import {
  lean,
  ownMeasures,
  programLast,
  programsInside,
  stylesInside,
} from "./scripts/one-file.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(at("package.json"), "utf8")) as { version: string };

export default defineConfig({
  plugins: [programsInside({ scalar: false }), stylesInside, lean, programLast],
  root: at("web"),
  publicDir: false,
  css: { postcss: { plugins: [ownMeasures] } },
  build: {
    outDir: at("dist/embed"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    lib: {
      entry: at("web/src/element/define.ts"),
      formats: ["iife"],
      name: "dikkat",
      fileName: () => "dikkat.js",
    },
    rollupOptions: {
      output: {
        postBanner: `/*! dikkat ${version}, MIT. What it is built with, and its notices: third-party.txt */`,
      },
    },
  },
});
