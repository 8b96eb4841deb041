// Packs bytes as web/src/core/lzma.ts unpacks them.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const packer = fileURLToPath(new URL("lzma_pack.py", import.meta.url));

/** By Python, which is there wherever Emscripten is. @param {Buffer} bytes @returns {Buffer} */
export function packed(bytes) {
  const { status, stdout, stderr, error } = spawnSync("python3", [packer], { input: bytes });
  if (status === 0) return stdout;
  throw new Error(`The bytes could not be packed by python3. ${error?.message ?? stderr}`);
}
