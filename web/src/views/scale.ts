// The colours of the heat maps: one hue from 0 to 1 for weights, two hues around 0 for everything
// else. Computed in OKLab, so that equal steps look equal, for the light and the dark theme at
// once; a cell carries both and the style sheet picks one.

import { kindOf, type MatrixName } from "../inputs/state.ts";
import type { Grid } from "./scene.ts";

export interface Extent {
  /** Of the finite numbers; both 0 when there is none. */
  readonly min: number;
  readonly max: number;
}

export interface Scale extends Extent {
  readonly kind: "sequential" | "diverging";
  /** The value of the strongest colour; the diverging scale runs from -limit to limit. */
  readonly limit: number;
}

export type Bytes = readonly [number, number, number];

export interface Paint {
  readonly bytes: Bytes;
  readonly background: string;
  readonly text: "#000" | "#fff";
}

export type Theme = "light" | "dark";

/** Lightness, chroma and hue (degrees) of OKLCh. */
type Colour = readonly [number, number, number];

const WARM = 32;
const COOL = 236;

// The pale ends lie next to the paper of the theme, so that an empty matrix is a quiet one.
const ends: Record<Theme, Record<"zero" | "one" | "positive" | "negative", Colour>> = {
  light: {
    zero: [0.972, 0.006, WARM],
    one: [0.5, 0.165, WARM],
    positive: [0.68, 0.145, WARM],
    negative: [0.65, 0.11, COOL],
  },
  dark: {
    zero: [0.265, 0.012, WARM],
    one: [0.8, 0.13, WARM],
    positive: [0.69, 0.15, WARM],
    negative: [0.67, 0.11, COOL],
  },
};

/** OKLab to linear sRGB, Björn Ottosson 2020. */
function linearRgb([lightness, chroma, hue]: Colour): [number, number, number] {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const byte = (linear: number) => {
  const c = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
};

const linear = (channel: number) => {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

function luminance([r, g, b]: Bytes): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function paintOf(colour: Colour): Paint {
  const [r, g, b] = linearRgb(colour);
  const bytes: Bytes = [byte(r), byte(g), byte(b)];
  // Black and white are equally far at this luminance, 4.58:1 each: one of them is always enough.
  const text = luminance(bytes) > 0.179 ? "#000" : "#fff";
  const background = `#${bytes.map((c) => c.toString(16).padStart(2, "0")).join("")}`;
  return { bytes, background, text };
}

const mix = (from: Colour, to: Colour, t: number): Colour => [
  from[0] + (to[0] - from[0]) * t,
  from[1] + (to[1] - from[1]) * t,
  to[2],
];

/** The colour at `t`: 0 to 1 on the sequential scale, -1 to 1 on the diverging one. */
export function paintAt(kind: Scale["kind"], theme: Theme, t: number): Paint {
  const { zero, one, positive, negative } = ends[theme];
  if (kind === "sequential") return paintOf(mix(zero, one, t));
  return paintOf(mix(zero, t < 0 ? negative : positive, Math.abs(t)));
}

const STEPS = 256;

interface Table {
  /** Of a cell: both themes, as custom properties. */
  readonly styles: readonly string[];
  readonly bytes: Readonly<Record<Theme, readonly Bytes[]>>;
}

const tables: Partial<Record<Scale["kind"], Table>> = {};

/** All colours of a scale, made once: a cell only looks its colour up. */
function tableOf(kind: Scale["kind"]): Table {
  let table = tables[kind];
  if (table) return table;
  const from = kind === "sequential" ? 0 : -STEPS;
  const paints = (theme: Theme) =>
    Array.from({ length: STEPS - from + 1 }, (_, i) => paintAt(kind, theme, (i + from) / STEPS));
  const light = paints("light");
  const dark = paints("dark");
  table = {
    styles: light.map((l, i) => {
      const d = dark[i] ?? l;
      return `--bl:${l.background};--fl:${l.text};--bd:${d.background};--fd:${d.text}`;
    }),
    bytes: { light: light.map((p) => p.bytes), dark: dark.map((p) => p.bytes) },
  };
  tables[kind] = table;
  return table;
}

function stepOf(scale: Scale, value: number): number {
  const t = scale.limit === 0 ? 0 : value / scale.limit;
  if (scale.kind === "sequential") return Math.round(Math.min(1, Math.max(0, t)) * STEPS);
  return Math.round(Math.min(1, Math.max(-1, t)) * STEPS) + STEPS;
}

/** The custom properties of a cell; none for NaN and infinities, which have a look of their own. */
export function cellStyle(scale: Scale, value: number): string {
  if (!Number.isFinite(value)) return "";
  return tableOf(scale.kind).styles[stepOf(scale, value)] ?? "";
}

/** The colour of a finite value, for a canvas. */
export function bytesAt(scale: Scale, theme: Theme, value: number): Bytes {
  return tableOf(scale.kind).bytes[theme][stepOf(scale, value)] ?? [0, 0, 0];
}

/** A grid never changes, and a page draws it again for every move of the pointer. */
const known = new WeakMap<Grid, Extent>();

/** A loop: 160 000 arguments are too many for Math.max. */
function measure(grid: Grid): Extent {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const value = grid.at(row, column);
      if (!Number.isFinite(value) || grid.hidden(row, column)) continue;
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return { min, max };
}

/** Smallest and largest finite number that is not hidden; both 0 when there is none. */
export function extentOf(grids: readonly Grid[]): Extent {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const grid of grids) {
    const extent = known.get(grid) ?? measure(grid);
    known.set(grid, extent);
    min = Math.min(min, extent.min);
    max = Math.max(max, extent.max);
  }
  return min <= max ? { min, max } : { min: 0, max: 0 };
}

const shares: readonly MatrixName[] = ["exponentials", "weights"];

/** One scale for all of `grids`, its ends taken from their numbers. */
export function scaleOf(...grids: readonly Grid[]): Scale {
  const extent = extentOf(grids);
  if (grids.length > 0 && grids.every((grid) => shares.includes(kindOf(grid.name)))) {
    return { kind: "sequential", ...extent, limit: 1 };
  }
  return { kind: "diverging", ...extent, limit: Math.max(-extent.min, extent.max, 0) };
}
