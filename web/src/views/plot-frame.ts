// What plots have in common: where a number stands between the ends of an axis, and the signs at the
// points of a series.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** From one end of an axis to the other. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly log?: boolean;
}

export type Sign = "circle" | "square" | "diamond" | "triangle" | "cross";

/** Around the point 0 0. */
export const signs: Readonly<Record<Sign, string>> = {
  circle: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z",
  square: "M-3.6-3.6h7.2v7.2h-7.2Z",
  diamond: "M0-5.2 5.2 0 0 5.2-5.2 0Z",
  triangle: "M0-5 5 4H-5Z",
  cross: "M-4-4 4 4M4-4-4 4",
};

/** Where a number stands, 0 to 1; what lies beyond an end is drawn at it. */
export function shareOf(value: number, { from, to, log }: Span): number {
  const share = log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
  return Math.min(1, Math.max(0, share));
}

/** In pixels from the top left corner of the picture. */
export interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function frameOf(x: Span, y: Span, { left, right, top, bottom }: Edges) {
  const column = (at: number) => left + shareOf(at, x) * (right - left);
  const row = (at: number) => bottom - shareOf(at, y) * (bottom - top);
  const spot = (point: Point) => `${column(point.x).toFixed(1)} ${row(point.y).toFixed(1)}`;
  // A hole in the numbers is a hole in the line.
  const drawn = (points: readonly Point[]) => points.filter((point) => Number.isFinite(point.y));
  const path = (points: readonly Point[]) =>
    drawn(points).length === 0 ? "" : `M${drawn(points).map(spot).join("L")}`;
  return { column, row, spot, drawn, path };
}
