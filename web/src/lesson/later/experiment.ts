import { html, type TemplateResult } from "lit/html.js";
import type { ScaleRow } from "../../core/index.ts";
import { experimentView } from "../../figures/experiment.ts";
import { setupOf, widths } from "../../figures/experiment-setup.ts";
import { symbolDk } from "../../figures/experiment-words.ts";
import { Memo } from "../../figures/memo.ts";
import type { Session } from "../../page/session.ts";
import { formatNumber } from "../../views/number.ts";
import type { Facts } from "../facts.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

/** What the answers of the question say. */
const answers = [2, 4, 16];
const compared = [4, 64] as const;

/** Widths that the text speaks of; the others take longer, and the figure draws them one by one. */
const told = widths.filter((width) => width <= compared[1]);
const drawn = new Memo<readonly ScaleRow[]>();

/** The figure's own draws. */
function rowsOf(session: Session): readonly ScaleRow[] {
  const setup = setupOf(session.state);
  return drawn.of([session, setup.seed, setup.keys, setup.samples], () => {
    const outcome = session.engine.ask((core) => core.scaleExperiment({ ...setup, dK: told }));
    return "fault" in outcome ? [] : outcome.value.rows;
  });
}

/** The spread without the division. */
function spreadOf(session: Session, width: number): number {
  const row = rowsOf(session).find(({ dK }) => dK === width);
  return row?.unscaled.spread ?? Number.NaN;
}

const spreadText = (session: Session, at: 0 | 1) =>
  formatNumber(spreadOf(session, compared[at]), session.language);

/** The widest keys that let more of a gradient through undivided, and the next; null where none do. */
function turning(session: Session): readonly [ScaleRow, ScaleRow] | null {
  const rows = rowsOf(session);
  const last = rows.findLastIndex((row) => row.unscaled.gradient >= row.scaled.gradient);
  const [before, after] = [rows[last], rows[last + 1]];
  return before && after ? [before, after] : null;
}

/** Narrow keys do without: what gets through there, and where it turns. */
function narrow(f: Facts, session: Session): TemplateResult | string {
  const turn = turning(session);
  if (!turn) return "";
  const [before, after] = turn.map(({ dK, unscaled, scaled }) => ({
    dK: html`${symbolDk()} = ${dK}`,
    without: f.number(unscaled.gradient),
    divided: f.number(scaled.gradient),
  })) as [Turn, Turn];
  return f.language === "tr"
    ? html`Dar anahtarlarda iş oraya varmaz: ${before.dK} iken bölmeden daha çok gradyan geçer
        (${before.without}, bölünce ${before.divided}); ${after.dK} iken durum tersine döner (bölmeden
        ${after.without}, bölünce ${after.divided}).`
    : html`With narrow keys it does not come to that: at ${before.dK} more still gets through without the
        division, ${before.without} against ${before.divided}; at ${after.dK} it is the other way round,
        ${after.without} against ${after.divided}.`;
}

interface Turn {
  readonly dK: TemplateResult;
  readonly without: TemplateResult;
  readonly divided: TemplateResult;
}

export const section: Section = {
  id: "experiment",
  prose: {
    en: (f, session) => html`
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
        ${narrow(f, session)}
      </p>
    `,
    tr: (f, session) => html`
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
        ${narrow(f, session)}
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
        const [from, to] = compared.map((width) => spreadOf(session, width)) as [number, number];
        const off = answers.map((times) => Math.abs(Math.log(to / from / times)));
        const best = off.indexOf(Math.min(...off));
        return best < 0 ? null : best;
      },
      explain: {
        en: (
          _,
          session,
        ) => html`The variance grows with the width, sixteen times; the spread is its root.
        In the draws of the figure it goes from ${spreadText(session, 0)} to ${spreadText(session, 1)}.
        So dividing by √<i>d</i><sub>k</sub> is enough; by <i>d</i><sub>k</sub> would be too much.`,
        tr: (_, session) => html`Genişlikle birlikte on altı kat büyüyen, varyanstır; yayılım onun
        kareköküdür. Şekildeki çekimlerde ${spreadText(session, 0)} iken ${spreadText(session, 1)}
        olur. Demek ki √<i>d</i><sub>k</sub> sayısına bölmek yeter; <i>d</i><sub>k</sub> sayısına bölmek
        fazla gelirdi.`,
      },
    },
  ],
  sources: [source.vaswani],
  figures: { experiment: experimentView },
  tryIt: {
    en: () => html`Move the slider from 4 to 512 and compare the largest weights. Draw again with 4
    queries: the lines jump about. With 64 they hardly move, and the lines with the division stay level
    all the way.`,
    tr: () => html`Sürgüyü 4’ten 512’ye götürüp en büyük ağırlıkları karşılaştırın. 4 sorguyla yeniden
    çekin: çizgiler oynar durur. 64 sorguyla pek kımıldamazlar; bölünmüş puanların çizgileri ise baştan
    sona yatay kalır.`,
  },
};
