import { html } from "lit/html.js";
import { answersView } from "../../figures/answers.ts";
import type { Facts } from "../facts.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

/** What each key gets altogether, without a mask. */
const columnSums = (f: Facts): number[] =>
  [0, 1, 2].map((key) =>
    [0, 1, 2].reduce((sum, query) => sum + f.at("weights", query, key, f.variants.unmasked), 0),
  );

const listed = (f: Facts) =>
  columnSums(f).map((sum, key) => html`${key > 0 ? ", " : ""}${f.token(key)} ${f.number(sum)}`);

/** 0: some column takes more than 1; 1: each takes 1. */
function moreThanOne(f: Facts): number | null {
  const sums = columnSums(f);
  if (sums.some((sum) => !Number.isFinite(sum))) return null;
  return sums.some((sum) => sum > 1 + 1e-9) ? 0 : 1;
}

export const section: Section = {
  id: "questions",
  prose: {
    en: () => html`<p>
      What is asked most often about attention can be answered with a few numbers. They are those of
      your example: change a cell anywhere above and the answers change along.
    </p>`,
    tr: () => html`<p>
      Dikkatle ilgili en sık sorulanlar birkaç sayıyla yanıtlanabilir. Bunlar sizin örneğinizin
      sayılarıdır: yukarıda bir hücreyi değiştirirseniz yanıtlar da değişir.
    </p>`,
  },
  questions: [
    {
      id: "questions",
      kind: "choice",
      ask: {
        en: () => html`Without a mask every row of weights adds up to 1. What about the columns?`,
        tr: () => html`Maske yokken her ağırlık satırının toplamı 1’dir. Ya sütunların?`,
      },
      answers: {
        en: () => ["At least one adds up to more than 1", "Each adds up to 1", "None reaches 1"],
        tr: () => [
          "En az birinin toplamı 1’den büyüktür",
          "Hepsininki 1’dir",
          "Hiçbiri 1’e ulaşmaz",
        ],
      },
      right: moreThanOne,
      explain: {
        en: (
          f,
        ) => html`The columns add up to: ${listed(f)}. All weights together make as many as there are
          rows, so where one column gets less, another gets more: the tokens that many look at.`,
        tr: (
          f,
        ) => html`Sütunların toplamı: ${listed(f)}. Bütün ağırlıkların toplamı satır sayısı kadardır; bir sütun
          az alıyorsa bir başkası, yani çok bakılan bir token, fazla alır.`,
      },
    },
  ],
  sources: [source.vaswani, source.llama3, source.gqa, source.flash],
  figures: { answers: answersView },
  tryIt: {
    en: (
      f,
    ) => html`Open “Are bigger scores always better?” and make a number in ${f.symbol(f.direct ? "q" : "wq")} larger:
      where the scores draw apart, the weights sharpen and what gets through of a gradient shrinks.`,
    tr: (
      f,
    ) => html`“Büyük puan hep daha mı iyi?” sorusunu açıp ${f.symbol(f.direct ? "q" : "wq")} matrisinde bir sayıyı büyütün:
      puanların arası açılınca ağırlıklar keskinleşir, gradyandan geçen azalır.`,
  },
};
