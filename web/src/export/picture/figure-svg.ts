// A figure of the page as a standalone SVG: what the browser has laid out, drawn again element by
// element. No foreignObject, which canvases, printers and drawing programs refuse.
//
// For the moment of drawing the figure is dressed for a picture (styles/export.css): no buttons, its
// tables whole, on request in the light colours. All of it happens in one task, so that nobody sees it.

import type { Theme } from "../../views/scale.ts";
import { drawBox, drawPseudos } from "./boxes.ts";
import { Picture } from "./canvas.ts";
import { inkOf } from "./colours.ts";
import { drawCanvas, drawSvg } from "./drawings.ts";
import { drawField, drawText } from "./texts.ts";

export type Colours = "light" | "shown";

const MARGIN = 8;

/** Told to those who hear the page, and never seen. */
const isUnseen = (style: CSSStyleDeclaration, of: Element) =>
  style.display === "none" ||
  style.visibility !== "visible" ||
  Number(style.opacity) === 0 ||
  style.clipPath === "inset(50%)" ||
  of.classList.contains("dk-flights");

class Walk {
  readonly #picture: Picture;
  readonly #theme: Theme;

  constructor(picture: Picture, theme: Theme) {
    this.#picture = picture;
    this.#theme = theme;
  }

  element(of: Element): void {
    const style = getComputedStyle(of);
    if (isUnseen(style, of)) return;
    const opacity = Number(style.opacity);
    if (opacity < 1) this.#picture.faded(opacity, () => this.#drawn(of, style));
    else if (Number(style.zIndex) > 0) this.#picture.above(() => this.#drawn(of, style));
    else this.#drawn(of, style);
  }

  #drawn(of: Element, style: CSSStyleDeclaration): void {
    const picture = this.#picture;
    if (of instanceof SVGSVGElement) {
      drawSvg(picture, of);
      return;
    }
    const box = picture.box(of.getBoundingClientRect());
    if (style.display !== "contents") drawBox(picture, style, box);
    if (of instanceof HTMLCanvasElement) drawCanvas(picture, of, this.#theme);
    else if (
      of instanceof HTMLInputElement ||
      of instanceof HTMLSelectElement ||
      of instanceof HTMLTextAreaElement
    ) {
      drawField(picture, of, style);
    } else if (this.#cuts(of, style)) picture.clipped(box, () => this.#inside(of, style));
    else this.#inside(of, style);
    if (style.display !== "contents") drawPseudos(picture, of, box);
  }

  #cuts(of: Element, { overflowX, overflowY, textOverflow }: CSSStyleDeclaration): boolean {
    if ((overflowX === "visible" && overflowY === "visible") || textOverflow === "ellipsis")
      return false;
    return of.scrollWidth > of.clientWidth + 1 || of.scrollHeight > of.clientHeight + 1;
  }

  #inside(of: Element, style: CSSStyleDeclaration): void {
    const closed = of instanceof HTMLDetailsElement && !of.open;
    for (const child of of.childNodes) {
      if (closed && !(child instanceof Element && child.localName === "summary")) continue;
      if (child instanceof Text) drawText(this.#picture, child, style);
      else if (child instanceof Element) this.element(child);
    }
  }
}

/** What holds more than it shows, and lets the reader scroll. */
const scrollers = (figure: Element) =>
  [...figure.querySelectorAll<HTMLElement>("*")].filter(
    (part) =>
      part.scrollWidth > part.clientWidth + 1 &&
      /auto|scroll/u.test(getComputedStyle(part).overflowX),
  );

/** Wider, nobody could read it on paper: 32 columns of numbers have room in it. */
const WIDEST = 1600;

/** As wide as its widest table wants to be, if that is no wider than what can be read. */
function widen(figure: HTMLElement): void {
  for (let turn = 0; turn < 2; turn++) {
    const more = Math.max(
      0,
      ...scrollers(figure).map((part) => part.scrollWidth - part.clientWidth),
    );
    if (more === 0) return;
    const { width } = figure.getBoundingClientRect();
    figure.style.width = `${Math.max(width, Math.min(width + more, WIDEST))}px`;
  }
}

/** Dressed for `draw`, and as it was again. */
function dressed<T>(figure: HTMLElement, colours: Colours, draw: () => T): T {
  const { dataset } = document.documentElement;
  const theme = dataset.theme;
  const { width } = figure.style;
  const scrolled = scrollers(figure).map((part) => [part, part.scrollLeft] as const);
  try {
    // Before the colours change: one that is still on its way to the other theme would be drawn so.
    dataset.drawing = "";
    if (colours === "light") dataset.theme = "light";
    figure.dataset.picture = colours;
    widen(figure);
    return draw();
  } finally {
    delete figure.dataset.picture;
    figure.style.width = width;
    if (theme === undefined) delete dataset.theme;
    else dataset.theme = theme;
    for (const [part, left] of scrolled) part.scrollLeft = left;
    // Reads the layout: only then is the theme back, without a way there that could be seen.
    figure.getBoundingClientRect();
    delete dataset.drawing;
  }
}

/** Light ink is written on dark paper. */
function themeOf(figure: Element): Theme {
  const { hex } = inkOf(getComputedStyle(figure).color);
  return Number.parseInt(hex.slice(3, 5), 16) > 128 ? "dark" : "light";
}

export interface Drawn {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

export function figureSvg(figure: HTMLElement, colours: Colours, title: string): Drawn {
  return dressed(figure, colours, () => {
    const area = figure.getBoundingClientRect();
    if (area.width === 0) throw new Error("the figure is not shown");
    const picture = new Picture(area, MARGIN);
    picture.titled(title);
    picture.lying(getComputedStyle(figure).backgroundColor);
    picture.root.setAttribute("xml:lang", document.documentElement.lang);
    new Walk(picture, themeOf(figure)).element(figure);
    const { root } = picture;
    return {
      text: `${new XMLSerializer().serializeToString(root)}\n`,
      width: Number(root.getAttribute("width")),
      height: Number(root.getAttribute("height")),
    };
  });
}
