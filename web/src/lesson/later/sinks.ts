import { html } from "lit";
import { shiftView } from "../../figures/shift.ts";
import { sinksView, streamNow } from "../../figures/sinks.ts";
import { STREAM } from "../../figures/sinks-stream.ts";
import type { Session } from "../../page/session.ts";
import { formatNumber } from "../../views/number.ts";
import type { Section } from "../section.ts";

/** The mean difference when none of the first tokens is kept, and when all four are. */
function meansOf(session: Session): readonly [number, number] | null {
  const outcome = streamNow(session);
  if ("fault" in outcome) return null;
  const { ways } = outcome.value;
  const [none, all] = [ways[0]?.mean, ways[STREAM.sinks]?.mean];
  return none === undefined || all === undefined ? null : [none, all];
}

const meanText = (session: Session, at: 0 | 1) =>
  formatNumber(meansOf(session)?.[at] ?? Number.NaN, session.language);

/** Nobody would call less than this a difference. */
const ALIKE = 0.1;

export const section: Section = {
  id: "sinks",
  prose: {
    en: () => html`
      <p>
        Two things follow from dividing up a whole. The first: only the differences within a row
        count. Add the same number to all of its scores and every share stays as it is.
      </p>
      <p>
        The second: softmax has no way to say “none of these”. A row whose query matches nothing still hands out
        its whole share, so trained models put it where it does least harm: on the first tokens, which
        every later token can see. There it adds next to nothing to the output.
      </p>
      <p>
        This was noticed when long texts were cut. A model that writes on and on cannot keep all
        keys and values, so it seemed natural to keep the last ones. With the last 1024 tokens, the
        perplexity of Llama-2-13B on a long book rose to 5158; with the first 4 and the last 1020 it
        was 5.40 (Xiao et al., 2023, Table 1). The room is the same. Even four line breaks in the place
        of the first words did nearly as well, 5.60: what they say hardly matters, only
        that they are there.
      </p>
    `,
    tr: () => html`
      <p>
        Bir bütünü paylaştırmanın iki sonucu vardır. Birincisi: bir satırda yalnızca farklar sayılır.
        Satırın bütün puanlarına aynı sayıyı ekleyin, her pay olduğu gibi kalır.
      </p>
      <p>
        İkincisi: softmax “bunların hiçbiri” diyemez. Sorgusu hiçbir anahtara uymayan bir satır da payının
        tamamını dağıtmak zorundadır. Eğitilmiş modeller bu payı en az zarar vereceği yere, sonraki her
        tokenın görebildiği ilk tokenlara bırakır; orada çıktıya neredeyse hiçbir şey katmaz.
      </p>
      <p>
        Bu, uzun metinler kısaltılırken fark edildi. Durmadan yazan bir model bütün anahtar ve
        değerleri saklayamaz; en sondakileri saklamak akla yakın görünür. Llama-2-13B’nin uzun bir
        kitaptaki şaşkınlığı (perplexity) son 1024 token ile 5158’e fırladı; ilk 4 ve son 1020 token
        saklanınca 5,40 oldu (Xiao ve ark., 2023, Tablo 1). Kaplanan yer aynıydı. İlk sözcüklerin
        yerine dört satır sonu konunca bile sonuç yakındı: 5,60. Demek ki ne dedikleri pek önemli değil;
        orada durmaları yetiyor.
      </p>
    `,
  },
  questions: [
    {
      id: "sinks",
      kind: "choice",
      ask: {
        en: () => html`Below, there is room for a fixed number of tokens. Give four places to the first
        tokens, and the window of the last ones becomes four shorter. Compared with the last tokens
        alone, the output then is…`,
        tr: () => html`Aşağıda belirli sayıda tokena yer var. Dört yeri ilk tokenlara verirseniz son
        tokenların penceresi dört token kısalır. Yalnızca son tokenları tutmaya göre çıktı…`,
      },
      answers: {
        en: () => ["nearer to full attention", "about as near", "farther from it"],
        tr: () => ["tam dikkate yaklaşır", "aynı uzaklıkta kalır", "tam dikkatten uzaklaşır"],
      },
      right: (_, session) => {
        const means = meansOf(session);
        if (!means) return null;
        const [none, all] = means;
        if (Math.abs(none - all) < ALIKE * Math.max(none, all)) return 1;
        return all < none ? 0 : 2;
      },
      explain: {
        en: (
          _,
          session,
        ) => html`The output is off by ${meanText(session, 0)} on average with the last tokens
        alone, and by ${meanText(session, 1)} with the first four kept, in the same room. What the first
        tokens hold is not information but share.`,
        tr: (
          _,
          session,
        ) => html`Yalnızca son tokenlar tutulunca çıktı ortalama ${meanText(session, 0)} şaşar;
        aynı yerde ilk dört token da tutulunca ${meanText(session, 1)}. İlk tokenların tuttuğu şey bilgi
        değil, paydır.`,
      },
    },
  ],
  figure: (figures) => html`${shiftView(figures)}${sinksView(figures)}`,
  tryIt: {
    en: () => html`Take the first tokens away one by one and read the row of the table. Then raise the
    temperature: the rows even out, the sinks hold less, and dropping them costs less.`,
    tr: () => html`İlk tokenları birer birer çıkarıp tablodaki satırı okuyun. Sonra sıcaklığı yükseltin:
    satırlar eşitlenir, yutakların payı azalır, atılmaları da daha az şey değiştirir.`,
  },
};
