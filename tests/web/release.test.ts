// What a release is judged by, and what a build tells of itself.
import { describe, expect, it } from "vitest";

interface State {
  version: string;
  versions: Record<string, string | undefined>;
  changelog: string;
  status: string | undefined;
  tags: string[];
}
interface Packed {
  name: string;
  version: string;
  filename: string;
  size: number;
  unpackedSize: number;
  integrity: string;
  files: { path: string; size: number }[];
}
const { entryOf, instructions, reasonsAgainst, reasonsAgainstPackage } = (await import(
  "../../scripts/release.mjs"
)) as unknown as {
  entryOf: (changelog: string, version: string) => string | undefined;
  instructions: (packed: Packed) => string;
  reasonsAgainst: (state: State) => string[];
  reasonsAgainstPackage: (packed: Packed, wanted: { version: string; paths: string[] }) => string[];
};
const { compiledBy, flagsOf, linkedBy } = (await import(
  "../../scripts/provenance.mjs"
)) as unknown as {
  compiledBy: (
    commands: { file: string; command: string; output?: string }[],
    sources: (file: string, output: string) => boolean,
  ) => { flags: string; files: string[] }[];
  flagsOf: (command: string) => string;
  linkedBy: (ninja: string, file: string) => string;
};

const changelog = "# Changes\n\n## 1.2.0\n\nA second one.\n\n## 1.1.0\n\nThe first.\n";
const good: State = {
  version: "1.2.0",
  versions: { "package-lock.json": "1.2.0", "CMakeLists.txt": "1.2.0" },
  changelog,
  status: "",
  tags: ["v1.1.0"],
};

describe("a clone is judged before a release", () => {
  it("and is good with everything in agreement", () => {
    expect(reasonsAgainst(good)).toEqual([]);
    expect(entryOf(changelog, "1.2.0")).toBe("A second one.");
    expect(entryOf(changelog, "1.2")).toBeUndefined();
  });

  it.each<[string, Partial<State>, string]>([
    ["outside of a clone", { status: undefined }, "This is no clone of the repository."],
    ["with changes", { status: " M a.ts" }, "There are changes that are not committed:\n M a.ts"],
    [
      "with another version elsewhere",
      { versions: { "CMakeLists.txt": "1.1.0" } },
      "CMakeLists.txt says 1.1.0, package.json 1.2.0.",
    ],
    [
      "without an entry",
      { changelog: "## 1.2.0\n\n## 1.1.0\n\nx" },
      "CHANGELOG.md says nothing of 1.2.0.",
    ],
    [
      "with changes of no version",
      { changelog: `## Unreleased\n\nx\n\n${changelog}` },
      "CHANGELOG.md has changes under no version.",
    ],
    [
      "with changes of no version, written as a link",
      { changelog: `## [Unreleased]\n\nx\n\n${changelog}` },
      "CHANGELOG.md has changes under no version.",
    ],
    ["a second time", { tags: ["v1.2.0"] }, "v1.2.0 has been released: the tag is there."],
  ])("%s", (_, change, reason) => {
    expect(reasonsAgainst({ ...good, ...change })).toEqual([reason]);
  });

  it("with what is no version", () => {
    const version = "1.2";
    const reasons = reasonsAgainst({ ...good, version, versions: {}, changelog: "## 1.2\n\nx" });
    expect(reasons).toEqual(["1.2 is no version."]);
  });
});

const packed: Packed = {
  ...{ name: "dikkat", version: "1.2.0", filename: "dikkat-1.2.0.tgz", integrity: "sha512-x" },
  ...{ size: 400_000, unpackedSize: 1_000_000, files: [{ path: "index.js", size: 150 }] },
};

describe("what was packed is judged", () => {
  const wanted = { version: "1.2.0", paths: ["index.js"] };

  it("and may have 400 kB", () => {
    expect(reasonsAgainstPackage(packed, wanted)).toEqual([]);
  });

  it("by version, size and entries", () => {
    const other = { ...packed, version: "1.1.0", size: 400_001 };
    expect(reasonsAgainstPackage(other, { ...wanted, paths: ["index.js", "element.js"] })).toEqual([
      "The package is of version 1.1.0.",
      "The package has 400001 bytes; 400000 are the most.",
      "element.js is not in it.",
    ]);
  });

  it("and how to publish it is told, with its integrity", () => {
    const text = instructions(packed);
    expect(text).toContain("dikkat 1.2.0: 1 files, 400.0 kB packed, 1000.0 kB unpacked");
    expect(text).toContain("integrity sha512-x");
    expect(text).toMatch(/npm publish dikkat-1\.2\.0\.tgz$/);
    // npm would have everyone who asks for no version get it.
    const early = instructions({ ...packed, version: "1.2.0-rc.1" });
    expect(early).toMatch(/npm publish dikkat-1\.2\.0\.tgz --tag next$/);
  });
});

describe("the flags of a build", () => {
  const command = (flags: string, file: string) =>
    `/usr/bin/em++ -DX=0 -I/a/cpp -isystem /usr/include/eigen3 ${flags} -Wall -o a/${file}.o -c /a/${file}`;

  it("are those that decide about the code", () => {
    expect(flagsOf(command("-O3 -msimd128", "cpp/x.cpp"))).toBe("-DX=0 -O3 -msimd128");
    expect(flagsOf("c++ -ffile-prefix-map=/a/= -Wextra -fexceptions -c x")).toBe("-fexceptions");
  });

  it("stand with the files that they are of", () => {
    const commands = [
      { file: "/a/cpp/b.cpp", command: command("-O3", "cpp/b.cpp") },
      { file: "/a/cpp/a.cpp", command: command("-O3", "cpp/a.cpp") },
      { file: "/a/cpp/c.cpp", command: command("-Os", "cpp/c.cpp") },
      { file: "/a/tests/d.cpp", command: command("-O1", "tests/d.cpp") },
    ];
    expect(compiledBy(commands, (file) => file.includes("/cpp/"))).toEqual([
      { flags: "-DX=0 -O3", files: ["cpp/a.cpp", "cpp/b.cpp"] },
      { flags: "-DX=0 -Os", files: ["cpp/c.cpp"] },
    ]);
  });

  it("of the linker are those of the file that is asked for", () => {
    const ninja = `build other.mjs: LINK a.o\n  FLAGS = -O1\n\nbuild core.mjs: LINK a.o | lib.a\n  FLAGS = -O3\n  LINK_FLAGS = --bind -sSTRICT=1\n  TARGET_FILE = core.mjs\n\n`;
    expect(linkedBy(ninja, "core.mjs")).toBe("-O3 --bind -sSTRICT=1");
    expect(linkedBy(ninja, "other.mjs")).toBe("-O1");
    expect(() => linkedBy(ninja, "none.mjs")).toThrow("does not make none.mjs");
  });
});
