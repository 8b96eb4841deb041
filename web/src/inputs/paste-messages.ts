// The sentences about pasted texts, apart from the others: whoever only reads the lesson pastes nothing.

import { addSentences, type PasteSentences, some } from "./messages.ts";

const english: PasteSentences = {
  tooDeep: ({ axes }) =>
    `this array has ${axes} axes, a matrix has 2. Paste one matrix of it, in NumPy for example x[0].`,
  mixedDepth: () => "numbers and lists stand side by side. Put every row into brackets of its own.",
  unclosed: ({ bracket }) => `the bracket “${bracket}” is never closed. Check the end of the text.`,
  unexpected: ({ text }) => `“${text}” does not belong here. Paste one matrix and nothing else.`,
  dataLength: ({ count, rows, columns }) =>
    `“data” holds ${some(count, "number", "numbers")}, but “shape” asks for ${rows} × ${columns} = ${rows * columns}. Make the two agree.`,
  notShaped: () =>
    "this object has no “shape” of two whole numbers and “data” of numbers. Give both, or paste the rows as lists.",
  labelCount: ({ labels, tokens }) =>
    `there are ${some(labels, "label", "labels")} for ${some(tokens, "token", "tokens")}. Leave the rest out, or add tokens first.`,
};

const turkish: PasteSentences = {
  tooDeep: ({ axes }) =>
    `bu dizinin ${axes} ekseni var, bir matrisin 2. İçinden tek bir matris yapıştırın; NumPy’da örneğin x[0].`,
  mixedDepth: () => "sayılarla listeler yan yana duruyor. Her satırı kendi köşeli ayracına alın.",
  unclosed: ({ bracket }) => `“${bracket}” ayracı kapanmıyor. Metnin sonuna bakın.`,
  unexpected: ({ text }) =>
    `“${text}” burada olmamalı. Tek bir matris yapıştırın, yanında başka bir şey olmasın.`,
  dataLength: ({ count, rows, columns }) =>
    `“data” içinde ${count} sayı var, “shape” ise ${rows} × ${columns} = ${rows * columns} sayı istiyor. İkisini uyumlu yapın.`,
  notShaped: () =>
    "bu nesnede iki tam sayılı bir “shape” ve sayılardan oluşan bir “data” yok. İkisini de verin ya da satırları liste olarak yapıştırın.",
  labelCount: ({ labels, tokens }) =>
    `${tokens} token için ${labels} ad var. Fazlasını silin ya da önce token ekleyin.`,
};

addSentences({ en: english, tr: turkish });
