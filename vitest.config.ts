import { defineConfig } from "vitest/config";
import { leanPythonSources } from "./scripts/lean-python.ts";

export default defineConfig({
  plugins: [leanPythonSources],
  test: {
    environment: "node",
    include: ["tests/web/**/*.test.ts"],
    // For busy machines: no test needs more than a small part of it.
    testTimeout: 20_000,
  },
});
