/** Sums and their kin along axes, in NumPy's own order of addition, so that the last digit is its. */
import {
  axisOf,
  type Buffer,
  copyTo,
  count,
  eachRow,
  empty,
  isFloat,
  NDArray,
  PythonError,
  toNumbers,
  viewOf,
  wholeNumber,
} from "./array.ts";
import { mapped } from "./unary.ts";

/** The axes a reduction goes over, and the shape of what is left. */
interface Plan {
  readonly over: readonly number[];
  readonly kept: readonly number[];
  readonly shape: number[];
}

export function planOf(a: NDArray, axes: readonly number[] | null, keep: boolean): Plan {
  const over = (axes ?? a.shape.map((_, i) => i)).map((axis) => axisOf(axis, a.rank));
  if (new Set(over).size !== over.length)
    throw new PythonError("ValueError", "duplicate value in 'axis'");
  const kept = a.shape.map((_, i) => i).filter((i) => !over.includes(i));
  const shape = keep
    ? a.shape.map((n, i) => (over.includes(i) ? 1 : n))
    : kept.map((i) => a.shape[i]!);
  return { over, kept, shape };
}

/** Adds n numbers pairwise in blocks of 128 with eight running sums, as NumPy does. */
function pairwise(
  data: Buffer,
  at: number,
  n: number,
  step: number,
  r: (x: number) => number,
): number {
  if (n < 8) {
    // Minus zero is the sum of nothing that NumPy starts from here.
    let sum = -0;
    for (let i = 0; i < n; i++) sum = r(sum + data[at + i * step]!);
    return sum;
  }
  if (n > 128) {
    let half = n >> 1;
    half -= half % 8;
    return r(
      pairwise(data, at, half, step, r) + pairwise(data, at + half * step, n - half, step, r),
    );
  }
  const sums = new Array<number>(8);
  for (let k = 0; k < 8; k++) sums[k] = data[at + k * step]!;
  let i = 8;
  for (; i < n - (n % 8); i += 8) {
    for (let k = 0; k < 8; k++) sums[k] = r(sums[k]! + data[at + (i + k) * step]!);
  }
  const [a, b, c, d, e, f, g, h] = sums as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  let sum = r(r(r(a + b) + r(c + d)) + r(r(e + f) + r(g + h)));
  for (; i < n; i++) sum = r(sum + data[at + i * step]!);
  return sum;
}

const same = (x: number): number => x;

/** NumPy hands over no more than a buffer's length at once. */
const bufferLength = 8192;
type Adder = typeof pairwise;
const buffered: Adder = (data, at, n, step, r) => {
  let sum = pairwise(data, at, Math.min(n, bufferLength), step, r);
  for (let i = bufferLength; i < n; i += bufferLength) {
    sum = r(sum + pairwise(data, at + i * step, Math.min(n - i, bufferLength), step, r));
  }
  return sum;
};

/** The reduced axes, first the one with the longest step; those that lie in one piece become one. */
function coalesced(a: NDArray, over: readonly number[]): { shape: number[]; strides: number[] } {
  const axes = over.filter((i) => a.shape[i] !== 1);
  axes.sort((i, k) => Math.abs(a.strides[k]!) - Math.abs(a.strides[i]!));
  const shape: number[] = [];
  const strides: number[] = [];
  for (const i of axes) {
    const last = strides.length - 1;
    if (last >= 0 && strides[last] === a.strides[i]! * a.shape[i]!) {
      shape[last]! *= a.shape[i]!;
      strides[last] = a.strides[i]!;
    } else {
      shape.push(a.shape[i]!);
      strides.push(a.strides[i]!);
    }
  }
  return { shape, strides };
}

export function sum(a: NDArray, axes: readonly number[] | null, keep: boolean): NDArray {
  const plan = planOf(a, axes, keep);
  const dtype = a.dtype === "bool" ? "int64" : a.dtype;
  const out = empty(dtype, plan.shape);
  const r = dtype === "float32" ? Math.fround : same;
  const inner = coalesced(a, plan.over);
  const step = inner.strides.at(-1) ?? 1;
  const n = count(plan.over.map((i) => a.shape[i]!)) === 0 ? 0 : (inner.shape.at(-1) ?? 1);
  const shortest = Math.min(
    ...plan.kept.filter((i) => a.shape[i] !== 1).map((i) => Math.abs(a.strides[i]!)),
  );
  // Along the longer steps NumPy adds row to row, one after the other.
  const blocks = isFloat(dtype) && Math.abs(step) <= shortest;
  let to = 0;
  eachKept(a, plan, (at) => {
    let total = 0;
    if (n > 0) {
      let first = true;
      eachRow(inner.shape, [{ strides: inner.strides, offset: at }], ([from]) => {
        const part = blocks
          ? buffered(a.data, from!, n, step, r)
          : inOrder(a.data, from!, n, step, r);
        total = first ? part : r(total + part);
        first = false;
      });
    }
    out.data[to++] = dtype === "int64" ? wholeNumber(total) : total + 0;
  });
  return out;
}

