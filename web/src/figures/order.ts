// The tokens in another order: what attention makes of them is the same, in other places.

import "../styles/order.css";
import { guard } from "lit/directives/guard.js";
import { html, svg, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { PermutationTrace } from "../core/index.ts";
import { optionsOf } from "../inputs/problem.ts";
import type { Matrix, State } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { faultView, figureView } from "../views/figure.ts";
import { hasMask } from "../views/formula.ts";
import { formatNumber } from "../views/number.ts";
import { type Scene, sceneOf, type Title } from "../views/scene.ts";
import type { Figures } from "./figures.ts";
import { numbersLegend, sharesLegend } from "./legends.ts";
import { Memo } from "./memo.ts";
import { OwnScene } from "./own-scene.ts";
import { asPart, partsOf, sceneOfParts } from "./parts.ts";
import { projectionsOf } from "./projections.ts";
import { staleNote } from "./stale.ts";
import { figureTitles } from "./titles.ts";
import { inOrder, isMoved, orderChoices, orderOf, orderStrip } from "./token-order.ts";
import { wrongView } from "./wrong.ts";

/** What the numbers of the two orders have to do with each other. */
export type Verdict = "inPlace" | "same" | "rounding" | "different" | "nan";

const words = {
  en: {
    before: "as written",
    after: "reordered",
    weights: "attention weights",
    output: "output",
    difference:
      "Largest difference between the rows as written and the same rows in the new order:",
    verdict: {
      inPlace: "No token has been moved yet.",
      same: "The same rows, in other places.",
      rounding:
        "The same rows, in other places; the additions are done in another order, so the last bit may be rounded differently.",
      different:
        "Not the same rows: the causal mask goes by place, so a token that moves sees other tokens.",
      nan: "Where a number is not a number (NaN), there is nothing to compare.",
    },
    direct: "Q, K and V are set directly: their rows move together.",
    caption:
      "Drag a token, or move it with its arrows. The rows of X move with the tokens; no number in them is changed. Where there is room, lines lead from each row of the first output to the same token’s row in the second.",
  },
  tr: {
    before: "yazıldığı sıra",
    after: "yeni sıra",
    weights: "dikkat ağırlıkları",
    output: "çıktı",
    difference:
      "Yazıldığı sıradaki satırlarla yeni sıradaki aynı satırlar arasındaki en büyük fark:",
    verdict: {
      inPlace: "Henüz hiçbir token taşınmadı.",
      same: "Aynı satırlar, başka yerlerde.",
      rounding:
        "Aynı satırlar, başka yerlerde; toplamalar başka sırada yapıldığından son bit farklı yuvarlanabilir.",
      different:
        "Satırlar aynı değil: nedensel maske yere bakar, taşınan token başka tokenları görür.",
      nan: "Sayı olmayan (NaN) bir değer varken karşılaştırılacak bir şey yoktur.",
    },
    direct: "Q, K ve V doğrudan verildi: satırları birlikte taşınır.",
    caption:
      "Bir tokenı sürükleyin ya da oklarıyla taşıyın. X’in satırları tokenlarla birlikte yer değiştirir; içlerindeki hiçbir sayı değişmez. Yer varsa çizgiler, ilk çıktının her satırını ikincide aynı tokena ait satıra bağlar.",
  },
} as const;

export function permuted(
  session: Session,
  scene: Scene,
  order: readonly number[],
): PermutationTrace | AttentionError {
  const { state } = scene;
  const input = { ...projectionsOf(state.source), ...optionsOf(state), permutation: order };
  const outcome = session.engine.ask((core) => core.permutationExperiment(input));
  return "fault" in outcome ? new AttentionError(outcome.fault) : outcome.value;
}

/** The largest between two lists; what a mask hides in both is no difference. */
export function apart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? Number.NaN, b[i] ?? Number.NaN];
    if (Object.is(x, y) && !Number.isNaN(x)) continue;
    const off = Math.abs(x - y);
    if (Number.isNaN(off)) return off;
    largest = Math.max(largest, off);
  }
  return largest;
}

/** Rounding, as opposed to another result: far below what these numbers are. */
export function isRounding(difference: number, numbers: ArrayLike<number>): boolean {
  const largest = Math.max(1, ...Array.from(numbers, Math.abs));
  // Of sines of a thousand radians some twelve digits are left.
  return difference <= 1e-12 * largest;
}

const comparable = ({ difference, output, permuted }: PermutationTrace) =>
  [difference, ...output.data, ...permuted.output.data].every(Number.isFinite);

function verdictOf(trace: PermutationTrace, order: readonly number[]): Verdict {
  const { difference, output } = trace;
  if (!comparable(trace)) return "nan";
  if (!isMoved(order)) return "inPlace";
  if (difference === 0) return "same";
  return isRounding(difference, output.data) ? "rounding" : "different";
}

const afterName = { weights: "weights.moved", output: "output.moved" } as const;

