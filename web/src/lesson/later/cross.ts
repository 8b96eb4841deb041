import { html, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../../core/errors.ts";
import { crossFigure, crossOf, otherWords } from "../../figures/cross.ts";
import type { Session } from "../../page/session.ts";
import { type Grid, gridOf, type Scene } from "../../views/scene.ts";
import { type Facts, strongestOf } from "../facts.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

const other = html`“<span lang="en">${otherWords.join(" ")}</span>”`;

function crossed(session: Session): Scene | null {
  const scene = crossOf(session)?.plain ?? null;
  return scene instanceof AttentionError ? null : scene;
}

function grid(session: Session, name: "k" | "weights" | "output"): Grid | null {
  const scene = crossed(session);
  return scene && gridOf(scene, name);
}

/** 3 × 6 */
function shape(session: Session, name: "k" | "weights" | "output"): TemplateResult {
  const { rows = 0, columns = 0 } = grid(session, name) ?? {};
  return html`<span class="dk-num">${rows} × ${columns}</span>`;
}

/** Whom each of the reader's tokens finds in the other sentence, and the tokens that find no single one. */
function found(f: Facts, session: Session) {
  const weights = grid(session, "weights");
  const rows = (weights?.rowLabels ?? []).map((_, row) => {
    const shares = (weights?.columnLabels ?? []).map(
      (_label, j) => weights?.at(row, j) ?? Number.NaN,
    );
    return { row, shares, best: strongestOf(shares) };
  });
  const pairs = rows.flatMap(({ row, shares, best }) => {
    if (best === null) return [];
    const word = html`<i class="dk-word" lang="en">${weights?.columnLabels[best]}</i>`;
    return [html`${f.token(row)} → ${word} (${f.number(shares[best] as number)})`];
  });
  const tied = rows.flatMap(({ row, best }) => (best === null ? [f.token(row)] : []));
  return { pairs, tied, note: f.noNumber(rows.flatMap(({ shares }) => shares)) };
}

const listed = (items: readonly TemplateResult[]) =>
  items.map((item, i) => (i > 0 ? html`, ${item}` : item));

function finds(f: Facts, session: Session): TemplateResult {
  const { pairs, tied, note } = found(f, session);
  if (f.language === "tr")
    return html`${pairs.length > 0 ? html`En çok payı alanlar: ${listed(pairs)}.` : ""}
    ${tied.length > 0 ? html`Öne çıkan tek bir anahtarı olmayan: ${listed(tied)}.` : ""} ${note}`;
  return html`${pairs.length > 0 ? html`The largest share goes to: ${listed(pairs)}.` : ""}
  ${tied.length > 0 ? html`No single key stands out for: ${listed(tied)}.` : ""} ${note}`;
}

export const section: Section = {
  id: "cross",
  prose: {
    en: (f, session) => html`
      <p>
        So far one sentence has looked at itself: queries, keys and values came from the same three
        tokens. That is self-attention. With the mask it becomes causal, and each token sees only
        itself and the past. Nothing in the formula asks for either. Take the queries from one
        sequence and the keys and values from another, and it is cross-attention.
      </p>
      <p>
        A translator works like that. While it writes, every word of its own asks the sentence it
        is translating. Here ${f.token(0)}, ${f.token(1)} and ${f.token(2)} ask
        ${other}. The two need not be equally long, only their queries and keys equally wide.
        ${finds(f, session)} The same wiring lets a summary ask its article, and a caption the patches
        of a picture.
      </p>
      <p>
        The causal mask stays away from it. It hides what is not written yet, and the other
        sentence is there as a whole before the first word is. Place 2 here and place 2 there are
        not the same moment. A model for translation therefore has all three: its encoder looks at
        itself without a mask, its decoder at itself with one, and from the decoder to the encoder
        the way is open (Vaswani et al., 2017). A model such as GPT has the causal one alone, BERT the open
        one alone.
      </p>
    `,
    tr: (f, session) => html`
      <p>
        Buraya kadar bir cümle kendine baktı: sorgular, anahtarlar ve değerler aynı üç tokendan
        geldi. Bu, öz dikkattir (self-attention). Maske takılınca nedensel (causal) olur; her token
        yalnızca kendisini ve geçmişi görür. Oysa formül bunların ikisini de istemez. Sorgular bir
        diziden, anahtarlarla değerler başka bir diziden alınırsa çapraz dikkat (cross-attention)
        elde edilir.
      </p>
      <p>
        Çeviri yapan bir model böyle çalışır: yazarken kendi sözcüklerinin her biri, çevirdiği
        cümleye sorar. Burada ${f.token(0)}, ${f.token(1)} ve ${f.token(2)} şu cümleye soruyor:
        ${other}. İkisinin eşit uzunlukta olması gerekmez; sorgularla anahtarların eşit genişlikte
        olması yeter. ${finds(f, session)} Aynı bağlantıyla bir özet makalesine, bir resim
        açıklaması resmin parçalarına sorar.
      </p>
      <p>
        Nedensel maskenin burada işi yoktur. O, henüz yazılmamış olanı gizler; öteki cümle ise daha
        ilk sözcük yazılmadan bütünüyle oradadır. Buradaki 2. sıra ile oradaki 2. sıra aynı an
        değildir. Bu yüzden çeviri modelinde üçü de bulunur: kodlayıcı (encoder) kendine maskesiz
        bakar, çözücü (decoder) kendine maskeyle bakar, çözücüden kodlayıcıya giden yol ise açıktır
        (Vaswani ve ark., 2017). GPT gibi bir modelde yalnızca nedensel olanı, BERT’te yalnızca açık
        olanı vardır.
      </p>
    `,
  },
  questions: [
    {
      id: "cross",
      kind: "number",
      ask: {
        en: (
          _f,
          session,
        ) => html`Three queries ask ${grid(session, "k")?.rows ?? 0} keys. How many rows
        does the output have?`,
        tr: (
          _f,
          session,
        ) => html`Üç sorgu ${grid(session, "k")?.rows ?? 0} anahtara soruyor. Çıktının kaç
        satırı olur?`,
      },
      right: (_, session) => grid(session, "output")?.rows ?? null,
      explain: {
        en: (
          _,
          session,
        ) => html`One row for each query: the weights are ${shape(session, "weights")}, and
        every row of them mixes all the values into a single one. The output is
        ${shape(session, "output")}. What is asked may be as long as it likes; what comes back is as long as
        the asking side.`,
        tr: (
          _,
          session,
        ) => html`Her sorguya bir satır: ağırlıklar ${shape(session, "weights")}, her satırı
        bütün değerleri tek bir satırda karıştırır. Çıktı ${shape(session, "output")} olur. Sorulan taraf ne
        kadar uzun olursa olsun, dönen yanıt soran taraf kadar uzundur.`,
      },
    },
  ],
  figures: { cross: crossFigure },
  tryIt: {
    en: (
      f,
    ) => html`Choose cross and put the causal mask on it anyway. The weights still add up to 1,
    no error is told, and yet ${f.token(0)} now hears only the first English word. A mistake of this
    kind shows in no shape and in no sum.`,
    tr: (f) => html`Çaprazı seçin ve nedensel maskeyi yine de uygulayın. Ağırlıkların toplamı hâlâ
    1’dir, hiçbir hata bildirilmez; ama ${f.token(0)} artık yalnızca ilk İngilizce sözcüğü duyar. Böyle
    bir yanlış ne boyutlarda ne toplamlarda belli olur.`,
  },
  sources: [source.vaswani, source.bahdanau, source.gpt2, source.bert],
};