function inOrder(
  data: Buffer,
  at: number,
  n: number,
  step: number,
  r: (x: number) => number,
): number {
  let sum = data[at]!;
  for (let i = 1; i < n; i++) sum = r(sum + data[at + i * step]!);
  return sum;
}

/** Calls back with the offset of every place that is left when the axes reduced stand at zero. */
function eachKept(a: NDArray, plan: Plan, visit: (at: number) => void): void {
  const shape = plan.kept.map((i) => a.shape[i]!);
  const strides = plan.kept.map((i) => a.strides[i]!);
  const step = strides.at(-1) ?? 0;
  const n = shape.at(-1) ?? 1;
  eachRow(shape, [{ strides, offset: a.offset }], ([from]) => {
    for (let i = 0; i < n; i++) visit(from! + i * step);
  });
}

/** Every slice along the axes, row by row in the order of the axes, handed over as numbers. */
function eachSlice(a: NDArray, plan: Plan, visit: (values: Float64Array) => void): void {
  const shape = plan.over.map((i) => a.shape[i]!);
  const strides = plan.over.map((i) => a.strides[i]!);
  const values = new Float64Array(count(shape));
  const piece = (at: number) => new NDArray(a.data, a.dtype, shape, strides, at);
  eachKept(a, plan, (at) => {
    copyTo(values as Buffer, piece(at));
    visit(values);
  });
}

type Fold = (values: Float64Array) => number;
const folds: Record<string, { fold: Fold; result: "same" | "int64" | "bool"; empty?: string }> = {
  max: {
    fold: (v) => v.reduce((x, y) => (Number.isNaN(x) || x >= y ? x : y)),
    result: "same",
    empty: "maximum",
  },
  min: {
    fold: (v) => v.reduce((x, y) => (Number.isNaN(x) || x <= y ? x : y)),
    result: "same",
    empty: "minimum",
  },
  prod: { fold: (v) => v.reduce((x, y) => x * y, 1), result: "same" },
  any: { fold: (v) => (v.some((x) => x !== 0) ? 1 : 0), result: "bool" },
  all: { fold: (v) => (v.every((x) => x !== 0) ? 1 : 0), result: "bool" },
  argmax: { fold: (v) => best(v, (x, y) => x > y), result: "int64", empty: "argmax" },
  argmin: { fold: (v) => best(v, (x, y) => x < y), result: "int64", empty: "argmin" },
  median: { fold: median, result: "same" },
  count_nonzero: { fold: (v) => v.reduce((n, x) => n + (x !== 0 ? 1 : 0), 0), result: "int64" },
};

function best(values: Float64Array, better: (x: number, y: number) => boolean): number {
  let at = 0;
  for (let i = 0; i < values.length; i++) {
    const x = values[i]!;
    if (Number.isNaN(x)) return i;
    if (better(x, values[at]!)) at = i;
  }
  return at;
}

