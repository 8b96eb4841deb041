// How far two numbers lie apart in units of float32's last place.

const MANTISSA_BITS = 23;
const BIAS = 127;

/** The distance of neighbouring float32 numbers at the size of `value`. */
export function float32Ulp(value: number): number {
  const bits = new Uint32Array(new Float32Array([Math.abs(value)]).buffer)[0] ?? 0;
  // Below the smallest normal number the distance no longer shrinks.
  const exponent = Math.max(bits >>> MANTISSA_BITS, 1);
  return 2 ** (exponent - BIAS - MANTISSA_BITS);
}

/**
 * |value - reference| in ulps of the reference: 0 for equal numbers, and for NaN and infinities
 * that agree; infinite where only one of the two is finite.
 */
export function ulpsApart(value: number, reference: number): number {
  if (value === reference || (Number.isNaN(value) && Number.isNaN(reference))) return 0;
  if (!Number.isFinite(value) || !Number.isFinite(reference)) return Number.POSITIVE_INFINITY;
  return Math.abs(value - reference) / float32Ulp(reference);
}
