/** What the Python classes call: the module `_arrays` of the interpreter. */
import { inPythonsWords } from "../../errors.ts";
import { matches } from "../regexp.ts";
import { ofText, quoted } from "../texts.ts";
import {
  allocate,
  axisOf,
  cast,
  convert,
  count,
  type DType,
  eachRow,
  empty,
  isRowMajor,
  NDArray,
  PythonError,
  type Rules,
  rowStrides,
  scalar,
  startBudget,
  toNumbers,
} from "./array.ts";
import { formatE, formatF, formatG, reprFloat, shortestDouble } from "./digits.ts";
import { dot, einsum } from "./einsum.ts";
import {
  assign,
  binary,
  broadcastShapes,
  broadcastTo,
  checkedBroadcast,
  where,
} from "./elementwise.ts";
import { get, nonzero, readItems, set } from "./indexing.ts";
import { determinant, matmul, solve } from "./linalg.ts";
import { type NumpyPrint, numpyDefaults, numpyRepr, numpyStr } from "./print-numpy.ts";
import { type TorchPrint, torchDefaults, torchRepr } from "./print-torch.ts";
import { randomFunctions } from "./random.ts";
import { along, fold, mean, sum, variance } from "./reduce.ts";
import * as shapes from "./shape.ts";
import { roundTo, unary } from "./unary.ts";

/** Reads and writes the interpreter's memory. */
export interface Memory {
  getValue(address: number, type: "double"): number;
  setValue(address: number, value: number, type: "double"): void;
}

type Axes = (number | null)[];
const axesOf = (given: Axes): number[] | null => (given[0] === null ? null : (given as number[]));

function reduce(name: string, a: NDArray, keep: boolean, ddof: number, ...given: Axes): NDArray {
  const axes = axesOf(given);
  if (name === "sum") return sum(a, axes, keep);
  if (name === "mean") return mean(a, axes, keep);
  if (name === "var") return variance(a, axes, keep, ddof);
  return fold(name, a, axes, keep);
}

/** A number that the interpreter takes for the type it has; a text where it would not. */
function item(a: NDArray): number | string {
  const value = a.dtype === "float32" ? shortestDouble(a.data[a.offset]!) : a.data[a.offset]!;
  const small = Number.isInteger(value) && Math.abs(value) < 2 ** 30 && !Object.is(value, -0);
  if (small || (!Number.isInteger(value) && Number.isFinite(value))) return value;
  if (!Number.isFinite(value))
    return String(value).replace("Infinity", "inf").replace("NaN", "nan");
  return Object.is(value, -0)
    ? "-0.0"
    : a.dtype === "int64"
      ? BigInt(value).toString()
      : value.toExponential();
}

function full(dtype: DType, value: number, ...shape: number[]): NDArray {
  const negative = shape.some((n) => n < 0);
  if (negative) throw new PythonError("ValueError", "negative dimensions are not allowed");
  const made = new NDArray(allocate(dtype, count(shape)), dtype, shape, rowStrides(shape));
  if (value !== 0) made.data.fill(convert(value, dtype));
  return made;
}

function linspace(start: number, stop: number, n: number, end: boolean): NDArray {
  if (n < 0) throw new PythonError("ValueError", `Number of samples, ${n}, must be non-negative.`);
  const parts = end ? n - 1 : n;
  const out = empty("float64", [n]);
  const step = parts > 0 ? (stop - start) / parts : 0;
  for (let i = 0; i < n; i++) out.data[i] = i * step + start;
  if (end && n > 1) out.data[n - 1] = stop;
  return out;
}

