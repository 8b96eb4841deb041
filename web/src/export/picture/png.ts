// An SVG as pixels, two for each of its own in both directions.

import type { Drawn } from "./figure-svg.ts";

export const RATIO = 2;

export const svgAddress = (text: string) =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;

export async function pngOf({ text, width, height }: Drawn): Promise<Uint8Array<ArrayBuffer>> {
  const image = new Image();
  image.src = svgAddress(text);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = RATIO * width;
  canvas.height = RATIO * height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("the browser made no picture");
  return new Uint8Array(await blob.arrayBuffer());
}
