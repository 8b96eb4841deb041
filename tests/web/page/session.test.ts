// What a session says of the results that it shows while its state cannot be computed.
import { describe, expect, it } from "vitest";
import { loadFirst } from "../../../web/src/core/first.ts";
import { staleNote } from "../../../web/src/figures/stale.ts";
import { workedExample } from "../../../web/src/inputs/example.ts";
import { type Matrix, type State, setSource } from "../../../web/src/inputs/state.ts";
import { Engine } from "../../../web/src/page/engine.ts";
import { Session } from "../../../web/src/page/session.ts";

const engine = new Engine(await loadFirst());
const initial = workedExample.state;

/** Queries as wide as the keys, or not. */
const withKeys = (k: Matrix): State =>
  setSource(initial, { kind: "direct", q: [[1, 0]], k, v: [[1], [2]] }, initial.origins);
const fits = withKeys([
  [1, 0],
  [0, 1],
]);
const unfit = withKeys([[1], [0]]);

function opened(state: State, language: "en" | "tr" = "en"): Session {
  return new Session(engine, { initial, opened: state, language });
}

describe("results under a state that cannot be computed", () => {
  it("are the example's as long as nothing else could be", () => {
    const session = opened(unfit);
    expect(session.fault).not.toBeNull();
    expect(session.results?.scene.state).toBe(initial);
    expect(staleNote(session)).toBe(
      "These inputs cannot be computed; the results below are those of the worked example.",
    );
    expect(staleNote(opened(unfit, "tr"))).toBe(
      "Bu girdiler hesaplanamıyor; aşağıdakiler hazır örneğin sonuçları.",
    );
  });

  it("are those of the last input that could be computed from then on", () => {
    const session = opened(unfit);
    session.edit(() => fits);
    expect(staleNote(session)).toBeNull();
    session.edit(() => unfit);
    expect(session.results?.scene.state).toBe(fits);
    expect(staleNote(session)).toBe(
      "The results below are those of the last input that could be computed.",
    );
  });
});
