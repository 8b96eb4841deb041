// The words of the figure of positions.

import type { Language } from "../inputs/state.ts";
import type { Way } from "./positions-run.ts";

export interface PositionWords {
  readonly way: string;
  readonly ways: Readonly<Record<Way, string>>;
  readonly shift: string;
  readonly theta: string;
  readonly slope: string;
  readonly query: string;
  readonly key: string;
  readonly told: Readonly<Record<Way, string>>;
  readonly direct: string;
  readonly pair: (first: number, second: number) => string;
  readonly onePlace: (angle: string, degrees: string) => string;
  readonly turned: (token: string, position: string, angle: string, product: string) => string;
  readonly apart: (angle: string) => string;
  readonly part: (part: string) => string;
  readonly score: string;
  /** The score as softmax takes it: divided by the scale. */
  readonly divided: string;
  readonly unturned: string;
  readonly narrow: string;
  readonly more: (pairs: number) => string;
  readonly dashed: string;
  readonly solid: string;
  readonly vectors: string;
  readonly embeddings: string;
  /** What a cell is: of a vector, of what it was added to, and of a penalty. */
  readonly vectorOf: (position: string, component: string) => string;
  readonly sumOf: (token: string, component: string) => string;
  readonly penaltyOf: (query: string, key: string) => string;
  readonly turnedOf: Readonly<Record<"q" | "k", string>>;
  readonly sum: Readonly<Record<"x" | "q" | "k", string>>;
  readonly scaled: string;
  readonly penalty: string;
  readonly scores: string;
  readonly weights: string;
  readonly output: string;
  readonly stays: string;
  readonly method: string;
  readonly shifted: (shift: string) => string;
  readonly reordered: (order: string) => string;
  readonly same: string;
  readonly changed: string;
  readonly movedOnly: string;
  readonly other: string;
  readonly caption: string;
}

