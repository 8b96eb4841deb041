// What goes wrong in each variant, and what should have held, with the numbers of the case.

import { html, type TemplateResult } from "lit/html.js";
import type { Language } from "../../inputs/state.ts";
import type { Facts } from "../facts.ts";
import type { Case, VariantId } from "./lab.ts";
import { labWords } from "./lab-text.ts";

export interface VariantWords {
  readonly name: string;
  /** What the wrong line does. */
  readonly what: string;
  /** What should hold, and what holds instead. */
  readonly invariant: (told: Told, f: Facts, tried: Case) => TemplateResult;
}

type Told = (name: string) => TemplateResult;

/** The number that gives a fault away and the one that is due, where the invariant sets them side by side. */
const pairs: Readonly<Partial<Record<VariantId, readonly [string, string | number]>>> = {
  "scale-model": ["wrongLargest", "rightLargest"],
  "scale-heads": ["wrongLargest", "rightLargest"],
  "scale-none": ["wrongLargest", "rightLargest"],
  columns: ["rowSum", 1],
  "mask-zero": ["ahead", "rightAhead"],
  "mask-after": ["firstSum", "rightSum"],
  "mask-transposed": ["ahead", "rightAhead"],
  "mask-early": ["ahead", "rightAhead"],
  "mask-inverted": ["ahead", "rightAhead"],
  "query-is-key": ["wrong", "right"],
  "heads-averaged": ["wrongTurned", "rightTurned"],
  "rotary-values": ["wrong", "right"],
  "cache-positions": ["apart", 0],
};

/** What should hold, with the numbers of the case; or that they do not show the fault, or are none. */
export function invariantOf(id: VariantId, tried: Case, f: Facts): TemplateResult {
  const { invariant } = variantWords[f.language][id];
  const words = labWords[f.language];
  const numbers = Object.values(tried.told);
  if (numbers.some(Number.isNaN)) return html`${words.noNumbers} ${f.noNumber(numbers)}`;
  const [wrong, due] = (pairs[id] ?? []).map((one) =>
    typeof one === "string" ? is(tried, one) : one,
  );
  const unseen = wrong !== undefined && due !== undefined && f.alike(wrong, due);
  // Where the sizes hide a fault, its own sentence says so.
  if (unseen && !sameDivisor(tried)) return words.unseen(f.number(due));
  return invariant(toldIn(tried, f), f, tried);
}

/** The number of that name, as the page writes it. */
const toldIn =
  (tried: Case, f: Facts): Told =>
  (name) =>
    f.number(tried.told[name] ?? Number.NaN);

const is = (tried: Case, name: string) => tried.told[name] ?? Number.NaN;

const sameDivisor = (tried: Case) => Math.abs(is(tried, "ratio") - 1) < 1e-9;

/** Larger, smaller or neither: a fault that these numbers hide is told as one. */
function compared<T>(tried: Case, words: { more: T; less: T; same: T }): T {
  if (sameDivisor(tried)) return words.same;
  return is(tried, "ratio") > 1 ? words.more : words.less;
}

const scaleEn = (told: Told, f: Facts, tried: Case) => html`
  Scores have to be divided by √${f.symbolDk} = ${told("due")}, from the width of one head. Here they
  are divided by ${told("used")}: ${compared(tried, {
    more: html`all differences between scores are ${told("ratio")} times what they should be. In the row of
      ${f.token(0)} the largest weight is ${told("wrongLargest")} instead of ${told("rightLargest")}: too sharp.`,
    less: html`all differences between scores shrink to ${told("ratio")} times what they should be. In the row of
      ${f.token(0)} the largest weight is ${told("wrongLargest")} instead of ${told("rightLargest")}: too flat.`,
    same: html`with these sizes that is the same number, and the fault does not show.`,
  })}`;
const scaleTr = (told: Told, f: Facts, tried: Case) => html`
  Puanlar √${f.symbolDk} = ${told("due")} sayısına, yani tek başlığın genişliğinin köküne bölünmelidir. Burada bölen
  ${told("used")}: ${compared(tried, {
    more: html`puanlar arasındaki bütün farklar olması gerekenin ${told("ratio")} katıdır. ${f.token(0)}
      satırındaki en büyük ağırlık ${told("rightLargest")} yerine ${told("wrongLargest")} olur: fazla keskin.`,
    less: html`puanlar arasındaki bütün farklar olması gerekenin ${told("ratio")} katına iner. ${f.token(0)}
      satırındaki en büyük ağırlık ${told("rightLargest")} yerine ${told("wrongLargest")} olur: fazla düz.`,
    same: html`bu boyutlarda ikisi aynı sayı olduğundan hata görünmez.`,
  })}`;

