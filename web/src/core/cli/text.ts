// The sentences of the command line.

import type { Language } from "../cases/run.ts";

interface Words {
  readonly usage: (calls: string) => string;
  readonly hint: string;
  readonly noFile: string;
  readonly oneFile: string;
  readonly unreadable: (file: string, why: string) => string;
  readonly malformed: (file: string, line: number, column: number) => string;
  readonly empty: (file: string) => string;
  readonly deep: (file: string, line: number, column: number, most: number) => string;
  readonly encoding: (file: string, line: number, column: number) => string;
  readonly twice: (file: string, line: number, column: number, name: string) => string;
  readonly overflow: (file: string, line: number, column: number, written: string) => string;
  readonly callName: string;
  /** Standard output took not all of it. */
  readonly unwritten: (why: string) => string;
  /** Why a file cannot be read or written, by the system's code for it. */
  readonly reasons: Readonly<Record<string, string | undefined>>;
  readonly unknownOption: (option: string) => string;
  readonly needsValue: (option: string) => string;
  readonly noValue: (option: string) => string;
  /** `--version`, `--help` or `--provenance` with something beside it. */
  readonly alone: (extra: string) => string;
  readonly flatOfCalls: string;
  /** What is nobody's input: no memory, no WebAssembly. */
  readonly broken: (why: string) => string;
  readonly noCases: (folder: string) => string;
  readonly notCases: string;
  readonly badPath: string;
  readonly badLanguage: string;
  readonly pathOfCases: string;
  readonly passed: string;
  readonly failed: string;
  /** Nothing in it could be compared by the path that was asked for. */
  readonly skipped: string;
  readonly sum: (passed: number, failed: number, skipped: number) => string;
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
stand for numbers, in what is read and in what is printed; a bigint is printed as
a text of its digits. A case, or a list of cases, is run.

  --flat               prints tensors as { shape, data } instead of rows of rows
  --language en|tr     the language of sentences (default: the system's, else en)
  --path PATH          of cases: by "reference" or "tiled" alone
  --help, --version
  --provenance         what the program was built from and with, and its checksums

Exit codes:
  0  done; of cases: none failed
  1  the input was refused, and printed as { error }; or a case failed
  2  the command was not understood, or a file could not be read
  3  it could not be done, and the input is not why: too little memory, no WebAssembly,
     output that could not be written to its end

Calls:
${calls}`,
  hint: "dikkat --help says what there is.",
  noFile: "Which file? Give its name, or - for standard input.",
  oneFile: "One file at a time.",
  unreadable: (file, why) => `${file} cannot be read: ${why}.`,
  malformed: (file, line, column) =>
    `${file} is not JSON: line ${line}, column ${column} is not what must come there.`,
  empty: (file) =>
    `${file === "-" ? "Standard input" : file} is empty. It must hold a call or cases, as JSON.`,
  deep: (file, line, column, most) =>
    `${file}: line ${line}, column ${column} opens a bracket inside ${most} others. No call needs as many.`,
  encoding: (file, line, column) =>
    `${file} is no text in UTF-8: line ${line}, column ${column} is no letter. Save it as UTF-8.`,
  twice: (file, line, column, name) =>
    `${file}: line ${line}, column ${column} gives the field ${name} a second time. Keep one of the two.`,
  overflow: (file, line, column, written) =>
    `${file}: line ${line}, column ${column} has ${written}, which is more than float64 can hold (about 1.8e308). If an infinite number is meant, write "Infinity" or "-Infinity".`,
  callName:
    'call must be a text: the name of a call, such as "attention". dikkat --help names all.',
  unwritten: (why) => `Not all of the output could be written: ${why}.`,
  reasons: {
    ENOENT: "there is no such file or folder",
    EISDIR: "it is a folder; dikkat cases FOLDER runs the cases in it",
    ENOTDIR: "it is no folder",
    EACCES: "this is not allowed",
    EPERM: "this is not allowed",
    EFBIG: "it is larger than 512 MiB",
    ENOSPC: "there is no space left",
  },
  unknownOption: (option) => `There is no option ${option}.`,
  needsValue: (option) => `${option} needs a value after it.`,
  noValue: (option) => `${option} takes no value.`,
  alone: (extra) => `--help, --version and --provenance stand alone, without ${extra}.`,
  flatOfCalls: "--flat is for calls. Cases print no tensors.",
  broken: (why) => `dikkat could not do this, and the input is not why: ${why}`,
  noCases: (folder) => `There is no JSON file in ${folder}.`,
  notCases: "holds no cases: an object with a list of calls, or a list of such objects",
  badPath: '--path must be "reference" or "tiled".',
  badLanguage: '--language must be "en" or "tr".',
  pathOfCases: "--path is for cases. For a call it is the field path.",
  passed: "passed",
  failed: "FAILED",
  skipped: "not checked",
  sum: (passed, failed, skipped) =>
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} not checked` : ""}`,
};

const turkish: Words = {
  usage: (calls) => `dikkat DOSYA.json      dosyadaki çağrıyı hesaplar, sonucu JSON olarak yazar
dikkat -               aynısını standart girdiden yapar
dikkat cases KLASÖR    klasördeki JSON dosyalarının durumlarını çalıştırır, her birine bir satır

Dosyada tek bir nesne bulunur: çağrının belgelerindeki alanlar.
  { "call": "attention", "q": [[1, 0]], "k": [[1, 0], [0, 1]], "v": [[2], [5]] }
"call" yazılmazsa "attention" sayılır. "NaN", "Infinity" ve "-Infinity" hem
okunurken hem yazılırken sayı yerine geçer; bigint türündeki sayılar rakamlarından
oluşan metinler olarak yazılır. Bir durum ya da durum listesi verilirse çalıştırılır.

