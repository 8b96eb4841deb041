// The words around the figures that lesson and playground share.

import { html, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";

export interface FigureText {
  readonly softmaxCaption: TemplateResult;
  readonly maskCaption: string;
  readonly divide: (root: TemplateResult) => TemplateResult;
  readonly causal: string;
  readonly temperature: string;
  readonly edit: string;
  readonly editX: string;
  readonly editQ: string;
  readonly noProjection: string;
  readonly stale: string;
  readonly standIn: string;
  readonly weightsLegend: string;
  readonly numbersLegend: string;
  readonly who: string;
  readonly copy: string;
  readonly copied: string;
  readonly cppTitle: string;
  readonly pythonTitle: string;
  readonly same: (difference: string) => string;
  readonly differs: (difference: string) => string;
  readonly notSquare: string;
  readonly identity: string;
}

export const figureText: Record<Language, FigureText> = {
  en: {
    softmaxCaption: html`<i>m</i><sub>q</sub> is the largest masked score of query <i>q</i>, the greatest number of its row. To subtract it leaves the weights as they are and keeps the exponentials from growing beyond all bounds.`,
    maskCaption:
      "With a mask, M is added: −∞ for every pair that may not be seen; for the others a bias (a number for each score, to raise or lower it), or 0 where there is none. Without a mask nothing is added.",
    divide: (root) => html`divide by ${root}`,
    causal: "causal mask",
    temperature: "temperature",
    edit: "Edit",
    editX: "X and the weights",
    editQ: "Q, K and V",
    noProjection: "Q, K and V are set directly, so there is no X and no projection to show.",
    stale: "The results below are those of the last input that could be computed.",
    standIn: "These inputs cannot be computed; the results below are those of the worked example.",
    weightsLegend: "weights",
    numbersLegend: "numbers",
    who: "Whom each word looks at",
    copy: "Copy",
    copied: "Copied",
    cppTitle: "C++, as compiled into this page",
    pythonTitle: "The same in Python, with PyTorch",
    same: (difference) =>
      `Run on the same inputs, the five lines give the same output as the steps. Largest difference: ${difference}.`,
    differs: (difference) =>
      `The five lines know no mask, no temperature and always divide by √dₖ. With the options that are chosen, the largest difference of the outputs is ${difference}.`,
    notSquare: "The five lines start from one X, so they need as many keys as queries.",
    identity: "For X the identity is handed in, and Q, K, V for the three weights: I · Q = Q.",
  },
  tr: {
    softmaxCaption: html`<i>m</i><sub>q</sub>, <i>q</i> sorgusunun maskeli puanlarının en büyüğü, yani satırının en büyük sayısıdır. Onu çıkarmak ağırlıkları değiştirmez, üstellerin sınırsızca büyümesini önler.`,
    maskCaption:
      "Maske varsa M eklenir: görülmemesi gereken her çift için −∞; ötekiler için ek terim (bias; puanı yükselten ya da düşüren bir sayı), ek terim yoksa 0. Maske yoksa hiçbir şey eklenmez.",
    divide: (root) => html`${root}’ye böl`,
    causal: "nedensel maske",
    temperature: "sıcaklık",
    edit: "Düzenlenen",
    editX: "X ve ağırlık matrisleri",
    editQ: "Q, K ve V",
    noProjection: "Q, K ve V doğrudan verildi; gösterilecek X ve izdüşüm yok.",
    stale: "Aşağıdakiler, hesaplanabilen son girdinin sonuçları.",
    standIn: "Bu girdiler hesaplanamıyor; aşağıdakiler hazır örneğin sonuçları.",
    weightsLegend: "ağırlıklar",
    numbersLegend: "sayılar",
    who: "Her sözcük kime bakıyor",
    copy: "Kopyala",
    copied: "Kopyalandı",
    cppTitle: "C++, bu sayfaya derlendiği hâliyle",
    pythonTitle: "Aynısı Python’da, PyTorch ile",
    same: (difference) =>
      `Aynı girdilerle çalıştırılan beş satır, adımlarla aynı çıktıyı veriyor. En büyük fark: ${difference}.`,
    differs: (difference) =>
      `Beş satırda maske ve sıcaklık yoktur, bölme hep √dₖ’yedir. Seçili seçeneklerle çıktılar arasındaki en büyük fark ${difference}.`,
    notSquare: "Beş satır tek bir X’ten başlar; bu yüzden sorgu ile anahtar sayısı eşit olmalı.",
    identity: "X olarak birim matris, üç ağırlık yerine de Q, K, V veriliyor: I · Q = Q.",
  },
};
