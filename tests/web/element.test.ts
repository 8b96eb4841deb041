// The attributes of <dikkat-attention> as a state, and the script that it comes in.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { languageOf } from "../../web/src/element/around.ts";
import { inputAttributes, readFigure, readState, told } from "../../web/src/element/attributes.ts";
import { lookAttributes } from "../../web/src/element/looks.ts";
import { unknownIn } from "../../web/src/element/unknown.ts";
import { workedExample } from "../../web/src/inputs/example.ts";
import type { Language, State } from "../../web/src/inputs/state.ts";

type Attributes = Readonly<Record<string, string>>;

function read(
  attributes: Attributes,
  language: Language = "en",
): { state: State; wrong: string[] } {
  const wrong: string[] = [];
  const state = readState(
    (name) => attributes[name] ?? null,
    (content) => {
      if (content.kind !== "state") throw new Error("a sentence needs the core");
      return { value: content.state };
    },
    (attribute, problem) => wrong.push(told(attribute, problem).say(language)),
  );
  return { state, wrong };
}

const two = { q: "1 0; 0 1", k: "1 0; 0 1", v: "1 2; 3 4" };
const matrix = [
  [1, 2],
  [3, 4],
];

describe("the matrices of an element", () => {
  it.each([
    "1 2; 3 4",
    "1,2;3,4",
    "[[1, 2], [3, 4]]",
    "1,2\n3,4",
    "np.array([[1., 2.], [3., 4.]])",
    "[1 2; 3 4]",
    String.raw`\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}`,
    '{"shape": [2, 2], "data": [1, 2, 3, 4]}',
  ])("are read from %s", (v) => {
    const { state, wrong } = read({ ...two, v });
    expect(wrong).toEqual([]);
    expect(state.source).toEqual({
      kind: "direct",
      q: [
        [1, 0],
        [0, 1],
      ],
      k: [
        [1, 0],
        [0, 1],
      ],
      v: matrix,
    });
  });

  it("may be X and the weights", () => {
    const { state, wrong } = read({ x: "1 2; 3 4", wq: "1;0", wk: "0;1", wv: "1;1" });
    expect(wrong).toEqual([]);
    expect(state.source).toEqual({
      kind: "projected",
      x: matrix,
      wq: [[1], [0]],
      wk: [[0], [1]],
      wv: [[1], [1]],
    });
    // Words of the example are not those of these numbers.
    expect(state.tokens).toEqual(["t1", "t2"]);
  });

  it.each<[Attributes, string]>([
    [
      { q: "1 2", k: "1 2" },
      "The attributes q and k are given without v. Give q, k and v, or x, wq, wk and wv.",
    ],
    [
      { wq: "1" },
      "The attribute wq is given without x, wk and wv. Give q, k and v, or x, wq, wk and wv.",
    ],
    [{ ...two, x: "1" }, "The attributes x and q exclude each other. Keep one of the two."],
    [
      { ...two, v: "1 2; 3 y" },
      "The attribute v: Row 2, column 2: “y” is not a number. Write it like 1.5 or -2.",
    ],
    [
      { ...two, v: Array(65).fill(1).join(";") },
      "The attribute v: There are 65 rows, the limit is 64. Leave some tokens out.",
    ],
    [
      { ...two, v: "1;y" },
      "The attribute v: Row 2, column 1: “y” is not a number. Write it like 1.5 or -2.",
    ],
    [
      { ...two, v: "1 2; 3" },
      "The attribute v: Row 2 has 1 number, row 1 has 2. Give every row as many as the first.",
    ],
  ])("%o are told apart from the rest", (attributes, sentence) => {
    const { state, wrong } = read({ ...attributes, causal: "" });
    expect(wrong).toEqual([sentence]);
    expect(state.source).toBe(workedExample.state.source);
    expect(state.settings.causal).toBe("top-left");
  });

  it("replace those of a link", () => {
    const { state } = read({ state: "#figure-softmax?v=1&Q=1;2&K=3;4&V=5;6&tokens=a,b", v: "7;8" });
    expect(state.source).toEqual({ kind: "direct", q: [[1], [2]], k: [[3], [4]], v: [[7], [8]] });
    expect(state.tokens).toEqual(["a", "b"]);
  });
});

