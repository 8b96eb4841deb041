// What the readers of the single formats make of a pasted text: rows of words that are meant to be
// numbers. Whether they are is judged in one place for all formats (matrix.ts).

import type { Language } from "./state.ts";

const formats = {
  csv: { en: "CSV, comma between columns", tr: "CSV, sütunlar virgülle ayrılmış" },
  semicolons: {
    en: "CSV, semicolon between columns",
    tr: "CSV, sütunlar noktalı virgülle ayrılmış",
  },
  tabs: { en: "spreadsheet (tabs)", tr: "hesap tablosu (sekmeler)" },
  spaces: { en: "numbers with spaces", tr: "boşlukla ayrılmış sayılar" },
  list: { en: "lists (JSON or Python)", tr: "liste (JSON ya da Python)" },
  shaped: { en: "JSON with shape and data", tr: "shape ve data içeren JSON" },
  numpy: { en: "NumPy", tr: "NumPy" },
  torch: { en: "PyTorch", tr: "PyTorch" },
  matlab: { en: "MATLAB or Octave", tr: "MATLAB ya da Octave" },
  latex: { en: "LaTeX", tr: "LaTeX" },
  markdown: { en: "Markdown table", tr: "Markdown tablosu" },
} as const;

export type Format = keyof typeof formats;

const notes = {
  commaColumns: {
    en: "Commas were read as column separators. If they are decimal marks, put ; or a tab between the columns, or write points.",
    tr: "Virgüller sütun ayırıcı olarak okundu. Ondalık işaretiyseler sütunların arasına ; ya da sekme koyun ya da nokta kullanın.",
  },
  commaDecimals: {
    en: "Commas were read as decimal marks and spaces as column separators. If the commas separate columns, put a space after each.",
    tr: "Virgüller ondalık işareti, boşluklar sütun ayırıcı olarak okundu. Virgüller sütun ayırıyorsa her birinin ardına boşluk koyun.",
  },
  commaSpaces: {
    en: "Commas with a space behind them were read as column separators, the others as decimal marks. If all separate columns, put a space behind each.",
    tr: "Ardında boşluk olan virgüller sütun ayırıcı, ötekiler ondalık işareti olarak okundu. Hepsi sütun ayırıyorsa her birinin ardına boşluk koyun.",
  },
  semicolonColumns: {
    en: "Semicolons were read as column separators. If they end rows, put [ and ] around the numbers.",
    tr: "Noktalı virgüller sütun ayırıcı olarak okundu. Satır sonunu gösteriyorlarsa sayıları [ ve ] içine alın.",
  },
  lineRows: {
    en: "Each line was read as a row.",
    tr: "Her satır sonu yeni bir matris satırı sayıldı.",
  },
  oneRow: {
    en: "The list was read as a single row. For more rows put each into brackets of its own.",
    tr: "Liste tek bir satır olarak okundu. Daha çok satır için her birini kendi köşeli ayracına alın.",
  },
} as const;

/** A doubt about a text that could be read in two ways: how it was read, and how to get the other. */
export type Note = keyof typeof notes;

export interface Grid {
  readonly rows: readonly (readonly string[])[];
  readonly format: Format;
  readonly note?: Note | undefined;
}

/** What stands for the numbers that a shortened print leaves out. */
export function isEllipsis(word: string): boolean {
  return /^(?:\.{3,}|[…⋯⋮⋱])$/u.test(word);
}

export function formatName(format: Format, language: Language): string {
  return formats[format][language];
}

export function describeNote(note: Note, language: Language): string {
  return notes[note][language];
}
