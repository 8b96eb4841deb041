// The sentences about bad input, in both languages: what is wrong and what to do. The place, when
// there is one, is put in front: "W_Q, row 2, column 3: …".

import type { FieldName, Place } from "./error.ts";
import type { Language } from "./state.ts";

/** The codes, and what the sentence of each needs to know. */
export interface InputValues {
  noNumber: Record<never, never>;
  notANumber: { text: string };
  ambiguousNumber: { text: string };
  otherDigits: { text: string };
  notFinite: { text: string };
  tooLargeNumber: { text: string };
  divisionByZero: { text: string };
  notPositive: { text: string };
  notWhole: { text: string; least: number; most: number };

  textTooLong: { length: number; limit: number };
  noMatrix: Record<never, never>;
  ragged: { row: number; count: number; first: number };
  tooManyRows: { count: number; limit: number };
  tooManyColumns: { count: number; limit: number };
  columnNames: { text: string };
  rowNames: { text: string };
  nullValue: { text: string };
  truncated: Record<never, never>;
  tooDeep: { axes: number };
  mixedDepth: Record<never, never>;
  unclosed: { bracket: string };
  unexpected: { text: string };
  dataLength: { count: number; rows: number; columns: number };
  notShaped: Record<never, never>;

  noSentence: Record<never, never>;
  tooManyTokens: { count: number; limit: number };
  tokenTooLong: { text: string; length: number; limit: number };
  labelCount: { labels: number; tokens: number };

  linkTooLong: { length: number; limit: number };
  linkDamaged: Record<never, never>;
  linkUnread: Record<never, never>;
  linkVersion: { version: string };
  linkEncoding: { text: string };
  linkRepeated: { key: string };
  linkValue: { key: string; text: string };
  linkMissing: { key: string };
  linkConflict: { key: string; other: string };
  linkTokens: { tokens: number; rows: number };
}

export type InputCode = keyof InputValues;
/** Told of pasted texts alone: their sentences come with the readers of these (paste-messages.ts). */
type PasteCode =
  | "tooDeep"
  | "mixedDepth"
  | "unclosed"
  | "unexpected"
  | "dataLength"
  | "notShaped"
  | "labelCount";

type Told<Codes extends InputCode> = {
  readonly [Code in Codes]: (values: InputValues[Code]) => string;
};
type Sentences = Told<Exclude<InputCode, PasteCode>>;
export type PasteSentences = Told<PasteCode>;

export const some = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

const english: Sentences = {
  noNumber: () => "a number is missing here. Type one, for example 0.",
  notANumber: ({ text }) => `“${text}” is not a number. Write it like 1.5 or -2.`,
  ambiguousNumber: ({ text }) =>
    `“${text}” could mean more than one number. Leave out the thousands separators and keep one decimal mark, as in 1234.5.`,
  otherDigits: ({ text }) => `“${text}” is written in other digits. Use the digits 0 to 9.`,
  notFinite: ({ text }) => `“${text}” is not finite. Type an ordinary number here.`,
  tooLargeNumber: ({ text }) => `“${text}” is too large for a number. Type a smaller one.`,
  divisionByZero: ({ text }) => `“${text}” divides by zero. Change the denominator.`,
  notPositive: ({ text }) => `“${text}” is not greater than 0. Type a number above 0.`,
  notWhole: ({ text, least, most }) =>
    `“${text}” is not a whole number from ${least} to ${most}. Type one of these.`,

  textTooLong: ({ length, limit }) =>
    `the text has ${length} characters, the limit is ${limit}. Paste a shorter one.`,
  noMatrix: () =>
    "there are no numbers in it. Write one row per token, for example 1 0 and below it 0 1.",
  ragged: ({ row, count, first }) =>
    `row ${row} has ${some(count, "number", "numbers")}, row 1 has ${first}. Give every row as many as the first.`,
  tooManyRows: ({ count, limit }) =>
    `there are ${count} rows, the limit is ${limit}. Leave some tokens out.`,
  tooManyColumns: ({ count, limit }) =>
    `there are ${count} columns, the limit is ${limit}. Use narrower rows.`,
  columnNames: ({ text }) =>
    `the first row holds names (“${text}”), not numbers. Delete that row and keep the numbers alone.`,
  rowNames: ({ text }) =>
    `every row starts with a name (“${text}”), not with a number. Delete that column and keep the numbers alone.`,
  nullValue: ({ text }) =>
    `“${text}” stands for a missing number. Write the number that belongs there.`,
  truncated: () =>
    "the text was shortened with “...”, so numbers are missing. Print the whole array, in NumPy with np.set_printoptions(threshold=np.inf).",
  noSentence: () => "there are no words in it. Type a sentence.",
  tooManyTokens: ({ count, limit }) =>
    `the sentence has ${count} tokens, the limit is ${limit}. Shorten it.`,
  tokenTooLong: ({ text, length, limit }) =>
    `“${text}…” has ${length} characters, the limit for one token is ${limit}. Shorten it.`,
  linkTooLong: ({ length, limit }) =>
    `it has ${length} characters, the limit is ${limit}. Ask for a shorter one.`,
  linkDamaged: () => "damaged; a part of it is missing or was altered. Copy the whole link again.",
  linkUnread: () => "the part of the page that reads it could not be fetched. Reload the page.",
  linkVersion: ({ version }) =>
    `it is of version ${version}, newer than this page. Reload the page or ask for an older link.`,
  linkEncoding: ({ text }) => `“${text}” in the link is damaged. Copy the whole link again.`,
  linkRepeated: ({ key }) => `“${key}” stands in the link twice. Keep one of the two.`,
  linkValue: ({ key, text }) =>
    `“${text}” cannot be the value of “${key}”. Copy the whole link again, or correct it.`,
  linkMissing: ({ key }) => `“${key}” is missing from the link. Copy the whole link again.`,
  linkConflict: ({ key, other }) =>
    `the link holds both “${key}” and “${other}”, which exclude each other. Keep one of the two.`,
  linkTokens: ({ tokens, rows }) =>
    `the link names ${some(tokens, "token", "tokens")} for ${some(rows, "row", "rows")}. Give each row one token.`,
};