export const positionWords: Record<Language, PositionWords> = {
  en: {
    way: "Positions",
    ways: { none: "none", sinusoidal: "sinusoidal", rotary: "rotary (RoPE)", alibi: "ALiBi" },
    shift: "position of the first token",
    theta: "base θ",
    slope: "slope",
    query: "Query",
    key: "Key",
    told: {
      none: "Nothing says where a token stands. The scores come from the tokens alone.",
      sinusoidal:
        "Every position has a vector of sines and cosines. It is added to the token’s row before anything is projected.",
      rotary:
        "Query and key are taken two numbers at a time, as arrows. Each arrow is turned by position times the angle of its pair. Values are not turned.",
      alibi:
        "Nothing is added to a vector. Each score loses the slope times the distance between the two tokens.",
    },
    direct: "Q, K and V are set directly, so there is no X: the vectors are added to Q and K.",
    pair: (first, second) => `numbers ${first} and ${second}`,
    onePlace: (angle, degrees) => `one place: ${angle} rad (${degrees}°)`,
    turned: (token, position, angle, product) =>
      `${token}: ${position} × ${angle} = ${product} rad`,
    apart: (angle) => `turned apart by ${angle} rad`,
    part: (part) => `part of the score: ${part}`,
    score: "q · k, turned:",
    divided: "Divided, as softmax takes it:",
    unturned: "the last number, which has no partner and is not turned",
    narrow: "A single number has no pair and cannot be turned: the query needs at least two.",
    more: (pairs) => `and ${pairs} more pairs, not drawn here`,
    dashed: "dashed: before",
    solid: "solid: turned",
    vectors: "vectors of the positions",
    embeddings: "embeddings",
    vectorOf: (position, component) =>
      `Component ${component} of the vector of position ${position}`,
    sumOf: (token, component) => `${token} and its place together, component ${component}`,
    penaltyOf: (query, key) =>
      `What the distance of ${query} (query) and ${key} (key) takes from their score`,
    turnedOf: { q: "queries, turned", k: "keys, turned" },
    sum: {
      x: "embeddings with positions",
      q: "queries with positions",
      k: "keys with positions",
    },
    scaled: "scaled scores",
    penalty: "penalty",
    scores: "scores before softmax",
    weights: "attention weights",
    output: "output",
    stays: "What stays when the tokens move",
    method: "positions",
    shifted: (shift) => `all ${shift} places further on: largest change of a score`,
    reordered: (order) => `in the order ${order}: largest difference from the rows only moved`,
    same: "stays",
    changed: "changes",
    movedOnly: "only moved",
    other: "another result",
    caption:
      "The order of the tokens is numbered from 1; positions are counted from 0, or from where the slider puts the first token. A difference near 10⁻¹⁵ is rounding. The matrices show the tokens in the order above; the table compares their order with the one as written. Where nothing has been moved, it swaps the first two tokens, and moves all of them 100 places on.",
  },
  tr: {
    way: "Konumlar",
    ways: { none: "yok", sinusoidal: "sinüslü", rotary: "döner (RoPE)", alibi: "ALiBi" },
    shift: "ilk tokenın konumu",
    theta: "taban θ",
    slope: "eğim",
    query: "Sorgu",
    key: "Anahtar",
    told: {
      none: "Bir tokenın nerede durduğunu söyleyen hiçbir şey yok. Puanlar yalnızca tokenlardan doğar.",
      sinusoidal:
        "Her konumun sinüs ve kosinüslerden oluşan bir vektörü vardır. Bu vektör, izdüşümlerden önce tokenın satırına eklenir.",
      rotary:
        "Sorgu ve anahtarın sayıları ikişer ikişer, birer ok olarak alınır. Her ok, konumu çarpı kendi çiftinin açısı kadar döndürülür. Değerler döndürülmez.",
      alibi:
        "Vektörlere hiçbir şey eklenmez. Her puandan, eğim çarpı iki token arasındaki uzaklık çıkarılır.",
    },
    direct: "Q, K ve V doğrudan verildiği için X yok: vektörler Q ve K matrislerine eklenir.",
    pair: (first, second) => `${first}. ve ${second}. sayı`,
    onePlace: (angle, degrees) => `bir yer: ${angle} rad (${degrees}°)`,
    turned: (token, position, angle, product) =>
      `${token}: ${position} × ${angle} = ${product} rad`,
    apart: (angle) => `aralarındaki dönme: ${angle} rad`,
    part: (part) => `puandaki payı: ${part}`,
    score: "q · k, döndürülmüş:",
    divided: "Softmax’in aldığı, bölünmüş hâli:",
    unturned: "eşi olmadığı için döndürülmeyen son sayı",
    narrow: "Tek bir sayının çifti yoktur, döndürülemez: sorguda en az iki sayı gerekir.",
    more: (pairs) => `ve burada çizilmeyen ${pairs} çift`,
    dashed: "kesikli: önce",
    solid: "düz: dönmüş",
    vectors: "konum vektörleri",
    embeddings: "gömmeler",
    vectorOf: (position, component) => `${position}. konumun vektörü, ${component}. bileşen`,
    sumOf: (token, component) => `${token}: yeriyle birlikte, ${component}. bileşen`,
    penaltyOf: (query, key) => `${query} (sorgu) ile ${key} (anahtar): uzaklığın puandan götürdüğü`,
    turnedOf: { q: "döndürülmüş sorgular", k: "döndürülmüş anahtarlar" },
    sum: {
      x: "konumlu gömmeler",
      q: "konumlu sorgular",
      k: "konumlu anahtarlar",
    },
    scaled: "ölçekli puanlar",
    penalty: "kesinti",
    scores: "softmax öncesi puanlar",
    weights: "dikkat ağırlıkları",
    output: "çıktı",
    stays: "Tokenlar yer değiştirince ne aynı kalıyor",
    method: "konumlar",
    shifted: (shift) => `hepsi ${shift} yer ileride: bir puandaki en büyük değişim`,
    reordered: (order) => `${order} sırasında: yalnızca yer değiştirmiş satırlardan en büyük fark`,
    same: "aynı kalır",
    changed: "değişir",
    movedOnly: "yalnızca yer değişir",
    other: "başka bir sonuç",
    caption:
      "Tokenların sırası 1’den numaralanır; konumlar 0’dan ya da sürgünün ilk tokenı koyduğu yerden sayılır. 10⁻¹⁵ dolayındaki bir fark yuvarlamadır. Matrisler tokenları yukarıdaki sırada gösterir; tablo bu sırayı yazıldığı sırayla karşılaştırır. Hiçbir şey taşınmadıysa ilk iki tokenın yerini değiştirir, hepsini de 100 yer ileri alır.",
  },
};
