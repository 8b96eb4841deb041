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
  if (f.rowValues("weights", 2).some(Number.isNaN))
    return f.language === "tr"
      ? html`${f.token(2)} satırı: ${row}.`
      : html`The row of ${f.token(2)}: ${row}.`;
  if (f.language === "tr") {
    return key === null
      ? html`${f.token(2)} satırında öne çıkan tek bir token yok: ${row}.`
      : html`${f.token(2)} en çok payı ${f.token(key)} tokenına verir: ${share}.`;
  }
  return key === null
    ? html`In the row of ${f.token(2)} no single token stands out: ${row}.`
    : html`${f.token(2)} gives most to ${f.token(key)}: ${share}.`;
}

const toWeights = (f: Facts, row: number) => [
  ...f.rowValues("masked", row),
  ...f.rowValues("weights", row),
];

/** Beside the first NaN of the text: in the first row, or else in the last. */
function noNumber(f: Facts, row: 0 | 2) {
  if (row === 2 && toWeights(f, 0).some(Number.isNaN)) return "";
  return f.noNumber(toWeights(f, row));
}

export const section: Section = {
  id: "softmax",
  prose: {
    en: (f) => html`
      <p>
        A row of scores becomes a row of shares in two moves. The exponential makes every number
        positive and stretches the differences; dividing by the row’s sum makes the row add up to 1.
        For ${f.token(0)}: ${f.row("masked", 0)} becomes ${f.row("exponentials", 0)} and then
        ${f.row("weights", 0)}. ${noNumber(f, 0)} What goes in, the <i>logits</i>, stands in the figure under
        <i>masked scores</i>: the divided scores, and in place of some of them −∞ as soon as there is a
        <a href="#mask">mask</a>.
      </p>
      <p>
        The largest number of the row is subtracted before the exponential. It cancels in the
        division and changes nothing, except that nothing overflows: without it, the exponential of a
        score of ${f.count(1000)} would be too large for any float64, and so infinite.
      </p>
      <p>
        ${most(f)} ${noNumber(f, 2)} A row has to put its ${f.percent(1)} somewhere, even when nothing
        fits. What comes of that is told below.
      </p>
    `,
    tr: (f) => html`
      <p>
        Bir puan satırı iki hamlede pay satırına döner. Üstel fonksiyon her sayıyı pozitif yapar ve
        farkları büyütür; satırın toplamına bölmek de satırı 1’e tamamlar. ${f.token(0)} için
        ${f.row("masked", 0)} önce ${f.row("exponentials", 0)}, sonra ${f.row("weights", 0)} olur.
        ${noNumber(f, 0)} Softmax’e giren sayılar (<i lang="en">logit</i>) şekilde <i>maskeli puanlar</i> adıyla durur:
        bölünmüş puanlar, <a href="#mask">maske</a> takılınca da bazılarının yerinde −∞.
      </p>
      <p>
        Üstelden önce satırın en büyük sayısı çıkarılır. Bölmede sadeleştiği için sonucu değiştirmez;
        yalnızca taşmayı önler: çıkarılmasaydı ${f.count(1000)} olan bir puanın üsteli float64’e sığmaz,
        sonsuz olurdu.
      </p>
      <p>
        ${most(f)} ${noNumber(f, 2)} Hiçbir şey uymasa bile satır payının tamamını bir yere koymak
        zorundadır. Bundan ne çıktığı aşağıda.
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
        the division takes that factor out again. Try it in the next figure, which adds one number to every
        score: no weight changes but for the last bit.`,
        tr: () => html`Softmax yalnızca farkları görür. Bütün üsteller aynı çarpanla büyür, bölme de o
        çarpanı geri alır. Sonraki şekilde deneyin; her puana aynı sayı eklenir, ağırlıklar olsa olsa son
        bitinde değişir.`,
      },
    },
  ],
  sources: [source.vaswani],
  figures: { softmax: softmaxView },
  tryIt: {
    en: () => html`Turn the temperature all the way down: each row goes almost wholly to its largest score,
    or is shared out among its largest where they tie. Turn it all the way up: the rows even out. The
    order of the weights never changes.`,
    tr: () => html`Sıcaklığı sonuna kadar indirin: her satır neredeyse bütünüyle en büyük puanına kalır,
    en büyükler eşitse aralarında bölüşülür. Sonuna kadar çıkarın: satırlar eşitlenir. Ağırlıkların sırası
    hiç değişmez.`,
  },
};
