// The words of the bug lab round the variants, and of the guess.

import { html, type TemplateResult } from "lit/html.js";
import type { Language } from "../../inputs/state.ts";
import type { Invariant } from "./guess.ts";
import type { VariantId } from "./lab.ts";

export interface LabWords {
  readonly groups: Readonly<Record<"scale" | "softmax" | "mask" | "heads" | "positions", string>>;
  readonly pick: string;
  readonly rightLine: string;
  readonly wrongLine: string;
  readonly listing: string;
  readonly python: string;
  readonly cpp: string;
  readonly copy: string;
  readonly weights: string;
  readonly weightsOfHead: (heads: number) => string;
  readonly output: string;
  readonly outputOfHeads: string;
  readonly right: string;
  readonly wrong: string;
  readonly difference: string;
  readonly holds: string;
  readonly largest: (number: TemplateResult) => TemplateResult;
  readonly hidden: string;
  /** In place of an invariant whose numbers are alike, or no numbers. */
  readonly unseen: (number: TemplateResult) => TemplateResult;
  readonly noNumbers: string;
  readonly met: string;
  readonly slip: string;
  readonly onPurpose: Readonly<
    Partial<Record<VariantId, (link: TemplateResult) => TemplateResult>>
  >;
  readonly heads: string;
  readonly notes: {
    readonly masked: string;
    readonly scaled: string;
    readonly rotary: string;
  };
  readonly legend: string;
  readonly weightsLegend: string;
  readonly gameAsk: string;
  readonly gameScores: string;
  readonly gameWeights: string;
  readonly gameNext: string;
  readonly gameRound: (round: number, all: number) => string;
  readonly gameNone: string;
  readonly gameWhy: (name: string, invariant: TemplateResult) => TemplateResult;
  readonly invariants: Readonly<Record<Invariant, string>>;
}

