import { html } from "lit/html.js";
import { bugsView, guessView } from "../../figures/bugs.ts";
import type { Facts } from "../facts.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

/** What is left of the second row when the last weight is wiped out after softmax. */
function leftOfSecondRow(f: Facts): number | null {
  const { unmasked } = f.variants;
  const left = f.at("weights", 1, 0, unmasked) + f.at("weights", 1, 1, unmasked);
  return Number.isFinite(left) ? left : null;
}

const lost = (f: Facts) => f.cell("weights", 1, 2, f.variants.unmasked);

export const section: Section = {
  id: "bugs",
  prose: {
    en: (f) => html`
      <p>
        Attention is easy to get slightly wrong. The shapes still fit, the numbers still look like
        weights, a model still learns something: nothing complains. What helps is to know what has to
        hold, and to check it: every row of weights adds up to ${f.number(1)}, nobody looks ahead,
        only distances count, no result is NaN.
      </p>
      <p>
        Below are sixteen wrong lines, one click each, run on your numbers beside the right one. The
        right results are the core’s; the wrong ones are the core’s too, with the wrong mask, scale or
        position, or are worked out by a few lines written to be wrong.
      </p>
    `,
    tr: (f) => html`
      <p>
        Dikkati azıcık yanlış yazmak kolaydır. Biçimler yine uyar, sayılar yine ağırlığa benzer, model
        yine bir şeyler öğrenir; hiçbir şey hata vermez. İşe yarayan, neyin geçerli olması gerektiğini
        bilmek ve onu denetlemektir: her ağırlık satırının toplamı ${f.number(1)} olur, kimse ileriye
        bakmaz, yalnızca uzaklıklar önemlidir, hiçbir sonuç NaN değildir.
      </p>
      <p>
        Aşağıda her biri bir tık uzakta on altı yanlış satır var; sizin sayılarınızla, doğrusunun
        yanında çalışırlar. Doğru sonuçlar çekirdeğindir. Yanlışlar da çekirdeğe yanlış maske, ölçek
        veya konum verilerek hesaplanır; kalanını, bilerek yanlış yazılmış birkaç satır hesaplar.
      </p>
    `,
  },
  questions: [
    {
      id: "bugs",
      kind: "number",
      tolerance: 0.0015,
      ask: {
        en: (f) => html`Softmax has given the row of ${f.token(1)} the weights
          ${f.row("weights", 1, f.variants.unmasked)}. Only then does someone apply the causal mask, and sets
          what lies ahead to 0. What does the row add up to?`,
        tr: (f) => html`Softmax ${f.token(1)} satırına şu ağırlıkları vermiş olsun:
          ${f.row("weights", 1, f.variants.unmasked)}. Nedensel maske ancak bundan sonra uygulanıyor ve ileride kalan
          sıfırlanıyor. Satırın toplamı kaç olur?`,
      },
      right: leftOfSecondRow,
      explain: {
        en: (
          f,
        ) => html`Only ${f.token(2)} lies ahead, so its ${lost(f)} is lost and ${f.number(leftOfSecondRow(f) ?? 0)} is
          left. Before softmax the same mask would have shared out the whole.`,
        tr: (f) => html`İleride yalnızca ${f.token(2)} var; onun ${lost(f)} payı yitirilir,
          geriye ${f.number(leftOfSecondRow(f) ?? 0)} kalır. Aynı maske softmax’ten önce uygulansa bütün yeniden
          paylaşılırdı.`,
      },
    },
  ],
  sources: [source.vaswani, source.rope, source.alibi],
  figures: { bugs: bugsView, "bugs-guess": guessView },
  tryIt: {
    en: () => html`Take “divided by √heads” and then two heads: the fault disappears, since two heads
      of width 2 have √2 for both. Tests with such sizes find nothing.`,
    tr: () => html`“√başlık sayısına bölmek” hatasını seçip başlık sayısını iki yapın: genişliği 2 olan
      iki başlıkta iki kök de √2 olduğundan hata kaybolur. Böyle boyutlarla yapılan sınamalar bir şey
      bulamaz.`,
  },
};
