import { html, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../../core/errors.ts";
import { compareLayers, layersFigure } from "../../figures/layers.ts";
import { factorOf, leftAfter, recurrentFigure, STEPS } from "../../figures/recurrent.ts";
import type { Session } from "../../page/session.ts";
import { formatNumber } from "../../views/number.ts";
import type { Facts } from "../facts.ts";
import type { Section, Source } from "../section.ts";
import { source } from "../sources.ts";

const bengio: Source = {
  who: { en: "Bengio et al. (1994)", tr: "Bengio ve ark. (1994)" },
  title: "Learning Long-Term Dependencies with Gradient Descent is Difficult",
  url: "https://doi.org/10.1109/72.279181",
};

const lstm: Source = {
  who: { en: "Hochreiter and Schmidhuber (1997)", tr: "Hochreiter ve Schmidhuber (1997)" },
  title: "Long Short-Term Memory",
  url: "https://doi.org/10.1162/neco.1997.9.8.1735",
};

const additive = html`<span class="dk-symbol"><i>w</i> · tanh(<i>q W</i><sub>q</sub> + <i>k W</i><sub>k</sub>)</span>`;

/** Of the question: a sentence of usual length in a layer of the width of the 2017 paper. */
const SENTENCE = { tokens: 64, width: 512, kernel: 3, window: 16 };

function operations(session: Session, kind: "selfAttention" | "recurrent"): bigint | null {
  const compared = compareLayers(session, SENTENCE);
  if (compared instanceof AttentionError) return null;
  return compared.rows.find((row) => row.kind === kind)?.operations ?? null;
}

/** How many times one has to be taken for the other; both are products of powers of two. */
function times(session: Session): number {
  const [own, other] = [operations(session, "selfAttention"), operations(session, "recurrent")];
  return own && other ? Number(other) / Number(own) : Number.NaN;
}

function cheaper(session: Session): number | null {
  const [own, other] = [operations(session, "selfAttention"), operations(session, "recurrent")];
  if (own === null || other === null) return null;
  return own < other ? 0 : own > other ? 1 : 2;
}

/** What the figure's numbers did on the long way. */
function fate(f: Facts, session: Session): TemplateResult {
  const gradient = leftAfter(session, "gradient", STEPS);
  const number = f.number(gradient);
  const factor = formatNumber(factorOf(session), f.language, "short");
  if (f.language === "tr") {
    const start = html`Aşağıdaki rastgele ağda çarpan ${factor} iken ${STEPS} adım sonra gradyan
    ${number}:`;
    if (gradient < 0.1) return html`${start} ilk sözcükten öğrenilecek pek bir şey kalmamıştır.`;
    if (gradient > 10) return html`${start} öğrenme adımı savrulacak kadar büyümüştür.`;
    return html`${start} ne sönmüş ne patlamış; ama bir başka rastgele ağda başka türlü olur.`;
  }
  const start = html`In the random network below, with its factor at ${factor}, the gradient after
  ${STEPS} steps is ${number}:`;
  if (gradient < 0.1) return html`${start} next to nothing is left to learn the first word from.`;
  if (gradient > 10) return html`${start} it has grown so much that a step of learning overshoots.`;
  return html`${start} neither gone nor exploded, but other random numbers fare otherwise.`;
}

export const section: Section = {
  id: "recurrent",
  prose: {
    en: (f, session) => html`
      <p>
        Before 2017 a sentence was usually read by a recurrent network. It keeps one row of numbers, its
        state, takes in one word after the other, and makes of state and word the next state. From
        ${f.token(0)} to ${f.token(2)} that is two steps; from the first word of a page to the last,
        hundreds. What the first word said must survive every one of them.
      </p>
      <p>
        It rarely does. Each step multiplies by the same matrix and bends the result by tanh. If the
        step shrinks, what is left shrinks with every further one; if it stretches, it may explode.
        The same holds on the way back, for the gradient, which says how much the result changes with
        each number and from which the network learns
        (<a href=${bengio.url}>Bengio et al., 1994</a>).
      </p>
      <p class="recurrent-fate">${fate(f, session)}</p>
      <p>
        Gated networks such as the <a href=${lstm.url}>LSTM</a> lose much less per step, but the way stays as long. And the
        steps wait for each other: no hardware can do the second before the first is done.
      </p>
      <p>
        Attention began as an aid. In 2014 <a href=${source.bahdanau.url}>Bahdanau, Cho and Bengio</a>
        had a recurrent translator look back at all states of the source sentence, weighted anew
        for every word it wrote. Its score was ${additive}, a
        small network for each pair; today it is a dot product. In 2017 <a href=${source.vaswani.url}>the Transformer</a> kept the
        looking and dropped the recurrence. Every token reads every other one in a single step,
        however far apart they are.
      </p>
    `,
    tr: (f, session) => html`
      <p>
        2017’den önce cümleleri çoğunlukla yinelemeli ağlar (recurrent neural network) okurdu. Böyle
        bir ağ tek bir sayı dizisi, yani bir durum tutar; sözcükleri sırayla alır, durum ile
        sözcükten bir sonraki durumu çıkarır. ${f.token(0)} ile ${f.token(2)} arası iki adımdır; bir
        sayfanın ilk sözcüğünden sonuncusuna ise yüzlerce. İlk sözcüğün söylediği, bu adımların
        hepsinden sağ çıkmalıdır.
      </p>
      <p>
        Çoğu kez çıkamaz. Her adım aynı matrisle çarpar, sonucu tanh ile büker. Adım küçültüyorsa
        geriye kalan her yeni adımda biraz daha azalır; büyütüyorsa patlayabilir. Gradyan,
        sonucun her sayıyla ne kadar değiştiğini söyler ve ağ ondan öğrenir; geri dönüşte onun için de
        aynısı geçerlidir
        (<a href=${bengio.url}>Bengio ve ark., 1994</a>).
      </p>
      <p class="recurrent-fate">${fate(f, session)}</p>
      <p>
        <a href=${lstm.url}>LSTM</a> gibi kapılı ağlar adım başına çok daha az yitirir, ama yol
        kısalmaz. Üstelik adımlar birbirini bekler: birincisi bitmeden hiçbir donanım ikincisini
        yapamaz.
      </p>
      <p>
        Dikkat önce bir yardımcıydı. 2014’te
        <a href=${source.bahdanau.url}>Bahdanau, Cho ve Bengio</a>, yinelemeli bir çevirmene kaynak
        cümlenin bütün durumlarına yeniden bakma olanağı verdi; ağırlıklar yazılan her sözcük için
        yeniden hesaplanıyordu. Puanı ${additive} idi, her çift
        için küçük bir ağ; bugün yerinde iç çarpım var. 2017’de <a href=${source.vaswani.url}>Transformer</a> bakmayı tuttu,
        yinelemeyi bıraktı. Ne kadar uzakta olursa olsun her token ötekini tek adımda okur.
      </p>
    `,
  },
  questions: [
    {
      id: "recurrent",
      kind: "choice",
      ask: {
        en: () => html`A sentence of ${SENTENCE.tokens} tokens, each ${SENTENCE.width} numbers wide.
        Attention compares every pair. Which layer does less arithmetic?`,
        tr: () => html`${SENTENCE.tokens} tokenlık bir cümle, her token ${SENTENCE.width} sayı
        genişliğinde. Dikkat her çifti karşılaştırıyor. Hangi katman daha az işlem yapar?`,
      },
      answers: {
        en: () => ["Self-attention", "The recurrent one", "Both the same"],
        tr: () => ["Öz dikkat", "Yinelemeli katman", "İkisi de aynı"],
      },
      right: (_, session) => cheaper(session),
      explain: {
        en: (f, session) => html`Attention needs <i>n</i>²·<i>d</i> operations, a recurrent layer
        <i>n</i>·<i>d</i>²: here ${f.count(Number(operations(session, "selfAttention")))} and
        ${f.count(Number(operations(session, "recurrent")))}, ${f.number(times(session))} times as many.
        The balance tips when the text has more tokens than a token has numbers.`,
        tr: (f, session) => html`Dikkat <i>n</i>²·<i>d</i> işlem ister, yinelemeli katman
        <i>n</i>·<i>d</i>²: burada ${f.count(Number(operations(session, "selfAttention")))} işleme karşı
        ${f.count(Number(operations(session, "recurrent")))}, yani ${f.number(times(session))} katı.
        Denge, token sayısı bir tokenın genişliğini aşınca tersine döner.`,
      },
    },
  ],
  figures: { recurrent: recurrentFigure, layers: layersFigure },
  tryIt: {
    en: () => html`Turn the recurrent weights up to 3 and draw other numbers a few times: in some
    networks the gradient grows and grows, in others it hovers or fades. The random numbers decide
    which, not what was said. In the table, find the number of tokens
    from which attention does more arithmetic than the recurrent layer, and see what its other two
    columns say then.`,
    tr: () => html`Yineleme ağırlıklarını 3’e çıkarıp birkaç kez başka sayılar çekin: kimi ağda gradyan
    büyüdükçe büyür, kiminde oynar durur ya da söner. Buna söylenen değil, rastgele sayılar karar
    verir. Tabloda dikkatin yinelemeli katmandan çok işlem
    yapmaya başladığı token sayısını bulun; o sırada öteki iki sütunun ne dediğine bakın.`,
  },
  sources: [source.elman, bengio, lstm, source.bahdanau, source.vaswani],
};