const turkish: Sentences = {
  noNumber: () => "burada bir sayı eksik. Bir sayı yazın, örneğin 0.",
  notANumber: ({ text }) => `“${text}” bir sayı değil. 1,5 ya da -2 gibi yazın.`,
  ambiguousNumber: ({ text }) =>
    `“${text}” birden çok sayı olarak okunabilir. Binlik ayırıcıları atın, tek bir ondalık işareti bırakın: 1234,5 gibi.`,
  otherDigits: ({ text }) => `“${text}” başka rakamlarla yazılmış. 0-9 rakamlarını kullanın.`,
  notFinite: ({ text }) => `“${text}” sonlu değil. Buraya sıradan bir sayı yazın.`,
  tooLargeNumber: ({ text }) => `“${text}” bir sayı için fazla büyük. Daha küçük bir sayı yazın.`,
  divisionByZero: ({ text }) => `“${text}” sıfıra bölüyor. Paydayı değiştirin.`,
  notPositive: ({ text }) => `“${text}” sıfırdan büyük değil. 0’ın üstünde bir sayı yazın.`,
  notWhole: ({ text, least, most }) =>
    `“${text}” ${least} ile ${most} arasında bir tam sayı değil. Bu aralıktan bir tam sayı yazın.`,

  textTooLong: ({ length, limit }) =>
    `metin ${length} karakter, sınır ${limit}. Daha kısa bir metin yapıştırın.`,
  noMatrix: () => "içinde hiç sayı yok. Her token için bir satır yazın: örneğin 1 0, altına 0 1.",
  ragged: ({ row, count, first }) =>
    `${row}. satırda ${count} sayı var, 1. satırda ${first}. Her satıra ilk satırdaki kadar sayı yazın.`,
  tooManyRows: ({ count, limit }) => `${count} satır var, sınır ${limit}. Birkaç token çıkarın.`,
  tooManyColumns: ({ count, limit }) => `${count} sütun var, sınır ${limit}. Satırları kısaltın.`,
  columnNames: ({ text }) =>
    `ilk satırda sayı değil, ad var (“${text}”). O satırı silin, yalnızca sayılar kalsın.`,
  rowNames: ({ text }) =>
    `her satır sayıyla değil, bir adla başlıyor (“${text}”). O sütunu silin, yalnızca sayılar kalsın.`,
  nullValue: ({ text }) => `“${text}” eksik bir sayının yerinde duruyor. Oraya sayıyı yazın.`,
  truncated: () =>
    "metin “...” ile kısaltılmış, yani sayıların bir bölümü yok. Dizinin tamamını yazdırın; NumPy’da bunun için np.set_printoptions(threshold=np.inf).",
  noSentence: () => "içinde hiç sözcük yok. Bir cümle yazın.",
  tooManyTokens: ({ count, limit }) =>
    `cümlede ${count} token var, sınır ${limit}. Cümleyi kısaltın.`,
  tokenTooLong: ({ text, length, limit }) =>
    `“${text}…” ${length} karakter, tek bir token için sınır ${limit}. Kısaltın.`,
  linkTooLong: ({ length, limit }) =>
    `${length} karakter uzunluğunda, sınır ${limit}. Daha kısa bir bağlantı isteyin.`,
  linkDamaged: () =>
    "bozulmuş; bir parçası eksik ya da değişmiş. Bağlantının tamamını yeniden kopyalayın.",
  linkUnread: () => "sayfanın onu okuyan parçası getirilemedi. Sayfayı yeniden yükleyin.",
  linkVersion: ({ version }) =>
    `sürümü ${version}, bu sayfadan daha yeni. Sayfayı yenileyin ya da eski sürümde bir bağlantı isteyin.`,
  linkEncoding: ({ text }) =>
    `bağlantıdaki “${text}” bozulmuş. Bağlantının tamamını yeniden kopyalayın.`,
  linkRepeated: ({ key }) => `“${key}” bağlantıda iki kez geçiyor. Yalnızca birini tutun.`,
  linkValue: ({ key, text }) =>
    `“${key}” için “${text}” geçerli bir değer değil. Bağlantının tamamını yeniden kopyalayın ya da düzeltin.`,
  linkMissing: ({ key }) => `bağlantıda “${key}” eksik. Bağlantının tamamını yeniden kopyalayın.`,
  linkConflict: ({ key, other }) =>
    `bağlantıda hem “${key}” hem “${other}” var; ikisi bir arada olamaz. Yalnızca birini tutun.`,
  linkTokens: ({ tokens, rows }) =>
    `bağlantıda ${rows} satır için ${tokens} token adı var. Her satıra bir token verin.`,
};

