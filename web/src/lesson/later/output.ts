import { html } from "lit/html.js";
import { byHandView } from "../../figures/by-hand.ts";
import { outputView } from "../../figures/drawing.ts";
import { fiveLinesView } from "../../figures/five-lines.ts";
import { pythonPlace } from "../../python/place.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

export const section: Section = {
  id: "output",
  prose: {
    en: (f) => html`
      <p>
        Each row of weights mixes the rows of ${f.symbol("v")}. ${f.token(0)} takes
        ${f.cell("weights", 0, 0)} of ${f.row("v", 0)}, ${f.cell("weights", 0, 1)} of
        ${f.row("v", 1)} and ${f.cell("weights", 0, 2)} of ${f.row("v", 2)}, which makes
        ${f.row("output", 0)}. ${f.noNumber(f.rowValues("output", 0))}
      </p>
      <p>
        There is one row for each token, as there was at the start. But now every row holds
        something of the others: the word in its context. That is all of it, and it fits in five
        lines of code. The C++ below is the very function that was compiled into this page; for real
        work, call your library’s fused one.
      </p>
    `,
    tr: (f) => html`
      <p>
        Her ağırlık satırı ${f.symbol("v")} satırlarını karıştırır. ${f.token(0)}; ${f.row("v", 0)}
        satırından ${f.cell("weights", 0, 0)}, ${f.row("v", 1)} satırından ${f.cell("weights", 0, 1)},
        ${f.row("v", 2)} satırından ${f.cell("weights", 0, 2)} pay alır ve ${f.row("output", 0)} olur.
        ${f.noNumber(f.rowValues("output", 0))}
      </p>
      <p>
        Baştaki gibi yine her token için bir satır var. Ama artık her satırda ötekilerden de bir şey
        bulunuyor: sözcük, bağlamıyla birlikte. Hepsi bu kadar ve beş satır koda sığıyor. Aşağıdaki
        C++, bu sayfaya derlenmiş fonksiyonun ta kendisi; gerçek işte kütüphanenizin birleşik (fused)
        fonksiyonunu çağırın.
      </p>
    `,
  },
  questions: [
    {
      id: "output",
      kind: "choice",
      ask: {
        en: (
          f,
        ) => html`The first column of ${f.symbol("v")} is ${f.column("v", 0)}. Can a number in the
        first column of the output be larger than all of them?`,
        tr: (f) => html`${f.symbol("v")} matrisinin ilk sütunu ${f.column("v", 0)}. Çıktının ilk
        sütununda bunların hepsinden büyük bir sayı olabilir mi?`,
      },
      answers: { en: () => ["Yes", "No"], tr: () => ["Evet", "Hayır"] },
      right: (f) => (f.columnValues("output", 0).every(Number.isFinite) ? 1 : null),
      explain: {
        en: (
          f,
        ) => html`The weights are not negative and add up to 1, so each output is a mean of the
        values, between the smallest and the largest of them: here ${f.column("output", 0)}.`,
        tr: (
          f,
        ) => html`Ağırlıklar negatif değildir ve toplamları 1’dir; bu yüzden her çıktı değerlerin bir
        ortalamasıdır, en küçüğü ile en büyüğü arasında kalır: burada ${f.column("output", 0)}.`,
      },
    },
  ],
  sources: [source.vaswani],
  figures: {
    output: outputView,
    "five-lines": fiveLinesView,
    python: (figures) => pythonPlace(figures.session, { sameTokens: true }),
    "by-hand": (figures) => byHandView(figures.session),
  },
  tryIt: {
    en: (f) => html`Choose a cell of the output and walk back through its sum: weight, exponential,
    score, query, until you stand on a number of ${f.symbol(f.direct ? "q" : "x")}.`,
    tr: (f) => html`Çıktıdan bir hücre seçip toplamın içinden geriye yürüyün: ağırlık, üstel, puan,
    sorgu… ta ki ${f.symbol(f.direct ? "q" : "x")} içindeki bir sayıya varana dek.`,
  },
};
