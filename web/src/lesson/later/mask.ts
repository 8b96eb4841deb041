import { html, type TemplateResult } from "lit/html.js";
import { maskView } from "../../figures/drawing.ts";
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

/** Does the causal mask leave this row of weights alone? */
function sameWeights(f: Facts, row: number): boolean {
  const { causal, unmasked } = f.variants;
  return [0, 1, 2].every((key) =>
    Object.is(f.at("weights", row, key, causal), f.at("weights", row, key, unmasked)),
  );
}

/** Of the finite ones. */
const LARGEST_FLOAT16 = 65_504;

const noNumber = (f: Facts) =>
  f.noNumber([0, 1].flatMap((row) => f.rowValues("weights", row, f.variants.causal)));

export const section: Section = {
  id: "mask",
  prose: {
    en: (f) => html`
      <p>
        A model that writes from left to right must not see the words it is about to write. So every
        score above the diagonal is replaced by −∞ before softmax. exp(−∞) is 0, and the rest of the
        row shares the whole: under the mask the row of ${f.token(1)} is
        ${f.row("weights", 1, f.variants.causal)}, and that of ${f.token(0)}, which sees only itself,
        ${f.row("weights", 0, f.variants.causal)}. ${noNumber(f)}
        ${f.settings.causal === false ? "The mask is off as yet; the figure has its switch." : ""}
      </p>
      <p>
        Why not set the weights to 0 afterwards? Then ${leftOver(f)}, and the hidden words would
        still have had their say in what is left. And why −∞ and not −1e9? In float16 there is no such
        number, its largest is ${f.count(LARGEST_FLOAT16)}; and a real score can lie below any finite stand-in.
      </p>
      <p>
        With the mask we have a decoder, as in GPT: each token looks left. Without it an encoder, as
        in BERT: each token looks both ways. Masks hide other things, too: padding, tokens without
        meaning that fill short texts up to one length, is kept out by −∞ as well.
      </p>
    `,
    tr: (f) => html`
      <p>
        Soldan sağa yazan bir model, birazdan yazacağı sözcükleri görmemelidir. Bu yüzden köşegenin
        üstündeki her puanın yerine softmax’ten önce −∞ konur. exp(−∞) sıfırdır ve satırın geri
        kalanı bütünü paylaşır: maskeyle ${f.token(1)} satırı ${f.row("weights", 1, f.variants.causal)},
        yalnızca kendini gören ${f.token(0)} satırı ise ${f.row("weights", 0, f.variants.causal)} olur.
        ${noNumber(f)} ${f.settings.causal === false ? "Maske şu anda kapalı; anahtarı şekilde." : ""}
      </p>
      <p>
        Neden ağırlıklar sonradan sıfırlanmıyor? O zaman ${leftOver(f)}; üstelik gizlenen sözcükler
        geriye kalanda yine söz sahibi olurdu. Peki neden −1e9 değil de −∞? float16’da böyle bir sayı yoktur, en
        büyüğü ${f.count(LARGEST_FLOAT16)} sayısıdır; ayrıca gerçek bir puan, seçilen her sonlu sayının altına inebilir.
      </p>
      <p>
        Maskeyle GPT gibi bir çözücü (decoder) elde edilir: her token sola bakar. Maskesiz hâli BERT
        gibi bir kodlayıcıdır (encoder): her token iki yana da bakar. Maskeyle başka şeyler de gizlenir:
        kısa metinleri aynı uzunluğa tamamlayan anlamsız tokenlar, yani dolgu (<i lang="en">padding</i>)
        da −∞ ile dışarıda bırakılır.
      </p>
    `,
  },
  questions: [
    {
      id: "mask",
      kind: "choice",
      ask: {
        en: () => html`Switch the causal mask on. Whose row of weights stays exactly as it was?`,
        tr: () => html`Nedensel maskeyi açın. Kimin ağırlık satırı olduğu gibi kalır?`,
      },
      answers: {
        en: (f) => [f.token(0), f.token(1), f.token(2)],
        tr: (f) => [f.token(0), f.token(1), f.token(2)],
      },
      right: (f) => {
        const stays = [0, 1, 2].filter((row) => sameWeights(f, row));
        return stays.length === 1 ? (stays[0] ?? null) : null;
      },
      explain: {
        en: (f) => html`The mask hides what comes later, and after ${f.token(2)} nothing comes:
        ${f.row("weights", 2, f.variants.causal)} with it and without it. All other rows lose a share,
        and what is left of them is made to add up to 1 again.`,
        tr: (
          f,
        ) => html`Maske sonra geleni gizler; ${f.token(2)} tokenından sonra ise bir şey yoktur:
        maskeyle de maskesiz de ${f.row("weights", 2, f.variants.causal)}. Öteki satırların hepsi bir
        pay yitirir, kalanların toplamı yeniden 1’e tamamlanır.`,
      },
    },
  ],
  sources: [source.vaswani, source.gpt2, source.bert],
  figures: { mask: maskView },
  tryIt: {
    en: (f) => html`Switch the causal mask on, then change a number in the last row of
    ${f.symbol(f.direct ? "k" : "x")}. The weights of the first two tokens stay as they are, and so do their
    rows of the <a href="#output">output</a>.`,
    tr: (
      f,
    ) => html`Nedensel maskeyi açın, sonra ${f.symbol(f.direct ? "k" : "x")} matrisinin son satırında bir sayıyı
    değiştirin. İlk iki tokenın ağırlıkları da <a href="#output">çıktıdaki</a> satırları da olduğu gibi
    kalır.`,
  },
};
