// The common questions and their answers, with the numbers of the present example.

import { html, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { formatNumber } from "../views/number.ts";
import type { Answers, QuestionId } from "./answers.ts";
import type { Facts } from "./facts.ts";
import { source } from "./sources.ts";

export interface Asked {
  readonly ask: string;
  readonly answer: (a: Answers, f: Facts) => TemplateResult;
}

/** [0.665  0.090  0.245], weights with three decimals however small. */
function list(
  numbers: readonly number[],
  f: Facts,
  style: "cell" | "share" = "share",
): TemplateResult {
  const texts = numbers.map((value) => formatNumber(value, f.language, style));
  return html`<span class="dk-num">[${texts.join("\u2002")}]</span>`;
}

const at = (rows: readonly (readonly number[])[], i: number, j: number, f: Facts) =>
  f.number(rows[i]?.[j] ?? Number.NaN);

const link = ({ url, who }: (typeof source)[keyof typeof source], f: Facts) =>
  html`<a href=${url}>${who[f.language]}</a>`;

/** Does the token look at itself most, when everything is X? */
function selfish(a: Answers, row: number): boolean {
  const weights = a.same.weights[row] ?? [];
  return weights.every((weight) => weight <= (weights[row] ?? 0));
}

const rowsThat = (a: Answers, test: (row: number) => boolean) =>
  a.same.weights.filter((_, row) => test(row)).length;

function gradientEn({ bigger }: Answers, f: Facts) {
  const [before, after] = [bigger.gradient, bigger.sharpGradient];
  return f.alike(before, after)
    ? html`is ${f.number(before)} both times`
    : html`goes from ${f.number(before)} to ${f.number(after)}`;
}

function gradientTr({ bigger }: Answers, f: Facts) {
  const [before, after] = [bigger.gradient, bigger.sharpGradient];
  return f.alike(before, after)
    ? html`ikisinde de ${f.number(before)}`
    : html`${f.number(before)} iken ${f.number(after)} olur`;
}

/** A weight that has gone to 0 has no ratio to the others. */
const ratios = ({ others: { before, after } }: Answers) =>
  [before, after].every(([one = 0, two = 0]) => one > 0 && two > 0);

const share = (part: number | undefined, whole: number | undefined) => (part ?? 0) / (whole ?? 0);

export const asked: Record<Language, Record<QuestionId, Asked>> = {
  en: {
    symmetric: {
      ask: "Why is the matrix not symmetric?",
      answer: (a, f) =>
        a.pair
          ? html`Because asking and answering are two roles. ${f.token(a.pair[0])} asks with its query and
              ${f.token(a.pair[1])} answers with its key: ${at(a.scores, a.pair[0], a.pair[1], f)}. The other way round
              another query meets another key: ${at(a.scores, a.pair[1], a.pair[0], f)}. Softmax then divides every row
              by a sum of its own, so even symmetric scores need not give symmetric weights.`
          : html`With the present numbers the scores are symmetric, which is a coincidence: nothing makes
              ${f.symbol("q")}${f.symbol("k")}ᵀ equal to its mirror image. And softmax divides every row by a sum of its own, so
              even symmetric scores need not give symmetric weights.`,
    },
    same: {
      ask: "What if Q = K = V = X?",
      answer: (
        a,
        f,
      ) => html`Nothing forbids it, but nothing is learned about how to ask. The scores become symmetric, and the
        score of a token for itself is the square of its length: here
        ${list(
          a.same.scores.map((row, i) => row[i] ?? 0),
          f,
          "cell",
        )}.
        ${f.direct ? html`(There is no X now, so ${f.symbol("q")} stands for it.)` : ""}
        A long token attracts everyone. In ${rowsThat(a, (row) => selfish(a, row))} of ${a.same.weights.length} rows no
        other token gets more than the token itself; the row of ${f.token(0)} is ${list(a.same.weights[0] ?? [], f)}.`,
    },
    width: {
      ask: "Which width should a key have?",
      answer: (
        a,
        f,
      ) => html`Usually the width of the model divided by the number of heads: 512 / 8 = 64 in the paper
        (${link(source.vaswani, f)}), ${f.count(4096)} / 32 = 128 in Llama 3 8B (${link(source.llama3, f)}). Here it is ${f.number(f.dk)}.
        What matters is that the scores are divided by its root. In the draws of
        <a href="#figure-experiment">the experiment</a> their spread is
        ${a.widths.map(({ dK, spread }, i) => html`${i > 0 ? ", " : ""}${f.number(spread)} at width ${dK}`)} without the division, and
        ${a.widths.map(({ scaled }, i) => html`${i > 0 ? ", " : ""}${f.number(scaled)}`)} with it.`,
    },
    axis: {
      ask: "Along which axis does softmax run?",
      answer: (
        a,
        f,
      ) => html`Along a row, over the keys: one query shares out what it has. That is why rows add up to 1 and
        columns do not. Without a mask the columns add up to ${list(a.columnSums, f, "cell")} here; a column’s sum says how much attention its token gets
        altogether.`,
    },
    sums: {
      ask: "Does every row sum to 1, also under a mask?",
      answer: (
        a,
        f,
      ) => html`Yes. −∞ goes in before softmax, so what is left shares out the whole: under the causal mask the rows add up
        to ${list(a.causalSums, f, "cell")}. The only exception is a row that sees nothing at all. A mask after softmax breaks the rule.`,
    },
    hidden: {
      ask: "What does a fully masked row give?",
      answer: (
        a,
        f,
      ) => html`By the formula 0 / 0, which is NaN, and NaN spreads to all tokens in the next layer. This page’s core
        gives zeros: with everything hidden from ${f.token(0)}, its weights are ${list(a.hidden.weights, f)} and its output is
        ${list(a.hidden.output, f, "cell")}. Libraries differ here, so it is worth a look before relying on it.`,
    },
    bigger: {
      ask: "Are bigger scores always better?",
      answer: (
        a,
        f,
      ) => html`No. Only differences within a row count, and large ones make softmax all or nothing. With scores four times as
        large the row of ${f.token(0)} goes from ${list(a.bigger.weights, f)} to ${list(a.bigger.sharp, f)}. What gets through of a
        gradient, measured as in <a href="#figure-experiment">the experiment</a>, ${gradientEn(a, f)}; where it is nearly 0, next to nothing is
        learned.`,
    },
    permuted: {
      ask: "What changes when the keys change places?",
      answer: (
        a,
        f,
      ) => html`With their values: nothing. Reverse the rows of ${f.symbol("k")} and ${f.symbol("v")} together, and without a mask the output
        ${a.permuted.together === 0 ? "stays as it is" : html`changes by no more than ${f.number(a.permuted.together)}, which is rounding`};
        attention is a sum, and a sum has no order. Reverse ${f.symbol("k")} alone, and the columns of the
        weights change places with its rows, so that each weight falls on the wrong value:
        ${a.permuted.alone === 0 ? "with the present numbers the output does not show it" : html`the output changes by up to ${f.number(a.permuted.alone)}`}.`,
    },
    others: {
      ask: "What does the mask do to the other weights?",
      answer: (
        a,
        f,
      ) => html`It multiplies those that stay visible by one common factor: they share out what the hidden ones had, each in
        proportion. The row of ${f.token(1)} is ${list(a.others.before, f)} without
        the mask and ${list(a.others.after, f)} with it.
        ${
          ratios(a)
            ? html`The ratio of the first two is ${f.number(share(a.others.before[0], a.others.before[1]))} before and
              ${f.number(share(a.others.after[0], a.others.after[1]))} after.`
            : ""
        }`,
    },
    grouped: {
      ask: "What does GQA save?",
      answer: (
        a,
        f,
      ) => html`Memory for the cache and the time to fetch it at every step, not scores. ${a.cache.model} has ${a.cache.heads} query heads on ${a.cache.kvHeads} KV
        heads: at ${f.count(a.cache.tokens)} tokens, two bytes a number, its cache takes ${f.number(a.cache.gb)} GB instead of
        ${f.number(a.cache.withoutGroups)} GB. The number of scores stays as it is, since there is still one
        query per head (${link(source.gqa, f)}).`,
    },
    exact: {
      ask: "Why is FlashAttention exact?",
      answer: (
        a,
        f,
      ) => html`Because a softmax can be put together from parts: when a larger score arrives, what was collected is
        multiplied by e<sup>old maximum − new maximum</sup>, and is then just what it would be had the new maximum been subtracted from the
        start. No pair is left out, only the order of the additions changes, and with it the rounding. The
        tiled path of this page’s core, in float32,
        ${a.tiled === 0 ? "does not differ here" : html`is off by at most ${f.number(a.tiled)} here`} from the float64 reference
        (${link(source.flash, f)}).`,
    },
  },
  tr: {
    symmetric: {
      ask: "Matris neden simetrik değil?",
      answer: (a, f) =>
        a.pair
          ? html`Çünkü sormak ve yanıtlamak iki ayrı roldür. ${f.token(a.pair[0])} sorgusuyla sorar, ${f.token(a.pair[1])} anahtarıyla
              yanıtlar: ${at(a.scores, a.pair[0], a.pair[1], f)}. Tersinde başka bir sorgu başka bir anahtarla buluşur:
              ${at(a.scores, a.pair[1], a.pair[0], f)}. Ayrıca softmax her satırı kendi toplamına böler; puanlar simetrik olsa bile
              ağırlıklar olmayabilir.`
          : html`Şu anki sayılarla puanlar simetrik, ama bu bir rastlantı: ${f.symbol("q")}${f.symbol("k")}ᵀ çarpımını simetrik
              yapan bir kural yoktur. Üstelik softmax her satırı kendi toplamına böler; puanlar simetrik olsa bile ağırlıklar olmayabilir.`,
    },
    same: {
      ask: "Q = K = V = X olursa ne olur?",
      answer: (
        a,
        f,
      ) => html`Bir engel yoktur, ama nasıl sorulacağı öğrenilmemiş olur. Puanlar simetrikleşir; bir tokenın kendine verdiği
        puan, uzunluğunun karesidir: burada ${list(
          a.same.scores.map((row, i) => row[i] ?? 0),
          f,
          "cell",
        )}.
        ${f.direct ? html`(Şu anda X olmadığından yerine ${f.symbol("q")} alındı.)` : ""}
        Uzun bir token herkesi kendine çeker. ${a.same.weights.length} satırdan ${rowsThat(a, (row) => selfish(a, row))} tanesinde
        hiçbir token, satırın kendi tokenından çok pay almaz; ${f.token(0)} satırı ${list(a.same.weights[0] ?? [], f)} olur.`,
    },
    width: {
      ask: "Anahtarın genişliği ne olmalı?",
      answer: (
        a,
        f,
      ) => html`Genellikle model genişliğinin başlık sayısına bölümü: makalede 512 / 8 = 64 (${link(source.vaswani, f)}), Llama 3 8B’de
        ${f.count(4096)} / 32 = 128 (${link(source.llama3, f)}). Burada ${f.number(f.dk)}. Asıl önemlisi, puanların bu genişliğin köküne
        bölünmesidir. <a href="#figure-experiment">Deneydeki</a> çekimlerde puanların yayılımı bölmeden
        ${a.widths.map(({ dK, spread }, i) => html`${i > 0 ? ", " : ""}genişlik ${dK} iken ${f.number(spread)}`)}; bölünce
        ${a.widths.map(({ scaled }, i) => html`${i > 0 ? ", " : ""}${f.number(scaled)}`)} olur.`,
    },
    axis: {
      ask: "Softmax hangi eksen boyunca uygulanır?",
      answer: (
        a,
        f,
      ) => html`Satır boyunca, anahtarlar üzerinde: her sorgu elindekini paylaştırır. Bu yüzden satırların toplamı 1’dir, sütunlarınki
        değildir. Maske yokken sütunların toplamı burada ${list(a.columnSums, f, "cell")}; bir sütunun toplamı, o tokenın herkesten topladığı
        dikkattir.`,
    },
    sums: {
      ask: "Her satırın toplamı maske altında da 1 mi?",
      answer: (
        a,
        f,
      ) => html`Evet. −∞ softmax’ten önce konduğundan kalanlar bütünü paylaşır: nedensel maske altında satırların toplamı
        ${list(a.causalSums, f, "cell")}. Tek ayrıksı durum, hiçbir şey görmeyen satırdır. Maskeyi softmax’ten sonraya bırakmak kuralı bozar.`,
    },
    hidden: {
      ask: "Tümüyle maskelenmiş bir satır ne verir?",
      answer: (
        a,
        f,
      ) => html`Formüle göre 0 / 0, yani NaN; o da sonraki katmanda bütün tokenlara yayılır. Bu sayfanın çekirdeği sıfır verir:
        ${f.token(0)} satırında her şey gizlenince ağırlıklar ${list(a.hidden.weights, f)}, çıktı
        ${list(a.hidden.output, f, "cell")} olur. Kütüphaneler bu konuda ayrılır; güvenmeden önce bakmakta yarar var.`,
    },
    bigger: {
      ask: "Büyük puan hep daha mı iyi?",
      answer: (
        a,
        f,
      ) => html`Hayır. Yalnızca satır içindeki farklar önemlidir; büyük farklar softmax’i ya hep ya hiçe götürür. Puanlar dört kat
        büyüyünce ${f.token(0)} satırı ${list(a.bigger.weights, f)} iken ${list(a.bigger.sharp, f)} olur. Geri yayılan gradyandan geçen,
        <a href="#figure-experiment">deneydeki</a> gibi ölçülünce, ${gradientTr(a, f)}; sıfıra yaklaştığı yerde öğrenilecek pek bir şey kalmaz.`,
    },
    permuted: {
      ask: "Anahtarların yeri değişirse ne değişir?",
      answer: (
        a,
        f,
      ) => html`Değerleriyle birlikte değişirse hiçbir şey. ${f.symbol("k")} ve ${f.symbol("v")} satırları birlikte ters çevrilince, maske
        yokken, çıktı ${a.permuted.together === 0 ? "olduğu gibi kalır" : html`en çok ${f.number(a.permuted.together)} değişir, o da yuvarlamadır`};
        dikkat bir toplamdır, toplamın sırası olmaz. Yalnızca ${f.symbol("k")} ters çevrilirse ağırlıkların sütunları onunla yer
        değiştirir ve her ağırlık yanlış değere düşer:
        ${a.permuted.alone === 0 ? "şu anki sayılarla bu, çıktıda görünmüyor" : html`çıktı en çok ${f.number(a.permuted.alone)} değişir`}.`,
    },
    others: {
      ask: "Maske öteki ağırlıklara ne yapar?",
      answer: (
        a,
        f,
      ) => html`Görünür kalanların hepsini aynı çarpanla büyütür: gizlenenlerin payını, kendi oranlarını bozmadan bölüşürler.
        ${f.token(1)} satırı maskesiz ${list(a.others.before, f)}, maskeyle
        ${list(a.others.after, f)}.
        ${
          ratios(a)
            ? html`İlk ikisinin oranı maskeden önce ${f.number(share(a.others.before[0], a.others.before[1]))}, maskeyle
              ${f.number(share(a.others.after[0], a.others.after[1]))}.`
            : ""
        }`,
    },
    grouped: {
      ask: "GQA ne kazandırır?",
      answer: (
        a,
        f,
      ) => html`Önbellekte yer, her adımda da onu bellekten getirme süresi kazandırır; puanlardan kazandırmaz. ${a.cache.model} modelinde ${a.cache.heads} sorgu başlığı ${a.cache.kvHeads} KV
        başlığını paylaşır: ${f.count(a.cache.tokens)} tokenda, sayı başına iki baytla, önbellek ${f.number(a.cache.withoutGroups)} GB
        yerine ${f.number(a.cache.gb)} GB tutar. Her başlığın kendi sorgusu durduğundan puan sayısı değişmez (${link(source.gqa, f)}).`,
    },
    exact: {
      ask: "FlashAttention neden tam sonuç verir?",
      answer: (
        a,
        f,
      ) => html`Çünkü softmax parçalardan kurulabilir: daha büyük bir puan gelince o ana dek toplananlar
        e<sup>eski en büyük − yeni en büyük</sup> ile çarpılır; böylece baştan yeni en büyük çıkarılmış gibi olur. Hiçbir çift atlanmaz; yalnızca toplama sırası, dolayısıyla yuvarlama değişir. Bu sayfanın çekirdeğindeki karolu yol
        float32 ile çalışır; float64 ile hesaplanandan burada
        ${a.tiled === 0 ? "farkı yok" : html`farkı en çok ${f.number(a.tiled)}`} (${link(source.flash, f)}).`,
    },
  },
};

interface AnswersWords {
  readonly computed: string;
  /** Where the numbers of an answer are none. */
  readonly none: string;
}

export const answersWords: Record<Language, AnswersWords> = {
  en: {
    computed: "The numbers are computed for the present example.",
    none: "The present numbers give no answer here: some of them come to NaN.",
  },
  tr: {
    computed: "Sayılar şu anki örnek için hesaplanmıştır.",
    none: "Şu anki sayılarla burada yanıt çıkmıyor: bazıları NaN oluyor.",
  },
};
