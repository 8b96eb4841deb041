// What each figure is called: above it, in the list of figures to be shared, and where a tag names it.

import type { Language } from "../inputs/state.ts";

type Titles = Readonly<Record<Language, string>>;

/** By the ids of the figures, in the order of the lesson. */
export const figureTitles = {
  question: { en: "The last word looks back", tr: "Son sözcük geriye bakıyor" },
  recurrent: { en: "What is left of the first token", tr: "İlk tokendan geriye kalan" },
  layers: {
    en: "What a layer costs, and how long its paths are",
    tr: "Bir katman kaça mal olur, yolları ne kadar uzun",
  },
  words: { en: "The sentence as a matrix", tr: "Matris olarak cümle" },
  projections: {
    en: "From X to queries, keys and values",
    tr: "X’ten sorgu, anahtar ve değerlere",
  },
  scores: { en: "Every query against every key", tr: "Her sorgu, her anahtara karşı" },
  scale: { en: "Scores, divided", tr: "Puanlar bölününce" },
  experiment: {
    en: "Queries and keys drawn at random",
    tr: "Rastgele çekilmiş sorgular ve anahtarlar",
  },
  softmax: { en: "From scores to weights", tr: "Puanlardan ağırlıklara" },
  shift: { en: "The same number added to every score", tr: "Her puana aynı sayı eklenince" },
  sinks: { en: "Keep the first tokens, or lose them", tr: "İlk tokenları tut ya da kaybet" },
  output: { en: "Weights times values", tr: "Ağırlıklar çarpı değerler" },
  "five-lines": { en: "The formula in five lines of code", tr: "Formül, beş satır kod olarak" },
  python: { en: "Python on these numbers", tr: "Bu sayılarla Python" },
  "by-hand": {
    en: "By hand, computed, scaled: “ben gel dim”",
    tr: "Elle, hesaplanmış, ölçekli: “ben gel dim”",
  },
  order: { en: "The same tokens in another order", tr: "Aynı tokenlar, başka sırada" },
  positions: {
    en: "Places told in three ways, or not at all",
    tr: "Yer bilgisi: üç yoldan, ya da hiç",
  },
  mask: { en: "What may be seen", tr: "Görülebilenler" },
  heads: { en: "The same width, cut into heads", tr: "Aynı genişlik, başlıklara bölünmüş" },
  cross: { en: "Three ways to wire it", tr: "Üç ayrı bağlantı" },
  bert: { en: "Six heads of BERT, as measured", tr: "BERT’in altı başlığı, ölçüldüğü gibi" },
  meaning: { en: "Other weights, the same output", tr: "Başka ağırlıklar, aynı çıktı" },
  tiles: { en: "One tile at a time", tr: "Her adımda bir karo" },
  cost: { en: "The bill on your machine", tr: "Fatura, kendi makinenizde" },
  cache: {
    en: "A text through the cache, token by token",
    tr: "Bir metin önbellekten geçiyor, token token",
  },
  calculator: { en: "How large the cache gets", tr: "Önbellek ne kadar büyür" },
  patterns: { en: "Which pairs are computed", tr: "Hangi çiftler hesaplanıyor" },
  reach: { en: "How far information gets", tr: "Bilgi ne kadar uzağa gider" },
  block: { en: "Stage by stage", tr: "Aşama aşama" },
  turn: { en: "Your numbers, to take along", tr: "Yanınıza alacağınız sayılar" },
  bugs: { en: "One wrong line at a time", tr: "Her seferinde bir yanlış satır" },
  "bugs-guess": { en: "Find the bug", tr: "Hatayı bulun" },
  answers: { en: "Questions, answered with your numbers", tr: "Sizin sayılarınızla yanıtlar" },
} as const satisfies Readonly<Record<string, Titles>>;

export type FigureId = keyof typeof figureTitles;

export const isFigure = (id: string): id is FigureId => Object.hasOwn(figureTitles, id);
