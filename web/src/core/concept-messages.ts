// The sentences for codes that only the concepts beside attention itself have (messages.ts has the others).

import { columns, plural, type Sentence } from "./counted.ts";

const english = {
  odd: ({ field, other, values: [got] }) =>
    other
      ? `${field} is left out, so all columns count, but the ${other} is ${got}: they are taken in pairs. Make the ${other} even, or give an even ${field}.`
      : `${field} is ${got}; it must be an even number.`,
  notDivisible: ({ field, other, values: [got, by] }) =>
    `${field} is ${got}; it must be a multiple of ${other}, which is ${by}.`,
  excludes: ({ field, other }) =>
    `${field} means nothing together with ${other}. Leave one of the two out.`,
  shape: ({ field, values: [r, c = 0, wantR, wantC = 0, heads] }) =>
    heads === undefined
      ? `${field} is ${r} × ${c}; it must be ${wantR} × ${wantC}.`
      : `${field} is ${r} × ${c} per head (${c * heads} columns for ${heads} heads); it must be ${wantR} × ${wantC} (${wantC * heads} in all).`,
  sumMismatch: ({ field, other, values: [got, want] }) =>
    `The entries of ${field} add up to ${got}; they must add up to ${want}, the number of ${other}.`,
  capacity: ({ field, values: [got, most] }) =>
    `${field} needs ${plural(got, "place", "places")} in a cache of ${most} that may drop nothing. Make the cache larger, or let it drop its oldest entries.`,
  repeated: ({ field, values: [place, got] }) =>
    `${field}: entry ${place} is ${got}, which is there already. Each may stand there once.`,
  missing: ({ field }) => `${field} is missing. Give it as well.`,
  columns: ({ field, other, values: [got, by] }) =>
    `${field} has ${columns(got)}; their number must be a multiple of ${other}, which is ${by}, so that every head gets as many.`,
} satisfies Record<string, Sentence>;

const turkish: Record<keyof typeof english, Sentence> = {
  odd: ({ field, other, values: [got] }) =>
    other
      ? `${field} verilmediği için bütün sütunlar alınıyor, ama ${other} = ${got}: sütunlar ikişer ikişer döndürülür. ${other} çift olmalı ya da çift bir ${field} verilmeli.`
      : `${field} = ${got}; çift bir sayı olmalı.`,
  notDivisible: ({ field, other, values: [got, by] }) =>
    `${field} = ${got}; ${other} = ${by} sayısının katı olmalı.`,
  excludes: ({ field, other }) =>
    `${field}, ${other} ile birlikte bir anlam taşımaz. İkisinden birini kaldırın.`,
  shape: ({ field, values: [r, c = 0, wantR, wantC = 0, heads] }) =>
    heads === undefined
      ? `${field} ${r} × ${c} boyutunda; ${wantR} × ${wantC} olmalı.`
      : `${field} başlık (head) başına ${r} × ${c} boyutunda (${heads} başlık için ${c * heads} sütun); ${wantR} × ${wantC} olmalı (toplam ${wantC * heads} sütun).`,
  sumMismatch: ({ field, other, values: [got, want] }) =>
    `${field} girişlerinin toplamı ${got}; ${other} sayısı kadar, yani ${want} olmalı.`,
  capacity: ({ field, values: [got, most] }) =>
    `${field} için ${got} yer gerekli, ama hiçbir girişi silinemeyen önbellekte ${most} yer var. Önbelleği büyütün ya da en eski girişlerin silinmesine izin verin.`,
  repeated: ({ field, values: [place, got] }) =>
    `${field}: ${place}. giriş ${got}, ama bu sayı daha önce geçiyor. Her biri yalnızca bir kez geçebilir.`,
  missing: ({ field }) => `${field} eksik. Onu da verin.`,
  columns: ({ field, other, values: [got, by] }) =>
    `${field}: ${got} sütun var; sütun sayısı ${other} = ${by} sayısının katı olmalı, her başlığa (head) eşit sayıda sütun düşsün diye.`,
};

export const concepts = { en: english, tr: turkish };
