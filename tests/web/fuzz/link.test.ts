// Whatever stands after "#": a whole state or a sentence, soon, and never an exception.
import "../../../web/src/inputs/packed.ts";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { describeInput, InputError } from "../../../web/src/inputs/error.ts";
import { benGelDim, workedExample } from "../../../web/src/inputs/example.ts";
import { cleanLabel } from "../../../web/src/inputs/fit.ts";
import { MAX_LINK, MAX_TOKENS, MAX_WIDTH } from "../../../web/src/inputs/limits.ts";
import { sumOf } from "../../../web/src/inputs/link-sum.ts";
import {
  hasCell,
  inputNames,
  type Matrix,
  matrixOf,
  type State,
  setSettings,
  steps,
  tokenCounts,
} from "../../../web/src/inputs/state.ts";
import { decode, encode, languageIn } from "../../../web/src/inputs/url.ts";
import { damaged, growth, steep, strung } from "../support/fuzz.ts";
import { Random } from "../support/random.ts";

const keys = [
  ...[
    "X",
    "WQ",
    "WK",
    "WV",
    "Q",
    "K",
    "V",
    "text",
    "textlang",
    "width",
    "seed",
    "random",
    "tokens",
  ],
  ...["keys", "scaled", "temperature", "causal", "window", "sinks", "padding", "bias", "attend"],
  ...["step", "cell", "fig", "py", "lang", "view", "v", "sum", "__proto__", "constructor", "utm"],
];
const values = [
  ...[
    "",
    "0",
    "1",
    "2",
    "-1",
    "64",
    "65",
    "1e9",
    "4294967295",
    "inf",
    "nan",
    "-0",
    "1,2;3,4",
    "1;2",
  ],
  ...["1,0;0,1", "a,b", "tr", "en", "yes", "no", "weights", "weights.0.0", "q.0.1", "top-left"],
  ...[
    "X.1",
    "X.1.edited",
    "a.b:c",
    "__proto__.x:1",
    "__proto__",
    "teach",
    "%C4%B0pek geldi",
    "%",
    "z",
  ],
  ...["z0", "zzzzzzzz", "z00sKd4NokkB3Mk6ky4rzAAAAbbbb", "zt6vi1fEE0lrtK5elsFmH", "a%5C%2Cb"],
];
const pieces = [
  ..."0123456789,;.-&=?%#+:zeEn\\ş\u0000\uD800 ",
  ...keys.map((key) => `&${key}=`),
  ...values,
];

const v1 = [
  "weights?v=1&lang=tr&step=weights&cell=weights.0.2&X=1,1,-1,1;0,0,1,1&WK=0.5,-1,0,1;0,0,1,0;0,0,0,1;0,1,0,0&random=WQ.9&tokens=ben,sen&temperature=2&bias=0,-inf;0,0",
  "?v=1&lang=en&Q=1,0;0,1;1,1&K=1,0;1,1;0,1&V=1,2;3,0;0,4&tokens=ben,gel,dim&keys=a,b,c&window=2&sinks=1&padding=0,0,1",
  "?v=1&text=%C4%B0pek%20geldi!&textlang=tr&width=4&seed=42&causal=top-left&fig=order.shift:3,cache.sinks:1&py=print(1)%0A",
];
const source = new Random(1);
const odd = Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => source.normal()));
const v2 = [
  encode(
    setSettings(workedExample.state, { bias: odd, attend: [[true, false]] }),
    "tr",
    "mask",
    "teach",
  ),
  encode({ ...benGelDim.state, code: "x = 1", figures: { "a.b": "c" } }, "en"),
];

/** The sum as anybody can work it out: damage behind it must not get through either. */
function resummed(text: string): string {
  const [head = "", query = ""] = text.split(/\?(.*)/su);
  const parts = query.split("&").filter((part) => /^(?!v=|lang=|view=|sum=)\w+=/u.test(part));
  const known = parts.filter(
    (part) =>
      keys.includes(part.split("=")[0] ?? "") && !/^(?:__proto__|constructor|utm)=/u.test(part),
  );
  let decoded = "";
  try {
    decoded = known
      .map(
        (part) => `&${part.split("=")[0]}=${decodeURIComponent(part.slice(part.indexOf("=") + 1))}`,
      )
      .sort()
      .join("");
  } catch {
    return text;
  }
  return `${head}?v=2&${parts.join("&")}&sum=${sumOf(`v=2${decoded}`)}`;
}

const isMatrix = (matrix: Matrix): boolean =>
  matrix.length > 0 &&
  matrix.length <= MAX_TOKENS &&
  (matrix[0]?.length ?? 0) > 0 &&
  (matrix[0]?.length ?? 0) <= MAX_WIDTH &&
  matrix.every((row) => row.length === matrix[0]?.length) &&
  matrix.every((row) => row.every((value) => typeof value === "number"));

