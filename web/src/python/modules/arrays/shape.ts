/** Shapes: what changes no number, and arrays joined or repeated. */
import {
  axisOf,
  cast,
  count,
  type DType,
  empty,
  NDArray,
  PythonError,
  type Rules,
  rowMajor,
  rowStrides,
  tuple,
  viewOf,
  wider,
} from "./array.ts";
import { assign, broadcastTo } from "./elementwise.ts";

/** A view where the elements can be walked so without moving them, else a copy. */
export function reshape(a: NDArray, wanted: readonly number[], rules: Rules = "numpy"): NDArray {
  const shape = [...wanted];
  const open = shape.indexOf(-1);
  if (open >= 0) {
    const rest = count(shape.filter((_, i) => i !== open));
    const size = rest === 0 ? Number.NaN : a.size / rest;
    if (!Number.isInteger(size) || shape.lastIndexOf(-1) !== open) throw noFit(a, wanted, rules);
    shape[open] = size;
  }
  if (count(shape) !== a.size) throw noFit(a, wanted, rules);
  const strides = restrided(a, shape);
  if (strides) return viewOf(a, shape, strides);
  const flat = rowMajor(a);
  return new NDArray(flat.data, a.dtype, shape, rowStrides(shape), flat.offset);
}

function noFit(a: NDArray, wanted: readonly number[], rules: Rules): PythonError {
  if (wanted.filter((n) => n === -1).length > 1) {
    return rules === "torch"
      ? new PythonError("RuntimeError", "only one dimension can be inferred")
      : new PythonError("ValueError", "can only specify one unknown dimension");
  }
  return rules === "torch"
    ? new PythonError(
        "RuntimeError",
        `shape '[${wanted.join(", ")}]' is invalid for input of size ${a.size}`,
      )
    : new PythonError(
        "ValueError",
        `cannot reshape array of size ${a.size} into shape ${tuple(wanted)}`,
      );
}

/** The steps of the new axes: every run of old axes that lie in one piece may be cut anew. */
export function restrided(a: NDArray, shape: readonly number[]): number[] | null {
  if (a.size === 0) return rowStrides(shape);
  const old = a.shape.map((n, i) => ({ n, step: a.strides[i]! })).filter((axis) => axis.n !== 1);
  const strides = new Array<number>(shape.length).fill(0);
  let to = shape.length - 1;
  for (let from = old.length - 1; from >= 0; ) {
    let run = old[from]!.n;
    const step = old[from]!.step;
    from--;
    while (from >= 0 && old[from]!.step === step * run) run *= old[from--]!.n;
    for (let left = run, next = step; left > 1; to--) {
      if (to < 0 || left % shape[to]! !== 0) return null;
      strides[to] = next;
      next *= shape[to]!;
      left /= shape[to]!;
    }
  }
  return strides;
}

export function transpose(a: NDArray, axes: readonly number[] | null): NDArray {
  const order = axes
    ? axes.map((axis) => axisOf(axis, a.rank))
    : a.shape.map((_, i) => a.rank - 1 - i);
  if (order.length !== a.rank) throw new PythonError("ValueError", "axes don't match array");
  if (new Set(order).size !== order.length)
    throw new PythonError("ValueError", "repeated axis in transpose");
  return viewOf(
    a,
    order.map((i) => a.shape[i]!),
    order.map((i) => a.strides[i]!),
  );
}

export function squeeze(a: NDArray, axes: readonly number[] | null, rules: Rules): NDArray {
  const at = axes?.map((axis) => axisOf(axis, a.rank));
  const wrong = at?.some((i) => a.shape[i] !== 1);
  if (wrong && rules === "torch") return a;
  if (wrong) {
    throw new PythonError(
      "ValueError",
      "cannot select an axis to squeeze out which has size not equal to one",
    );
  }
  const keep = a.shape.map((_, i) => i).filter((i) => (at ? !at.includes(i) : a.shape[i] !== 1));
  return viewOf(
    a,
    keep.map((i) => a.shape[i]!),
    keep.map((i) => a.strides[i]!),
  );
}

export function insertAxis(a: NDArray, axis: number): NDArray {
  const at = axisOf(axis, a.rank + 1);
  const put = (list: readonly number[], value: number) => [
    ...list.slice(0, at),
    value,
    ...list.slice(at),
  ];
  return viewOf(a, put(a.shape, 1), put(a.strides, 0));
}

export function concatenate(arrays: readonly NDArray[], axis: number, rules: Rules): NDArray {
  const first = arrays[0];
  if (!first) {
    throw rules === "torch"
      ? new PythonError("RuntimeError", "torch.cat(): expected a non-empty list of Tensors")
      : new PythonError("ValueError", "need at least one array to concatenate");
  }
  if (first.rank === 0) {
    throw rules === "torch"
      ? new PythonError(
          "RuntimeError",
          "zero-dimensional tensor (at position 0) cannot be concatenated",
        )
      : new PythonError("ValueError", "zero-dimensional arrays cannot be concatenated");
  }
  const at = axisOf(axis, first.rank);
  arrays.forEach((a, k) => {
    checkJoin(first, a, at, k, rules);
  });
  const shape = [...first.shape];
  shape[at] = arrays.reduce((n, a) => n + a.shape[at]!, 0);
  const out = empty(
    arrays.map((a) => a.dtype).reduce((a, b) => wider(a, b, rules)),
    shape,
  );
  let from = 0;
  for (const a of arrays) {
    assign(viewOf(out, a.shape, out.strides, from * out.strides[at]!), a);
    from += a.shape[at]!;
  }
  return out;
}

