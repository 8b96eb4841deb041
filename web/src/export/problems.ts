// What is wrong with a file, in both languages. The sentences about its numbers are those about any
// text (inputs/messages.ts).

import type { Language } from "../inputs/state.ts";

interface Values {
  tooLarge: { size: number; limit: number };
  unreadable: Record<never, never>;
  npyVersion: { version: number };
  npyHeader: Record<never, never>;
  npyShort: { wanted: number; had: number };
  npyType: { type: string };
  npyComplex: { type: string };
  npyFields: Record<never, never>;
  npyAxes: { shape: string; axes: number; one: string };
  npyEmpty: { shape: string };
  npyInteger: { value: string; row: number; column: number };
  binary: Record<never, never>;
  objectCut: { line: number };
  objectBroken: Record<never, never>;
  otherKind: { kind: string };
  traceVersion: { version: string };
  traceField: { field: string };
  traceTokens: { field: string; tokens: number; rows: number };
}

type Code = keyof Values;
type Sentences = { readonly [C in Code]: (values: Values[C]) => string };

const english: Sentences = {
  tooLarge: ({ size, limit }) =>
    `The file has ${size} bytes, the limit is ${limit}. Open one that holds a single matrix of up to 64 × 64.`,
  unreadable: () =>
    "The browser could not read the file. Check that it is still there, and open it again.",
  npyVersion: ({ version }) =>
    `This .npy file is of version ${version}; versions 1 to 3 can be read. Write it again with np.save.`,
  npyHeader: () => "The header of this .npy file cannot be read. Write it again with np.save.",
  npyShort: ({ wanted, had }) =>
    `The .npy file ends early: it needs ${wanted} bytes and has ${had}. Copy the whole file again.`,
  npyType: ({ type }) =>
    `The numbers of this .npy file are of type “${type}”, which cannot be read. Save it with .astype(np.float64).`,
  npyComplex: ({ type }) =>
    `The numbers of this .npy file are complex (“${type}”). Save one part of them, for example x.real.`,
  npyFields: () =>
    "This .npy file holds records with named fields. Save one field of it, for example x[x.dtype.names[0]].",
  npyAxes: ({ shape, axes, one }) =>
    `The array in this .npy file has the shape ${shape}, so ${axes} axes; a matrix has 2. Save one matrix of it, for example ${one}.`,
  npyEmpty: ({ shape }) =>
    `The array in this .npy file has the shape ${shape}: there are no numbers in it. Save one with at least one row and one column.`,
  npyInteger: ({ value, row, column }) =>
    `Row ${row}, column ${column}: ${value} is too large to be kept exactly. Save the array with .astype(np.float64) if it may be rounded.`,
  binary: () => "This file is not text. Open a .npy, .csv, .tsv, .json or .txt file.",
  objectCut: ({ line }) =>
    `This file is not whole: it ends too early, in line ${line}, with brackets still open. Copy or download the whole file again, or save it anew.`,
  objectBroken: () =>
    "This trace is no longer valid JSON: something in it was changed or lost. Copy the whole file again, or save the trace anew.",
  otherKind: ({ kind }) =>
    `This JSON file is of the kind “${kind}”. Open one that was saved here as a trace.`,
  traceVersion: ({ version }) =>
    `This trace is of version “${version}”, which this page does not know. Load the page again, or save the trace anew.`,
  traceField: ({ field }) =>
    `“${field}” in this trace is missing or is not what belongs there. Save the trace anew, or correct it.`,
  traceTokens: ({ field, tokens, rows }) =>
    `“${field}” in this trace names ${tokens} tokens for ${rows} rows. Give each row one token.`,
};

const turkish: Sentences = {
  tooLarge: ({ size, limit }) =>
    `Dosya ${size} bayt, sınır ${limit}. En fazla 64 × 64 boyutunda tek bir matris içeren bir dosya açın.`,
  unreadable: () =>
    "Tarayıcı dosyayı okuyamadı. Dosyanın hâlâ yerinde olduğuna bakın ve yeniden açın.",
  npyVersion: ({ version }) =>
    `Bu .npy dosyasının sürümü ${version}; 1, 2 ve 3. sürümler okunabilir. Dosyayı np.save ile yeniden yazın.`,
  npyHeader: () => "Bu .npy dosyasının başlığı okunamıyor. Dosyayı np.save ile yeniden yazın.",
  npyShort: ({ wanted, had }) =>
    `.npy dosyası erken bitiyor: ${wanted} bayt gerekiyor, ${had} bayt var. Dosyanın tamamını yeniden kopyalayın.`,
  npyType: ({ type }) =>
    `Bu .npy dosyasındaki sayıların türü “${type}”; bu tür okunamıyor. Diziyi .astype(np.float64) ile kaydedin.`,
  npyComplex: ({ type }) =>
    `Bu .npy dosyasındaki sayılar karmaşık (“${type}”). Tek bir parçalarını kaydedin, örneğin x.real.`,
  npyFields: () =>
    "Bu .npy dosyasında adlı alanları olan kayıtlar var. Tek bir alanını kaydedin, örneğin x[x.dtype.names[0]].",
  npyAxes: ({ shape, axes, one }) =>
    `Bu .npy dosyasındaki dizinin biçimi ${shape}, yani ${axes} ekseni var; bir matrisin 2. Tek bir matris olarak kaydedin, örneğin ${one}.`,
  npyEmpty: ({ shape }) =>
    `Bu .npy dosyasındaki dizinin biçimi ${shape}: içinde hiç sayı yok. En az bir satırı ve bir sütunu olan bir dizi kaydedin.`,
  npyInteger: ({ value, row, column }) =>
    `${row}. satır, ${column}. sütun: ${value} tam olarak saklanamayacak kadar büyük. Yuvarlanabilirse diziyi .astype(np.float64) ile kaydedin.`,
  binary: () => "Bu dosya metin değil. Bir .npy, .csv, .tsv, .json ya da .txt dosyası açın.",
  objectCut: ({ line }) =>
    `Bu dosya eksik: ${line}. satırda erken bitiyor ve açılan ayraçlar kapanmıyor. Dosyanın tamamını bir daha kopyalayın ya da indirin; olmazsa baştan kaydedin.`,
  objectBroken: () =>
    "Bu hesap izi artık geçerli bir JSON değil: içinde bir şey değişmiş ya da kaybolmuş. Dosyanın tamamını yeniden kopyalayın ya da izi yeniden kaydedin.",
  otherKind: ({ kind }) =>
    `Bu JSON dosyasının türü “${kind}”. Buradan hesap izi olarak kaydedilmiş bir dosya açın.`,
  traceVersion: ({ version }) =>
    `Bu hesap izinin sürümü “${version}”; bu sayfa o sürümü tanımıyor. Sayfayı yeniden yükleyin ya da izi yeniden kaydedin.`,
  traceField: ({ field }) =>
    `Bu hesap izinde “${field}” eksik ya da olması gerektiği gibi değil. İzi yeniden kaydedin ya da düzeltin.`,
  traceTokens: ({ field, tokens, rows }) =>
    `Bu hesap izinde “${field}”, ${rows} satır için ${tokens} token adı veriyor. Her satıra bir token verin.`,
};

const languages: Record<Language, Sentences> = { en: english, tr: turkish };

/** Returned, never thrown, like InputError. */
export class FileProblem<C extends Code = Code> extends Error {
  readonly code: C;
  readonly values: Values[C];

  constructor(code: C, values: Values[C]) {
    super(english[code](values));
    this.name = "FileProblem";
    this.code = code;
    this.values = values;
  }

  describe(language: Language): string {
    return languages[language][this.code](this.values);
  }
}
