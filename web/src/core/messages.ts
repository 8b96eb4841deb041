/** The sentences for the error codes of cpp/attention/error.h. A test compares the keys with the core's list. */
import type { Fault } from "./errors.ts";

type Sentence = (fault: Fault) => string;

/** What a field must be, for the code "type". */
const expected = {
  tensor: {
    en: "a matrix: rows of numbers, or { shape, data } with data an array, a Float64Array or a Float32Array",
    tr: "bir matris olmalı: sayı satırları ya da { shape, data }; data bir dizi, Float64Array ya da Float32Array",
  },
  matrix: {
    en: "one matrix, without an axis for heads",
    tr: "tek bir matris olmalı, başlık (head) ekseni olmadan",
  },
  booleans: { en: "rows of true and false", tr: "true ve false satırlarından oluşmalı" },
  flags: { en: "a list of true and false", tr: "true ve false listesi olmalı" },
  flag: { en: "true or false", tr: "true ya da false olmalı" },
  float32: { en: "a Float32Array", tr: "bir Float32Array olmalı" },
  pattern: {
    en: "five numbers [a, b, c, p, d], with p more than 0 and d not 0",
    tr: "beş sayı olmalı, [a, b, c, p, d]; p 0’dan büyük, d 0’dan farklı",
  },
  path: { en: '"reference" or "tiled"', tr: '"reference" ya da "tiled" olmalı' },
  tiled: { en: '"tiled"', tr: '"tiled" olmalı' },
  threads: {
    en: 'a whole number or "auto"',
    tr: 'bir tam sayı ya da "auto" olmalı',
  },
  signal: { en: "an AbortSignal", tr: "bir AbortSignal olmalı" },
  number: { en: "a number", tr: "bir sayı olmalı" },
  whole: { en: "a whole number", tr: "bir tam sayı olmalı" },
  causal: {
    en: 'true, false, "top-left" or "bottom-right"',
    tr: 'true, false, "top-left" ya da "bottom-right" olmalı',
  },
  form: { en: '"naive" or "absorbed"', tr: '"naive" ya da "absorbed" olmalı' },
  pairing: { en: '"interleaved" or "half"', tr: '"interleaved" ya da "half" olmalı' },
  rotary: {
    en: "true, false or { theta, pairing, dims }",
    tr: "true, false ya da { theta, pairing, dims } olmalı",
  },
  placedRotary: {
    en: "true, false or { theta, pairing, dims, positions }",
    tr: "true, false ya da { theta, pairing, dims, positions } olmalı",
  },
  build: { en: '"auto", "simd" or "scalar"', tr: '"auto", "simd" ya da "scalar" olmalı' },
  activation: {
    en: '"gelu", "gelu-tanh", "swiglu" or "relu"',
    tr: '"gelu", "gelu-tanh", "swiglu" ya da "relu" olmalı',
  },
  normPlace: { en: '"pre" or "post"', tr: '"pre" ya da "post" olmalı' },
  normalization: { en: '"layer" or "rms"', tr: '"layer" ya da "rms" olmalı' },
  part: {
    en: "a plain object, as { } makes it",
    tr: "{ } ile yazılmış düz bir nesne olmalı",
  },
  layers: { en: "a list of layers", tr: "bir katman listesi olmalı" },
  stateSpaceForm: {
    en: '"recurrent" or "convolution"',
    tr: '"recurrent" ya da "convolution" olmalı',
  },
  numbers: { en: "a list of numbers", tr: "bir sayı listesi olmalı" },
  counted: { en: '"cache" or "text"', tr: '"cache" ya da "text" olmalı' },
  previous: { en: "an object of tokens, k and v", tr: "tokens, k ve v taşıyan bir nesne olmalı" },
  tokens: { en: "a list of texts and numbers", tr: "metin ve sayılardan oluşan bir liste olmalı" },
  texts: { en: "a list of texts", tr: "bir metin listesi olmalı" },
  text: { en: "a text", tr: "bir metin olmalı" },
  token: { en: "a text or a number", tr: "bir metin ya da bir sayı olmalı" },
  alibi: {
    en: "true, false or a list of one slope per head",
    tr: "true, false ya da her başlık (head) için bir eğim içeren bir liste olmalı",
  },
  blocks: {
    en: "{ size, visible }: a whole number, and rows of true and false",
    tr: "{ size, visible } olmalı: bir tam sayı ile true ve false satırları",
  },
  reachLayers: {
    en: "a number of layers, or a list with the masks of each",
    tr: "katman sayısı ya da her katmanın maskelerini içeren bir liste olmalı",
  },
  object: {
    en: "a plain object with the fields of the call",
    tr: "çağrının alanlarını taşıyan düz bir nesne olmalı",
  },
  elementBytes: { en: "0.5, 1, 2, 4 or 8", tr: "0.5, 1, 2, 4 ya da 8 olmalı" },
  costKind: {
    en: '"full", "causal", "window" or "linear"',
    tr: '"full", "causal", "window" ya da "linear" olmalı',
  },
  layerGroups: {
    en: "a list of { kind, count }",
    tr: "bir { kind, count } listesi olmalı",
  },
  latentSizes: {
    en: "an object with dC, dRope, dNope and dV",
    tr: "dC, dRope, dNope ve dV taşıyan bir nesne olmalı",
  },
} as const;

