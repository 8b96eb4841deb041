import { html, type TemplateResult } from "lit";
import type { Facts } from "../facts.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

/** What zeros after softmax would leave of the first row. */
function leftOver(f: Facts): TemplateResult {
  const kept = f.at("weights", 0, 0, f.variants.unmasked);
  // Where the others have no share worth showing, their loss shows in no number.
  const shows = kept < 0.9995;
  if (f.language === "tr") {
    return shows
      ? html`${f.token(0)} satırının toplamı 1 değil ${f.number(kept)} olurdu`
      : html`gizlenen bir sözcüğün payı olan her satırın toplamı 1’in altında kalırdı`;
  }
  return shows
    ? html`the row of ${f.token(0)} would add up to ${f.number(kept)} instead of 1`
    : html`every row in which a hidden word had a share would add up to less than 1`;
}

export const mask: Section = {
  id: "mask",
  prose: {
    en: (f) => html`
      <p>
        A model that writes from left to right must not see the words it is about to write. So every
        score above the diagonal is replaced by −∞ before softmax. exp(−∞) is 0, and the rest of the
        row shares the whole: in the row of ${f.token(1)} the weights are
        ${f.row("weights", 1, f.variants.causal)}, and ${f.token(0)}, which sees only itself, has
        ${f.row("weights", 0, f.variants.causal)}.
      </p>
      <p>
        Why not set the weights to 0 afterwards? Then ${leftOver(f)}, and the hidden words would
        still have had their say in what is left. And why −∞ and not −1e9? In float16 there is no such
        number, its largest is 65 504; and a real score can lie below any finite stand-in.
      </p>
      <p>
        With the mask we have a decoder, as in GPT: each token looks left. Without it an encoder, as
        in BERT: each token looks both ways.
      </p>
    `,
    tr: (f) => html`
      <p>
        Soldan sağa yazan bir model, birazdan yazacağı sözcükleri görmemelidir. Bu yüzden köşegenin
        üstündeki her puanın yerine softmax’ten önce −∞ konur. exp(−∞) sıfırdır ve satırın geri
        kalanı bütünü paylaşır: ${f.token(1)} satırının ağırlıkları
        ${f.row("weights", 1, f.variants.causal)} olur; yalnızca kendini gören ${f.token(0)}
        satırında ise ${f.row("weights", 0, f.variants.causal)}.
      </p>
      <p>
        Neden ağırlıklar sonradan sıfırlanmıyor? O zaman ${leftOver(f)}; üstelik gizlenen sözcükler
        geriye kalanda yine söz sahibi olurdu. Peki neden −1e9 değil de −∞? float16’da böyle bir sayı yoktur, en
        büyüğü 65 504’tür; ayrıca gerçek bir puan, seçilen her sonlu sayının altına inebilir.
      </p>
      <p>
        Maskeyle GPT gibi bir çözücü (decoder) elde edilir: her token sola bakar. Maskesiz hâli BERT
        gibi bir kodlayıcıdır (encoder): her token iki yana da bakar.
      </p>
    `,
  },
  questions: [
    {
      id: "mask",
      kind: "number",
      ask: {
        en: (
          f,
        ) => html`With the causal mask, ${f.token(1)} sees ${f.token(0)} and itself. Without it, its
        weights are ${f.row("weights", 1, f.variants.unmasked)}. What is its weight for ${f.token(0)} with
        the mask? (Two decimals will do.)`,
        tr: (
          f,
        ) => html`Nedensel maskeyle ${f.token(1)} yalnızca ${f.token(0)} tokenını ve kendini görür.
        Maskesizken ağırlıkları ${f.row("weights", 1, f.variants.unmasked)}. Maskeyle ${f.token(0)} için
        ağırlığı kaç olur? (İki basamak yeter.)`,
      },
      right: (f) => {
        const right = f.at("weights", 1, 0, f.variants.causal);
        return Number.isFinite(right) ? right : null;
      },
      tolerance: 0.00501,
      explain: {
        en: (f) => html`The two that are left keep their ratio and are made to add up to 1:
        ${f.row("weights", 1, f.variants.causal)}.`,
        tr: (f) => html`Kalan ikisi birbirine oranını korur ve toplamları 1’e tamamlanır:
        ${f.row("weights", 1, f.variants.causal)}.`,
      },
    },
  ],
  sources: [source.vaswani, source.gpt2, source.bert],
  figure: (figures) => figures.mask(),
  tryIt: {
    en: (f) => html`Switch the causal mask on, then change a number in the last row of
    ${f.symbol(f.direct ? "k" : "x")}. The outputs of the first two tokens stay as they are.`,
    tr: (
      f,
    ) => html`Nedensel maskeyi açın, sonra ${f.symbol(f.direct ? "k" : "x")} matrisinin son satırında bir sayıyı
    değiştirin. İlk iki tokenın çıktısı olduğu gibi kalır.`,
  },
};
