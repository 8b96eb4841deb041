// The tiles of the tiled path, step by step: on the reader's own numbers and on a larger, random
// example.

import "../styles/tiles.css";
import { guard } from "lit/directives/guard.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import { MAX_SEED } from "../inputs/limits.ts";
import { optionsOf, problemOf } from "../inputs/problem.ts";
import { defaultSettings, type State } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { choiceView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { legendView } from "../views/legend.ts";
import { type Block, type Replay, replayOf } from "../views/replay.ts";
import type { Scale } from "../views/scale.ts";
import { type Grid, gridOf, type Scene, sceneOf } from "../views/scene.ts";
import { badge } from "../views/symbol.ts";
import { tileGrid, tileGridLegend, weightScale } from "../views/tile-grid.ts";
import { type TileWords, tileWords } from "../views/tile-words.ts";
import { Choices, cellChoice, wholeChoice, wordChoice } from "./choices.ts";
import type { Figures } from "./figures.ts";
import { Memo } from "./memo.ts";
import { OwnScene } from "./own-scene.ts";
import { Player } from "./player.ts";
import { staleNote } from "./stale.ts";
import { stepKeys, stepsView } from "./steps.ts";
import { sceneOfDivision, sceneOfPass } from "./tile-scene.ts";
import { divisionView, passView } from "./tile-tables.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

/** The larger example. */
const RANDOM = { tokens: 12, width: 4, deviation: 1.5, block: { queries: 4, keys: 4 } };

/** Queries × keys of a tile of the reader's own numbers. */
const blocks = ["1x1", "1x2", "2x1", "2x2"] as const;
type BlockName = (typeof blocks)[number];
type Example = "own" | "random";

export const tileChoices = new Choices("tiles", {
  example: wordChoice<Example>("own", ["own", "random"]),
  block: wordChoice<BlockName>("2x1", blocks),
  seed: wholeChoice(7, 0, MAX_SEED),
  cell: cellChoice(),
});

/** Of one tile, at most. */
const MOST_ROWS = { own: 2, random: RANDOM.block.queries };

function blockOf(name: BlockName): Block {
  const [queries = 1, keys = 1] = name.split("x").map(Number);
  return { queries, keys };
}

interface Shown {
  readonly scene: Scene;
  readonly replay: Replay;
  readonly scale: Scale;
}

/** Rows for q, k and v from one seed. */
function randomState(session: Session, seed: number): State {
  const { tokens, width, deviation } = RANDOM;
  const rows = session.engine.random({ rows: 3 * tokens, columns: width, seed, deviation });
  const third = (i: number) => rows.slice(i * tokens, (i + 1) * tokens);
  const origin = { kind: "random", seed } as const;
  const { scaled, temperature, causal } = (session.results?.scene.state ?? session.state).settings;
  return {
    ...session.initial,
    tokens: Array.from({ length: tokens }, (_, i) => String(i + 1)),
    keyTokens: null,
    source: { kind: "direct", q: third(0), k: third(1), v: third(2) },
    origins: { q: origin, k: origin, v: origin },
    settings: { ...defaultSettings, scaled, temperature, causal },
    cell: null,
  };
}

function rowsOf(grid: Grid): number[][] {
  return Array.from({ length: grid.rows }, (_, i) =>
    Array.from({ length: grid.columns }, (_, j) => grid.at(i, j)),
  );
}

/** A colour scale that fits what is kept at any step. */
function scaleOfKept({ passes }: Replay): Scale {
  const numbers = passes
    .flatMap((pass) => pass.queries.flatMap(({ after }) => after.output))
    .filter(Number.isFinite);
  const [min, max] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  return { kind: "diverging", min, max, limit: Math.max(-min, max) };
}

/** The stage of one page: what it shows is computed anew only when something of it changed. */
class Tiles {
  readonly player: Player;
  private readonly session: Session;
  private readonly steps = new Memo<Scene>();
  private readonly others = new Memo<Scene>();
  private known: {
    readonly on: readonly unknown[];
    readonly shown: Shown | AttentionError;
  } | null = null;

  constructor(session: Session) {
    this.session = session;
    this.player = new Player(() => session.notify());
  }

  get chosen(): ReturnType<typeof tileChoices.of> {
    return tileChoices.of(this.session.state);
  }

  get block(): Block {
    const { example, block } = this.chosen;
    return example === "own" ? blockOf(block) : RANDOM.block;
  }

  /** Other numbers or tiles, from their first step on. */
  choose(changes: Parameters<typeof tileChoices.set>[1]): void {
    tileChoices.set(this.session, { ...changes, cell: null });
    this.player.goTo(0, 0);
  }

  shown(): Shown | AttentionError {
    const { example, block, seed } = this.chosen;
    const scene = this.session.results?.scene;
    const on = [scene, example, block, seed];
    if (!this.known || on.some((part, i) => part !== this.known?.on[i])) {
      this.known = { on, shown: this.compute() };
    }
    return this.known.shown;
  }

  /** The position of the division. */
  last(): number {
    const shown = this.shown();
    return shown instanceof AttentionError ? 0 : shown.replay.passes.length;
  }

  private sceneAt(shown: Shown, position: number, steps: Memo<Scene>): Scene {
    const { scene: page, replay } = shown;
    const { language } = this.session;
    return steps.of([shown, position, language], () => {
      const making = { page, replay, words: tileWords[language] };
      return position < replay.passes.length
        ? sceneOfPass(position, making)
        : sceneOfDivision(making);
    });
  }

  /** The step in hand, to be opened. */
  step(shown: Shown): OwnScene {
    const { session } = this;
    const position = this.player.position(shown.replay.passes.length);
    return new OwnScene({
      ...{ session, figure: "tiles", scene: this.sceneAt(shown, position, this.steps) },
      open: this.chosen.cell,
      onOpen: (cell) => tileChoices.set(session, { cell }),
    });
  }

  /** A step of the other kind, a tile for the division and the division for a tile: for its size alone. */
  other(shown: Shown, position: number): OwnScene {
    return new OwnScene({
      ...{ session: this.session, figure: "tiles-room" },
      scene: this.sceneAt(shown, position, this.others),
      open: null,
      onOpen: () => undefined,
    });
  }

  private compute(): Shown | AttentionError {
    const scene = this.sceneOfExample();
    if (scene instanceof AttentionError) return scene;
    const [q, k, v] = (["q", "k", "v"] as const).map((name) => rowsOf(gridOf(scene, name)));
    const { block } = this;
    const outcome = this.session.engine.ask((core) =>
      core.tiledSteps({
        ...{ q: q ?? [], k: k ?? [], v: v ?? [] },
        ...optionsOf(scene.state),
        blockQueries: block.queries,
        blockKeys: block.keys,
      }),
    );
    if ("fault" in outcome) return new AttentionError(outcome.fault);
    const replay = replayOf(outcome.value, gridOf(scene, "weights").columns, block);
    return { scene, replay, scale: scaleOfKept(replay) };
  }

  private sceneOfExample(): Scene | AttentionError {
    const own = this.session.results?.scene;
    const { example, seed } = this.chosen;
    if (example === "own" && own) return own;
    const state = randomState(this.session, seed);
    const outcome = this.session.engine.compute(problemOf(state));
    return "fault" in outcome ? new AttentionError(outcome.fault) : sceneOf(state, outcome.value);
  }
}

const stages = new WeakMap<Session, Tiles>();

function tilesOf(session: Session): Tiles {
  const known = stages.get(session) ?? new Tiles(session);
  stages.set(session, known);
  return known;
}

function controls(figures: Figures, tiles: Tiles, words: TileWords): TemplateResult {
  const { example, block } = tiles.chosen;
  const { queries, keys } = tiles.block;
  return html`
    ${choiceView<Example>({
      legend: words.numbers,
      name: "tiles-example",
      value: example,
      options: [
        { value: "own", label: words.own },
        { value: "random", label: words.random(RANDOM.tokens) },
      ],
      onChange: (value) => tiles.choose({ example: value }),
    })}
    <div class="tiles-sizes">
      <div ?inert=${example !== "own"}>
        ${choiceView<BlockName>({
          legend: words.tile,
          name: "tiles-block",
          value: block,
          options: blocks.map((value) => ({ value, label: value.replace("x", " × ") })),
          onChange: (value) => tiles.choose({ block: value }),
        })}
      </div>
      ${example === "own" ? nothing : html`<span>${words.tileSize(queries, keys)}</span>`}
    </div>
    ${figures.causalSwitch()}`;
}

function origin(tiles: Tiles, session: Session, words: TileWords): TemplateResult {
  const { example, seed } = tiles.chosen;
  if (example === "own") {
    return html`<p class="tiles-origin">${words.ofExample}</p>`;
  }
  return html`<p class="tiles-origin">
    Q, K, V ${badge({ kind: "random", seed }, session.language)}
    <button type="button" class="dk-button" @click=${() => tiles.choose({ seed: seed === MAX_SEED ? 0 : seed + 1 })}>${words.drawAgain}</button>
  </p>`;
}

/** A few names, or the first and the last of many. */
function named(labels: readonly string[], first: number, last: number): string {
  const some = labels.slice(first, last);
  return some.length > 2 ? `${some[0]}–${some.at(-1)}` : some.join(", ");
}

function sentence({ scene, replay }: Shown, position: number, words: TileWords): string {
  const step = words.stepOf(position + 1, replay.passes.length + 1);
  const pass = replay.passes[position];
  if (!pass) return `${step}: ${words.division}.`;
  const { rowLabels, columnLabels } = gridOf(scene, "weights");
  const first = pass.queries[0]?.query ?? 0;
  const queries = named(rowLabels, first, first + pass.queries.length);
  const keys = named(columnLabels, pass.firstKey, pass.lastKey);
  const one = [pass.queries.length === 1, pass.lastKey - pass.firstKey === 1] as const;
  return `${step}: ${words.queriesAndKeys(queries, keys, one)}.`;
}

function body(
  tiles: Tiles,
  shown: Shown,
  own: OwnScene,
  session: Session,
  words: TileWords,
): TemplateResult {
  const { language } = session;
  const { replay, scene, scale } = shown;
  const position = tiles.player.position(replay.passes.length);
  const pass = replay.passes[position];
  const pairs = gridOf(scene, "weights");
  const reference = gridOf(scene, "output");
  const onPick = (step: number) => tiles.player.goTo(step, replay.passes.length);
  const rows = MOST_ROWS[tiles.chosen.example];
  const tables = { language, own, replay, rows, pairs, reference, scale };
  // A page renders at every move of the pointer; these change only from step to step.
  const grid = guard([shown, position, language], () =>
    tileGrid({ language, replay, position, pairs, onPick }),
  );
  const side = guard([shown, position, language, ...own.shown], () =>
    pass ? passView(pass, tables) : divisionView(tables),
  );
  const room = guard([shown, pass === undefined, language], () => {
    const [first] = replay.passes;
    const at = pass ? replay.passes.length : 0;
    const other = { ...tables, own: tiles.other(shown, at) };
    return pass || !first ? divisionView(other) : passView(first, other);
  });
  const steps = { player: tiles.player, last: () => tiles.last() };
  const label = `${words.grid}. ${words.stepOf(position + 1, replay.passes.length + 1)}`;
  const { skipped } = replay;
  return html`<div class="tiles">
    ${stepsView({ language, ...steps, sentence: sentence(shown, position, words) })}
    <div class="tiles-stage" role="group" tabindex="0" @keydown=${(event: KeyboardEvent) => stepKeys(event, steps)} aria-label=${label} aria-describedby="tiles-keys">
      ${grid}
      ${tileGridLegend(language, skipped > 0 || pairs.rowLabels.some((_, i) => pairs.hidden(i, pairs.columns - 1)))}
      ${origin(tiles, session, words)}
      ${skipped > 0 ? html`<p class="tiles-count">${words.skipped(skipped, replay.rows * replay.columns)}</p>` : nothing}
    </div>
    <div class="tiles-side">
      <div>${side}</div>
      <div class="tiles-room" aria-hidden="true" inert>${room}</div>
    </div>
    <p class="tiles-keys" id="tiles-keys">${words.keysHint}</p>
  </div>`;
}

export function tilesView(figures: Figures): TemplateResult {
  const { session } = figures;
  const { language } = session;
  const words = tileWords[language];
  const tiles = tilesOf(session);
  const shown = tiles.shown();
  const frame = {
    wrong: wrongView(session, tileChoices),
    id: "figure-tiles",
    title: figureTitles.tiles[language],
    controls: controls(figures, tiles, words),
    caption: words.caption,
    wide: true,
    fault: tiles.chosen.example === "own" ? staleNote(session) : null,
  };
  if (shown instanceof AttentionError)
    return figureView({ ...frame, body: faultView(shown.describe(language)) });
  const own = tiles.step(shown);
  return figureView({
    ...frame,
    body: body(tiles, shown, own, session, words),
    legend: [
      legendView(weightScale, { language, label: words.weights }),
      legendView(shown.scale, { language, label: words.partial }),
    ],
    inspector: own.inspector(),
  });
}
