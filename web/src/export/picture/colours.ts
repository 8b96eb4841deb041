// Colours as a style sheet may give them (light-dark, color-mix, oklab), as the six digits that every
// program for pictures reads.

export interface Ink {
  readonly hex: string;
  /** 0 to 1. */
  readonly alpha: number;
}

const known = new Map<string, Ink>();
let context: CanvasRenderingContext2D | null = null;

const hexOf = (bytes: readonly number[]) =>
  `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/** Painted, and read from the pixel: the browser knows all notations. */
function painted(colour: string): Ink {
  context ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!context) return { hex: "#000000", alpha: 1 };
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(0, 0, 1, 1).data;
  return { hex: hexOf([r, g, b]), alpha: a / 255 };
}

function parsed(colour: string): Ink {
  const [, list = ""] = /^rgba?\(([\d., ]+)\)$/u.exec(colour) ?? [];
  const [r, g, b, alpha = 1] = list === "" ? [] : list.split(",").map(Number);
  if (r === undefined || g === undefined || b === undefined) return painted(colour);
  return { hex: hexOf([r, g, b].map(Math.round)), alpha };
}

export function inkOf(colour: string): Ink {
  let ink = known.get(colour);
  if (!ink) {
    ink = parsed(colour);
    known.set(colour, ink);
  }
  return ink;
}

/** Of a background with a hatching, the colour of its lines. */
export function hatchIn(image: string): Ink | null {
  if (!image.includes("repeating-linear-gradient")) return null;
  const [colour] = /(?:rgba?|color|oklab|oklch|lab|lch)\([^()]*\)/u.exec(image) ?? [];
  return colour ? inkOf(colour) : null;
}
