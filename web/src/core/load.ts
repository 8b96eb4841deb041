import { AttentionError, type Fault } from "./errors.ts";
import {
  attentionInput,
  embedInput,
  fiveLinesInput,
  loadInput,
  randomInput,
  selfAttentionInput,
} from "./input.ts";
import { readWasm } from "./read.ts";
import type {
  Attention,
  Build,
  FiveLines,
  LoadOptions,
  SelfTrace,
  Tensor,
  Trace,
} from "./types.ts";

/** What cpp/bindings/bindings.cpp exports. */
interface Module {
  attention(input: object): Trace | Refusal;
  selfAttention(input: object): SelfTrace | Refusal;
  fiveLines(input: object): FiveLines | Refusal;
  random(rows: number, columns: number, seed: number, deviation: number): Tensor | Refusal;
  embed(tokens: string[], width: number, seed: number): Tensor | Refusal;
  errorCodes(): string[];
  compiler(): string;
}

interface Refusal {
  error: Fault;
}

function accepted<T extends object>(result: T | Refusal): T {
  if ("error" in result) throw new AttentionError(result.error);
  return result;
}

/** A module of one function that makes a vector: valid only where SIMD-128 is. */
const simdProbe = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0], // magic and version
  ...[1, 5, 1, 96, 0, 1, 123], // type: () -> v128
  ...[3, 2, 1, 0], // function 0 has type 0
  ...[10, 8, 1, 6, 0, 65, 0, 253, 15, 11], // i32.const 0, i8x16.splat
);

function chooseBuild(asked: LoadOptions["build"]): Build {
  if (asked === "simd" || asked === "scalar") return asked;
  if (asked !== undefined && asked !== "auto") {
    throw new AttentionError({ code: "type", field: "build", other: "build", values: [] });
  }
  return WebAssembly.validate(simdProbe) ? "simd" : "scalar";
}

async function instantiate(build: Build): Promise<Module> {
  const [{ default: create }, wasmBinary] = await Promise.all(
    build === "simd"
      ? [
          import("./generated/simd.mjs"),
          readWasm(new URL("./generated/simd.wasm", import.meta.url)),
        ]
      : [
          import("./generated/scalar.mjs"),
          readWasm(new URL("./generated/scalar.wasm", import.meta.url)),
        ],
  );
  try {
    return (await create({ wasmBinary })) as Module;
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
}

/** Emscripten wraps what the engine said, and adds advice for whoever compiled the module. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [said = ""] = message.split(/\.? Build with -s/u);
  return said.replace(/^Aborted\((.*?)\)?$/su, "$1").trim();
}

/**
 * Loads the core. Rejects with an ordinary Error, whose message says why, if the engine has no
 * WebAssembly, the file cannot be read or there is not enough memory.
 */
export async function loadAttention(options: LoadOptions = {}): Promise<Attention> {
  const build = chooseBuild(loadInput(options).build);
  const module = await instantiate(build);
  return {
    attention: (input) => accepted(module.attention(attentionInput(input))),
    selfAttention: (input) => accepted(module.selfAttention(selfAttentionInput(input))),
    fiveLines: (input) => accepted(module.fiveLines(fiveLinesInput(input))),
    random: (input) => accepted(module.random(...randomInput(input))),
    embed: (input) => accepted(module.embed(...embedInput(input))),
    build,
    compiler: module.compiler(),
  };
}

/** The codes the core knows, for the test that holds them against the sentences. */
export async function coreErrorCodes(): Promise<string[]> {
  return (await instantiate(chooseBuild("auto"))).errorCodes();
}
