// The block around attention: its stages in their order, each opened into its matrix.

import "../styles/block.css";
import { live } from "lit/directives/live.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import { type Matrix, originOf } from "../inputs/state.ts";
import {
  type Block,
  blockOf,
  gridOfRows,
  type Kind,
  type Stage,
  type StageId,
  stageIds,
} from "../lesson/block-stages.ts";
import { type BlockWords, blockWords } from "../lesson/block-text.ts";
import type { Facts } from "../lesson/facts.ts";
import type { Session } from "../page/session.ts";
import { buttonView, choiceView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { legendView } from "../views/legend.ts";
import { matrixView } from "../views/matrix.ts";
import { formatNumber } from "../views/number.ts";
import { type Scale, scaleOf } from "../views/scale.ts";
import { type Grid, gridOf, type Scene } from "../views/scene.ts";
import { badge } from "../views/symbol.ts";
import { Choices, wholeChoice, wordChoice } from "./choices.ts";
import { editProjected } from "./choose-source.ts";
import type { Figures } from "./figures.ts";
import { Memo } from "./memo.ts";
import { figureText } from "./text.ts";
import { wrongView } from "./wrong.ts";

const choices = new Choices("block", {
  place: wordChoice<Kind["place"]>("pre", ["pre", "post"]),
  normalization: wordChoice<Kind["normalization"]>("layer", ["layer", "rms"]),
  activation: wordChoice<Kind["activation"]>("gelu", ["gelu", "swiglu"]),
  seed: wholeChoice(1, 0, 999),
  open: wordChoice<StageId | "none">("residual1", ["none", ...stageIds]),
});

const known = new WeakMap<Session, Memo<Block | AttentionError | null>>();

function blockIn(session: Session, scene: Scene, kind: Kind): Block | AttentionError | null {
  const memo = known.get(session) ?? new Memo<Block | AttentionError | null>();
  known.set(session, memo);
  const { place, normalization, activation, seed } = kind;
  return memo.of([scene, place, normalization, activation, seed], () => {
    const outcome = session.engine.ask((core) => blockOf(core, scene.state, kind));
    return "fault" in outcome ? new AttentionError(outcome.fault) : outcome.value;
  });
}

function controls(session: Session, kind: Kind, words: BlockWords): TemplateResult {
  const pick = <Name extends "place" | "normalization" | "activation">(
    name: Name,
    legend: string,
    labels: Readonly<Record<Kind[Name], string>>,
  ) =>
    choiceView<Kind[Name]>({
      legend,
      name: `block-${name}`,
      value: kind[name],
      options: (Object.keys(labels) as Kind[Name][]).map((value) => ({
        value,
        label: labels[value],
      })),
      onChange: (value) => choices.set(session, { [name]: value }),
    });
  return html`${pick("place", words.place, words.places)}
    ${pick("normalization", words.norm, words.norms)}
    ${pick("activation", words.forward, words.activations)}`;
}

/** The scale of all numbers of the block but the attention weights. */
function scaleIn(scene: Scene, { stages }: Block): Scale {
  const like = gridOf(scene, "x");
  const drawn = stages.flatMap((stage) => stage.drawn);
  const all = [
    ...stages.filter(({ id }) => id !== "weights"),
    ...drawn.map(({ rows }) => ({ rows, columns: "width" as const })),
  ];
  return scaleOf(...all.map((each) => gridOfRows(like, each, [])));
}

function rowView(rows: Matrix, session: Session): TemplateResult {
  const numbers = (rows[0] ?? []).map((value) => formatNumber(value, session.language, "cell"));
  return html`<span class="dk-num">[${numbers.join("\u2002")}]</span>`;
}

interface Drawing {
  readonly session: Session;
  readonly scene: Scene;
  readonly facts: Facts;
  readonly words: BlockWords;
  readonly kind: Kind;
  readonly scale: Scale;
  readonly block: Block;
}

/** A matrix with a name in words alone. */
const titled = (grid: Grid, name: string): Grid => ({ ...grid, title: { name } });

/** X is the reader's; all else is computed. */
const originIn = ({ id }: Stage, { state }: Scene) => (id === "x" ? originOf(state, "x") : null);

/** A sum, written out: what came in, plus what the part made. */
function sumView(stage: Stage, d: Drawing): TemplateResult {
  const { session, scene, scale, block, words, kind } = d;
  const names = words.stages(kind);
  const one = (part: Stage) =>
    matrixView(titled(gridOfRows(gridOf(scene, "x"), part, []), names[part.id].name), {
      language: session.language,
      prefix: `block-${stage.id}-${part.id}`,
      scale,
      origin: originIn(part, scene),
    });
  const parts = [...block.stages.filter(({ id }) => stage.addends.includes(id)), stage];
  return html`<div class="figure-row block-sum">
    ${parts.map((part, i) => html`${i === 0 ? nothing : html`<span class="block-sign">${i === 1 ? "+" : "="}</span>`}${one(part)}`)}
  </div>`;
}

function matrices(stage: Stage, name: string, d: Drawing): TemplateResult {
  if (stage.addends.length > 0) return sumView(stage, d);
  const { session, scene, scale, kind } = d;
  const { language } = session;
  const attending = stage.id === "weights";
  const like = gridOf(scene, attending ? "weights" : "x");
  const grid = attending
    ? { ...gridOfRows(like, stage, like.columnLabels), hidden: like.hidden }
    : titled(gridOfRows(like, stage, []), name);
  const prefix = `block-${stage.id}`;
  const first = matrixView(
    grid,
    attending
      ? { language, prefix, rowSums: true }
      : {
          language,
          prefix,
          scale,
          origin: originIn(stage, scene),
        },
  );
  const drawn = stage.drawn.map(({ name: title, rows }, i) => {
    const plain = gridOfRows(like, { rows, columns: "width" }, []);
    const labels = rows.map((_, row) => String(row + 1));
    const origin = { kind: "random", seed: kind.seed } as const;
    return matrixView(titled({ ...plain, rowAxis: "model", rowLabels: labels }, title), {
      language,
      prefix: `${prefix}-drawn-${i}`,
      origin,
      scale,
    });
  });
  return html`<div class="figure-row">${first}${drawn}</div>`;
}

function stageView(stage: Stage, last: boolean, d: Drawing): TemplateResult {
  const { session, words, kind, facts } = d;
  const { open } = choices.of(session.state);
  const { name, what } = words.stages(kind)[stage.id];
  // Not by the `toggle` event, which comes late: a redraw in between would undo it.
  const pressed = (event: Event) => {
    event.preventDefault();
    choices.set(session, { open: open === stage.id ? "none" : stage.id });
  };
  return html`<li class=${stage.stream ? "block-stage block-stream" : "block-stage"} data-stage=${stage.id}>
    <details .open=${live(open === stage.id)}>
      <summary @click=${pressed}>
        <b>${name}</b>${stage.stream ? nothing : html`<span class="dk-sr"> (${words.aside})</span>`}
        <span class="block-row">${words.row(facts.token(0), rowView(stage.rows, session))}</span>
      </summary>
      <p>${what}${last ? html` ${words.last}` : nothing}</p>
      ${matrices(stage, name, d)}
    </details>
  </li>`;
}

function body(block: Block, d: Drawing): TemplateResult {
  const { session, words, kind } = d;
  return html`<div class="block">
    <div class="block-drawn">
      <span>${words.weights(badge({ kind: "random", seed: kind.seed }, session.language))}</span>
      ${buttonView({
        label: words.drawAgain,
        onClick: () => choices.set(session, { seed: (kind.seed + 1) % 1000 }),
      })}
    </div>
    <ol class="block-stages" aria-label=${words.stream}>
      ${block.stages.map((stage, i) => stageView(stage, i === block.stages.length - 1, d))}
    </ol>
  </div>`;
}

function withoutX(session: Session, words: BlockWords): TemplateResult {
  const { source } = session.initial;
  return html`<div class="block">
    <p>${words.direct}</p>
    ${
      source.kind === "projected"
        ? buttonView({ label: words.takeX, onClick: () => editProjected(session, source) })
        : nothing
    }
  </div>`;
}

export function blockView(figures: Figures, facts: Facts): TemplateResult {
  const { session } = figures;
  const { language } = session;
  const words = blockWords[language];
  const kind = choices.of(session.state);
  const { scene } = facts;
  const block = blockIn(session, scene, kind);
  const frame = {
    wrong: wrongView(session, choices),
    id: "figure-block",
    title: words.title,
    wide: true,
  };
  const fault = session.fault ? figureText[language].stale : null;
  if (block === null) return figureView({ ...frame, fault, body: withoutX(session, words) });
  if (block instanceof AttentionError)
    return figureView({ ...frame, fault, body: faultView(block.describe(language)) });
  const scale = scaleIn(scene, block);
  return figureView({
    ...frame,
    fault,
    controls: controls(session, kind, words),
    body: body(block, { session, scene, facts, words, kind, scale, block }),
    legend: legendView(scale, { language, label: words.legend }),
    caption: html`${words.caption(block.hidden)} ${block.mixed ? words.mixed : nothing}`,
  });
}
