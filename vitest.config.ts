import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/web/**/*.test.ts"],
    // For busy machines: no test needs more than a small part of it.
    testTimeout: 20_000,
  },
});
