import { html, type TemplateResult } from "lit/html.js";
import { models } from "../../core/models.ts";
import { bertView, meaningNow, meaningView } from "../../figures/meaning.ts";
import { bertHeads } from "../../figures/meaning-words.ts";
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
    none: html`Başka ağırlık yok: ağırlık alan değerlerin hiçbiri ötekilerin karışımı değil, bu yüzden
      onların karışımı olan bir çıktıya tek bir yoldan varılır. Tersi için daha çok anahtar ya da daha dar
      değerler gerekir: şekilde V’nin yalnızca bir bölümünü alın.`,
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

const HEAD_WIDTH = models.find(({ id }) => id === "llama-3-8b")?.headDim ?? Number.NaN;

const nounFound = (f: Facts) => f.percent(bertHeads[0].found / 100);

/** Have the page's own values room for other weights, and those that the figure begins with? */
function room(f: Facts, session: Session) {
  const { rows, columns } = gridOf(f.scene, "v");
  const outcome = meaningNow(session, "narrow");
  const others = outcome && "value" in outcome ? outcome.value.others : [];
  const certain = rows >= columns + 2;
  return { rows, columns, certain, narrow: others.some(({ possible }) => possible) };
}

const roomWords = {
  en: {
    certain: "The page’s own values are as narrow as that.",
    luck: (keys: number, width: number) =>
      `With the page’s ${keys} keys, and values of ${width}, it takes luck`,
    mixture:
      "so the figure begins with the first columns of V alone, where there is such a mixture",
    fewer: "the figure begins with the first columns of V alone",
  },
  tr: {
    certain: "Sayfanın kendi değerleri de bu kadar dar.",
    luck: (keys: number, width: number) =>
      `Sayfadaki ${keys} anahtar ve ${width} sayılık değerlerle bu bir şans işidir`,
    mixture:
      "şekil bu yüzden V’nin yalnızca ilk sütunlarıyla başlar, orada böyle bir karışım vardır",
    fewer: "şekil V’nin yalnızca ilk sütunlarıyla başlar",
  },
} as const;

function roomText(f: Facts, session: Session): string {
  const { rows, columns, certain, narrow } = room(f, session);
  const text = roomWords[f.language];
  if (certain) return text.certain;
  return `${text.luck(rows, columns)}; ${narrow ? text.mixture : text.fewer}.`;
}

export const section: Section = {
  id: "meaning",
  prose: {
    en: (f, session) => html`
      <p>
        Nobody tells a head what to look for. In BERT, with 12 layers of 12 heads, Clark et al. (2019)
        looked for heads that had found something by themselves, and found some: the head of the table’s
        first row goes from a determiner to its noun in ${nounFound(f)} of the cases. No head knows
        all of grammar; the best one for all relations together is right about a third of the time.
      </p>
      <p>
        More often a head looks at nothing in particular. In layers 6 to 10 more than half of the
        attention goes to [SEP], the mark between two sentences, and changing it hardly changes the
        output: the head has nothing to add and says so in the only way it can. Many heads can even be
        taken out. Voita et al. (2019) pruned 38 of the 48 encoder heads of a translator and lost 0.15
        points of BLEU, which counts from 0 to 100 how much a translation shares with one by people; Michel et al. (2019) found layers that do as well with a single head.
      </p>
      <p>
        So is a map of weights the reason for an output? Jain and Wallace (2019), with recurrent models,
        built quite different weights that led to nearly the same prediction, and concluded that attention is not
        explanation. Wiegreffe and Pinter (2019) replied that it depends on what one asks: weights
        that could have been are not weights that a model would learn. What remains is modest. A weight says how much of
        a value flows into an output; it does not say why, and it does not say what would happen
        without it.
      </p>
      <p>
        When can other weights give the very same output? When one value is a mixture of others: what it
        gets less, they get more. In a long text that is certain. As soon as a row sees two keys more than
        a value has numbers, some of the weight can be moved unnoticed: with the values of Llama 3 8B,
        ${HEAD_WIDTH} numbers wide, from ${HEAD_WIDTH + 2} keys on. ${roomText(f, session)}
      </p>
    `,
    tr: (f, session) => html`
      <p>
        Bir başlığa neye bakacağını kimse söylemez. Clark ve ark. (2019), 12 katmanının her birinde 12
        başlık olan BERT’te, kendiliğinden bir şey bulmuş başlıkları aradı ve buldu: tablonun ilk
        satırındaki başlık, belirleyicilerde ${nounFound(f)} oranında doğru ada bakıyor. Dilbilgisinin tamamını
        bilen bir başlık yok; bütün ilişkilerde en iyisi yaklaşık üçte bir oranında doğru.
      </p>
      <p>
        Çoğu zaman bir başlık belirli bir şeye bakmaz. 6–10. katmanlarda dikkatin yarısından çoğu,
        iki cümle arasındaki [SEP] işaretine gider; bunu değiştirmek çıktıyı pek değiştirmez. Başlığın
        ekleyecek bir şeyi yoktur ve bunu elindeki tek yolla söyler. Birçok başlık çıkarılıp atılabilir
        bile (budama, <i lang="en">pruning</i>). Voita ve ark. (2019) bir çeviri modelinin 48 kodlayıcı
        başlığından 38’ini budadı ve 0,15 BLEU puanı yitirdi (BLEU, çevirinin insan çevirisiyle ne kadar
        örtüştüğünü 0 ile 100 arasında ölçer); Michel ve ark. (2019) tek başlıkla da aynı
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
      <p>
        Başka ağırlıklar ne zaman tıpatıp aynı çıktıyı verebilir? Bir değer ötekilerin karışımı olunca:
        ondan alınan pay, onlara verilir. Uzun bir metinde bu kesindir. Bir satır, bir değerdeki sayılardan
        iki fazla anahtar görüyorsa payın bir bölümü fark edilmeden yer değiştirebilir: değerleri
        ${HEAD_WIDTH} sayılık olan Llama 3 8B’de ${HEAD_WIDTH + 2} anahtardan başlayarak.
        ${roomText(f, session)}
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
  figures: { bert: bertView, meaning: meaningView },
  tryIt: {
    en: (
      f,
    ) => html`Compare the two maps with two columns of V: which token would you have said mattered?
    Then take all of V${f.direct ? "" : html`, choose <i>Q, K and V</i> to be edited in <a href="#qkv">section 4</a>`},
    and change numbers of V there until one value is the middle of the other two.`,
    tr: (
      f,
    ) => html`V’nin iki sütunu seçiliyken iki haritayı karşılaştırın: hangi token önemli derdiniz?
    Sonra V’nin tamamını alın${f.direct ? "" : html`, <a href="#qkv">4. bölümde</a> düzenlenecek olarak <i>Q, K ve V</i> seçeneğini işaretleyin`}
    ve V’nin yukarıdaki sayılarını, bir değer öteki ikisinin ortası olana dek değiştirin.`,
  },
};