function checkJoin(first: NDArray, a: NDArray, at: number, k: number, rules: Rules): void {
  if (a.rank !== first.rank) {
    throw rules === "torch"
      ? new PythonError(
          "RuntimeError",
          `Tensors must have same number of dimensions: got ${first.rank} and ${a.rank}`,
        )
      : new PythonError(
          "ValueError",
          `all the input arrays must have same number of dimensions, but the array at index 0 has ${first.rank} dimension(s) and the array at index ${k} has ${a.rank} dimension(s)`,
        );
  }
  const bad = a.shape.findIndex((n, i) => i !== at && n !== first.shape[i]);
  if (bad < 0) return;
  throw rules === "torch"
    ? new PythonError(
        "RuntimeError",
        `Sizes of tensors must match except in dimension ${at}. Expected size ${first.shape[bad]} but got size ${a.shape[bad]} for tensor number ${k} in the list.`,
      )
    : new PythonError(
        "ValueError",
        `all the input array dimensions except for the concatenation axis must match exactly, but along dimension ${bad}, the array at index 0 has size ${first.shape[bad]} and the array at index ${k} has size ${a.shape[bad]}`,
      );
}

export function stack(arrays: readonly NDArray[], axis: number, rules: Rules): NDArray {
  const first = arrays[0];
  if (!first) {
    throw rules === "torch"
      ? new PythonError("RuntimeError", "stack expects a non-empty TensorList")
      : new PythonError("ValueError", "need at least one array to stack");
  }
  arrays.forEach((a, k) => {
    if (String(a.shape) === String(first.shape)) return;
    throw rules === "torch"
      ? new PythonError(
          "RuntimeError",
          `stack expects each tensor to be equal size, but got [${first.shape.join(", ")}] at entry 0 and [${a.shape.join(", ")}] at entry ${k}`,
        )
      : new PythonError("ValueError", "all input arrays must have the same shape");
  });
  return concatenate(
    arrays.map((a) => insertAxis(a, axis)),
    axis,
    rules,
  );
}

/** One piece along an axis: a view. */
export function piece(a: NDArray, axis: number, from: number, to: number): NDArray {
  const at = axisOf(axis, a.rank);
  const start = Math.min(from, a.shape[at]!);
  const shape = a.shape.map((n, i) => (i === at ? Math.max(Math.min(to, n) - start, 0) : n));
  return viewOf(a, shape, a.strides, a.offset + start * a.strides[at]!);
}

export function triangle(a: NDArray, k: number, upper: boolean): NDArray {
  if (a.rank === 1) {
    const n = a.shape[0]!;
    return triangle(viewOf(a, [n, n], [0, a.strides[0]!]), k, upper);
  }
  const out = cast(a, a.dtype);
  const [n, m] = [a.shape.at(-2)!, a.shape.at(-1)!];
  for (let at = 0; at < out.size; at++) {
    const [i, j] = [Math.floor(at / m) % n, at % m];
    if (upper ? j < i + k : j > i + k) out.data[at] = 0;
  }
  return out;
}

export function repeat(a: NDArray, times: number, axis: number): NDArray {
  const at = axisOf(axis, a.rank);
  const wide = insertAxis(a, at + 1);
  const shape = wide.shape.map((n, i) => (i === at + 1 ? times : n));
  const flat = cast(broadcastTo(wide, shape), a.dtype);
  return reshape(
    flat,
    a.shape.map((n, i) => (i === at ? n * times : n)),
  );
}

export function tile(a: NDArray, times: readonly number[]): NDArray {
  const rank = Math.max(a.rank, times.length);
  const own = [...new Array<number>(rank - a.rank).fill(1), ...a.shape];
  const reps = [...new Array<number>(rank - times.length).fill(1), ...times];
  const shape = own.flatMap((n, i) => [reps[i]!, n]);
  const open = reshape(
    a,
    own.flatMap((n) => [1, n]),
  );
  return reshape(
    cast(broadcastTo(open, shape), a.dtype),
    own.map((n, i) => n * reps[i]!),
  );
}

export function flip(a: NDArray, axes: readonly number[] | null): NDArray {
  const at = (axes ?? a.shape.map((_, i) => i)).map((axis) => axisOf(axis, a.rank));
  const offset = at.reduce(
    (sum, i) => sum + Math.max(a.shape[i]! - 1, 0) * a.strides[i]!,
    a.offset,
  );
  return viewOf(
    a,
    a.shape,
    a.strides.map((s, i) => (at.includes(i) ? -s : s)),
    offset,
  );
}

/** A view of the diagonal of the last two axes. */
export function diagonal(a: NDArray, k: number): NDArray {
  const [n, m] = [a.shape.at(-2)!, a.shape.at(-1)!];
  const [down, right] = [a.strides.at(-2)!, a.strides.at(-1)!];
  const size = Math.max(0, k >= 0 ? Math.min(n, m - k) : Math.min(n + k, m));
  const offset = a.offset + (k >= 0 ? k * right : -k * down);
  return viewOf(
    a,
    [...a.shape.slice(0, -2), size],
    [...a.strides.slice(0, -2), down + right],
    offset,
  );
}

export function diagonalMatrix(a: NDArray, k: number): NDArray {
  const n = a.shape[0]! + Math.abs(k);
  const out = empty(a.dtype, [n, n]);
  assign(diagonal(out, k), a);
  return out;
}

export function range(dtype: DType, start: number, step: number, size: number): NDArray {
  const out = empty(dtype, [Math.max(0, size)]);
  // NumPy's own arithmetic: the difference of the first two, which need not be the step.
  const delta = dtype === "float64" ? start + step - start : step;
  for (let i = 0; i < out.size; i++) out.data[i] = start + i * delta;
  return out;
}