export const labWords: Record<Language, LabWords> = {
  en: {
    groups: {
      scale: "Scale",
      softmax: "Softmax and projections",
      mask: "Mask",
      heads: "Heads",
      positions: "Positions",
    },
    pick: "Fault",
    rightLine: "Right",
    wrongLine: "Wrong",
    listing: "Listing",
    python: "Python",
    cpp: "C++",
    copy: "Copy",
    weights: "Weights",
    weightsOfHead: (heads) => `Weights of head 1 of ${heads}`,
    output: "Output",
    outputOfHeads: "Heads side by side, before W_O",
    right: "Right",
    wrong: "Wrong",
    difference: "Wrong − right",
    holds: "What should hold",
    largest: (number) => html`Largest difference of the outputs: ${number}.`,
    hidden: "With these numbers the fault changes nothing that could be seen.",
    unseen: (
      number,
    ) => html`The number that gives this fault away is ${number} with it and without it: with the
      numbers of the page it gives nothing away.`,
    noNumbers: "Where a number is NaN there is nothing to compare.",
    met: "Met in",
    slip: "A common slip; we know of no public report that shows exactly this.",
    onPurpose: {
      "query-is-key": (link) => html`The Reformer ties the two on purpose: ${link}.`,
      "heads-averaged": (link) =>
        html`Graph attention networks do it on purpose in their last layer: ${link}.`,
      "rotary-values": (link) => html`RoPE as it was published turns queries and keys: ${link}.`,
    },
    heads: "Heads",
    notes: {
      masked: "The causal mask is on here, since the fault needs one.",
      scaled: "The lab divides by √dₖ, though the switch of the page is off.",
      rotary: "Right here means with RoPE, so the numbers are not those without it.",
    },
    legend: "outputs",
    weightsLegend: "weights",
    gameAsk:
      "The causal mask should be on. One line is wrong, and its name is not told. Add up rows, look above the diagonal, compare mirror images: which of these no longer holds?",
    gameScores: "Scores, before the mask",
    gameWeights: "Weights",
    gameNext: "Another one",
    gameRound: (round, all) => `Fault ${round} of ${all}`,
    gameNone:
      "With the numbers of the page this fault cannot be told from its matrices alone. Take another one.",
    gameWhy: (name, invariant) => html`It was “${name}”. ${invariant}`,
    invariants: {
      sums: "Every row of weights adds up to 1",
      ahead: "No token gives weight to a later one",
      numbers: "Every weight is a number",
      symmetric: "Scores need not be symmetric: asking and answering differ",
    },
  },
  tr: {
    groups: {
      scale: "Ölçek",
      softmax: "Softmax ve izdüşümler",
      mask: "Maske",
      heads: "Başlıklar",
      positions: "Konumlar",
    },
    pick: "Hata",
    rightLine: "Doğru",
    wrongLine: "Yanlış",
    listing: "Kod",
    python: "Python",
    cpp: "C++",
    copy: "Kopyala",
    weights: "Ağırlıklar",
    weightsOfHead: (heads) => `${heads} başlıktan ilkinin ağırlıkları`,
    output: "Çıktı",
    outputOfHeads: "Yan yana başlıklar, W_O’dan önce",
    right: "Doğru",
    wrong: "Yanlış",
    difference: "Yanlış − doğru",
    holds: "Ne geçerli olmalıydı",
    largest: (number) => html`Çıktılar arasındaki en büyük fark: ${number}.`,
    hidden: "Bu sayılarla hata, görülebilecek hiçbir şeyi değiştirmiyor.",
    unseen: (
      number,
    ) => html`Bu hatayı ele veren sayı hatayla da hatasız da ${number}: sayfadaki sayılarla bir şey
      ele vermiyor.`,
    noNumbers: "Bir sayı NaN olunca karşılaştırılacak bir şey kalmaz.",
    met: "Görüldüğü yer",
    slip: "Sık yapılan bir dalgınlık; tam bunu gösteren açık bir kayıt bilmiyoruz.",
    onPurpose: {
      "query-is-key": (link) => html`Reformer ikisini bilerek aynı tutar: ${link}.`,
      "heads-averaged": (link) =>
        html`Çizge dikkat ağları son katmanlarında bunu bilerek yapar: ${link}.`,
      "rotary-values": (link) =>
        html`RoPE yayımlandığı hâliyle sorguları ve anahtarları döndürür: ${link}.`,
    },
    heads: "Başlık",
    notes: {
      masked: "Hata ancak maskeyle görülebildiğinden nedensel maske burada açık.",
      scaled: "Sayfadaki anahtar kapalı olsa da laboratuvar √dₖ’ye böler.",
      rotary:
        "Burada doğru sonuç RoPE’lidir; sayılar bu yüzden RoPE’siz hesaplananlardan farklıdır.",
    },
    legend: "çıktılar",
    weightsLegend: "ağırlıklar",
    gameAsk:
      "Nedensel maske açık olmalıydı. Bir satır yanlış, adı da yazmıyor. Satırları toplayın, köşegenin üstüne bakın, simetrik yerleri karşılaştırın: bunlardan hangisi artık geçerli değil?",
    gameScores: "Maskeden önceki puanlar",
    gameWeights: "Ağırlıklar",
    gameNext: "Bir başkası",
    gameRound: (round, all) => `Hata ${round} / ${all}`,
    gameNone:
      "Sayfadaki sayılarla bu hata yalnızca matrislerine bakarak anlaşılmıyor. Bir başkasını alın.",
    gameWhy: (name, invariant) => html`Hata şuydu: “${name}”. ${invariant}`,
    invariants: {
      sums: "Her ağırlık satırının toplamı 1’dir",
      ahead: "Hiçbir token sonrakine ağırlık vermez",
      numbers: "Her ağırlık bir sayıdır",
      symmetric: "Puanlar simetrik olmak zorunda değildir: sormak başka, yanıtlamak başka",
    },
  },
};
