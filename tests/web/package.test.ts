// The npm package as a stranger gets it: packed, installed into an empty folder, run and type-checked there.
import { execFileSync } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

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
const core = await loadAttention({ build: process.argv[2] });
const { weights, output } = core.attention(${JSON.stringify(example)});
let refused;
try {
  core.attention({ q: [[1, 2, 3]], k: [[1, 2, 3, 4]], v: [[1]] });
} catch (error) {
  refused = error instanceof AttentionError ? error.code : String(error);
}
console.log(JSON.stringify({
  build: core.build, refused,
  weights: { shape: weights.shape, data: [...weights.data] },
  output: { shape: output.shape, data: [...output.data] },
}));
`;

const consumer = `
import { type Attention, AttentionError, loadAttention, type Trace } from "dikkat";
const core: Attention = await loadAttention({ build: "auto" });
const trace: Trace = core.attention({ q: [[1]], k: [[1]], v: [[1]], causal: "bottom-right" });
export const first: number | undefined = trace.output.data[0];
export const code = (error: unknown) => (error instanceof AttentionError ? error.code : "");
// @ts-expect-error v is missing
core.attention({ q: [[1]], k: [[1]] });
// @ts-expect-error no such build
await loadAttention({ build: "fast" });
`;

const compilerOptions = {
  ...{ target: "es2022", module: "nodenext", strict: true, noEmit: true },
  ...{ lib: ["es2022"], types: [], skipLibCheck: false },
};

let folder = "";

/** Runs a program in the empty folder; its output, or an error that shows all it said. */
function run(command: string, ...args: string[]): string {
  return runWith("", command, ...args);
}

/** The same, with this on its standard input. */
function runWith(input: string, command: string, ...args: string[]): string {
  try {
    // The command line speaks the language of the system, whatever that is here.
    const env = { ...process.env, LC_ALL: "C" };
    return execFileSync(command, args, {
      cwd: folder,
      encoding: "utf8",
      stdio: "pipe",
      input,
      env,
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(" ")}\n${stdout}${stderr}`);
  }
}

interface Packed {
  filename: string;
  /** Bytes of the archive, and of what is in it. */
  size: number;
  unpackedSize: number;
  files: { path: string }[];
}
let packed: Packed;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "dikkat-package-")));
  [packed] = JSON.parse(run("npm", "pack", "--json", join(root, "dist/package"))) as [Packed];
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  run("npm", "install", "--offline", "--no-audit", "--no-fund", `./${packed.filename}`);
  writeFileSync(join(folder, "run.js"), script);
  writeFileSync(join(folder, "consumer.ts"), consumer);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["consumer.ts"] }),
  );
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the packed package, installed into an empty folder", () => {
  test.each([
    ["simd", "simd"],
    ["scalar", "scalar"],
    ["auto", "simd"],
  ])(
    "computes the worked example with build %s",
    (asked, build) => {
      const result = JSON.parse(run("node", "run.js", asked));
      expect(result.build).toBe(build);
      expect(result.weights.shape).toEqual([3, 3]);
      expect(result.output.shape).toEqual([3, 4]);
      for (const [i, want] of weights.entries())
        expect(result.weights.data[i]).toBeCloseTo(want, 13);
      for (const [i, want] of output.entries()) expect(result.output.data[i]).toBeCloseTo(want, 13);
      expect(result.refused).toBe("widthMismatch");
    },
    20_000,
  );

  test("brings the command line, which computes, refuses and runs cases", () => {
    const result = JSON.parse(runWith(JSON.stringify(example), "npx", "dikkat", "-"));
    for (const [i, want] of output.entries()) expect(result.output.flat()[i]).toBeCloseTo(want, 13);
    expect(result.weights.map((row: number[]) => row.length)).toEqual([3, 3, 3]);

    const wide = JSON.stringify({ q: [[1, 2, 3]], k: [[1, 2, 3, 4]], v: [[1]] });
    const refused = () => runWith(wide, "npx", "dikkat", "-", "--language", "tr");
    expect(refused).toThrow(/"code": "widthMismatch"[\s\S]*k: 4 sütun, q: 3 sütun/);

    const cases = run("npx", "dikkat", "cases", join(root, "tests/cases"));
    expect(cases).toMatch(/^passed M01 Softmax runs over the keys$/m);
    expect(cases).toMatch(/\n48 passed, 0 failed\n$/);

    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(run("npx", "dikkat", "--version")).toBe(`${version}\n`);
  }, 60_000);

  test("type-checks a strict consumer, and refuses wrong calls", () => {
    expect(run(join(root, "node_modules/.bin/tsc"), "-p", ".")).toBe("");
  }, 60_000);

  test("is bundled by Vite as it comes, its Worker and WebAssembly with it", () => {
    const page = '<!doctype html><title>t</title><script type="module" src="main.js"></script>';
    writeFileSync(join(folder, "index.html"), page);
    writeFileSync(
      join(folder, "main.js"),
      'import { loadAttention } from "dikkat";\nloadAttention().then(console.log);\n',
    );
    run(join(root, "node_modules/.bin/vite"), "build", "--logLevel", "warn");
    const assets = readdirSync(join(folder, "dist/assets"));
    for (const name of [/^worker-.*\.js$/, /^simd-.*\.wasm$/, /^scalar-.*\.delta$/]) {
      expect(assets.filter((file) => name.test(file))).toHaveLength(1);
    }
  }, 60_000);

  test("is small: neither program is there twice", () => {
    expect(packed.size).toBeLessThan(400_000);
    expect(packed.unpackedSize).toBeLessThan(1_100_000);
  });

  test("holds the licences, the read-me, the changes and what runs, and no source of the page", () => {
    const paths = packed.files.map((file) => file.path);
    expect(paths).toEqual(
      expect.arrayContaining([
        ...["LICENSE", "third-party.txt", "README.md", "CHANGELOG.md", "index.js", "index.d.ts"],
      ]),
    );
    const expected =
      /^(LICENSE|third-party\.txt|(README|CHANGELOG)\.md|package\.json|((cases|cli)\/)?[\w-]+\.(js|d\.ts)|generated\/\w+\.(mjs|wasm|delta))$/;
    expect(paths.filter((path) => !expected.test(path))).toEqual([]);
  });
});
