// The tokens are told their places: by vectors that are added, by turning, or by a penalty on the
// distance. What of it survives when they all move on, or change places?

import "../styles/positions.css";
import { guard } from "lit/directives/guard.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { Tensor } from "../core/index.ts";
import type { Language } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { choiceView, sliderView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { hasMask } from "../views/formula.ts";
import { formatNumber } from "../views/number.ts";
import type { Scene } from "../views/scene.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { wordsOf } from "../views/words.ts";
import type { Figures } from "./figures.ts";
import { numbersLegend, sharesLegend } from "./legends.ts";
import { isRounding } from "./order.ts";
import { OwnScene } from "./own-scene.ts";
import { type Way, ways } from "./positions-run.ts";
import { choices, computed, counted, FURTHEST, type Shown, SLOPES } from "./positions-shown.ts";
import { ownNames, resultNames, row, scalesOf, sceneOfPositions } from "./positions-tables.ts";
import { rotary } from "./positions-turned.ts";
import { positionWords } from "./positions-words.ts";
import { staleNote } from "./stale.ts";
import { figureTitles } from "./titles.ts";
import { inOrder, orderStrip } from "./token-order.ts";
import { wrongView } from "./wrong.ts";

/** Of ten: the base is moved by quarters of them. */
const POWERS = { min: 0, max: 6, step: 0.25 };

function controls(session: Session, shown: Shown | AttentionError): TemplateResult {
  const { language } = session;
  const text = positionWords[language];
  const { way, shift, theta, head } = choices.of(session.state);
  const slope = shown instanceof AttentionError ? Number.NaN : shown.placing.slope;
  const base = sliderView({
    label: text.theta,
    value: Math.log10(theta),
    ...POWERS,
    text: counted(theta, language),
    onInput: (power) => choices.set(session, { theta: Number((10 ** power).toPrecision(2)) }),
  });
  return html`
    ${choiceView<Way>({
      legend: text.way,
      name: "positions-way",
      value: way,
      options: ways.map((value) => ({ value, label: text.ways[value] })),
      onChange: (value) => choices.set(session, { way: value }),
    })}
    ${sliderView({
      label: text.shift,
      value: shift,
      min: 0,
      max: FURTHEST,
      step: 1,
      text: counted(shift, language),
      onInput: (value) => choices.set(session, { shift: value }),
    })}
    ${way === "sinusoidal" || way === "rotary" ? base : nothing}
    ${
      way === "alibi"
        ? sliderView({
            label: text.slope,
            value: head,
            min: 1,
            max: SLOPES,
            step: 1,
            text: `1/${counted(1 / slope, language)}`,
            onInput: (value) => choices.set(session, { head: value }),
          })
        : nothing
    }`;
}

function staysTable(session: Session, scene: Scene, shown: Shown): TemplateResult {
  const { language } = session;
  const text = positionWords[language];
  const order = inOrder(shown.compared, scene.state.tokens).join(" ");
  const { scaled, output } = shown.run.trace;
  const cell = (difference: number, of: Tensor, same: string, other: string) => html`<td>
    <b>${formatNumber(difference, language)}</b>
    <span>${Number.isNaN(difference) ? "" : isRounding(difference, of.data.filter(Number.isFinite)) ? same : other}</span>
  </td>`;
  return html`<div class="positions-stays dk-scroll" ${keepReachable(`${text.stays}, ${wordsOf(language).scrolls}`)}><table>
    <caption>${text.stays}</caption>
    <thead><tr>
      <th scope="col">${text.method}</th>
      <th scope="col">${text.shifted(counted(shown.further, language))}</th>
      <th scope="col">${text.reordered(order)}</th>
    </tr></thead>
    <tbody>${ways.map(
      (way) => html`<tr aria-current=${way === shown.placing.way ? "true" : nothing}>
        <th scope="row">${text.ways[way]}</th>
        ${cell(shown.stays[way].shifted, scaled, text.same, text.changed)}
        ${cell(shown.stays[way].reordered, output, text.movedOnly, text.other)}
      </tr>`,
    )}</tbody>
  </table></div>`;
}

const scenes = new WeakMap<Shown, Map<Language, Scene>>();

/** One for each language: the titles of its matrices are in it. */
function sceneIn(scene: Scene, shown: Shown, language: Language): Scene {
  const known = scenes.get(shown) ?? new Map<Language, Scene>();
  scenes.set(shown, known);
  const there = known.get(language) ?? sceneOfPositions(scene, shown, positionWords[language]);
  known.set(language, there);
  return there;
}

function body(session: Session, scene: Scene, shown: Shown, own: OwnScene): TemplateResult {
  const { language } = session;
  const text = positionWords[language];
  const { way } = shown.placing;
  const names = ownNames(own.scene, way);
  const scales = scalesOf(own, [...names, ...resultNames]);
  const direct = way === "sinusoidal" && scene.state.source.kind === "direct";
  return html`<div class="positions">
    ${orderStrip(session, scene)}
    <p class="positions-told" role="status">${text.told[way]}${direct ? ` ${text.direct}` : ""}</p>
    <div class="positions-way">
      ${way === "rotary" ? rotary(session, scene, shown) : row(own, names, scales)}
    </div>
    ${row(own, resultNames, scales)}
    ${staysTable(session, scene, shown)}
    <div class="dk-legends">
      ${sharesLegend(scales.shares, language, hasMask(scene.state.settings))}
      ${numbersLegend(scales.numbers, language)}
    </div>
  </div>`;
}

export function positionsFigure({ session }: Figures): TemplateResult {
  const { language } = session;
  const text = positionWords[language];
  const scene = session.results?.scene as Scene;
  const shown = computed(session, scene);
  const frame = {
    wrong: wrongView(session, choices),
    id: "figure-positions",
    title: figureTitles.positions[language],
    controls: controls(session, shown),
    caption: text.caption,
    wide: true,
    fault: staleNote(session),
  };
  if (shown instanceof AttentionError)
    return figureView({ ...frame, body: faultView(shown.describe(language)) });
  const own = new OwnScene({
    session,
    figure: "positions",
    scene: sceneIn(scene, shown, language),
    open: choices.of(session.state).cell,
    onOpen: (cell) => choices.set(session, { cell }),
  });
  return figureView({
    ...frame,
    body: guard([...own.shown, session.state, language], () => body(session, scene, shown, own)),
    inspector: own.inspector(),
  });
}
