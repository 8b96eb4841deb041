import "../../../web/src/inputs/packed.ts";
import { describe, expect, test } from "vitest";
import { describeInput, InputError } from "../../../web/src/inputs/error.ts";
import { benGelDim, workedExample } from "../../../web/src/inputs/example.ts";
import {
  byHand,
  type Matrix,
  type Projected,
  type State,
  setCell,
  setCode,
  setFigure,
  setMatrix,
  setSettings,
  steps,
  toDirect,
} from "../../../web/src/inputs/state.ts";
import { setToken } from "../../../web/src/inputs/tokens.ts";
import { decode, encode, type Link } from "../../../web/src/inputs/url.ts";

const worked = workedExample.state;
const direct = benGelDim.state;
const [inf, nan] = [Number.POSITIVE_INFINITY, Number.NaN];

function opened(hash: string): Link {
  const link = decode(hash);
  if (link instanceof InputError) throw link;
  return link;
}

function stateIn(hash: string): State {
  const { content } = opened(hash);
  if (content?.kind !== "state") throw new Error(`the link holds ${content?.kind}`);
  return content.state;
}

const ones = (rows: number, columns: number): Matrix =>
  Array.from({ length: rows }, () => new Array<number>(columns).fill(1));

// The sums are of another implementation of RFC 9580, in Python.
describe("what a link looks like", () => {
  test.each<[string, State, string]>([
    ["the worked example", worked, "?v=2&lang=tr&sum=2y577"],
    [
      "another step, an open cell",
      { ...worked, step: "weights", cell: { matrix: "weights", row: 0, column: 2 } },
      "?v=2&lang=tr&step=weights&cell=weights.0.2&sum=9c8gk",
    ],
    [
      "one edited matrix",
      setCell(worked, "wk", 1, 2, -0.5),
      "?v=2&lang=tr&WK=1,-1,0,1;0,0,-0.5,0;0,0,0,1;0,1,0,0&sum=6kflv",
    ],
    [
      "all settings",
      setSettings(worked, {
        scaled: false,
        temperature: 0.5,
        causal: "bottom-right",
        window: 2,
        sinks: 1,
        padding: [false, false, true],
        attend: [
          [true, false, true],
          [true, true, true],
          [false, false, true],
        ],
      }),
      "?v=2&lang=tr&scaled=no&temperature=0.5&causal=bottom-right&window=2&sinks=1&padding=0,0,1&attend=1,0,1;1,1,1;0,0,1&sum=9rlit",
    ],
    [
      "ben gel dim",
      direct,
      "?v=2&lang=tr&Q=1,0;0,1;1,1&K=1,0;1,1;0,1&V=1,2;3,0;0,4&tokens=ben,gel,dim&sum=2vnxi",
    ],
    [
      "a sentence",
      {
        ...worked,
        tokens: ["ipek", "geldi", "."],
        sentence: { text: "İpek geldi.", language: "tr", width: 8, seed: 42 },
      },
      "?v=2&lang=tr&text=%C4%B0pek%20geldi.&textlang=tr&width=8&seed=42&sum=0z92f",
    ],
  ])("%s", (_, state, link) => {
    expect(encode(state, "tr")).toBe(link);
  });

  test("nothing in it ends a link in Markdown, HTML or a mail", () => {
    const state = setToken(setToken(worked, 1, "a'b(c)!*"), 2, ".");
    const link = encode(state, "tr");
    expect(link).toBe("?v=2&lang=tr&tokens=kedi,a%27b%28c%29%21%2A,.&sum=7rvj1");
    expect(stateIn(link)).toEqual(state);
  });

  test("the anchor comes first", () => {
    expect(encode(worked, "en", "mask")).toBe("mask?v=2&lang=en&sum=2y577");
    expect(encode(worked, "en", "mask", "teach")).toBe("mask?v=2&lang=en&view=teach&sum=2y577");
  });
});