export type Expected = keyof typeof expected;

const isExpected = (key: string): key is Expected => Object.hasOwn(expected, key);
const what = (fault: Fault, language: "en" | "tr"): string =>
  isExpected(fault.other) ? expected[fault.other][language] : fault.other;

const plural = (n: number | undefined, one: string, many: string): string =>
  `${n} ${n === 1 ? one : many}`;
const rows = (n: number | undefined) => plural(n, "row", "rows");
const columns = (n: number | undefined) => plural(n, "column", "columns");
const numbers = (n: number | undefined) => plural(n, "number", "numbers");

/** What is counted, for the code "tooLarge". */
const units: Record<string, { en: string; tr: string }> = {
  bytes: { en: "bytes", tr: "bayt" },
  pairs: { en: "pairs", tr: "çift" },
  operations: { en: "operations", tr: "işlem" },
  exponentials: { en: "exponentials", tr: "üstel değer" },
  parameters: { en: "parameters", tr: "parametre" },
  layers: { en: "layers", tr: "katman" },
  multiplyAdds: { en: "multiply-adds", tr: "çarpma-toplama" },
  heads: { en: "heads", tr: "başlık (head)" },
  entries: { en: "entries", tr: "giriş" },
  characters: { en: "characters", tr: "karakter" },
};

/** Which of several numbers is meant, for the codes "range", "atMost" and "notFinite". */
const place = {
  en: (row: number | undefined, column: number | undefined) =>
    row === undefined
      ? ""
      : column === undefined
        ? `: entry ${row}`
        : `: row ${row}, column ${column}`,
  tr: (row: number | undefined, column: number | undefined) =>
    row === undefined
      ? ""
      : column === undefined
        ? `: ${row}. giriş`
        : `: ${row}. satır, ${column}. sütun`,
};

/** Why there is a limit, for the codes "range" and "atMost" with the type of number as `other`. */
const because = {
  en: (other: string) => (other === "float32" ? ", since the tiled path computes in float32" : ""),
  tr: (other: string) => (other === "float32" ? "; karolu (tiled) yol float32 ile hesaplıyor" : ""),
};

const mebibytes = (bytes: number | undefined) => Math.ceil((bytes ?? 0) / 2 ** 20);

