// A figure higher than the window, shown in screens. A screen ends where a part of the figure would
// be cut, as long as that leaves most of the window to it.

/** What is not to be cut: matrices, tables, pictures, and what is read as one. */
const BLOCKS = [
  ".dk-matrix",
  "table",
  "tr",
  "canvas",
  "svg",
  "figcaption",
  "p",
  "li",
  "dt",
  ".dk-legends",
  ".dk-plot",
  ".dk-strip",
  ".dk-formula",
  ".dk-inspector",
  ".dk-code",
  ".steps",
  ".dk-steps",
].join();

/** The least share of a window by which a screen goes on. */
const LEAST_STEP = 0.5;

export interface Span {
  readonly top: number;
  readonly bottom: number;
}

/**
 * The places at which the screens of something begin that is `height` high, in a window that shows
 * `room` of it. The last one ends where it ends.
 */
export function screensOf(height: number, room: number, blocks: readonly Span[]): number[] {
  const last = height - room;
  const tops = [0];
  for (let top = 0; last - top > 1; tops.push(top)) {
    const end = top + room;
    const cut = blocks
      .filter((block) => block.top < end - 1 && block.bottom > end + 1)
      .map((block) => block.top)
      .filter((at) => at >= top + LEAST_STEP * room);
    top = Math.min(last, ...(cut.length > 0 ? cut : [end]));
  }
  return tops;
}

/** The blocks of a figure that are to be seen, from its upper edge on. */
export function blocksOf(figure: Element): Span[] {
  const { top: origin } = figure.getBoundingClientRect();
  return [...figure.querySelectorAll(BLOCKS)].flatMap((block) => {
    const { top, bottom, height } = block.getBoundingClientRect();
    return height > 0 ? [{ top: top - origin, bottom: bottom - origin }] : [];
  });
}