describe("a link opens the state it was made from", () => {
  const odd: Matrix = [
    [nan, -0, 1e21, 1 / 3],
    [inf, -inf, -1e-7, Number.MAX_VALUE],
    [0.1, Number.MIN_VALUE, 123456789, -2.5],
  ];
  test.each<[string, State]>([
    ["the worked example", worked],
    ["ben gel dim", direct],
    ["every kind of number", setMatrix(worked, "x", odd)],
    ["more tokens", setMatrix(worked, "x", ones(5, 4))],
    ["one token", setMatrix(worked, "x", ones(1, 4))],
    ["wider weights", setMatrix(worked, "wv", ones(4, 7))],
    ["more keys than queries", setMatrix(setMatrix(direct, "k", ones(5, 2)), "v", ones(5, 3))],
    [
      "keys with labels of their own",
      { ...setMatrix(direct, "k", ones(2, 2)), keyTokens: ["the", "cat,"] },
    ],
    ["the largest matrices", setMatrix(setMatrix(direct, "q", ones(64, 64)), "k", ones(64, 64))],
    [
      "random weights",
      { ...worked, origins: { ...worked.origins, wq: { kind: "random", seed: 7 } } },
    ],
    [
      "random weights, edited",
      { ...worked, origins: { ...worked.origins, wk: { kind: "edited", seed: 9 } } },
    ],
    ["labels with commas and signs", setToken(setToken(worked, 0, "a,b\\c;d&e=f%#?+"), 1, ",")],
    [
      "labels of all alphabets",
      setToken(setToken(worked, 0, "Iğdır'da"), 1, "\u{1F469}\u200D\u{1F4BB} 猫"),
    ],
    ["an open cell", { ...worked, step: "output", cell: { matrix: "output", row: 2, column: 3 } }],
    ["causal", setSettings(worked, { causal: "top-left", temperature: 1e-3 })],
    [
      "all settings",
      setSettings(worked, {
        scaled: false,
        temperature: 0.5,
        causal: "bottom-right",
        window: 2,
        sinks: 1,
        padding: [false, false, true],
      }),
    ],
    ["a mask that does not fit", setSettings(worked, { attend: [[true, false]], padding: [true] })],
  ])("%s", (_, state) => {
    for (const language of ["tr", "en"] as const) {
      const link = opened(`#${encode(state, language, "mask")}`);
      expect(link).toEqual({
        anchor: "mask",
        language,
        view: null,
        content: { kind: "state", state },
        unknown: [],
      });
    }
  });

  test("keys that there are not change nothing, and are told", () => {
    const hash = encode(worked, "en");
    const odd = opened(`#${hash}&windw=2&utm=x&__proto__=1`);
    expect(odd).toEqual({ ...opened(`#${hash}`), unknown: ["windw", "utm", "__proto__"] });
    expect(opened("#weights").unknown).toEqual([]);
  });

  test("no key that is written is unknown", () => {
    const all = setSettings(worked, {
      ...{ scaled: false, temperature: 0.5, causal: "top-left", window: 2, sinks: 1 },
      ...{ padding: [true, false, false], attend: [[true]], bias: [[1]] },
    });
    const cell = { matrix: "output", row: 0, column: 0 } as const;
    const seen = { ...all, cell, step: "output", figures: { "a.b": "c" }, code: "1" } as const;
    const direct = setFigure(
      toDirect(seen, { q: [[1]], k: [[1], [2]], v: [[3], [4]] }),
      "a.b",
      "d",
    );
    for (const state of [seen, direct]) {
      expect(opened(`#${encode(state, "tr", null, "teach")}`).unknown).toEqual([]);
    }
    expect(opened("#?v=1&text=a&textlang=en&width=4&seed=1").unknown).toEqual([]);
  });

  test.each(["print('ş')  # & + % =\n\tx\n", "", " ", "a".repeat(4000)])(
    "code of the reader's own %#",
    (code) => expect(stateIn(encode(setCode(worked, code), "tr")).code).toBe(code),
  );

  test("code that is too long is left out, and half a pair of code units is replaced", () => {
    expect(stateIn(encode(setCode(worked, "a".repeat(4001)), "tr")).code).toBeNull();
    expect(stateIn(encode(setCode(worked, "x\ud800"), "tr")).code).toBe("x\ufffd");
  });

  test("line breaks of other systems are those of a text field", () => {
    expect(stateIn("#?v=1&py=a%0D%0Ab%0Dc").code).toBe("a\nb\nc");
  });

  test.each(steps)("the step %s", (step) => {
    expect(stateIn(encode({ ...worked, step }, "tr")).step).toBe(step);
  });

  test("infinities, NaN and -0 in a mask survive", () => {
    const odd = setSettings(worked, { bias: [[nan, inf, -0]] });
    expect(stateIn(encode(odd, "tr")).settings.bias).toEqual([[nan, inf, -0]]);
  });

  test("every matrix at the limit with all its digits still fits into a link", () => {
    const digits = ones(64, 64).map((row) => row.map((_, j) => -Math.PI * 10 ** (-100 - j)));
    let state = setSettings(setMatrix(worked, "x", digits), { bias: digits });
    for (const name of ["wq", "wk", "wv"] as const) state = setMatrix(state, name, digits);
    expect(stateIn(encode(state, "tr"))).toEqual(state);
  });

  test("a label nobody could read becomes a number", () => {
    const state = { ...worked, tokens: ["\u200b", "\uD800\uD800", "c".repeat(80)] };
    expect(stateIn(encode(state, "en")).tokens).toEqual(["t1", "\uFFFD\uFFFD", "c".repeat(64)]);
  });
});

