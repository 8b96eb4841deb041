/** Element by element, with broadcasting. */
import {
  category,
  convert,
  type DType,
  eachRow,
  empty,
  isFloat,
  NDArray,
  PythonError,
  type Rules,
  tuple,
  viewOf,
  wholeNumber,
  wider,
} from "./array.ts";

export function broadcastShapes(shapes: readonly (readonly number[])[]): number[] | null {
  const rank = Math.max(0, ...shapes.map((s) => s.length));
  const out = new Array<number>(rank).fill(1);
  for (const shape of shapes) {
    for (let i = 0; i < shape.length; i++) {
      const at = rank - shape.length + i;
      const size = shape[i]!;
      if (size === 1 || size === out[at]) continue;
      if (out[at] !== 1) return null;
      out[at] = size;
    }
  }
  return out;
}

function commonShape(rules: Rules, ...arrays: NDArray[]): number[] {
  const shape = broadcastShapes(arrays.map((a) => a.shape));
  if (shape) return shape;
  if (rules === "torch") {
    const [first, ...others] = arrays.map((a) => a.shape) as [readonly number[], ...number[][]];
    throw torchMismatch(first, others.find((other) => !broadcastShapes([first, other])) ?? first);
  }
  throw new PythonError(
    "ValueError",
    `operands could not be broadcast together with shapes ${arrays.map((a) => tuple(a.shape)).join(" ")} `,
  );
}

function torchMismatch(a: readonly number[], b: readonly number[]): PythonError {
  for (let i = 1; i <= Math.min(a.length, b.length); i++) {
    const [x, y] = [a.at(-i)!, b.at(-i)!];
    if (x !== y && x !== 1 && y !== 1) {
      const at = Math.max(a.length, b.length) - i;
      return new PythonError(
        "RuntimeError",
        `The size of tensor a (${x}) must match the size of tensor b (${y}) at non-singleton dimension ${at}`,
      );
    }
  }
  return new PythonError("RuntimeError", "the sizes of the tensors do not match");
}

export function broadcastTo(a: NDArray, shape: readonly number[]): NDArray {
  const lead = shape.length - a.rank;
  const strides = shape.map((_, i) =>
    i < lead || a.shape[i - lead] === 1 ? 0 : a.strides[i - lead]!,
  );
  return viewOf(a, shape, strides);
}

export function checkedBroadcast(a: NDArray, shape: readonly number[]): NDArray {
  const common = broadcastShapes([a.shape, shape]);
  if (!common || common.length !== shape.length || common.some((n, i) => n !== shape[i])) {
    throw new PythonError(
      "ValueError",
      `could not broadcast input array from shape ${tuple(a.shape)} into shape ${tuple(shape)}`,
    );
  }
  return broadcastTo(a, shape);
}

/** The type of a result: of single numbers only the kind counts beside an array. */
export function promote(rules: Rules, a: NDArray, b: NDArray): DType {
  const strong = (x: NDArray, y: NDArray) =>
    x.plain && !y.plain ? 0 : x.rank > 0 ? 2 : rules === "torch" || y.rank > 0 ? 1 : 2;
  const [sa, sb] = [strong(a, b), strong(b, a)];
  if (sa === sb)
    return rules === "torch" && a.plain && isFloat(a.dtype)
      ? "float32"
      : wider(a.dtype, b.dtype, rules);
  const [high, low] = sa > sb ? [a, b] : [b, a];
  if (category(low.dtype) <= category(high.dtype)) return high.dtype;
  return rules === "torch" && low.plain && isFloat(low.dtype) ? "float32" : low.dtype;
}

export const floating = (rules: Rules, dtype: DType): DType =>
  isFloat(dtype) ? dtype : rules === "torch" ? "float32" : "float64";

type Binary = (x: number, y: number) => number;
const floorMod = (x: number, y: number): number => {
  const r = x % y;
  return r !== 0 && r < 0 !== y < 0 ? r + y : r;
};
/** A remainder of nothing has the divisor's sign in NumPy. */
const signedMod = (x: number, y: number): number => {
  const r = floorMod(x, y);
  return r === 0 ? (y < 0 ? -0 : 0) : r;
};
/** Of a remainder that is exact, as C does: infinity has none. */
function floorDivide(x: number, y: number): number {
  if (y === 0) return x / y;
  let mod = x % y;
  let div = (x - mod) / y;
  if (mod !== 0 && y < 0 !== mod < 0) {
    mod += y;
    div -= 1;
  }
  if (div === 0) return Object.is(x / y, -0) || x / y < 0 ? -0 : 0;
  const floor = Math.floor(div);
  return div - floor > 0.5 ? floor + 1 : floor;
}
const truth =
  (test: (x: number, y: number) => boolean): Binary =>
  (x, y) =>
    test(x, y) ? 1 : 0;
