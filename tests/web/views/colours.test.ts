// The colours of the roles and of the text: read well on every ground, told apart by those who see
// fewer colours, and written in DESIGN.md as they are.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { colour, contrast, distance, type Sight, sights, type Theme } from "../support/colours.ts";

const themes: readonly Theme[] = ["light", "dark"];
const grounds = ["paper", "sheet", "raised"];
const roles = ["query", "key", "value", "output"] as const;
const pairs = roles.flatMap((a, i) => roles.slice(i + 1).map((b) => [a, b] as const));

/** On the ground where it is read worst. */
const worst = (token: string, theme: Theme) =>
  Math.min(...grounds.map((ground) => contrast(colour(token, theme), colour(ground, theme))));

const apart = (pair: readonly [string, string], theme: Theme, sight: Sight) =>
  distance(colour(pair[0], theme), colour(pair[1], theme), sight);

const design = readFileSync(new URL("../../../web/DESIGN.md", import.meta.url), "utf8");

describe.each(themes)("%s", (theme) => {
  test.each(["ink", "ink-soft", "fault", ...roles])("%s is read at 4.5:1", (token) => {
    expect(worst(token, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(["rule-strong"])("%s is seen at 3:1", (token) => {
    expect(worst(token, theme)).toBeGreaterThanOrEqual(3);
  });

  test("the hatching is seen at 3:1 on its own ground", () => {
    expect(contrast(colour("hatch", theme), colour("raised", theme))).toBeGreaterThanOrEqual(3);
  });

  test.each(pairs)("%s and %s are told apart without red or green", (...pair) => {
    expect(apart(pair, theme, "all colours")).toBeGreaterThan(13);
    for (const sight of ["protanopia", "deuteranopia"] as const)
      expect(apart(pair, theme, sight), sight).toBeGreaterThan(7);
  });
});

const row = (...cells: readonly (string | number)[]) =>
  `| ${cells.map((cell) => (typeof cell === "number" ? cell.toFixed(1) : cell)).join(" | ")} |`;

/** The lines of the tables, as they are computed from tokens.css. */
const lines = [
  ...["ink", "ink-soft", "fault", "rule-strong", ...roles].map((token) =>
    row(token, ...themes.flatMap((theme) => [`\`${colour(token, theme)}\``, worst(token, theme)])),
  ),
  ...pairs.map((pair) =>
    row(
      `${pair[0]}, ${pair[1]}`,
      ...sights.map((sight) =>
        themes.map((theme) => apart(pair, theme, sight).toFixed(0)).join(" / "),
      ),
    ),
  ),
];

test.each(lines)("DESIGN.md has the line %s", (line) => {
  expect(design).toContain(line);
});
