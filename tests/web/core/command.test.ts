// The command line, with files and streams of the test's own.
import { describe, expect, it } from "vitest";
import { call, callNames, UnknownCall } from "../../../web/src/core/calls.ts";
import { collected } from "../../../web/src/core/cli/bytes.ts";
import { command } from "../../../web/src/core/cli/command.ts";
import type { Host } from "../../../web/src/core/cli/host.ts";
import { layout } from "../../../web/src/core/cli/layout.ts";
import { malformedAt } from "../../../web/src/core/cli/malformed.ts";
import { AttentionError, loadAttention } from "../../../web/src/core/index.ts";

const core = await loadAttention();

/** Runs `dikkat ...args`; `files` by name, "-" is standard input, "folder/name" lies in a folder. */
async function run(args: string[], files: Record<string, unknown> = {}, more: Partial<Host> = {}) {
  const printed: string[] = [];
  const said: string[] = [];
  const code = await command(args, {
    language: "en",
    read: async (file) => {
      const content = files[file];
      if (content === undefined) throw new Error("no such file");
      if (content instanceof Error) throw content;
      if (content instanceof Uint8Array) return content;
      return Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
    },
    list: async (folder) => {
      const inside = Object.keys(files).filter((file) => file.startsWith(`${folder}/`));
      if (inside.length === 0 && folder !== "empty") throw new Error("no such folder");
      return inside.map((file) => file.slice(folder.length + 1)).reverse();
    },
    version: async () => "1.2.3",
    print: async (pieces) => void printed.push(...pieces),
    say: (line) => said.push(line),
    ...more,
  });
  return { code, out: printed.join("").replace(/\n$/, ""), said: said.join("\n") };
}

const result = async (input: unknown, ...args: string[]) => {
  const { code, out, said } = await run(["-", ...args], { "-": input });
  expect({ code, said }).toEqual({ code: 0, said: "" });
  return JSON.parse(out);
};

const mean = { q: [[0]], k: [[1], [2]], v: [[3], [5]] };

