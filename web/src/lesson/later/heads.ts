import { html, type TemplateResult } from "lit/html.js";
import { models } from "../../core/models.ts";
import { headsFigure } from "../../figures/heads.ts";
import { twoHeads } from "../../figures/heads-shown.ts";
import type { Language } from "../../inputs/state.ts";
import type { Session } from "../../page/session.ts";
import { type Facts, strongestOf } from "../facts.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

const named = (id: string) => models.find((model) => model.id === id);

/** "12" of GPT-2: what its configuration says. */
const headsOf = (id: string) => named(id)?.heads ?? Number.NaN;
const kvHeadsOf = (id: string) => named(id)?.kvHeads ?? Number.NaN;

const [PAPER_WIDTH, PAPER_HEADS] = [512, 8];

/** Operations of one head, of two half as wide, and their exponentials. */
function costs(session: Session) {
  const two = twoHeads(session);
  if (!two) return null;
  const { one, many } = two.costs;
  return {
    one: Number(one.operations),
    two: Number(many.operations),
    exponentials: [one, many].map((cost) => Number(cost.exponentials)),
  };
}

const count = (f: Facts, value: number | undefined) =>
  html`<span class="dk-num">${f.count(value ?? Number.NaN)}</span>`;

/** By which number the core divided the scores of the heads; null where none of them tells. */
function divisor(f: Facts, session: Session): number | null {
  const { scaled, temperature } = f.settings;
  const trace = twoHeads(session)?.run.whole;
  if (!trace || !scaled || temperature !== 1) return null;
  const at = trace.scores.data.findIndex(
    (score) => Number.isFinite(score) && Math.abs(score) > 1e-6,
  );
  if (at < 0) return null;
  return (trace.scores.data[at] ?? Number.NaN) / (trace.scaled.data[at] ?? Number.NaN);
}

/** What becomes of the first row in two heads: whom each of them looks at most. */
function twoRows(f: Facts, session: Session): TemplateResult | string {
  const weights = twoHeads(session)?.run.whole.weights;
  if (!weights) return "";
  const [, rows = 0, columns = 0] = weights.shape;
  const row = (head: number) =>
    Array.from(weights.data.subarray(head * rows * columns, head * rows * columns + columns));
  const [first, second] = [row(0), row(1)];
  const most = [strongestOf(first), strongestOf(second)] as const;
  const lists = [f.list(first), f.list(second)];
  // It stands in the paragraph before already where the single row has one.
  const single = f.rowValues("weights", 2).some(Number.isNaN);
  const note = single ? "" : f.noNumber([...first, ...second]);
  return f.language === "tr"
    ? html`${f.token(0)} satırı iki başlıkta iki satır olur: ${lists[0]} ve ${lists[1]}. ${mostOf(f, most)}${note}`
    : html`In two heads the row of ${f.token(0)} becomes two: ${lists[0]} and ${lists[1]}. ${mostOf(f, most)}${note}`;
}

type Most = readonly [number | null, number | null];

const mostWords: Record<
  Language,
  Record<"same" | "apart", (f: Facts, one: number, other: number) => TemplateResult>
> = {
  en: {
    same: (f, one) => html`Both look most at ${f.token(one)}.`,
    apart: (f, one, other) =>
      html`The first looks most at ${f.token(one)}, the second at ${f.token(other)}.`,
  },
  tr: {
    same: (f, one) => html`İkisinde de en büyük pay ${f.token(one)} tokenının.`,
    apart: (f, one, other) =>
      html`En büyük pay birincisinde ${f.token(one)}, ikincisinde ${f.token(other)} tokenının.`,
  },
};

/** Whom each of the two heads looks at most; nothing where one of them has a tie or a NaN. */
function mostOf(f: Facts, [one, other]: Most): TemplateResult | string {
  if (one === null || other === null) return "";
  return mostWords[f.language][one === other ? "same" : "apart"](f, one, other);
}

