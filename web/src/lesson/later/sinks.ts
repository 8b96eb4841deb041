import { html } from "lit/html.js";
import { Memo } from "../../figures/memo.ts";
import { shiftView } from "../../figures/shift.ts";
import { sinksChoices, sinksView } from "../../figures/sinks.ts";
import { streamOf } from "../../figures/sinks-stream.ts";
import type { Session } from "../../page/session.ts";
import { formatNumber } from "../../views/number.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

/** What is compared: the temperature as it is, and a hot one. */
const temperatures = [1, 4] as const;

/** What dropping all first tokens costs, and the share that they held. */
interface Cost {
  readonly mean: number;
  readonly lost: number;
}

const costs = new Memo<readonly Cost[]>();

/** At the two temperatures, with the seed and the room of the figure. */
function costsOf(session: Session): readonly Cost[] {
  const { seed, kept } = sinksChoices.of(session.state);
  return costs.of([session, seed, kept], () =>
    temperatures.flatMap((temperature) => {
      const outcome = session.engine.ask((core) => streamOf(core, { seed, kept, temperature }));
      return "fault" in outcome ? [] : outcome.value.ways.slice(0, 1);
    }),
  );
}

/** A cost and a share as the page writes them. */
function told(session: Session, at: 0 | 1) {
  const { mean = Number.NaN, lost = Number.NaN } = costsOf(session)[at] ?? {};
  const { language } = session;
  return {
    mean: html`<span class="dk-num">${formatNumber(mean, language)}</span>`,
    lost: html`<span class="dk-num">${formatNumber(lost, language, "percent")}</span>`,
  };
}

/** Nobody would call less than this a difference. */
const ALIKE = 0.1;

export const section: Section = {
  id: "sinks",
  prose: {
    en: (f) => html`
      <p>
        Two things follow from dividing up a whole. The first: only the differences within a row
        count. Add the same number to all of its scores and every share stays as it is.
      </p>
      <p>
        The second: softmax has no way to say “none of these”. A row whose query matches nothing still hands out
        its whole share, so trained models put it where it does least harm: on the first tokens, which
        every later token can see. There it adds next to nothing to the output. Such a token is called an
        <i>attention sink</i>.
      </p>
      <p>
        This was noticed when long texts were cut. A model that writes on and on cannot keep all
        keys and values, so it seemed natural to keep the last ones. With the last ${f.count(1024)} tokens,
        the perplexity of Llama-2-13B on a long book (among how many next tokens it wavers, as it were;
        the lower the better) rose to ${f.count(5158)}; with the first 4 and the last ${f.count(1020)} it
        was 5.40 (<a href=${source.streaming.url}>Xiao et al., 2023</a>, Table 1). The room is the same.
        Even four line breaks in the place of the first words did nearly as well, 5.60: what they say
        hardly matters, only that they are there.
      </p>
      <p>
        What goes wrong is easily told. The rest of the row is made to add up to 1 again, so the share of
        the lost tokens falls on those that happen to be near, and these are taken far too seriously. The
        figure below makes such sinks on purpose and takes them away.
      </p>
    `,
    tr: (f) => html`
      <p>
        Bir bütünü paylaştırmanın iki sonucu vardır. Birincisi: bir satırda yalnızca farklar sayılır.
        Satırın bütün puanlarına aynı sayıyı ekleyin, her pay olduğu gibi kalır.
      </p>
      <p>
        İkincisi: softmax “bunların hiçbiri” diyemez. Sorgusu hiçbir anahtara uymayan bir satır da payının
        tamamını dağıtmak zorundadır. Eğitilmiş modeller bu payı en az zarar vereceği yere, sonraki her
        tokenın görebildiği ilk tokenlara bırakır; orada çıktıya neredeyse hiçbir şey katmaz. Böyle bir
        tokena dikkat yutağı (<i lang="en">attention sink</i>) denir.
      </p>
      <p>
        Bu, uzun metinler kısaltılırken fark edildi. Durmadan yazan bir model bütün anahtar ve
        değerleri saklayamaz; en sondakileri saklamak akla yakın görünür. Llama-2-13B’nin uzun bir
        kitaptaki şaşkınlığı (<i lang="en">perplexity</i>: sonraki token için sanki kaç aday arasında
        kaldığı; ne kadar küçükse o kadar iyi) yalnızca son ${f.count(1024)} token saklanınca
        ${f.count(5158)} oldu, ilk 4 ve son ${f.count(1020)} token saklanınca 5,40
        (<a href=${source.streaming.url}>Xiao ve ark., 2023</a>, Tablo 1). Kaplanan yer aynıydı. İlk
        sözcüklerin yerine dört satır sonu konunca bile sonuç yakındı: 5,60. Demek ki ne dedikleri pek
        önemli değil; orada durmaları yetiyor.
      </p>
      <p>
        Bozulmanın nedeni açıktır. Satırın kalanı yeniden 1’e tamamlanır; yitirilen tokenların payı o sırada
        yakında duranlara düşer, bunlar da olduğundan çok ciddiye alınır. Aşağıdaki şekil böyle yutakları
        bilerek kurar, sonra çıkarır.
      </p>
    `,
  },
  questions: [
    {
      id: "sinks",
      kind: "choice",
      ask: {
        en: () => html`In the stream below all first tokens are dropped, and the output goes wrong. Now let
        softmax be four times as hot: its temperature is 4 instead of 1. Dropping the first tokens then costs…`,
        tr: () => html`Aşağıdaki akışta ilk tokenların hepsi atılınca çıktı şaşar. Şimdi softmax dört kat
        sıcak olsun: sıcaklığı 1 değil 4. İlk tokenları atmak o zaman…`,
      },
      answers: {
        en: () => ["less", "about as much", "more"],
        tr: () => ["daha az şey bozar", "aşağı yukarı aynı kalır", "daha çok şey bozar"],
      },
      right: (_, session) => {
        const [cool, hot] = costsOf(session);
        if (!cool || !hot) return null;
        if (Math.abs(cool.mean - hot.mean) < ALIKE * Math.max(cool.mean, hot.mean)) return 1;
        return hot.mean < cool.mean ? 0 : 2;
      },
      explain: {
        en: (
          _,
          session,
        ) => html`At temperature 1 what is dropped held ${told(session, 0).lost} of the attention, and
        the output is off by ${told(session, 0).mean} on average; at 4 it held ${told(session, 1).lost}, and the
        output is off by ${told(session, 1).mean}. What counts is the share that has to go somewhere else.`,
        tr: (
          _,
          session,
        ) => html`Sıcaklık 1 iken atılanlar dikkatin ${told(session, 0).lost} kadarını tutar, çıktı
        ortalama ${told(session, 0).mean} şaşar; 4 iken ${told(session, 1).lost} tutarlar, çıktı
        ${told(session, 1).mean} şaşar. Belirleyici olan, başka yere gitmek zorunda kalan paydır.`,
      },
    },
  ],
  sources: [source.streaming],
  figures: { shift: shiftView, sinks: sinksView },
  tryIt: {
    en: () => html`Take the first tokens away one by one and read the table row by row: how many are
    enough here? Then raise the temperature and watch the pictures: the rows even out, and the first
    columns fade.`,
    tr: () => html`İlk tokenları birer birer çıkarıp tabloyu satır satır okuyun: burada kaçı yetiyor?
    Sonra sıcaklığı yükseltip resimlere bakın: satırlar eşitlenir, ilk sütunlar solar.`,
  },
};
