// The npm package as a stranger gets it: packed, installed into an empty folder, run and type-checked there.
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patched } from "../../web/src/core/delta.ts";
import type { Provenance } from "../../web/src/core/index.ts";
import { unpacked } from "../../web/src/core/lzma.ts";
import { type Installed, installed, root } from "./support/installed.ts";

/** The worked example, "kedi mindere oturdu"; the expected values were computed with 40 digits and cut to 15. */
const example = {
  q: [
    [3, 1, 3, 1],
    [1, 1, 1, 5],
    [3, 2, 3, 1],
  ],
  k: [
    [1, 0, 1, 0],
    [0, 1, 0, 1],
    [1, 1, 0, 0],
  ],
  v: [
    [2, 0, 1, 0],
    [0, 2, 0, 1],
    [1, 1, 2, 2],
  ],
};
const weights = [
  ...[0.665240955774821, 0.09003057317038, 0.244728471054797],
  ...[0.1065069789192, 0.786986042161598, 0.1065069789192],
  ...[0.546549387266179, 0.121951652309728, 0.331498960424091],
];
const output = [
  ...[1.575210382604441, 0.424789617395558, 1.154697897884417, 0.579487515279975],
  ...[0.319520936757602, 1.680479063242397, 0.319520936757602, 1.0],
  ...[1.42459773495645, 0.575402265043549, 1.209547308114362, 0.784949573157911],
];

const script = `
import { AttentionError, loadAttention } from "dikkat";
import { loadAttentionWorker } from "dikkat/worker";
const core = await loadAttention({ build: process.argv[2] });
const { weights, output } = core.attention(${JSON.stringify(example)});
let refused;
try {
  core.attention({ q: [[1, 2, 3]], k: [[1, 2, 3, 4]], v: [[1]] });
} catch (error) {
  refused = error instanceof AttentionError ? error.code : String(error);
}
const remote = await loadAttentionWorker({ build: process.argv[2], fallback: false });
const there = await remote.attention(${JSON.stringify(example)});
console.log(JSON.stringify({
  build: core.build, refused,
  same: remote.build === core.build && there.output.data.every((x, i) => Object.is(x, output.data[i])),
  weights: { shape: weights.shape, data: [...weights.data] },
  output: { shape: output.shape, data: [...output.data] },
}));
`;

const consumer = `
import { type Attention, AttentionError, loadAttention, provenance, type Trace } from "dikkat";
import { type AttentionWorker, loadAttentionWorker } from "dikkat/worker";
const core: Attention = await loadAttention({ build: "auto" });
const trace: Trace = core.attention({ q: [[1]], k: [[1]], v: [[1]], causal: "bottom-right" });
export const first: number | undefined = trace.output.data[0];
export const exact: Float64Array = trace.weights.data;
export const fast: Float32Array = core.attention({ q: [[1]], k: [[1]], v: [[1]], path: "tiled" }).output.data;
export const code = (error: unknown) => (error instanceof AttentionError ? error.code : "");
// @ts-expect-error v is missing
core.attention({ q: [[1]], k: [[1]] });
// @ts-expect-error no such build
await loadAttention({ build: "fast" });
export const sum: string = provenance.builds.simd.sha256;
const remote: AttentionWorker = await loadAttentionWorker({ fallback: false });
export const there: Promise<Trace> = remote.attention({ q: [[1]], k: [[1]], v: [[1]] });
// @ts-expect-error a promise, not the result
export const here: Trace = remote.attention({ q: [[1]], k: [[1]], v: [[1]] });
`;

/** How a program may look for the types: as Node does, or as bundlers do. */
const resolutions = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};

function typeCheck(resolution: keyof typeof resolutions): string {
  const compilerOptions = {
    ...{ target: "es2022", strict: true, noEmit: true, types: [], skipLibCheck: false },
    // Without the types of browsers, which a program for Node has none of.
    ...{ lib: ["es2022"], ...resolutions[resolution] },
  };
  const page = { ...compilerOptions, lib: ["es2022", "dom"] };
  const config = (options: object, file: string) =>
    JSON.stringify({ compilerOptions: options, files: [file] });
  writeFileSync(join(at.folder, "tsconfig.json"), config(compilerOptions, "consumer.ts"));
  writeFileSync(join(at.folder, "tsconfig.page.json"), config(page, "page.ts"));
  const tsc = join(root, "node_modules/.bin/tsc");
  const ofPage = resolution === "bundler" ? at.run(tsc, "-p", "tsconfig.page.json") : "";
  return at.run(tsc, "-p", ".") + ofPage;
}

/** A page's program: the types of browsers, and an element that its tag's name tells. */
const pageProgram = `
import "dikkat/element";
const element = document.createElement("dikkat-attention");
element.addEventListener("dikkat-change", ({ detail }) => detail.state?.length);
export const weights: readonly number[] | undefined = element.trace?.weights.shape;
// @ts-expect-error what is shown can be read only
element.trace = null;
`;

let at: Installed;

beforeAll(() => {
  at = installed();
  writeFileSync(join(at.folder, "run.js"), script);
  writeFileSync(join(at.folder, "consumer.ts"), consumer);
  writeFileSync(join(at.folder, "page.ts"), pageProgram);
}, 60_000);

afterAll(() => rmSync(at.folder, { recursive: true, force: true }));

