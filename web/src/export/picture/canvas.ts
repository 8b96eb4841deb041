// The picture being made: elements of SVG, in the places that the page has them.

import { type Ink, inkOf } from "./colours.ts";

export const SVG = "http://www.w3.org/2000/svg";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** Hundredths of a pixel: more would only make the file longer. */
export const short = (value: number) => String(Math.round(value * 100) / 100);

export function element(name: string, attributes: Attributes): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    made.setAttribute(key, typeof value === "number" ? short(value) : value);
  }
  return made;
}

export const fillOf = ({ hex, alpha }: Ink): Attributes => ({
  fill: hex,
  "fill-opacity": alpha < 1 ? alpha : null,
});

export const strokeOf = ({ hex, alpha }: Ink): Attributes => ({
  stroke: hex,
  "stroke-opacity": alpha < 1 ? alpha : null,
});

export class Picture {
  readonly root: SVGElement;
  /** Where the next element goes. */
  #into: SVGElement;
  /** What lies over its neighbours, whenever it comes. */
  readonly #above: SVGElement;
  readonly #defs: SVGElement;
  readonly #origin: { readonly x: number; readonly y: number };
  readonly #hatches = new Map<string, string>();
  #clips = 0;

  /** `area` of the page, with a margin around it. */
  constructor(area: DOMRect, margin: number) {
    const [width, height] = [area.width + 2 * margin, area.height + 2 * margin].map(Math.ceil);
    this.#origin = { x: area.left - margin, y: area.top - margin };
    this.root = element("svg", {
      width: width ?? 0,
      height: height ?? 0,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
    });
    this.#defs = element("defs", {});
    this.#into = element("g", {});
    this.#above = element("g", {});
    this.root.append(this.#defs, this.#into, this.#above);
  }

  box({ left, top, width, height }: DOMRect): Box {
    return { x: left - this.#origin.x, y: top - this.#origin.y, width, height };
  }

  add(made: SVGElement): void {
    this.#into.append(made);
  }

  /** All that `draw` adds, above what is not. */
  above(draw: () => void): void {
    this.#within(this.#above, draw);
  }

  clipped(box: Box, draw: () => void): void {
    const id = `clip-${++this.#clips}`;
    const clip = element("clipPath", { id });
    clip.append(element("rect", { ...box }));
    this.#defs.append(clip);
    const group = element("g", { "clip-path": `url(#${id})` });
    this.add(group);
    this.#within(group, draw);
  }

  faded(opacity: number, draw: () => void): void {
    const group = element("g", { opacity });
    this.add(group);
    this.#within(group, draw);
  }

  #within(group: SVGElement, draw: () => void): void {
    const outer = this.#into;
    this.#into = group;
    draw();
    this.#into = outer;
  }

  /** The fill of a hatched box, lines like those of the page. */
  hatch(ink: Ink, apart = 6, line = 1.2): string {
    const key = `${ink.hex} ${ink.alpha} ${apart} ${line}`;
    let id = this.#hatches.get(key);
    if (!id) {
      id = `hatch-${this.#hatches.size + 1}`;
      const pattern = element("pattern", {
        id,
        width: apart,
        height: apart,
        patternUnits: "userSpaceOnUse",
        patternTransform: "rotate(-45)",
      });
      pattern.append(element("rect", { width: apart, height: line, ...fillOf(ink) }));
      this.#defs.append(pattern);
      this.#hatches.set(key, id);
    }
    return `url(#${id})`;
  }

  titled(title: string): void {
    const made = element("title", {});
    made.textContent = title;
    this.root.prepend(made);
  }

  lying(colour: string): void {
    const ground = element("rect", { width: "100%", height: "100%", ...fillOf(inkOf(colour)) });
    this.#into.before(ground);
  }
}
