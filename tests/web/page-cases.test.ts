// The cases of groups E (loading, memory, embedding) and T (texts, page): which tests hold them, and
// those that need no page. The numbered cases of the core itself are in cases.test.ts.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Attention, loadAttention } from "../../web/src/core/index.ts";
import { describeInput, InputError } from "../../web/src/inputs/error.ts";
import { workedExample } from "../../web/src/inputs/example.ts";
import { parseMatrix } from "../../web/src/inputs/matrix.ts";
import { setMatrix, setSettings } from "../../web/src/inputs/state.ts";
import { lowerCase, tokenize } from "../../web/src/inputs/text.ts";
import { decode, encode } from "../../web/src/inputs/url.ts";
import { pixelsOf } from "../../web/src/views/heat-map.ts";
import { noCells } from "../../web/src/views/lit-cells.ts";
import { scaleOf } from "../../web/src/views/scale.ts";
import { gridOf, sceneOf } from "../../web/src/views/scene.ts";
import { cases as coreCases } from "../cases.ts";
import cases from "../page-cases.json" with { type: "json" };
import { thrown } from "./support/thrown.ts";

// biome-ignore lint/suspicious/noExplicitAny: each case has fields of its own
type Any = any;
const the = (id: string): Any => cases.find((c) => c.id === id);

const here = new URL(".", import.meta.url);
const testFiles = readdirSync(here, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(test|spec)\.ts$/u.test(file))
  .map((file) => readFileSync(new URL(file, here), "utf8"));

/** Names of tests in which the case stands: "… (T01)". */
function testsOf(id: string): string[] {
  const name = new RegExp(
    `^.*\\b(?:test|it|describe)\\b.*\\(${id}\\)|^ *"[^"]*\\(${id}\\)",$`,
    "gmu",
  );
  return testFiles.flatMap((text) => text.match(name) ?? []);
}

it.each(cases.map((c) => [c.id, c.title]))("%s, %s, is held by a test", (id) => {
  expect(testsOf(id)).not.toEqual([]);
});

const shared = new URL("../../../shared/cases/cases.json", import.meta.url);

describe.runIf(existsSync(shared))("the collection that the cases were taken from", () => {
  const collection: Any[] = existsSync(shared) ? JSON.parse(readFileSync(shared, "utf8")) : [];

  it("has no other case of these groups", () => {
    const ids = collection.map((c) => c.id).filter((id) => /^[ET]/u.test(id));
    expect(cases.map((c) => c.id).sort()).toEqual(ids.sort());
  });

  it.each(cases.map((c) => c.id))("%s has its values", (id) => {
    const { input, expected } = collection.find((c) => c.id === id);
    expect(the(id)).toMatchObject({ input, expected });
  });
});

const numbersOf = (core: Attention) => {
  const input = coreCases.find((c) => c.id === "M01")?.calls[0]?.input as Any;
  const { scores, scaled, masked, weights, output } = core.attention(input);
  return [scores, scaled, masked, weights, output].map(({ data }) => data as Float64Array);
};

