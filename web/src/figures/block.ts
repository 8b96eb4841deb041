// The block around attention: its stages in their order, each opened into its matrix.

import "../styles/block.css";
import { live } from "lit/directives/live.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { Matrix } from "../inputs/state.ts";
import {
  type Block,
  blockOf,
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
import { formatNumber } from "../views/number.ts";
import type { Scale } from "../views/scale.ts";
import type { Scene } from "../views/scene.ts";
import { badge } from "../views/symbol.ts";
import { matricesOf, sceneOfBlock } from "./block-scene.ts";
import { Choices, cellChoice, wholeChoice, wordChoice } from "./choices.ts";
import { editProjected } from "./choose-source.ts";
import type { Figures } from "./figures.ts";
import { Memo } from "./memo.ts";
import { OwnScene } from "./own-scene.ts";
import { staleNote } from "./stale.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

const choices = new Choices("block", {
  place: wordChoice<Kind["place"]>("pre", ["pre", "post"]),
  normalization: wordChoice<Kind["normalization"]>("layer", ["layer", "rms"]),
  activation: wordChoice<Kind["activation"]>("gelu", ["gelu", "swiglu"]),
  seed: wholeChoice(1, 0, 999),
  open: wordChoice<StageId | "none">("residual1", ["none", ...stageIds]),
  cell: cellChoice(),
});

interface Computed {
  readonly block: Block;
  readonly scene: Scene;
}

const known = new WeakMap<Session, Memo<Computed | AttentionError | null>>();

function computed(session: Session, { state }: Scene, kind: Kind) {
  const memo = known.get(session) ?? new Memo<Computed | AttentionError | null>();
  known.set(session, memo);
  const { place, normalization, activation, seed } = kind;
  const { language } = session;
  return memo.of([state, place, normalization, activation, seed, language], () => {
    const outcome = session.engine.ask((core) => blockOf(core, state, kind));
    if ("fault" in outcome) return new AttentionError(outcome.fault);
    const block = outcome.value;
    const scene = block && sceneOfBlock(state, block, kind, blockWords[language]);
    return scene && { block, scene };
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
const scaleIn = (own: OwnScene, block: Block, kind: Kind): Scale =>
  own.scale(
    ...stageIds.filter((id) => id !== "weights").flatMap((id) => matricesOf(id, block, kind)),
  );

function rowView(rows: Matrix, session: Session): TemplateResult {
  const numbers = (rows[0] ?? []).map((value) => formatNumber(value, session.language, "cell"));
  return html`<span class="dk-num">[${numbers.join("\u2002")}]</span>`;
}

interface Drawing {
  readonly session: Session;
  readonly facts: Facts;
  readonly words: BlockWords;
  readonly kind: Kind;
  readonly scale: Scale;
  readonly block: Block;
  readonly own: OwnScene;
}

/** Of a sum, written out: what came in, plus what the part made. */
function matrices({ id, addends }: Stage, { own, block, kind, scale }: Drawing): TemplateResult {
  const drawn = matricesOf(id, block, kind).map((name) =>
    own.matrix(name, name === "weights" ? { rowSums: true } : { scale }),
  );
  if (addends === null) return html`<div class="figure-row">${drawn}</div>`;
  const sign = (text: string) => html`<span class="block-sign">${text}</span>`;
  return html`<div class="figure-row block-sum">
    ${drawn[0]}${sign("+")}${drawn[1]}${sign("=")}${drawn[2]}
  </div>`;
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
      ${open === stage.id ? matrices(stage, d) : nothing}
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
  const made = computed(session, facts.scene, kind);
  const frame = {
    wrong: wrongView(session, choices),
    id: "figure-block",
    title: figureTitles.block[language],
    wide: true,
  };
  const fault = staleNote(session);
  if (made === null) return figureView({ ...frame, fault, body: withoutX(session, words) });
  if (made instanceof AttentionError)
    return figureView({ ...frame, fault, body: faultView(made.describe(language)) });
  const { block, scene } = made;
  const own = new OwnScene({
    session,
    figure: "block",
    scene,
    open: kind.cell,
    onOpen: (cell) => choices.set(session, { cell }),
  });
  const scale = scaleIn(own, block, kind);
  return figureView({
    ...frame,
    fault,
    controls: controls(session, kind, words),
    body: body(block, { session, facts, words, kind, scale, block, own }),
    legend: legendView(scale, { language, label: words.legend }),
    caption: html`${words.caption(block.hidden)} ${block.mixed ? words.mixed : nothing}`,
    inspector: own.inspector(),
  });
}