/** The state with its tokens, and their rows, in that order. */
export function reordered(state: State, order: readonly number[]): State {
  const { source, keyTokens } = state;
  const rows = (matrix: Matrix) => inOrder(order, matrix);
  return {
    ...state,
    tokens: inOrder(order, state.tokens),
    keyTokens: keyTokens && inOrder(order, keyTokens),
    source:
      source.kind === "projected"
        ? { ...source, x: rows(source.x) }
        : { ...source, q: rows(source.q), k: rows(source.k), v: rows(source.v) },
  };
}

interface Shown {
  readonly trace: PermutationTrace;
  /** Both orders in one. */
  readonly scene: Scene;
}

function shownOf(trace: PermutationTrace, { state }: Scene, s: Session): Shown {
  const text = words[s.language];
  const title = (name: "weights" | "output", order: string): Title => ({
    symbol: html`<i>${name === "weights" ? "A" : "O"}</i>`,
    letter: name === "weights" ? "A" : "O",
    name: `${text[name]}, ${order}`,
    role: name === "weights" ? "plain" : "output",
  });
  const before = partsOf(sceneOf(state, trace.original)).map(({ grid }) =>
    grid.name === "weights" || grid.name === "output"
      ? { grid: { ...grid, title: title(grid.name, text.before) } }
      : { grid },
  );
  const after = asPart(sceneOf(reordered(state, orderOf(s)), trace.permuted), "moved", {
    weights: title("weights", text.after),
    output: title("output", text.after),
  });
  return { trace, scene: sceneOfParts(state, [...before, ...after]) };
}

const memos = new WeakMap<Session, Memo<Shown | AttentionError>>();

function computed(session: Session, scene: Scene): Shown | AttentionError {
  const memo = memos.get(session) ?? new Memo<Shown | AttentionError>();
  memos.set(session, memo);
  const order = orderOf(session);
  return memo.of([scene, order.join(), session.language], () => {
    const trace = permuted(session, scene, order);
    return trace instanceof AttentionError ? trace : shownOf(trace, scene, session);
  });
}

/** From each row on the left to the same token's on the right. */
function lines(order: readonly number[]): TemplateResult {
  const middle = (row: number) => ((row + 0.5) / order.length) * 100;
  return html`<svg class="order-lines" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" .style=${`--rows:${order.length}`}>
    ${order.map((token, place) => {
      const [from, to] = [middle(token), middle(place)];
      return svg`<path class=${token === place ? "order-stays" : ""} d="M0 ${from} C45 ${from} 55 ${to} 100 ${to}" vector-effect="non-scaling-stroke"/>`;
    })}
  </svg>`;
}

function matrices(own: OwnScene, order: readonly number[]): TemplateResult {
  const pair = (name: "weights" | "output") => {
    const scale = own.scale(name, afterName[name]);
    return [own.matrix(name, { scale }), own.matrix(afterName[name], { scale })] as const;
  };
  const [weights, output] = [pair("weights"), pair("output")];
  return html`<div class="order-pairs">
    ${weights[0]} <span class="order-gap"></span> ${weights[1]}
    ${output[0]} ${lines(order)} ${output[1]}
  </div>`;
}

function body(own: OwnScene, session: Session, scene: Scene, shown: Shown): TemplateResult {
  const { language } = session;
  const text = words[language];
  const order = orderOf(session);
  const verdict = verdictOf(shown.trace, order);
  const difference = comparable(shown.trace) ? shown.trace.difference : Number.NaN;
  return html`<div class="order">
    ${orderStrip(session, scene)}
    ${guard([...own.shown, language], () => matrices(own, order))}
    <p class="order-verdict" role="status">
      <span>${text.difference} <b>${formatNumber(difference, language)}</b></span>
      <span>${text.verdict[verdict]}</span>
    </p>
    ${scene.state.source.kind === "direct" ? html`<p class="order-note">${text.direct}</p>` : ""}
  </div>`;
}

export function orderFigure({ session }: Figures): TemplateResult {
  const { language } = session;
  const text = words[language];
  const scene = session.results?.scene as Scene;
  const shown = computed(session, scene);
  const frame = {
    wrong: wrongView(session, orderChoices),
    id: "figure-order",
    title: figureTitles.order[language],
    caption: text.caption,
    wide: true,
    fault: staleNote(session),
  };
  if (shown instanceof AttentionError)
    return figureView({ ...frame, body: faultView(shown.describe(language)) });
  const own = new OwnScene({
    session,
    figure: "order",
    scene: shown.scene,
    open: orderChoices.of(session.state).cell,
    onOpen: (cell) => orderChoices.set(session, { cell }),
  });
  return figureView({
    ...frame,
    body: body(own, session, scene, shown),
    legend: [
      sharesLegend(
        own.scale("weights", afterName.weights),
        language,
        hasMask(scene.state.settings),
      ),
      numbersLegend(own.scale("output", afterName.output), language),
    ],
    inspector: own.inspector(),
  });
}
