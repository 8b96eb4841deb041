// The program within a script of one file: packed by LZMA's own library, unpacked by ours.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { unpacked } from "../../../web/src/core/lzma.ts";

const { packed } = (await import("../../../scripts/lzma.mjs")) as unknown as {
  packed: (bytes: Buffer) => Buffer;
};

const file = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)));
const text = (words: string) => Buffer.from(words);

describe("what was packed is unpacked", () => {
  it.each([
    ["nothing", text("")],
    ["a byte", text("a")],
    ["one byte over and over", Buffer.alloc(70_000, 7)],
    ["a program", file("web/src/core/generated/simd-first.wasm")],
    ["a text", file("web/src/inputs/messages.ts")],
  ])("%s", (_, bytes) => {
    expect(Buffer.from(unpacked(packed(bytes), bytes.length)).equals(bytes)).toBe(true);
  });
});