describe("a call", () => {
  it("is attention, unless it says otherwise", async () => {
    const trace = await result(mean);
    expect(trace.output).toEqual([[4]]);
    expect(trace.weights).toEqual([[0.5, 0.5]]);
    expect(await result({ call: "attention", ...mean })).toEqual(trace);
    expect(await result({ call: "fiveLines", x: [[1]], wq: [[1]], wk: [[1]], wv: [[7]] })).toEqual({
      output: [[7]],
      weights: [[1]],
    });
  });

  it("is read from a file too", async () => {
    const { code, out } = await run(["mean.json"], { "mean.json": mean });
    expect(code).toBe(0);
    expect(JSON.parse(out).output).toEqual([[4]]);
  });

  it("gives tensors as rows of rows, heads first, or flat", async () => {
    const heads = { q: [[[0]], [[0]]], k: [[[1], [2]]], v: [[[3], [5]]] };
    expect((await result(heads)).output).toEqual([[[4]], [[4]]]);
    expect((await result(heads, "--flat")).weights).toEqual({
      shape: [2, 1, 2],
      data: [0.5, 0.5, 0.5, 0.5],
    });
    expect((await result({ ...mean, path: "tiled" })).output).toEqual([[4]]);
  });

  it("takes its fields one by one where the API does", async () => {
    expect(await result({ call: "sinusoidal", tokens: 1, width: 3 })).toEqual([[0, 1, 0]]);
    expect(await result({ call: "alibiSlopes", heads: 2 })).toEqual([0.0625, 0.00390625]);
    const turned = { call: "rotary", x: [[1, 0]], positions: [0], pairing: "half" };
    expect(await result(turned)).toEqual([[1, 0]]);
    const extra = await run(["-"], { "-": { call: "alibiSlopes", heads: 2, base: 3 } });
    expect(JSON.parse(extra.out).error).toMatchObject({ code: "unknownField", field: "base" });
  });

  it("reads and prints what JSON has no numbers for", async () => {
    const bias = [["-Infinity", 0]];
    const trace = await result({ ...mean, bias });
    expect(trace.masked).toEqual([["-Infinity", 0]]);
    expect(trace.output).toEqual([[5]]);
    expect((await result({ ...mean, v: [["NaN"], [5]] })).output).toEqual([["NaN"]]);
    const bytes = { call: "kvCacheBytes", layers: 2 ** 52, latent: 2 ** 52, tokens: 2 };
    expect((await result({ ...bytes, bytesPerElement: 1 })).bytes).toBe(String(2n ** 105n));
  });

  it("leaves tokens alone, which are texts", async () => {
    const tokens = ["NaN", "Infinity", "nan"];
    const rows = await result({ call: "embed", tokens, width: 2, seed: 1 });
    expect(rows).toHaveLength(3);
  });

  it("is printed in pieces, however long it or one of its rows is", async () => {
    const input = { call: "random", rows: 2, columns: 2 ** 16, seed: 1 };
    for (const flags of [[], ["--flat"]]) {
      const pieces: string[] = [];
      let prints = 0;
      const print = async (more: Iterable<string>) => {
        prints++;
        pieces.push(...more);
      };
      expect((await run(["-", ...flags], { "-": input }, { print })).code).toBe(0);
      // Its last line end with it: whoever reads the result may be gone before another.
      expect([prints, pieces.at(-1)]).toEqual([1, "\n"]);
      expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(2 ** 16);
      const printed = JSON.parse(pieces.join(""));
      const { data } = core.random({ rows: 2, columns: 2 ** 16, seed: 1 });
      expect(flags.length > 0 ? printed.data : printed.flat()).toEqual([...data]);
    }
  });

  it("takes matrices as patterns", async () => {
    const v = { rows: 2, columns: 1, pattern: [1, 0, 0, 3, 2] };
    expect((await result({ ...mean, v })).output).toEqual([[-0.25]]);
  });

  it("counts a pattern of numbers below 0 from 0 up to p, as any other", async () => {
    // -1 mod 3 is 2: (2 - 1) / 2; -2 mod 3 is 1: 0.
    const v = { rows: 2, columns: 1, pattern: [-1, 0, -1, 3, 2] };
    expect((await result({ ...mean, v })).output).toEqual([[0.25]]);
  });
});

describe("what is refused", () => {
  const refused = async (input: unknown, ...args: string[]) => {
    const { code, out, said } = await run(["-", ...args], { "-": input });
    expect(code).toBe(1);
    const { error } = JSON.parse(out);
    expect(said).toBe(error.message);
    return error;
  };

  it.each([
    [0, 2],
    [-3, 2],
    [3, 0],
  ])("a pattern with p = %d and d = %d", async (p, d) => {
    const v = { rows: 2, columns: 1, pattern: [1, 0, 0, p, d] };
    const error = await refused({ ...mean, v });
    expect(error).toMatchObject({ code: "type", field: "pattern" });
    expect(error.message).toBe(
      "pattern must be five numbers [a, b, c, p, d], with p more than 0 and d not 0.",
    );
  });

  it("is the error of the API, in the language that was asked for", async () => {
    const wide = { ...mean, k: [[1, 2]] };
    expect(await refused(wide)).toEqual({
      code: "widthMismatch",
      field: "k",
      other: "q",
      values: [2, 1],
      message: expect.stringMatching(/^k has 2 columns, q has 1\./),
    });
    expect((await refused(wide, "--language", "tr")).message).toMatch(/^k: 2 sütun, q: 1 sütun/);
    expect(await refused({ ...mean, windw: 3 })).toMatchObject({ field: "windw" });
    expect(await refused({})).toMatchObject({ code: "type", field: "q" });
    for (const input of ["3", "null", "[]", "[1]", '"x"'])
      expect(await refused(input)).toMatchObject({ code: "type", field: "input" });
  });

  it("is a call that there is not, with those that there are", async () => {
    const error = await refused({ call: "softmax" });
    expect(error).toMatchObject({ code: "call", field: "call" });
    expect(error.message).toMatch(/^There is no call named softmax\. .*attention, .*rotary, /);
    expect(error.message).not.toMatch(/close|attentionAsync/);
    const turkish = await refused({ call: "softmax" }, "--language=tr");
    expect(turkish.message).toMatch(/^softmax adında bir çağrı yok\./);
    expect(await refused({ call: "toString" })).toMatchObject({ code: "call" });
  });

  it("is what is not JSON, with its line and column", async () => {
    const error = await refused('{\n  "q": [[1, 2],\n        [3, x]]\n}');
    expect(error).toMatchObject({ code: "json", field: "-", values: [3, 13] });
    expect(error.message).toBe("- is not JSON: line 3, column 13 is not what must come there.");
    expect((await refused("{", "--language", "tr")).message).toMatch(/1\. satır, 2\. sütun/);
  });

  it("may begin with a byte order mark, be UTF-16 with one, and end its lines as Windows does", async () => {
    const text = `\ufeff${JSON.stringify(mean, null, 2)}`;
    expect((await result(text)).output).toEqual([[4]]);
    expect((await result(text.replaceAll("\n", "\r\n"))).output).toEqual([[4]]);
    const little = Buffer.from(text, "utf16le");
    expect((await result(little)).output).toEqual([[4]]);
    expect((await result(Buffer.from(little).swap16())).output).toEqual([[4]]);
    const broken = await run(["-"], { "-": Buffer.from("\ufeff[1,\r\n ]", "utf16le") });
    expect(JSON.parse(broken.out).error).toMatchObject({ code: "json", values: [2, 2] });
  });
});