describe("a sentence in a link", () => {
  const hash =
    "?v=1&lang=en&step=output&cell=q.1.3&text=%C4%B0pek%20geldi!&textlang=tr&width=4&seed=42&causal=top-left";

  test("says what the core has to make, and makes the state of it", () => {
    const { content } = opened(hash);
    if (content?.kind !== "sentence") throw new Error("no sentence");
    const { recipe, finish } = content;
    expect(recipe).toEqual({
      sentence: { text: "İpek geldi!", language: "tr", width: 4, seed: 42 },
      tokens: ["ipek", "geldi", "!"],
      x: { tokens: ["ipek", "geldi", "!"], width: 4, seed: 42 },
      wq: { rows: 4, columns: 4, seed: 169, deviation: 0.5 },
      wk: { rows: 4, columns: 4, seed: 170, deviation: 0.5 },
      wv: { rows: 4, columns: 4, seed: 171, deviation: 0.5 },
    });
    const w = ones(4, 4);
    const state = finish({
      x: [
        [0.123, -0.001, 1.239, 2],
        [3, 4, 5, 6],
        [7, 8, 9, 1],
      ],
      wq: w,
      wk: w,
      wv: w,
    });
    const random = { kind: "random", seed: 42 };
    expect(state).toEqual({
      tokens: ["ipek", "geldi", "!"],
      keyTokens: null,
      source: {
        kind: "projected",
        x: [
          [0.12, 0, 1.24, 2],
          [3, 4, 5, 6],
          [7, 8, 9, 1],
        ],
        wq: w,
        wk: w,
        wv: w,
      },
      origins: { x: random, wq: random, wk: random, wv: random },
      sentence: recipe.sentence,
      settings: { ...worked.settings, causal: "top-left" },
      step: "output",
      figures: {},
      code: null,
      cell: { matrix: "q", row: 1, column: 3 },
    });
    expect(opened(encode(state, "en")).content).toMatchObject({ kind: "sentence", recipe });
  });

  test("with characters that no link can hold is still a link", () => {
    const sentence = { text: "a \uD800 b \uDC00", language: "en", width: 4, seed: 1 } as const;
    const { content } = opened(encode({ ...worked, sentence }, "en"));
    expect(content).toMatchObject({ recipe: { tokens: ["a", "\uFFFD", "b", "\uFFFD"] } });
  });

  test("edited, it becomes matrices that keep the seeds of the others", () => {
    const { content } = opened(hash);
    if (content?.kind !== "sentence") throw new Error("no sentence");
    const w = ones(4, 4);
    const edited = setCell(content.finish({ x: ones(3, 4), wq: w, wk: w, wv: w }), "wq", 0, 0, 2);
    const link = encode(edited, "tr");
    expect(link).toContain("random=X.42,WQ.42.edited,WK.42,WV.42");
    expect(stateIn(link)).toEqual(edited);
  });

  test.each<[string, string, string]>([
    ["no text", "text=&textlang=tr&width=4&seed=1", "noSentence"],
    ["512 tokens", `text=${"a%20".repeat(512)}&textlang=tr&width=4&seed=1`, "tooManyTokens"],
    ["no language", "text=a&width=4&seed=1", "linkMissing"],
    ["unknown language", "text=a&textlang=de&width=4&seed=1", "linkValue"],
    ["no width", "text=a&textlang=tr&seed=1", "linkMissing"],
    ["no seed", "text=a&textlang=tr&width=4", "linkMissing"],
    ["too wide", "text=a&textlang=tr&width=65&seed=1", "notWhole"],
    ["width in another spelling", "text=a&textlang=tr&width=1e1&seed=1", "notWhole"],
    ["width 0", "text=a&textlang=tr&width=0&seed=1", "notWhole"],
    ["seed too large", "text=a&textlang=tr&width=4&seed=4294967296", "notWhole"],
    ["seed below 0", "text=a&textlang=tr&width=4&seed=-1", "notWhole"],
    ["a matrix beside it", "text=a&textlang=tr&width=4&seed=1&X=1", "linkConflict"],
    ["an origin that says something else", "random=X.1.drawn", "linkValue"],
    ["origins beside it", "text=a&textlang=tr&width=4&seed=1&random=X.1", "linkConflict"],
    ["labels of keys beside it", "text=a&textlang=tr&width=4&seed=1&keys=a", "linkConflict"],
    ["tokens beside it", "text=a&textlang=tr&width=4&seed=1&tokens=a", "linkConflict"],
    ["a cell outside", "text=a&textlang=tr&width=4&seed=1&cell=x.1.0", "linkValue"],
  ])("refused: %s", (_, query, code) => {
    expect(decode(`?v=1&${query}`)).toMatchObject({ code });
  });
});