describe("the tokens of an element", () => {
  it("name queries and keys", () => {
    expect(read({ ...two, tokens: "the cat" }).state).toMatchObject({
      tokens: ["the", "cat"],
      keyTokens: null,
    });
    const cross = read({ ...two, k: "1 0; 0 1; 1 1", v: "1;2;3", tokens: "a, b", keys: "x y z" });
    expect(cross.state).toMatchObject({ tokens: ["a", "b"], keyTokens: ["x", "y", "z"] });
  });

  it.each([
    ['["New York", "is"]', ["New York", "is"]],
    [' [ "a, b" ,"say \\"hi\\"" ] ', ["a, b", 'say "hi"']],
    ['["", "\\u0131"]', ["t1", "ı"]],
    ['["one", ""]', ["one", "t2"]],
    // What other programs make of a text is no list.
    ["[CLS] cat", ["[CLS]", "cat"]],
    ["[ cat", ["[", "cat"]],
  ])("are a list if they are written as one: %s", (tokens, labels) => {
    const { state, wrong } = read({ ...two, tokens });
    expect(wrong).toEqual([]);
    expect(state.tokens).toEqual(labels);
  });

  it.each([
    ['["New York", is]', 2],
    ['["New York" "is"]', 1],
    ['["New York", "is"', 2],
    ['["New York", "is",]', 3],
    ['["a", 2]', 2],
    ['["\\x", "b"]', 1],
    ["['New York', 'is']", 1],
    ["[“New York”, “is”]", 1],
    // What is left of a list in an attribute in double quotes.
    ["[", 1],
  ])("are told by their place in a list that is none: %s", (tokens, place) => {
    const { state, wrong } = read({ ...two, tokens });
    expect(wrong).toEqual([
      `The attribute tokens: label ${place} of the list is not a text in double quotes with a comma or the closing ] after it. Write the list like ["New York", "is"], and the attribute around it in single quotes.`,
    ]);
    expect(state.tokens).toEqual(["t1", "t2"]);
  });

  it.each([
    [
      "one",
      ["one", "t2", "t3", "t4"],
      "The attribute tokens has 1 label for 4 rows; without one, the rows after them are called t2 to t4. Give each row a label.",
      "tokens özniteliğinde 4 satır için 1 etiket var; etiketi olmayan satırların adı t2–t4 oldu. Her satıra bir etiket verin.",
    ],
    [
      '["New York", "is", "big"]',
      ["New York", "is", "big", "t4"],
      "The attribute tokens has 3 labels for 4 rows; without one, the last row is called t4. Give each row a label.",
      "tokens özniteliğinde 4 satır için 3 etiket var; etiketi olmayan son satırın adı t4 oldu. Her satıra bir etiket verin.",
    ],
  ])("are told where they are too few: %s", (tokens, labels, en, tr) => {
    const four = { x: "1;2;3;4", wq: "1", wk: "1", wv: "1", tokens };
    expect(read(four)).toMatchObject({ state: { tokens: labels }, wrong: [en] });
    expect(read(four, "tr").wrong).toEqual([tr]);
  });

  it("are not missed where none are given, or where there are no rows for them", () => {
    expect(read({ ...two, tokens: "" })).toMatchObject({
      state: { tokens: ["t1", "t2"] },
      wrong: [],
    });
    // The example that is shown instead has words of its own.
    const { state, wrong } = read({ ...two, v: "1;y", tokens: "a b" });
    expect(wrong).toHaveLength(1);
    expect(state.tokens).toBe(workedExample.state.tokens);
  });

  it("may not be more", () => {
    const { state, wrong } = read({ ...two, tokens: "a b c" });
    expect(state.tokens).toEqual(["t1", "t2"]);
    expect(wrong).toEqual([
      "The attribute tokens: There are 3 labels for 2 tokens. Leave the rest out, or add tokens first.",
    ]);
  });
});

