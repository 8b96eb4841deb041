// The sentences of the command line.

import type { Language } from "../cases/run.ts";

interface Words {
  readonly usage: (calls: string) => string;
  readonly hint: string;
  readonly noFile: string;
  readonly oneFile: string;
  readonly unreadable: (file: string, why: string) => string;
  readonly malformed: (file: string, line: number, column: number) => string;
  readonly unknownCall: (name: string, calls: string) => string;
  readonly noCases: (folder: string) => string;
  readonly notCases: string;
  readonly badPath: string;
  readonly badLanguage: string;
  readonly pathOfCases: string;
  readonly passed: string;
  readonly failed: string;
  readonly sum: (passed: number, failed: number) => string;
}

const english: Words = {
  usage: (
    calls,
  ) => `dikkat FILE.json       computes the call that the file holds and prints its result as JSON
dikkat -               the same from standard input
dikkat cases FOLDER    runs the cases in the folder's JSON files, one line each

The file holds one object, the fields of the call as in its documentation:
  { "call": "attention", "q": [[1, 0]], "k": [[1, 0], [0, 1]], "v": [[2], [5]] }
"call" may be left out: it is "attention" then. "NaN", "Infinity" and "-Infinity"
stand for numbers, in what is read and in what is printed; very large whole
numbers are printed as texts of their digits. A case, or a list of cases, is run.

  --flat               prints tensors as { shape, data } instead of rows of rows
  --language en|tr     the language of sentences (default en)
  --path PATH          of cases: by "reference" or "tiled" alone
  --help, --version

Exit code: 0, or 1 when the input was refused or a case failed (what is wrong is
then printed as { error }), or 2 when the command itself was not understood.

Calls:
${calls}`,
  hint: "dikkat --help says what there is.",
  noFile: "Which file? Give its name, or - for standard input.",
  oneFile: "One file at a time.",
  unreadable: (file, why) => `${file} cannot be read: ${why}.`,
  malformed: (file, line, column) =>
    `${file} is not JSON: line ${line}, column ${column} is not what must come there.`,
  unknownCall: (name, calls) => `There is no call named ${name}. The calls are: ${calls}.`,
  noCases: (folder) => `There is no JSON file in ${folder}.`,
  notCases: "holds no cases: an object with a list of calls, or a list of such objects",
  badPath: '--path must be "reference" or "tiled".',
  badLanguage: '--language must be "en" or "tr".',
  pathOfCases: "--path is for cases. For a call it is the field path.",
  passed: "passed",
  failed: "FAILED",
  sum: (passed, failed) => `${passed} passed, ${failed} failed`,
};

const turkish: Words = {
  usage: (calls) => `dikkat DOSYA.json      dosyadaki çağrıyı hesaplar, sonucu JSON olarak yazar
dikkat -               aynısını standart girdiden yapar
dikkat cases KLASÖR    klasördeki JSON dosyalarının durumlarını çalıştırır, her birine bir satır

Dosyada tek bir nesne bulunur: çağrının belgelerindeki alanlar.
  { "call": "attention", "q": [[1, 0]], "k": [[1, 0], [0, 1]], "v": [[2], [5]] }
"call" yazılmazsa "attention" sayılır. "NaN", "Infinity" ve "-Infinity" hem
okunurken hem yazılırken sayı yerine geçer; çok büyük tam sayılar rakamlarından
oluşan metinler olarak yazılır. Bir durum ya da durum listesi verilirse çalıştırılır.

  --flat               tensörleri satır satır değil { shape, data } olarak yazar
  --language en|tr     cümlelerin dili (yazılmazsa en)
  --path YOL           durumlar için: yalnızca "reference" ya da "tiled"
  --help, --version

Çıkış kodu: 0; girdi reddedildiyse ya da bir durum başarısızsa 1 (yanlış olan
{ error } olarak yazılır); komutun kendisi anlaşılmadıysa 2.

Çağrılar:
${calls}`,
  hint: "Neler olduğunu dikkat --help söyler.",
  noFile: "Hangi dosya? Adını verin; standart girdi için - yazın.",
  oneFile: "Her seferinde tek dosya verin.",
  unreadable: (file, why) => `${file} okunamıyor: ${why}.`,
  malformed: (file, line, column) =>
    `${file} JSON değil: ${line}. satır, ${column}. sütunda beklenen şey yok.`,
  unknownCall: (name, calls) => `${name} adında bir çağrı yok. Çağrılar: ${calls}.`,
  noCases: (folder) => `${folder} içinde JSON dosyası yok.`,
  notCases:
    "durum içermiyor: calls listesi taşıyan bir nesne ya da böyle nesnelerin listesi olmalı",
  badPath: '--path "reference" ya da "tiled" olmalı.',
  badLanguage: '--language "en" ya da "tr" olmalı.',
  pathOfCases: "--path durumlar içindir. Bir çağrıda bunun yerine path alanı kullanılır.",
  passed: "geçti",
  failed: "BAŞARISIZ",
  sum: (passed, failed) => `${passed} geçti, ${failed} başarısız`,
};

export const words: Readonly<Record<Language, Words>> = { en: english, tr: turkish };
