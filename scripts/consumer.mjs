// The C++ library as another project uses it: found where it was installed, and added as a part.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { compile } from "./build.mjs";
import { explain, Failure, root, run, step } from "./run.mjs";

const folder = `${root}build/consumer`;
const prefix = `${folder}/prefix`;
const installed = `-DCMAKE_PREFIX_PATH=${prefix}`;

/** What cpp/example prints of "kedi mindere oturdu", computed with 40 digits and cut to 15. */
const expected = {
  weights: [
    [0.665240955774821, 0.09003057317038, 0.244728471054797],
    [0.1065069789192, 0.786986042161598, 0.1065069789192],
    [0.546549387266179, 0.121951652309728, 0.331498960424091],
  ],
  output: [
    [1.575210382604441, 0.424789617395558, 1.154697897884417, 0.579487515279975],
    [0.319520936757602, 1.680479063242397, 0.319520936757602, 1],
    [1.42459773495645, 0.575402265043549, 1.209547308114362, 0.784949573157911],
  ],
  // The scaled scores of the second row are 1 and 3.
  "causal weights": [
    [1, 0, 0],
    [1 / (1 + Math.exp(2)), 1 / (1 + Math.exp(-2)), 0],
    [0.546549387266179, 0.121951652309728, 0.331498960424091],
  ],
};

/** The matrices of its output, each after its name. */
function matricesOf(output) {
  const matrices = {};
  let rows;
  for (const line of output.trim().split("\n")) {
    const numbers = line.trim().split(/\s+/).map(Number);
    if (numbers.some(Number.isNaN)) rows = matrices[line] = [];
    else rows?.push(numbers);
  }
  return matrices;
}

function compare(output) {
  const got = matricesOf(output);
  for (const [name, want] of Object.entries(expected)) {
    const cells = got[name]?.flat() ?? [];
    const near = (value, i) => Math.abs(cells[i] - value) <= 1e-13;
    if (cells.length !== want.flat().length || !want.flat().every(near))
      throw new Failure(`cpp/example: ${name} is ${JSON.stringify(got[name])}`, output);
  }
  if (!output.includes("refused: innerMismatch of wq\n"))
    throw new Failure("cpp/example: a matrix of the wrong shape was not refused", output);
}

async function built(source, name, ...options) {
  const target = `${folder}/${name}`;
  await run("cmake", ["-S", source, "-B", target, "-G", "Ninja", ...options]);
  await run("cmake", ["--build", target, "--parallel", String(availableParallelism())]);
  return target;
}

const ranExample = async (name, ...options) =>
  compare(
    await run(`${await built(`${root}cpp/example`, name, ...options)}/attention_example`, []),
  );

/** What an installed header includes is installed too. In one file: each takes Eigen seconds. */
async function headersComplete() {
  const source = `${folder}/headers`;
  mkdirSync(source, { recursive: true });
  const names = readdirSync(`${prefix}/include/attention`);
  writeFileSync(
    `${source}/all.cpp`,
    names.map((name) => `#include <attention/${name}>\n`).join(""),
  );
  const project = `cmake_minimum_required(VERSION 3.20)
project(headers LANGUAGES CXX)
find_package(attention REQUIRED)
add_library(headers OBJECT all.cpp)
target_compile_options(headers PRIVATE -Wall -Wextra -Wpedantic -Werror)
target_link_libraries(headers PRIVATE attention::attention)
`;
  writeFileSync(`${source}/CMakeLists.txt`, project);
  await built(source, "headers/build", installed);
}

/** Compiled to be of another alignment, as for another instruction set. */
async function otherAlignment() {
  const flags = "-DCMAKE_CXX_FLAGS=-DEIGEN_MAX_ALIGN_BYTES=128";
  const failure = await built(`${root}cpp/example`, "other", installed, flags).catch((e) => e);
  if (!failure?.output?.includes("compiled for another instruction set"))
    throw new Failure("a program for another instruction set was not refused", failure?.output);
}

const checks = {
  "installed, and found by find_package": () => ranExample("found", installed),
  "every header that another includes": headersComplete,
  "refused for another instruction set": otherAlignment,
  "added by add_subdirectory": () => ranExample("added", `-DATTENTION_SOURCE=${root}`),
};

/** Needs the preset `native` no more than configured: it compiles what is missing of the library. */
export async function consumer() {
  await compile("native", "attention");
  for (const name of ["prefix", "found", "headers", "other"])
    rmSync(`${folder}/${name}`, { recursive: true, force: true });
  await run("cmake", ["--install", "build/native", "--prefix", prefix]);
  const result = { passed: 0, failed: 0 };
  for (const [name, work] of Object.entries(checks)) {
    try {
      await step(name, async () => void (await work()));
      result.passed++;
    } catch (error) {
      console.log(explain(error));
      result.failed++;
    }
  }
  return result;
}
