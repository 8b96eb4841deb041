// What helps with the usual errors, in the page's language, below Python's own words.

import type { Language } from "../inputs/state.ts";
import type { PythonError } from "./protocol.ts";

interface HintWords {
  readonly name: (name: string, there: string) => string;
  readonly matrix: (name: string) => string;
  readonly indent: string;
  readonly syntax: string;
  readonly character: string;
  readonly shapes: string;
  readonly module: string;
  readonly missing: string;
  readonly gradients: string;
  readonly plain: string;
  readonly zero: string;
  readonly input: string;
  readonly file: string;
  readonly recursion: string;
  readonly memory: string;
}

const words: Record<Language, HintWords> = {
  en: {
    name: (name, there) =>
      `Nothing before this line gives ${name} a value. Is it spelt as above, upper and lower case? From the page come: ${there}.`,
    matrix: (name) =>
      `The page has no ${name} now: Q, K and V were given directly, and there are not as many queries as keys.`,
    indent:
      "The lines of a block must begin in one column. Four spaces for each level is usual; Tab writes them.",
    syntax:
      "Python could not read this line. Look for a bracket or quote that is not closed, here or on the line before, and for a missing colon.",
    character:
      "Python takes this character in texts and comments only. It often comes along when code is copied from a page or a document: type straight quotes, - for minus, * for times and ordinary spaces in its place.",
    shapes:
      "The shapes do not fit. For A @ B the last number of A’s shape must be the second last of B’s; print both shapes. K.T or K.mT turns K over.",
    module:
      "This Python has math, numpy, torch and a small standard library, and cannot install more.",
    missing:
      "The part of NumPy and PyTorch that attention is written with is here; this name is not in it.",
    gradients:
      "Nothing is recorded here, as under torch.no_grad(), so there is nothing to go back through. Attention itself needs no gradients; training does.",
    plain:
      "One number out of a NumPy array is a plain Python number here, without the attributes of an array; round(x, 2), float(x) and int(x) work on it.",
    zero: "Something is divided by 0. Print the divisor before this line.",
    input: "input() has nobody to ask here. Write the value into the code.",
    file: "There are no files of yours here. Write what it held into the code, as a text or an array.",
    recursion: "A function goes on calling itself. Look for the case in which it should stop.",
    memory:
      "The cell has used up its memory. Does a list or an array grow without end, or is one far larger than meant?",
  },
  tr: {
    name: (name, there) =>
      `Bu satırdan önce ${name} adına değer veren bir şey yok. Büyük ve küçük harfleriyle aynı mı yazıldı? Sayfadan gelenler: ${there}.`,
    matrix: (name) =>
      `Sayfada şu an ${name} yok: Q, K ve V doğrudan verildi, sorgu sayısı da anahtar sayısına eşit değil.`,
    indent:
      "Bir bloğun satırları aynı sütunda başlamalı. Her düzey için dört boşluk olağandır; Tab bunları yazar.",
    syntax:
      "Python bu satırı okuyamadı. Burada ya da bir önceki satırda kapanmamış bir ayraç ya da tırnak, unutulmuş bir iki nokta arayın.",
    character:
      "Python bu karakteri yalnızca metinlerde ve yorumlarda kabul eder. Çoğu zaman bir sayfadan ya da belgeden kopyalanan kodla gelir: yerine düz tırnak, eksi için -, çarpı için *, boşluk için sıradan boşluk yazın.",
    shapes:
      "Boyutlar uymuyor. A @ B için A’nın boyutundaki son sayı, B’ninkindeki sondan ikinci sayı olmalı; ikisinin de boyutunu yazdırın. K.T ya da K.mT, K’yi devirir.",
    module:
      "Bu Python’da math, numpy, torch ve küçük bir standart kütüphane var; başkası kurulamaz.",
    missing:
      "Burada NumPy ve PyTorch’un dikkati yazmaya yarayan kısmı var; bu ad onun içinde değil.",
    gradients:
      "Burada torch.no_grad() altındaki gibi hiçbir işlem kaydedilmez; geri gidilecek bir şey yoktur. Dikkatin kendisi gradyan istemez, eğitim ister.",
    plain:
      "NumPy dizisinden alınan tek bir sayı burada sıradan bir Python sayısıdır, dizi özellikleri yoktur; round(x, 2), float(x) ve int(x) kullanılabilir.",
    zero: "Bir şey 0’a bölünüyor. Bu satırdan önce böleni yazdırın.",
    input: "input() burada kimseye soramaz. Değeri kodun içine yazın.",
    file: "Burada sizin dosyalarınız yok. İçindekini koda metin ya da dizi olarak yazın.",
    recursion: "Bir fonksiyon kendini çağırıp duruyor. Durması gereken durumu arayın.",
    memory:
      "Hücrenin belleği bitti. Bir liste ya da dizi sonsuzca mı büyüyor, yoksa sanılandan çok mu büyük?",
  },
};

const MATRICES = /^(?:X|W[qkv]|[QKV])$/u;
const CHARACTER = /^invalid (?:non-printable )?character/u;
const SHAPES = /shape|broadcast|mismatch|size|dimension|aligned/iu;
const GRADIENTS = /no gradients/u;
const PLAIN = /^'(?:float|int|bool)' object has no attribute/u;
const MISSING =
  /module.* has no attribute|object has no attribute|is not (?:here|there)|not supported|not implemented|cannot import name/iu;

/** Null where Python's own words are all there is to say. `there`: the names that come from the page. */
export function hintFor(
  { type, message }: PythonError,
  there: readonly string[],
  language: Language,
): string | null {
  const say = words[language];
  switch (type) {
    case "NameError": {
      const name = /'(.*)'/u.exec(message)?.[1] ?? "?";
      return MATRICES.test(name) ? say.matrix(name) : say.name(name, there.join(", "));
    }
    case "IndentationError":
    case "TabError":
      return say.indent;
    case "SyntaxError":
      return CHARACTER.test(message) ? say.character : say.syntax;
    case "ModuleNotFoundError":
      return say.module;
    case "ZeroDivisionError":
      return say.zero;
    case "EOFError":
      return say.input;
    case "FileNotFoundError":
      return say.file;
    case "RecursionError":
      return say.recursion;
    case "MemoryError":
      return say.memory;
    case "ValueError":
    case "RuntimeError":
    case "IndexError":
      return SHAPES.test(message) ? say.shapes : null;
    case "ImportError":
    case "AttributeError":
    case "NotImplementedError":
      if (GRADIENTS.test(message)) return say.gradients;
      if (PLAIN.test(message)) return say.plain;
      return MISSING.test(message) ? say.missing : null;
    default:
      return null;
  }
}
