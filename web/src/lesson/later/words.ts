import { html } from "lit/html.js";
import { wordsView } from "../../figures/drawing.ts";
import type { Section } from "../section.ts";

export const section: Section = {
  id: "words",
  prose: {
    en: (f) => html`
      <p>
        A model does not read letters. It cuts the sentence into <i>tokens</i> and looks up a row of
        numbers for each, its <i>embedding</i>. Stacked, the rows are the matrix ${f.symbol("x")}:
        one row per token, and here four numbers per row.
      </p>
      <p>
        In a real model these numbers are learned, and there are thousands in a row. The ones below
        were set by hand, so that everything that follows can be checked on
        paper${f.direct ? "." : html`: ${f.token(0)} is ${f.row("x", 0)}.`}
      </p>
    `,
    tr: (f) => html`
      <p>
        Model harfleri okumaz. Cümleyi parçalara (token) böler ve her parça için bir tablodan bir
        sayı satırı alır; bu satıra gömme (<i lang="en">embedding</i>) denir. Satırlar alt alta gelince
        ${f.symbol("x")} matrisi olur: her tokena bir satır, burada her satırda dört sayı.
      </p>
      <p>
        Gerçek bir modelde bu sayılar eğitimle öğrenilir ve bir satırda binlercesi bulunur.
        Aşağıdakiler elle seçildi ki sonraki her adım kâğıt üzerinde
        denetlenebilsin${f.direct ? "." : html`: ${f.token(0)} için ${f.row("x", 0)}.`}
      </p>
    `,
  },
  questions: [
    {
      id: "words",
      kind: "choice",
      ask: {
        en: (f) =>
          html`Suppose the sentence held ${f.token(0)} twice. What would be the same in its two rows of ${f.symbol("x")}?`,
        tr: (f) =>
          html`Cümlede ${f.token(0)} iki kez geçseydi, ${f.symbol("x")} içindeki iki satırında ne aynı olurdu?`,
      },
      answers: {
        en: () => ["Everything", "Only the first number", "Nothing"],
        tr: () => ["Her şey", "Yalnızca ilk sayı", "Hiçbir şey"],
      },
      right: (f) => (f.direct ? null : 0),
      explain: {
        en: () => html`The row is looked up by the word alone. What tells two places of a word apart
        has to come from somewhere else: see <a href="#order">the section on order</a>.`,
        tr: () => html`Satır yalnızca sözcüğe bakılarak alınır. Aynı sözcüğün iki yerini birbirinden
        ayıran bilgi başka yerden gelmelidir: <a href="#order">sıra bölümüne</a> bakın.`,
      },
    },
  ],
  figures: { words: wordsView },
  tryIt: {
    en: (f) =>
      f.direct
        ? html`You are editing Q, K and V themselves. To come back to X, choose <i>X and the
          weights</i> in the next figure.`
        : html`Type another number into any cell of X. Every figure and every number in the text
    below follows; <i>Undo</i> and <i>Reset</i> stay at hand in the bar above.`,
    tr: (f) =>
      f.direct
        ? html`Şu anda doğrudan Q, K ve V’yi düzenliyorsunuz. X’e dönmek için sonraki şekilde
          <i>X ve ağırlık matrisleri</i> seçeneğine basın.`
        : html`X’in herhangi bir hücresine başka bir sayı yazın. Aşağıdaki bütün şekiller ve
    metindeki bütün sayılar değişir; <i>Geri al</i> ve <i>Sıfırla</i> hep yukarıdaki çubukta.`,
  },
};
