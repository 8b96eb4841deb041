import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { asText } from "./scripts/as-text.ts";
import { embedInSite } from "./scripts/embed-in-site.ts";
import { firstLoad } from "./scripts/first-load.ts";
import { leanFrozen } from "./scripts/lean-frozen.ts";
import { leanMicroPython, micropythonChecks } from "./scripts/lean-micropython.ts";
import { leanPythonSources } from "./scripts/lean-python.ts";
import { oembed } from "./scripts/oembed.ts";
// @ts-expect-error: plain JavaScript, which the build runs as it is.
import { offline } from "./scripts/offline.mjs";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Whoever reads the tags of a preview wants whole addresses; the site itself knows none, and works
 * at any. SITE_URL says where a build will stand.
 */
const preview: Plugin = {
  name: "preview",
  transformIndexHtml: (html) => {
    const home = process.env.SITE_URL;
    if (!home) return html;
    return html.replace('content="./social.png"', `content="${new URL("social.png", home).href}"`);
  },
};

export default defineConfig({
  plugins: [preview, oembed(process.env.SITE_URL), embedInSite, leanPythonSources, asText, offline],
  root: at("web"),
  base: "./",
  build: {
    outDir: at("dist/site"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // Vite's own preload helper is for browsers that the target leaves out already.
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: { codeSplitting: firstLoad },
      input: {
        index: at("web/index.html"),
        playground: at("web/playground.html"),
        bench: at("web/bench.html"),
        embed: at("web/embed.html"),
        share: at("web/share.html"),
        tests: at("web/tests.html"),
      },
    },
  },
  worker: {
    format: "es",
    plugins: () => [leanPythonSources, leanMicroPython, leanFrozen],
    rollupOptions: { treeshake: { manualPureFunctions: micropythonChecks } },
  },
  // The pages show C++ sources (?raw), which lie beside web/.
  server: { fs: { allow: [at(".")] } },
});
