// The WebAssembly module: which build, how it is loaded, what it exports.

import { allocated } from "./allocate.ts";
import type { CallsModule } from "./concepts.ts";
import { AttentionError, type Fault } from "./errors.ts";
import { columnsOf, headsOf, type RawTensor, rowsOf } from "./fields.ts";
import { judgeRoom, type RawProblem, type RawSteps, type RawTiled } from "./input.ts";
import { glue, wasm } from "./programs.ts";
import { rowsIn } from "./shares.ts";
import type { Build, FiveLines, SelfTrace, Tensor, TiledStep, Trace } from "./types.ts";

/** Each function of a concept gives its result, or says why not. */
type Refusing<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Result | Refusal
    : never;
};

/** What cpp/bindings/bindings.cpp exports. */
export interface Module extends Refusing<CallsModule> {
  attention(input: object): Trace | Refusal;
  judgeTiled(sizes: Int32Array, options: object | undefined, bytes: number): Refusal | undefined;
  tiled(...args: [...ProblemArgs, ...ResultArgs]): number | Refusal;
  tiledSteps(...args: [...ProblemArgs, blockQueries: number, blockKeys: number]): Steps | Refusal;
  selfAttention(input: object): SelfTrace | Refusal;
  fiveLines(input: object): FiveLines | Refusal;
  random(rows: number, columns: number, seed: number, deviation: number): Tensor | Refusal;
  embed(tokens: string[], width: number, seed: number): Tensor | Refusal;
  errorCodes(): string[];
  compiler(): string;
}

export type ProblemArgs = [
  /** Heads, rows and columns of q, k and v. */
  sizes: Int32Array,
  ...tensors: [q: RawTensor["data"], k: RawTensor["data"], v: RawTensor["data"]],
  options: object | undefined,
  bytes: number,
];
type ResultArgs = [
  shares: number[] | undefined,
  output: Float32Array,
  logSumExp: Float32Array | undefined,
];

interface Steps {
  output: Float32Array;
  steps: TiledStep[];
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

const sizesOf = (tensor: RawTensor) => [headsOf(tensor), rowsOf(tensor), columnsOf(tensor)];

export function problemArgs({ q, k, v, options, bytes }: RawProblem): ProblemArgs {
  // Spread, not flatMap, which takes a microsecond: one in ninety at n = 128.
  const sizes = Int32Array.of(...sizesOf(q), ...sizesOf(k), ...sizesOf(v));
  const given = Object.keys(options).length > 0 ? options : undefined;
  return [sizes, q.data, k.data, v.data, given, bytes];
}

/**
 * Throws what the core says of the problem's sizes, bytes and work, before anything is copied or
 * allocated for it. Tables are left out: they make no work less, and their bytes are counted.
 */
export function judgeSizes(module: Module, problem: RawTiled): void {
  const { attend, keyPadding, bias, ...byPosition } = problem.options;
  const [sizes, , , , options, bytes] = problemArgs({ ...problem, options: byPosition });
  const refused = module.judgeTiled(sizes, options, bytes);
  if (refused) throw new AttentionError(refused.error);
}

/** Numbers of a result for which there is room without a question; asking takes microseconds. */
const SMALL_RESULT = 2 ** 20;

/** The caller's own array where he gave one, and memory of its own for what he asked for besides. */
export function roomForResult(
  { out, v, logSumExp }: RawTiled,
  rows: number,
): [output: Float32Array, logSumExp: Float32Array | undefined] {
  const numbers = rows * columnsOf(v);
  if (out) judgeRoom(out, numbers);
  return allocated(() => [
    out ?? new Float32Array(numbers),
    logSumExp ? new Float32Array(rows) : undefined,
  ]);
}

/** Of all rows, or of those in the shares. */
export function computeTiled(module: Module, problem: RawTiled, shares?: number[]): RawResult {
  const rows = shares ? rowsIn(shares) : headsOf(problem.q) * rowsOf(problem.q);
  if (rows * (columnsOf(problem.v) + 1) > SMALL_RESULT) judgeSizes(module, problem);
  const [output, logSumExp] = roomForResult(problem, rows);
  const result = module.tiled(...problemArgs(problem), shares, output, logSumExp);
  if (typeof result === "object") throw new AttentionError(result.error);
  return { output, scratchBytes: result, ...(logSumExp && { logSumExp }) };
}

export function computeSteps(module: Module, problem: RawSteps): Steps {
  const { blockQueries, blockKeys } = problem;
  return accepted(module.tiledSteps(...problemArgs(problem), blockQueries, blockKeys));
}

/** What the core's memory can hold beside its own (maxTiledBytes in cpp/attention/validate.h). */
const MOST_BYTES = 2 ** 31 - 2 ** 26;

/** Those that count all that they need, and not only what they are handed. */
const counting = new Set<string>([
  "judgeTiled",
  "tiled",
  "tiledSteps",
  "tiledGradient",
  "tiledMultiHeadAttention",
] satisfies (keyof Module)[]);

/** Of all arrays of numbers in what is handed in, wherever they are. */
function bytesIn(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + bytesIn(part), 0);
}

type Call = (...args: unknown[]) => unknown;

/** Copies nothing out but into arrays that are there, and is called too often for a step between. */
const inPlace = new Set<string>(["judgeTiled", "tiled"] satisfies (keyof Module)[]);

/**
 * All that is handed in is copied, and so is what comes out: what the core's memory could never hold
 * is refused before, and what the engine has no memory for with the same sentence as within the core.
 */
function withRoom(module: Module): Module {
  const calls = module as unknown as Record<string, unknown>;
  for (const [name, call] of Object.entries(calls)) {
    if (typeof call !== "function" || inPlace.has(name)) continue;
    calls[name] = (...args: unknown[]) => {
      const bytes = counting.has(name) ? 0 : bytesIn(args);
      if (bytes <= MOST_BYTES) return allocated(() => (call as Call)(...args));
      return { error: { code: "memoryLimit", field: "", other: "", values: [bytes, MOST_BYTES] } };
    };
  }
  return module;
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

/** What Emscripten's glue asks its host to do: make an instance of the program, and hand it over. */
export interface GlueOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, program: WebAssembly.Module) => void,
  ): object;
}

export interface Loaded {
  module: Module;
  /** Compiled code, which Workers are sent: they need not fetch and compile it again. */
  program: WebAssembly.Module;
}

export async function compiled(wasm: Uint8Array): Promise<WebAssembly.Module> {
  return WebAssembly.compile(wasm as BufferSource);
}

export async function instantiate(build: Build, given?: WebAssembly.Module): Promise<Loaded> {
  const [{ default: create }, program] = await Promise.all([
    glue[build](),
    given ?? wasm[build]().then(compiled),
  ]);
  return { module: await started(create, program), program };
}

type Create = (options: GlueOptions) => Promise<object>;

/** An instance of the program, by the glue that was made with it. */
export function started(create: Create, program: WebAssembly.Module): Promise<Module> {
  // The glue would wrap what the engine says in advance for whoever compiled the program.
  return new Promise((resolve, reject) => {
    const instantiateWasm: GlueOptions["instantiateWasm"] = (imports, done) => {
      (async () => done(await WebAssembly.instantiate(program, imports), program))().catch(reject);
      return {};
    };
    create({ instantiateWasm }).then((module) => resolve(withRoom(module as Module)), reject);
  });
}
