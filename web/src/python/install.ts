// The modules that a cell can import beside MicroPython's own.

import type { MicroPython } from "./interpreter.ts";

export async function installModules(_python: MicroPython): Promise<void> {}
