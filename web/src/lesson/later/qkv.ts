import { html } from "lit/html.js";
import { projectionsView } from "../../figures/drawing.ts";
import type { Facts } from "../facts.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

/** Llama 3 8B: 32 layers; W_Q and W_O are 4096 x 4096, W_K and W_V 4096 x 1024 (Meta's model card). */
const llama = { layers: 32, width: 4096, kvWidth: 1024, parameters: 8.03e9 };
const llamaAttention =
  llama.layers * (2 * llama.width * llama.width + 2 * llama.width * llama.kvWidth);

function llamaProduct(f: Facts): string {
  const [width, kvWidth] = [f.count(llama.width), f.count(llama.kvWidth)];
  return `${llama.layers} × (2 × ${width} × ${width} + 2 × ${width} × ${kvWidth})`;
}

export const section: Section = {
  id: "qkv",
  prose: {
    en: (f) => html`
      <p>
        Each row of ${f.symbol("x")} is multiplied by three matrices; each product is a
        <i>projection</i>. ${f.symbol("wq")} makes its
        <i>query</i>, what the token is looking for. ${f.symbol("wk")} makes its <i>key</i>, what it
        can be found by. ${f.symbol("wv")} makes its <i>value</i>, what it hands over once found.
      </p>
      <p>
        A library works the same way: the slip you fill in, the label on the spine, the text inside.
        The slip is held against the labels, but what you carry home is the text. That is why a key
        and a value are two things and not one.
      </p>
      <p>
        For ${f.token(0)} the query is ${f.row("q", 0)}, the key ${f.row("k", 0)} and the value
        ${f.row("v", 0)}. The three matrices are learned once and then serve every sentence; only
        ${f.symbol("x")} changes. They are a good part of a model: in Llama 3 8B, attention holds
        ${llamaProduct(f)} = ${f.billions(llamaAttention)} billion of the
        ${f.billions(llama.parameters)} billion parameters.
      </p>
    `,
    tr: (f) => html`
      <p>
        ${f.symbol("x")} matrisinin her satırı üç ayrı matrisle çarpılır; her çarpım bir izdüşümdür
        (<i lang="en">projection</i>). ${f.symbol("wq")} o tokenın
        <i>sorgusunu</i> (query) verir: ne arıyor? ${f.symbol("wk")} <i>anahtarını</i> (key) verir:
        neyle bulunur? ${f.symbol("wv")} <i>değerini</i> (value) verir: bulununca ne teslim eder?
      </p>
      <p>
        Kütüphanede de böyledir: doldurduğunuz istek fişi, kitabın sırtındaki etiket ve kitabın içi.
        Fiş etiketlerle karşılaştırılır, ama eve götürdüğünüz şey etiketi değil, kitabın içidir.
        Anahtar ile değerin ayrı olması bundandır.
      </p>
      <p>
        ${f.token(0)} için sorgu ${f.row("q", 0)}, anahtar ${f.row("k", 0)}, değer ${f.row("v", 0)}.
        Bu üç matris bir kez öğrenilir, sonra her cümlede aynı kalır; değişen yalnızca
        ${f.symbol("x")} olur. Modelin hatırı sayılır bir kısmıdır bu: Llama 3 8B’nin
        ${f.billions(llama.parameters)} milyar parametresinden ${llamaProduct(f)} =
        ${f.billions(llamaAttention)} milyarı
        dikkat matrislerindedir.
      </p>
    `,
  },
  questions: [
    {
      id: "qkv",
      kind: "number",
      ask: {
        en: (f) => html`Before you look: the first number of the query of ${f.token(1)} is its row
        ${f.row("x", 1)} times the first column of ${f.symbol("wq")}, ${f.column("wq", 0)}. What is it?`,
        tr: (
          f,
        ) => html`Bakmadan önce: ${f.token(1)} sorgusunun ilk sayısı, ${f.row("x", 1)} satırı ile
        ${f.symbol("wq")} matrisinin ilk sütununun, yani ${f.column("wq", 0)} sayılarının çarpımıdır. Kaç eder?`,
      },
      right: (f) => (f.direct ? null : f.at("q", 1, 0)),
      explain: {
        en: (f) => html`Number by number, then added up: ${f.cell("q", 1, 0)}. Choose the cell in
        ${f.symbol("q")} and the sum is written out.`,
        tr: (f) => html`Sayı sayı çarpılıp toplanır: ${f.cell("q", 1, 0)}. ${f.symbol("q")} içinde o
        hücreyi seçin, toplam açık açık yazılsın.`,
      },
    },
  ],
  sources: [source.vaswani, source.llama3],
  figures: { projections: (figures) => projectionsView(figures) },
  tryIt: {
    en: (f) =>
      f.direct
        ? html`Type other numbers into ${f.symbol("q")}, ${f.symbol("k")} or ${f.symbol("v")}: all
          that follows needs nothing else.`
        : html`Choose a cell of ${f.symbol("q")}. Its row of ${f.symbol("x")} and its column of
    ${f.symbol("wq")} light up, and the sum is written out below the figure.`,
    tr: (f) =>
      f.direct
        ? html`${f.symbol("q")}, ${f.symbol("k")} ya da ${f.symbol("v")} içine başka sayılar yazın:
          sonraki adımlara yalnızca bunlar yeter.`
        : html`${f.symbol("q")} matrisinden bir hücre seçin. Onu oluşturan ${f.symbol("x")} satırı
    ile ${f.symbol("wq")} sütunu aydınlanır, toplam da şeklin altına yazılır.`,
  },
};
