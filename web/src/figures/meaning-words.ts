// The words of what weights do not prove, in both languages.

/** Clark et al. 2019: tables 1 and 2, figure 5; percent. */
export const bertHeads = [
  { relation: "det", head: "8-11", found: 94.3, guess: 51.7 },
  { relation: "dobj", head: "8-10", found: 86.8, guess: 40.0 },
  { relation: "auxpass", head: "4-10", found: 82.5, guess: 40.5 },
  { relation: "poss", head: "7-6", found: 80.5, guess: 47.7 },
  { relation: "pobj", head: "9-6", found: 76.3, guess: 34.6 },
  { relation: "coref", head: "5-4", found: 65.1, guess: 52.0 },
] as const;

export const meaningWords = {
  en: {
    bert: {
      table: "How often the word that a head attends to most is the right one",
      relation: "relation",
      head: "layer-head",
      found: "the head",
      guess: "simple guess",
      relations: {
        det: "determiner → its noun",
        dobj: "direct object → its verb",
        auxpass: "passive auxiliary → its verb",
        poss: "possessive → its noun",
        pobj: "preposition → its object",
        coref: "mention → an earlier mention of the same",
      },
      note: "Clark et al. (2019), tables 1 and 2 and figure 5; BERT-base, English. The bar is the head, the tick on it the simple guess: it is the best fixed distance, such as “always the next word”; in the last row, the nearest mention with the same head word. These numbers are cited, not computed here.",
    },
    values: "values",
    own: "all of V",
    narrow: (columns: number) =>
      columns === 1 ? "first column of V" : `first ${columns} columns of V`,
    alike: (from: string, to: string) => `v of ${to} := v of ${from}`,
    given: "The weights and their output",
    other: "Other weights and their output",
    otherWeights: "other weights",
    otherOf: (query: string, key: string) =>
      `Another share that ${query} (query) could give to ${key} (key), with the same output: found by the core, not a softmax`,
    table: "How far apart",
    row: "row",
    distance: "weights moved",
    difference: "difference of the outputs",
    unique: "no others",
    all: (row: string) => `Every row has other weights with the same output. In the row of ${row}`,
    some: (count: number, rows: number, row: string) =>
      `${count} of ${rows} rows have other weights with the same output. In the row of ${row}`,
    moved: (share: string, difference: string) =>
      `${share} of the attention goes elsewhere, and the output differs by ${difference}.`,
    exact: (share: string) =>
      `${share} of the attention goes elsewhere, and the output is the same to the last bit.`,
    none: "With these values no row has other weights: each output can be mixed from the values that weigh in one way only. Take fewer columns of V, or let two values be alike.",
    noneHere:
      "With these values no row has other weights: each output can be mixed from the values that weigh in one way only.",
    notFinite:
      "There is a NaN or an ∞ in the weights or in V, so other weights cannot be looked for. Undo it, or write an ordinary number in its place.",
    caption:
      "The other weights are the farthest that the core finds; they are not negative and each row sums to the same as before. A key of weight 0 keeps it.",
    legends: { weights: "weights", numbers: "V and output" },
  },
  tr: {
    bert: {
      table: "Bir başlığın en çok baktığı sözcük ne sıklıkla doğru olan",
      relation: "ilişki",
      head: "katman-başlık",
      found: "başlık",
      guess: "basit tahmin",
      relations: {
        det: "belirleyici → adı",
        dobj: "nesne → fiili",
        auxpass: "edilgen yardımcı fiil → fiili",
        poss: "iyelik → adı",
        pobj: "ilgeç → nesnesi",
        coref: "anma → aynı şeyin önceki anılışı",
      },
      note: "Clark ve ark. (2019), tablo 1 ve 2, şekil 5; BERT-base, İngilizce. Çubuk başlığı, üstündeki çentik basit tahmini gösterir. Basit tahmin, “hep bir sonraki sözcük” gibi en iyi sabit uzaklıktır; son satırda, baş sözcüğü aynı olan en yakın anma. Bu sayılar alıntıdır, burada hesaplanmadı.",
    },
    values: "değerler",
    own: "V’nin tamamı",
    narrow: (columns: number) =>
      columns === 1 ? "V’nin ilk sütunu" : `V’nin ilk ${columns} sütunu`,
    alike: (from: string, to: string) => `${to} değeri := ${from} değeri`,
    given: "Ağırlıklar ve çıktıları",
    other: "Başka ağırlıklar ve çıktıları",
    otherWeights: "başka ağırlıklar",
    otherOf: (query: string, key: string) =>
      `${query} (sorgu), ${key} (anahtar) için aynı çıktıyla verilebilecek başka bir pay: çekirdek buldu, softmax değil`,
    table: "Ne kadar uzaklar",
    row: "satır",
    distance: "yer değiştiren pay",
    difference: "çıktıların farkı",
    unique: "başkası yok",
    all: (row: string) => `Her satırın aynı çıktıyı veren başka ağırlıkları var. ${row} satırında`,
    some: (count: number, rows: number, row: string) =>
      `${rows} satırdan ${count} tanesinin aynı çıktıyı veren başka ağırlıkları var. ${row} satırında`,
    moved: (share: string, difference: string) =>
      `dikkatin ${share} kadarı başka yere gider, çıktı ise ${difference} kadar değişir.`,
    exact: (share: string) =>
      `dikkatin ${share} kadarı başka yere gider, çıktı son bitine kadar aynı kalır.`,
    none: "Bu değerlerle hiçbir satırın başka ağırlıkları yok: her çıktı, ağırlık alan değerlerden tek bir biçimde karışım olarak elde edilir. V’nin daha az sütununu alın ya da iki değeri aynı yapın.",
    noneHere:
      "Bu değerlerle hiçbir satırın başka ağırlıkları yok: her çıktı, ağırlık alan değerlerden tek bir biçimde karışım olarak elde edilir.",
    notFinite:
      "Ağırlıklarda ya da V içinde bir NaN veya ∞ var; başka ağırlıklar aranamıyor. Geri alın ya da yerine sıradan bir sayı yazın.",
    caption:
      "Başka ağırlıklar, çekirdeğin bulabildiği en uzak olanlardır; hiçbiri negatif değildir ve her satırın toplamı öncekiyle aynıdır. Ağırlığı 0 olan anahtar 0 kalır.",
    legends: { weights: "ağırlıklar", numbers: "V ve çıktı" },
  },
} as const;

export type MeaningWords = (typeof meaningWords)["en" | "tr"];
