import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(root + path, "utf8");
const notices = read("web/public/third-party.txt");

describe("the notices of what is carried along", () => {
  // Those that are not tools alone.
  it.each([
    ["lit-html", "lit-html"],
    ["MicroPython", "@micropython/micropython-webassembly-pyscript"],
  ])("name %s in the version that is installed", (name, folder) => {
    const { version } = JSON.parse(read(`node_modules/${folder}/package.json`));
    expect(notices).toContain(`${name} ${version} `);
  });

  it("hold the licence of lit-html as it is", () => {
    expect(notices).toContain(read("node_modules/lit-html/LICENSE").trim());
  });
});
