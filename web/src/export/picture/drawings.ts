// Drawings within the page: SVG with the styles that its sheets give it, and heat maps.

import { heatMapOn } from "../../views/heat-map.ts";
import { paintAt, type Scale, type Theme } from "../../views/scale.ts";
import { type Box, element, fillOf, type Picture } from "./canvas.ts";
import { inkOf } from "./colours.ts";

const copied = [
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "fill-opacity",
  "stroke-opacity",
  "fill-rule",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "dominant-baseline",
  "vector-effect",
  "marker-end",
  "paint-order",
] as const;

const usual: Readonly<Record<string, string>> = {
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  opacity: "1",
  "fill-opacity": "1",
  "stroke-opacity": "1",
  "fill-rule": "nonzero",
  "font-style": "normal",
  "text-anchor": "start",
  "dominant-baseline": "auto",
  "vector-effect": "none",
  "marker-end": "none",
  "paint-order": "normal",
};

/** A fill or stroke: none, a pattern of the drawing's own, or a colour. */
function paint(to: Element, name: "fill" | "stroke", value: string): void {
  if (value === "none" || value.startsWith("url(")) {
    to.setAttribute(name, value.replace(/^url\("?[^"#]*(#[^")]*)"?\).*$/u, "url($1)"));
    return;
  }
  const { hex, alpha } = inkOf(value);
  to.setAttribute(name, alpha === 0 ? "none" : hex);
  if (alpha > 0 && alpha < 1) to.setAttribute(`${name}-opacity`, String(alpha));
}

const isText = (name: string) => name === "text" || name === "tspan" || name === "textPath";

function dress(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  if (style.display === "none" && !from.closest("defs")) {
    to.remove();
    return;
  }
  for (const name of copied) {
    if (name.startsWith("font") && !isText(from.localName)) continue;
    const value = style.getPropertyValue(name);
    if (value && value !== usual[name]) to.setAttribute(name, value.replace(/px$/u, ""));
  }
  paint(to, "fill", style.fill);
  paint(to, "stroke", style.stroke);
  if (style.transform !== "none" && !from.hasAttribute("transform") && from.localName !== "svg") {
    to.setAttribute("transform", style.transform);
  }
  for (const name of ["class", "style", "tabindex"]) to.removeAttribute(name);
  const children = [...to.children];
  [...from.children].forEach((child, i) => {
    const copy = children[i];
    if (copy) dress(child, copy);
  });
}

export function drawSvg(picture: Picture, svg: SVGSVGElement): void {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  dress(svg, copy);
  const { x, y, width, height } = picture.box(svg.getBoundingClientRect());
  for (const [name, value] of Object.entries({ x, y, width, height })) {
    copy.setAttribute(name, String(Math.round(100 * value) / 100));
  }
  copy.setAttribute(
    "overflow",
    getComputedStyle(svg).overflow === "visible" ? "visible" : "hidden",
  );
  picture.add(copy);
}

/** Cells of one colour beside each other are one rectangle. */
function rowRuns(
  colours: readonly (string | null)[],
): { from: number; to: number; colour: string }[] {
  const runs: { from: number; to: number; colour: string }[] = [];
  colours.forEach((colour, i) => {
    const last = runs.at(-1);
    if (colour === null) return;
    if (last && last.to === i && last.colour === colour) last.to = i + 1;
    else runs.push({ from: i, to: i + 1, colour });
  });
  return runs;
}

function colourAt({ kind, limit }: Scale, theme: Theme, value: number): string {
  const t = limit === 0 ? 0 : value / limit;
  const least = kind === "sequential" ? 0 : -1;
  return paintAt(kind, theme, Math.min(1, Math.max(least, t))).background;
}

/** A heat map anew, cell by cell and sharp at any size; any other canvas as the pixels it has. */
export function drawCanvas(picture: Picture, canvas: HTMLCanvasElement, theme: Theme): void {
  const box = picture.box(canvas.getBoundingClientRect());
  const map = heatMapOn(canvas);
  if (!map) {
    picture.add(element("image", { ...box, href: canvas.toDataURL() }));
    return;
  }
  const { grid, scale } = map;
  // Lines through every sixth pixel of a row, as the page's painter draws them.
  const apart = 6 / Math.SQRT2;
  const hatch = picture.hatch(inkOf(getComputedStyle(canvas).textDecorationColor), apart, 1);
  picture.add(element("rect", { ...box, fill: hatch }));
  const [width, height] = [box.width / grid.columns, box.height / grid.rows];
  for (let row = 0; row < grid.rows; row++) {
    const colours = Array.from({ length: grid.columns }, (_, column) => {
      const value = grid.at(row, column);
      const clear = grid.hidden(row, column) || !Number.isFinite(value);
      return clear ? null : colourAt(scale, theme, value);
    });
    for (const run of rowRuns(colours)) {
      picture.add(cell(box, run, row, width, height));
    }
  }
}

function cell(
  { x, y }: Box,
  { from, to, colour }: { from: number; to: number; colour: string },
  row: number,
  width: number,
  height: number,
): SVGElement {
  return element("rect", {
    x: x + from * width,
    y: y + row * height,
    width: (to - from) * width,
    height,
    ...fillOf(inkOf(colour)),
    "shape-rendering": "crispEdges",
  });
}
