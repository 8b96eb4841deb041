// The words of the tiles' figure in both languages.

import type { Language } from "../inputs/state.ts";

export interface TileWords {
  readonly stepOf: (step: number, steps: number) => string;
  /** `one`: a single query, a single key. */
  readonly queriesAndKeys: (
    queries: string,
    keys: string,
    one: readonly [boolean, boolean],
  ) => string;
  readonly division: string;
  readonly skipped: (skipped: number, tiles: number) => string;
  readonly keysHint: string;
  readonly numbers: string;
  readonly own: string;
  readonly random: (tokens: number) => string;
  readonly ofExample: string;
  readonly drawAgain: string;
  readonly tile: string;
  readonly tileSize: (queries: number, keys: number) => string;
  readonly grid: string;
  readonly now: string;
  readonly done: string;
  readonly ahead: string;
  readonly skippedTile: string;
  readonly kept: string;
  readonly maximum: string;
  readonly rescale: string;
  readonly sum: string;
  readonly before: string;
  readonly after: string;
  readonly weights: string;
  readonly partialBefore: string;
  readonly partialAfter: string;
  readonly partial: string;
  readonly sumSentence: string;
  readonly outputSentence: string;
  readonly larger: string;
  readonly divided: string;
  readonly dividedBy: string;
  readonly output: string;
  readonly result: string;
  readonly difference: string;
  readonly component: string;
  readonly same: string;
  /** Where float32 has no number for what float64 has. */
  readonly overflow: (token: string, component: number, value: string, reference: string) => string;
  readonly largest: (
    ulps: string,
    token: string,
    component: number,
    value: string,
    reference: string,
  ) => string;
  readonly ulp: string;
  readonly caption: string;
}