describe("anchors and links written by hand", () => {
  test.each<[string, Partial<Link>]>([
    ["", { anchor: null, language: null, content: null }],
    ["#", { anchor: null, content: null }],
    ["#weights", { anchor: "weights", language: null, content: null }],
    ["weights", { anchor: "weights", content: null }],
    ["#weights?lang=en", { anchor: "weights", language: "en", content: null }],
    ["#<script>", { anchor: null, content: null }],
    ["#?v=1", { anchor: null, language: null, content: { kind: "state", state: worked } }],
    ["#v=1&lang=en", { anchor: null, language: "en", content: { kind: "state", state: worked } }],
    ["#a?v=1&amp;lang=en", { anchor: "a", language: "en" }],
    ["#?v=1&&lang=tr&", { language: "tr" }],
    ["#weights?view=teach", { anchor: "weights", view: "teach", content: null }],
    ["#?v=1&view=read", { view: "read", content: { kind: "state", state: worked } }],
  ])("%j", (hash, link) => {
    expect(opened(hash)).toMatchObject(link);
  });

  test("labels may be left out", () => {
    expect(stateIn("?v=1&X=1,0,0,0;0,1,0,0").tokens).toEqual(["t1", "t2"]);
    expect(stateIn("?v=1&X=1,0,0,0;0,1,0,0;2,2,2,2").tokens).toEqual(worked.tokens);
    const cross = stateIn("?v=1&Q=1;2&K=1;2;3&V=1;2;3");
    expect([cross.tokens, cross.keyTokens]).toEqual([
      ["t1", "t2"],
      ["t1", "t2", "t3"],
    ]);
  });

  test("separators that a mail program encoded are still separators", () => {
    const state = setToken(setCell(worked, "x", 0, 0, 9), 1, "a,b");
    const link = encode(state, "tr").replaceAll(",", "%2C").replaceAll(";", "%3B");
    expect(stateIn(link)).toEqual(state);
  });
});

