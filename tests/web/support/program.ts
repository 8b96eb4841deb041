// MicroPython as the site ships it, for Node: without the modules that lean-frozen.ts leaves out.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { withoutUnused } from "../../../scripts/lean-frozen.ts";

const files = createRequire(import.meta.url);
const own = "@micropython/micropython-webassembly-pyscript/micropython";

/** As it is in the package. */
export const packaged: Uint8Array = readFileSync(files.resolve(`${own}.wasm`));
export const lean = withoutUnused(packaged);
export const glue = files.resolve(`${own}.mjs`);

const folder = mkdtempSync(join(tmpdir(), "micropython-"));
afterAll(() => rmSync(folder, { recursive: true }));
/** Where the lean program lies while the tests of a file run. */
export const program = join(folder, "micropython.wasm");
writeFileSync(program, lean);
