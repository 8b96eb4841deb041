// The words of the experiment with the scale, in both languages.

import { html } from "lit/html.js";

/** The width of a key, as the formula writes it. */
export const symbolDk = () => html`<span class="dk-symbol"><i>d</i><sub>k</sub></span>`;

export const experimentWords = {
  en: {
    width: html`width ${symbolDk()}`,
    keys: "keys per query",
    draws: "queries",
    again: "Draw again",
    numbers: "Queries and keys",
    without: "without the division",
    divided: "divided",
    expected: html`expected without it: √${symbolDk()}`,
    measures: {
      spread: "spread of q · k",
      largestWeight: "largest weight",
      entropy: "entropy (nats)",
      gradient: "size of the softmax gradient",
    },
    table: "The same numbers",
    averages: "Standard deviation of all scores; the others are averages over the queries.",
    scrolls: "scrolls sideways",
    plot: (measure: string, from: string, to: string, also: string, alsoTo: string) =>
      `${measure}, without the division from ${from} to ${to}, divided from ${also} to ${alsoTo}; every number is in the table`,
    sentence: (width: string, spread: string, one: string) =>
      html`At ${symbolDk()} = ${width} the scores spread by ${spread} without the division and by ${one} with it.`,
    weights: (without: string, divided: string, keys: string) =>
      `The largest of ${keys} weights is ${without} on average without it, ${divided} with it.`,
    caption: (most: string, keys: string) =>
      `Each number is drawn on its own, mean 0 and variance 1; nobody trained anything. Entropy would be ${most} (ln ${keys}) if all keys weighed the same. The size of the gradient: how much each weight changes with each score, all of these slopes (softmax’s Jacobian matrix) squared, added up, and the root taken.`,
  },
  tr: {
    width: html`genişlik ${symbolDk()}`,
    keys: "sorgu başına anahtar",
    draws: "sorgu sayısı",
    again: "Yeniden çek",
    numbers: "Sorgular ve anahtarlar",
    without: "bölmeden",
    divided: "bölünce",
    expected: html`bölmeden beklenen: √${symbolDk()}`,
    measures: {
      spread: "q · k yayılımı",
      largestWeight: "en büyük ağırlık",
      entropy: "entropi (nat)",
      gradient: "softmax gradyanının boyu",
    },
    table: "Aynı sayılar",
    averages: "Yayılım, bütün puanların standart sapmasıdır; ötekiler sorguların ortalamasıdır.",
    scrolls: "yana kaydırılır",
    plot: (measure: string, from: string, to: string, also: string, alsoTo: string) =>
      `${measure}: bölmeden ${from} ile başlar, ${to} ile biter; bölünce ${also} ile başlar, ${alsoTo} ile biter; bütün sayılar tabloda`,
    sentence: (width: string, spread: string, one: string) =>
      html`${symbolDk()} = ${width} iken puanların yayılımı bölmeden ${spread}, bölünce ${one}.`,
    weights: (without: string, divided: string, keys: string) =>
      `${keys} ağırlığın en büyüğü ortalama olarak bölmeden ${without}, bölünce ${divided}.`,
    caption: (most: string, keys: string) =>
      `Her sayı tek başına çekilir: ortalaması 0, varyansı 1. Hiçbiri eğitilmiş değildir. Bütün anahtarlar eşit ağırlık alsaydı entropi ${most} olurdu (ln ${keys}). Gradyanın boyu: her ağırlığın her puanla ne kadar değiştiği; bu eğimlerin (softmax’in Jacobi matrisi) kareleri toplanır, karekökü alınır.`,
  },
} as const;

export type ExperimentWords = (typeof experimentWords)["en" | "tr"];
export type Measure = keyof ExperimentWords["measures"];
