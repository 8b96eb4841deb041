/** Functions of one array, element by element. */
import {
  type DType,
  eachRow,
  empty,
  isFloat,
  type NDArray,
  PythonError,
  type Rules,
} from "./array.ts";
import { floating } from "./elementwise.ts";

/** Halves to the even neighbour, as Python and NumPy round. */
export function rint(x: number): number {
  const r = Math.round(x);
  return Math.abs(x % 1) === 0.5 && r % 2 !== 0 ? r - 1 : Object.is(r, 0) && x < 0 ? -0 : r;
}

/** Kummer's series of the error function: all terms of one sign, so nothing cancels. */
function erf(x: number): number {
  const z = Math.abs(x);
  if (!(z < 6)) return Number.isNaN(x) ? x : Math.sign(x);
  let term = z;
  let total = z;
  for (let n = 1; term > total * 1e-17; n++) {
    term *= (2 * z * z) / (2 * n + 1);
    total += term;
  }
  return (Math.sign(x) * 2 * Math.exp(-z * z) * total) / Math.sqrt(Math.PI);
}

type Unary = (x: number) => number;
/** "same" keeps the type (bool becomes int64 where a number is meant). */
const unaries: Record<string, [Unary, "same" | "floating" | "bool"]> = {
  negative: [(x) => -x, "same"],
  positive: [(x) => x, "same"],
  absolute: [Math.abs, "same"],
  square: [(x) => x * x, "same"],
  sign: [(x) => Math.sign(x) + 0, "same"],
  floor: [Math.floor, "same"],
  ceil: [Math.ceil, "same"],
  trunc: [Math.trunc, "same"],
  rint: [rint, "same"],
  relu: [(x) => (x > 0 || Number.isNaN(x) ? x : 0), "same"],
  exp: [Math.exp, "floating"],
  exp2: [(x) => 2 ** x, "floating"],
  expm1: [Math.expm1, "floating"],
  log: [Math.log, "floating"],
  log2: [Math.log2, "floating"],
  log10: [Math.log10, "floating"],
  log1p: [Math.log1p, "floating"],
  sqrt: [Math.sqrt, "floating"],
  rsqrt: [(x) => 1 / Math.sqrt(x), "floating"],
  reciprocal: [(x) => 1 / x, "floating"],
  sin: [Math.sin, "floating"],
  cos: [Math.cos, "floating"],
  tan: [Math.tan, "floating"],
  arcsin: [Math.asin, "floating"],
  arccos: [Math.acos, "floating"],
  arctan: [Math.atan, "floating"],
  sinh: [Math.sinh, "floating"],
  cosh: [Math.cosh, "floating"],
  tanh: [Math.tanh, "floating"],
  sigmoid: [(x) => 1 / (1 + Math.exp(-x)), "floating"],
  softplus: [(x) => (x > 20 ? x : Math.log1p(Math.exp(x))), "floating"],
  silu: [(x) => x / (1 + Math.exp(-x)), "floating"],
  erf: [erf, "floating"],
  gelu: [(x) => (x / 2) * (1 + erf(x / Math.SQRT2)), "floating"],
  isnan: [(x) => (Number.isNaN(x) ? 1 : 0), "bool"],
  isinf: [(x) => (x === Infinity || x === -Infinity ? 1 : 0), "bool"],
  isfinite: [(x) => (Number.isFinite(x) ? 1 : 0), "bool"],
  logical_not: [(x) => (x === 0 ? 1 : 0), "bool"],
  signbit: [(x) => (x < 0 || Object.is(x, -0) ? 1 : 0), "bool"],
};

export function unary(name: string, a: NDArray, rules: Rules): NDArray {
  const [op, result] = unaries[name]!;
  if (name === "negative" && a.dtype === "bool") {
    throw new PythonError(
      rules === "torch" ? "RuntimeError" : "TypeError",
      rules === "torch"
        ? "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead."
        : "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.",
    );
  }
  const toFloat =
    result === "floating" ||
    (rules === "numpy" && ["floor", "ceil", "trunc", "rint"].includes(name));
  const dtype = result === "bool" ? "bool" : toFloat ? floating(rules, a.dtype) : a.dtype;
  const whole = dtype === "int64";
  if (name === "sign" && rules === "torch")
    return mapped(a, dtype, (x) => (x > 0 ? 1 : x < 0 ? -1 : 0));
  return mapped(a, dtype, whole ? (x) => op(x) + 0 : op);
}

export function mapped(a: NDArray, dtype: DType, op: Unary): NDArray {
  const out = empty(dtype, a.shape);
  const n = a.shape.at(-1) ?? 1;
  const step = a.strides.at(-1) ?? 0;
  const { data } = a;
  let to = 0;
  eachRow(a.shape, [a], ([from]) => {
    for (let i = 0, p = from!; i < n; i++, p += step) out.data[to++] = op(data[p]!);
  });
  return out;
}

/** NumPy scales, rounds to whole and scales back; so the last digit is the same here. */
export function roundTo(a: NDArray, decimals: number): NDArray {
  if (!isFloat(a.dtype)) {
    if (decimals >= 0) return mapped(a, a.dtype, (x) => x);
    const scale = 10 ** -decimals;
    return mapped(a, a.dtype, (x) => rint(x / scale) * scale);
  }
  const scale = 10 ** Math.abs(decimals);
  const single = a.dtype === "float32" ? Math.fround : (x: number) => x;
  if (decimals < 0) return mapped(a, a.dtype, (x) => single(rint(single(x / scale)) * scale));
  return mapped(a, a.dtype, (x) => rint(single(x * scale)) / scale);
}