/** Whether all numbers are close: |a - b| <= atol + rtol |b|. */
function isclose(a: NDArray, b: NDArray, rtol: number, atol: number, nan: boolean): NDArray {
  const shape = broadcastShapes([a.shape, b.shape]);
  if (!shape) return binary("equal", a, b, "numpy");
  const [x, y] = [toNumbers(broadcastTo(a, shape)), toNumbers(broadcastTo(b, shape))];
  const out = empty("bool", shape);
  for (let i = 0; i < x.length; i++) {
    const [p, q] = [x[i]!, y[i]!];
    const both = nan && Number.isNaN(p) && Number.isNaN(q);
    const near =
      Number.isFinite(p) && Number.isFinite(q) && Math.abs(p - q) <= atol + rtol * Math.abs(q);
    out.data[i] = both || near || p === q ? 1 : 0;
  }
  return out;
}

function split(a: NDArray, axis: number, from: number, to: number): NDArray {
  return shapes.piece(a, axis, from, to);
}

/** Whether an element of one is an element of the other. */
function overlap(a: NDArray, b: NDArray): boolean {
  if (a.data !== b.data) return false;
  const places = new Set<number>();
  const each = (of: NDArray, visit: (at: number) => void) =>
    eachRow(of.shape, [of], ([from]) => {
      const step = of.strides.at(-1) ?? 1;
      for (let i = 0; i < (of.shape.at(-1) ?? 1); i++) visit(from! + i * step);
    });
  each(a, (at) => places.add(at));
  let found = false;
  each(b, (at) => {
    found ||= places.has(at);
  });
  return found;
}

/** Picks along one axis by places of the same rank: take_along_axis, gather. */
function gather(a: NDArray, axis: number, at: NDArray): NDArray {
  const along = axisOf(axis, a.rank);
  const out = empty(a.dtype, at.shape);
  const places = toNumbers(at);
  const strides = rowStrides(at.shape);
  for (let i = 0; i < out.size; i++) {
    let offset = a.offset;
    for (let k = 0; k < a.rank; k++) {
      const own = Math.floor(i / strides[k]!) % at.shape[k]!;
      const index = k === along ? places[i]! : own;
      const size = a.shape[k]!;
      if (index < -size || index >= size) {
        throw new PythonError(
          "IndexError",
          `index ${index} is out of bounds for axis ${k} with size ${size}`,
        );
      }
      offset += (index < 0 ? index + size : index) * a.strides[k]!;
    }
    out.data[i] = a.data[offset]!;
  }
  return out;
}

const views = (a: NDArray) => ({
  shape: () => a.shape.join(),
  strides: () => a.strides.join(),
});