describe("damaged and hostile links", () => {
  test.each<[link: string, code: string, details: object]>([
    ["#weights?lang=de", "linkValue", { values: { key: "lang", text: "de" } }],
    ["#?v=3&lang=tr", "linkVersion", { values: { version: "3" } }],
    ["#?v=2&lang=tr", "linkDamaged", { place: { field: "link" } }],
    ["#?v=", "linkDamaged", {}],
    ["#?v=1.0", "linkDamaged", {}],
    ["#?v=0", "linkDamaged", {}],
    ["#?X=1", "linkMissing", { values: { key: "v" } }],
    ["#?v=1&v=1", "linkRepeated", { values: { key: "v" } }],
    ["#?v=1&tokens=%", "linkEncoding", { values: { text: "%" } }],
    ["#?v=1&tokens=%C4", "linkEncoding", {}],
    ["#?v=1&step=dance", "linkValue", { values: { key: "step", text: "dance" } }],
    ["#?v=1&step=", "linkValue", {}],
    ["#?v=1&step=constructor", "linkValue", {}],
    ["#?v=1&cell=weights", "linkValue", {}],
    ["#?v=1&cell=weights.0.3", "linkValue", {}],
    ["#?v=1&cell=weights.-1.0", "linkValue", {}],
    ["#?v=1&cell=toString.0.0", "linkValue", {}],
    ["#?v=1&cell=q.1e1.0", "linkValue", {}],
    ["#?v=1&X=", "noNumber", { place: { field: "x", row: 1, column: 1 } }],
    ["#?v=1&X=1,2;3", "ragged", { place: { field: "x" } }],
    ["#?v=1&X=1,2,3,kedi", "notANumber", { place: { field: "x", row: 1, column: 4 } }],
    ["#?v=1&WK=1,2,3,1e999", "tooLargeNumber", { place: { field: "wk", row: 1, column: 4 } }],
    [`#?v=1&X=${"1;".repeat(64)}1`, "tooManyRows", { place: { field: "x" } }],
    [`#?v=1&X=${"1,".repeat(64)}1`, "tooManyColumns", { place: { field: "x" } }],
    ["#?v=1&Q=1", "linkMissing", { values: { key: "K" } }],
    ["#?v=1&Q=1&K=1", "linkMissing", { values: { key: "V" } }],
    ["#?v=1&X=1&Q=1", "linkConflict", { values: { key: "X", other: "Q" } }],
    ["#?v=1&tokens=a,b", "linkTokens", { values: { tokens: 2, rows: 3 } }],
    ["#?v=1&Q=1&K=1;2&V=1;2&keys=a", "linkTokens", { values: { tokens: 1, rows: 2 } }],
    ["#?v=1&keys=a,b,c", "linkConflict", { values: { key: "keys", other: "X" } }],
    ["#?v=1&tokens=a,,c", "linkValue", { values: { key: "tokens", text: "" } }],
    ["#?v=1&tokens=a,b,%E2%80%AEc", "linkValue", {}],
    [`#?v=1&tokens=a,b,${"c".repeat(65)}`, "linkValue", {}],
    [`#?v=1&tokens=${"a,".repeat(65)}`, "tooManyTokens", {}],
    ["#?v=1&random=X", "notWhole", {}],
    ["#?v=1&random=Q.1", "linkValue", { values: { key: "random", text: "Q.1" } }],
    ["#?v=1&random=__proto__.1", "linkValue", {}],
    ["#?v=1&scaled=1", "linkValue", {}],
    ["#?v=1&temperature=0", "notPositive", { place: { field: "temperature" } }],
    ["#?v=1&temperature=inf", "notFinite", { place: { field: "temperature" } }],
    ["#?v=1&causal=true", "linkValue", {}],
    ["#?v=1&window=0", "notWhole", { place: { field: "window" } }],
    ["#?v=1&window=1.5", "notWhole", { place: { field: "window" } }],
    ["#?v=1&window=65", "notWhole", { place: { field: "window" } }],
    ["#?v=1&sinks=1", "linkMissing", { values: { key: "window" } }],
    ["#?v=1&window=2&sinks=-1", "notWhole", { place: { field: "sinks" } }],
    ["#?v=1&padding=0,2,1", "notWhole", { place: { field: "padding", row: 1, column: 2 } }],
    ["#?v=1&padding=2,0,1", "notWhole", { place: { field: "padding", row: 1, column: 1 } }],
    ["#?v=1&padding=0;1;0", "linkValue", { values: { key: "padding", text: "0;1;0" } }],
    ["#?v=1&attend=1,0;1", "ragged", { place: { field: "attend" } }],
    ["#?v=1&attend=1,inf", "notFinite", { place: { field: "attend", row: 1, column: 2 } }],
    ["#?v=1&bias=0,x", "notANumber", { place: { field: "bias", row: 1, column: 2 } }],
  ])("%j", (hash, code, details) => {
    const error = decode(hash);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code, ...details });
    for (const language of ["tr", "en"] as const) {
      expect(describeInput(error as InputError, language)).not.toMatch(/undefined|\[object/u);
    }
  });

  test("a link without end is refused unread", () => {
    const error = decode(`#${"a".repeat(1_000_000)}`);
    expect(error).toMatchObject({ code: "linkTooLong", place: { field: "link" } });
  });

  test("names of a prototype are ordinary unknown keys", () => {
    const state = stateIn("#?v=1&__proto__=polluted&constructor=1&toString=2&hasOwnProperty=3");
    expect(state).toEqual(worked);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("any damage to a link gives a state or a sentence, never an exception", () => {
    const good = encode(
      setSettings(setToken(setCell(direct, "q", 0, 0, nan), 0, "ş,"), { window: 2 }),
      "tr",
      "mask",
    );
    const letters = [..."0123456789,;.-&=?%#+ev\\ş\u0000\uD800", "%2C", "&amp;", "__proto__="];
    let seed = 1;
    const random = (n: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * n);
    };
    let refused = 0;
    for (let i = 0; i < 5000; i++) {
      const [from, cut] = [random(good.length), random(4)];
      const text =
        good.slice(0, from) + (letters[random(letters.length)] ?? "") + good.slice(from + cut);
      const link = decode(text);
      if (link instanceof InputError) {
        refused++;
        continue;
      }
      if (link.content?.kind !== "state") continue;
      // What was accepted is whole: it can be written and read again.
      expect(stateIn(encode(link.content.state, "tr")), text).toEqual(link.content.state);
    }
    expect(refused).toBeGreaterThan(1000);
    expect(refused).toBeLessThan(5000);
  });
});

