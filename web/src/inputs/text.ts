// A sentence into tokens: words, numbers, punctuation marks and emoji, each one token.
//
// The text is composed (NFC), so that a letter typed with a separate accent is the same letter, and
// lower-cased by the rules of its own language, whatever the browser speaks: I is ı in Turkish and
// i in English. An apostrophe inside a word belongs to it: Ankara'ya is one token.
//
// Links carry sentences instead of their tokens, so the same text must give the same tokens for as
// long as version 1 of the links is read (url.ts).

import { InputError } from "./error.ts";
import { MAX_TEXT, MAX_TOKEN_LENGTH, MAX_TOKENS } from "./limits.ts";
import type { Language } from "./state.ts";

const letter = String.raw`[\p{L}\p{M}\p{N}\u200C\u200D]`;
const modified = String.raw`\p{Extended_Pictographic}(?:\p{EMod}|[\uFE0E\uFE0F]|[\u{E0020}-\u{E007E}]+\u{E007F})?`;

/** A letter or digit with all that follows it inside a word; an emoji with its parts; any mark. */
const token = new RegExp(
  [
    String.raw`[0-9#*]\uFE0F?\u20E3`,
    String.raw`\p{RI}\p{RI}`,
    String.raw`${modified}(?:\u200D${modified})*`,
    String.raw`[\p{L}\p{N}]${letter}*(?:'${letter}+|(?<=\p{N})[.,](?=\p{N})${letter}+)*`,
    String.raw`([^\s\p{L}\p{N}])\p{M}*\1*`,
  ].join("|"),
  "gu",
);

/**
 * NFC. To put the marks of one letter into their order takes the square of their number; a letter
 * with 200 is none of any language, and becomes too long a token.
 */
export const composed = (text: string): string =>
  text.replace(/(\p{M}{200})\p{M}+/gu, "$1").normalize("NFC");

export function lowerCase(text: string, language: Language): string {
  const undotted = composed(text).replaceAll("İ", "i");
  return (language === "tr" ? undotted.replaceAll("I", "ı") : undotted).toLowerCase();
}

export function tokenize(text: string, language: Language): readonly string[] | InputError {
  const place = { field: "sentence" } as const;
  if (text.length > MAX_TEXT) {
    return new InputError("textTooLong", { length: text.length, limit: MAX_TEXT }, place);
  }
  const clean = lowerCase(text, language)
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .replace(/[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, "")
    .replace(/[\p{Cc}\u2028\u2029]/gu, " ")
    .replace(/(?<=[\p{L}\p{N}])\p{M}*[\u2019\u02BC](?=\p{L})/gu, (mark) => `${mark.slice(0, -1)}'`);
  const tokens = clean.match(token) ?? [];
  if (tokens.length === 0) return new InputError("noSentence", {}, place);
  if (tokens.length > MAX_TOKENS) {
    return new InputError("tooManyTokens", { count: tokens.length, limit: MAX_TOKENS }, place);
  }
  const long = tokens.find((word) => word.length > MAX_TOKEN_LENGTH);
  if (long === undefined) return tokens;
  const values = { text: long.slice(0, 12), length: long.length, limit: MAX_TOKEN_LENGTH };
  return new InputError("tokenTooLong", values, place);
}

const turkishLetters = /[ğış]/gu;
const sharedLetters = /[çöü]/gu;
const turkishWords = words(
  "ve bir bu şu da de mi ile için çok ne gibi ben sen biz var yok değil ki",
);
const englishWords = words(
  "the a an and or of to in on is are was it that this not you i he she we",
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** By the letters only Turkish has and by small words; the page's language when nothing tells. */
export function guessLanguage(text: string, pageLanguage: Language): Language {
  const lower = lowerCase(text, "en");
  const dotted = composed(text).includes("İ") ? 1 : 0;
  let score = 3 * dotted + 3 * count(lower, turkishLetters) + count(lower, sharedLetters);
  for (const word of lower.match(/\p{L}+/gu) ?? []) {
    if (turkishWords.has(word)) score += 2;
    if (englishWords.has(word)) score -= 2;
  }
  if (score === 0) return pageLanguage;
  return score > 0 ? "tr" : "en";
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