describe("what a program may be given by mistake", () => {
  const both = async (input: unknown, ...args: string[]) => {
    const [english, turkish] = [
      await run([...args, "-"], { "-": input }),
      await run([...args, "-", "--language", "tr"], { "-": input }),
    ];
    expect([english.code, turkish.code]).toEqual([1, 1]);
    expect(turkish.said).not.toBe(english.said);
    const { error } = JSON.parse(english.out);
    expect(error).toEqual({ ...JSON.parse(turkish.out).error, message: english.said });
    return { ...error, turkish: turkish.said };
  };

  it.each(["", " \n\t", "\ufeff"])("an empty standard input: %j", async (text) => {
    expect(await both(text)).toEqual({
      ...{ code: "empty", field: "-", other: "", values: [0] },
      message: "Standard input is empty. It must hold a call or cases, as JSON.",
      turkish: "Standart girdi boş. İçinde JSON olarak bir çağrı ya da durumlar olmalı.",
    });
    expect((await run(["a.json"], { "a.json": text })).said).toMatch(/^a\.json is empty\./);
  });

  it.each([65, 5000, 1_000_000])("brackets inside brackets, %d of them", async (depth) => {
    const nested = `{"q":\n${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
    expect(await both(nested)).toMatchObject({ code: "depth", field: "-", values: [2, 64, 64] });
    const braces = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    expect(await both(braces)).toMatchObject({ code: "depth", values: [1, 5 * 64 + 1, 64] });
  });

  it("brackets in texts are none, and 64 are not too many", async () => {
    const tokens = ["[".repeat(100), `"\\${"{".repeat(100)}`];
    expect(await result({ call: "embed", tokens, width: 1, seed: 1 })).toHaveLength(2);
    const nested = `{"q":${"[".repeat(63)}${"]".repeat(63)}}`;
    expect(await both(nested)).toMatchObject({ code: "type", field: "q" });
    const wide = `[${"[],".repeat(100)}{}]`;
    expect(await both(wide)).toMatchObject({ code: "type", field: "input" });
    const long = JSON.stringify({ call: "embed", tokens: ["\\".repeat(1e7)], width: 1, seed: 1 });
    expect((await run(["-"], { "-": long })).code).toBe(0);
  });

  it("a call that is no text", async () => {
    for (const call of [["attention"], 3, null, {}, [["attention"]]]) {
      expect(await both({ call, ...mean })).toMatchObject({ code: "call", field: "call" });
    }
    expect((await both({ call: 3 })).message).toMatch(/^call must be a text/);
  });

  it("a number that float64 cannot hold, where it stands", async () => {
    const text = (number: string) => `{"q": [[0]], "k": [[1], [2]],\n "v": [[3], [${number}]]}`;
    for (const number of ["1e400", "-1e400", "2e308", "1.8E+308", "1".repeat(310), "9e999999"]) {
      const error = await both(text(number));
      expect(error).toMatchObject({ code: "overflow", field: "-", values: [2, 14] });
      expect(error.message).toContain(number.slice(0, 40));
      expect(error.turkish).toContain(number.slice(0, 40));
      expect(error.message.length).toBeLessThan(250);
    }
    for (const [number, want] of [
      ["1.7976931348623157e308", Number.MAX_VALUE],
      ["1e-400", 0],
      [`${"1".repeat(310)}e-310`, 1 / 9],
      ['"Infinity"', "Infinity"],
    ] as const) {
      expect((await result(text(number).replace("[[0]]", "[[1e4]]"))).output).toEqual([[want]]);
    }
    const tokens = { call: "embed", tokens: ["1e400", '"1e400'], width: 1, seed: 1 };
    expect(await result(tokens)).toHaveLength(2);
  });

  it("a field that is there twice, where it is for the second time", async () => {
    const twice = '{"q": [[0]], "k": [[1]], "v": [[3]],\r\n  "\\u0071" : [[4]]}';
    const error = await both(twice);
    expect(error).toMatchObject({ code: "twice", field: "-", values: [2, 3] });
    expect(error.message).toContain("field q a second time");
    const inner = '{"x": [[1]], "layers": [{"a": "a", "b": {"a": 1}}, {"a": 1, "c": [], "a": 2}]}';
    const place = inner.lastIndexOf('"a"') + 1;
    expect(await both(inner)).toMatchObject({ code: "twice", values: [1, place] });
    const texts = { call: "embed", tokens: ["a", "a", ":", ':"a"'], width: 1, seed: 1 };
    expect(await result(texts)).toHaveLength(4);
  });

  it("a stream without an end", async () => {
    let given = 0;
    async function* stream() {
      for (const piece = new Uint8Array(2 ** 24); ; given++) yield piece;
    }
    const read = () => collected(stream());
    const { code, said } = await run(["-"], {}, { read });
    expect([code, said]).toEqual([2, "- cannot be read: it is larger than 512 MiB."]);
    expect(given).toBeLessThanOrEqual(32);
    expect((await run(["-", "--language", "tr"], {}, { read })).said).toBe(
      "- okunamıyor: 512 MiB’tan büyük.",
    );
  });

  it("bytes that are no text", async () => {
    // "ışık" as Windows-1254 writes it.
    const bytes = Buffer.concat([
      Buffer.from('{"call": "embed",\n "tokens": ["'),
      Buffer.of(0xfd, 0xfe, 0xfd, 0x6b),
      Buffer.from('"], "width": 1, "seed": 1}'),
    ]);
    expect(await both(bytes)).toMatchObject({ code: "encoding", field: "-", values: [2, 14] });
  });

  it("a pattern that is as long as nothing can be", async () => {
    for (const rows of [1e10, -1, 0.5, "3", 2 ** 24 + 1]) {
      const v = { rows, columns: rows === 1e10 ? 0 : 1, pattern: [1, 1, 1, 3, 1] };
      expect(await both({ ...mean, v })).toMatchObject({ code: "type", field: "v" });
    }
  });
});

describe("the place where a text stops being JSON", () => {
  it.each([
    ["", 1, 1],
    ["  ", 1, 3],
    ["[1,]", 1, 4],
    ["[1 2]", 1, 4],
    ["[01]", 1, 3],
    ["[-]", 1, 2],
    ["[.5]", 1, 2],
    ["[NaN]", 1, 2],
    ["[1]]", 1, 4],
    ["[1", 1, 3],
    ['{"a" 1}', 1, 6],
    ['{"a":1,}', 1, 8],
    ["{'a':1}", 1, 2],
    ['{"a":tru}', 1, 6],
    ['["open]', 1, 2],
    ['["\\x"]', 1, 2],
    ['["\t"]', 1, 2],
    ['{"a": [1,\r\n2,\r\n,3]}', 3, 1],
    [`${"[".repeat(100_000)}}`, 1, 100_001],
    [`["${"\\n".repeat(5_000_000)}" x]`, 1, 10_000_005],
  ])("%#", (text, line, column) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(malformedAt(text)).toEqual({ line, column });
  });

  it("is the end of what is JSON", () => {
    for (const value of [mean, [], {}, 'a"\\\u00e9\u2028', [{ a: [-1.5e-7, true, null] }], 0]) {
      for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
        const lines = text.split("\n");
        const end = { line: lines.length, column: lines.at(-1)!.length + 1 };
        expect(malformedAt(text)).toEqual(end);
      }
    }
  });
});