function median(values: Float64Array): number {
  if (values.length === 0 || values.some(Number.isNaN)) return Number.NaN;
  const sorted = values.slice().sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

export function fold(
  name: string,
  a: NDArray,
  axes: readonly number[] | null,
  keep: boolean,
): NDArray {
  const { fold, result, empty: nothing } = folds[name]!;
  const plan = planOf(a, axes, keep);
  if (nothing && count(plan.over.map((i) => a.shape[i]!)) === 0) {
    throw new PythonError(
      "ValueError",
      nothing.startsWith("arg")
        ? `attempt to get ${nothing} of an empty sequence`
        : `zero-size array to reduction operation ${nothing} which has no identity`,
    );
  }
  const own = a.dtype === "bool" && name === "prod" ? "int64" : a.dtype;
  const dtype = result !== "same" ? result : name === "median" && !isFloat(own) ? "float64" : own;
  const out = empty(dtype, plan.shape);
  const guard = dtype === "int64" ? wholeNumber : same;
  let to = 0;
  eachSlice(a, plan, (values) => {
    out.data[to++] = guard(fold(values));
  });
  return out;
}

export function mean(a: NDArray, axes: readonly number[] | null, keep: boolean): NDArray {
  const whole = isFloat(a.dtype) ? a : mapped(a, "float64", same);
  const n = count(planOf(a, axes, keep).over.map((i) => a.shape[i]!));
  return mapped(sum(whole, axes, keep), whole.dtype, (x) => x / n);
}

export function variance(
  a: NDArray,
  axes: readonly number[] | null,
  keep: boolean,
  ddof: number,
): NDArray {
  const whole = isFloat(a.dtype) ? a : mapped(a, "float64", same);
  const plan = planOf(a, axes, keep);
  const n = count(plan.over.map((i) => a.shape[i]!));
  const centre = mean(whole, axes, true);
  const strides = whole.shape.map((_, i) => (plan.over.includes(i) ? 0 : centre.strides[i]!));
  const wide = viewOf(centre, whole.shape, strides);
  const r = whole.dtype === "float32" ? Math.fround : same;
  const squares = empty(whole.dtype, whole.shape);
  const from = toNumbers(whole);
  const means = toNumbers(wide);
  for (let i = 0; i < from.length; i++) {
    const d = r(from[i]! - means[i]!);
    squares.data[i] = d * d;
  }
  return mapped(sum(squares, axes, keep), whole.dtype, (x) => x / Math.max(n - ddof, 0));
}

/** Running sums, products, largest values along one axis; sorting too: what keeps the shape. */
export function along(name: string, a: NDArray, axis: number): NDArray {
  const at = axisOf(axis, a.rank);
  const work = scans[name]!;
  const n = a.shape[at]!;
  const dtype = name.startsWith("arg")
    ? "int64"
    : a.dtype === "bool" && name.startsWith("cum")
      ? "int64"
      : a.dtype;
  const out = empty(dtype, a.shape);
  const r = dtype === "float32" ? Math.fround : dtype === "int64" ? wholeNumber : same;
  const plan = planOf(a, [at], false);
  const target = viewOf(out, out.shape, out.strides);
  const places: number[] = [];
  eachKept(target, plan, (place) => places.push(place));
  let k = 0;
  eachSlice(a, plan, (values) => {
    const result = work(values, r);
    const base = places[k++]!;
    for (let i = 0; i < n; i++) out.data[base + i * out.strides[at]!] = result[i]!;
  });
  return out;
}

const ordered = (x: number, y: number): number => {
  if (Number.isNaN(x)) return Number.isNaN(y) ? 0 : 1;
  return Number.isNaN(y) ? -1 : x - y || 0;
};

function running(op: (x: number, y: number) => number) {
  return (values: Float64Array, r: (x: number) => number): Float64Array => {
    const out = values.slice();
    for (let i = 1; i < out.length; i++) out[i] = r(op(out[i - 1]!, out[i]!));
    return out;
  };
}

const byValue =
  (sign: number) =>
  (values: Float64Array): ArrayLike<number> =>
    Array.from(values, (_, i) => i).sort((i, k) => sign * ordered(values[i]!, values[k]!));

const scans: Record<string, (values: Float64Array, r: (x: number) => number) => ArrayLike<number>> =
  {
    cumsum: running((x, y) => x + y),
    cumprod: running((x, y) => x * y),
    cummax: running((x, y) => (x >= y || Number.isNaN(x) ? x : y)),
    sort: (values) => values.slice().sort(ordered),
    argsort: byValue(1),
    argdescending: byValue(-1),
    softmax,
    log_softmax: (values) => {
      const largest = values.reduce((x, y) => Math.max(x, y), -Infinity);
      const total = values.reduce((sum, x) => sum + Math.exp(x - largest), 0);
      return values.map((x) => x - largest - Math.log(total));
    },
  };

function softmax(values: Float64Array): Float64Array {
  const largest = values.reduce((x, y) => Math.max(x, y), -Infinity);
  let total = 0;
  const out = values.map((x) => {
    const e = Math.exp(x - largest);
    total += e;
    return e;
  });
  for (let i = 0; i < out.length; i++) out[i]! /= total;
  return out;
}
