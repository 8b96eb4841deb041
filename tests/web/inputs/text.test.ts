import { describe, expect, test } from "vitest";
import { describeInput, InputError } from "../../../web/src/inputs/error.ts";
import type { Language } from "../../../web/src/inputs/state.ts";
import { guessLanguage, lowerCase, tokenize } from "../../../web/src/inputs/text.ts";

describe("sentences into tokens", () => {
  test.each<[string, Language, string[]]>([
    ["kedi mindere oturdu", "tr", ["kedi", "mindere", "oturdu"]],
    [
      "Iğdır'da İpek ŞIK bir kazağı gördü.",
      "tr",
      ["ığdır'da", "ipek", "şık", "bir", "kazağı", "gördü", "."],
    ],
    ["Ankara\u2019ya gitti", "tr", ["ankara'ya", "gitti"]],
    ["'Kedi' dedi", "tr", ["'", "kedi", "'", "dedi"]],
    ["\u2018Kedi\u2019 dedi", "tr", ["\u2018", "kedi", "\u2019", "dedi"]],
    ["I don't know.", "en", ["i", "don't", "know", "."]],
    ["Wait... what?!", "en", ["wait", "...", "what", "?", "!"]],
    ["e-posta (yeni)", "tr", ["e", "-", "posta", "(", "yeni", ")"]],
    ["3,14 ile 2.5, değil mi?", "tr", ["3,14", "ile", "2.5", ",", "değil", "mi", "?"]],
    ["saat 5'te", "tr", ["saat", "5'te"]],
    ["100% of GPT-2", "en", ["100", "%", "of", "gpt", "-", "2"]],
    [
      "\u{1F469}\u200D\u{1F4BB}\u{1F44D}\u{1F3FD} \u{1F1F9}\u{1F1F7}\u{1F1EC}\u{1F1E7} 1\uFE0F\u20E3",
      "tr",
      [
        "\u{1F469}\u200D\u{1F4BB}",
        "\u{1F44D}\u{1F3FD}",
        "\u{1F1F9}\u{1F1F7}",
        "\u{1F1EC}\u{1F1E7}",
        "1\uFE0F\u20E3",
      ],
    ],
    ["q\u0303a x\u0323\u0302", "en", ["q\u0303a", "x\u0323\u0302"]],
    ["a\u00a0b\u2009c\td\r\ne", "en", ["a", "b", "c", "d", "e"]],
    ["ke\u00addi \u202Eabc", "tr", ["kedi", "abc"]],
    ["\uFB01ne \uD800", "en", ["\uFB01ne", "\uFFFD"]],
    ["кошка сидит 猫", "en", ["кошка", "сидит", "猫"]],
  ])("%j in %s", (text, language, tokens) => {
    expect(tokenize(text, language)).toEqual(tokens);
  });

  test("a dotted capital of two letters is one letter", () => {
    expect(lowerCase("I\u0307STANBUL", "tr")).toBe("istanbul");
  });

  test("no words, or too many, or one too long: a sentence with both numbers", () => {
    const refused = (text: string) => {
      const result = tokenize(text, "tr");
      if (!(result instanceof InputError)) throw new Error(`was read as ${result.length} tokens`);
      return result;
    };
    expect(refused("")).toMatchObject({ code: "noSentence" });
    expect(refused(" \n\u200b ")).toMatchObject({ code: "noSentence" });
    const long = refused("kelime ".repeat(512));
    expect(long).toMatchObject({ code: "tooManyTokens", values: { count: 512, limit: 64 } });
    for (const language of ["tr", "en"] as const) {
      expect(describeInput(long, language)).toMatch(/512.*64/u);
    }
    expect(tokenize("a ".repeat(64), "en")).toHaveLength(64);
    expect(refused("a ".repeat(65))).toMatchObject({ values: { count: 65, limit: 64 } });
    expect(tokenize("a".repeat(64), "en")).toHaveLength(1);
    expect(refused("a".repeat(65))).toMatchObject({ code: "tokenTooLong", values: { length: 65 } });
    expect(refused("a".repeat(200_001))).toMatchObject({ code: "textTooLong" });
  });
});

describe("the language of a text", () => {
  test.each<[string, Language]>([
    ["kedi mindere oturdu", "en"],
    ["kedi mindere oturdu", "tr"],
    ["", "tr"],
    ["42", "en"],
  ])("%j tells nothing: the page's language, %s", (text, page) => {
    expect(guessLanguage(text, page)).toBe(page);
  });

  test.each<[string, Language, Language]>([
    ["Iğdır'da bir kazak", "en", "tr"],
    ["İPEK", "en", "tr"],
    ["Ben gel dim", "en", "tr"],
    ["çok güzel", "en", "tr"],
    ["ağaç".normalize("NFD"), "en", "tr"],
    ["The cat sat on the cushion", "tr", "en"],
    ["It is a naïve café", "tr", "en"],
    ["I MISS THE SHIP", "tr", "en"],
  ])("%j on a page in %s is %s", (text, page, language) => {
    expect(guessLanguage(text, page)).toBe(language);
  });
});
