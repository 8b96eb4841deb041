import { html, type TemplateResult } from "lit/html.js";
import { softmaxView } from "../../figures/drawing.ts";
import type { Facts } from "../facts.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

/** Whom the last token looks at most, if there is such a one. */
function most(f: Facts): TemplateResult {
  const key = f.strongest("weights", 2);
  const row = f.row("weights", 2);
  const share = key === null ? null : f.percent(f.at("weights", 2, key));
  if (f.language === "tr") {
    return key === null
      ? html`${f.token(2)} satırında öne çıkan tek bir token yok: ${row}.`
      : html`${f.token(2)} en çok payı ${f.token(key)} tokenına verir: ${share}.`;
  }
  return key === null
    ? html`In the row of ${f.token(2)} no single token stands out: ${row}.`
    : html`${f.token(2)} gives most to ${f.token(key)}: ${share}.`;
}

export const section: Section = {
  id: "softmax",
  prose: {
    en: (f) => html`
      <p>
        A row of scores becomes a row of shares in two moves. The exponential makes every number
        positive and stretches the differences; dividing by the row’s sum makes the row add up to 1.
        For ${f.token(0)}: ${f.row("masked", 0)} becomes ${f.row("exponentials", 0)} and then
        ${f.row("weights", 0)}.
      </p>
      <p>
        The largest number of the row is subtracted before the exponential. It cancels in the
        division and changes nothing, except that nothing overflows: without it, a score of 1000
        would be infinite.
      </p>
      <p>
        ${most(f)} A row has to put its ${f.percent(1)} somewhere, even when nothing fits. Trained models park what is left on the first tokens, the
        <i>attention sink</i>; drop those from the cache and a long text falls apart (Xiao et al.,
        2023).
      </p>
    `,
    tr: (f) => html`
      <p>
        Bir puan satırı iki hamlede pay satırına döner. Üstel fonksiyon her sayıyı pozitif yapar ve
        farkları büyütür; satırın toplamına bölmek de satırı 1’e tamamlar. ${f.token(0)} için
        ${f.row("masked", 0)} önce ${f.row("exponentials", 0)}, sonra ${f.row("weights", 0)} olur.
      </p>
      <p>
        Üstelden önce satırın en büyük sayısı çıkarılır. Bölmede sadeleştiği için sonucu değiştirmez;
        yalnızca taşmayı önler: çıkarılmasaydı 1000’lik bir puan sonsuz olurdu.
      </p>
      <p>
        ${most(f)} Hiçbir şey uymasa bile satır
        payının tamamını bir yere koymak zorundadır. Eğitilmiş modeller artanı ilk tokenlara bırakır;
        buna dikkat yutağı (<i lang="en">attention sink</i>) denir. Bu tokenlar önbellekten atılırsa
        uzun metinde sonuç dağılır (Xiao ve ark., 2023).
      </p>
    `,
  },
  questions: [
    {
      id: "softmax",
      kind: "choice",
      ask: {
        en: (f) =>
          html`Add 10 to every score in the row of ${f.token(0)}. What happens to its weights?`,
        tr: (f) => html`${f.token(0)} satırındaki her puana 10 ekleyin. Ağırlıklarına ne olur?`,
      },
      answers: {
        en: () => ["They grow", "They stay as they are", "The largest takes all"],
        tr: () => ["Büyürler", "Olduğu gibi kalırlar", "En büyüğü hepsini alır"],
      },
      right: () => 1,
      explain: {
        en: () => html`Softmax sees only differences. Every exponential grows by the same factor, and
        the division takes that factor out again. Try it: a bias of 10 for a whole row changes nothing.`,
        tr: () => html`Softmax yalnızca farkları görür. Bütün üsteller aynı çarpanla büyür, bölme de o
        çarpanı geri alır. Deneyin: bir satırın tamamına 10 eklemek hiçbir şeyi değiştirmez.`,
      },
    },
  ],
  sources: [source.vaswani, source.streaming],
  figure: softmaxView,
  tryIt: {
    en: () => html`Turn the temperature all the way down: each row becomes almost one-hot. Turn it
    all the way up: the rows even out. The order of the weights never changes.`,
    tr: () => html`Sıcaklığı sonuna kadar indirin: her satır neredeyse tek bir tokena kalır. Sonuna
    kadar çıkarın: satırlar eşitlenir. Ağırlıkların sırası hiç değişmez.`,
  },
};
