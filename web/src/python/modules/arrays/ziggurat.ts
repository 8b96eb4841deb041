/**
 * The layers of the normal distribution's ziggurat (Marsaglia and Tsang, 2000; 256 layers of equal
 * area, 52 bits), computed when first wanted: from the outermost layer inwards.
 */
export const tail = 3.6541528853610087963519472518;
const area = 0.0049286732339746571865;
const bits = 2 ** 52;

export const edges = new Float64Array(256);
export const heights = new Float64Array(256);
export const acceptance = new Float64Array(256);

const density = (x: number): number => Math.exp(-0.5 * x * x);

let outer = tail;
edges[0] = area / density(tail) / bits;
edges[255] = tail / bits;
heights[0] = 1;
heights[255] = density(tail);
acceptance[0] = Math.floor((tail * density(tail) * bits) / area);
acceptance[1] = 0;
for (let i = 254; i >= 1; i--) {
  const inner = Math.sqrt(-2 * Math.log(area / outer + density(outer)));
  acceptance[i + 1] = Math.floor((inner / outer) * bits);
  edges[i] = inner / bits;
  heights[i] = density(inner);
  outer = inner;
}
