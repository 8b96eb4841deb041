// The program `dikkat` of the built package, in a process of its own: its streams, files and exit codes.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const program = fileURLToPath(new URL("../../dist/package/cli/dikkat.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "dikkat-program-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const full = "/dev/full";

interface Around {
  input?: string | Uint8Array;
  /** A file that takes standard output, or standard error. */
  out?: string;
  err?: string;
  /** Whether whoever reads goes away after the first piece. */
  closes?: boolean;
  env?: Record<string, string>;
}

interface Ended {
  code: number | null;
  out: string;
  said: string;
}

function run(args: string[], { input = "", out, err, closes, env }: Around = {}): Promise<Ended> {
  const to = (file: string | undefined) => (file === undefined ? "pipe" : openSync(file, "w"));
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ["pipe", to(out), to(err)],
    env: { ...process.env, LC_ALL: "C", ...env },
  });
  const told = { out: "", said: "" };
  child.stdout?.setEncoding("utf8").on("data", (piece) => {
    told.out += piece;
    if (closes) child.stdout?.destroy();
  });
  child.stderr?.setEncoding("utf8").on("data", (piece) => {
    told.said += piece;
  });
  // A program that was not understood does not read what it is given.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...told }));
  });
}

const mean = { q: [[0]], k: [[1], [2]], v: [[3], [5]] };
const good = { id: "G1", calls: [{ input: mean, expected: { output: [[4]] } }] };
const bad = { id: "B1", calls: [{ input: mean, expected: { output: [[5]] } }] };

describe("the program", () => {
  it("reads a file or its standard input, and prints JSON", async () => {
    const text = JSON.stringify(mean);
    const file = join(folder, "mean.json");
    writeFileSync(file, text);
    const [read, given] = [await run([file]), await run(["-"], { input: text })];
    expect(read).toEqual(given);
    expect(read).toMatchObject({ code: 0, said: "" });
    expect(JSON.parse(read.out).output).toEqual([[4]]);
    const windows = Buffer.from(`\ufeff${JSON.stringify(mean, null, 2)}`.replaceAll("\n", "\r\n"));
    expect(await run(["-"], { input: windows })).toEqual(given);
  });

  it.each<[number, string[], string]>([
    [0, ["-"], JSON.stringify(good)],
    [1, ["-"], JSON.stringify([good, bad])],
    [1, ["-"], JSON.stringify({ q: 1 })],
    [1, ["-"], "{"],
    [2, ["--fast"], ""],
    [2, [join(folder, "nothing.json")], ""],
    [2, ["cases", join(folder, "nothing")], ""],
  ])("ends with %d: %j", async (code, args, input) => {
    expect((await run(args, { input })).code).toBe(code);
  });

  it("runs the JSON files of a folder, whatever their endings' letters, and no folders in it", async () => {
    const cases = join(folder, "cases");
    mkdirSync(join(cases, "inner.json"), { recursive: true });
    writeFileSync(join(cases, "a.json"), `\ufeff${JSON.stringify(good)}`);
    writeFileSync(join(cases, "B.JSON"), JSON.stringify([bad]));
    writeFileSync(join(cases, "c.json"), "[1");
    const { code, out, said } = await run(["cases", `${cases}/`]);
    expect({ code, said }).toEqual({ code: 1, said: "" });
    expect(out.split("\n")).toEqual([
      "FAILED B1: call 1: output[0][0] is 4, it must be 5 (tolerance 0)",
      "passed G1",
      `FAILED ${cases}/c.json is not JSON: line 1, column 3 is not what must come there.`,
      "1 passed, 2 failed",
      "",
    ]);
  });

  it("speaks the language of the system", async () => {
    const languages = async (env: Record<string, string>) =>
      (await run([], { env })).said.startsWith("Hangi dosya?") ? "tr" : "en";
    expect(await languages({ LC_ALL: "tr_TR.UTF-8" })).toBe("tr");
    expect(await languages({ LC_ALL: "", LC_MESSAGES: "tr_TR", LANG: "C" })).toBe("tr");
    expect(await languages({ LC_ALL: "", LC_MESSAGES: "", LANG: "tr" })).toBe("tr");
    expect(await languages({ LC_ALL: "C.UTF-8", LANG: "tr_TR.UTF-8" })).toBe("en");
    expect(await languages({ LC_ALL: "tt_RU.UTF-8" })).toBe("en");
    expect(await languages({ LC_ALL: "trv" })).toBe("en");
  });

  it("prints a result to its end into a pipe, however long", async () => {
    const input = JSON.stringify({ call: "random", rows: 1000, columns: 100, seed: 1 });
    const { code, out, said } = await run(["-"], { input });
    expect({ code, said }).toEqual({ code: 0, said: "" });
    expect(JSON.parse(out)).toHaveLength(1000);
  });

  it("stops in silence when whoever reads it has gone", async () => {
    // Some 40 MB, far more than a pipe holds.
    const input = JSON.stringify({ call: "random", rows: 2000, columns: 1000, seed: 1 });
    const { code, out, said } = await run(["-"], { input, closes: true });
    expect({ code, said }).toEqual({ code: 3, said: "" });
    expect(out.length).toBeLessThan(2 ** 22);
  });

  describe.runIf(existsSync(full))("where there is no space left", () => {
    it.each<[string, string[], string]>([
      ["cases", ["-"], JSON.stringify([good, bad, good])],
      ["a result", ["-"], JSON.stringify(mean)],
      ["a refusal", ["-"], JSON.stringify({ ...mean, q: [] })],
      ["its version", ["--version"], ""],
    ])("says so once: %s", async (_, args, input) => {
      const { code, said } = await run(args, { input, out: full });
      const why = "Not all of the output could be written: there is no space left.\n";
      expect(code).toBe(3);
      expect(said.split(why)).toHaveLength(2);
    });

    it("keeps its exit code where nothing can be said", async () => {
      expect((await run(["--fast"], { err: full })).code).toBe(2);
      const { code, out } = await run(["-"], { input: "{", err: full });
      expect(code).toBe(1);
      expect(JSON.parse(out).error.code).toBe("json");
    });
  });
});