const aheadEn = (told: Told, f: Facts) => html`
  No token may give weight to a later one. The row of ${f.token(0)} gives ${told("ahead")} to later tokens
  instead of ${told("rightAhead")}`;
const aheadTr = (told: Told, f: Facts) => html`
  Hiçbir token kendinden sonrakine ağırlık vermemelidir. ${f.token(0)} satırında sonraki tokenlara
  ${told("rightAhead")} yerine ${told("ahead")} gidiyor`;

/** "head 1 of kedi and head 1 of mindere" */
function pieceList(tried: Case, f: Facts): TemplateResult {
  const one = ({ head, token }: { head: number; token: number }) =>
    f.language === "tr"
      ? html`${f.token(token)} (başlık ${head + 1})`
      : html`head ${head + 1} of ${f.token(token)}`;
  const last = tried.pieces.length - 1;
  const and = f.language === "tr" ? " ve " : " and ";
  return html`${tried.pieces.map((piece, i) => html`${i === 0 ? "" : i === last ? and : ", "}${one(piece)}`)}`;
}

export const variantWords: Record<Language, Record<VariantId, VariantWords>> = {
  en: {
    "scale-model": {
      name: "divided by √d_model",
      what: "The scores of every head are divided by the root of the whole width instead of the head’s own.",
      invariant: scaleEn,
    },
    "scale-heads": {
      name: "divided by √heads",
      what: "The number of heads stands where the width of a head belongs.",
      invariant: scaleEn,
    },
    "scale-none": {
      name: "not divided at all",
      what: "The division is left out.",
      invariant: scaleEn,
    },
    columns: {
      name: "softmax down the columns",
      what: "The axis is the wrong one: each key shares itself out among the queries.",
      invariant: (told, f, tried) => html`
        Every row of weights has to add up to 1. Here every column does (the first: ${told("columnSum")}), and the row
        of ${f.token(is(tried, "row"))} adds up to ${told("rowSum")}.`,
    },
    "mask-zero": {
      name: "mask with 0",
      what: "Hidden scores become 0 instead of −∞. But exp(0) is 1: a score of 0 is a score like any other.",
      invariant: (told, f) => html`${aheadEn(told, f)}.`,
    },
    "mask-after": {
      name: "mask after softmax",
      what: "Hidden weights are set to 0 when the shares have been given out already.",
      invariant: (told, f) => html`
        Every row of weights has to add up to 1, also under a mask. The row of ${f.token(0)} adds up to
        ${told("firstSum")} instead of ${told("rightSum")}: the share of the hidden tokens is lost, and their scores
        still count in what is left.`,
    },
    "mask-transposed": {
      name: "mask transposed",
      what: "Rows and columns of the mask have changed places: every token sees itself and what comes later.",
      invariant: (told, f) => html`${aheadEn(told, f)}, and the last token sees only itself.`,
    },
    "mask-early": {
      name: "mask off by one",
      what: "The triangle begins one column too late: every token sees the next one, which it is to predict.",
      invariant: (told, f) =>
        html`${aheadEn(told, f)}. A model trained like this copies its answer.`,
    },
    "mask-empty": {
      name: "a row with nothing to see",
      what: "The mask hides the token itself as well, so nothing is left for the first row, and plain softmax divides 0 by 0.",
      invariant: (told, f) => html`
        Whatever the mask, every result has to be a number. Of the ${told("numbers")} numbers of the output
        ${told("lost")} are NaN. The core gives the row of ${f.token(0)} zeros, which add up to
        ${told("rightSum")}; a NaN would reach every token in the next layer.`,
    },
    "mask-inverted": {
      name: "mask the wrong way round",
      what: "True means “may look” to one function and “is hidden” to another; the mask says the opposite of what was meant.",
      invariant: (
        told,
        f,
      ) => html`${aheadEn(told, f)}. The last row has nothing left to see: its weights add up to
        ${told("lastSum")}.`,
    },
    "query-is-key": {
      name: "Q = K",
      what: "Keys are made with the query’s matrix: one letter in the wrong place.",
      invariant: (told) => html`
        Asking and answering are two things: the score of one token for another need not be that of the other for
        the first. The largest difference between a score and its mirror image is ${told("right")} when it is right,
        and ${told("wrong")} here: the scores are symmetric.`,
    },
    "heads-averaged": {
      name: "heads averaged",
      what: "The mean of the heads is taken and put into the place of each, instead of the heads side by side, which W_O then mixes.",
      invariant: (told) => html`
        It has to matter which head said what. Let the heads change places: the right result then changes by up to
        ${told("rightTurned")}, the averaged one by ${told("wrongTurned")}.`,
    },
    "heads-reshaped": {
      name: "heads merged without the transpose",
      what: "Memory holds head after head, each with all tokens. Read as if it held token after token, the shape is right and the contents are not.",
      invariant: (_, f, tried) => html`
        A row has to be made of its own token alone. The row of ${f.token(0)} holds ${pieceList(tried, f)}.`,
    },
    "alibi-sign": {
      name: "ALiBi with the wrong sign",
      what: "The penalty for distance is added instead of subtracted.",
      invariant: (told, f) => html`
        Of two equal scores the nearer key has to win. With all scores equal and a slope of ${told("slope")}, the last token gives
        the farthest, ${f.token(0)}, ${told("wrongFar")} and itself ${told("wrongNear")}; right would be ${told("rightFar")} and
        ${told("rightNear")}.`,
    },
    "rotary-values": {
      name: "RoPE on the values too",
      what: "Values are turned by their positions like queries and keys, though what is handed over should not depend on where it stood.",
      invariant: (told) => html`
        Only distances may count. Start counting the positions at 1 instead of 0: the right output changes by up to
        ${told("right")}, this one by ${told("wrong")}.`,
    },
    "cache-positions": {
      name: "cache positions not advanced",
      what: "With RoPE and a KV cache, the token that comes alone is said to stand at position 0, since the count starts anew at every step.",
      invariant: (told, f) => html`
        Step by step has to give what all at once gives. The last token, ${f.token(2)}, stands at position ${told("due")} and is
        turned as if at ${f.number(0)}: its output is off by up to ${told("apart")}.`,
    },
  },
  tr: {
    "scale-model": {
      name: "√d_model’e bölmek",
      what: "Her başlığın puanları, başlığın kendi genişliği yerine bütün genişliğin köküne bölünür.",
      invariant: scaleTr,
    },
    "scale-heads": {
      name: "√başlık sayısına bölmek",
      what: "Başlık genişliğinin yerinde başlık sayısı durur.",
      invariant: scaleTr,
    },
    "scale-none": {
      name: "hiç bölmemek",
      what: "Bölme unutulmuştur.",
      invariant: scaleTr,
    },
    columns: {
      name: "softmax sütun boyunca",
      what: "Eksen yanlıştır: her anahtar kendini sorgular arasında paylaştırır.",
      invariant: (told, f, tried) => html`
        Her ağırlık satırının toplamı 1 olmalıdır. Burada her sütunun toplamı 1’dir (ilki: ${told("columnSum")});
        ${f.token(is(tried, "row"))} satırının toplamı ise ${told("rowSum")} çıkar.`,
    },
    "mask-zero": {
      name: "0 ile maskelemek",
      what: "Gizli puanların yerine −∞ değil 0 konur. Oysa exp(0) = 1’dir: 0 da ötekiler gibi bir puandır.",
      invariant: (told, f) => html`${aheadTr(told, f)}.`,
    },
    "mask-after": {
      name: "softmax’ten sonra maskelemek",
      what: "Gizli ağırlıklar, paylar dağıtıldıktan sonra sıfırlanır.",
      invariant: (told, f) => html`
        Maske altında da her ağırlık satırının toplamı 1 olmalıdır. ${f.token(0)} satırının toplamı
        ${told("rightSum")} yerine ${told("firstSum")}: gizli tokenların payı yitip gider, puanları da geriye kalanı
        etkilemeyi sürdürür.`,
    },
    "mask-transposed": {
      name: "maskenin devriği",
      what: "Maskenin satırlarıyla sütunları yer değiştirmiştir: her token kendini ve sonrasını görür.",
      invariant: (told, f) => html`${aheadTr(told, f)}; son token da yalnızca kendini görüyor.`,
    },
    "mask-early": {
      name: "maske bir kaymış",
      what: "Üçgen bir sütun geç başlar: her token bir sonrakini, yani tahmin edeceği tokenı görür.",
      invariant: (told, f) => html`${aheadTr(told, f)}. Böyle eğitilen model yanıtı kopyalar.`,
    },
    "mask-empty": {
      name: "görecek şeyi olmayan satır",
      what: "Maske tokenın kendisini de gizler; ilk satıra bir şey kalmaz, sıradan softmax da 0’ı 0’a böler.",
      invariant: (told, f) => html`
        Maske ne olursa olsun her sonuç bir sayı olmalıdır. Çıktıdaki ${told("numbers")} sayıdan ${told("lost")} tanesi
        NaN. Çekirdek ${f.token(0)} satırına sıfırlar verir, toplamı ${told("rightSum")} olur; NaN ise sonraki katmanda bütün
        tokenlara yayılırdı.`,
    },
    "mask-inverted": {
      name: "maskenin tersi",
      what: "True bir işlevde “bakabilir”, ötekinde “gizli” demektir; maske, söylenmek istenenin tersini söyler.",
      invariant: (
        told,
        f,
      ) => html`${aheadTr(told, f)}. Son satırın görecek bir şeyi kalmamıştır: ağırlıklarının toplamı
        ${told("lastSum")}.`,
    },
    "query-is-key": {
      name: "Q = K",
      what: "Anahtarlar sorgunun matrisiyle yapılmıştır: yanlış yerde tek bir harf.",
      invariant: (told) => html`
        Sormak başka, yanıtlamak başkadır: bir tokenın ötekine verdiği puan, ötekinin ona verdiği puan olmak zorunda değildir.
        Bir puanla köşegene göre simetriği arasındaki en büyük fark doğrusunda ${told("right")}, burada
        ${told("wrong")}: puanlar simetriktir.`,
    },
    "heads-averaged": {
      name: "başlıkların ortalaması",
      what: "Başlıklar yan yana konup W_O ile karıştırılacağına ortalamaları alınıp her birinin yerine yazılır.",
      invariant: (told) => html`
        Neyi hangi başlığın söylediği önemli olmalıdır. Başlıklar yer değiştirince doğru sonuç en çok
        ${told("rightTurned")}, ortalama alınan ise ${told("wrongTurned")} değişir.`,
    },
    "heads-reshaped": {
      name: "devrik almadan birleştirmek",
      what: "Bellekte başlıklar art arda durur, her birinde bütün tokenlar vardır. Tokenlar art ardaymış gibi okununca biçim doğru, içerik yanlış olur.",
      invariant: (_, f, tried) => html`
        Bir satır yalnızca kendi tokenından oluşmalıdır. ${f.token(0)} satırında ise şunlar var: ${pieceList(tried, f)}.`,
    },
    "alibi-sign": {
      name: "ALiBi’nin işareti ters",
      what: "Uzaklık cezası çıkarılacağına eklenir.",
      invariant: (told, f) => html`
        Puanlar eşitken yakın anahtar kazanmalıdır. Bütün puanlar eşit, eğim ${told("slope")} iken son token en uzaktaki
        ${f.token(0)} için ${told("wrongFar")}, kendisi için ${told("wrongNear")} verir; doğrusu ${told("rightFar")} ve
        ${told("rightNear")} olurdu.`,
    },
    "rotary-values": {
      name: "değerlere de RoPE",
      what: "Değerler de sorgular ve anahtarlar gibi konumlarına göre döndürülür; oysa aktarılan şey nerede durduğuna bağlı olmamalıdır.",
      invariant: (told) => html`
        Yalnızca uzaklıklar önemli olmalıdır. Konumlar 0 yerine 1’den sayılınca doğru çıktı en çok ${told("right")}, bu çıktı
        ${told("wrong")} değişir.`,
    },
    "cache-positions": {
      name: "önbellekte ilerlemeyen konum",
      what: "RoPE ve KV önbelleğiyle çalışırken sayım her adımda baştan başladığından tek gelen token hep 0 konumunda sanılır.",
      invariant: (told, f) => html`
        Adım adım hesap, hepsi bir arada yapılan hesabı vermelidir. Son token olan ${f.token(2)} ${told("due")} konumundadır, ama
        ${f.number(0)} konumundaymış gibi döndürülür: çıktısındaki hata en çok ${told("apart")}.`,
    },
  },
};
