// A text through a KV cache, token by token: what is kept, what is dropped, whom the query of the
// step sees, and how far its output is from that of the full pass.

import "../styles/cache.css";
import { guard } from "lit/directives/guard.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { DecodeFrame } from "../core/index.ts";
import type { Session } from "../page/session.ts";
import { choiceView, sliderView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { legendView } from "../views/legend.ts";
import { formatNumber } from "../views/number.ts";
import type { Scene } from "../views/scene.ts";
import { type Capacity, compute, type Shown, sceneOfStep, TOKENS } from "./cache-run.ts";
import { sentence, side, slots, type Texts, timeline, weightScale } from "./cache-tables.ts";
import { type CacheWords, cacheWords } from "./cache-words.ts";
import { Choices, cellChoice, wholeChoice, wordChoice } from "./choices.ts";
import type { Figures } from "./figures.ts";
import { Memo } from "./memo.ts";
import { OwnScene } from "./own-scene.ts";
import { Player } from "./player.ts";
import { reuseChoices, reuseView } from "./reuse.ts";
import { staleNote } from "./stale.ts";
import { stepKeys, stepsView } from "./steps.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

const LEAST_PLACES = 2;
const MOST_PLACES = 8;

const kinds = ["all", "ring", "sinks"] as const;
type Kind = (typeof kinds)[number];

export const cacheChoices = new Choices("cache", {
  keep: wordChoice<Kind>("all", kinds),
  places: wholeChoice(5, LEAST_PLACES, MOST_PLACES),
  sinks: wholeChoice(1, 1, MOST_PLACES - 1),
  cell: cellChoice(),
});

/** The stage of one page. */
class Cache {
  readonly player: Player;
  readonly #session: Session;
  readonly #memo = new Memo<Shown | AttentionError>();
  readonly #steps = new Memo<Scene>();

  constructor(session: Session) {
    this.#session = session;
    this.player = new Player(() => session.notify());
  }

  /** A window needs a place that is no sink's. */
  capacity(): Capacity {
    const { keep, places, sinks } = cacheChoices.of(this.#session.state);
    if (keep === "all") return {};
    return keep === "ring"
      ? { capacity: places }
      : { capacity: places, sinks: Math.min(sinks, places - 1) };
  }

  shown(scene: Scene): Shown | AttentionError {
    const capacity = this.capacity();
    return this.#memo.of([scene, capacity.capacity, capacity.sinks], () => {
      const outcome = this.#session.engine.ask((core) => compute(core, scene, capacity));
      return "fault" in outcome ? new AttentionError(outcome.fault) : outcome.value;
    });
  }

  /** The step in hand, to be opened. */
  step(page: Scene, shown: Shown): OwnScene {
    const session = this.#session;
    const { language } = session;
    const step = this.player.position(TOKENS - 1);
    return new OwnScene({
      session,
      figure: "cache",
      scene: this.#steps.of([page, shown, step, language], () =>
        sceneOfStep(page, shown, step, language),
      ),
      open: cacheChoices.of(session.state).cell,
      onOpen: (cell) => cacheChoices.set(session, { cell }),
    });
  }
}

const stages = new WeakMap<Session, Cache>();

function cacheOf(session: Session): Cache {
  const known = stages.get(session) ?? new Cache(session);
  stages.set(session, known);
  return known;
}

function controls(session: Session, words: CacheWords): TemplateResult {
  const { keep, places, sinks } = cacheChoices.of(session.state);
  const most = places - 1;
  const slider = (
    label: string,
    value: number,
    min: number,
    max: number,
    name: "places" | "sinks",
  ) =>
    sliderView({
      ...{ label, value, min, max, step: 1 },
      text: formatNumber(value, session.language),
      onInput: (to) => cacheChoices.set(session, { [name]: to }),
    });
  return html`
    ${choiceView<Kind>({
      legend: words.keep,
      name: "cache-keep",
      value: keep,
      options: kinds.map((value) => ({ value, label: words[value] })),
      onChange: (value) => cacheChoices.set(session, { keep: value }),
    })}
    ${keep === "all" ? nothing : slider(words.places, places, LEAST_PLACES, MOST_PLACES, "places")}
    ${keep === "sinks" ? slider(words.sinkCount, Math.min(sinks, most), 1, most, "sinks") : nothing}`;
}

function body(cache: Cache, shown: Shown, session: Session, o: Texts): TemplateResult {
  const { language } = o;
  const last = () => TOKENS - 1;
  const steps = { player: cache.player, last };
  const step = cache.player.position(last());
  const frame = shown.trace.frames[step] as DecodeFrame;
  // A page renders at every move of the pointer; these change only from step to step.
  const stage = guard([shown, step, language, ...o.own.shown], () => [
    timeline(shown, step, frame, o),
    slots(shown, step, frame, o),
  ]);
  return html`<div class="cache">
    ${stepsView({ language, ...steps, sentence: sentence(shown, step, frame, o) })}
    <div class="cache-stage" role="group" tabindex="0" aria-label=${o.words.stage} aria-describedby="cache-keys" @keydown=${(event: KeyboardEvent) => stepKeys(event, steps)}>
      ${stage}
    </div>
    <div class="cache-side">${guard([shown, step, language, ...o.own.shown], () => side(shown, step, frame, o))}</div>
    <p class="cache-keys cache-note" id="cache-keys">${o.words.keysHint}</p>
    ${reuseView(session, o.words)}
  </div>`;
}

export function cacheView({ session }: Figures): TemplateResult {
  const { language, results } = session;
  if (!results) return html``;
  const words = cacheWords[language];
  const cache = cacheOf(session);
  const shown = cache.shown(results.scene);
  const frame = {
    wrong: wrongView(session, cacheChoices, reuseChoices),
    id: "figure-cache",
    title: figureTitles.cache[language],
    controls: controls(session, words),
    caption: words.caption,
    wide: true,
    fault: staleNote(session),
  };
  if (shown instanceof AttentionError)
    return figureView({ ...frame, body: faultView(shown.describe(language)) });
  const own = cache.step(results.scene, shown);
  const number = (value: number) => formatNumber(value, language);
  return figureView({
    ...frame,
    body: body(cache, shown, session, { own, words, language, number }),
    legend: [
      legendView(shown.scale, { language, label: words.numbers }),
      legendView(weightScale, { language, label: words.weights }),
    ],
    inspector: own.inspector(),
  });
}