describe("the settings of an element", () => {
  it.each<[Attributes, Partial<State["settings"]>]>([
    [{ causal: "" }, { causal: "top-left" }],
    [{ causal: "true" }, { causal: "top-left" }],
    [{ causal: "causal" }, { causal: "top-left" }],
    [{ causal: "bottom-right" }, { causal: "bottom-right" }],
    [{ causal: "false" }, { causal: false }],
    [{ scaled: "false" }, { scaled: false }],
    [{ scaled: "" }, { scaled: true }],
    [{ temperature: "0,5" }, { temperature: 0.5 }],
    [
      { window: "2", sinks: "1" },
      { window: 2, sinks: 1 },
    ],
    [{ padding: "0 1" }, { padding: [false, true] }],
    [
      { attend: "1 0; 1 1" },
      {
        attend: [
          [true, false],
          [true, true],
        ],
      },
    ],
    [
      { bias: "0 -inf; 1 0" },
      {
        bias: [
          [0, Number.NEGATIVE_INFINITY],
          [1, 0],
        ],
      },
    ],
  ])("%o", (attributes, settings) => {
    const { state, wrong } = read({ ...two, ...attributes });
    expect(wrong).toEqual([]);
    expect(state.settings).toMatchObject(settings);
  });

  it.each<[Attributes, string]>([
    [
      { causal: "left" },
      "The attribute causal is “left”, which there is not. It can be top-left, bottom-right, false.",
    ],
    [
      { causal: "scaled" },
      "The attribute causal is “scaled”, which there is not. It can be top-left, bottom-right, false.",
    ],
    [
      { temperature: "0" },
      "The attribute temperature: “0” is not greater than 0. Type a number above 0.",
    ],
    [
      { window: "1.5" },
      "The attribute window: “1.5” is not a whole number from 1 to 64. Type one of these.",
    ],
    [{ sinks: "1" }, "The attribute sinks needs the attribute window. Give both."],
    [
      { padding: "0 2" },
      "The attribute padding: Row 1, column 2: “2” is not a whole number from 0 to 1. Type one of these.",
    ],
    [
      { state: "my numbers" },
      "The attribute state: Link: “v” is missing from the link. Copy the whole link again.",
    ],
    [
      { state: "?v=9&Q=1" },
      "The attribute state: Link: it is of version 9, newer than this page. Reload the page or ask for an older link.",
    ],
  ])("%o is told", (attributes, sentence) => {
    expect(read({ ...two, ...attributes }).wrong).toEqual([sentence]);
  });
});

describe("the figure of an element", () => {
  const figure = (attributes: Attributes) => {
    const wrong: string[] = [];
    const found = readFigure(
      (name) => attributes[name] ?? null,
      (attribute, problem) => wrong.push(told(attribute, problem).say("tr")),
    );
    return [found, ...wrong];
  };

  it.each<[Attributes, string]>([
    [{ figure: "weights" }, "softmax"],
    [{ figure: "masked" }, "mask"],
    [{ figure: " five-lines " }, "five-lines"],
    // As they stand in the page and in its links.
    [{ figure: "figure-softmax" }, "softmax"],
    [{ figure: "#figure-five-lines" }, "five-lines"],
    [{ figure: "#qkv" }, "projections"],
    [{ figure: "Five lines" }, "five-lines"],
    [{ figure: "softmax-weights" }, "softmax"],
    [{ figure: "Scores-Q" }, "scores"],
    [{ figure: "exponentials" }, "softmax"],
    [{ state: "#figure-scores?v=1" }, "scores"],
    [{ state: "https://a.example/index.html#figure-scores?v=1" }, "scores"],
    [{ figure: "words", state: "#figure-scores?v=1" }, "words"],
    [{}, "output"],
  ])("%o", (attributes, expected) => {
    expect(figure(attributes)).toEqual([expected]);
  });

  it("that there is not is told", () => {
    const drawn = "words, projections, scores, scale, mask, softmax, output, five-lines";
    expect(figure({ figure: "sentence" })).toEqual([
      "output",
      `figure özniteliği “sentence”; böyle bir seçenek yok. Olabilecekler: ${drawn}.`,
    ]);
    expect(figure({ figure: "sofmtax" })).toEqual([
      "output",
      `figure özniteliği “sofmtax”; böyle bir seçenek yok. Şunu mu demek istediniz: “softmax”? Olabilecekler: ${drawn}.`,
    ]);
    // One letter beside a matrix, or a section of the lesson: any name that would have been taken.
    expect(figure({ figure: "weight" })[1]).toContain("Şunu mu demek istediniz: “weights”?");
    expect(figure({ figure: "#figure-exponential" })[1]).toContain("“exponentials”?");
    expect(figure({ figure: "figure-Cache" })).toEqual([
      "output",
      `figure özniteliği “cache”; bu şekil yalnızca çerçeveyle gelir, satırlarını sitenin share.html sayfası yazar. Etiketle çizilenler: ${drawn}.`,
    ]);
  });
});

