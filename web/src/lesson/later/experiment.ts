import { html } from "lit/html.js";
import { experimentChoices, experimentView } from "../../figures/experiment.ts";
import { Memo } from "../../figures/memo.ts";
import type { Session } from "../../page/session.ts";
import { formatNumber } from "../../views/number.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

/** What the answers of the question say. */
const answers = [2, 4, 16];
const compared = [4, 64];
const spreads = new Memo<readonly number[]>();

/** The spreads at d_k = 4 and 64, from the seed of the figure; few draws are enough. */
function spreadsOf(session: Session): readonly number[] {
  const { seed } = experimentChoices.of(session.state);
  return spreads.of([session, seed], () => {
    const outcome = session.engine.ask((core) =>
      core.scaleExperiment({ dK: compared, samples: 32, seed }),
    );
    return "fault" in outcome ? [] : outcome.value.rows.map((row) => row.unscaled.spread);
  });
}

const spreadText = (session: Session, at: number) =>
  formatNumber(spreadsOf(session)[at] ?? Number.NaN, session.language);

export const section: Section = {
  id: "experiment",
  prose: {
    en: () => html`
      <p>
        This can be put to the test. Below, queries and keys are drawn at random, each number on its
        own with mean 0 and variance 1, for widths from 4 to 512. The same seed draws the same
        numbers again.
      </p>
      <p>
        Four things are measured, with the division and without it. How far the scores spread. How
        much the largest weight of a row takes. How undecided the row is: its entropy is 0 when one
        key takes all, and largest when all keys get the same. And how much of a gradient gets
        through softmax. A row that has all but decided lets almost nothing through, whatever
        the error behind it says. Vaswani et al. (2017) suspected just this, and divided.
      </p>
    `,
    tr: () => html`
      <p>
        Bunu sınayabiliriz. Aşağıda sorgular ve anahtarlar rastgele çekilir: 4’ten 512’ye kadar her
        genişlik için, her sayı ötekilerden bağımsız, ortalaması 0, varyansı 1. Aynı tohum (seed) hep
        aynı sayıları verir.
      </p>
      <p>
        Bölmeyle ve bölmeden dört şey ölçülür. Puanlar ne kadar yayılıyor. Satırdaki en büyük ağırlık
        ne kadar pay alıyor. Satır ne kadar kararsız: entropisi, bir anahtar payın tamamını alınca 0
        olur, bütün anahtarlar eşit pay alınca en büyüktür. Bir de gradyanın ne kadarı softmax’ten
        geçiyor. Kararını neredeyse vermiş bir satır, arkasındaki hata ne derse desin, hemen hemen
        hiçbir şey geçirmez. Vaswani ve ark. (2017) tam da bundan kuşkulanıp puanları bölmüştü.
      </p>
    `,
  },
  questions: [
    {
      id: "experiment",
      kind: "choice",
      ask: {
        en: () => html`From <i>d</i><sub>k</sub> = 4 to <i>d</i><sub>k</sub> = 64 a key becomes sixteen
        times as wide. How much does the spread of the scores (their standard deviation) grow, without
        the division?`,
        tr: () => html`<i>d</i><sub>k</sub> 4 iken 64 olursa bir anahtar on altı kat genişler. Bölme
        yapılmazsa puanların yayılımı (standart sapması) kaç katına çıkar?`,
      },
      answers: {
        en: () => answers.map((times) => `about ${times} times`),
        tr: () => answers.map((times) => `yaklaşık ${times} katına`),
      },
      right: (_, session) => {
        const [narrow = Number.NaN, wide = Number.NaN] = spreadsOf(session);
        const off = answers.map((times) => Math.abs(Math.log(wide / narrow / times)));
        const best = off.indexOf(Math.min(...off));
        return best < 0 ? null : best;
      },
      explain: {
        en: (
          _,
          session,
        ) => html`The variance grows with the width, sixteen times; the spread is its root.
        Drawn with the seed of the figure, it goes from ${spreadText(session, 0)} to ${spreadText(session, 1)}.
        So dividing by √<i>d</i><sub>k</sub> is enough; by <i>d</i><sub>k</sub> would be too much.`,
        tr: (_, session) => html`Genişlikle birlikte on altı kat büyüyen, varyanstır; yayılım onun
        kareköküdür. Şekildeki tohumla çekilince ${spreadText(session, 0)} iken ${spreadText(session, 1)}
        olur. Demek ki √<i>d</i><sub>k</sub> sayısına bölmek yeter; <i>d</i><sub>k</sub> sayısına bölmek
        fazla gelirdi.`,
      },
    },
  ],
  sources: [source.vaswani],
  figure: experimentView,
  tryIt: {
    en: () => html`Move the slider from 4 to 512 and compare the largest weights. Draw again with 4
    queries: the lines jump about. With 64 they hardly move, and the lines with the division stay level
    all the way.`,
    tr: () => html`Sürgüyü 4’ten 512’ye götürüp en büyük ağırlıkları karşılaştırın. 4 sorguyla yeniden
    çekin: çizgiler oynar durur. 64 sorguyla pek kımıldamazlar; bölünmüş puanların çizgileri ise baştan
    sona yatay kalır.`,
  },
};