const english = {
  type: (f) => {
    const [row, column] = f.values;
    const where = column === undefined ? `, entry ${row},` : `, row ${row}, column ${column},`;
    return `${f.field}${row === undefined ? "" : where} must be ${what(f, "en")}.`;
  },
  unknownField: (f) => `There is no option called ${f.field}. Check its spelling.`,
  ragged: ({ field, values: [row, length, first] }) =>
    `${field}: row ${row} has ${numbers(length)}, row 1 has ${first}. Every row must be as long as the first.`,
  empty: ({ field, values: [r, c] }) =>
    c === undefined
      ? `${field} is empty (${plural(r, "entry", "entries")}). It needs at least one.`
      : `${field} is empty (${rows(r)}, ${columns(c)}). It needs at least one number.`,
  rank: ({ field, values: [got, least, most] }) =>
    `${field} has ${plural(got, "axis", "axes")}; it must have ${least === most ? least : `${least} or ${most}`}.`,
  dataLength: ({ field, values: [got, want] }) =>
    `${field}: data holds ${numbers(got)}, its shape asks for ${want}.`,
  widthMismatch: ({ field, other, values: [got = 0, want = 0, heads, others] }) =>
    heads === undefined || others === undefined
      ? `${field} has ${columns(got)}, ${other} has ${want}. They must be equally wide, since each query is multiplied with each key.`
      : `${field} has ${columns(got)} per head (${got * heads} for ${plural(heads, "head", "heads")}), ${other} has ${want} (${want * others} for ${plural(others, "head", "heads")}). They must be equally wide per head, since each query is multiplied with each key: give ${field} ${want} per head, ${want * heads} in all, or change heads and kvHeads.`,
  lengthMismatch: ({ field, other, values: [got, want] }) =>
    `${field} has ${rows(got)}, ${other} has ${want}. Each key needs exactly one value.`,
  headsMismatch: ({ field, other, values: [got, want] }) =>
    `${field} has ${plural(got, "head", "heads")}, ${other} has ${want}. The numbers of heads do not fit each other.`,
  headShape: ({ field, values: [head, r, c, firstR, firstC] }) =>
    `${field}: head ${head} is ${r} × ${c}, head 1 is ${firstR} × ${firstC}. All heads must have the same shape.`,
  innerMismatch: ({ field, other, values: [got, want] }) =>
    `${field} has ${rows(got)}, ${other} has ${columns(want)}. For ${other} · ${field} these two must be equal.`,
  maskShape: ({ field, values: [r, c, wantR, wantC] }) =>
    `${field} is ${r} × ${c}; it must be ${wantR} × ${wantC}: one row per query, one column per key.`,
  paddingLength: ({ field, values: [got, want] }) =>
    `${field} has ${plural(got, "entry", "entries")}, but there ${want === 1 ? "is 1 key" : `are ${want} keys`}. Give one entry per key.`,
  range: ({ field, other, values: [got, least, row, column] }) =>
    `${field}${place.en(row, column)} is ${got}; it must be at least ${least}${because.en(other)}.`,
  atMost: ({ field, other, values: [got, most, row, column] }) =>
    `${field}${place.en(row, column)} is ${got}; it must be at most ${most}${because.en(other)}.`,
  positive: ({ field, values: [got] }) => `${field} is ${got}; it must be more than 0.`,
  notFinite: ({ field, values: [row, column] }) =>
    `${field}${place.en(row, column)} must be a finite number.`,
  needs: ({ field, other }) =>
    `${field} means something only together with ${other}. Give ${other} as well, or leave ${field} out.`,
  tooLarge: ({ field, other, values: [got, most] }) =>
    `${other === "multiplyAdds" ? "The work for " : ""}${field} would come to ${units[other] ? `${got} ${units[other].en}` : numbers(got)}; the most is ${most}. Make it smaller.`,
  outLength: ({ field, values: [got, want] }) =>
    `${field} has room for ${numbers(got)}, the output has ${want}. Give a Float32Array of that length.`,
  odd: ({ field, other, values: [got] }) =>
    other
      ? `${field} is left out, so all columns count, but the ${other} is ${got}: they are taken in pairs. Make the ${other} even, or give an even ${field}.`
      : `${field} is ${got}; it must be an even number.`,
  notDivisible: ({ field, other, values: [got, by] }) =>
    `${field} is ${got}; it must be a multiple of ${other}, which is ${by}.`,
  excludes: ({ field, other }) =>
    `${field} means nothing together with ${other}. Leave one of the two out.`,
  entries: ({ field, values: [got, want] }) =>
    `${field} has ${plural(got, "entry", "entries")}; it must have ${want}.`,
  shape: ({ field, values: [r, c = 0, wantR, wantC = 0, heads] }) =>
    heads === undefined
      ? `${field} is ${r} × ${c}; it must be ${wantR} × ${wantC}.`
      : `${field} is ${r} × ${c} per head (${c * heads} columns for ${heads} heads); it must be ${wantR} × ${wantC} (${wantC * heads} in all).`,
  sumMismatch: ({ field, other, values: [got, want] }) =>
    `The entries of ${field} add up to ${got}; they must add up to ${want}, the number of ${other}.`,
  capacity: ({ field, values: [got, most] }) =>
    `${field} needs ${plural(got, "place", "places")} in a cache of ${most} that may drop nothing. Make the cache larger, or let it drop its oldest entries.`,
  order: ({ field, values: [place, got, before] }) =>
    `${field}: entry ${place} is ${got}, after ${before}. Each entry must be larger than the one before.`,
  memoryLimit: ({ values: [bytes, most] }) =>
    `This needs ${bytes} bytes of memory (${mebibytes(bytes)} MiB); there can be ${most}. Use fewer tokens, heads or columns.`,
  memory: () =>
    "There is not enough memory for a problem of this size. Use fewer tokens, heads or columns.",
  repeated: ({ field, values: [place, got] }) =>
    `${field}: entry ${place} is ${got}, which is there already. Each may stand there once.`,
  missing: ({ field }) => `${field} is missing. Give it as well.`,
  columns: ({ field, other, values: [got, by] }) =>
    `${field} has ${columns(got)}; their number must be a multiple of ${other}, which is ${by}, so that every head gets as many.`,
} satisfies Record<string, Sentence>;

