// The bug lab: a wrong line beside the right one, on the numbers of the page, and a guess.

import "../styles/bugs.css";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { Language, Matrix } from "../inputs/state.ts";
import { broken, guessed, invariants } from "../lesson/bugs/guess.ts";
import {
  type Case,
  difference,
  distance,
  headCounts,
  needsHeads,
  needsMask,
  ROUNDING,
  tryOut,
  usualHeads,
  type VariantId,
  variantIds,
} from "../lesson/bugs/lab.ts";
import { type LabWords, labWords } from "../lesson/bugs/lab-text.ts";
import { listingLanguages, listings } from "../lesson/bugs/listings.ts";
import { met } from "../lesson/bugs/sources.ts";
import { invariantOf, variantWords } from "../lesson/bugs/variant-text.ts";
import type { Facts } from "../lesson/facts.ts";
import { type Question, questionView } from "../lesson/question.ts";
import { source } from "../lesson/sources.ts";
import type { Session } from "../page/session.ts";
import { codeView } from "../views/code.ts";
import { buttonView, choiceView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { legendView } from "../views/legend.ts";
import { matrixView } from "../views/matrix.ts";
import { extentOf, type Scale, scaleOf } from "../views/scale.ts";
import { type Grid, gridOf, type Scene } from "../views/scene.ts";
import { Choices, wholeChoice, wordChoice } from "./choices.ts";
import type { Figures } from "./figures.ts";
import { copyListing } from "./five-lines.ts";
import { Memo } from "./memo.ts";
import { staleNote } from "./stale.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

const choices = new Choices("bugs", {
  fault: wordChoice<VariantId>("scale-model", variantIds),
  /** 0: the number at which the fault shows. */
  heads: wholeChoice(0, 0, 4),
  listing: wordChoice("python", listingLanguages),
  round: wholeChoice(1, 1, guessed.length),
});

const groups: Readonly<Record<keyof LabWords["groups"], readonly VariantId[]>> = {
  scale: ["scale-model", "scale-heads", "scale-none"],
  softmax: ["columns", "query-is-key"],
  mask: ["mask-zero", "mask-after", "mask-transposed", "mask-early", "mask-inverted", "mask-empty"],
  heads: ["heads-averaged", "heads-reshaped"],
  positions: ["alibi-sign", "rotary-values", "cache-positions"],
};

/** Only the output differs, or the weights are those of every other page. */
const ofOutputOnly = (id: VariantId) => id.startsWith("heads-") || id === "rotary-values";
const rotates = (id: VariantId) => id === "rotary-values" || id === "cache-positions";

type Sides = Readonly<Record<"right" | "wrong" | "difference", Grid>>;

interface Shown {
  readonly tried: Case;
  readonly weights: Sides;
  readonly output: Sides;
  readonly scores: Grid;
}

function rowsOf(grid: Grid): Matrix {
  return Array.from({ length: grid.rows }, (_, i) =>
    Array.from({ length: grid.columns }, (_, j) => grid.at(i, j)),
  );
}

/** Numbers with the labels of a matrix of the scene. */
function gridLike(like: Grid, rows: Matrix, hidden: Grid["hidden"] = () => false): Grid {
  return { ...like, at: (i, j) => rows[i]?.[j] ?? Number.NaN, hidden, editable: false };
}

function sidesOf(like: Grid, right: Matrix, wrong: Matrix, hidden?: Grid["hidden"]): Sides {
  return {
    right: gridLike(like, right, hidden),
    wrong: gridLike(like, wrong),
    difference: gridLike(like, difference(right, wrong)),
  };
}

/** `masked`: under the causal mask, whatever the page's switch says. */
function compute(
  session: Session,
  scene: Scene,
  id: VariantId,
  heads: number,
  masked = false,
): Shown | AttentionError {
  const [q, k, v] = (["q", "k", "v"] as const).map((name) => rowsOf(gridOf(scene, name))) as [
    Matrix,
    Matrix,
    Matrix,
  ];
  const { temperature, causal } = scene.state.settings;
  const base = { q, k, v, temperature, causal: masked || causal !== false };
  const used = heads === 0 || !headCounts(base).includes(heads) ? usualHeads(id, base) : heads;
  const outcome = session.engine.ask((core) => tryOut(core, id, base, used));
  if ("fault" in outcome) return new AttentionError(outcome.fault);
  const tried = outcome.value;
  const { right, wrong, sees } = tried;
  const hidden: Grid["hidden"] = (i, j) => !sees[i]?.[j];
  return {
    tried,
    weights: sidesOf(gridOf(scene, "weights"), right.weights, wrong.weights, hidden),
    output: sidesOf(gridOf(scene, "output"), right.output, wrong.output),
    scores: gridLike(gridOf(scene, "scaled"), wrong.scaled),
  };
}

interface Lab {
  readonly chosen: Memo<Shown | AttentionError>;
  readonly guessed: Memo<Shown | AttentionError>;
}

const labs = new WeakMap<Session, Lab>();

function labOf(session: Session): Lab {
  const known = labs.get(session) ?? { chosen: new Memo(), guessed: new Memo() };
  labs.set(session, known);
  return known;
}

function picker(session: Session, chosen: VariantId, words: LabWords): TemplateResult {
  const names = variantWords[session.language];
  return html`<div class="bugs-picker" role="group" aria-label=${words.pick}>
    ${Object.entries(groups).map(([group, ids]) =>
      choiceView<VariantId>({
        legend: words.groups[group as keyof typeof groups],
        name: "bugs-fault",
        value: chosen,
        options: ids.map((value) => ({ value, label: names[value].name })),
        onChange: (fault) => choices.set(session, { fault, heads: 0 }),
      }),
    )}
  </div>`;
}

function lines(session: Session, id: VariantId, words: LabWords): TemplateResult {
  const { listing } = choices.of(session.state);
  const { right, wrong } = listings[id][listing];
  const onCopy = (text: string) => void copyListing(session, text);
  const language = words[listing];
  return html`<div class="bugs-lines">
    ${codeView(right, { title: html`<b class="bugs-right">${words.rightLine}</b> ${language}`, copyLabel: words.copy, onCopy })}
    ${codeView(wrong, { title: html`<b class="bugs-wrong">${words.wrongLine}</b> ${language}`, copyLabel: words.copy, onCopy })}
  </div>`;
}

/** Of the differences that are shown, centred on 0. */
function scaleOfDifferences(id: VariantId, { weights, output }: Shown): Scale {
  const extent = extentOf(
    ofOutputOnly(id) ? [output.difference] : [weights.difference, output.difference],
  );
  return { kind: "diverging", ...extent, limit: Math.max(-extent.min, extent.max, 0) };
}

function sidesView(
  name: string,
  title: string,
  sides: Sides,
  apart: Scale,
  { language, words }: { language: Language; words: LabWords },
) {
  const common = scaleOf(sides.right, sides.wrong);
  const columns = (["right", "wrong", "difference"] as const).map((side) => {
    const id = `bugs-${name}-${side}`;
    const grid = sides[side];
    const scale = side === "difference" ? apart : common;
    return html`<div class="bugs-side" role="group" aria-labelledby=${`${id}-title`}>
      <h5 id=${`${id}-title`} class=${`bugs-${side}`}>${words[side]}</h5>
      ${matrixView(grid, { language, prefix: id, scale, rowSums: grid.name === "weights" && side !== "difference" })}
    </div>`;
  });
  return html`<div class="bugs-sides"><h4>${title}</h4><div class="bugs-row">${columns}</div></div>`;
}

function metView(id: VariantId, language: Language, words: LabWords): TemplateResult {
  const reports = met[id];
  if (reports) {
    return html`<p class="bugs-met"><b>${words.met}</b>
      ${reports.map(({ who, title, url }, i) => html`${i === 0 ? "" : "; "}<a href=${url}>${who[language]}</a>: <cite lang="en">${title}</cite>`)}</p>`;
  }
  const purpose = words.onPurpose[id];
  const origin = {
    "query-is-key": source.reformer,
    "heads-averaged": source.graphAttention,
    "rotary-values": source.rope,
  };
  const of = origin[id as keyof typeof origin];
  const link = of ? html`<a href=${of.url}>${of.who[language]}</a>` : html``;
  return html`<p class="bugs-met">${words.slip} ${purpose ? purpose(link) : nothing}</p>`;
}

function notes(id: VariantId, scene: Scene, words: LabWords): string {
  const { causal, scaled } = scene.state.settings;
  return [
    needsMask(id) && causal === false ? words.notes.masked : "",
    rotates(id) ? words.notes.rotary : "",
    scaled ? "" : words.notes.scaled,
  ]
    .filter(Boolean)
    .join(" ");
}

function detail(session: Session, id: VariantId, shown: Shown, facts: Facts, words: LabWords) {
  const { language } = session;
  const { name, what } = variantWords[language][id];
  const { tried } = shown;
  const largest = distance(tried.right.output, tried.wrong.output);
  const apart = scaleOfDifferences(id, shown);
  const said = { language, words };
  const nothingShows =
    largest < ROUNDING && distance(tried.right.weights, tried.wrong.weights) < ROUNDING;
  const several = tried.heads > 1;
  return html`<div class="bugs-detail">
    <div class="bugs-told">
      <h4>${name}</h4>
      <p>${what}</p>
    </div>
    ${lines(session, id, words)}
    <div class="bugs-holds" role="status">
      <b>${words.holds}</b>
      <p>${invariantOf(id, tried, facts)}</p>
      <p class="bugs-largest">${words.largest(facts.number(largest < ROUNDING ? 0 : largest))} ${nothingShows ? words.hidden : nothing}</p>
    </div>
    ${
      ofOutputOnly(id)
        ? nothing
        : sidesView(
            "weights",
            several ? words.weightsOfHead(tried.heads) : words.weights,
            shown.weights,
            apart,
            said,
          )
    }
    ${sidesView("output", several ? words.outputOfHeads : words.output, shown.output, apart, said)}
    ${metView(id, language, words)}
    <p class="bugs-note">${notes(id, facts.scene, words)}</p>
  </div>`;
}

function headChoice(session: Session, id: VariantId, shown: Shown, scene: Scene, words: LabWords) {
  if (!needsHeads(id)) return nothing;
  const widths = { k: rowsOf(gridOf(scene, "k")), v: rowsOf(gridOf(scene, "v")) };
  const counts = headCounts({ q: [], ...widths, temperature: 1, causal: false });
  return choiceView({
    legend: words.heads,
    name: "bugs-heads",
    value: String(shown.tried.heads),
    options: counts.map((count) => ({ value: String(count), label: count })),
    onChange: (heads) => choices.set(session, { heads: Number(heads) }),
  });
}

/** The round as a question, judged by the matrices that are shown. */
function guess(id: VariantId, tried: Case, words: LabWords): Question {
  const kind = broken(tried);
  return {
    id: `bugs-${id}`,
    kind: "choice",
    ask: { en: () => html`${labWords.en.gameAsk}`, tr: () => html`${labWords.tr.gameAsk}` },
    answers: {
      en: () => invariants.map((name) => labWords.en.invariants[name]),
      tr: () => invariants.map((name) => labWords.tr.invariants[name]),
    },
    right: () => (kind === null ? null : invariants.indexOf(kind)),
    explain: {
      en: (f) => why(id, tried, f, words),
      tr: (f) => why(id, tried, f, words),
    },
  };
}

function why(id: VariantId, tried: Case, f: Facts, words: LabWords): TemplateResult {
  return words.gameWhy(variantWords[f.language][id].name, invariantOf(id, tried, f));
}

function game(session: Session, facts: Facts, words: LabWords): TemplateResult {
  const { language } = session;
  const { round } = choices.of(session.state);
  const id = guessed[round - 1] ?? guessed[0];
  const { scene } = facts;
  const shown = labOf(session).guessed.of([scene, id], () => compute(session, scene, id, 1, true));
  const next = buttonView({
    label: words.gameNext,
    onClick: () => choices.set(session, { round: (round % guessed.length) + 1 }),
  });
  const head = html`<div class="bugs-game-head">
    <p role="status">${words.gameRound(round, guessed.length)}</p>${next}
  </div>`;
  if (shown instanceof AttentionError) return html`${head}${faultView(shown.describe(language))}`;
  const plain = gridLike(shown.weights.wrong, rowsOf(shown.weights.wrong));
  return html`${head}
    <div class="bugs-row">
      <div class="bugs-side" role="group" aria-labelledby="bugs-game-scores-title">
        <h5 id="bugs-game-scores-title">${words.gameScores}</h5>
        ${matrixView(shown.scores, { language, prefix: "bugs-game-scores" })}
      </div>
      <div class="bugs-side" role="group" aria-labelledby="bugs-game-weights-title">
        <h5 id="bugs-game-weights-title">${words.gameWeights}</h5>
        ${matrixView(plain, { language, prefix: "bugs-game-weights" })}
      </div>
    </div>
    ${broken(shown.tried) === null ? html`<p class="bugs-note">${words.gameNone}</p>` : questionView(guess(id, shown.tried, words), session, facts)}`;
}

export function bugsView(figures: Figures, facts: Facts): TemplateResult {
  const { session } = figures;
  const { language } = session;
  const words = labWords[language];
  const { fault: id, heads, listing } = choices.of(session.state);
  const { scene } = facts;
  const shown = labOf(session).chosen.of([scene, id, heads], () =>
    compute(session, scene, id, heads),
  );
  const failed = shown instanceof AttentionError;
  const listingChoice = choiceView({
    legend: words.listing,
    name: "bugs-listing",
    value: listing,
    options: listingLanguages.map((value) => ({ value, label: words[value] })),
    onChange: (value) => choices.set(session, { listing: value }),
  });
  return figureView({
    wrong: wrongView(session, choices),
    id: "figure-bugs",
    title: figureTitles.bugs[language],
    controls: html`${listingChoice}${failed ? nothing : headChoice(session, id, shown, scene, words)}`,
    body: html`<div class="bugs">
      ${picker(session, id, words)}
      ${failed ? faultView(shown.describe(language)) : detail(session, id, shown, facts, words)}
    </div>`,
    legend: failed
      ? null
      : [
          ofOutputOnly(id)
            ? nothing
            : legendView(scaleOf(shown.weights.right, shown.weights.wrong), {
                language,
                label: words.weightsLegend,
                masked: needsMask(id) || scene.state.settings.causal !== false,
              }),
          legendView(scaleOf(shown.output.right, shown.output.wrong), {
            language,
            label: words.legend,
          }),
          legendView(scaleOfDifferences(id, shown), { language, label: words.difference }),
        ],
    wide: true,
    fault: staleNote(session),
  });
}

export function guessView({ session }: Figures, facts: Facts): TemplateResult {
  const { language } = session;
  const words = labWords[language];
  return figureView({
    id: "figure-bugs-guess",
    title: figureTitles["bugs-guess"][language],
    body: html`<div class="bugs-game">${game(session, facts, words)}</div>`,
    wide: true,
    fault: staleNote(session),
  });
}