const pick =
  (better: (x: number, y: number) => boolean): Binary =>
  (x, y) =>
    Number.isNaN(x) ? x : Number.isNaN(y) ? y : better(x, y) ? x : y;

/** What the type of the result is made of: the operands' common type, always floating, or bool. */
type Result = "common" | "floating" | "bool";
const binaries: Record<string, [Binary, Result]> = {
  add: [(x, y) => x + y, "common"],
  subtract: [(x, y) => x - y, "common"],
  multiply: [(x, y) => x * y, "common"],
  divide: [(x, y) => x / y, "floating"],
  floor_divide: [floorDivide, "common"],
  mod: [floorMod, "common"],
  power: [(x, y) => x ** y, "common"],
  maximum: [pick((x, y) => x >= y), "common"],
  minimum: [pick((x, y) => x <= y), "common"],
  arctan2: [Math.atan2, "floating"],
  hypot: [Math.hypot, "floating"],
  logaddexp: [
    (x, y) => (x === y ? x + Math.LN2 : Math.max(x, y) + Math.log1p(Math.exp(-Math.abs(x - y)))),
    "floating",
  ],
  equal: [truth((x, y) => x === y), "bool"],
  not_equal: [truth((x, y) => x !== y), "bool"],
  less: [truth((x, y) => x < y), "bool"],
  less_equal: [truth((x, y) => x <= y), "bool"],
  greater: [truth((x, y) => x > y), "bool"],
  greater_equal: [truth((x, y) => x >= y), "bool"],
  logical_and: [truth((x, y) => x !== 0 && y !== 0), "bool"],
  logical_or: [truth((x, y) => x !== 0 || y !== 0), "bool"],
  logical_xor: [truth((x, y) => (x !== 0) !== (y !== 0)), "bool"],
  bitwise_and: [bits((x, y) => x & y), "common"],
  bitwise_or: [bits((x, y) => x | y), "common"],
  bitwise_xor: [bits((x, y) => x ^ y), "common"],
};

function bits(op: (x: bigint, y: bigint) => bigint): Binary {
  return (x, y) => Number(op(BigInt(x), BigInt(y)));
}

/** Written into `target` where one is given (`a += b`), which keeps its own type and shape. */
export function binary(
  name: string,
  a: NDArray,
  b: NDArray,
  rules: Rules,
  target?: NDArray,
): NDArray {
  const [op, result] = binaries[name]!;
  let dtype = promote(rules, a, b);
  checkTypes(name, dtype, rules);
  if (dtype === "bool" && (name === "floor_divide" || name === "mod" || name === "power"))
    dtype = "int64";
  if (result === "floating") dtype = floating(rules, dtype);
  const inner =
    rules === "numpy" && name === "mod" && isFloat(dtype) ? signedMod : wholeOp(name, op, dtype);
  const shape = commonShape(rules, a, b);
  const out = target ?? empty(result === "bool" ? "bool" : dtype, shape);
  if (target) checkTarget(name, target, dtype, shape, rules);
  const single = dtype === "float32" && result !== "bool";
  fill(shape, out, single ? rounded(a) : a, single ? rounded(b) : b, inner);
  return out;
}

/** A plain number meets single precision as a single-precision number. */
function rounded(a: NDArray): NDArray {
  if (!a.plain) return a;
  return new NDArray(new Float32Array(a.data), "float32", [], [], 0, true);
}

function wholeOp(name: string, op: Binary, dtype: DType): Binary {
  if (dtype !== "int64") return op;
  if (name === "floor_divide") return (x, y) => (y === 0 ? 0 : Math.floor(x / y) + 0);
  if (name === "mod") return (x, y) => (y === 0 ? 0 : floorMod(x, y) + 0);
  if (name === "power") {
    return (x, y) => {
      if (y < 0)
        throw new PythonError("ValueError", "Integers to negative integer powers are not allowed.");
      return wholeNumber(x ** y);
    };
  }
  if (name === "multiply") return (x, y) => wholeNumber(x * y) + 0;
  return name === "add" || name === "subtract" ? (x, y) => wholeNumber(op(x, y)) : op;
}

