// The sentences of the runner of cases.

export type Language = "en" | "tr";

/** What a field of a case must be. */
export type Due =
  | "object"
  | "text"
  | "texts"
  | "calls"
  | "faults"
  | "values"
  | "sizes"
  | "tolerance"
  | "comparison"
  | "picture";

export interface Sentences {
  readonly unknownField: (path: string) => string;
  readonly must: (path: string, due: Due) => string;
  readonly oneOf: (path: string) => string;
  readonly call: (place: number, fault: string) => string;
  readonly shape: (name: string, got: string, want: string) => string;
  readonly ragged: (name: string) => string;
  readonly tensor: (name: string, want: string) => string;
  readonly noNumber: (name: string, want: string) => string;
  /** `allowed`: what the difference might have been. */
  readonly value: (name: string, got: string, want: string, allowed?: number) => string;
  readonly list: (name: string, want: string) => string;
  readonly object: (name: string, want: string) => string;
  readonly entries: (name: string, got: number, want: number) => string;
  readonly rowSum: (row: number, sum: number) => string;
  readonly visible: (got: string, want: string) => string;
  readonly missing: (path: string) => string;
  readonly known: (fault: string, what: string) => string;
  readonly silent: (language: string, lacking: string, sentence: string) => string;
  readonly threw: (name: string, message: string) => string;
  readonly notRefused: (name: string, message: string) => string;
  readonly otherError: (code: string, field: string, values: string, message: string) => string;
  readonly accepted: (code: string) => string;
  readonly unknownCall: (name: string, calls: string) => string;
}

/** The fields of a fault that a case may allow. */
const ofAFault = "{ what, … }";

const english: Sentences = {
  unknownField: (path) => `there is no field ${path} in a case; check its spelling`,
  must: (path, due) =>
    `${path} must be ${
      {
        object: "an object",
        text: "a text",
        texts: "a list of texts",
        calls: "a list of one call or more",
        faults: `a list of ${ofAFault}, each with a value by its path`,
        values: "an object of one value or more, each by its path",
        sizes: "a list of numbers",
        tolerance: "a number from 0 up, less than 1",
        comparison: "something to compare: an empty object is like any other",
        picture: "a list of one row or more, one for each query",
      }[due]
    }`,
  oneOf: (path) => `${path} must have either expected or error`,
  call: (place, fault) => `call ${place}: ${fault}`,
  shape: (name, got, want) => `${name} has the shape ${got}, it must be ${want}`,
  ragged: (name) => `${name} cannot be what is expected: its rows are not equally long`,
  tensor: (name, want) => `${name} is a tensor: rows of numbers can be expected of it, not ${want}`,
  noNumber: (name, want) => `${name} cannot be what is expected: ${want} is no number`,
  value: (name, got, want, allowed) =>
    `${name} is ${got}, it must be ${want}${allowed === undefined ? "" : ` (tolerance ${allowed})`}`,
  list: (name, want) => `${name} is a list, it must be ${want}`,
  object: (name, want) => `${name} is an object, it must be ${want}`,
  entries: (name, got, want) => `${name} has ${got} entries, it must have ${want}`,
  rowSum: (row, sum) => `row ${row} of the weights sums to ${sum}`,
  visible: (got, want) => `the visible keys are ${got}, they must be ${want}`,
  missing: (path) => `the result has no ${path}`,
  known: (fault, what) => `${fault}. That is what this gives: ${what}`,
  silent: (language, lacking, sentence) =>
    `the sentence (${language}) lacks ${lacking}: ${sentence}`,
  threw: (name, message) => `threw ${name}: ${message}`,
  notRefused: (name, message) => `threw ${name}, not an AttentionError: ${message}`,
  otherError: (code, field, values, message) =>
    `the error is ${code} of ${field} with ${values}: ${message}`,
  accepted: (code) => `accepted, but ${code} was due`,
  unknownCall: (name, calls) => `There is no call named ${name}. The calls are: ${calls}.`,
};

const turkish: Sentences = {
  unknownField: (path) => `bir durumda ${path} adında bir alan yok; yazımını denetleyin`,
  must: (path, due) =>
    `${path} ${
      {
        object: "bir nesne",
        text: "bir metin",
        texts: "bir metin listesi",
        calls: "en az bir çağrılık bir liste",
        faults: `her biri yoluyla yazılmış bir değer taşıyan ${ofAFault} nesnelerinden bir liste`,
        values: "her biri yoluyla yazılmış en az bir değerli bir nesne",
        sizes: "bir sayı listesi",
        tolerance: "0 ya da daha büyük, 1’den küçük bir sayı",
        comparison: "karşılaştırılacak bir şey (boş bir nesne her şeye uyar)",
        picture: "her sorguya bir satır düşen, boş olmayan bir liste",
      }[due]
    } olmalı`,
  oneOf: (path) => `${path} içinde ya expected ya da error olmalı`,
  call: (place, fault) => `${place}. çağrı: ${fault}`,
  shape: (name, got, want) => `${name} ${got} boyutunda, ${want} olmalı`,
  ragged: (name) => `${name} beklenen bu olamaz: satırlarının uzunlukları eşit değil`,
  tensor: (name, want) => `${name} bir tensör: sayı satırları beklenebilir, ${want} değil`,
  noNumber: (name, want) => `${name} beklenen bu olamaz: ${want} bir sayı değil`,
  value: (name, got, want, allowed) =>
    `${name} = ${got}, ${want} olmalı${allowed === undefined ? "" : ` (hata payı ${allowed})`}`,
  list: (name, want) => `${name} bir liste, ${want} olmalı`,
  object: (name, want) => `${name} bir nesne, ${want} olmalı`,
  entries: (name, got, want) => `${name} içinde ${got} giriş var, ${want} olmalı`,
  rowSum: (row, sum) => `ağırlıkların ${row}. satırının toplamı ${sum}`,
  visible: (got, want) => `görünen anahtarlar ${got}, ${want} olmalı`,
  missing: (path) => `sonuçta ${path} yok`,
  known: (fault, what) => `${fault}. Buna yol açan: ${what}`,
  silent: (language, lacking, sentence) => `cümlede (${language}) ${lacking} yok: ${sentence}`,
  threw: (name, message) => `${name} fırlattı: ${message}`,
  notRefused: (name, message) => `AttentionError yerine ${name} fırlattı: ${message}`,
  otherError: (code, field, values, message) =>
    `hata: ${code}, alan ${field}, değerler ${values}: ${message}`,
  accepted: (code) => `kabul edildi, ama ${code} bekleniyordu`,
  unknownCall: (name, calls) => `${name} adında bir çağrı yok. Çağrılar: ${calls}.`,
};

export const sentences: Readonly<Record<Language, Sentences>> = { en: english, tr: turkish };
