/**
 * The natural logarithm to the last digit. Math.log may be off by one unit there, and random numbers
 * made with it would differ from NumPy's in their last digit.
 */

/** ln 2 as a sum: a head of few digits, so that its product with a whole number is exact, and a rest. */
const ln2Head = 0.6931471803691238;
const ln2Rest = 1.9082149292705877e-10;
const ln2Last = -1.0265e-27;

const bitsOf = new DataView(new ArrayBuffer(8));

/** x = m 2^k, m from sqrt(1/2) to sqrt(2). */
function parted(x: number): [number, number] {
  if (x < 2 ** -1022) {
    const [m, k] = parted(x * 2 ** 54);
    return [m, k - 54];
  }
  bitsOf.setFloat64(0, x);
  const high = bitsOf.getUint32(0);
  const k = (high >>> 20) - 1023;
  bitsOf.setUint32(0, (high & 0xfffff) | 0x3ff00000);
  const m = bitsOf.getFloat64(0);
  return m > Math.SQRT2 ? [m / 2, k + 1] : [m, k];
}

/** a b as a rounded product and what the rounding took (Dekker, 1971). */
function product(a: number, b: number): [number, number] {
  const [p, ca, cb] = [a * b, a * 134217729, b * 134217729];
  const [ah, bh] = [ca - (ca - a), cb - (cb - b)];
  const [al, bl] = [a - ah, b - bh];
  return [p, ah * bh - p + ah * bl + al * bh + al * bl];
}

function sum(a: number, b: number): [number, number] {
  const s = a + b;
  const t = s - a;
  return [s, a - (s - t) + (b - t)];
}

export function log(x: number): number {
  if (!(x > 0) || x === Infinity || x === 1) return Math.log(x);
  const [m, k] = parted(x);
  // ln m = 2 (s + s^3/3 + s^5/5 + ...), s = (m - 1) / (m + 1) with its rest.
  const [up] = [m - 1];
  const [down, downRest] = sum(m, 1);
  const s = up / down;
  const [back, backRest] = product(s, down);
  const rest = (up - back - backRest - s * downRest) / down;
  const [z, zRest] = product(s, s);
  let tail = 0;
  for (let n = 29; n >= 5; n -= 2) tail = tail * z + 1 / n;
  const [cube, cubeRest] = product(s, z);
  const third = cube / 3;
  const [thrice, thriceRest] = product(third, 3);
  const thirdRest = (cube - thrice - thriceRest + cubeRest + s * zRest) / 3;
  const [middle, middleRest] = sum(2 * third, 2 * (cube * z * tail));
  const small = middleRest + 2 * thirdRest + 2 * rest * (1 + z);
  const [head, more] = sum(k * ln2Head, 2 * s);
  const [first, second] = sum(head, middle);
  return first + (second + more + small + k * ln2Rest + k * ln2Last);
}
