// Drawings within the page: SVG with the styles that its sheets give it, and heat maps.

import { type HeatMap, heatMapOn } from "../../views/heat-map.ts";
import { bytesAt, type Scale, type Theme } from "../../views/scale.ts";
import { element, fillOf, type Picture } from "./canvas.ts";
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

const colourAt = (scale: Scale, theme: Theme, value: number) =>
  `rgb(${bytesAt(scale, theme, value).join(", ")})`;

/** A heat map anew, cell by cell and sharp at any size; any other canvas as the pixels it has. */
export function drawCanvas(picture: Picture, canvas: HTMLCanvasElement, theme: Theme): void {
  const box = picture.box(canvas.getBoundingClientRect());
  const map = heatMapOn(canvas);
  if (!map) {
    picture.add(element("image", { ...box, href: canvas.toDataURL() }));
    return;
  }
  const { grid } = map;
  // Lines through every sixth pixel of a row, as the page's painter draws them.
  const apart = 6 / Math.SQRT2;
  const hatch = picture.hatch(inkOf(getComputedStyle(canvas).textDecorationColor), apart, 1);
  picture.add(element("rect", { ...box, fill: hatch }));
  const cells = element("g", {
    transform: `translate(${box.x} ${box.y}) scale(${box.width / grid.columns} ${box.height / grid.rows})`,
    "shape-rendering": "crispEdges",
  });
  for (const [colour, d] of cellsByColour(map, theme)) {
    cells.append(element("path", { d, ...fillOf(inkOf(colour)) }));
  }
  picture.add(cells);
}

/** For each colour the squares that have it, as one path: thousands of elements would be slow. */
function cellsByColour({ grid, scale }: HeatMap, theme: Theme): Map<string, string> {
  const paths = new Map<string, string>();
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const value = grid.at(row, column);
      if (grid.hidden(row, column) || !Number.isFinite(value)) continue;
      const colour = colourAt(scale, theme, value);
      paths.set(colour, `${paths.get(colour) ?? ""}M${column} ${row}h1v1h-1z`);
    }
  }
  return paths;
}