describe("an attribute that the element does not have", () => {
  const known = [...inputAttributes, ...lookAttributes];

  it.each([
    ["temp", ["temperature"]],
    ["temperture", ["temperature"]],
    ["querys", ["q"]],
    ["key", ["k", "keys"]],
    ["mask", ["causal", "attend"]],
    ["attn-mask", ["attend"]],
    ["key_padding_mask", ["padding"]],
    ["labels", ["tokens"]],
    ["language", ["lang"]],
    ["figuer", ["figure"]],
  ])("%s is told with what was meant", (name, meant) => {
    expect(unknownIn([name], known)).toEqual({ slips: [[name, meant]], others: [] });
    for (const one of meant) expect(known).toContain(one);
  });

  it.each(["width", "height", "name", "heads", "dropout"])("%s is told", (name) => {
    expect(unknownIn([name], known)).toEqual({ slips: [], others: [name] });
  });

  it.each([
    ...["class", "id", "style", "title", "slot", "part", "role", "dir", "hidden", "tabindex"],
    ...["is", "nonce", "inert", "translate", "draggable", "popover", "exportparts", "itemprop"],
    ...["data-v-7ba5bd90", "data-state", "data-mask", "aria-label", "onclick", "ref", "xml:lang"],
    ...["v-if", "v-on:click", ":figure", "@click", "#cell", "(click)", "[figure]", "*ngif", ".q"],
    ...["_ngcontent-abc-c12", "_nghost-abc-c12", "ng-version", "ng-reflect-figure", "x-data"],
    ...["x-on:click", "hx-get", "wire:model", "s-id", "c-id", "q:id", "astro-abc", "?hidden"],
    ...["bis_skin_checked", "cz-shortcut-listen", "wfd-id", ...known],
  ])("%s is none", (name) => {
    expect(unknownIn([name], known)).toEqual({ slips: [], others: [] });
  });
});

describe("the language of a page", () => {
  it.each([
    ["tr", "tr"],
    ["tr-TR", "tr"],
    ["EN-gb", "en"],
    ["tru", null],
    ["de", null],
    ["", null],
  ])("%s", (tag, language) => {
    expect(languageOf(tag)).toBe(language);
  });
});

describe("the script of one tag", () => {
  const built = (name: string) =>
    readFileSync(fileURLToPath(new URL(`../../dist/embed/${name}`, import.meta.url)));

  it("is at most 120 kB, gzipped", () => {
    expect(gzipSync(built("dikkat.js"), { level: 9 }).length).toBeLessThanOrEqual(120_000);
  });

  it("has the hash that is told", () => {
    const hash = createHash("sha384").update(built("dikkat.js")).digest("base64");
    expect(built("dikkat.js.sha384").toString()).toBe(`sha384-${hash}\n`);
  });
});
