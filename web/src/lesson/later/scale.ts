import { html, type TemplateResult } from "lit/html.js";
import { scaleView } from "../../figures/drawing.ts";
import type { Facts } from "../facts.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

/** The largest weight of the first row, without and with the division. */
const largest = (f: Facts, variant: "scaled" | "unscaled") =>
  f.largest("weights", 0, f.variants[variant]);

function sharpest(f: Facts) {
  const [unscaled, scaled] = [largest(f, "unscaled"), largest(f, "scaled")];
  return {
    unscaled: f.number(unscaled),
    scaled: f.number(scaled),
    note: f.noNumber([unscaled, scaled]),
  };
}

/** What happens to every score, as the switches stand. */
function divided(f: Facts): TemplateResult {
  const { scaled, temperature } = f.settings;
  const t = f.number(temperature);
  if (f.language === "tr") {
    if (!scaled) return html`bölme açık olsa her puan ${f.rootDk} sayısına bölünürdü.`;
    if (temperature === 1) return html`her puan ${f.rootDk} sayısına bölünür.`;
    return html`her puan önce ${f.rootDk} sayısına, sonra ${t} olan sıcaklığa bölünür.`;
  }
  if (!scaled) return html`with the division on, every score would be divided by ${f.rootDk}.`;
  if (temperature === 1) return html`so every score is divided by ${f.rootDk}.`;
  return html`so every score is divided by ${f.rootDk}, and then by the temperature, ${t}.`;
}

export const section: Section = {
  id: "scale",
  prose: {
    en: (f) => html`
      <p>
        A score is a sum of ${f.symbolDk} products, and a longer sum strays further from zero. If
        the numbers in a query and a key are independent, with mean 0 and variance 1, the variance of
        their product sum is ${f.symbolDk} itself. Dividing by √${f.symbolDk} brings it back
        to 1, whatever the width. Here ${f.symbolDk} = ${f.number(f.dk)}; ${divided(f)}
      </p>
      <p>
        It matters because of what comes next. Softmax, the subject of <a href="#softmax">section 7</a>,
        turns each row of scores into <i>weights</i>, shares that add up to 1. Of scores that lie far
        apart it makes nearly all or nothing, and there its slope is nearly zero: next to nothing is
        learned. Narrow keys seldom come to that; from which width on it tells, the experiment below
        shows. In the row of ${f.token(0)} the largest weight is ${sharpest(f).unscaled} without the
        division and ${sharpest(f).scaled} with it. ${sharpest(f).note}
      </p>
    `,
    tr: (f) => html`
      <p>
        Bir puan ${f.symbolDk} tane çarpımın toplamıdır ve toplam uzadıkça sıfırdan uzaklaşır.
        Sorgu ile anahtarın sayıları birbirinden bağımsız, ortalaması 0, varyansı 1 ise çarpımlarının
        toplamının varyansı ${f.symbolDk} olur. √${f.symbolDk} sayısına bölmek, genişlik ne olursa
        olsun varyansı yeniden 1 yapar. Burada ${f.symbolDk} = ${f.number(f.dk)}; ${divided(f)}
      </p>
      <p>
        Bunun önemi bir sonraki adımda ortaya çıkar. <a href="#softmax">7. bölümün</a> konusu olan
        softmax, her puan satırını <i>ağırlıklara</i>, yani toplamı 1 olan paylara çevirir. Birbirinden
        çok uzak puanları ya hep ya hiçe götürür; orada eğimi sıfıra yaklaşır, öğrenilecek pek bir şey
        kalmaz. Dar anahtarlarda iş oraya pek varmaz; hangi genişlikten sonra vardığını aşağıdaki deney
        gösterir. ${f.token(0)} satırındaki en büyük ağırlık bölmeden ${sharpest(f).unscaled}, bölünce
        ${sharpest(f).scaled}. ${sharpest(f).note}
      </p>
    `,
  },
  questions: [
    {
      id: "scale",
      kind: "choice",
      ask: {
        en: (f) =>
          html`Switch the division off, and the largest weight in the row of ${f.token(0)} becomes…`,
        tr: (f) => html`Bölme kapatılırsa ${f.token(0)} satırındaki en büyük ağırlık…`,
      },
      answers: {
        en: () => ["larger", "smaller", "neither"],
        tr: () => ["büyür", "küçülür", "değişmez"],
      },
      right: (f) => {
        const [without, divided] = [largest(f, "unscaled"), largest(f, "scaled")];
        if (Number.isNaN(without + divided)) return null;
        return Math.abs(without - divided) < 1e-12 ? 2 : without > divided ? 0 : 1;
      },
      explain: {
        en: (
          f,
        ) => html`${sharpest(f).scaled} with the division, ${sharpest(f).unscaled} without: the
        division shrinks the differences between the scores, and softmax looks at nothing else.`,
        tr: (
          f,
        ) => html`Bölmeyle ${sharpest(f).scaled}, bölmeden ${sharpest(f).unscaled}: bölme puanlar
        arasındaki farkları küçültür, softmax da yalnızca farklara bakar.`,
      },
    },
  ],
  sources: [source.vaswani],
  figures: { scale: scaleView },
  tryIt: {
    en: () => html`Switch the division off and watch the weights in the next section: rows whose scores
    differ lean harder on their largest.`,
    tr: () => html`Bölmeyi kapatın ve sonraki bölümdeki ağırlıklara bakın: puanları farklı olan satırlar en
    büyüğüne daha çok yaslanır.`,
  },
};
