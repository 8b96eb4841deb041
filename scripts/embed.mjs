// dist/embed: what stands in one file each, and needs nothing of the site. The script of one tag with
// its hash, and the playground that opens from a disk.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { bin, root, run } from "./run.mjs";

const folder = `${root}dist/embed`;

/** As the attribute integrity of a script has it. */
export const integrityOf = (bytes) =>
  `sha384-${createHash("sha384").update(bytes).digest("base64")}`;

export async function buildEmbed() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const mode of ["production", "offline"]) {
    const config = ["--config", "vite.embed.config.ts", "--mode", mode];
    await run(bin("vite"), ["build", ...config, "--logLevel", "warn"]);
  }
  const script = readFileSync(`${folder}/dikkat.js`);
  writeFileSync(`${folder}/dikkat.js.sha384`, `${integrityOf(script)}\n`);
  copyFileSync(`${root}web/public/third-party.txt`, `${folder}/third-party.txt`);
}
