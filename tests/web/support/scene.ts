// The scene of a state, computed by the core as a page would.

import { beforeAll } from "vitest";
import { type Attention, loadAttention } from "../../../web/src/core/index.ts";
import { problemOf } from "../../../web/src/inputs/problem.ts";
import type { State } from "../../../web/src/inputs/state.ts";
import { type Scene, sceneOf } from "../../../web/src/views/scene.ts";

export let core: Attention;
beforeAll(async () => {
  core = await loadAttention();
});

export function sceneWith(state: State): Scene {
  const asked = problemOf(state);
  return sceneOf(
    state,
    asked.kind === "self" ? core.selfAttention(asked.problem) : core.attention(asked.problem),
  );
}