// Links that were given out. They must open for as long as the page exists: never change them.
describe("links of version 1 that stand in other people's pages", () => {
  test("matrices", () => {
    const state = stateIn(
      "scores?v=1&lang=tr&step=scores&cell=scores.1.0&X=1,1,-1,1;0,0,1,1&WK=0.5,-1,0,1;0,0,1,0;0,0,0,1;0,1,0,0&random=WQ.9&tokens=ben,sen&temperature=2&bias=0,-inf;0,0",
    );
    expect(state).toEqual({
      tokens: ["ben", "sen"],
      keyTokens: null,
      source: {
        kind: "projected",
        x: [
          [1, 1, -1, 1],
          [0, 0, 1, 1],
        ],
        wq: [
          [1, 0, 1, 0],
          [1, 0, 1, 2],
          [0, 0, 0, 3],
          [1, 1, 1, 2],
        ],
        wk: [
          [0.5, -1, 0, 1],
          [0, 0, 1, 0],
          [0, 0, 0, 1],
          [0, 1, 0, 0],
        ],
        wv: [
          [1, 0, 2, 0],
          [1, 0, -1, -1],
          [0, 1, 0, 0],
          [0, 1, 0, 1],
        ],
      },
      origins: {
        x: { kind: "hand" },
        wq: { kind: "random", seed: 9 },
        wk: { kind: "hand" },
        wv: { kind: "hand" },
      },
      sentence: null,
      settings: {
        scaled: true,
        temperature: 2,
        causal: false,
        window: null,
        sinks: 0,
        padding: null,
        bias: [
          [0, -inf],
          [0, 0],
        ],
        attend: null,
      },
      step: "scores",
      figures: {},
      code: null,
      cell: { matrix: "scores", row: 1, column: 0 },
    });
  });

  test.each<[string, State]>([
    ["?v=1&lang=tr", worked],
    [
      "?v=1&lang=tr&step=weights&cell=weights.0.2",
      { ...worked, step: "weights", cell: { matrix: "weights", row: 0, column: 2 } },
    ],
    ["?v=1&lang=tr&WK=1,-1,0,1;0,0,-0.5,0;0,0,0,1;0,1,0,0", setCell(worked, "wk", 1, 2, -0.5)],
    [
      "?v=1&lang=tr&scaled=no&temperature=0.5&causal=bottom-right&window=2&sinks=1&padding=0,0,1&attend=1,0,1;1,1,1;0,0,1",
      {
        ...worked,
        settings: {
          scaled: false,
          temperature: 0.5,
          causal: "bottom-right",
          window: 2,
          sinks: 1,
          padding: [false, false, true],
          bias: null,
          attend: [
            [true, false, true],
            [true, true, true],
            [false, false, true],
          ],
        },
      },
    ],
    ["?v=1&lang=tr&Q=1,0;0,1;1,1&K=1,0;1,1;0,1&V=1,2;3,0;0,4&tokens=ben,gel,dim", direct],
    [
      "?v=1&lang=tr&tokens=kedi,a%27b%28c%29%21%2A,%2E",
      { ...worked, tokens: ["kedi", "a'b(c)!*", "."] },
    ],
    [
      "mask?v=1&lang=en&view=teach&fig=order.shift:3,cache.sinks:1&py=print(1)%0A",
      { ...worked, figures: { "order.shift": "3", "cache.sinks": "1" }, code: "print(1)\n" },
    ],
    [
      "?v=1&X=nan,-0,1e21,0.3333333333333333;inf,-inf,-1e-7,1.7976931348623157e308;5e-324,0,1,2",
      {
        ...worked,
        source: {
          ...(worked.source as Projected),
          x: [
            [nan, -0, 1e21, 1 / 3],
            [inf, -inf, -1e-7, Number.MAX_VALUE],
            [Number.MIN_VALUE, 0, 1, 2],
          ],
        },
      },
    ],
    [
      "?v=1&Q=1;2&K=3;4;5&V=6;7;8&tokens=a%5C%2Cb,c&keys=d,e,f&random=Q.7,K.8.edited",
      {
        ...direct,
        tokens: ["a,b", "c"],
        keyTokens: ["d", "e", "f"],
        source: { kind: "direct", q: [[1], [2]], k: [[3], [4], [5]], v: [[6], [7], [8]] },
        origins: { q: { kind: "random", seed: 7 }, k: { kind: "edited", seed: 8 }, v: byHand },
      },
    ],
  ])("%s", (hash, state) => {
    expect(stateIn(hash)).toEqual(state);
  });

  test("a sentence", () => {
    const { content } = opened(
      "?v=1&lang=tr&text=I%C4%9Fd%C4%B1r'da%20%C4%B0pek%20%C5%9EIK%20bir%20kaza%C4%9F%C4%B1%20g%C3%B6rd%C3%BC.&textlang=tr&width=8&seed=42",
    );
    expect(content).toMatchObject({
      kind: "sentence",
      recipe: {
        tokens: ["ığdır'da", "ipek", "şık", "bir", "kazağı", "gördü", "."],
        x: { width: 8, seed: 42 },
        wq: { rows: 8, columns: 8, seed: 169 },
        wk: { seed: 170 },
        wv: { seed: 171 },
      },
    });
  });
});
