// The words of the block and its stages.

import { html, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import type { Kind, StageId } from "./block-stages.ts";

export interface StageWords {
  readonly name: string;
  readonly what: string;
}

export interface BlockWords {
  readonly place: string;
  readonly places: Readonly<Record<Kind["place"], string>>;
  readonly norm: string;
  readonly norms: Readonly<Record<Kind["normalization"], string>>;
  readonly forward: string;
  readonly activations: Readonly<Record<Kind["activation"], string>>;
  readonly drawAgain: string;
  readonly weights: (badge: TemplateResult) => TemplateResult;
  readonly stages: (kind: Kind) => Readonly<Record<StageId, StageWords>>;
  readonly row: (token: TemplateResult, numbers: TemplateResult) => TemplateResult;
  readonly last: string;
  readonly aside: string;
  readonly caption: (hidden: number) => string;
  readonly mixed: TemplateResult;
  readonly direct: string;
  readonly takeX: string;
  readonly legend: string;
  /** The numbers that a norm takes of a row. */
  readonly spread: Readonly<Record<Kind["normalization"], string>>;
  readonly mean: string;
  readonly variance: string;
  readonly root: string;
  /** The matrices of weights that were drawn. */
  readonly drawn: Readonly<Record<"w1" | "wGate" | "w2" | "wo", string>>;
  /** What the gate of SwiGLU is made of. */
  readonly gate: string;
  /** A cell of a stage or of drawn weights, in words. */
  readonly component: (of: string) => (row: string, column: string) => string;
  readonly weightOf: (of: string) => (row: string, column: string) => string;
  readonly stream: string;
}

const normEn = {
  layer: "Each row on its own: minus its mean, divided by its standard deviation.",
  rms: "Each row on its own: divided by the root of its mean square.",
};
const normTr = {
  layer: "Her satır kendi başına: ortalaması çıkarılır, standart sapmasına bölünür.",
  rms: "Her satır kendi başına: karelerinin ortalamasının köküne bölünür.",
};

export const blockWords: Record<Language, BlockWords> = {
  en: {
    place: "Norm",
    places: { pre: "before the part", post: "after the sum" },
    norm: "Kind",
    norms: { layer: "layer norm", rms: "RMS norm" },
    forward: "Feed-forward",
    activations: { gelu: "GELU", swiglu: "SwiGLU" },
    drawAgain: "Draw again",
    weights: (badge) => html`The weights of the feed-forward part: ${badge}`,
    stages: ({ place, normalization, activation }) => ({
      x: { name: "What comes in", what: "The stream: one row per token." },
      norm1: {
        name: place === "pre" ? "Norm, before attention" : "Norm, after the first sum",
        what: normEn[normalization],
      },
      weights: {
        name: "Attention: who looks at whom",
        what: "The only place in the block where tokens meet.",
      },
      attention: {
        name: "Attention: what it found",
        what: "Weights times values, one row per token.",
      },
      residual1: {
        name: "First sum",
        what: "What came in plus what attention found: the residual path.",
      },
      norm2: {
        name: place === "pre" ? "Norm, before feed-forward" : "Norm, after the second sum",
        what: normEn[normalization],
      },
      hidden: {
        name: "Feed-forward: wider",
        what: "Each token on its own, times W₁, to twice the width.",
      },
      activated: {
        name: activation === "gelu" ? "Feed-forward: GELU" : "Feed-forward: SwiGLU",
        what:
          activation === "gelu"
            ? "What is positive mostly passes, what is negative mostly does not."
            : "A second product, through SiLU, decides how much of each number passes.",
      },
      forward: {
        name: "Feed-forward: back",
        what: "Times W₂, to the width of the stream.",
      },
      residual2: { name: "Second sum", what: "The stream plus what the feed-forward part made." },
    }),
    row: (token, numbers) => html`${token} ${numbers}`,
    last: "This is what the next block gets.",
    aside: "beside the stream",
    caption: (hidden) =>
      `One head, your X and weights. The feed-forward part is ${hidden} wide here; four times the width of the stream is usual.`,
    mixed: html`<i>W</i><sub>O</sub>, drawn from the same seed, brings the values back to the width of X.`,
    direct:
      "A block starts from X, which its residual path carries past the parts. Q, K and V are set directly now, so there is no X.",
    takeX: "Take X and the weights",
    legend: "numbers",
    spread: { layer: "mean and variance", rms: "root mean square" },
    mean: "mean",
    variance: "variance",
    root: "root mean square",
    drawn: {
      w1: "first drawn weights",
      wGate: "drawn weights of the gate",
      w2: "second drawn weights",
      wo: "drawn output weights",
    },
    gate: "what goes through SiLU",
    component: (of) => (row, column) => `${of}: ${row}, ${column}`,
    weightOf: (of) => (row, column) => `${of}: row ${row}, column ${column}`,
    stream: "The stages of the block",
  },
  tr: {
    place: "Norm",
    places: { pre: "parçadan önce", post: "toplamdan sonra" },
    norm: "Türü",
    norms: { layer: "katman normu", rms: "RMS normu" },
    forward: "İleri besleme",
    activations: { gelu: "GELU", swiglu: "SwiGLU" },
    drawAgain: "Yeniden çek",
    weights: (badge) => html`İleri beslemenin ağırlıkları: ${badge}`,
    stages: ({ place, normalization, activation }) => ({
      x: { name: "Gelen", what: "Akış: her token için bir satır." },
      norm1: {
        name: place === "pre" ? "Dikkatten önceki norm" : "İlk toplamdan sonraki norm",
        what: normTr[normalization],
      },
      weights: {
        name: "Dikkat: kim kime bakıyor",
        what: "Blokta tokenların buluştuğu tek yer.",
      },
      attention: {
        name: "Dikkat: bulduğu",
        what: "Ağırlıklar çarpı değerler, her token için bir satır.",
      },
      residual1: {
        name: "İlk toplam",
        what: "Gelen ile dikkatin bulduğunun toplamı: artık bağlantı.",
      },
      norm2: {
        name: place === "pre" ? "İleri beslemeden önceki norm" : "İkinci toplamdan sonraki norm",
        what: normTr[normalization],
      },
      hidden: {
        name: "İleri besleme: genişler",
        what: "Her token kendi başına W₁ matrisiyle çarpılır, genişlik iki katına çıkar.",
      },
      activated: {
        name: activation === "gelu" ? "İleri besleme: GELU" : "İleri besleme: SwiGLU",
        what:
          activation === "gelu"
            ? "Pozitif olan çoğunlukla geçer, negatif olan çoğunlukla geçmez."
            : "SiLU’dan geçen ikinci bir çarpım, her sayının ne kadarının geçeceğini belirler.",
      },
      forward: {
        name: "İleri besleme: daralır",
        what: "W₂ matrisiyle çarpılıp akışın genişliğine döner.",
      },
      residual2: { name: "İkinci toplam", what: "Akış ile ileri beslemenin ürettiğinin toplamı." },
    }),
    row: (token, numbers) => html`${token} ${numbers}`,
    last: "Bir sonraki bloğa giden budur.",
    aside: "akışın yanında",
    caption: (hidden) =>
      `Tek başlık, sizin X ve ağırlık matrisleriniz. İleri besleme burada ${hidden} genişliğinde; alışılmış olan, akışın dört katıdır.`,
    mixed: html`Aynı tohumdan çekilen <i>W</i><sub>O</sub>, değerleri X’in genişliğine döndürür.`,
    direct:
      "Blok X’ten başlar; artık bağlantı onu parçaların yanından geçirir. Şu anda Q, K ve V doğrudan verildiğinden X yok.",
    takeX: "X ve ağırlık matrislerine dön",
    legend: "sayılar",
    spread: { layer: "ortalama ve varyans", rms: "karesel ortalamanın kökü" },
    mean: "ortalama",
    variance: "varyans",
    root: "karesel ortalamanın kökü",
    drawn: {
      w1: "çekilen ilk ağırlıklar",
      wGate: "kapının çekilen ağırlıkları",
      w2: "çekilen ikinci ağırlıklar",
      wo: "çekilen çıktı ağırlıkları",
    },
    gate: "SiLU’dan geçecek olan",
    component: (of) => (row, column) => `${of}: ${row}, ${column}`,
    weightOf: (of) => (row, column) => `${of}: ${row}. satır, ${column}. sütun`,
    stream: "Bloğun aşamaları",
  },
};