/** What is wrong with a state that was read. */
function* faultsOf(state: State): Generator<string> {
  const { source: given, settings } = state;
  for (const name of inputNames(given)) if (!isMatrix(matrixOf(given, name) ?? [])) yield name;
  if (settings.bias && !isMatrix(settings.bias)) yield "bias";
  const [queries, keys] = tokenCounts(given);
  const keyTokens = state.keyTokens ?? state.tokens;
  if (state.tokens.length !== queries || keyTokens.length !== keys) yield "tokens";
  if ([...state.tokens, ...keyTokens].some((label) => cleanLabel(label) !== label)) yield "labels";
  if (!steps.includes(state.step)) yield "step";
  if (state.cell && !hasCell(given, state.cell)) yield "cell";
  if (!(settings.temperature > 0)) yield "temperature";
  if (Object.getPrototypeOf(state.figures) !== Object.prototype) yield "figures";
  const again = decode(encode(state, "tr"));
  const same = !(again instanceof InputError) && again.unknown.length === 0;
  if (!same || !isDeepStrictEqual(again.content, { kind: "state", state })) yield "read again";
}

let refused = 0;
let accepted = 0;

function expectReadable(text: string): void {
  languageIn(text);
  const link = decode(text);
  if (link instanceof InputError) {
    refused++;
    for (const language of ["tr", "en"] as const) {
      const sentence = describeInput(link, language);
      expect(sentence.length, text).toBeLessThan(300);
      expect(sentence, text).not.toMatch(/undefined|\[object/u);
    }
    return;
  }
  if (link.content?.kind === "state") {
    accepted++;
    expect([...faultsOf(link.content.state)], text).toEqual([]);
  }
  if (link.content?.kind === "sentence") {
    const { recipe } = link.content;
    expect(recipe.tokens.length, text).toBeLessThanOrEqual(MAX_TOKENS);
    expect(recipe.x.width, text).toBeLessThanOrEqual(MAX_WIDTH);
  }
}

/** Both happened, so the damage is neither too little nor too much. */
function count(run: () => void): void {
  [refused, accepted] = [0, 0];
  run();
  expect(refused).toBeGreaterThan(100);
  expect(accepted).toBeGreaterThan(100);
}

test("4 000 damaged links of version 1", () => {
  const random = new Random(11);
  count(() => {
    for (let i = 0; i < 4000; i++) expectReadable(damaged(random.pick(v1), random, pieces));
  });
});

test("1 000 damaged links of version 2 with the right sum", () => {
  const random = new Random(12);
  count(() => {
    for (let i = 0; i < 1000; i++)
      expectReadable(resummed(damaged(random.pick(v2), random, pieces)));
  });
});

test("1 000 damaged links of version 2 as they came", () => {
  const random = new Random(13);
  const states = new Set(v2.map((link) => JSON.stringify(decode(link))));
  for (let i = 0; i < 1000; i++) {
    const text = damaged(random.pick(v2), random, pieces);
    expectReadable(text);
    const link = decode(text);
    if (link instanceof InputError || link.content === null) continue;
    // Version 1 has no sum; everything else is one of the very states.
    const same = [...states].some(
      (state) => JSON.stringify(JSON.parse(state).content) === JSON.stringify(link.content),
    );
    if (!same) expect(text).toMatch(/[?&]v=1(?:&|$)/u);
  }
});

test("4 000 links of any keys and values, some with the right sum", () => {
  const random = new Random(14);
  count(() => {
    for (let i = 0; i < 4000; i++) {
      const entries = Array.from(
        { length: random.below(5) },
        () => `${random.pick(keys.slice(0, -5))}=${random.pick(values)}`,
      );
      const text = `#?v=1&${entries.join("&")}`;
      expectReadable(random.below(2) ? text : resummed(text));
    }
  });
});

test("60 packed matrices of any letters", () => {
  const random = new Random(15);
  const letters = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
  for (let i = 0; i < 60; i++) {
    const key = random.pick(["X", "WQ", "bias", "attend"]);
    expectReadable(resummed(`?v=2&${key}=z${strung(random, letters, 40)}`));
  }
});

test("2 000 texts of any characters", () => {
  const random = new Random(16);
  for (let i = 0; i < 2000; i++) {
    const codes = Array.from({ length: random.below(80) }, () =>
      random.below(random.pick([128, 0x10000])),
    );
    expectReadable(String.fromCharCode(...codes));
  }
});

test("no prototype was touched by any of them", () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

test("no text takes much longer than its length asks for", () => {
  const heads = [
    "",
    "?v=1&",
    "?v=2&",
    "?v=1&X=",
    "?v=2&X=z",
    "?v=1&tokens=",
    "?v=1&text=a&textlang=tr&width=2&seed=1",
    "?v=1&fig=",
    "?v=1&py=",
    "%253d",
  ];
  const units = [...pieces.slice(0, 28), "&X=", "&sum=", "&k=", "1,", "1;", "%25", "a,", "a.b:c,"];
  expect(steep(decode, [heads, units, ["", "&sum=00000", "%3D"]])).toEqual([]);
}, 60_000);

test("the longest link is read, one longer is refused", () => {
  expectReadable(`?v=1&X=${"1,".repeat((MAX_LINK - 8) / 2)}`);
  expectReadable(`?v=2&X=z${"a".repeat(MAX_LINK - 8)}`);
  expect(decode("a".repeat(MAX_LINK + 1))).toMatchObject({ code: "linkTooLong" });
});

describe("found by these tests", () => {
  test("an escaped equals sign took the square of the times it was escaped", () => {
    expect(growth(decode, (times) => `a%${"25".repeat(10 * times)}3d`)).toBeLessThan(3);
  });
});
