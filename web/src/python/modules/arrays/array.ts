/** Arrays of any rank as a window (shape, strides, offset) on a flat buffer: views share it. */
export type DType = "bool" | "int64" | "float32" | "float64";
export type Buffer = Uint8Array | Float32Array | Float64Array;

/** From the narrowest to the widest. */
const order: readonly DType[] = ["bool", "int64", "float32", "float64"];

/** What PyTorch and NumPy call the kind of a type: bool 0, integer 1, floating 2. */
export const category = (dtype: DType): number => Math.min(order.indexOf(dtype), 2);
export const isFloat = (dtype: DType): boolean => category(dtype) === 2;

/** Whose rules for types and messages hold. */
export type Rules = "numpy" | "torch";

/** The type that holds both: single precision holds no 64-bit integer, NumPy says. */
export function wider(a: DType, b: DType, rules: Rules): DType {
  const [low, high] = order.indexOf(a) < order.indexOf(b) ? [a, b] : [b, a];
  return rules === "numpy" && low === "int64" && high === "float32" ? "float64" : high;
}

/** An error that has a name in Python. */
export class PythonError extends Error {
  constructor(
    override readonly name:
      | "ValueError"
      | "TypeError"
      | "IndexError"
      | "RuntimeError"
      | "MemoryError"
      | "AxisError"
      | "OverflowError"
      | "NotImplementedError"
      | "LinAlgError"
      | "UFuncTypeError",
    message: string,
  ) {
    super(message);
  }
}

export class NDArray {
  constructor(
    readonly data: Buffer,
    readonly dtype: DType,
    readonly shape: readonly number[],
    readonly strides: readonly number[],
    readonly offset = 0,
    /** A plain Python number: its type gives way to that of an array of the same kind. */
    readonly plain = false,
    /** The buffer belongs to another array. */
    readonly view = false,
  ) {}
  get rank(): number {
    return this.shape.length;
  }
  get size(): number {
    return count(this.shape);
  }
}

export const count = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1);

export function rowStrides(shape: readonly number[]): number[] {
  const strides = new Array<number>(shape.length);
  let step = 1;
  for (let i = shape.length - 1; i >= 0; i--) {
    strides[i] = step;
    step *= Math.max(shape[i]!, 1);
  }
  return strides;
}

/**
 * The interpreter returns what a program has dropped only when the program has ended, so a run has
 * a budget: beyond it Python hears MemoryError, and the page keeps working.
 */
const budget = 1.5e9;
/** What an array costs beside its numbers: its buffer's head, shape, steps and handle. */
const overhead = 900;
const spent = { bytes: 0 };
export const startBudget = (): void => {
  spent.bytes = 0;
};

export function allocate(dtype: DType, size: number): Buffer {
  const bytes = overhead + size * (dtype === "bool" ? 1 : dtype === "float32" ? 4 : 8);
  if (spent.bytes + bytes > budget) {
    throw new PythonError(
      "MemoryError",
      `the arrays of this run need more than ${budget / 1e9} GB (one more of ${size} elements was asked for): a run keeps all it makes until it ends`,
    );
  }
  spent.bytes += bytes;
  if (dtype === "bool") return new Uint8Array(size);
  // Whole numbers are kept as doubles, which wholeNumber guards.
  return dtype === "float32" ? new Float32Array(size) : new Float64Array(size);
}

export function empty(dtype: DType, shape: readonly number[]): NDArray {
  return new NDArray(allocate(dtype, count(shape)), dtype, shape, rowStrides(shape));
}

export function fromNumbers(
  dtype: DType,
  shape: readonly number[],
  values: ArrayLike<number>,
): NDArray {
  const made = empty(dtype, shape);
  made.data.set(values);
  return made;
}

export function scalar(dtype: DType, value: number, plain = false): NDArray {
  const data = dtype === "float32" ? new Float32Array([value]) : new Float64Array([value]);
  return new NDArray(
    dtype === "bool" ? new Uint8Array([value ? 1 : 0]) : data,
    dtype,
    [],
    [],
    0,
    plain,
  );
}

