// Brings all sources into the project's format.
import { cppFiles } from "./check.mjs";
import { bin, run } from "./run.mjs";

await run("clang-format", ["-i", ...cppFiles()], { show: true });
await run(bin("biome"), ["check", "--write", "."], { show: true });
