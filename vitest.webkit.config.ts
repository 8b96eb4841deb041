import { defineConfig } from "vitest/config";

// WebKitGTK through its driver: needs dist/site, a display and a message bus (scripts/test.mjs).
export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/webkit/**/*.test.ts"],
    globalSetup: "tests/webkit/support/served.ts",
    // A driver holds one browser at a time.
    fileParallelism: false,
    // A browser on a busy machine may lose a key or a frame. What fails twice has failed.
    retry: 1,
    // For busy machines: no page needs more than a small part of it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
