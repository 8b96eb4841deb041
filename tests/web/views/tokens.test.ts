import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { paintAt } from "../../../web/src/views/scale.ts";

const css = readFileSync(new URL("../../../web/src/styles/tokens.css", import.meta.url), "utf8");
const themes = ["light", "dark"] as const;
type Rgb = readonly [number, number, number];

/** Both colours of a token, as linear light. */
function token(name: string, theme: (typeof themes)[number]): Rgb {
  const pair = new RegExp(`--dk-${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css);
  if (!pair) throw new Error(`no colour --dk-${name}`);
  return linear(pair[theme === "light" ? 1 : 2] ?? "");
}

function linear(hex: string): Rgb {
  const channel = (at: number) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(a: Rgb, b: Rgb): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const papers = ["paper", "sheet", "raised"];

test("text and role colours have a contrast of 4.5 on every paper", () => {
  for (const theme of themes) {
    for (const name of ["ink", "ink-soft", "fault", "query", "key", "value", "output"]) {
      for (const paper of papers) {
        const found = contrast(token(name, theme), token(paper, theme));
        expect(found, `${name} on ${paper}, ${theme}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  }
});

test("the edge of what can be touched has a contrast of 3", () => {
  for (const theme of themes) {
    for (const paper of papers) {
      const found = contrast(token("rule-strong", theme), token(paper, theme));
      expect(found, `rule-strong on ${paper}, ${theme}`).toBeGreaterThanOrEqual(3);
    }
  }
});

// Viénot, Brettel and Mollon 1999: what a dichromat sees, in linear light.
const dichromats: Readonly<Record<string, (c: Rgb) => Rgb>> = {
  protanope: ([r, g, b]) => {
    const yellow = 0.11238 * r + 0.88762 * g;
    return [yellow, yellow, 0.00401 * r - 0.00401 * g + b];
  },
  deuteranope: ([r, g, b]) => {
    const yellow = 0.29275 * r + 0.70725 * g;
    return [yellow, yellow, -0.02234 * r + 0.02234 * g + b];
  },
};

/** Distance in OKLab, where 0.02 is a difference one just sees. */
function distance(a: Rgb, b: Rgb): number {
  const lab = ([r, g, blue]: Rgb) => {
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * blue);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * blue);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * blue);
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ];
  };
  const [x, y] = [lab(a), lab(b)];
  return Math.hypot(...x.map((value, i) => value - (y[i] ?? 0)));
}

for (const [who, sees] of Object.entries(dichromats)) {
  test(`positive and negative look different to a ${who}`, () => {
    for (const theme of themes) {
      for (const t of [0.3, 0.6, 1]) {
        const positive = sees(linear(paintAt("diverging", theme, t).background));
        const negative = sees(linear(paintAt("diverging", theme, -t).background));
        expect(distance(positive, negative), `${theme} ${t}`).toBeGreaterThan(0.15 * t);
      }
    }
  });

  test(`query, key and value look different to a ${who}; output has its triangle`, () => {
    for (const theme of themes) {
      for (const [a, b] of [
        ["query", "key"],
        ["query", "value"],
        ["key", "value"],
      ] as const) {
        const found = distance(sees(token(a, theme)), sees(token(b, theme)));
        expect(found, `${a} and ${b}, ${theme}`).toBeGreaterThan(0.08);
      }
    }
  });
}
