import type { Problem } from "./cases.ts";

export type Name =
  | "tiled"
  | "reference"
  | "javascript"
  | "autovec"
  | "onnxruntime"
  | "tfjs"
  | "jax";

/** One way to compute one problem, ready to run again and again. */
export interface Way<Result = unknown> {
  name: string;
  /** What is timed: the call, and the output as numbers of JavaScript. */
  run(): Result | Promise<Result>;
  /** A result of `run` as [heads][queries][width]. Not timed. */
  read(result: Result): ArrayLike<number>;
  dispose?(): unknown;
}

export interface Contender {
  name: Name;
  threads: number;
  /** All ways worth trying: the fastest that is right counts. Inputs may be laid out here, untimed. */
  ways(problem: Problem): (() => Way | Promise<Way>)[];
}

/** `Result` is known only inside of a way. */
export const way = <Result>(w: Way<Result>): Way => w as Way;

/** What differs between Node and a page. */
export interface Host {
  name: "node" | "chromium";
  versions: Record<string, string>;
  /** Where the npm package of this project is. */
  packageUrl: string;
  /** A file that is loaded at run time. */
  read(file: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Its address or path, for libraries that read it themselves; of the folder for "". */
  locate(file: string): string;
  log(line: string): void;
}

/** The part of a [heads][...] array that belongs to one head. */
export const ofHead = (data: Float32Array, heads: number, head: number): Float32Array =>
  data.subarray((data.length / heads) * head, (data.length / heads) * (head + 1));

export function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

/** [a][b][width] as [b][a][width]: between heads first and tokens first. */
export function swapped(data: ArrayLike<number>, a: number, b: number): Float32Array {
  const width = data.length / (a * b);
  const result = new Float32Array(data.length);
  for (let i = 0; i < a; i++)
    for (let j = 0; j < b; j++)
      for (let d = 0; d < width; d++)
        result[(j * a + i) * width + d] = data[(i * b + j) * width + d]!;
  return result;
}

/** Rows are queries: 0 where a key may be seen, a huge negative number where it may not. */
export function causalMask(queries: number, keys: number): Float32Array {
  const mask = new Float32Array(queries * keys);
  for (let i = 0; i < queries; i++) mask.fill(-1e30, i * keys + i + 1, (i + 1) * keys);
  return mask;
}