export const tileWords: Record<Language, TileWords> = {
  en: {
    stepOf: (step, steps) => `Step ${step} of ${steps}`,
    queriesAndKeys: (queries, keys, [oneQuery, oneKey]) =>
      `${oneQuery ? "query" : "queries"} ${queries} × ${oneKey ? "key" : "keys"} ${keys}`,
    division: "all tiles are done, each row is divided by its sum",
    skipped: (skipped, tiles) =>
      `${skipped} of ${tiles} tiles skipped: the mask leaves nothing of them.`,
    keysHint:
      "With the focus on the grid: space plays and pauses, the left and right arrows step, Home and End go to the first and the last step. A click on a tile goes to it.",
    numbers: "Numbers",
    own: "the example",
    random: (tokens) => `${tokens} tokens`,
    ofExample: "Q, K and V of the example",
    drawAgain: "Draw again",
    tile: "Tile, queries × keys",
    tileSize: (queries, keys) => `tiles of ${queries} queries × ${keys} keys`,
    grid: "The matrix that is never written",
    now: "this tile, its weights",
    done: "done, weights dropped",
    ahead: "to come",
    skippedTile: "skipped or masked",
    kept: "What is kept for each query",
    maximum: "running maximum",
    rescale: "rescale",
    sum: "running sum",
    before: "before",
    after: "after",
    weights: "weights of the tile",
    partialBefore: "partial output, before",
    partialAfter: "partial output, after",
    partial: "partial output",
    sumSentence: "sum = old sum · rescale + Σ weights of the tile",
    outputSentence: "partial output = old one · rescale + Σ weight · value",
    larger: "larger score",
    divided: "The division",
    dividedBy: "÷ sum",
    output: "= output, float32",
    result: "output, float32",
    difference: "Difference from float64, in ulp",
    component: "component",
    same: "No cell of the output differs from the float64 reference.",
    overflow: (token, component, value, reference) =>
      `Float32 overflows in row ${token}, component ${component}: ${value} here, ${reference} in the float64 reference. Its largest number is about 3.4·10³⁸; beyond that stands ∞, and ∞ − ∞ or ∞ · 0 is NaN.`,
    largest: (ulps, token, component, value, reference) =>
      `Largest difference: ${ulps} ulp, in row ${token}, component ${component}: ${value} here, ${reference} in the float64 reference.`,
    ulp: "One ulp (unit in the last place) is the distance of two neighbouring float32 numbers at the size of the reference’s. Where terms cancel, the result is small and so is its ulp: the same rounding then counts as more of them. Rounding the inputs to float32 is part of the difference.",
    caption:
      "Every number is recorded by the core’s own tiled code while it runs, in float32. The running maximum is subtracted from each score before the exponential. It rises by whole multiples of ln 2 only, so it may lie a little above the largest score, and the rescale factor is a power of two, but for rounding. The factor is 0 at a row’s first tile, where nothing was kept yet.",
  },
  tr: {
    stepOf: (step, steps) => `Adım ${step} / ${steps}`,
    queriesAndKeys: (queries, keys, [oneQuery, oneKey]) =>
      `${oneQuery ? "sorgu" : "sorgular"} ${queries} × ${oneKey ? "anahtar" : "anahtarlar"} ${keys}`,
    division: "karolar bitti, her satır toplamına bölünüyor",
    skipped: (skipped, tiles) =>
      `${tiles} karodan ${skipped} tanesi atlandı: maske bunların tümünü gizliyor.`,
    keysHint:
      "Odak ızgaradayken: boşluk tuşu oynatır ve durdurur, sol ve sağ ok adım atar, Home ilk adıma, End son adıma gider. Tıklanan karoya gidilir.",
    numbers: "Sayılar",
    own: "örnek",
    random: (tokens) => `${tokens} token`,
    ofExample: "Q, K ve V, örnekteki gibi",
    drawAgain: "Yeniden çek",
    tile: "Karo, sorgu × anahtar",
    tileSize: (queries, keys) => `karolar ${queries} sorgu × ${keys} anahtar`,
    grid: "Hiç yazılmayan matris",
    now: "bu karo ve ağırlıkları",
    done: "bitti, ağırlıkları atıldı",
    ahead: "sırada",
    skippedTile: "atlandı ya da maskeli",
    kept: "Her sorgu için saklanan",
    maximum: "o ana dek en büyük",
    rescale: "çarpan",
    sum: "o ana dek toplam",
    before: "önce",
    after: "sonra",
    weights: "karonun ağırlıkları",
    partialBefore: "ara çıktı, önce",
    partialAfter: "ara çıktı, sonra",
    partial: "ara çıktı",
    sumSentence: "toplam = eski toplam · çarpan + Σ karonun ağırlıkları",
    outputSentence: "ara çıktı = eskisi · çarpan + Σ ağırlık · değer",
    larger: "daha büyük puan",
    divided: "Bölme",
    dividedBy: "÷ toplam",
    output: "= çıktı, float32",
    result: "çıktı, float32",
    difference: "float64’ten farkı, ulp olarak",
    component: "bileşen",
    same: "Çıktının hiçbir hücresi float64 referansından farklı değil.",
    overflow: (token, component, value, reference) =>
      `Float32 taşıyor: satır ${token}, bileşen ${component}. Burada ${value}, float64 referansında ${reference}. Float32’nin en büyük sayısı yaklaşık 3,4·10³⁸; ötesinde ∞ durur, ∞ − ∞ ya da ∞ · 0 ise NaN olur.`,
    largest: (ulps, token, component, value, reference) =>
      `En büyük fark ${ulps} ulp: satır ${token}, bileşen ${component}. Burada ${value}, float64 referansında ${reference}.`,
    ulp: "Bir ulp (son hanenin birimi), referanstaki sayının büyüklüğünde, yan yana iki float32 sayısının arasıdır. Terimlerin birbirini götürdüğü yerde sonuç da ulp’si de küçüktür; aynı yuvarlama orada daha çok ulp sayılır. Girdilerin float32’ye yuvarlanması da bu farkın içindedir.",
    caption:
      "Her sayıyı, çekirdeğin karolu kodu çalışırken kendisi kaydeder, float32 olarak. Üstel alınmadan önce her puandan o ana dek en büyük olan çıkarılır. Bu sayı hep ln 2’nin tam katları kadar yükseltilir, bu yüzden en büyük puanın biraz üstünde kalabilir; çarpan da yuvarlama dışında ikinin bir kuvveti olur. Satırın ilk karosunda henüz saklanan bir şey olmadığından çarpan 0’dır.",
  },
};
