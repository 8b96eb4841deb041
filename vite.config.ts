import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
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
      input: {
        index: at("web/index.html"),
        playground: at("web/playground.html"),
        bench: at("web/bench.html"),
        tests: at("web/tests.html"),
      },
    },
  },
  worker: { format: "es" },
  // The pages show C++ sources (?raw), which lie beside web/.
  server: { fs: { allow: [at(".")] } },
});