function operations(memory: Memory, print: { numpy: NumpyPrint; torch: TorchPrint }) {
  return {
    plain: (dtype: DType, value: number) => scalar(dtype, value, true),
    load(address: number, dtype: DType, ...shape: number[]) {
      const data = allocate(dtype, count(shape));
      for (let i = 0; i < data.length; i++)
        data[i] = convert(memory.getValue(address + 8 * i, "double"), dtype);
      return new NDArray(data, dtype, shape, rowStrides(shape));
    },
    dump(a: NDArray, address: number) {
      const flat = toNumbers(a);
      const single = a.dtype === "float32";
      flat.forEach((x, i) => {
        memory.setValue(address + 8 * i, single ? shortestDouble(x) : x, "double");
      });
      return true;
    },
    item,
    shape: (a: NDArray) => views(a).shape(),
    strides: (a: NDArray) => views(a).strides(),
    rank: (a: NDArray) => a.rank,
    size: (a: NDArray) => a.size,
    dtype: (a: NDArray) => a.dtype as string,
    is_view: (a: NDArray) => a.view,
    overlap,
    row_major: isRowMajor,
    full,
    range: shapes.range,
    linspace,
    binary,
    unary,
    round: roundTo,
    where,
    assign: (a: NDArray, b: NDArray) => {
      assign(a, b);
      return a;
    },
    reduce,
    along,
    isclose,
    gather,
    matmul,
    dot,
    einsum: (text: string, rules: Rules, ...arrays: NDArray[]) => einsum(text, arrays, rules),
    solve,
    det: (a: NDArray) => scalar("float64", determinant(a)),
    cast,
    reshape: (a: NDArray, rules: Rules, ...shape: number[]) => shapes.reshape(a, shape, rules),
    view(a: NDArray, ...shape: number[]) {
      const made = shapes.reshape(a, shape, "torch");
      if (made.data === a.data) return made;
      throw new PythonError(
        "RuntimeError",
        "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.",
      );
    },
    transpose: (a: NDArray, ...axes: Axes) => shapes.transpose(a, axesOf(axes)),
    squeeze: (a: NDArray, rules: Rules, ...axes: Axes) => shapes.squeeze(a, axesOf(axes), rules),
    insert: shapes.insertAxis,
    broadcast: (a: NDArray, ...shape: number[]) => checkedBroadcast(a, shape),
    concatenate: (axis: number, rules: Rules, ...arrays: NDArray[]) =>
      shapes.concatenate(arrays, axis, rules),
    stack: (axis: number, rules: Rules, ...arrays: NDArray[]) => shapes.stack(arrays, axis, rules),
    split,
    triangle: shapes.triangle,
    repeat: shapes.repeat,
    tile: (a: NDArray, ...times: number[]) => shapes.tile(a, times),
    flip: (a: NDArray, ...axes: Axes) => shapes.flip(a, axesOf(axes)),
    diagonal: shapes.diagonal,
    diagonal_matrix: shapes.diagonalMatrix,
    get: (a: NDArray, rules: Rules, ...words: unknown[]) => get(a, readItems(words), rules),
    set(a: NDArray, rules: Rules, value: NDArray, ...words: unknown[]) {
      set(a, readItems(words), value, rules);
      return true;
    },
    nonzero: (a: NDArray, axis: number) => nonzero(a)[axis]!,
    numpy_str: (a: NDArray) => numpyStr(a, print.numpy),
    numpy_repr: (a: NDArray) => numpyRepr(a, print.numpy),
    torch_repr: (a: NDArray, ...marks: string[]) => torchRepr(a, print.torch, marks),
    print_option(of: "numpy" | "torch", name: string, value: unknown) {
      if (name === "reset")
        Object.assign(print[of], of === "numpy" ? numpyDefaults : torchDefaults);
      else Object.assign(print[of], { [name]: value });
      return true;
    },
    now: () => performance.now(),
    repr: (value: number) => reprFloat(value),
    digits: (value: number, kind: "e" | "g", n: number) =>
      kind === "e" ? formatE(value, n) : formatG(value, n),
    of_text: ofText,
    quoted,
    matches,
    words: (type: string, message: string) => inPythonsWords(type, message).message,
    fixed: (value: number, decimals: number) =>
      Number.isFinite(value) ? formatF(value, decimals) : reprFloat(value),
  };
}

/**
 * An error thrown here would end the program past every `except`; so it is kept, minus one is
 * returned, and the Python side raises it as Python's own.
 */
export function functions(memory: Memory): Record<string, (...args: never[]) => unknown> {
  let last = "";
  const print = { numpy: { ...numpyDefaults }, torch: { ...torchDefaults } };
  const guard =
    (work: (...args: never[]) => unknown) =>
    (...args: never[]): unknown => {
      try {
        return work(...args);
      } catch (error) {
        last = said(error);
        return -1;
      }
    };
  startBudget();
  const all = { ...operations(memory, print), ...randomFunctions() };
  const guarded = Object.entries(all).map(([name, work]) => [name, guard(work as never)]);
  return { ...Object.fromEntries(guarded), error: () => last };
}

function said(error: unknown): string {
  if (error instanceof PythonError) return `${error.name}|${error.message}`;
  // Too large an array, which the browser refuses.
  if (error instanceof RangeError) return `MemoryError|${error.message}`;
  // Given what it is not made for; Python's handler takes it, as all else.
  return `TypeError|${error instanceof Error ? error.message : String(error)}`;
}
