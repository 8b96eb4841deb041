import { html } from "lit/html.js";
import { scoresView } from "../../figures/drawing.ts";
import type { Facts } from "../facts.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

/** What a score and its mirror image say to each other. */
function mirrored(f: Facts) {
  const pair = [f.at("scores", 0, 2), f.at("scores", 2, 0)] as const;
  if (pair.some(Number.isNaN)) return f.noNumber(pair);
  const same = f.alike(...pair);
  if (f.language === "tr")
    return same
      ? "Bu sayılarla ikisi eşit çıktı; ama eşit olmalarını gerektiren bir şey yok."
      : "Matris simetrik değildir, çünkü sorgular ile anahtarlar iki ayrı matristen gelir.";
  return same
    ? "With these numbers the two happen to agree; nothing forces them to."
    : "The matrix is not symmetric, because queries and keys come from two different matrices.";
}

export const section: Section = {
  id: "scores",
  prose: {
    en: (f) => html`
      <p>
        Hold every query against every key: multiply the two rows number by number and add up. The
        query of ${f.token(0)} and the key of ${f.token(2)} give ${f.cell("scores", 0, 2)}. All pairs
        together are the matrix ${f.symbol("q")}${f.symbol("k")}ᵀ. Its rows ask, its columns answer.
      </p>
      <p>
        To ask is not to be asked: ${f.token(0)} asking ${f.token(2)} scores
        ${f.cell("scores", 0, 2)}, ${f.token(2)} asking ${f.token(0)} scores
        ${f.cell("scores", 2, 0)}. ${mirrored(f)}
      </p>
    `,
    tr: (f) => html`
      <p>
        Her sorguyu her anahtarla karşılaştırın: iki satırı sayı sayı çarpıp toplayın. ${f.token(0)}
        sorgusu ile ${f.token(2)} anahtarı ${f.cell("scores", 0, 2)} verir. Bütün çiftler bir arada
        ${f.symbol("q")}${f.symbol("k")}ᵀ matrisini oluşturur. Satırlar sorar, sütunlar yanıtlar.
      </p>
      <p>
        Sormak başka, sorulmak başkadır: ${f.token(0)} → ${f.token(2)} puanı ${f.cell("scores", 0, 2)},
        ${f.token(2)} → ${f.token(0)} puanı ${f.cell("scores", 2, 0)}. ${mirrored(f)}
      </p>
    `,
  },
  questions: [
    {
      id: "scores",
      kind: "number",
      ask: {
        en: (f) => html`The query of ${f.token(2)} is ${f.row("q", 2)}, the key of ${f.token(0)} is
        ${f.row("k", 0)}. What is the score?`,
        tr: (
          f,
        ) => html`${f.token(2)} sorgusu ${f.row("q", 2)}, ${f.token(0)} anahtarı ${f.row("k", 0)}.
        Puan kaçtır?`,
      },
      right: (f) => f.at("scores", 2, 0),
      explain: {
        en: (
          f,
        ) => html`It is ${f.cell("scores", 2, 0)}, in the row of the one who asks, ${f.token(2)},
        and in the column of the one who answers, ${f.token(0)}.`,
        tr: (f) => html`${f.cell("scores", 2, 0)}. Soranın, yani ${f.token(2)} tokenının satırında;
        yanıtlayanın, yani ${f.token(0)} tokenının sütununda durur.`,
      },
    },
  ],
  sources: [source.vaswani],
  figures: { scores: scoresView },
  tryIt: {
    en: (f) =>
      f.direct
        ? html`Make the score of ${f.token(0)} with ${f.token(1)} the largest of its row by changing
          a single number in ${f.symbol("k")}.`
        : html`Make the score of ${f.token(0)} with ${f.token(1)} the largest of its row by
    changing a single number in ${f.symbol("wk")}.`,
    tr: (f) =>
      f.direct
        ? html`${f.symbol("k")} içinde tek bir sayıyı değiştirerek ${f.token(0)} satırının en büyük
          puanını ${f.token(1)} sütununa taşıyın.`
        : html`${f.symbol("wk")} içinde tek bir sayıyı değiştirerek ${f.token(0)} satırının en
    büyük puanını ${f.token(1)} sütununa taşıyın.`,
  },
};