export const section: Section = {
  id: "heads",
  prose: {
    en: (f, session) => html`
      <p>
        So far ${f.token(2)} has had one row of weights, ${f.row("weights", 2)}.
        ${f.noNumber(f.rowValues("weights", 2))} If one token matters
        to it for one reason and another for another, the same row must serve both. Several
        <i>heads</i> (multi-head attention) give it several rows: each head has narrower queries,
        keys and values of its own and a softmax of its own.
      </p>
      <p>
        ${
          f.direct
            ? html`Here Q, K and V are set directly, so their columns are dealt out to the heads.`
            : html`Here the columns of the three weight matrices are dealt out to the heads: of two, the
              first takes the first half of them and the second the rest.`
        }
        What the heads put out is laid side by side, which makes it as wide as before, and one more
        learned matrix, <i>W</i><sub>O</sub>, mixes the columns. Nobody trained anything here: what
        the heads show is arithmetic, not a skill. ${twoRows(f, session)}
      </p>
      <p>
        The Transformer of 2017 is ${f.count(PAPER_WIDTH)} numbers wide and has ${PAPER_HEADS} heads of
        ${PAPER_WIDTH / PAPER_HEADS} (Vaswani et al., 2017). The smallest GPT-2 has
        ${headsOf("gpt-2")}, Llama 3 8B ${headsOf("llama-3-8b")}. In the last of these, several heads
        of queries share one head of keys and values: ${headsOf("llama-3-8b")} on
        ${kvHeadsOf("llama-3-8b")}, <i>grouped-query attention</i> (Ainslie et al., 2023).
      </p>
    `,
    tr: (f, session) => html`
      <p>
        Buraya kadar ${f.token(2)} için tek bir ağırlık satırı vardı: ${f.row("weights", 2)}.
        ${f.noNumber(f.rowValues("weights", 2))} Bir
        token bir nedenle, öbürü başka bir nedenle önemliyse, ikisine de aynı satır yetmek zorundadır.
        Çok başlıklı dikkat (<i lang="en">multi-head attention</i>) ona birden çok satır verir: her
        başlığın (<i lang="en">head</i>) daha dar, kendine ait sorguları, anahtarları, değerleri ve
        kendi softmax’i vardır.
      </p>
      <p>
        ${
          f.direct
            ? html`Burada Q, K ve V doğrudan verildiği için başlıklara onların sütunları dağıtılır.`
            : html`Burada üç ağırlık matrisinin sütunları başlıklara dağıtılır: iki başlık varsa ilk
              yarısı birincinin, gerisi ikincinindir.`
        }
        Başlıkların çıktıları yan yana konur, genişlik eskisi kadar olur; öğrenilen bir matris daha,
        <i>W</i><sub>O</sub>, sütunları karıştırır. Burada kimse bir şey eğitmedi: başlıkların
        gösterdiği bir beceri değil, hesabın kendisidir. ${twoRows(f, session)}
      </p>
      <p>
        2017’nin Transformer’ı ${f.count(PAPER_WIDTH)} sayı genişliğindedir, ${PAPER_HEADS} başlığının
        her biri ${PAPER_WIDTH / PAPER_HEADS} sayı alır (Vaswani ve ark., 2017). En küçük GPT-2’de
        ${headsOf("gpt-2")}, Llama 3 8B’de ${headsOf("llama-3-8b")} başlık vardır. Sonuncusunda birkaç
        sorgu başlığı tek bir anahtar ve değer başlığını paylaşır: ${headsOf("llama-3-8b")} başlığa
        ${kvHeadsOf("llama-3-8b")} tane düşer; buna gruplanmış sorgulu dikkat
        (<i lang="en">grouped-query attention</i>) denir (Ainslie ve ark., 2023).
      </p>
    `,
  },
  questions: [
    {
      id: "heads-scale",
      kind: "number",
      ask: {
        en: (f) => html`A key is ${f.dk} numbers wide, and a single head divides its scores by
        ${f.rootDk}. Cut it into two heads. By which number does each divide its scores? Three decimals
        are enough.`,
        tr: (f) => html`Bir anahtar ${f.dk} sayı genişliğinde; tek başlık puanlarını ${f.rootDk} ile
        bölüyor. İki başlığa ayrılınca her biri puanlarını hangi sayıya böler? Üç ondalık yeter.`,
      },
      right: (f, session) => divisor(f, session),
      explain: {
        en: (f, session) => html`A head’s key is ${f.dk / 2} numbers wide, and the root of
        ${f.dk / 2} is ${f.number(divisor(f, session) ?? Number.NaN)}. The width that counts is that of
        the head, not that of the model: fewer products are added up, so the sums spread less.`,
        tr: (f, session) => html`Bir başlığın anahtarı ${f.dk / 2} sayı genişliğindedir ve
        ${f.dk / 2} sayısının karekökü ${f.number(divisor(f, session) ?? Number.NaN)} eder. Önemli olan
        modelin değil, başlığın genişliğidir: daha az çarpım toplanır, toplamlar daha az yayılır.`,
      },
    },
    {
      id: "heads-cost",
      kind: "choice",
      ask: {
        en: (f) => html`Instead of one head ${f.dk} numbers wide, two that are ${f.dk / 2} wide. The
        scores and the weighted sums now take…`,
        tr: (f) => html`${f.dk} sayı genişliğinde tek başlık yerine ${f.dk / 2} sayılık iki başlık.
        Puanlar ve ağırlıklı toplamlar artık…`,
      },
      answers: {
        en: () => ["fewer operations", "as many", "more"],
        tr: () => ["daha az işlem ister", "aynı sayıda işlem ister", "daha çok işlem ister"],
      },
      right: (_, session) => {
        const known = costs(session);
        return known && 1 + Math.sign(known.two - known.one);
      },
      explain: {
        en: (f, session) => {
          const known = costs(session);
          return html`${count(f, known?.one)} with one head, ${count(f, known?.two)} with two: twice as
          many sums, each half as long. Only softmax runs twice, over ${count(f, known?.exponentials[1])}
          exponentials instead of ${count(f, known?.exponentials[0])}. Many heads cost about as much as
          one wide head.`;
        },
        tr: (f, session) => {
          const known = costs(session);
          return html`Tek başlıkta ${count(f, known?.one)}, iki başlıkta ${count(f, known?.two)}: toplam
          sayısı iki katına çıkar, her biri yarı uzunlukta olur. Yalnızca softmax iki kez işler,
          ${count(f, known?.exponentials[0])} yerine ${count(f, known?.exponentials[1])} üstel hesaplanır.
          Çok başlık, tek geniş başlık kadar tutar.`;
        },
      },
    },
  ],
  figures: { heads: headsFigure },
  tryIt: {
    en: () => html`Switch a head off with the identity as <i>W</i><sub>O</sub>: only its own columns
    turn to 0. With a random <i>W</i><sub>O</sub> every column moves, since each takes something from
    every head. Then let all heads share one head of keys and values, and watch the numbers that have
    to be kept.`,
    tr: () => html`<i>W</i><sub>O</sub> birim matrisken bir başlığı kapatın: yalnızca kendi sütunları
    sıfır olur. <i>W</i><sub>O</sub> rastgeleyken her sütun oynar, çünkü her biri bütün başlıklardan
    bir şey alır. Sonra bütün başlıklar tek bir anahtar ve değer başlığını paylaşsın, saklanması gereken
    sayılara bakın.`,
  },
  sources: [source.vaswani, source.gpt2, source.llama3, source.shazeerMqa, source.gqa],
};