export type ErrorCode = keyof typeof english;

const turkish: Record<ErrorCode, Sentence> = {
  type: (f) => {
    const [row, column] = f.values;
    const where = column === undefined ? `, ${row}. giriş` : `, ${row}. satır, ${column}. sütun`;
    return `${f.field}${row === undefined ? "" : where}: ${what(f, "tr")}.`;
  },
  unknownField: (f) => `${f.field} adında bir seçenek yok. Yazımını denetleyin.`,
  ragged: ({ field, values: [row, length, first] }) =>
    `${field}: ${row}. satırda ${length} sayı var, 1. satırda ${first}. Bütün satırlar ilki kadar uzun olmalı.`,
  empty: ({ field, values: [r, c] }) =>
    c === undefined
      ? `${field} boş (${r} giriş). En az bir giriş gerekli.`
      : `${field} boş (${r} satır, ${c} sütun). En az bir sayı gerekli.`,
  rank: ({ field, values: [got, least, most] }) =>
    `${field}: ${got} eksen var, ${least === most ? least : `${least} ya da ${most}`} olmalı.`,
  dataLength: ({ field, values: [got, want] }) =>
    `${field}: data içinde ${got} sayı var, shape ${want} sayı istiyor.`,
  widthMismatch: ({ field, other, values: [got = 0, want = 0, heads, others] }) =>
    heads === undefined || others === undefined
      ? `${field}: ${got} sütun, ${other}: ${want} sütun. Her sorgu her anahtarla çarpıldığı için genişlikleri eşit olmalı.`
      : `${field}: başlık (head) başına ${got} sütun (${heads} başlık için ${got * heads}), ${other}: ${want} sütun (${others} başlık için ${want * others}). Her sorgu her anahtarla çarpıldığı için başlık başına genişlikleri eşit olmalı: ${field} için başlık başına ${want}, toplam ${want * heads} sütun verin ya da heads ve kvHeads sayılarını değiştirin.`,
  lengthMismatch: ({ field, other, values: [got, want] }) =>
    `${field}: ${got} satır, ${other}: ${want} satır. Her anahtarın tam bir değeri olmalı.`,
  headsMismatch: ({ field, other, values: [got, want] }) =>
    `${field}: ${got} başlık (head), ${other}: ${want} başlık. Bu sayılar birbirine uymuyor.`,
  headShape: ({ field, values: [head, r, c, firstR, firstC] }) =>
    `${field}: ${head}. başlık (head) ${r} × ${c}, 1. başlık ${firstR} × ${firstC} boyutunda. Bütün başlıkların boyutu aynı olmalı.`,
  innerMismatch: ({ field, other, values: [got, want] }) =>
    `${field}: ${got} satır, ${other}: ${want} sütun. ${other} · ${field} çarpımı için bu ikisi eşit olmalı.`,
  maskShape: ({ field, values: [r, c, wantR, wantC] }) =>
    `${field} ${r} × ${c} boyutunda; ${wantR} × ${wantC} olmalı: her sorguya bir satır, her anahtara bir sütun.`,
  paddingLength: ({ field, values: [got, want] }) =>
    `${field} için ${got} giriş verilmiş, ama ${want} anahtar var. Her anahtara bir giriş gerekli.`,
  range: ({ field, other, values: [got, least, row, column] }) =>
    `${field}${place.tr(row, column)} = ${got}; en az ${least} olmalı${because.tr(other)}.`,
  atMost: ({ field, other, values: [got, most, row, column] }) =>
    `${field}${place.tr(row, column)} = ${got}; en fazla ${most} olabilir${because.tr(other)}.`,
  positive: ({ field, values: [got] }) => `${field} = ${got}; 0’dan büyük olmalı.`,
  notFinite: ({ field, values: [row, column] }) =>
    `${field}${place.tr(row, column)} sonlu bir sayı olmalı.`,
  needs: ({ field, other }) =>
    `${field} yalnızca ${other} ile birlikte anlamlıdır. ${other} değerini de verin ya da ${field} seçeneğini kaldırın.`,
  tooLarge: ({ field, other, values: [got, most] }) =>
    `${field}${other === "multiplyAdds" ? " için gereken iş" : ""}: ${got} ${units[other]?.tr ?? "sayı"} ederdi; en fazla ${most} olabilir. Daha küçük bir boyut verin.`,
  outLength: ({ field, values: [got, want] }) =>
    `${field} içinde ${got} sayılık yer var, çıktı ise ${want} sayı. O uzunlukta bir Float32Array verin.`,
  odd: ({ field, other, values: [got] }) =>
    other
      ? `${field} verilmediği için bütün sütunlar alınıyor, ama ${other} = ${got}: sütunlar ikişer ikişer döndürülür. ${other} çift olmalı ya da çift bir ${field} verilmeli.`
      : `${field} = ${got}; çift bir sayı olmalı.`,
  notDivisible: ({ field, other, values: [got, by] }) =>
    `${field} = ${got}; ${other} = ${by} sayısının katı olmalı.`,
  excludes: ({ field, other }) =>
    `${field}, ${other} ile birlikte bir anlam taşımaz. İkisinden birini kaldırın.`,
  entries: ({ field, values: [got, want] }) =>
    `${field} için ${got} giriş verilmiş; ${want} giriş olmalı.`,
  shape: ({ field, values: [r, c = 0, wantR, wantC = 0, heads] }) =>
    heads === undefined
      ? `${field} ${r} × ${c} boyutunda; ${wantR} × ${wantC} olmalı.`
      : `${field} başlık (head) başına ${r} × ${c} boyutunda (${heads} başlık için ${c * heads} sütun); ${wantR} × ${wantC} olmalı (toplam ${wantC * heads} sütun).`,
  sumMismatch: ({ field, other, values: [got, want] }) =>
    `${field} girişlerinin toplamı ${got}; ${other} sayısı kadar, yani ${want} olmalı.`,
  capacity: ({ field, values: [got, most] }) =>
    `${field} için ${got} yer gerekli, ama hiçbir girişi silinemeyen önbellekte ${most} yer var. Önbelleği büyütün ya da en eski girişlerin silinmesine izin verin.`,
  order: ({ field, values: [place, got, before] }) =>
    `${field}: ${place}. giriş ${got}, bir önceki ${before}. Her giriş bir öncekinden büyük olmalı.`,
  memoryLimit: ({ values: [bytes, most] }) =>
    `Bunun için ${bytes} bayt bellek gerekli (${mebibytes(bytes)} MiB); en fazla ${most} bayt olabilir. Daha az token, başlık (head) ya da sütun kullanın.`,
  memory: () =>
    "Bu büyüklükte bir problem için bellek yetmiyor. Daha az token, başlık (head) ya da sütun kullanın.",
  repeated: ({ field, values: [place, got] }) =>
    `${field}: ${place}. giriş ${got}, ama bu sayı daha önce geçiyor. Her biri yalnızca bir kez geçebilir.`,
  missing: ({ field }) => `${field} eksik. Onu da verin.`,
  columns: ({ field, other, values: [got, by] }) =>
    `${field}: ${got} sütun var; sütun sayısı ${other} = ${by} sayısının katı olmalı, her başlığa (head) eşit sayıda sütun düşsün diye.`,
};

const languages: Record<"en" | "tr", Record<ErrorCode, Sentence>> = { en: english, tr: turkish };

/** The codes that have a sentence. */
export const errorCodes = Object.keys(english) as ErrorCode[];

export function sentence(fault: Fault, language: "en" | "tr"): string {
  // Whoever asks for a language that there is not gets English.
  const sentences = Object.hasOwn(languages, language) ? languages[language] : english;
  return sentences[fault.code](fault);
}
