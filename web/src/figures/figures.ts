// What every figure of a page is drawn from, and the switches that all of them share.

import { html, type TemplateResult } from "lit/html.js";
import { type MatrixName, type Settings, setSettings } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { sliderView, switchView } from "../views/controls.ts";
import { formatNumber } from "../views/number.ts";
import { rootOfEvent } from "../views/root.ts";
import { type Scene, withInputs } from "../views/scene.ts";
import { homeOf } from "./home.ts";
import { figureText } from "./text.ts";

export class Figures {
  readonly session: Session;
  readonly scene: Scene;
  readonly glosses: readonly string[] | null;
  readonly alone: boolean;

  /**
   * `glosses` are translations of the tokens, for readers who do not speak their language. `alone`:
   * a figure has none of the others beside it that its symbols could lead to.
   */
  constructor(
    session: Session,
    scene: Scene,
    glosses: readonly string[] | null = null,
    alone = false,
  ) {
    this.session = session;
    this.alone = alone;
    this.glosses = glosses;
    this.scene = session.fault ? withInputs(scene, session.state) : scene;
  }

  get text(): (typeof figureText)["en"] {
    return figureText[this.session.language];
  }

  get settings(): Settings {
    return this.session.state.settings;
  }

  scaleSwitch(): TemplateResult {
    return switchView({
      label: this.text.divide(html`√<i>d</i><sub>k</sub>`),
      checked: this.settings.scaled,
      onChange: (scaled) => this.set({ scaled }),
    });
  }

  causalSwitch(): TemplateResult {
    return switchView({
      label: this.text.causal,
      checked: this.settings.causal !== false,
      onChange: (on) => this.set({ causal: on ? "top-left" : false }),
    });
  }

  /** On a logarithmic scale: halving and doubling are the same distance. */
  temperature(): TemplateResult {
    const { temperature } = this.settings;
    return sliderView({
      label: this.text.temperature,
      value: Math.log2(temperature),
      min: -3,
      max: 3,
      step: 0.125,
      text: formatNumber(temperature, this.session.language, "short"),
      onInput: (power) => this.set({ temperature: rounded(2 ** power) }, "temperature"),
    });
  }

  private set(changes: Partial<Settings>, edit: string | null = null): void {
    this.session.edit((state) => setSettings(state, changes), edit);
  }
}

/** Powers of two with an eighth in the exponent, as a reader would write them. */
function rounded(temperature: number): number {
  return Number(temperature.toPrecision(2));
}

/** To the matrix that a symbol stands for, in a figure; the address belongs to the state and stays. */
export function goToMatrix(
  matrix: MatrixName,
  event: Event,
  figure: string = homeOf[matrix],
): void {
  const table = rootOfEvent(event).getElementById(`${figure}-${matrix}`);
  // Where it is not shown, the link leads to its figure.
  if (!table || table.getClientRects().length === 0) return;
  event.preventDefault();
  // At once: a smooth scroll that is still on its way carries the page past the next one's end.
  table.scrollIntoView({ block: "center", behavior: "instant" });
  const stop = table.querySelector<HTMLElement>("[tabindex='0'], input");
  stop?.focus({ preventScroll: true });
}
