// The WebAssembly module: which build, how it is loaded, what it exports.

import { AttentionError, type Fault } from "./errors.ts";
import type { RawTiled } from "./input.ts";
import { readWasm } from "./read.ts";
import type { Build, FiveLines, SelfTrace, Tensor, TiledStep, Trace } from "./types.ts";

/** What cpp/bindings/bindings.cpp exports. */
export interface Module {
  attention(input: object): Trace | Refusal;
  tiled(input: RawTiled): RawResult | Refusal;
  tiledSteps(input: object): { output: Float32Array; steps: TiledStep[] } | Refusal;
  selfAttention(input: object): SelfTrace | Refusal;
  fiveLines(input: object): FiveLines | Refusal;
  random(rows: number, columns: number, seed: number, deviation: number): Tensor | Refusal;
  embed(tokens: string[], width: number, seed: number): Tensor | Refusal;
  errorCodes(): string[];
  compiler(): string;
}

/** The rows of all shares, one after the other. */
export interface RawResult {
  output: Float32Array;
  logSumExp?: Float32Array;
  scratchBytes: number;
}

export interface Refusal {
  error: Fault;
}

export function accepted<T extends object>(result: T | Refusal): T {
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

export function chooseBuild(asked: string | undefined): Build {
  if (asked === "simd" || asked === "scalar") return asked;
  if (asked !== undefined && asked !== "auto") {
    throw new AttentionError({ code: "type", field: "build", other: "build", values: [] });
  }
  return WebAssembly.validate(simdProbe) ? "simd" : "scalar";
}

export async function instantiate(build: Build): Promise<Module> {
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
