import { html, type TemplateResult } from "lit/html.js";
import { meaningNow, meaningView } from "../../figures/meaning.ts";
import type { Session } from "../../page/session.ts";
import { formatNumber } from "../../views/number.ts";
import { gridOf } from "../../views/scene.ts";
import type { Facts } from "../facts.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

/** Other weights for the first row, with the values as they stand; null where nothing can be said. */
function first(session: Session) {
  const outcome = meaningNow(session, "own");
  return outcome && "value" in outcome ? (outcome.value.others[0] ?? null) : null;
}

const size = (f: Facts) => {
  const v = gridOf(f.scene, "v");
  return html`<span class="dk-num">${v.rows} × ${v.columns}</span>`;
};

const answers = {
  en: {
    some: (
      weights: TemplateResult,
      own: TemplateResult,
    ) => html`There are: ${weights} gives the same
      output as ${own}.`,
    none: html`There are none. None of the values that weigh can be mixed from the others, so a mixture
      of them comes about in one way only. It takes more keys than that, or narrower values: keep only a
      part of V in the figure.`,
  },
  tr: {
    some: (
      weights: TemplateResult,
      own: TemplateResult,
    ) => html`Var. ${own} yerine ${weights} de aynı
      çıktıyı verir.`,
    none: html`Yok. Ağırlık alan değerlerin hiçbiri ötekilerden karılamıyor; onların karışımı olan bir
      çıktıya tek bir yoldan varılır. Tersi için yeter sayıda anahtar gerekir: şekilde V’nin yalnızca bir
      bölümünü alın.`,
  },
};

function found(f: Facts, session: Session): TemplateResult {
  const other = first(session);
  const { some, none } = answers[f.language];
  if (!other?.possible) return none;
  const weights = Array.from(other.weights.data, (weight) =>
    formatNumber(weight, f.language, "share"),
  );
  return some(html`<span class="dk-num">[${weights.join("\u2002")}]</span>`, f.row("weights", 0));
}

export const section: Section = {
  id: "meaning",
  prose: {
    en: () => html`
      <p>
        Nobody tells a head what to look for. In BERT, with 12 layers of 12 heads, Clark et al. (2019)
        looked for heads that had found something by themselves, and found some: the head of the table’s
        first row goes from a determiner to its noun in 94.3 of 100 cases. No head knows
        all of grammar; the best one for all relations together is right about a third of the time.
      </p>
      <p>
        More often a head looks at nothing in particular. In layers 6 to 10 more than half of the
        attention goes to [SEP], the mark between two sentences, and changing it hardly changes the
        output: the head has nothing to add and says so in the only way it can. Many heads can even be
        taken out. Voita et al. (2019) pruned 38 of the 48 encoder heads of a translator and lost 0.15
        BLEU; Michel et al. (2019) found layers that do as well with a single head.
      </p>
      <p>
        So is a map of weights the reason for an output? Jain and Wallace (2019), with recurrent models,
        built quite different weights that led to nearly the same prediction, and concluded that attention is not
        explanation. Wiegreffe and Pinter (2019) replied that it depends on what one asks: weights
        that could have been are not weights that a model would learn. What remains is modest. A weight says how much of
        a value flows into an output; it does not say why, and it does not say what would happen
        without it.
      </p>
    `,
    tr: () => html`
      <p>
        Bir başlığa neye bakacağını kimse söylemez. Clark ve ark. (2019), 12 katmanının her birinde 12
        başlık olan BERT’te, kendiliğinden bir şey bulmuş başlıkları aradı ve buldu: tablonun ilk
        satırındaki başlık, 100 belirtecin 94,3 kadarında doğru ada bakıyor. Dilbilgisinin tamamını
        bilen bir başlık yok; bütün ilişkilerde en iyisi yaklaşık üçte bir oranında doğru.
      </p>
      <p>
        Çoğu zaman bir başlık belirli bir şeye bakmaz. 6–10. katmanlarda dikkatin yarısından çoğu,
        iki cümle arasındaki [SEP] işaretine gider; bunu değiştirmek çıktıyı pek değiştirmez. Başlığın
        ekleyecek bir şeyi yoktur ve bunu elindeki tek yolla söyler. Birçok başlık çıkarılıp atılabilir
        bile (budama, <i lang="en">pruning</i>). Voita ve ark. (2019) bir çeviri modelinin 48 kodlayıcı
        başlığından 38’ini budadı ve 0,15 BLEU kaybetti; Michel ve ark. (2019) tek başlıkla da aynı
        işi gören katmanlar buldu.
      </p>
      <p>
        Peki ağırlık haritası, çıktının nedeni midir? Jain ve Wallace (2019), yinelemeli modellerde,
        neredeyse aynı kestirime götüren bambaşka ağırlıklar kurup dikkatin açıklama olmadığı sonucuna
        vardı. Wiegreffe ve Pinter (2019), bunun ne sorulduğuna bağlı olduğunu söyleyerek yanıt verdi:
        olabilecek ağırlıklar, bir modelin öğreneceği ağırlıklar demek değildir. Geriye ölçülü bir
        sonuç kalır. Ağırlık, bir değerin ne kadarının çıktıya aktığını söyler; nedenini de, o
        olmasaydı ne olacağını da söylemez.
      </p>
    `,
  },
  questions: [
    {
      id: "meaning",
      kind: "choice",
      ask: {
        en: (
          f,
        ) => html`Take the row of ${f.token(0)} and all of V, ${size(f)} numbers. Are there other
        weights, none negative and with the same sum, that give exactly the same output?`,
        tr: (
          f,
        ) => html`${f.token(0)} satırını ve V’nin tamamını (${size(f)} sayı) alın. Hiçbiri negatif
        olmayan, toplamı da aynı kalan başka ağırlıklar tam olarak aynı çıktıyı verebilir mi?`,
      },
      answers: {
        en: () => ["Yes, other weights do it as well", "No, only these"],
        tr: () => ["Evet, başka ağırlıklar da verir", "Hayır, yalnızca bunlar verir"],
      },
      right: (_, session) => {
        const other = first(session);
        return other && (other.possible ? 0 : 1);
      },
      explain: { en: found, tr: found },
    },
  ],
  sources: [source.clark, source.michel, source.voita, source.jain, source.wiegreffe],
  figure: meaningView,
  tryIt: {
    en: () => html`Compare the two maps with two columns of V: which token would you have said mattered?
    Then take all of V, and change a number of it above until one value is the middle of the
    other two.`,
    tr: () => html`V’nin iki sütunu seçiliyken iki haritayı karşılaştırın: hangi token önemli derdiniz?
    Sonra V’nin tamamını seçin ve yukarıda sayılarını, bir değer öteki ikisinin ortası olana dek
    değiştirin.`,
  },
};
