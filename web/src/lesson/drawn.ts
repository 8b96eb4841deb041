// What the figures of the lesson are drawn from, on the lesson's page and on any other.

import { Figures } from "../figures/figures.ts";
import { workedExample } from "../inputs/example.ts";
import { type State, setSettings, tokenCounts } from "../inputs/state.ts";
import type { Results, Session } from "../page/session.ts";
import type { Scene } from "../views/scene.ts";
import { Facts, type Variant } from "./facts.ts";

export const variants: Record<Variant, (state: State) => State> = {
  scaled: (state) => setSettings(state, { scaled: true }),
  unscaled: (state) => setSettings(state, { scaled: false }),
  causal: (state) => setSettings(state, { causal: "top-left" }),
  unmasked: (state) => setSettings(state, { causal: false }),
};

/** The text speaks of three tokens, and of the switches that it shows. */
export function accepts({ source, tokens, settings }: State): boolean {
  const [queries, keys] = tokenCounts(source);
  const { window, padding, bias, attend } = settings;
  const listed = window !== null || padding !== null || bias !== null || attend !== null;
  return tokens.length === 3 && queries === 3 && keys === 3 && !listed;
}

/** Those who do not read Turkish find the words of the example translated. */
export function figuresOf(session: Session, { scene }: Results): Figures {
  const { tokens } = workedExample.state;
  const own = session.state.tokens.every((token, i) => token === tokens[i]);
  const glosses = session.language === "en" && own ? workedExample.glosses : null;
  return new Figures(session, scene, glosses);
}

/** Of a session with `variants`. */
export function factsOf(session: Session, { scene, variants }: Results): Facts {
  return new Facts(scene, variants as Record<Variant, Scene>, session.language);
}