describe.each(["simd", "scalar"] as const)("the %s build", (build) => {
  it("leaves earlier results alone when its memory has grown (E01)", async () => {
    const core = await loadAttention({ build, threads: 1 });
    const first = numbersOf(core);
    const kept = first.map((data) => Array.from(data));
    const n = 1500;
    const x = { shape: [n, 4], data: new Float64Array(4 * n).fill(0.5) };
    // Equal tokens: every weight is 1 / n.
    const { weights } = core.attention({ q: x, k: x, v: x });
    expect(weights.data).toHaveLength(n * n);
    expect(weights.data.at(-1)).toBeCloseTo(1 / n, 12);
    expect(first.map((data) => Array.from(data))).toEqual(kept);
    expect(numbersOf(core)).toEqual(first);
  });

  it("throws an Error that names both widths, and the next call works (E03)", async () => {
    const core = await loadAttention({ build, threads: 1 });
    const before = numbersOf(core);
    const [q, k, v] = [
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
      [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
      [[1], [2]],
    ];
    const error = thrown(() => core.attention({ q, k, v } as Any));
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toMatch(/3.*4|4.*3/u);
    expect(numbersOf(core)).toEqual(before);
  });
});

it("the colours of 160 000 weights come of their largest (E14)", async () => {
  const tokens = 400;
  const core = await loadAttention({ threads: 1 });
  // Scores of 0 and of 8: query and key alike or not. Of a row, exp(8) / (exp(8) + 399).
  const x = Array.from({ length: tokens }, (_, i) =>
    Array.from({ length: tokens }, (_, j) => (i === j ? Math.sqrt(8) : 0)),
  );
  const labels = x.map((_, i) => `t${i}`);
  const trace = core.attention({ q: x, k: x, v: x, scale: 1 });
  const source = { kind: "direct", q: x, k: x, v: x } as const;
  const state = { ...workedExample.state, source, tokens: labels, keyTokens: null };
  const grid = gridOf(sceneOf(state, trace), "weights");
  const scale = scaleOf(grid);
  expect(scale.max).toBeCloseTo(Math.exp(8) / (Math.exp(8) + tokens - 1), 12);
  expect(scale.min).toBeCloseTo(1 / (Math.exp(8) + tokens - 1), 12);
  expect(pixelsOf({ grid, scale, lit: noCells }, "light")).toHaveLength(4 * tokens * tokens);
});

describe("what is pasted", () => {
  const read = (text: string) => {
    const result = parseMatrix(text);
    return result instanceof InputError ? result : result.matrix;
  };

  it("decimal commas with semicolons, and points with commas (T01)", () => {
    const { input, expected } = the("T01");
    expect(read(input.text)).toEqual(expected.matrix);
    expect(read(expected.also.text)).toEqual(expected.also.matrix);
  });

  it("the minus sign of books (T03)", () => {
    expect(the("T03").input.text).toContain("\u2212");
    expect(read(the("T03").input.text)).toEqual(the("T03").expected.matrix);
  });

  it("what NumPy and PyTorch print, without the numbers in their types (T05)", () => {
    const { input, expected } = the("T05");
    expect(read(input.text)).toEqual(expected.matrix);
    expect(read(input.also)).toEqual(expected.also_matrix);
  });

  it("a minus with a space before and none after it (T07)", () => {
    expect(read(the("T07").input.text)).toEqual(the("T07").expected.matrix);
  });

  it("ragged rows, counted as the reader counts them (T09)", () => {
    const { input, expected } = the("T09");
    const told = read(input.text);
    if (!(told instanceof InputError)) throw new Error("it was read");
    expect(describeInput(told, "en").toLowerCase()).toContain(expected.error);
    expect(describeInput(told, "tr")).toMatch(/^2\. satırda 1 sayı var, 1\. satırda 3\./u);
  });

  it("the line ends of a spreadsheet (T13)", () => {
    expect(read(the("T13").input.text)).toEqual(the("T13").expected.matrix);
  });
});

it("a mask with -inf survives a link (T11)", () => {
  const bias = the("T11").input.state.additive_mask.map((row: Any[]) =>
    row.map((x) => (x === "-inf" ? Number.NEGATIVE_INFINITY : x)),
  );
  const two = setMatrix(workedExample.state, "x", [
    [1, 0, 0, 1],
    [0, 1, 1, 0],
  ]);
  const link = decode(encode(setSettings(two, { bias }), "tr"));
  if (link instanceof InputError || link.content?.kind !== "state") throw new Error("no state");
  expect(link.content.state.settings.bias).toEqual(bias);
});

it("the language of a text decides how it is lower-cased (T15)", () => {
  const { input, expected } = the("T15");
  const lower = input.words.map((word: string) => lowerCase(word, "tr"));
  expect(lower).toEqual(expected.lower);
  expect(lower.map((word: string) => word.length)).toEqual(expected.lengths_utf16);
  expect(input.english.words.map((word: string) => lowerCase(word, "en"))).toEqual(
    expected.english_lower,
  );
});

it("letters composed or not are one token (T17)", () => {
  const { a, b, text } = the("T17").input;
  const lengths = [a.normalize("NFC"), b.normalize("NFD")].map((word) => word.length);
  expect(lengths).toEqual(the("T17").expected.nfc_lengths);
  const word = "ağaç".normalize("NFC");
  for (const both of [text, `${a.normalize("NFC")} ${b.normalize("NFD")}`])
    expect(tokenize(both, "tr")).toEqual([word, word]);
});

it("512 words are refused with their number and the limit (T19)", () => {
  const told = tokenize("kelime ".repeat(512), "tr");
  expect(told).toMatchObject({ code: "tooManyTokens", values: { count: 512, limit: 64 } });
});
