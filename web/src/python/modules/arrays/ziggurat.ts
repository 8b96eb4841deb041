/**
 * The layers of the normal distribution's ziggurat (Marsaglia and Tsang, 2000; 256 layers of equal
 * area, 52 bits) as NumPy has them. They follow from the outermost inwards; NumPy's own table was
 * made with another rounding, and `units` is by how many last places it differs from this one, as
 * its draws show.
 */
import { log } from "./logarithm.ts";

export const tail = 3.6541528853610088;
const area = 0.0049286732339746519;
/** exp(-tail^2 / 2) */
const least = 0.0012602859304985975;
const bits = 2 ** 52;

// biome-ignore format: one long list
const units = [
  -3, -855, -269, -208, -171, -149, -136, -121, -111, -52, -48, -45, -41, -40, -39, -39,
  -38, -38, -35, -35, -35, -34, -34, -35, -33, -32, -31, -29, -30, -29, -29, -27, -27, -27,
  -26, -26, -26, -25, -24, -23, -22, -22, -22, -22, -21, -21, -21, -21, -21, -21, -21, -22,
  -11, -11, -11, -12, -11, -11, -11, -11, -10, -10, -10, -10, -10, -10, -10, -10, -10, -10,
  -9, -10, -9, -8, -8, -8, -8, -8, -9, -8, -7, -7, -8, -7, -8, -7, -7, -6, -6, -6, -6, -5,
  -5, -5, -5, -5, -6, -6, -5, -6, -6, -6, -6, -6, -5, -6, -6, -6, -6, -6, -6, -7, -6, -5,
  -5, -5, -4, -4, -5, -4, -4, -4, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3,
  -3, -3, -4, -3, -5, -5, -5, -5, -5, -4, -4, -4, -3, -4, -3, -3, -2, -2, -2, -2, -1, -1, 0,
  -1, -1, -2, -1, -1, -1, 0, -1, -1, -1, -1, 0, 0, 1, 1, 2, 2, 2, 1, 0, 0, -1, -1, -1, -1,
  -1, -1, -1, -1, -2, -1, -1, 0, 0, -1, -1, -1, -1, -2, -2, -2, -2, -2, -2, -2, -3, -2, -2,
  -2, -2, -1, -2, -2, -1, -1, -1, -2, -1, -1, 0, -1, -1, -1, -1, 0, 0, 0, -1, -1, -1, -1,
  -1, -1, -1, -1, -1, -2, -2, -2, -2, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
];

export const edges = new Float64Array(256);
export const heights = new Float64Array(256);
export const acceptance = new Float64Array(256);

let outer = tail;
edges[0] = area / least / bits;
edges[255] = tail / bits;
heights[0] = 1;
heights[255] = least;
acceptance[0] = Math.floor((tail / (area / least)) * bits);
for (let i = 254; i >= 1; i--) {
  heights[i] = area / outer + heights[i + 1]!;
  const inner = Math.sqrt(-2 * log(heights[i]!));
  acceptance[i + 1] = Math.floor((inner / outer) * bits);
  edges[i] = inner / bits;
  outer = inner;
}
const places = new BigInt64Array(edges.buffer);
for (let i = 0; i < 256; i++) places[i]! += BigInt(units[i]!);