const languages: Record<Language, Sentences & Partial<PasteSentences>> = {
  en: english,
  tr: turkish,
};

export function addSentences(pasted: Record<Language, PasteSentences>): void {
  languages.en = { ...english, ...pasted.en };
  languages.tr = { ...turkish, ...pasted.tr };
}

/** What an input is called in a sentence. */
const fieldNames: Record<FieldName, { readonly en: string; readonly tr: string }> = {
  x: { en: "X", tr: "X" },
  wq: { en: "W_Q", tr: "W_Q" },
  wk: { en: "W_K", tr: "W_K" },
  wv: { en: "W_V", tr: "W_V" },
  q: { en: "Q", tr: "Q" },
  k: { en: "K", tr: "K" },
  v: { en: "V", tr: "V" },
  scaled: { en: "Scale", tr: "Ölçek" },
  temperature: { en: "Temperature", tr: "Sıcaklık" },
  causal: { en: "Causal mask", tr: "Nedensel maske" },
  window: { en: "Window", tr: "Pencere" },
  sinks: { en: "Sinks", tr: "Sabit ilk tokenlar" },
  padding: { en: "Padding", tr: "Dolgu" },
  bias: { en: "Bias", tr: "Ek terim (bias)" },
  attend: { en: "Chosen pairs", tr: "Seçilen çiftler" },
  sentence: { en: "Sentence", tr: "Cümle" },
  width: { en: "Numbers per token", tr: "Token başına sayı" },
  seed: { en: "Seed", tr: "Tohum (seed)" },
  tokens: { en: "Tokens", tr: "Tokenlar" },
  link: { en: "Link", tr: "Bağlantı" },
};

/** What the page calls a field of the core's; other names stay as they are. */
export function fieldName(field: string, language: Language): string {
  const name = field === "keyPadding" ? "padding" : field;
  return Object.hasOwn(fieldNames, name) ? fieldNames[name as FieldName][language] : field;
}

function placeIn({ field, row, column }: Place, language: Language): string {
  const turkishPlace = language === "tr";
  const parts = [
    field && fieldNames[field][language],
    row && (turkishPlace ? `${row}. satır` : `row ${row}`),
    column && (turkishPlace ? `${column}. sütun` : `column ${column}`),
  ];
  return parts.filter(Boolean).join(", ");
}

/** A reader finds the fault by its first letters; the rest of a long text would hide the sentence. */
function shortened<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([key, value]) => {
    if (typeof value !== "string") return [key, value];
    const letters = [...value.replace(/\s+/gu, " ")];
    return [key, letters.length > 24 ? `${letters.slice(0, 24).join("")}…` : letters.join("")];
  });
  return Object.fromEntries(entries) as Values;
}

export function sentence<Code extends InputCode>(
  fault: { code: Code; values: InputValues[Code]; place: Place },
  language: Language,
): string {
  const told = languages[language] as Told<InputCode>;
  const text = told[fault.code](shortened(fault.values));
  const place = placeIn(fault.place, language);
  if (place) return capital(`${place}: ${text}`, language);
  return capital(text, language);
}

function capital(text: string, language: Language): string {
  const [first = "", ...rest] = text;
  return first.toLocaleUpperCase(language) + rest.join("");
}
