// What CSS draws around and behind an element: background, hatching, borders, outline, and the boxes
// of ::before and ::after that are placed by hand.

import { type Box, element, fillOf, type Picture, strokeOf } from "./canvas.ts";
import { hatchIn, type Ink, inkOf } from "./colours.ts";
import { drawMark } from "./texts.ts";

const px = (text: string) => Number.parseFloat(text) || 0;

interface Side {
  readonly width: number;
  readonly ink: Ink;
  readonly style: string;
}

const sides = ["Top", "Right", "Bottom", "Left"] as const;

function sideOf(style: CSSStyleDeclaration, side: (typeof sides)[number]): Side | null {
  const line = style[`border${side}Style`];
  const width = px(style[`border${side}Width`]);
  const ink = inkOf(style[`border${side}Color`]);
  return line === "none" || width === 0 || ink.alpha === 0 ? null : { width, ink, style: line };
}

const dashes = ({ style, width }: Side): string | null => {
  if (style === "dashed") return `${3 * width} ${2 * width}`;
  return style === "dotted" ? `${width} ${width}` : null;
};

const lineOf = (side: Side) => ({
  fill: "none",
  ...strokeOf(side.ink),
  "stroke-width": side.width,
  "stroke-dasharray": dashes(side),
});

const inset = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x + by,
  y: y + by,
  width: Math.max(0, width - 2 * by),
  height: Math.max(0, height - 2 * by),
});

/** Rounded as far as the box has room. */
function radiusOf(style: CSSStyleDeclaration, { width, height }: Box): number | null {
  const text = style.borderTopLeftRadius;
  const radius = text.endsWith("%") ? (px(text) / 100) * Math.min(width, height) : px(text);
  return radius > 0 ? Math.min(radius, width / 2, height / 2) : null;
}

function background(picture: Picture, style: CSSStyleDeclaration, box: Box): void {
  const rx = radiusOf(style, box);
  const ink = inkOf(style.backgroundColor);
  if (ink.alpha > 0) picture.add(element("rect", { ...box, rx, ...fillOf(ink) }));
  const hatch = hatchIn(style.backgroundImage);
  if (hatch) picture.add(element("rect", { ...box, rx, fill: picture.hatch(hatch) }));
  else gradient(picture, style, box);
}

/** A bar: one colour over a part of the width. */
function gradient(picture: Picture, style: CSSStyleDeclaration, box: Box): void {
  const [, colour] =
    /^linear-gradient\((\w+\([^()]*\)) 0(?:px|%)?, \1 0(?:px|%)?\)$/u.exec(style.backgroundImage) ??
    [];
  if (!colour) return;
  const [size = "100%"] = style.backgroundSize.split(" ");
  const width = size.endsWith("%") ? (px(size) / 100) * box.width : px(size);
  picture.add(element("rect", { ...box, width, ...fillOf(inkOf(colour)) }));
}

/** A bracket: one side, bent over the whole height. */
function bent(picture: Picture, { x, y, width, height }: Box, side: Side, left: boolean): void {
  const [from, to] = left ? [x + width, x + side.width / 2] : [x, x + width - side.width / 2];
  const [top, middle, bottom] = [y + side.width / 2, y + height / 2, y + height - side.width / 2];
  const d = `M${from} ${top}Q${to} ${top} ${to} ${middle}Q${to} ${bottom} ${from} ${bottom}`;
  picture.add(element("path", { d, ...lineOf(side) }));
}

function borders(picture: Picture, style: CSSStyleDeclaration, box: Box): void {
  const all = sides.map((side) => sideOf(style, side));
  const [top, right, bottom, left] = all;
  if (!top && !right && !bottom && !left) return;
  const alike = all.every(
    (side) =>
      side && top && side.width === top.width && side.ink === top.ink && side.style === top.style,
  );
  if (alike && top) {
    const rx = radiusOf(style, box);
    picture.add(element("rect", { ...inset(box, top.width / 2), rx, ...lineOf(top) }));
    return;
  }
  const round = style.borderTopLeftRadius.includes("%") || style.borderTopRightRadius.includes("%");
  const only = left && !right ? left : right && !left ? right : null;
  if (round && only) {
    bent(picture, box, only, only === left);
    return;
  }
  const { x, y, width, height } = box;
  const line = (side: Side | null | undefined, x1: number, y1: number, x2: number, y2: number) => {
    if (side) picture.add(element("path", { d: `M${x1} ${y1}L${x2} ${y2}`, ...lineOf(side) }));
  };
  const half = (side: Side | null | undefined) => (side?.width ?? 0) / 2;
  line(top, x, y + half(top), x + width, y + half(top));
  line(bottom, x, y + height - half(bottom), x + width, y + height - half(bottom));
  line(left, x + half(left), y, x + half(left), y + height);
  line(right, x + width - half(right), y, x + width - half(right), y + height);
}