  --flat               tensörleri satır satır değil { shape, data } olarak yazar
  --language en|tr     cümlelerin dili (yazılmazsa sistemin dili, o da yoksa en)
  --path YOL           durumlar için: yalnızca "reference" ya da "tiled"
  --help, --version
  --provenance         programın neyden, neyle derlendiği ve sağlama toplamları

Çıkış kodları:
  0  yapıldı; durumlarda başarısız olan yok
  1  girdi reddedildi ve { error } olarak yazıldı ya da bir durum başarısız
  2  komut anlaşılmadı ya da bir dosya okunamadı
  3  yapılamadı ve nedeni girdi değil: bellek yetmiyor, WebAssembly yok,
     çıktının sonuna kadar yazılamaması

Çağrılar:
${calls}`,
  hint: "Neler olduğunu dikkat --help söyler.",
  noFile: "Hangi dosya? Adını verin; standart girdi için - yazın.",
  oneFile: "Her seferinde tek dosya verin.",
  unreadable: (file, why) => `${file} okunamıyor: ${why}.`,
  malformed: (file, line, column) =>
    `${file} JSON değil: ${line}. satır, ${column}. sütunda beklenen şey yok.`,
  empty: (file) =>
    `${file === "-" ? "Standart girdi" : file} boş. İçinde JSON olarak bir çağrı ya da durumlar olmalı.`,
  deep: (file, line, column, most) =>
    `${file}: ${line}. satır, ${column}. sütunda ${most} ayracın içinde bir ayraç daha açılıyor. Hiçbir çağrıya bu kadarı gerekmez.`,
  encoding: (file, line, column) =>
    `${file} UTF-8 metni değil: ${line}. satır, ${column}. sütundaki bir harf değil. Dosyayı UTF-8 olarak kaydedin.`,
  twice: (file, line, column, name) =>
    `${file}: ${line}. satır, ${column}. sütunda ${name} alanı ikinci kez geçiyor. İkisinden birini silin.`,
  overflow: (file, line, column, written) =>
    `${file}: ${line}. satır, ${column}. sütundaki ${written} float64’ün tutabileceğinden (yaklaşık 1,8e308) büyük. Sonsuz bir sayı isteniyorsa "Infinity" ya da "-Infinity" yazın.`,
  callName: 'call bir metin olmalı: "attention" gibi bir çağrı adı. Hepsini dikkat --help söyler.',
  unwritten: (why) => `Çıktının tamamı yazılamadı: ${why}.`,
  reasons: {
    ENOENT: "böyle bir dosya ya da klasör yok",
    EISDIR: "bu bir klasör; içindeki durumları dikkat cases KLASÖR çalıştırır",
    ENOTDIR: "bu bir klasör değil",
    EACCES: "buna izin yok",
    EPERM: "buna izin yok",
    EFBIG: "512 MiB’tan büyük",
    ENOSPC: "yer kalmadı",
  },
  unknownOption: (option) => `${option} adında bir seçenek yok.`,
  needsValue: (option) => `${option} seçeneğinden sonra bir değer gerekli.`,
  noValue: (option) => `${option} seçeneği değer almaz.`,
  alone: (extra) => `--help, --version ve --provenance tek başına yazılır, ${extra} olmadan.`,
  flatOfCalls: "--flat çağrılar içindir. Durumlar tensör yazmaz.",
  broken: (why) => `dikkat bunu yapamadı; nedeni girdi değil: ${why}`,
  noCases: (folder) => `${folder} içinde JSON dosyası yok.`,
  notCases:
    "durum içermiyor: calls listesi taşıyan bir nesne ya da böyle nesnelerin listesi olmalı",
  badPath: '--path "reference" ya da "tiled" olmalı.',
  badLanguage: '--language "en" ya da "tr" olmalı.',
  pathOfCases: "--path durumlar içindir. Bir çağrıda bunun yerine path alanı kullanılır.",
  passed: "geçti",
  failed: "BAŞARISIZ",
  skipped: "denetlenmedi",
  sum: (passed, failed, skipped) =>
    `${passed} geçti, ${failed} başarısız${skipped > 0 ? `, ${skipped} denetlenmedi` : ""}`,
};

export const words: Readonly<Record<Language, Words>> = { en: english, tr: turkish };