export const isRowMajor = (a: NDArray): boolean => {
  let step = 1;
  for (let i = a.rank - 1; i >= 0; i--) {
    if (a.shape[i] === 1) continue;
    if (a.strides[i] !== step) return false;
    step *= a.shape[i]!;
  }
  return true;
};

export interface Window {
  readonly strides: readonly number[];
  readonly offset: number;
}

/**
 * Calls back once for every row along the last axis, with each window's place of its first element;
 * the steps along the row are the windows' last strides.
 */
export function eachRow(
  shape: readonly number[],
  windows: readonly Window[],
  visit: (at: readonly number[]) => void,
): void {
  const outer = shape.slice(0, -1);
  if (count(shape) === 0) return;
  const at = windows.map((w) => w.offset);
  const index = outer.map(() => 0);
  for (;;) {
    visit(at);
    let axis = outer.length - 1;
    for (; axis >= 0; axis--) {
      const more = ++index[axis]! < outer[axis]!;
      const by = more ? 1 : 1 - outer[axis]!;
      for (let k = 0; k < windows.length; k++) at[k]! += by * windows[k]!.strides[axis]!;
      if (more) break;
      index[axis] = 0;
    }
    if (axis < 0) return;
  }
}

/** The elements row by row, a copy. */
export function copyTo(target: Buffer, a: NDArray): void {
  const length = a.shape.at(-1) ?? 1;
  const step = a.strides.at(-1) ?? 1;
  const { data } = a;
  let to = 0;
  eachRow(a.shape, [a], ([from]) => {
    for (let i = 0, p = from!; i < length; i++, p += step) target[to++] = data[p]!;
  });
}

export function toNumbers(a: NDArray): Float64Array {
  const out = new Float64Array(a.size);
  copyTo(out, a);
  return out;
}

const exactLimit = 2 ** 53;

/** Whole numbers are kept as doubles: what those do not hold exactly is refused, not rounded. */
export function wholeNumber(value: number): number {
  if (value > exactLimit || value < -exactLimit) {
    throw new PythonError("OverflowError", "whole numbers beyond 2**53 are not kept exactly here");
  }
  return value;
}

/** Values that become whole numbers or truth values are cut or tested, as a cast does. */
export function convert(value: number, dtype: DType): number {
  if (dtype === "bool") return value === 0 ? 0 : 1;
  if (dtype !== "int64") return value;
  // NumPy makes the smallest integer of it, with a warning; Python's own int() refuses.
  if (!Number.isFinite(value)) {
    throw new PythonError("ValueError", "cannot convert float NaN or infinity to integer");
  }
  return wholeNumber(Math.trunc(value)) + 0;
}

export function cast(a: NDArray, dtype: DType): NDArray {
  const made = empty(dtype, a.shape);
  copyTo(made.data, a);
  if (category(dtype) < category(a.dtype)) {
    const from = toNumbers(a);
    for (let i = 0; i < from.length; i++) made.data[i] = convert(from[i]!, dtype);
  }
  return made;
}

/** The array itself where its elements lie row by row from the offset on; else a copy that do. */
export const rowMajor = (a: NDArray): NDArray => (isRowMajor(a) ? a : cast(a, a.dtype));

export function viewOf(
  a: NDArray,
  shape: readonly number[],
  strides: readonly number[],
  offset = a.offset,
): NDArray {
  return new NDArray(a.data, a.dtype, shape, strides, offset, false, true);
}

/** As NumPy's messages write a shape; a size to be found (-1) is "newaxis", and left out in front. */
export function tuple(shape: readonly number[]): string {
  const first = shape.findIndex((n) => n >= 0);
  const said = (first < 0 ? [] : shape.slice(first)).map((n) => (n < 0 ? "newaxis" : n));
  return shape.length === 1 && said.length ? `(${said[0]},)` : `(${said.join(",")})`;
}

export function axisOf(axis: number, rank: number): number {
  if (axis < -rank || axis >= rank) {
    throw new PythonError(
      "AxisError",
      `axis ${axis} is out of bounds for array of dimension ${rank}`,
    );
  }
  return axis < 0 ? axis + rank : axis;
}
