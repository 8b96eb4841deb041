// The reader's own: the numbers taken along, the five lines with them in it, and the rows that
// should add up to 1.

import "../styles/turn.css";
import { html, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { encode } from "../inputs/url.ts";
import type { Facts } from "../lesson/facts.ts";
import { programOf } from "../lesson/python.ts";
import type { Results, Session } from "../page/session.ts";
import { codeView } from "../views/code.ts";
import { figureView } from "../views/figure.ts";
import { hasMask } from "../views/formula.ts";
import { formatNumber } from "../views/number.ts";
import { type Grid, gridOf } from "../views/scene.ts";
import type { Figures } from "./figures.ts";
import { copyListing } from "./five-lines.ts";
import { Memo } from "./memo.ts";
import { staleNote } from "./stale.ts";
import { figureText } from "./text.ts";
import { figureTitles } from "./titles.ts";

interface Words {
  readonly sums: string;
  readonly equals: (all: boolean) => string;
  readonly exact: string;
  readonly farthest: (number: TemplateResult) => TemplateResult;
  readonly nothing: string;
  readonly odd: string;
  readonly take: string;
  readonly open: string;
  readonly takeMore: string;
  readonly program: string;
  readonly differs: string;
  readonly comments: Parameters<typeof programOf>[1];
}

const turnWords: Record<Language, Words> = {
  en: {
    sums: "Do the rows add up to 1?",
    equals: (all) =>
      all
        ? "All rows do, with the numbers of the page as they are now."
        : "Not all of them, with the numbers of the page as they are now.",
    exact: "Each is 1 to the last bit.",
    farthest: (number) => html`Farthest from 1: ${number}, the rounding of float64.`,
    nothing: "sees nothing",
    odd: "is no number",
    take: "Your own sentence, your own matrices",
    open: "Open these numbers in the playground",
    takeMore:
      "There a sentence of your own gets embeddings and weights from a seed, matrices can be pasted from NumPy, MATLAB, LaTeX or a spreadsheet, and the link holds all of it.",
    program: "The five lines with your numbers, Python with PyTorch",
    differs:
      "The page has a mask, a temperature or no division switched on; the five lines know none of these, and give the plain result.",
    comments: {
      output: "The same five lines in C++ give on this page:",
      sums: "1 for every row",
      identity: "Q, K and V are set directly: the identity stands for X, and I @ Q is Q.",
    },
  },
  tr: {
    sums: "Satırların toplamı 1 mi?",
    equals: (all) =>
      all
        ? "Sayfanın şu anki sayılarıyla bütün satırlarda öyle."
        : "Sayfanın şu anki sayılarıyla bütün satırlarda öyle değil.",
    exact: "Her biri son bitine kadar 1.",
    farthest: (number) => html`1’den en çok sapma: ${number}; float64 yuvarlaması bu kadardır.`,
    nothing: "görünen yok",
    odd: "sayı değil",
    take: "Kendi cümleniz, kendi matrisleriniz",
    open: "Bu sayıları deneme alanında aç",
    takeMore:
      "Orada kendi cümlenizin gömmeleri ve ağırlık matrisleri bir tohumdan gelir; matrisler NumPy, MATLAB, LaTeX veya bir hesap tablosundan yapıştırılabilir; bağlantı hepsini saklar.",
    program: "Sizin sayılarınızla beş satır, PyTorch’lu Python",
    differs:
      "Sayfada maske ya da sıcaklık açık veya bölme kapalı; beş satırda bunlar yoktur, yalın sonucu verirler.",
    comments: {
      output: "Aynı beş satırın bu sayfada C++ ile verdiği:",
      sums: "her satır için 1",
      identity: "Q, K ve V doğrudan verildi: X yerine birim matris var, I @ Q ise Q.",
    },
  },
};

interface RowSum {
  readonly terms: readonly number[];
  readonly sum: number;
}

/** Nearer to 1 than this is rounding. */
const ROUNDING = 1e-12;

function rowSums(weights: Grid): RowSum[] {
  return Array.from({ length: weights.rows }, (_, i) => {
    const terms = Array.from({ length: weights.columns }, (_cell, j) => weights.at(i, j));
    return { terms, sum: terms.reduce((a, b) => a + b, 0) };
  });
}

function sumView({ terms, sum }: RowSum, row: number, facts: Facts, words: Words): TemplateResult {
  const show = (value: number) => formatNumber(value, facts.language, "share");
  const right = Math.abs(sum - 1) < ROUNDING;
  const verdict = Number.isNaN(sum) ? words.odd : sum === 0 ? words.nothing : "";
  const total = right ? formatNumber(1, facts.language) : show(sum);
  return html`<li class=${right ? "turn-right" : "turn-wrong"}>
    ${facts.token(row)} <span class="dk-num">${terms.map(show).join(" + ")} = <b>${total}</b></span> ${verdict}
  </li>`;
}

function check(weights: Grid, facts: Facts, words: Words): TemplateResult {
  const sums = rowSums(weights);
  const off = sums.map(({ sum }) => Math.abs(sum - 1));
  const all = off.every((each) => each < ROUNDING);
  const most = Math.max(...off);
  const rounding = most === 0 ? words.exact : words.farthest(facts.number(most));
  return html`<div class="turn-part">
    <h4>${words.sums}</h4>
    <ul class="turn-sums">${sums.map((each, row) => sumView(each, row, facts, words))}</ul>
    <p role="status">${words.equals(all)} ${all ? rounding : facts.noNumber(off)}</p>
  </div>`;
}

/** The output of the five lines as the comment of a program: decimal points in every language. */
function outputRows({ fiveLines }: Results): string[] {
  if (!fiveLines) return [];
  const [rows = 0, columns = 0] = fiveLines.output.shape;
  return Array.from({ length: rows }, (_, i) => {
    const cells = Array.from(fiveLines.output.data.subarray(i * columns, (i + 1) * columns));
    return `[${cells.map((cell) => cell.toFixed(4)).join(", ")}]`;
  });
}

interface Taken {
  readonly program: string;
  readonly hash: string;
}

const known = new WeakMap<Session, Memo<Taken>>();

function takenFrom(session: Session, results: Results, words: Words): Taken {
  const memo = known.get(session) ?? new Memo<Taken>();
  known.set(session, memo);
  const { state, language } = session;
  return memo.of([state, results, language], () => ({
    program: programOf(results.scene.state.source, words.comments, outputRows(results)),
    hash: encode(state, language),
  }));
}

export function turnView(figures: Figures, facts: Facts): TemplateResult {
  const { session } = figures;
  const { results, language } = session;
  const words = turnWords[language];
  if (!results) return html``;
  const { settings } = results.scene.state;
  const plain = settings.scaled && settings.temperature === 1 && !hasMask(settings);
  const { program, hash } = takenFrom(session, results, words);
  return figureView({
    id: "figure-turn",
    title: figureTitles.turn[language],
    body: html`<div class="turn">
      ${check(gridOf(results.scene, "weights"), facts, words)}
      <div class="turn-part">
        <h4>${words.take}</h4>
        <p><a href=${`playground.html#${hash}`}>${words.open}</a></p>
        <p>${words.takeMore}</p>
      </div>
      <div class="turn-part turn-program">
        ${codeView(program, {
          title: words.program,
          copyLabel: figureText[language].copy,
          onCopy: (text) => void copyListing(session, text),
        })}
        <p class="turn-note">${plain ? "" : words.differs}</p>
      </div>
    </div>`,
    wide: true,
    fault: staleNote(session),
  });
}
