/** Products of matrices, and equations solved. */
import {
  type Buffer,
  copyTo,
  count,
  type DType,
  eachRow,
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
import { broadcastShapes, broadcastTo } from "./elementwise.ts";
import { reshape } from "./shape.ts";

/** What matmul says when the inner sizes differ. */
function mismatch(a: NDArray, b: NDArray, rules: Rules): PythonError {
  if (rules === "torch") return torchMismatch(a, b);
  const at = Math.max(b.rank - 2, 0);
  return new PythonError(
    "ValueError",
    `matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size ${b.shape[at]} is different from ${a.shape.at(-1)})`,
  );
}

function torchMismatch(a: NDArray, b: NDArray): PythonError {
  const said = (x: NDArray) => x.shape.join("x");
  const text =
    a.rank === 2 && b.rank === 2
      ? `mat1 and mat2 shapes cannot be multiplied (${said(a)} and ${said(b)})`
      : a.rank === 1 && b.rank === 1
        ? `inconsistent tensor size, expected tensor [${a.shape}] and src [${b.shape}] to have the same number of elements, but got ${a.shape} and ${b.shape} elements respectively`
        : a.rank >= 2 && b.rank === 1
          ? `size mismatch, got ${a.shape.at(-2)}, ${a.shape.at(-2)}x${a.shape.at(-1)},${b.shape[0]}`
          : b.rank === 2
            ? `mat1 and mat2 shapes cannot be multiplied (${count(a.shape.slice(0, -1))}x${a.shape.at(-1)} and ${said(b)})`
            : `Expected size for first two dimensions of batch2 tensor to be: [${count(a.shape.slice(0, -2))}, ${a.shape.at(-1)}] but got: [${count(b.shape.slice(0, -2))}, ${b.shape.at(-2)}].`;
  return new PythonError("RuntimeError", text);
}

function checkProduct(a: NDArray, b: NDArray, rules: Rules): DType {
  if (a.rank === 0 || b.rank === 0) {
    throw rules === "torch"
      ? new PythonError(
          "RuntimeError",
          `both arguments to matmul need to be at least 1D, but they are ${a.rank}D and ${b.rank}D`,
        )
      : new PythonError(
          "ValueError",
          `matmul: Input operand ${a.rank === 0 ? 0 : 1} does not have enough dimensions (has 0, gufunc core with signature (n?,k),(k,m?)->(n?,m?) requires 1)`,
        );
  }
  if (rules === "torch" && a.dtype !== b.dtype) {
    const said = (d: DType) =>
      ({ bool: "Bool", int64: "Long", float32: "Float", float64: "Double" })[d];
    throw new PythonError(
      "RuntimeError",
      `expected scalar type ${said(a.dtype)} but found ${said(b.dtype)}`,
    );
  }
  if (a.shape.at(-1) !== b.shape[Math.max(b.rank - 2, 0)]) throw mismatch(a, b, rules);
  return wider(a.dtype, b.dtype, rules);
}

export function matmul(left: NDArray, right: NDArray, rules: Rules): NDArray {
  const dtype = checkProduct(left, right, rules);
  const a = left.rank === 1 ? reshape(left, [1, left.shape[0]!]) : left;
  const b = right.rank === 1 ? reshape(right, [right.shape[0]!, 1]) : right;
  const batch = broadcastShapes([a.shape.slice(0, -2), b.shape.slice(0, -2)]);
  if (!batch) {
    throw rules === "torch"
      ? new PythonError(
          "RuntimeError",
          `The size of tensor a (${a.shape[0]}) must match the size of tensor b (${b.shape[0]}) at non-singleton dimension 0`,
        )
      : new PythonError(
          "ValueError",
          `operands could not be broadcast together with remapped shapes [original->remapped]: ${tuple(a.shape)}->(${a.shape.slice(0, -2).join(",")},newaxis,newaxis) ${tuple(b.shape)}->(${b.shape.slice(0, -2).join(",")},newaxis,newaxis)  and requested shape (${a.shape.at(-2)},${b.shape.at(-1)})`,
        );
  }
  const [n, k, m] = [a.shape.at(-2)!, a.shape.at(-1)!, b.shape.at(-1)!];
  const out = empty(dtype, [...batch, n, m]);
  const wa = broadcastTo(a, [...batch, n, k]);
  const wb = broadcastTo(b, [...batch, k, m]);
  // Narrow sums would lose digits that a float64 keeps.
  const row = new Float64Array(m);
  const rows = new Float64Array(k * m);
  const outer = (w: NDArray) => ({ strides: w.strides.slice(0, -1), offset: w.offset });
  let last = -1;
  eachRow([...batch, 1], [pad(outer(wa)), pad(outer(wb)), pad(outer(out))], ([pa, pb, po]) => {
    if (pb !== last) copyTo(rows as Buffer, viewOf(wb, [k, m], wb.strides.slice(-2), pb));
    last = pb!;
    product(
      wa.data,
      pa!,
      wa.strides.at(-2)!,
      wa.strides.at(-1)!,
      rows,
      out.data,
      po!,
      [n, k, m],
      row,
    );
  });
  const shape = [...batch, ...(left.rank === 1 ? [] : [n]), ...(right.rank === 1 ? [] : [m])];
  return shape.length === out.rank ? out : new NDArray(out.data, dtype, shape, rowStrides(shape));
}

/** The window of the matrices of a batch, one step of length zero as its last axis. */
const pad = (w: { strides: number[]; offset: number }) => ({
  strides: [...w.strides.slice(0, -1), 0],
  offset: w.offset,
});

function product(
  a: Buffer,
  pa: number,
  down: number,
  along: number,
  b: Float64Array,
  out: Buffer,
  po: number,
  [n, k, m]: [number, number, number],
  row: Float64Array,
): void {
  for (let i = 0; i < n; i++) {
    row.fill(0);
    const from = pa + i * down;
    let j = 0;
    // Four rows of b at once: the sums are read and written a quarter as often, in the same order.
    for (; j < k - 3; j += 4) {
      const [p, q] = [a[from + j * along]!, a[from + (j + 1) * along]!];
      const [r, s] = [a[from + (j + 2) * along]!, a[from + (j + 3) * along]!];
      const [bp, bq, br, bs] = [j * m, (j + 1) * m, (j + 2) * m, (j + 3) * m];
      for (let c = 0; c < m; c++) {
        row[c] = row[c]! + p * b[bp + c]! + q * b[bq + c]! + r * b[br + c]! + s * b[bs + c]!;
      }
    }
    for (; j < k; j++) {
      const x = a[from + j * along]!;
      for (let c = 0; c < m; c++) row[c]! += x * b[j * m + c]!;
    }
    // A sum of truths is a truth.
    out.set(out instanceof Uint8Array ? row.map((x) => Math.min(x, 1)) : row, po + i * m);
  }
}

/** Solves A x = B with rows exchanged for the largest pivot; the inverse is the answer to B = 1. */
export function solve(matrix: NDArray, right: NDArray): NDArray {
  const n = matrix.shape[0]!;
  if (matrix.rank !== 2) {
    throw new PythonError(
      "LinAlgError",
      `${matrix.rank}-dimensional array given. Array must be at least two-dimensional`,
    );
  }
  if (n !== matrix.shape[1])
    throw new PythonError("LinAlgError", "Last 2 dimensions of the array must be square");
  const b = right.rank === 1 ? reshape(right, [n, 1]) : right;
  const m = b.shape[1]!;
  const a = Float64Array.from(rowMajorNumbers(matrix));
  const x = Float64Array.from(rowMajorNumbers(b));
  if (eliminate(a, x, n, m) === 0) throw new PythonError("LinAlgError", "Singular matrix");
  const out = empty("float64", right.shape);
  out.data.set(x);
  return out;
}

export function determinant(matrix: NDArray): number {
  const n = matrix.shape[0]!;
  if (matrix.rank !== 2 || n !== matrix.shape[1]) {
    throw new PythonError("LinAlgError", "Last 2 dimensions of the array must be square");
  }
  return eliminate(Float64Array.from(rowMajorNumbers(matrix)), new Float64Array(0), n, 0);
}

const rowMajorNumbers = (a: NDArray): Buffer => {
  const flat = rowMajor(a);
  return flat.data.subarray(flat.offset, flat.offset + flat.size);
};

/** Leaves the solution in x; returns the determinant. */
function eliminate(a: Float64Array, x: Float64Array, n: number, m: number): number {
  let det = 1;
  for (let c = 0; c < n; c++) {
    let pivot = c;
    for (let r = c + 1; r < n; r++)
      if (Math.abs(a[r * n + c]!) > Math.abs(a[pivot * n + c]!)) pivot = r;
    const top = a[pivot * n + c]!;
    if (top === 0) return 0;
    if (pivot !== c) {
      det = -det;
      swapRows(a, n, pivot, c);
      swapRows(x, m, pivot, c);
    }
    det *= top;
    for (let r = c + 1; r < n; r++) {
      const f = a[r * n + c]! / top;
      for (let k = c; k < n; k++) a[r * n + k]! -= f * a[c * n + k]!;
      for (let k = 0; k < m; k++) x[r * m + k]! -= f * x[c * m + k]!;
    }
  }
  for (let r = n - 1; r >= 0; r--) {
    for (let k = 0; k < m; k++) {
      let value = x[r * m + k]!;
      for (let c = r + 1; c < n; c++) value -= a[r * n + c]! * x[c * m + k]!;
      x[r * m + k] = value / a[r * n + r]!;
    }
  }
  return det;
}

function swapRows(a: Float64Array, width: number, i: number, k: number): void {
  for (let c = 0; c < width; c++) {
    [a[i * width + c], a[k * width + c]] = [a[k * width + c]!, a[i * width + c]!];
  }
}
