// The words of the calculator of the cache.

import type { Language } from "../inputs/state.ts";

export type CacheKind = "mha" | "gqa" | "mqa" | "mla";

export interface CalculatorWords {
  readonly model: string;
  readonly tokens: string;
  readonly batch: string;
  readonly bytesPer: string;
  readonly kind: string;
  readonly kinds: Record<CacheKind, string>;
  readonly long: Record<CacheKind, string>;
  readonly formula: string;
  readonly factors: {
    readonly two: string;
    readonly layers: string;
    readonly kvHeads: string;
    readonly headDim: string;
    readonly latent: string;
    readonly tokens: string;
    readonly window: string;
    readonly bytes: string;
    readonly batch: string;
  };
  readonly bytes: string;
  readonly perToken: (bytes: string) => string;
  readonly compared: string;
  readonly columns: {
    readonly kind: string;
    readonly numbers: string;
    readonly bytes: string;
    readonly size: string;
    readonly share: string;
  };
  readonly own: string;
  readonly ifSo: string;
  readonly heads: (count: string) => string;
  readonly latentOf: (count: string) => string;
  readonly weightsOf: (size: string, times: string) => string;
  readonly windowNote: (window: string) => string;
  readonly pastContext: (context: string) => string;
  readonly withinContext: (context: string) => string;
  readonly shapeFrom: string;
  readonly configuration: string;
  readonly caption: string;
  readonly scrolls: string;
}

export const calculatorWords: Record<Language, CalculatorWords> = {
  en: {
    model: "Model",
    tokens: "Tokens",
    batch: "Texts at once",
    bytesPer: "Bytes per number",
    kind: "Heads",
    kinds: { mha: "MHA", gqa: "GQA", mqa: "MQA", mla: "MLA" },
    long: {
      mha: "every head its own",
      gqa: "groups of heads share",
      mqa: "all heads share one",
      mla: "one latent vector instead",
    },
    formula: "Bytes of the cache",
    factors: {
      two: "K and V",
      layers: "layers",
      kvHeads: "KV heads",
      headDim: "head width",
      latent: "latent width",
      tokens: "tokens",
      window: "tokens kept",
      bytes: "bytes",
      batch: "texts",
    },
    bytes: "bytes",
    perToken: (bytes) => `${bytes} bytes for each token kept of each text`,
    compared: "All four, with the same layers, tokens and texts",
    columns: {
      kind: "kind",
      numbers: "kept per token and layer",
      bytes: "bytes",
      size: "size",
      share: "share of MHA",
    },
    own: "this model’s own",
    ifSo: "if it did so",
    heads: (count) => `2 × ${count} heads`,
    latentOf: (count) => `${count} numbers`,
    weightsOf: (size, times) =>
      `The model itself, at as many bytes per number, takes ${size}; the cache is ${times} times that.`,
    windowNote: (window) =>
      `Every layer of this model sees the last ${window} tokens only, so no more of them are kept.`,
    pastContext: (context) => `More than the ${context} tokens that its paper gives it.`,
    withinContext: (context) => `Its paper gives it ${context} tokens.`,
    shapeFrom: "Layers, heads and widths from",
    configuration: "published configuration",
    caption:
      "MHA: each query head has keys and values of its own. GQA: groups of query heads share them; where a model has no such groups of its own, four heads to a group are counted. MQA: one for all. MLA: one latent per token and layer, from which keys and values are made; where a model has none, that of DeepSeek-V2 in proportion, 4½ times the width of a head. GiB is 2³⁰ bytes, GB is 10⁹.",
    scrolls: "scrolls sideways",
  },
  tr: {
    model: "Model",
    tokens: "Token",
    batch: "Aynı anda metin",
    bytesPer: "Sayı başına bayt",
    kind: "Başlıklar",
    kinds: { mha: "MHA", gqa: "GQA", mqa: "MQA", mla: "MLA" },
    long: {
      mha: "her başlığın kendi K ve V’si",
      gqa: "başlıklar öbek öbek ortak",
      mqa: "hepsi birini paylaşır",
      mla: "tek gizil vektör",
    },
    formula: "Önbelleğin baytı",
    factors: {
      two: "K ve V",
      layers: "katman",
      kvHeads: "KV başlığı",
      headDim: "başlık genişliği",
      latent: "gizil genişlik",
      tokens: "token",
      window: "tutulan token",
      bytes: "bayt",
      batch: "metin",
    },
    bytes: "bayt",
    perToken: (bytes) => `her metnin tutulan her tokenı için ${bytes} bayt`,
    compared: "Aynı katman, token ve metin sayısıyla dördü yan yana",
    columns: {
      kind: "tür",
      numbers: "token ve katman başına tutulan",
      bytes: "bayt",
      size: "boyut",
      share: "MHA’ya oran",
    },
    own: "modelin kendi türü",
    ifSo: "öyle olsaydı",
    heads: (count) => `2 × ${count} başlık`,
    latentOf: (count) => `${count} sayı`,
    weightsOf: (size, times) =>
      `Modelin kendisi, sayı başına aynı baytla, ${size} tutar; önbellek bunun ${times} katı.`,
    windowNote: (window) =>
      `Bu modelin her katmanı yalnızca son ${window} tokenı görür; daha fazlası tutulmaz.`,
    pastContext: (context) => `Makalesinde verilen ${context} tokendan fazla.`,
    withinContext: (context) => `Makalesinde verilen uzunluk: ${context} token.`,
    shapeFrom: "Katman, başlık ve genişliklerin kaynağı:",
    configuration: "yayımlanan yapılandırma",
    caption:
      "MHA: her sorgu başlığının kendi anahtarı ve değeri var. GQA: sorgu başlıkları öbek öbek paylaşır; modelin kendi öbekleri yoksa dörder başlıklık öbekler sayıldı. MQA: hepsi için bir tane. MLA: her token ve katman için tek bir gizil vektör (latent), anahtarlar ve değerler ondan üretilir; modelde yoksa DeepSeek-V2’deki oranla, başlık genişliğinin 4½ katı. GiB 2³⁰ bayttır, GB 10⁹ bayt.",
    scrolls: "yana kaydırılır",
  },
};