describe("the packed package, installed into an empty folder", () => {
  test.each([
    ["simd", "simd"],
    ["scalar", "scalar"],
    ["auto", "simd"],
  ])(
    "computes the worked example with build %s",
    (asked, build) => {
      const result = JSON.parse(at.run("node", "run.js", asked));
      expect(result.build).toBe(build);
      expect(result.weights.shape).toEqual([3, 3]);
      expect(result.output.shape).toEqual([3, 4]);
      for (const [i, want] of weights.entries())
        expect(result.weights.data[i]).toBeCloseTo(want, 13);
      for (const [i, want] of output.entries()) expect(result.output.data[i]).toBeCloseTo(want, 13);
      expect(result.refused).toBe("widthMismatch");
      // From the Worker, which keeps no program alive: this one ended.
      expect(result.same).toBe(true);
    },
    20_000,
  );

  test("a server that renders pages can import the element, which does nothing there", () => {
    const program = 'import("dikkat/element").then(() => console.log(typeof customElements))';
    expect(at.run("node", "--input-type=module", "-e", program)).toBe("undefined\n");
  });

  test("brings the command line, which computes, refuses and runs cases", () => {
    const result = JSON.parse(at.runWith(JSON.stringify(example), "npx", "dikkat", "-"));
    for (const [i, want] of output.entries()) expect(result.output.flat()[i]).toBeCloseTo(want, 13);
    expect(result.weights.map((row: number[]) => row.length)).toEqual([3, 3, 3]);

    const wide = JSON.stringify({ q: [[1, 2, 3]], k: [[1, 2, 3, 4]], v: [[1]] });
    const refused = () => at.runWith(wide, "npx", "dikkat", "-", "--language", "tr");
    expect(refused).toThrow(/"code": "widthMismatch"[\s\S]*k: 4 sütun, q: 3 sütun/);

    const cases = at.run("npx", "dikkat", "cases", join(root, "tests/cases"));
    expect(cases).toMatch(/^passed M01 Softmax runs over the keys$/m);
    expect(cases).toMatch(/\n48 passed, 0 failed\n$/);

    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(at.run("npx", "dikkat", "--version")).toBe(`${version}\n`);
  }, 60_000);

  test.each(["nodenext", "bundler"] as const)(
    "type-checks a strict consumer that resolves as %s, and refuses wrong calls",
    (resolution) => expect(typeCheck(resolution)).toBe(""),
    60_000,
  );

  test("tells what it was built from and with, and the checksums of its programs", () => {
    const told: Provenance = JSON.parse(at.run("npx", "dikkat", "--provenance"));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(told.version).toBe(version);
    const inPackage = (name: string) => join(at.folder, "node_modules/dikkat", name);
    const simd = readFileSync(inPackage("generated/simd.wasm"));
    const delta = readFileSync(inPackage("generated/scalar.delta"));
    const scalar = patched(simd, unpacked(delta.subarray(4), delta.readUInt32BE(0)));
    for (const [program, build] of [
      [simd, told.builds.simd],
      [scalar, told.builds.scalar],
    ] as const) {
      expect(build.bytes).toBe(program.length);
      expect(build.sha256).toBe(createHash("sha256").update(program).digest("hex"));
    }
    // What a program was compiled for is not a matter of taste.
    const flags = ({ compile }: Provenance["builds"]["simd"]) => compile.map((set) => set.flags);
    for (const set of flags(told.builds.simd)) expect(set).toContain("-msimd128");
    for (const set of flags(told.builds.scalar)) expect(set).not.toContain("-msimd128");
    expect(JSON.stringify(told)).not.toContain(root);
  }, 20_000);

  test("is small: neither program is there twice", () => {
    const glue = (build: string) =>
      readFileSync(`${root}web/src/core/generated/${build}.mjs`, "utf8");
    // Newer Emscriptens make glue of its own for each program; what is published has one for both.
    const most = glue("simd") === glue("scalar") ? 400_000 : 420_000;
    expect(at.packed.size).toBeLessThan(most);
    expect(at.packed.unpackedSize).toBeLessThan(1_300_000);
  });

  test("holds the licences, the read-me, the changes and what runs, and no source of the page", () => {
    const paths = at.packed.files.map((file) => file.path);
    expect(paths).toEqual(
      expect.arrayContaining([
        ...["LICENSE", "third-party.txt", "README.md", "CHANGELOG.md", "index.js", "index.d.ts"],
      ]),
    );
    const expected =
      /^(LICENSE|third-party\.txt|(README|CHANGELOG)\.md|package\.json|((cases|cli|remote)\/)?[\w-]+\.(js|d\.ts)|generated\/\w+\.(mjs|js|wasm|delta))$/;
    expect(paths.filter((path) => !expected.test(path))).toEqual([]);
  });

  test("has a file for each of its entries", () => {
    const { exports } = JSON.parse(
      readFileSync(join(at.folder, "node_modules/dikkat/package.json"), "utf8"),
    ) as { exports: Record<string, string | Record<string, string>> };
    const named = Object.values(exports).flatMap((entry) =>
      typeof entry === "string" ? entry : Object.values(entry),
    );
    const paths = at.packed.files.map(({ path }) => `./${path}`);
    expect(Object.keys(exports)).toEqual([".", "./worker", "./element", "./package.json"]);
    expect(paths).toEqual(expect.arrayContaining(named));
  });
});
