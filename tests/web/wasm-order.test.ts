// The functions of a program in another order: it must stay the program that it was.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compiled, started } from "../../web/src/core/module.ts";
import { glue } from "../../web/src/core/programs.ts";
import type { Build } from "../../web/src/core/types.ts";

interface Function {
  type: number;
  pieces: (Buffer | number)[];
}
const { readProgram, reordered } = (await import(
  "../../scripts/wasm-functions.mjs"
)) as unknown as {
  readProgram: (program: Buffer) => { functions: Function[]; imported: number };
  reordered: (program: Buffer, order: number[]) => Buffer;
};
const { counterparts, inOrder } = (await import("../../scripts/wasm-order.mjs")) as unknown as {
  counterparts: (functions: Function[], others: Function[]) => Map<number, number>;
  inOrder: (program: Buffer, other: Buffer) => [Buffer, Buffer];
};

const programOf = (name: string) =>
  readFileSync(
    fileURLToPath(new URL(`../../web/src/core/generated/${name}.wasm`, import.meta.url)),
  );
const [simd, scalar] = [programOf("simd"), programOf("scalar")];
const places = (program: Buffer) => [...readProgram(program).functions.keys()];

/** Equal scores: every row of the output is the mean of the values. */
async function meanBy(program: Uint8Array, build: Build): Promise<number[]> {
  const { default: create } = await glue[build]();
  const module = await started(create, await compiled(program));
  const tensor = (...data: number[]) => ({ shape: [2, 1], data: Float64Array.from(data) });
  const input = { q: tensor(1, 1), k: tensor(1, 1), v: tensor(2, 4), options: {} };
  const result = module.attention(input);
  if ("error" in result) throw new Error(result.error.code);
  return Array.from(result.output.data);
}

describe("a program", () => {
  it.each(["simd", "scalar", "simd-first", "scalar-first"])(
    "%s is the same to the byte in the order that it has",
    (name) => {
      const program = programOf(name);
      expect(reordered(program, places(program)).equals(program)).toBe(true);
    },
  );

  it("computes the same with its last function first", async () => {
    const backwards = reordered(scalar, places(scalar).reverse());
    expect(backwards.equals(scalar)).toBe(false);
    expect(await meanBy(backwards, "scalar")).toEqual([3, 3]);
    expect(reordered(backwards, places(scalar).reverse()).equals(scalar)).toBe(true);
  });
});

const body = (text: string): Function => ({ type: 0, pieces: [Buffer.from(text)] });

describe("two programs", () => {
  it("have counterparts around what only one of them has", () => {
    const one = ["a", "b", "only", "c", "different", "d"].map(body);
    const other = ["a", "b", "c", "changed", "d", "e"].map(body);
    expect([...counterparts(one, other)]).toEqual([
      ...[
        [0, 0],
        [1, 1],
        [3, 2],
        [4, 3],
      ],
      [5, 4],
    ]);
  });

  it("become smaller, and compute what they did", async () => {
    const [a, b] = inOrder(simd, scalar);
    const gz = (program: Buffer) => gzipSync(program, { level: 9 }).length;
    expect(gz(a)).toBeLessThan(0.97 * gz(simd));
    expect(await meanBy(a, "simd")).toEqual([3, 3]);
    expect(await meanBy(b, "scalar")).toEqual([3, 3]);
  }, 30_000);
});
