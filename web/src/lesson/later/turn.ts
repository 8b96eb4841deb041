import { html } from "lit/html.js";
import { turnView } from "../../figures/turn.ts";
import type { Facts } from "../facts.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

/** The last weight of the last row, where the row is whole. */
function lastWeight(f: Facts): number | null {
  const sum = f.at("weights", 2, 0) + f.at("weights", 2, 1) + f.at("weights", 2, 2);
  return Math.abs(sum - 1) < 1e-9 ? f.at("weights", 2, 2) : null;
}

const link = (of: (typeof source)["illustrated" | "annotated" | "vaswani"]) =>
  html`<a href=${of.url}><cite lang="en">${of.title}</cite></a>`;

export const section: Section = {
  id: "turn",
  prose: {
    en: () => html`
      <p>
        The best way to trust a formula is to run it on numbers of your own. Take those of this page
        to the playground and put your own sentence in their place, or copy the five lines with your
        numbers already in them and run them on your machine.
      </p>
      <p>
        And then read on. ${link(source.illustrated)} by Jay Alammar draws the whole model, picture by
        picture. ${link(source.annotated)} by Harvard NLP sets the paper beside code that runs. And
        the paper itself, ${link(source.vaswani)}, is short: what you have seen here is its section 3.2.
      </p>
    `,
    tr: () => html`
      <p>
        Bir formüle güvenmenin en iyi yolu, onu kendi sayılarınızla çalıştırmaktır. Bu sayfadakileri
        deneme alanına götürüp yerlerine kendi cümlenizi koyun; ya da içinde sizin sayılarınız olan beş
        satırı kopyalayıp kendi bilgisayarınızda çalıştırın.
      </p>
      <p>
        Sonra okumayı sürdürün. Jay Alammar’ın ${link(source.illustrated)} yazısı bütün modeli resim resim
        çizer. Harvard NLP’nin ${link(source.annotated)} sayfası makaleyi, çalışan kodla yan yana
        koyar. Makalenin kendisi, ${link(source.vaswani)}, kısadır: burada gördükleriniz onun 3.2 numaralı
        bölümüdür.
      </p>
    `,
  },
  questions: [
    {
      id: "turn",
      kind: "number",
      tolerance: 0.0015,
      ask: {
        en: (
          f,
        ) => html`No formula this time. ${f.token(2)} gives ${f.token(0)} ${f.cell("weights", 2, 0)} and
          ${f.token(1)} ${f.cell("weights", 2, 1)}. What is left for ${f.token(2)} itself?`,
        tr: (
          f,
        ) => html`Bu kez formül yok. ${f.token(2)} satırında ${f.token(0)} ${f.cell("weights", 2, 0)},
          ${f.token(1)} ise ${f.cell("weights", 2, 1)} alıyor. ${f.token(2)} tokenının kendisine ne kalır?`,
      },
      right: lastWeight,
      explain: {
        en: (f) => html`${f.cell("weights", 2, 2)}: the row has to add up to ${f.number(1)}.`,
        tr: (f) =>
          html`${f.cell("weights", 2, 2)}: satırın toplamı ${f.number(1)} olmak zorundadır.`,
      },
    },
  ],
  sources: [source.illustrated, source.annotated, source.vaswani],
  figures: { turn: turnView },
  tryIt: {
    en: (
      f,
    ) => html`Give one number in ${f.symbol(f.direct ? "q" : "x")} the value NaN and look at the sums again. Then undo it, and
      copy the program: it should print what this page shows.`,
    tr: (
      f,
    ) => html`${f.symbol(f.direct ? "q" : "x")} matrisinde bir sayıyı NaN yapıp toplamlara yeniden bakın. Sonra geri alıp
      programı kopyalayın: bu sayfanın gösterdiklerini yazmalıdır.`,
  },
};
