// The words of the teacher's view. The captions stay true whatever the numbers are.

import type { Language } from "../inputs/state.ts";

type Words = Readonly<Record<Language, string>>;

export const teachText = {
  en: {
    figures: "Figures",
    back: "Previous figure",
    next: "Next figure",
    leave: "Back to the lesson",
    screen: (at: number, of: number) => `Screen ${at} of ${of} of this figure; go on`,
  },
  tr: {
    figures: "Şekiller",
    back: "Önceki şekil",
    next: "Sonraki şekil",
    leave: "Derse dön",
    screen: (at: number, of: number) => `Şeklin ${of} ekranından ${at}. ekran; ilerle`,
  },
} as const;

/** Of each section with a figure: what it is about, in one line. */
export const captions: Readonly<Record<string, Words>> = {
  question: {
    en: "One other word decides what a word means; attention is the way from one to the other.",
    tr: "Bir sözcüğün anlamını başka bir sözcük belirleyebilir; dikkat, ikisi arasındaki yoldur.",
  },
  recurrent: {
    en: "A recurrent network passes a signal through every step between; attention needs one step.",
    tr: "Yinelemeli ağda sinyal aradaki her adımdan geçer; dikkatte tek adım yeter.",
  },
  words: {
    en: "Each token is a row of numbers; the rows together are the matrix X.",
    tr: "Her token bir sayı satırıdır; satırlar birlikte X matrisini oluşturur.",
  },
  qkv: {
    en: "One X, three matrices: what a token asks, what it offers, what it hands over.",
    tr: "Tek X, üç matris: token ne soruyor, neyle bulunuyor, ne veriyor.",
  },
  scores: {
    en: "One dot product for each pair: rows ask, columns answer.",
    tr: "Her çift için bir iç çarpım: satırlar sorar, sütunlar yanıtlar.",
  },
  scale: {
    en: "Dividing by the root of the width keeps the scores in the range where softmax can still learn.",
    tr: "Genişliğin kareköküne bölmek, puanları softmax’in öğrenebildiği aralıkta tutar.",
  },
  softmax: {
    en: "Each row of scores becomes shares that add up to 1.",
    tr: "Her puan satırı, toplamı 1 olan paylara dönüşür.",
  },
  output: {
    en: "Each row of the output is the values, mixed by the weights.",
    tr: "Çıktının her satırı, değerlerin ağırlıklarla karışımıdır.",
  },
  order: {
    en: "Attention alone does not see the order of the tokens; positions have to be put in.",
    tr: "Dikkat tek başına tokenların sırasını görmez; konumu ayrıca vermek gerekir.",
  },
  mask: {
    en: "What may not be seen is taken out before softmax, not after it.",
    tr: "Görülmemesi gereken, softmax’ten sonra değil önce çıkarılır.",
  },
  heads: {
    en: "Several narrow attentions side by side, put together and mixed at the end.",
    tr: "Yan yana birkaç dar dikkat, sonunda birleştirilip karıştırılır.",
  },
  cross: {
    en: "The queries may come from one sequence, the keys and values from another.",
    tr: "Sorgular bir diziden, anahtarlarla değerler başka bir diziden gelebilir.",
  },
  meaning: {
    en: "A map of weights is a hint about where information flows, not the proof of a reason.",
    tr: "Ağırlık haritası bilginin nereye aktığına dair bir ipucudur; nedenin kanıtı değildir.",
  },
  tiles: {
    en: "The whole matrix is never written: tile by tile, with a running maximum and sum.",
    tr: "Matrisin tamamı hiç yazılmaz: karo karo, en büyük değer ve toplam yol boyunca güncellenir.",
  },
  cache: {
    en: "Keys and values of earlier tokens do not change, so they are kept.",
    tr: "Önceki tokenların anahtarları ve değerleri değişmez; bu yüzden saklanır.",
  },
  patterns: {
    en: "Not every pair has to be computed, and not in every layer.",
    tr: "Her çifti, her katmanda hesaplamak gerekmez.",
  },
  block: {
    en: "Attention is one part of a block: around it a residual path, a norm and a feed-forward layer.",
    tr: "Dikkat bloğun bir parçasıdır: çevresinde artık bağlantı, norm ve ileri beslemeli katman vardır.",
  },
  turn: {
    en: "The same computation on other words and other numbers.",
    tr: "Aynı hesap, başka sözcüklerle ve başka sayılarla.",
  },
  bugs: {
    en: "Small changes of the five lines, and what each of them breaks.",
    tr: "Beş satırda küçük değişiklikler ve her birinin bozduğu şey.",
  },
  questions: {
    en: "Common questions, answered with numbers.",
    tr: "Sık sorulan sorular, sayılarla yanıtlanmış.",
  },
};
