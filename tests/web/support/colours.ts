// The colours of tokens.css, how well they are read on each other, and how far apart they are for
// those who see fewer colours.

import { readFileSync } from "node:fs";

export type Theme = "light" | "dark";
export type Sight = "all colours" | "protanopia" | "deuteranopia" | "tritanopia";

type Rgb = readonly [number, number, number];

const css = readFileSync(new URL("../../../web/src/styles/tokens.css", import.meta.url), "utf8");

/** The colour of a token: "query" for --dk-query. */
export function colour(token: string, theme: Theme): string {
  const [, light, dark] =
    new RegExp(`--dk-${token}: light-dark\\((#\\w{6}), (#\\w{6})\\);`, "u").exec(css) ?? [];
  const found = theme === "light" ? light : dark;
  if (!found) throw new RangeError(`no colour ${token}`);
  return found;
}

function linear(hex: string): Rgb {
  const channel = (from: number) => {
    const c = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** WCAG 2: from 1 to 21. */
export function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = linear(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB. */
const simulations: Record<Sight, readonly [Rgb, Rgb, Rgb]> = {
  "all colours": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

export const sights = Object.keys(simulations) as Sight[];

/** OKLab, Björn Ottosson 2020. */
function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** How far two colours are apart as that sight has them: 2 is just to be told, 100 is black from white. */
export function distance(a: string, b: string, sight: Sight): number {
  const seen = (hex: string): Rgb => {
    const rgb = linear(hex);
    const row = (weights: Rgb) => {
      const sum = weights[0] * rgb[0] + weights[1] * rgb[1] + weights[2] * rgb[2];
      return Math.min(1, Math.max(0, sum));
    };
    const [red, green, blue] = simulations[sight];
    return oklab([row(red), row(green), row(blue)]);
  };
  const [x, y] = [seen(a), seen(b)];
  return 100 * Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}
