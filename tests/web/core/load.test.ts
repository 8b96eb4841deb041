import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { runByPaths } from "../../../web/src/core/cases/run.ts";
import { loadAttention } from "../../../web/src/core/index.ts";
import { readWasm } from "../../../web/src/core/read.ts";
import { cases } from "../../cases.ts";

afterEach(() => vi.restoreAllMocks());

const refuse = (message: string) => (): never => {
  throw new RangeError(message);
};

/** Limits of the memories that a module has or asks for, in pages of 64 KiB. */
function memories(wasm: Uint8Array): { initial: number; shared: boolean }[] {
  let at = 8; // past magic and version
  const leb = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++]!;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  const limits = () => {
    const flags = leb();
    const initial = leb();
    if (flags & 1) leb(); // the maximum
    return { initial, shared: (flags & 2) !== 0 };
  };
  const text = () => {
    const length = leb();
    at += length;
  };
  const found = [];
  while (at < wasm.length) {
    const section = leb();
    const size = leb();
    const end = at + size;
    if (section === 5) for (let n = leb(); n > 0; n--) found.push(limits());
    if (section === 2) {
      for (let n = leb(); n > 0; n--) {
        text();
        text();
        const kind = leb();
        if (kind === 0) leb();
        if (kind === 1) leb();
        if (kind === 1 || kind === 2) {
          const memory = limits();
          if (kind === 2) found.push(memory);
        }
        if (kind === 3) at += 2;
      }
    }
    at = end;
  }
  return found;
}

const generated = new URL("../../../web/src/core/generated/", import.meta.url);

describe.each(["simd", "scalar"] as const)("the %s build", (build) => {
  it("asks for little memory at first, and for none that is shared (E10)", () => {
    const found = memories(readFileSync(new URL(`${build}.wasm`, generated)));
    expect(found).toHaveLength(1);
    expect(found[0]!.initial).toBeGreaterThan(0);
    expect(found[0]!.initial * 64).toBeLessThanOrEqual(32 * 1024); // KiB
    expect(found[0]!.shared).toBe(false);
  });

  it("is optimised, and NaN and infinities are what they are all the same (E16)", async () => {
    const core = await loadAttention({ build });
    for (const id of ["K01", "N03", "N05", "M20"]) {
      expect(runByPaths(core, cases.find((c) => c.id === id)!).message, id).toBe("");
    }
  });

  it("says what it is", async () => {
    const core = await loadAttention({ build });
    expect(core.build).toBe(build);
    expect(core.compiler).toMatch(/clang/i);
  });
});

describe("loadAttention", () => {
  it("takes SIMD where the engine has it", async () => {
    expect((await loadAttention()).build).toBe("simd");
    expect((await loadAttention({ build: "auto" })).build).toBe("simd");
  });

  it("takes the scalar build where it has not", async () => {
    vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
    const core = await loadAttention();
    expect(core.build).toBe("scalar");
    expect(core.attention({ q: [[1]], k: [[1]], v: [[7]] }).output.data).toEqual(
      Float64Array.of(7),
    );
  });

  it("refuses a build that there is not, and names those there are", async () => {
    const asked = { build: "fast" as "simd" };
    await expect(loadAttention(asked)).rejects.toMatchObject({
      code: "type",
      field: "build",
      message: 'build must be "auto", "simd" or "scalar".',
    });
  });

  it("refuses an option that there is not", async () => {
    await expect(loadAttention({ bild: "simd" } as object)).rejects.toMatchObject({
      code: "unknownField",
      field: "bild",
    });
    await expect(loadAttention(null as never)).rejects.toMatchObject({ code: "type" });
  });

  it("rejects with an Error that says why when there is not enough memory (E10)", async () => {
    vi.spyOn(WebAssembly, "instantiate").mockImplementation(refuse("could not allocate memory"));
    vi.spyOn(WebAssembly, "Memory").mockImplementation(refuse("could not allocate memory"));
    await expect(loadAttention()).rejects.toThrow(/could not allocate memory/);
    await expect(loadAttention()).rejects.toBeInstanceOf(Error);
    vi.restoreAllMocks();
    await expect(loadAttention()).resolves.toBeDefined();
  });

  it("rejects with an Error where there is no WebAssembly at all", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    await expect(loadAttention()).rejects.toBeInstanceOf(Error);
    vi.unstubAllGlobals();
  });

  it("says so where a server sends a page for a program that is not there", async () => {
    const page = () => Promise.resolve(new Response("<!doctype html><title>app</title>"));
    vi.stubGlobal("fetch", page);
    const program = readWasm(new URL("http://app.test/deps/generated/simd.wasm"));
    await expect(program).rejects.toThrow(
      "/deps/generated/simd.wasm: a page came instead of the program, which is not there",
    );
    vi.unstubAllGlobals();
  });

  it("gives instances that know nothing of each other", async () => {
    const [one, other] = await Promise.all([loadAttention(), loadAttention()]);
    expect(one).not.toBe(other);
    expect(() => one!.attention({ q: [[1, 2]], k: [[1]], v: [[1]] })).toThrow();
    expect(other!.attention({ q: [[1]], k: [[1]], v: [[3]] }).output.data[0]).toBe(3);
  });
});
