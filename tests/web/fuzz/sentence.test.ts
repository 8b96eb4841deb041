// Whatever is typed as a sentence: tokens or a sentence that says why not, soon, and never an exception.
import { describe, expect, test } from "vitest";
import { describeInput, InputError } from "../../../web/src/inputs/error.ts";
import { cleanLabel, labelsIn } from "../../../web/src/inputs/fit.ts";
import { MAX_TEXT, MAX_TOKEN_LENGTH, MAX_TOKENS } from "../../../web/src/inputs/limits.ts";
import { recipeFor } from "../../../web/src/inputs/sentence.ts";
import { guessLanguage, tokenize } from "../../../web/src/inputs/text.ts";
import { decode } from "../../../web/src/inputs/url.ts";
import { growth, steep, strung } from "../support/fuzz.ts";
import { Random } from "../support/random.ts";

const pieces = [
  ..."aZıİIğşçöü09.,;:!?'’ʼ-–#*&\"()%_ \t\n\u0000\u00a0\u00ad",
  ...[
    "\u0301",
    "\u0316",
    "\u0307",
    "\u200b",
    "\u200c",
    "\u200d",
    "\u202e",
    "\ufeff",
    "\ud83d",
    "\udc69",
    "\u2028",
  ],
  ...[
    "ß",
    "ﬁ",
    "猫",
    "한",
    "ᄒ",
    "ᅡ",
    "ا",
    "ि",
    "क",
    "👩",
    "👩‍💻",
    "🇹🇷",
    "🇹",
    "🏴\u{E0067}\u{E007F}",
    "\u{E0067}",
    "1️⃣",
    "🏽",
    "\ufe0f",
    "\u20e3",
  ],
  ...["İpek", "Ankara'ya", "3.14", "geldi", "the ", "...", "!!"],
];

const languages = ["tr", "en"] as const;

function expectReadable(text: string): void {
  guessLanguage(text, "tr");
  labelsIn(text, 3).map(cleanLabel);
  for (const language of languages) {
    const tokens = tokenize(text, language);
    if (tokens instanceof InputError) {
      for (const each of languages) {
        expect(describeInput(tokens, each), text).not.toMatch(/undefined|\[object/u);
      }
      continue;
    }
    expect(tokens.length, text).toBeGreaterThan(0);
    expect(tokens.length, text).toBeLessThanOrEqual(MAX_TOKENS);
    const odd = tokens.find(
      (token) =>
        token === "" ||
        token.length > MAX_TOKEN_LENGTH ||
        /[\s\p{Cc}\p{Surrogate}\u202e]/u.test(token),
    );
    expect(odd, text).toBeUndefined();
    // The link holds the text, and gives the same tokens to whoever opens it.
    const query = `text=${encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD"))}&textlang=${language}`;
    expect(decode(`?v=1&${query}&width=2&seed=1`), text).toMatchObject({
      content: { recipe: { tokens } },
    });
  }
}

test("5 000 sentences of all that is hard to tell apart", () => {
  const source = new Random(21);
  for (let i = 0; i < 5000; i++) expectReadable(strung(source, pieces, 24));
});

test("2 000 texts of any characters", () => {
  const source = new Random(22);
  for (let i = 0; i < 2000; i++) {
    const codes = Array.from({ length: source.below(40) }, () => source.below(0x110000));
    expectReadable(String.fromCodePoint(...codes));
  }
});

test("widths and seeds that there are not", () => {
  const odd = [Number.NaN, -1, 0.5, 2 ** 53, Number.POSITIVE_INFINITY, 1e21, -0];
  for (const width of odd) {
    for (const seed of odd) {
      const recipe = recipeFor({ text: "a", language: "tr", width, seed });
      expect(recipe, `${width} ${seed}`).toBeInstanceOf(InputError);
    }
  }
});

test("no text takes much longer than its length asks for", () => {
  const read = (text: string) => {
    tokenize(text, "tr");
    guessLanguage(text, "en");
    labelsIn(text, 3);
    cleanLabel(text);
  };
  const pairs = ["\u0301\u0316", "a'", "1,", "a ", "a,", "👩\u200d", "a\u0301", "'\u0301", "a;b "];
  expect(
    steep(read, [
      ["", "a"],
      [...pieces, ...pairs],
      ["", "x"],
    ]),
  ).toEqual([]);
}, 60_000);

describe("found by these tests", () => {
  const marks = (times: number) => `a${"\u0301\u0316".repeat(2 * times)}`;

  test.each<[string, (text: string) => unknown]>([
    ["tokens", (text) => tokenize(text, "tr")],
    ["language", (text) => guessLanguage(text, "tr")],
    ["label", cleanLabel],
  ])("marks without end on one letter took the square of their number: %s", (_, read) => {
    expect(growth(read, marks)).toBeLessThan(3);
  });

  test("a letter with marks without end is too long a token", () => {
    expect(tokenize(marks(MAX_TEXT / 8), "tr")).toMatchObject({ code: "tokenTooLong" });
  });
});
