// Measures the tiled path against everything else that a page could use. Arguments: node or chromium
// for one host alone, --quick for fewer sizes and rounds. A whole run is written to tests/bench.
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, release, type } from "node:os";
import { chromium } from "@playwright/test";
import { build as bundle } from "vite";
import { build, compile } from "./build.mjs";
import { explain, Failure, root, run, step } from "./run.mjs";
import { serve } from "./serve.mjs";

const bench = `${root}tests/bench`;
const output = `${bench}/dist`;
const peers = `${bench}/node_modules`;

async function installPeers() {
  const state = await run("node", ["scripts/modules.mjs", "tests/bench"]).catch(() => "due");
  if (state !== "due") return "unchanged";
  await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: bench });
}

/** The two programs for Node, then the page: one source, and one folder that both take files from. */
async function bundleAll() {
  const common = { configFile: false, root: bench, base: "./", logLevel: "warn" };
  const target = { outDir: output, target: "es2022", chunkSizeWarningLimit: 5000 };
  await bundle({
    ...common,
    build: {
      ...target,
      ssr: true,
      emptyOutDir: true,
      rollupOptions: {
        input: [`${bench}/node.ts`, `${bench}/report.ts`],
        output: { entryFileNames: "[name].mjs" },
      },
    },
  });
  await bundle({ ...common, build: { ...target, emptyOutDir: false } });
}

/** What the measuring module loads at run time, in both hosts. */
function copyFiles() {
  const files = `${output}/files`;
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files, { recursive: true });
  cpSync(`${root}dist/package`, `${files}/package`, { recursive: true });
  const from = {
    "attention_bench.wasm": `${root}build/wasm/tests/bench`,
    "attention_decode.mjs": `${root}build/wasm/tests/bench`,
    "attention_decode.wasm": `${root}build/wasm/tests/bench`,
    "attention_heads.mjs": `${root}build/wasm/tests/bench`,
    "attention_heads.wasm": `${root}build/wasm/tests/bench`,
    "ort-wasm-simd-threaded.wasm": `${peers}/onnxruntime-web/dist`,
    "tfjs-backend-wasm-simd.wasm": `${peers}/@tensorflow/tfjs-backend-wasm/dist`,
  };
  for (const [name, folder] of Object.entries(from))
    copyFileSync(`${folder}/${name}`, `${files}/${name}`);
}

async function inNode(flags) {
  const file = `${output}/node.json`;
  await run("node", [`${output}/node.mjs`, file, ...flags], { show: true });
  return JSON.parse(readFileSync(file, "utf8"));
}

/** A page as any host of files serves it: without the headers that would give it shared memory. */
async function inChromium(flags) {
  const { url, close } = await serve({ port: 4373, folder: output });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.log(explain(error)));
    await page.exposeFunction("log", (line) => console.log(line));
    await page.goto(url);
    const quick = flags.includes("--quick");
    return await page.evaluate((options) => window.measureAttention(options), { quick });
  } finally {
    await browser.close();
    await close();
  }
}

const hosts = { node: inNode, chromium: inChromium };

/** The processor, its cores and the system, as Node reports them. */
const machine = () => `${cpus()[0].model.trim()}, ${cpus().length} cores, ${type()} ${release()}`;

function versionsOfPeers() {
  const { dependencies } = JSON.parse(readFileSync(`${bench}/package.json`, "utf8"));
  return dependencies;
}

async function main(asked) {
  const flags = asked.filter((word) => word.startsWith("--"));
  const names = asked.filter((word) => !word.startsWith("--"));
  if (flags.some((flag) => flag !== "--quick") || names.some((name) => !(name in hosts)))
    throw new Failure("usage: npm run bench [-- [node] [chromium] [--quick]]");

  await build();
  await step(
    "C++ to WebAssembly, benchmark",
    async () =>
      void (await compile("wasm", "attention_bench", "attention_decode", "attention_heads")),
  );
  await step("what is compared with", installPeers);
  await step("benchmark", bundleAll);
  copyFiles();

  const found = {};
  for (const [name, measure] of Object.entries(hosts))
    if (names.length === 0 || names.includes(name)) {
      console.log(`Measuring in ${name}`);
      found[name] = await measure(flags);
    }

  const { markdown, merged, notTimed, targetTable, withExcerpt } = await import(
    `${output}/report.mjs`
  );
  const date = new Date().toISOString().slice(0, 10);
  const results = merged(machine(), date, versionsOfPeers(), found);
  // Only a whole run may replace the results that the project shows.
  const whole = names.length === 0 && flags.length === 0;
  const folder = whole ? "tests/bench" : "build/bench";
  mkdirSync(root + folder, { recursive: true });
  writeFileSync(`${root}${folder}/results.json`, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(`${root}${folder}/results.md`, markdown(results));
  if (whole) {
    const readme = `${root}README.md`;
    writeFileSync(readme, withExcerpt(readFileSync(readme, "utf8"), results));
  }
  const paragraphs = [...notTimed(results), targetTable(results)];
  console.log(`\n${paragraphs.join("\n\n")}\n\nAll results: ${folder}/results.md`);
  if (results.failed.some(({ name }) => name === "tiled"))
    throw new Failure("The tiled path failed: see above.");
}

await main(process.argv.slice(2)).catch((error) => {
  console.error(explain(error));
  process.exit(1);
});
