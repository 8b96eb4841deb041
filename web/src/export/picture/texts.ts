// Text stays text: every line at the place that the page has it, in the same face and colour. What is
// set to the right keeps its right edge, whatever faces another machine has.

import { type Box, element, fillOf, type Picture } from "./canvas.ts";
import { inkOf } from "./colours.ts";

interface Line {
  readonly text: string;
  readonly rect: DOMRect;
}

interface Face {
  readonly ascent: number;
  readonly descent: number;
}

const faces = new Map<string, Face>();
let context: CanvasRenderingContext2D | null = null;

/** How far the letters of the font reach above and below their line. */
function faceOf({ fontStyle, fontWeight, fontSize, fontFamily }: CSSStyleDeclaration): Face {
  // The shorthand is empty where figures are tabular.
  const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  let face = faces.get(font);
  if (face) return face;
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return { ascent: 0.9, descent: 0.25 };
  context.font = font;
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } =
    context.measureText("x");
  face = { ascent, descent };
  faces.set(font, face);
  return face;
}

const collapsed = (text: string, { whiteSpace }: CSSStyleDeclaration) =>
  whiteSpace.startsWith("pre") ? text : text.replace(/[ \t\r\n]+/gu, " ");

/** Where each word begins; of a word that is on two lines, as after a slash, each letter. */
function* placesIn(node: Text, range: Range): Generator<readonly [number, DOMRect]> {
  const rects = (from: number, length: number) => {
    range.setStart(node, from);
    range.setEnd(node, from + length);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  };
  for (const { index, 0: word } of node.data.matchAll(/\S+/gu)) {
    const [first, ...more] = rects(index, word.length);
    if (!first) continue;
    if (more.every(({ top }) => Math.abs(top - first.top) <= first.height / 2)) {
      yield [index, first];
      continue;
    }
    let at = index;
    for (const letter of word) {
      const [rect] = rects(at, letter.length);
      if (rect) yield [at, rect];
      at += letter.length;
    }
  }
}

/** The parts of a text that stand on one line each. */
function linesOf(node: Text, style: CSSStyleDeclaration): Line[] {
  const range = document.createRange();
  // A space at an end has a place of its own, or none.
  const [from, to] = [node.data.search(/\S/u), node.data.trimEnd().length];
  range.setStart(node, from);
  range.setEnd(node, to);
  const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
  const [first] = rects;
  if (!first) return [];
  if (rects.length === 1) return [{ text: collapsed(node.data, style).trim(), rect: first }];
  const lines: Line[] = [];
  let start = from;
  let current: DOMRect | null = null;
  const end = (at: number) => {
    range.setStart(node, start);
    range.setEnd(node, at);
    const rect = range.getBoundingClientRect();
    const text = collapsed(node.data.slice(start, at), style).trim();
    if (text !== "" && rect.width > 0)
      lines.push({ text, rect: current ? lineRect(range, current) : rect });
    start = at;
  };
  for (const [index, rect] of placesIn(node, range)) {
    if (current && Math.abs(rect.top - current.top) > rect.height / 2) end(index);
    current = rect;
  }
  end(to);
  return lines;
}

/** The part of the range on the line of `word`. */
function lineRect(range: Range, word: DOMRect): DOMRect {
  const same = [...range.getClientRects()].filter(
    ({ top, width }) => width > 0 && Math.abs(top - word.top) <= word.height / 2,
  );
  const left = Math.min(...same.map((rect) => rect.left));
  const right = Math.max(...same.map((rect) => rect.right));
  return new DOMRect(left, word.top, right - left, word.height);
}

/** As much of the text as its box shows. */
function shortened(node: Text, box: Element, style: CSSStyleDeclaration): Line[] {
  const range = document.createRange();
  const { right } = box.getBoundingClientRect();
  range.selectNodeContents(node);
  const whole = range.getBoundingClientRect();
  let end = node.data.length;
  const dots = faceOf(style).ascent * 0.9;
  while (end > 1) {
    range.setEnd(node, end);
    if (range.getBoundingClientRect().right <= right - dots) break;
    end--;
  }
  const rect = new DOMRect(whole.left, whole.top, right - whole.left, whole.height);
  return [{ text: `${node.data.slice(0, end).trim()}…`, rect }];
}

function anchorOf({ textAlign }: CSSStyleDeclaration): "start" | "middle" | "end" {
  if (textAlign === "right" || textAlign === "end") return "end";
  return textAlign === "center" || textAlign === "-webkit-center" ? "middle" : "start";
}

function textElement(text: string, box: Box, style: CSSStyleDeclaration): SVGElement {
  const { ascent, descent } = faceOf(style);
  const anchor = anchorOf(style);
  const side = { start: 0, middle: 0.5, end: 1 }[anchor];
  const upright = !style.writingMode.startsWith("vertical");
  const line = (extent: number) => (extent - ascent - descent) / 2 + ascent;
  const place = upright
    ? { x: box.x + side * box.width, y: box.y + line(box.height) }
    : {
        transform: `translate(${box.x + box.width - line(box.width)} ${box.y + side * box.height}) rotate(90)`,
      };
  const made = element("text", {
    ...place,
    ...fillOf(inkOf(style.color)),
    "font-family": style.fontFamily,
    "font-size": style.fontSize.replace("px", ""),
    "font-weight": style.fontWeight === "400" ? null : style.fontWeight,
    "font-style": style.fontStyle === "normal" ? null : style.fontStyle,
    "letter-spacing":
      style.letterSpacing === "normal" ? null : style.letterSpacing.replace("px", ""),
    "text-anchor": anchor === "start" ? null : anchor,
    // Else the spaces that begin a line of code would be gone.
    "xml:space": /^\s|\s{2}/u.test(text) ? "preserve" : null,
  });
  made.textContent = text;
  return made;
}

/** Text that the style sheet puts before an element's own: a tick, a cross. */
export function drawMark(
  picture: Picture,
  content: string,
  style: CSSStyleDeclaration,
  around: Box,
): void {
  const [, text = ""] = /^"([^"]*)"$/u.exec(content) ?? [];
  if (text.trim() !== "") picture.add(textElement(text.trim(), around, style));
}

export function drawText(picture: Picture, node: Text, style: CSSStyleDeclaration): void {
  if (node.data.trim() === "") return;
  const box = node.parentElement;
  const cut = box && style.textOverflow === "ellipsis" && box.scrollWidth > box.clientWidth;
  const lines = cut ? shortened(node, box, style) : linesOf(node, style);
  for (const { text, rect } of lines) {
    if (text !== "") picture.add(textElement(text, picture.box(rect), style));
  }
}

const px = (text: string) => Number.parseFloat(text) || 0;

/** What stands in a field: it is no text of the page. */
export function drawField(
  picture: Picture,
  field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
  style: CSSStyleDeclaration,
): void {
  const text =
    field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? "") : field.value;
  const { x, y, width, height } = picture.box(field.getBoundingClientRect());
  const [left, right] = [px(style.paddingLeft), px(style.paddingRight)];
  const lines = text.trim().split("\n");
  const each = px(style.lineHeight) || height;
  const first = field instanceof HTMLTextAreaElement ? y + px(style.paddingTop) : y;
  lines.forEach((line, i) => {
    const box = {
      x: x + left,
      y: first + i * each,
      width: width - left - right,
      height: lines.length > 1 || field instanceof HTMLTextAreaElement ? each : height,
    };
    if (line !== "") picture.add(textElement(line, box, style));
  });
}
