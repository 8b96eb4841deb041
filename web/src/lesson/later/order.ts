import { html, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../../core/errors.ts";
import type { Tensor } from "../../core/index.ts";
import type { Figures } from "../../figures/figures.ts";
import { Memo } from "../../figures/memo.ts";
import { apart, isRounding, orderFigure, permuted } from "../../figures/order.ts";
import { positionsFigure } from "../../figures/positions.ts";
import { FURTHEST, staysOf } from "../../figures/positions-shown.ts";
import type { Session } from "../../page/session.ts";
import { gridOf, type Scene } from "../../views/scene.ts";
import { gridRows } from "../../views/tensor-grid.ts";
import type { Facts } from "../facts.ts";
import { type ChoiceQuestion, questionView } from "../question.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

/** The last token to the front. */
const LAST_FIRST = [2, 0, 1];

/** Rows of the output: of the last token as written and in front, and of the first as written. */
type Rows = Readonly<Record<"before" | "after" | "first", number[]>> | null;

const memos = new WeakMap<Session, Memo<Rows>>();

function rowsOf(session: Session, scene: Scene): Rows {
  const trace = permuted(session, scene, LAST_FIRST);
  if (trace instanceof AttentionError) return null;
  const row = ({ data, shape: [, width = 0] }: Tensor, i: number) =>
    Array.from(data.subarray(i * width, (i + 1) * width));
  return {
    before: row(trace.original.output, 2),
    after: row(trace.permuted.output, 0),
    first: row(trace.original.output, 0),
  };
}

/** Null where the core refuses. */
function lastInFront(session: Session): Rows {
  const scene = session.results?.scene;
  if (!scene) return null;
  const memo = memos.get(session) ?? new Memo<Rows>();
  memos.set(session, memo);
  return memo.of([scene], () => rowsOf(session, scene));
}

const alike = (a: readonly number[], b: readonly number[]) => isRounding(apart(a, b), [...a, ...b]);

/** 0: the same numbers, 1: those of the first token, 2: others. Null where that is no question. */
function movedRow(session: Session): number | null {
  const rows = lastInFront(session);
  if (!rows || !Number.isFinite(apart(rows.before, rows.after))) return null;
  if (alike(rows.before, rows.first)) return null;
  if (alike(rows.before, rows.after)) return 0;
  return alike(rows.after, rows.first) ? 1 : 2;
}

const numbers = (f: Facts, row: readonly number[]) =>
  html`[${row.map((value, i) => html`${i > 0 ? "\u2002" : ""}${f.number(value)}`)}]`;

const moved: ChoiceQuestion = {
  id: "order",
  kind: "choice",
  ask: {
    en: (f) => html`The output of ${f.token(2)} is ${f.row("output", 2)}. Put ${f.token(2)} in front
    of the other two and compute everything again. Its row, now the first one, …`,
    tr: (f) => html`${f.token(2)} satırının çıktısı ${f.row("output", 2)}. ${f.token(2)} ötekilerin
    önüne alınsın, her şey yeniden hesaplansın. Artık birinci olan satırı…`,
  },
  answers: {
    en: (f) => [
      "has the same numbers",
      html`has the numbers of ${f.token(0)}`,
      "has other numbers",
    ],
    tr: (f) => [
      "aynı sayıları taşır",
      html`${f.token(0)} satırının sayılarını alır`,
      "başka sayılar alır",
    ],
  },
  right: (_, session) => movedRow(session),
  explain: {
    en: (f, session) =>
      movedRow(session) === 0
        ? html`Its query meets the same keys and mixes the same values; a sum does not ask in which
          order its terms come. The row moves with its token: in front it is
          ${numbers(f, lastInFront(session)?.after ?? [])} again.`
        : html`In front it is ${numbers(f, lastInFront(session)?.after ?? [])}. With the causal mask on,
          the first place sees only itself. Switch the mask off and the numbers stay the same.`,
    tr: (f, session) =>
      movedRow(session) === 0
        ? html`Sorgusu aynı anahtarlarla karşılaşır, aynı değerleri karıştırır; bir toplam
          terimlerinin sırasını sormaz. Satır tokenla birlikte taşınır: öne geçince de
          ${numbers(f, lastInFront(session)?.after ?? [])}.`
        : html`Öne geçince ${numbers(f, lastInFront(session)?.after ?? [])} olur. Nedensel maske
          açıkken ilk yer yalnızca kendini görür. Maske kapatılınca sayılar aynı kalır.`,
  },
};

const told = ["sinusoidal", "rotary", "alibi"] as const;

const changes = (session: Session) =>
  told.map((way) => staysOf(session)?.[way].shifted ?? Number.NaN);

/** Which of the three keep their scores, as the answers have it; null where it is another selection. */
function keepers(session: Session): number | null {
  const all = changes(session);
  if (!all.every(Number.isFinite)) return null;
  const { scene } = session.results ?? {};
  const scores = scene ? gridRows(gridOf(scene, "scaled")).flat() : [];
  const keeps = all.map((change) => isRounding(change, scores));
  const answers = ["true,false,false", "false,true,true", "true,true,true", "false,false,false"];
  const at = answers.indexOf(keeps.join());
  return at < 0 ? null : at;
}

const shifted: ChoiceQuestion = {
  id: "positions",
  kind: "choice",
  ask: {
    en: () => html`A paragraph is put in front of the sentence, and all three tokens stand 100 places
    further on. With which of the three do the scores between them stay as they were?`,
    tr: () => html`Cümlenin önüne bir paragraf eklendi, üç token da 100 yer ileri gitti. Üç yoldan
    hangisinde aralarındaki puanlar olduğu gibi kalır?`,
  },
  answers: {
    en: () => ["only sinusoidal", "rotary and ALiBi", "all three", "none of them"],
    tr: () => ["yalnızca sinüslü", "döner (RoPE) ve ALiBi", "üçünde de", "hiçbirinde"],
  },
  right: (_, session) => keepers(session),
  explain: {
    en: (f, session) => {
      const [sinusoidal = 0, rotary = 0, alibi = 0] = changes(session);
      return html`The largest change of a score is ${f.number(sinusoidal)} with vectors that are
      added, ${f.number(rotary)} with turned pairs and ${f.number(alibi)} with ALiBi. Two arrows
      that are both turned by the same 100 places keep the angle between them, and the distance of
      two tokens does not change either: only where they stand to each other counts.`;
    },
    tr: (f, session) => {
      const [sinusoidal = 0, rotary = 0, alibi = 0] = changes(session);
      return html`Bir puandaki en büyük değişim eklenen vektörlerle ${f.number(sinusoidal)},
      döndürülen çiftlerle ${f.number(rotary)}, ALiBi ile ${f.number(alibi)}. İkisi de aynı 100 yer
      kadar dönen iki okun arasındaki açı değişmez, iki token arasındaki uzaklık da: önemli olan
      yalnızca birbirlerine göre nerede durduklarıdır.`;
    },
  },
};

const between = {
  en: () => html`<div class="lesson-prose">
    <p>
      So to bare attention, with no mask and no positions, a sentence is a bag of tokens. “The cat chased the mouse” and “The mouse
      chased the cat” are the same five words; in English only their order says who runs. Turkish
      marks it by an ending: <i lang="tr">kedi fareyi kovaladı</i> and
      <i lang="tr">fareyi kedi kovaladı</i> are the same event with another emphasis, yet even the
      emphasis is lost here.
    </p>
    <p>
      The order has to be put back in, and there are three common ways; the figure has them all, and
      for comparison none.
      <b>Sinusoidal</b> positions (Vaswani et al., 2017) add a vector of sines and cosines to each
      row of X. <b>Rotary</b> positions, RoPE (Su et al., 2021), turn each query and key, two numbers
      at a time, by an angle that grows with the position; Llama and Mistral do it this way.
      <b>ALiBi</b> (Press et al., 2021) adds no vector at all: each score loses a little for every
      step of the distance between the two tokens.
    </p>
  </div>`,
  tr: () => html`<div class="lesson-prose">
    <p>
      Demek ki maskesiz, konumsuz, yalın dikkat için bir cümle bir token torbasıdır. “Kedi fareyi kovaladı” ile “Fareyi
      kedi kovaladı” aynı üç sözcükten oluşur. Türkçede kimin kovaladığını ek söyler, sıra ise
      vurguyu değiştirir; burada vurgu kaybolur. İngilizcede durum daha ağırdır:
      <span lang="en">“The cat chased the mouse”</span> ile
      <span lang="en">“The mouse chased the cat”</span> arasındaki tek fark sıradır ve o gidince kimin
      kovaladığı da gider.
    </p>
    <p>
      Sıranın geri konması gerekir; yaygın üç yol vardır; şekilde üçü de, karşılaştırma için “yok” da
      seçilebilir. <b>Sinüslü</b>
      (<i lang="en">sinusoidal</i>) konumlar (Vaswani ve ark., 2017) X’in her satırına sinüs ve
      kosinüslerden bir vektör ekler. <b>Döner</b> (<i lang="en">rotary</i>, RoPE) konumlar (Su ve
      ark., 2021) her sorgu ve anahtarı, sayılarını ikişer ikişer alarak, konumla büyüyen bir açı
      kadar döndürür; Llama ve Mistral böyle yapar. <b>ALiBi</b> (Press ve ark., 2021) hiç vektör
      eklemez: aradaki uzaklığın her adımı için puandan biraz kesilir.
    </p>
  </div>`,
};

const toPositions = ({ session }: Figures, f: Facts): TemplateResult =>
  html`${between[f.language]()} ${questionView(shifted, session, f)}`;

export const section: Section = {
  id: "order",
  prose: {
    en: (f) => html`
      <p>
        Look for the place of a word in what has been computed so far. ${f.token(0)} stands first,
        ${f.token(1)} second, ${f.token(2)} third; but a score compares two rows, softmax divides a
        row by its sum, and the output adds up values. The numbers 1, 2 and 3 of the places occur
        nowhere.
      </p>
      <p>
        A recurrent network reads word by word and cannot help noticing the order. What does
        attention notice? Ask it: move a token and look at the output.
      </p>
    `,
    tr: (f) => html`
      <p>
        Buraya kadar hesaplananlarda bir sözcüğün yerini arayın. ${f.token(0)} birinci,
        ${f.token(1)} ikinci, ${f.token(2)} üçüncü sırada; ama bir puan iki satırı karşılaştırır,
        softmax bir satırı toplamına böler, çıktı da değerleri toplar. Yerlerin numaraları, 1, 2 ve 3,
        hiçbir yerde geçmez.
      </p>
      <p>
        Yinelemeli ağ sözcükleri tek tek okur, sırayı ister istemez fark eder. Dikkat neyi fark eder?
        Ona soralım: bir tokenı taşıyın ve çıktıya bakın.
      </p>
    `,
  },
  questions: [moved],
  figures: { order: orderFigure, positions: positionsFigure },
  before: { positions: toPositions },
  tryIt: {
    en: (f) => html`Choose ALiBi, then a smaller slope: the penalty fades and the weights come near
    those without positions. Choose RoPE and slide the first position to ${f.count(FURTHEST)}: the arrows turn, the
    angle between them stays. A smaller base θ turns the second pair as fast as the first. Then swap
    two tokens: the rows of the output no longer only change places.`,
    tr: (f) => html`ALiBi’yi seçip eğimi küçültün: kesinti silinir, ağırlıklar konumsuz olanlara
    yaklaşır. RoPE’yi seçip ilk konumu sonuna, ${f.count(FURTHEST)} sayısına kadar kaydırın: oklar döner, aralarındaki açı kalır.
    Taban θ küçüldükçe ikinci çift birincisi kadar hızlı döner. Sonra iki tokenın yerini değiştirin:
    çıktının satırları artık yalnızca yer değiştirmiş olmaz.`,
  },
  sources: [
    source.setTransformer,
    source.vaswani,
    source.rope,
    source.llama3,
    source.mistral,
    source.alibi,
  ],
};
