// The words of the figure of many heads.

import type { Language } from "../inputs/state.ts";

export interface HeadWords {
  readonly heads: string;
  readonly kvHeads: string;
  readonly mixing: string;
  readonly mixings: Readonly<Record<"identity" | "random", string>>;
  readonly drawAgain: string;
  readonly head: (head: number) => string;
  readonly on: (head: number) => string;
  readonly reads: (head: number) => string;
  readonly off: string;
  readonly told: (heads: number, width: number, values: number) => string;
  readonly toldOne: (width: number) => string;
  readonly groups: (heads: number, kvHeads: number) => string;
  readonly direct: string;
  readonly indivisible: (key: number, value: number) => string;
  /** What a cell side by side is, of W_O, and of what it makes of them. */
  readonly moved: (token: string, number: string) => string;
  readonly mixes: (from: string, to: string) => string;
  readonly mixedOf: (token: string, component: string) => string;
  readonly merged: string;
  readonly wo: string;
  readonly woIdentity: string;
  readonly output: string;
  readonly mixed: string;
  readonly allOn: string;
  readonly difference: (off: number) => string;
  readonly cost: string;
  readonly here: (tokens: string) => string;
  readonly paper: (tokens: string, width: string) => string;
  readonly wide: (heads: number, width: string) => string;
  readonly quantity: string;
  readonly operations: string;
  readonly exponentials: string;
  readonly parameters: string;
  readonly kept: string;
  readonly caption: string;
}

const counted = (numbers: number) => (numbers === 1 ? "1 number" : `${numbers} numbers`);

export const headWords: Record<Language, HeadWords> = {
  en: {
    heads: "Heads",
    kvHeads: "Heads of K and V",
    mixing: "Mixing",
    mixings: { identity: "identity", random: "random" },
    drawAgain: "Draw again",
    head: (head) => `Head ${head}`,
    on: (head) => `head ${head} on`,
    reads: (head) => `reads the K and V of head ${head}`,
    off: "switched off: zeros go on from here",
    told: (heads, width, values) =>
      `${heads} heads. Each asks with ${counted(width)} of Q against ${width} of K, has a softmax of its own, and mixes ${counted(values)} of V.`,
    toldOne: (width) => `One head, ${counted(width)} wide: attention as it was so far.`,
    groups: (heads, kvHeads) =>
      `${heads} heads of queries share ${kvHeads === 1 ? "one head" : `${kvHeads} heads`} of keys and values.`,
    direct:
      "Q, K and V are set directly, so there is no X to project: their columns are dealt out to the heads.",
    indivisible: (key, value) =>
      `Keys ${counted(key)} wide and values ${value} wide cannot be cut into equal heads. There is one head.`,
    moved: (token, number) =>
      `What ${token} takes away in its head, ${number}: only put beside the numbers of the other heads`,
    mixes: (from, to) => `How much number ${from} of the heads counts in component ${to}`,
    mixedOf: (token, component) =>
      `What ${token} takes away, component ${component}: the numbers of all heads, mixed`,
    merged: "heads side by side",
    wo: "mixes the heads",
    woIdentity: "identity: mixes nothing",
    output: "output",
    mixed: "Side by side, then mixed",
    allOn: "All heads are on. Switch one off and see how far the output moves.",
    difference: (off) =>
      off === 1
        ? "One head is off. Largest change of the output:"
        : `${off} heads are off. Largest change of the output:`,
    cost: "What it costs beside one wide head",
    here: (tokens) => `these ${tokens} tokens`,
    paper: (tokens, width) => `Transformer of 2017, ${tokens} tokens, model width ${width}`,
    wide: (heads, width) => `${heads} × ${width}`,
    quantity: "heads × width",
    operations: "operations of scores and sums",
    exponentials: "exponentials",
    parameters: "numbers in the four projections",
    kept: "numbers of K and V to keep",
    caption:
      "A head’s number is written at every row and column that is its own: 2b is the second number of head 2. Where heads share keys and values, the group reads those of its first head; a trained model would have made new ones.",
  },
  tr: {
    heads: "Başlıklar",
    kvHeads: "K ve V başlıkları",
    mixing: "Karıştırma",
    mixings: { identity: "birim matris", random: "rastgele" },
    drawAgain: "Yeniden çek",
    head: (head) => `${head}. başlık`,
    on: (head) => `${head}. başlık açık`,
    reads: (head) => `${head}. başlığın K ve V’sini okur`,
    off: "kapalı: buradan öteye sıfırlar gider",
    told: (heads, width, values) =>
      `${heads} başlık. Her biri Q’nun ${width} sayısıyla K’nin ${width} sayısına sorar, kendi softmax’ini alır ve V’nin ${values} sayısını karıştırır.`,
    toldOne: (width) => `Tek başlık, ${width} sayı genişliğinde: buraya kadarki dikkatin kendisi.`,
    groups: (heads, kvHeads) =>
      `${heads} sorgu başlığı ${kvHeads === 1 ? "tek" : kvHeads} anahtar ve değer başlığını paylaşıyor.`,
    direct:
      "Q, K ve V doğrudan verildi, izdüşümü alınacak bir X yok: sütunları başlıklara dağıtılıyor.",
    indivisible: (key, value) =>
      `${key} sayılık anahtarlar ve ${value} sayılık değerler eşit başlıklara bölünemiyor. Tek başlık var.`,
    moved: (token, number) =>
      `${token} kendi başlığında ne alıyor, ${number}: yalnızca öteki başlıkların sayılarıyla yan yana kondu`,
    mixes: (from, to) => `Başlıklardan gelen ${from} sayısının ${to}. bileşene katkısı`,
    mixedOf: (token, component) =>
      `${token} ne alıyor, ${component}. bileşen: bütün başlıkların sayıları, karıştırılmış`,
    merged: "başlıklar yan yana",
    wo: "başlıkları karıştırır",
    woIdentity: "birim matris: karıştırmaz",
    output: "çıktı",
    mixed: "Yan yana, sonra karıştırılmış",
    allOn: "Bütün başlıklar açık. Birini kapatın ve çıktının ne kadar değiştiğine bakın.",
    difference: (off) => `${off} başlık kapalı. Çıktıdaki en büyük değişim:`,
    cost: "Tek geniş başlığın yanında maliyeti",
    here: (tokens) => `bu ${tokens} token`,
    paper: (tokens, width) => `2017’nin Transformer’ı, ${tokens} token, model genişliği ${width}`,
    wide: (heads, width) => `${heads} × ${width}`,
    quantity: "başlık × genişlik",
    operations: "puan ve toplam işlemleri",
    exponentials: "üstel hesapları",
    parameters: "dört izdüşümdeki sayılar",
    kept: "saklanacak K ve V sayıları",
    caption:
      "Bir başlığa ait her satır ve sütunda onun numarası yazar: 2b, 2. başlığın ikinci sayısıdır. Başlıklar anahtar ve değer paylaşınca grup ilk başlığınkileri okur; eğitilmiş bir modelde bunlar yeniden öğrenilirdi.",
  },
};
