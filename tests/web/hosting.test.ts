import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const web = fileURLToPath(new URL("../../web/", import.meta.url));
const policyOf = (page: string) =>
  /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/u.exec(
    readFileSync(web + page, "utf8"),
  )?.[1];

/** By the paths that they are for. */
function headers(): Map<string, string[]> {
  const rules = new Map<string, string[]>();
  let path = "";
  for (const line of readFileSync(`${web}public/_headers`, "utf8").split("\n")) {
    if (line.startsWith("#") || line === "") continue;
    if (line.startsWith("/")) path = line;
    else rules.set(path, [...(rules.get(path) ?? []), line.trim()]);
  }
  return rules;
}

describe("the headers that hosts may send", () => {
  it.each(["index", "playground", "bench", "embed", "share", "tests"])(
    "hold the policy of %s",
    (name) => {
      const policy = policyOf(`${name}.html`);
      // The sources of embed.html are named by its own script, for frames in a sandbox.
      if (name !== "embed") expect(policy).toMatch(/^default-src 'self'; /u);
      expect(policy).toMatch(/base-uri 'none'; object-src 'none'; form-action 'none'$/u);
      expect(headers().get(`/${name}.html`)).toEqual([`Content-Security-Policy: ${policy}`]);
    },
  );

  it("let frames in a sandbox fetch, and what has a hash in its name be kept", () => {
    expect(headers().get("/*")).toContain("Access-Control-Allow-Origin: *");
    expect(headers().get("/assets/*")).toEqual([
      "Cache-Control: public, max-age=31536000, immutable",
    ]);
  });
});