describe("cases", () => {
  const good = {
    id: "G1",
    title: { en: "A mean", tr: "Bir ortalama" },
    calls: [{ input: mean, expected: { output: [[4]] } }],
  };
  const bad = { ...good, id: "B1", calls: [{ input: mean, expected: { output: [[4.5]] } }] };

  it("are run from a file, alone or as a list", async () => {
    expect(await run(["good.json"], { "good.json": good })).toEqual({
      code: 0,
      out: "passed G1 A mean\n1 passed, 0 failed",
      said: "",
    });
    const list = await run(["-", "--language", "tr"], { "-": [bad, good] });
    expect(list.code).toBe(1);
    expect(list.out.split("\n")).toEqual([
      "BAŞARISIZ B1 Bir ortalama: 1. çağrı: output[0][0] = 4, 4.5 olmalı (hata payı 0)",
      "geçti G1 Bir ortalama",
      "1 geçti, 1 başarısız",
    ]);
  });

  it("are run from all JSON files of a folder, in their order", async () => {
    const files = {
      "all/b.json": [good],
      "all/a.json": { calls: [{ call: "softmax", input: {}, expected: { output: 1 } }] },
      "all/c.json": "[",
      "all/d.json": { q: 1 },
      "all/e.json": { calls: [null] },
      "all/read.md": "no case",
    };
    const { code, out } = await run(["cases", "all"], files);
    expect(code).toBe(1);
    expect(out.split("\n").map((line) => line.slice(0, 60))).toEqual([
      "FAILED #1: call 1: threw UnknownCall: There is no call named",
      "passed G1 A mean",
      "FAILED all/c.json is not JSON: line 1, column 2 is not what ",
      "FAILED d.json holds no cases: an object with a list of calls",
      expect.stringMatching(/^FAILED #1: /),
      "1 passed, 4 failed",
    ]);
  });

  it("are named in another language, if they have no name in the one that is asked for", async () => {
    const file = {
      "-": [
        { ...good, title: { en: "A mean" } },
        { ...good, title: {} },
      ],
    };
    const { out } = await run(["-", "--language", "tr"], file);
    expect(out.split("\n").slice(0, 2)).toEqual(["geçti G1 A mean", "geçti G1"]);
  });

  it("are run by every path that they offer, or by one", async () => {
    const expected: object = { output: [[4]], float32: [[5]] };
    const file = { "-": { ...good, calls: [{ input: mean, expected }] } };
    const both = await run(["-"], file);
    expect(both.out).toMatch(/^FAILED G1 A mean: tiled, call 1: output\[0\]\[0\] is 4/);
    expect((await run(["-", "--path", "reference"], file)).code).toBe(0);
    expect((await run(["-", "--path", "tiled"], file)).code).toBe(1);
  });

  it("are not passed by a path that can show nothing of them", async () => {
    const slopes = { call: "alibiSlopes", input: { heads: 1 }, expected: { result: [2 ** -8] } };
    const inner = { input: mean, expected: { weights: [[0.5, 0.5]] } };
    const file = { "-": [{ id: "A", calls: [slopes] }, { id: "B", calls: [inner] }, good] };
    expect((await run(["-"], file)).out).toMatch(/3 passed, 0 failed$/);
    const tiled = await run(["-", "--path", "tiled"], file);
    expect(tiled.code).toBe(0);
    expect(tiled.out).toBe(
      "not checked A\nnot checked B\npassed G1 A mean\n1 passed, 0 failed, 2 not checked",
    );
    const turkish = await run(["-", "--path", "tiled", "--language", "tr"], file);
    expect(turkish.out).toMatch(/^denetlenmedi A\n.*, 2 denetlenmedi$/s);
  });

  it("that are none fail beside those that are", async () => {
    const { code, out } = await run(["-"], { "-": [good, 3, { cals: [] }] });
    expect(code).toBe(1);
    expect(out.split("\n")).toEqual([
      "passed G1 A mean",
      "FAILED #2: case must be an object",
      "FAILED #3: there is no field cals in a case; check its spelling",
      "1 passed, 2 failed",
    ]);
  });
});

describe("the command itself", () => {
  const usage = async (args: string[], files = {}) => {
    const { code, out, said } = await run(args, files);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    return said;
  };

  it("says what is wrong with it", async () => {
    expect(await usage([])).toMatch(/^Which file\?/);
    expect(await usage(["cases"])).toMatch(/^Which file\?/);
    expect(await usage(["a", "b"])).toBe("One file at a time.");
    expect(await usage(["cases", "a", "b"])).toBe("One file at a time.");
    expect(await usage(["a"])).toBe("a cannot be read: no such file.");
    expect(await usage(["cases", "a"])).toBe("a cannot be read: no such folder.");
    expect(await usage(["cases", "empty"])).toBe("There is no JSON file in empty.");
    expect(await usage(["--fast", "a"])).toMatch(/--fast.*dikkat --help/);
    expect(await usage(["--path", "fast", "a"])).toMatch(/"reference" or "tiled"/);
    expect(await usage(["--language", "de", "a"])).toMatch(/"en" or "tr"/);
    expect(await usage(["-", "--path", "tiled"], { "-": mean })).toMatch(/the field path/);
    expect(await usage(["--language", "tr"])).toMatch(/^Hangi dosya\?/);
  });

  it.each<[string[], RegExp, RegExp]>([
    [["--fast", "a"], /^There is no option --fast\./, /^--fast adında bir seçenek yok\./],
    [["-x", "a"], /^There is no option -x\./, /^-x adında bir seçenek yok\./],
    [["--flat=yes", "a"], /^--flat takes no value\./, /^--flat seçeneği değer almaz\./],
    [["a", "--path"], /^--path needs a value/, /^--path seçeneğinden sonra/],
    [["--path", "--flat", "a"], /"reference" or "tiled"/, /"reference" ya da "tiled"/],
    [["--version", "extra"], /stand alone, without extra\.$/, /extra olmadan\.$/],
    [["--help", "cases"], /stand alone, without cases\.$/, /cases olmadan\.$/],
    [["cases", "--flat", "a"], /^--flat is for calls\./, /^--flat çağrılar içindir\./],
    [["gone"], /there is no such file or folder\.$/, /böyle bir dosya ya da klasör yok\.$/],
    [["folder"], /it is a folder/, /bu bir klasör/],
    [["odd"], /^odd cannot be read: EIO\.$/, /^odd okunamıyor: EIO\.$/],
  ])("says what is wrong with %j in both languages", async (args, english, turkish) => {
    const failing = (code: string) => Object.assign(new Error("ENGLISH"), { code });
    const files = { gone: failing("ENOENT"), folder: failing("EISDIR"), odd: failing("EIO") };
    expect(await usage(args, files)).toMatch(english);
    expect(await usage(["--language=tr", ...args], files)).toMatch(turkish);
  });

  it("speaks the language of the system, unless it is told another", async () => {
    const turkish = { language: "tr" } as const;
    expect((await run([], {}, turkish)).said).toMatch(/^Hangi dosya\?/);
    expect((await run(["--help"], {}, turkish)).out).toContain("Çağrılar:");
    expect((await run(["-"], { "-": "[" }, turkish)).said).toMatch(/1\. satır/);
    expect((await run(["--language", "en"], {}, turkish)).said).toMatch(/^Which file\?/);
    expect((await run(["--fast", "--language=en"], {}, turkish)).said).toMatch(/^There is no/);
    expect((await run(["--fast", "--language=tr", "--language=en"])).said).toMatch(/^There is no/);
    expect((await run(["--language", "de"], {}, turkish)).said).toMatch(/ya da "tr" olmalı/);
  });

  it.each([
    ["ENOSPC", "Not all of the output could be written: there is no space left."],
    ["EIO", "Not all of the output could be written: EIO."],
    ["EPIPE", ""],
  ])("stops at the first thing that it cannot print, and says so once: %s", async (code, want) => {
    const one = { calls: [{ input: mean, expected: { output: [[4]] } }] };
    const all: [string[], unknown][] = [
      [["-"], [one, one, one]],
      [["-"], mean],
      [["-"], "{"],
      [["--version"], ""],
      [["--help"], ""],
    ];
    for (const [args, file] of all) {
      let tries = 0;
      const print = async () => {
        tries++;
        throw Object.assign(new Error("ENGLISH"), { code });
      };
      const { code: exit, said } = await run(args, { "-": file }, { print });
      const sentences = said.split("\n").filter((line) => !line.startsWith("- is not JSON"));
      expect([exit, tries, sentences.join()]).toEqual([3, 1, want]);
    }
  });

  it("says in one line what it could not do, whoever is to blame", async () => {
    const version = async () => {
      throw new RangeError("no memory");
    };
    expect(await run(["--version"], {}, { version })).toEqual({
      code: 3,
      out: "",
      said: "dikkat could not do this, and the input is not why: no memory",
    });
    const { code, said } = await run(["--version", "--language", "tr"], {}, { version });
    expect([code, said]).toEqual([3, "dikkat bunu yapamadı; nedeni girdi değil: no memory"]);
  });

  it.each(["en", "tr"])("tells all its exit codes in its help (%s)", async (language) => {
    const { out } = await run(["--help", "--language", language]);
    expect(out.match(/^ {2}[0-9] {2}/gm)).toEqual(["  0  ", "  1  ", "  2  ", "  3  "]);
  });

  it("explains itself, and names every call", async () => {
    const help = await run(["--help"]);
    expect(help.code).toBe(0);
    const text = help.out.replaceAll(/\s+/g, " ");
    for (const name of callNames(core)) expect(text).toContain(name);
    expect(help.out.split("\n").filter((line) => line.length > 90)).toEqual([]);
    expect((await run(["--help", "--language", "tr"])).out).toMatch(/Çağrılar:\n {2}attention, /);
    expect(await run(["--version"])).toEqual({ code: 0, out: "1.2.3", said: "" });
  });
});

describe("the calls", () => {
  it("are all that the loaded core computes", () => {
    const functions = Object.entries(core).filter(([, value]) => typeof value === "function");
    const names = functions
      .map(([name]) => name)
      .filter((name) => !/^(attentionAsync|close)$/.test(name));
    expect(callNames(core)).toEqual(names);
    expect(names).toEqual(expect.arrayContaining(["attention", "rotary", "kvCacheBytes"]));
  });

  it("each take their fields: what is missing is named, what is unknown as well", () => {
    for (const name of callNames(core)) {
      expect(() => call(core, name, {}), name).toThrow(AttentionError);
      try {
        call(core, name, {});
      } catch (error) {
        expect((error as AttentionError).field, name).not.toBe("input");
      }
      expect(() => call(core, name, { noSuchField: 1 }), name).toThrow(AttentionError);
    }
    expect(() => call(core, "close", {})).toThrow(UnknownCall);
    expect(() => call(core, "build", {})).toThrow(UnknownCall);
  });
});

describe("the layout", () => {
  it("is JSON with a row on each line", () => {
    const value = {
      a: [
        [1, 2],
        [3, 4],
      ],
      b: [],
      c: {},
      d: [{ e: ["x", null] }],
      f: undefined,
    };
    const text = [...layout(value)].join("");
    expect(text).toBe(`{
  "a": [
    [1, 2],
    [3, 4]
  ],
  "b": [],
  "c": {},
  "d": [
    {
      "e": ["x", null]
    }
  ]
}`);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
  });
});