/** Drawn inside the box: a frame, or a mark along one of its sides. */
function shadows(picture: Picture, style: CSSStyleDeclaration, box: Box): void {
  const shadow = /(\w+\([^()]*\)) (-?[\d.]+)px (-?[\d.]+)px 0px ([\d.]+)px inset/gu;
  for (const [, colour = "", dx = "0", dy = "0", spread = "0"] of style.boxShadow.matchAll(
    shadow,
  )) {
    const [right, down, width] = [Number(dx), Number(dy), Number(spread)];
    const side = { width, ink: inkOf(colour), style: "solid" };
    const rx = radiusOf(style, box);
    if (width > 0) picture.add(element("rect", { ...inset(box, width / 2), rx, ...lineOf(side) }));
    const mark = {
      x: right < 0 ? box.x + box.width + right : box.x,
      y: down < 0 ? box.y + box.height + down : box.y,
      width: right === 0 ? box.width : Math.abs(right),
      height: down === 0 ? box.height : Math.abs(down),
    };
    if (right !== 0 || down !== 0) picture.add(element("rect", { ...mark, ...fillOf(side.ink) }));
  }
}

/** That of the focus and of the cell in hand. */
function outline(picture: Picture, style: CSSStyleDeclaration, box: Box): void {
  const width = px(style.outlineWidth);
  const ink = inkOf(style.outlineColor);
  if (style.outlineStyle === "none" || width === 0 || ink.alpha === 0) return;
  const out = px(style.outlineOffset) + width / 2;
  const radius = radiusOf(style, box);
  const rx = radius && Math.max(0, radius + out);
  const line = lineOf({ width, ink, style: style.outlineStyle });
  picture.add(element("rect", { ...inset(box, -out), rx, ...line }));
}

export function drawBox(picture: Picture, style: CSSStyleDeclaration, box: Box): void {
  background(picture, style, box);
  borders(picture, style, box);
  shadows(picture, style, box);
  outline(picture, style, box);
}

/** Where a pseudo-element lies: by its own places, or at the end of its element that it stands at. */
function pseudoBox(
  style: CSSStyleDeclaration,
  around: Box,
  at: "start" | "end" | "alone",
): Box | null {
  const wide = style.boxSizing === "border-box";
  const extra = (a: string, b: string) => (wide ? 0 : px(a) + px(b));
  const width =
    px(style.width) +
    extra(style.borderLeftWidth, style.borderRightWidth) +
    extra(style.paddingLeft, style.paddingRight);
  const height =
    px(style.height) +
    extra(style.borderTopWidth, style.borderBottomWidth) +
    extra(style.paddingTop, style.paddingBottom);
  if (style.position === "absolute") {
    return { x: around.x + px(style.left), y: around.y + px(style.top), width, height };
  }
  if (!style.display.includes("block")) return null;
  const y = around.y + (around.height - height) / 2;
  // The thumb of a switch, as far from the side as from the top, and moved from there.
  if (at === "alone")
    return { x: around.x + (y - around.y) + px(style.translate), y, width, height };
  const x =
    at === "start"
      ? around.x + px(style.marginLeft)
      : around.x + around.width - px(style.marginRight) - width;
  return { x, y, width, height };
}

const names = ["::before", "::after"] as const;

export function drawPseudos(picture: Picture, of: Element, around: Box): void {
  for (const name of names) {
    const style = getComputedStyle(of, name);
    if (style.content === "none" || style.content === "normal" || style.display === "none")
      continue;
    const at = of.childNodes.length === 0 ? "alone" : name === "::before" ? "start" : "end";
    const box = pseudoBox(style, around, at);
    if (box) drawBox(picture, style, box);
    else if (name === "::before") drawMark(picture, style.content, style, around);
  }
}