function checkTypes(name: string, dtype: DType, rules: Rules): void {
  if (name === "subtract" && dtype === "bool") {
    if (rules === "torch") {
      throw new PythonError(
        "RuntimeError",
        "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.",
      );
    }
    throw new PythonError(
      "TypeError",
      "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.",
    );
  }
  if (name.startsWith("bitwise") && isFloat(dtype)) {
    if (rules === "torch")
      throw new PythonError(
        "RuntimeError",
        `"${name}_cpu" not implemented for '${dtype === "float32" ? "Float" : "Double"}'`,
      );
    throw new PythonError(
      "TypeError",
      `ufunc '${name}' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''`,
    );
  }
}

function checkTarget(
  name: string,
  target: NDArray,
  dtype: DType,
  shape: readonly number[],
  rules: Rules,
): void {
  if (category(dtype) > category(target.dtype)) {
    if (rules === "torch") {
      const said = (d: DType) =>
        ({ bool: "Bool", int64: "Long", float32: "Float", float64: "Double" })[d];
      throw new PythonError(
        "RuntimeError",
        `result type ${said(dtype)} can't be cast to the desired output type ${said(target.dtype)}`,
      );
    }
    throw new PythonError(
      "UFuncTypeError",
      `Cannot cast ufunc '${name}' output from dtype('${dtype}') to dtype('${target.dtype}') with casting rule 'same_kind'`,
    );
  }
  if (shape.length !== target.rank || shape.some((n, i) => n !== target.shape[i])) {
    throw rules === "torch"
      ? new PythonError(
          "RuntimeError",
          `output with shape [${target.shape.join(", ")}] doesn't match the broadcast shape [${shape.join(", ")}]`,
        )
      : new PythonError(
          "ValueError",
          `non-broadcastable output operand with shape ${tuple(target.shape)} doesn't match the broadcast shape ${tuple(shape)}`,
        );
  }
}

function fill(shape: readonly number[], out: NDArray, a: NDArray, b: NDArray, op: Binary): void {
  // What is written must not be read again under another index.
  const source = (x: NDArray) => (x.data === out.data && x.view ? detached(x) : x);
  const [left, right] = [broadcastTo(source(a), shape), broadcastTo(source(b), shape)];
  const n = shape.at(-1) ?? 1;
  const [so, sa, sb] = [out, left, right].map((w) => w.strides.at(-1) ?? 0);
  const [o, x, y] = [out.data, left.data, right.data];
  const bool = out.dtype === "bool";
  eachRow(shape, [out, left, right], ([io, ia, ib]) => {
    for (let i = 0, p = io!, q = ia!, r = ib!; i < n; i++, p += so!, q += sa!, r += sb!) {
      const value = op(x[q]!, y[r]!);
      o[p] = bool && value !== 0 ? 1 : value;
    }
  });
}

function detached(a: NDArray): NDArray {
  return new NDArray(a.data.slice(), a.dtype, a.shape, a.strides, a.offset);
}

export function where(test: NDArray, a: NDArray, b: NDArray, rules: Rules): NDArray {
  const shape = commonShape(rules, test, a, b);
  const out = empty(promote(rules, a, b), shape);
  const windows = [test, a, b].map((x) => broadcastTo(x, shape));
  const n = shape.at(-1) ?? 1;
  const [st, sa, sb] = windows.map((w) => w.strides.at(-1) ?? 0);
  let to = 0;
  eachRow(shape, windows, ([it, ia, ib]) => {
    for (let i = 0; i < n; i++) {
      out.data[to++] =
        test.data[it! + i * st!]! !== 0 ? a.data[ia! + i * sa!]! : b.data[ib! + i * sb!]!;
    }
  });
  return out;
}

export function assign(target: NDArray, value: NDArray): void {
  const source = value.data === target.data ? detached(value) : value;
  // NumPy lets leading axes of length one go: (1, 3) fits into (3,).
  let given = source;
  while (given.rank > target.rank && given.shape[0] === 1) {
    given = viewOf(given, given.shape.slice(1), given.strides.slice(1));
  }
  if (given.rank > target.rank) given = source;
  const from = checkedBroadcast(given, target.shape);
  const n = target.shape.at(-1) ?? 1;
  const [st, sf] = [target.strides.at(-1) ?? 0, from.strides.at(-1) ?? 0];
  const narrow = category(target.dtype) < category(value.dtype);
  eachRow(target.shape, [target, from], ([it, iv]) => {
    for (let i = 0; i < n; i++) {
      const x = from.data[iv! + i * sf]!;
      target.data[it! + i * st] = narrow ? convert(x, target.dtype) : x;
    }
  });
}
