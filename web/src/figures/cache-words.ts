// The words of the figure that decodes step by step, and of the prompts below it.

import type { Language } from "../inputs/state.ts";

export interface CacheWords {
  readonly keep: string;
  readonly all: string;
  readonly ring: string;
  readonly sinks: string;
  readonly places: string;
  readonly sinkCount: string;
  readonly sentence: (step: number, steps: number, token: string) => string;
  readonly drops: (token: string) => string;
  readonly dropsNone: string;
  readonly text: string;
  readonly textNote: string;
  readonly kept: string;
  readonly dropped: string;
  readonly now: string;
  readonly ahead: string;
  readonly cache: string;
  readonly place: string;
  readonly token: string;
  readonly key: string;
  readonly value: string;
  readonly weight: string;
  readonly empty: string;
  readonly sink: string;
  readonly added: string;
  readonly stage: string;
  readonly keysHint: string;
  readonly query: string;
  readonly component: string;
  readonly output: string;
  readonly fromCache: string;
  readonly fullPass: string;
  readonly apart: string;
  /** What a cell of the differences is. */
  readonly apartOf: string;
  readonly apartSame: string;
  readonly apartOther: string;
  readonly bytes: string;
  readonly bytesValue: (bytes: string) => string;
  readonly work: string;
  readonly again: string;
  readonly caption: string;
  readonly numbers: string;
  readonly weights: string;
  readonly reuse: string;
  readonly reuseNote: string;
  readonly first: string;
  readonly second: string;
  readonly noWord: string;
  readonly taken: string;
  readonly computed: string;
  readonly reused: (taken: number, all: number) => string;
  readonly reuseApart: (difference: string) => string;
}

export const cacheWords: Record<Language, CacheWords> = {
  en: {
    keep: "Keep",
    all: "everything",
    ring: "the last ones",
    sinks: "the first and the last",
    places: "places",
    sinkCount: "first tokens",
    sentence: (step, steps, token) =>
      `Step ${step} of ${steps}: token ${step}, ${token}, is appended and asks.`,
    drops: (token) => `To make room, token ${token}, is dropped.`,
    dropsNone: "Nothing is dropped.",
    text: "The text",
    textNote: "The page’s three tokens, over and over: equal words have equal keys and values.",
    kept: "in the cache",
    dropped: "dropped",
    now: "this step",
    ahead: "to come",
    cache: "The cache after this step",
    place: "place",
    token: "token",
    key: "key",
    value: "value",
    weight: "weight",
    empty: "empty",
    sink: "stays",
    added: "new",
    stage: "The cache, step by step",
    keysHint:
      "With the focus on the cache: space plays and pauses, the left and right arrows step, Home and End go to the first and the last step.",
    query: "The query of this step",
    component: "component",
    output: "The output of this step",
    fromCache: "from the cache",
    fullPass: "full causal pass",
    apart: "difference",
    apartOf: "How far the cache’s output is from that of the full pass",
    apartSame: "No cell differs: nothing that this query may see is missing from the cache.",
    apartOther: "The full pass still sees what the cache has dropped, hence the difference.",
    bytes: "Bytes kept",
    bytesValue: (bytes) => `${bytes} (4 per number)`,
    work: "Multiply-adds of this step",
    again: "Without a cache, the whole text again",
    caption:
      "One head, one layer, always causal. Scale and temperature are the page’s. Positions are not part of this example, so nothing else changes when tokens are dropped.",
    numbers: "keys, values, outputs",
    weights: "weights of the query",
    reuse: "The same between two prompts",
    reuseNote:
      "Each word has a query, a key and a value that its letters and the seed alone decide.",
    first: "Earlier prompt",
    second: "New prompt",
    noWord: "Write at least one word in each.",
    taken: "taken over",
    computed: "computed",
    reused: (taken, all) =>
      `${taken} of the new prompt’s ${all} tokens are taken over, with their keys and values. Computed: ${all - taken}. The last token always is, since it has to ask.`,
    reuseApart: (difference) =>
      `Largest difference from computing the whole new prompt: ${difference}.`,
  },
  tr: {
    keep: "Tutulan",
    all: "hepsi",
    ring: "son gelenler",
    sinks: "ilkler ve son gelenler",
    places: "yer sayısı",
    sinkCount: "kalan ilk token",
    sentence: (step, steps, token) =>
      `Adım ${step} / ${steps}: ${step}. token, ${token}, eklenir ve sorar.`,
    drops: (token) => `Yer açmak için çıkarılan token: ${token}.`,
    dropsNone: "Hiçbir token çıkarılmaz.",
    text: "Metin",
    textNote: "Sayfadaki üç token yinelenir: eşit sözcüklerin anahtarları ve değerleri de eşittir.",
    kept: "önbellekte",
    dropped: "çıkarıldı",
    now: "bu adım",
    ahead: "sırada",
    cache: "Bu adımdan sonra önbellek",
    place: "yer",
    token: "token",
    key: "anahtar",
    value: "değer",
    weight: "ağırlık",
    empty: "boş",
    sink: "kalıcı",
    added: "yeni",
    stage: "Önbellek, adım adım",
    keysHint:
      "Odak önbellekteyken boşluk tuşu oynatır ve durdurur, sol ve sağ oklar adım atar, Home ve End ilk ve son adıma gider.",
    query: "Bu adımın sorgusu",
    component: "bileşen",
    output: "Bu adımın çıktısı",
    fromCache: "önbellekten",
    fullPass: "baştan, nedensel",
    apart: "fark",
    apartOf: "Önbellekten gelen çıktı, baştan hesaplanandan ne kadar uzakta",
    apartSame: "Hiçbir hücre farklı değil: bu sorgunun görebildiği her şey önbellekte.",
    apartOther: "Baştan hesap, önbellekten çıkarılanı hâlâ görüyor; fark bundan.",
    bytes: "Tutulan bayt",
    bytesValue: (bytes) => `${bytes} (sayı başına 4)`,
    work: "Bu adımın çarpma-toplamaları",
    again: "Önbelleksiz, metnin tümü baştan",
    caption:
      "Tek başlık, tek katman, hep nedensel. Ölçek ve sıcaklık sayfadaki gibi. Bu örnekte konum bilgisi yok; token çıkarılınca başka bir şey değişmez.",
    numbers: "anahtarlar, değerler, çıktılar",
    weights: "sorgunun ağırlıkları",
    reuse: "İki istem arasında da aynısı",
    reuseNote:
      "Her sözcüğün sorgusunu, anahtarını ve değerini yalnızca harfleri ve tohum belirler.",
    first: "Önceki istem",
    second: "Yeni istem",
    noWord: "Her birine en az bir sözcük yazın.",
    taken: "devralındı",
    computed: "hesaplandı",
    reused: (taken, all) =>
      `Yeni istemdeki ${all} tokendan ${taken} tanesi anahtarı ve değeriyle devralındı. Hesaplanan: ${all - taken}. Son token her zaman hesaplanır, çünkü sorması gerekir.`,
    reuseApart: (difference) => `Yeni istemi baştan hesaplamakla en büyük fark: ${difference}.`,
  },
};
