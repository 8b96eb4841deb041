// A matrix too large for a table, as a picture: one pixel per cell, drawn once and stretched, with
// the chosen cell and its sources marked on top. Hidden pairs stay clear and show the hatching
// below them.

import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ElementPart } from "lit/directive.js";
import { noChange } from "lit/html.js";
import { type LitCells, sameCell } from "./lit-cells.ts";
import { measureLater, measureNoMore } from "./measuring.ts";
import { bytesAt, type Scale, type Theme } from "./scale.ts";
import type { Grid } from "./scene.ts";
import { zoomOf } from "./zoom.ts";

export interface HeatMap {
  readonly grid: Grid;
  readonly scale: Scale;
  readonly lit: LitCells;
}

/** Largest sides of a drawn cell, in CSS pixels. */
export const WIDEST = 22;
const TALLEST = 14;

/** RGBA, a pixel per cell; hidden cells are clear, and so is what is no number. */
export function pixelsOf({ grid, scale }: HeatMap, theme: Theme): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * grid.rows * grid.columns);
  let at = 0;
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++, at += 4) {
      const value = grid.at(row, column);
      if (grid.hidden(row, column) || !Number.isFinite(value)) continue;
      const [r, g, b] = bytesAt(scale, theme, value);
      pixels[at] = r;
      pixels[at + 1] = g;
      pixels[at + 2] = b;
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}

/** Sides of one cell in CSS pixels when the picture may be `available` wide. */
export function cellSize(grid: Grid, available: number): readonly [number, number] {
  const width = Math.min(WIDEST, available / grid.columns);
  return [width, Math.min(TALLEST, width)];
}

const maps = new WeakMap<HTMLCanvasElement, HeatMap>();

/** What is drawn on that canvas. */
export const heatMapOn = (canvas: HTMLCanvasElement): HeatMap | null => maps.get(canvas) ?? null;

class Painter extends AsyncDirective {
  #canvas: HTMLCanvasElement | null = null;
  #map: HeatMap | null = null;
  #picture: { grid: Grid; scale: Scale; theme: Theme; image: HTMLCanvasElement } | null = null;
  /** What the canvas shows. */
  #drawn: HeatMap | null = null;
  readonly #redraw = () => {
    this.#drawn = null;
    this.#measured()?.();
  };
  #resizes: ResizeObserver | null = null;
  #dark: MediaQueryList | null = null;

  render(_map: HeatMap): unknown {
    return noChange;
  }

  override update(part: ElementPart, [map]: [HeatMap]): unknown {
    this.#map = map;
    if (!this.#canvas) {
      this.#canvas = part.element as HTMLCanvasElement;
      this.#watch();
    } else {
      measureLater(this, () => this.#measured());
    }
    return noChange;
  }

  #watch(): void {
    const frame = this.#canvas?.parentElement;
    if (!frame) return;
    this.#resizes = new ResizeObserver(this.#redraw);
    this.#resizes.observe(frame);
    this.#dark = matchMedia("(prefers-color-scheme: dark)");
    this.#dark.addEventListener("change", this.#redraw);
  }

  override disconnected(): void {
    measureNoMore(this);
    this.#resizes?.disconnect();
    this.#dark?.removeEventListener("change", this.#redraw);
  }

  override reconnected(): void {
    this.#watch();
  }

  #imageOf(map: HeatMap, theme: Theme): HTMLCanvasElement {
    const { grid, scale } = map;
    const old = this.#picture;
    if (old && samePicture(old, map) && old.theme === theme) return old.image;
    const image = document.createElement("canvas");
    image.width = grid.columns;
    image.height = grid.rows;
    image
      .getContext("2d")
      ?.putImageData(new ImageData(pixelsOf(map, theme), grid.columns, grid.rows), 0, 0);
    this.#picture = { grid, scale, theme, image };
    return image;
  }

  /** How it is to be drawn; nothing where the picture stays as it is. */
  #measured(): (() => void) | undefined {
    const [canvas, map, drawn] = [this.#canvas, this.#map, this.#drawn];
    if (!canvas || !map) return;
    const theme = themeOf(canvas);
    if (drawn && sameMap(drawn, map, this.#picture?.theme === theme)) return;
    const available = canvas.parentElement?.clientWidth ?? 0;
    const inks = inksOf(canvas);
    return () => this.#draw(canvas, map, theme, available, inks);
  }

  #draw(
    canvas: HTMLCanvasElement,
    map: HeatMap,
    theme: Theme,
    available: number,
    inks: Inks,
  ): void {
    const context = canvas.getContext("2d");
    if (!context) return;
    this.#drawn = map;
    maps.set(canvas, map);
    const { grid } = map;
    const [width, height] = cellSize(grid, available);
    const ratio = (window.devicePixelRatio || 1) * zoomOf(canvas);
    canvas.width = Math.round(width * grid.columns * ratio);
    canvas.height = Math.round(height * grid.rows * ratio);
    canvas.style.width = `${width * grid.columns}px`;
    canvas.style.height = `${height * grid.rows}px`;

    hatch(context, inks.hatch, ratio);
    context.imageSmoothingEnabled = false;
    const image = this.#imageOf(map, theme);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    mark(context, map, [canvas.width / grid.columns, canvas.height / grid.rows], inks.mark, ratio);
  }
}

function samePicture(a: Omit<HeatMap, "lit">, b: Omit<HeatMap, "lit">): boolean {
  return a.grid === b.grid && a.scale.kind === b.scale.kind && a.scale.limit === b.scale.limit;
}

/** Nothing to redraw, as at most of the renders that a moving pointer causes. */
function sameMap(a: HeatMap, b: HeatMap, sameTheme: boolean): boolean {
  return (
    sameTheme &&
    samePicture(a, b) &&
    sameCell(a.lit.cell, b.lit.cell) &&
    sameCell(a.lit.pointed, b.lit.pointed)
  );
}

interface Inks {
  readonly mark: string;
  readonly hatch: string;
}

function inksOf(canvas: HTMLCanvasElement): Inks {
  const { color, textDecorationColor } = getComputedStyle(canvas);
  return { mark: color, hatch: textDecorationColor };
}

/** Light ink is written on dark paper. */
function themeOf(canvas: HTMLCanvasElement): Theme {
  const [r = 0, g = 0, b = 0] = (getComputedStyle(canvas).color.match(/[\d.]+/g) ?? []).map(Number);
  return r + g + b > 384 ? "dark" : "light";
}

function hatch(context: CanvasRenderingContext2D, colour: string, ratio: number): void {
  const { width, height } = context.canvas;
  context.strokeStyle = colour;
  context.lineWidth = ratio;
  context.beginPath();
  for (let x = -height; x < width; x += 6 * ratio) {
    context.moveTo(x, height);
    context.lineTo(x + height, 0);
  }
  context.stroke();
}

function mark(
  context: CanvasRenderingContext2D,
  { grid, lit }: HeatMap,
  [width, height]: readonly [number, number],
  ink: string,
  ratio: number,
): void {
  context.strokeStyle = ink;
  const frame = (row: number, column: number, line: number) => {
    context.lineWidth = line * ratio;
    context.strokeRect(column * width, row * height, width, height);
  };
  for (const { row, column } of lit.sourcesIn(grid.name)) frame(row, column, 1);
  if (lit.pointed?.matrix === grid.name) frame(lit.pointed.row, lit.pointed.column, 2);
  if (lit.cell?.matrix === grid.name) frame(lit.cell.row, lit.cell.column, 2.5);
}

/** On a canvas. */
export const heatMap = directive(Painter);
