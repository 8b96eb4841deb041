// An SVG as pixels, two for each of its own in both directions.

import type { Drawn } from "./figure-svg.ts";

export const RATIO = 2;

export const svgAddress = (text: string) =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;

export interface Png {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** To be shown: what a browser copies from its own menu is then the same picture. */
  readonly address: string;
}

function addressOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

export async function pngOf({ text, width, height }: Drawn): Promise<Png> {
  const image = new Image();
  image.src = svgAddress(text);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = RATIO * width;
  canvas.height = RATIO * height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("the browser made no picture");
  return { bytes: new Uint8Array(await blob.arrayBuffer()), address: await addressOf(blob) };
}
