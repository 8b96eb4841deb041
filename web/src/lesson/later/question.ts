import { html, type TemplateResult } from "lit/html.js";
import {
  CUP,
  lastWord,
  mostOf,
  questionFigure,
  rowOf,
  SUITCASE,
  weightsOf,
} from "../../figures/question.ts";
import type { Session } from "../../page/session.ts";
import type { Facts } from "../facts.ts";
import { firstSource } from "../first-source.ts";
import type { Section } from "../section.ts";

const word = (text: string): TemplateResult => html`<i class="dk-word" lang="tr">${text}</i>`;

/** The share that the last word gives to one of the nouns. */
function share(f: Facts, session: Session, adjective: "big" | "small", noun: number) {
  return f.number(weightsOf(session, adjective)[noun] ?? Number.NaN);
}

const numberIn = (f: Facts, session: Session, name: "scores" | "scaled", noun: number) =>
  f.number(rowOf(session, "small", name)[noun] ?? Number.NaN);

/** Of the answers: that no word gets more than all the others. */
const NONE = 3;

export const section: Section = {
  id: "question",
  prose: {
    en: (f, session) => html`
      <p>
        “<span lang="tr">Kupa bavula sığmadı çünkü çok büyüktü.</span>” The cup did not fit into the
        suitcase because it was too big. What was too big? The cup, of course. But no word of the
        sentence says so. In Turkish there is not even an “it”: ${word("büyüktü")}, “was big”, stands
        alone, and the reader supplies whom it speaks of.
      </p>
      <p>
        A machine that handles each word by itself cannot know. The numbers of
        ${word("büyüktü")} by itself are the same in every sentence. It has to look at the other
        words, and to look at some of them more than at others. That is attention: a word asks a
        question, the other words answer it more or less, and the answers become shares that add up
        to ${f.number(1)}.
      </p>
      <p>
        Below, each word has four numbers: does it go into something, does it hold something, is it
        a thing, is it an event. The last word asks in the same four terms. What is too big should
        have gone in, so ${word(lastWord.big)} asks ${row(f, session, "big")}. What matches is added up
        to a score; the scores are then halved and turned into shares, as sections
        <a href="#scale">6</a> and <a href="#softmax">7</a> tell. The cup gets
        ${share(f, session, "big", CUP)} of the attention, the suitcase
        ${share(f, session, "big", SUITCASE)}. In the figure <i>Q</i> is the question, <i>K</i> what
        the words answer to, <i>S</i> the scores and <i>A</i> the shares. These numbers were chosen by hand so that the mechanism can
        be checked on paper. In a trained model they are learned from text, and need not be so tidy.
      </p>
    `,
    tr: (f, session) => html`
      <p>
        “Kupa bavula sığmadı çünkü çok büyüktü.” Büyük olan ne? Kupa elbette. Ama cümlede bunu
        söyleyen bir sözcük yok. Özne gizli: ${word("büyüktü")} tek başına duruyor, kimden söz
        edildiğini okur kendisi tamamlıyor.
      </p>
      <p>
        Sözcükleri birbirinden ayrı ele alan bir makine bunu bilemez; ${word("büyüktü")} sözcüğünün
        kendi sayıları her cümlede aynıdır. Öteki sözcüklere bakması, üstelik kimine daha çok bakması
        gerekir. Dikkat (attention) budur: bir sözcük soru sorar, ötekiler bu soruya az ya da çok
        karşılık verir, karşılıklar da toplamı ${f.number(1)} olan paylara döner.
      </p>
      <p>
        Aşağıda her sözcüğün dört sayısı var: bir şeyin içine girer mi, içine bir şey alır mı, nesne
        mi, olay mı. Son sözcük de aynı dört ölçüyle soruyor. Fazla büyük olan, içeri girecek olandır;
        bu yüzden ${word(lastWord.big)} şunu sorar: ${row(f, session, "big")}. Uyanlar toplanır, puan
        olur; puanlar sonra ikiye bölünüp paylara çevrilir (<a href="#scale">6</a>. ve
        <a href="#softmax">7</a>. bölümler). Kupa ${share(f, session, "big", CUP)} pay alır, bavul
        ${share(f, session, "big", SUITCASE)}. Şekilde <i>Q</i> soruyu, <i>K</i> sözcüklerin neye
        karşılık verdiğini, <i>S</i> puanları, <i>A</i> payları gösterir. Bu
        sayılar, düzenek kâğıt üzerinde denetlenebilsin diye elle seçildi. Eğitilmiş bir modelde
        metinlerden öğrenilirler ve bu kadar düzenli olmak zorunda değildirler.
      </p>
    `,
  },
  questions: [
    {
      id: "question",
      kind: "choice",
      ask: {
        en: () => html`Only the last word changes: ${word(lastWord.small)}, “was small”. Which word
        gets the largest share now?`,
        tr: () => html`Yalnızca son sözcük değişiyor: ${word(lastWord.small)}. En büyük payı şimdi
        hangi sözcük alır?`,
      },
      answers: {
        en: () => [
          html`${word("Kupa")} (cup)`,
          html`${word("bavula")} (into the suitcase)`,
          html`${word("sığmadı")} (did not fit)`,
          "no word more than all the others",
        ],
        tr: () => [word("Kupa"), word("bavula"), word("sığmadı"), "hiçbiri ötekilerden çok almaz"],
      },
      // Without strength the nouns have equal shares.
      right: (_, session) => mostOf(session, "small") ?? NONE,
      explain: {
        en: (f, session) => html`What is too small should have held the other. The question is now
        ${row(f, session, "small")}: the suitcase scores ${numberIn(f, session, "scores", SUITCASE)},
        the cup ${numberIn(f, session, "scores", CUP)}. Divided by √4 and put through softmax, that is
        ${share(f, session, "small", SUITCASE)} against ${share(f, session, "small", CUP)}.`,
        tr: (f, session) => html`Fazla küçük olan, ötekini içine alacak olandır. Soru artık
        ${row(f, session, "small")}: bavulun puanı ${numberIn(f, session, "scores", SUITCASE)}, kupanınki
        ${numberIn(f, session, "scores", CUP)}. √4’e bölünüp softmax’ten geçince
        ${share(f, session, "small", SUITCASE)} paya karşı ${share(f, session, "small", CUP)} eder.`,
      },
    },
  ],
  figures: { question: questionFigure },
  tryIt: {
    en: () => html`Turn the strength of the question down to 0. The two nouns now get the same share:
    both are things, and nothing else is asked. Then open the weight of
    ${word("Kupa")} and walk back from number to number to the four products it came from.`,
    tr: () => html`Sorunun gücünü 0’a indirin. İki ad artık eşit pay alır: ikisi de nesnedir, başka
    bir şey de sorulmamıştır. Sonra ${word("Kupa")} sütunundaki ağırlığı açın ve sayıdan sayıya geri
    yürüyerek çıktığı dört çarpıma varın.`,
  },
  sources: [firstSource.winograd, firstSource.bahdanau],
};

/** What the last word asks, as in [4  0  2  0]. */
function row(f: Facts, session: Session, adjective: "big" | "small"): TemplateResult {
  const numbers = rowOf(session, adjective, "q").map((value) => f.number(value));
  return html`<span class="dk-num">[${numbers.map((number, i) => (i > 0 ? html`\u2002${number}` : number))}]</span>`;
}
