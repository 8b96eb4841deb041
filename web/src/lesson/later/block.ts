import { html } from "lit/html.js";
import { blockView } from "../../figures/block.ts";
import type { Facts } from "../facts.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

/** The first number of the first row after the first sum, where X itself is attended to. */
function firstSum(f: Facts): number | null {
  const { scene } = f;
  if (!scene.grids.x || scene.grids.x.columns !== scene.grids.output?.columns) return null;
  const sum = f.at("x", 0, 0) + f.at("output", 0, 0);
  return Number.isFinite(sum) ? sum : null;
}

export const section: Section = {
  id: "block",
  prose: {
    en: () => html`
      <p>
        Attention never works alone. In a Transformer it is one of two parts of a block, and blocks
        are stacked: 6 in the 2017 paper (Vaswani et al.), 32 in Llama 3 8B. Through all of them
        runs a stream, one row per token. A part reads the stream and adds what it found; what was
        there stays. This <i>residual</i> path comes from image networks (He et al., 2015) and lets a
        gradient reach the first block without passing through every part.
      </p>
      <p>
        The other part is feed-forward: each row is made wider, bent by a function that is not linear,
        and made narrow again. The function is GELU, which lets positive numbers through and hardly any of
        the negative ones, or SwiGLU, where a second product decides how much of each number passes. It looks at one token at a time. Only
        attention carries anything from token to token.
      </p>
      <p>
        A norm keeps the size of a row in hand: layer norm, or the plainer RMS norm. In 2017 it stood
        after each sum. Before each part it leaves the stream untouched, and deep stacks train more
        easily (Xiong et al., 2020).
      </p>
    `,
    tr: () => html`
      <p>
        Dikkat hiçbir zaman tek başına çalışmaz. Transformer’da bir bloğun iki parçasından biridir,
        bloklar da üst üste dizilir: 2017 makalesinde 6 (Vaswani ve ark.), Llama 3 8B’de 32. Hepsinin
        içinden, her token için bir satırlık bir akış geçer. Bir parça akışı okur, bulduğunu ekler;
        önceden orada olan kalır. Bu artık bağlantı (<i lang="en">residual</i>) görüntü ağlarından
        gelir (He ve ark., 2015); gradyanın her parçadan geçmeden ilk bloğa varmasını sağlar.
      </p>
      <p>
        Öteki parça ileri beslemedir (<i lang="en">feed-forward</i>): her satır genişletilir, doğrusal
        olmayan bir fonksiyondan geçirilir, yeniden daraltılır. Bu fonksiyon ya GELU’dur, pozitif sayıları
        geçirir, negatifleri pek geçirmez; ya da SwiGLU, her sayının ne kadarının geçeceğine ikinci bir çarpım
        karar verir. Her seferinde
        tek bir tokena bakar. Tokendan tokena bir şey taşıyan yalnızca dikkattir.
      </p>
      <p>
        Norm, satırın büyüklüğünü denetimde tutar: katman normu (layer norm) ya da daha yalın olan RMS
        normu. 2017’de her toplamdan sonraydı. Her parçadan önceye konduğunda akışa dokunmaz ve derin
        yığınlar daha kolay eğitilir (Xiong ve ark., 2020).
      </p>
    `,
  },
  questions: [
    {
      id: "block",
      kind: "number",
      ask: {
        en: (
          f,
        ) => html`Put the norm after the sum, so attention sees ${f.symbol("x")} itself. The row of
          ${f.token(0)} comes in as ${f.row("x", 0)}, and attention finds ${f.row("output", 0)}. What is its first number after
          the first sum?`,
        tr: (
          f,
        ) => html`Norm toplamdan sonra olsun; dikkat ${f.symbol("x")} matrisinin kendisini görür. ${f.token(0)} satırı
          ${f.row("x", 0)} olarak gelir, dikkat ${f.row("output", 0)} bulur. İlk toplamdan sonra ilk sayısı kaç olur?`,
      },
      right: firstSum,
      explain: {
        en: (
          f,
        ) => html`${f.cell("x", 0, 0)} + ${f.cell("output", 0, 0)} = ${f.number(firstSum(f) ?? 0)}. The part
          does not replace the row, it adds to it.`,
        tr: (
          f,
        ) => html`${f.cell("x", 0, 0)} + ${f.cell("output", 0, 0)} = ${f.number(firstSum(f) ?? 0)}. Parça satırın
          yerine geçmez, ona eklenir.`,
      },
    },
  ],
  sources: [
    source.vaswani,
    source.residual,
    source.layerNorm,
    source.rmsNorm,
    source.preNorm,
    source.gelu,
    source.glu,
    source.llama3,
  ],
  figures: { block: blockView },
  tryIt: {
    en: (f) =>
      f.direct
        ? html`Take ${f.symbol("x")} and the weights: the block needs them.`
        : html`Switch the causal mask on in the section on the mask, then change a number in the last row of
      ${f.symbol("x")}: no stage changes in the row of ${f.token(0)}. Switch it off, and the change comes in through attention.`,
    tr: (f) =>
      f.direct
        ? html`${f.symbol("x")} ve ağırlık matrislerine dönün: blok onları ister.`
        : html`Maske bölümünde nedensel maskeyi açın, sonra ${f.symbol("x")} matrisinin son satırında bir sayıyı
      değiştirin: ${f.token(0)} satırında hiçbir aşama değişmez. Maske kapanınca değişiklik dikkat üzerinden gelir.`,
  },
};
