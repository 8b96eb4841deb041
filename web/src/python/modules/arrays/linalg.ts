/** Products of matrices and sums over named indices. */
import {
  type Buffer,
  category,
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
import { reshape, transpose } from "./shape.ts";

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

/** dot: the last axis of the one with the last but one of the other, no broadcasting. */
export function dot(a: NDArray, b: NDArray): NDArray {
  const at = Math.max(b.rank - 2, 0);
  if (a.shape.at(-1) !== b.shape[at]) {
    throw new PythonError(
      "ValueError",
      `shapes ${tuple(a.shape)} and ${tuple(b.shape)} not aligned: ${a.shape.at(-1)} (dim ${a.rank - 1}) != ${b.shape[at]} (dim ${at})`,
    );
  }
  if (b.rank <= 2) return matmul(a, b, "numpy");
  const letters = (from: number, n: number) =>
    Array.from({ length: n }, (_, i) => String.fromCharCode(97 + from + i));
  const la = letters(0, a.rank);
  const lb = letters(a.rank, b.rank);
  lb[at] = la.at(-1)!;
  const kept = [...la.slice(0, -1), ...lb.filter((_, i) => i !== at)];
  return einsum(`${la.join("")},${lb.join("")}->${kept.join("")}`, [a, b], "numpy");
}

interface Spec {
  readonly inputs: string[][];
  readonly output: string[];
}

/** The subscripts with "..." written out: its axes are called "0", "1", ... from the right. */
function parse(text: string, operands: readonly NDArray[], rules: Rules): Spec {
  const [left = "", right] = text.replace(/ /g, "").split("->");
  const parts = left.split(",");
  if (parts.length !== operands.length) {
    throw rules === "torch"
      ? new PythonError(
          "RuntimeError",
          "einsum(): fewer operands were provided than specified in the equation",
        )
      : new PythonError(
          "ValueError",
          `${parts.length > operands.length ? "more" : "fewer"} operands provided to einstein sum function than specified in the subscripts string`,
        );
  }
  const inputs = parts.map((part, i) => labels(part, operands[i]!.rank, i, rules));
  const dots = inputs.flat().filter((l) => l >= "0" && l <= "9");
  const wide = [...new Set(dots)].sort().reverse();
  if (right !== undefined)
    return { inputs, output: right.includes("...") ? expand(right, wide) : [...right] };
  const all = inputs.flat().filter((l) => !wide.includes(l));
  const once = [...new Set(all)].filter((l) => all.indexOf(l) === all.lastIndexOf(l));
  return { inputs, output: [...wide, ...once.sort()] };
}

function expand(part: string, dots: readonly string[]): string[] {
  const [head = "", tail = ""] = part.split("...");
  return [...head, ...dots, ...tail];
}

function labels(part: string, rank: number, at: number, rules: Rules): string[] {
  const named = part.replace("...", "").length;
  const found = part.includes("...")
    ? expand(
        part,
        Array.from({ length: Math.max(rank - named, 0) }, (_, i) => String(rank - named - 1 - i)),
      )
    : [...part];
  if (found.length === rank) return found;
  if (rules === "torch") {
    throw new PythonError(
      "RuntimeError",
      `einsum(): the number of subscripts in the equation (${found.length}) does not match the number of dimensions (${rank}) for operand ${at} and no ellipsis was given`,
    );
  }
  throw new PythonError(
    "ValueError",
    found.length > rank
      ? `einstein sum subscripts string contains too many subscripts for operand ${at}`
      : "operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to broadcast the extra dimensions.",
  );
}

function sizes(spec: Spec, operands: readonly NDArray[], rules: Rules): Map<string, number> {
  const found = new Map<string, number>();
  spec.inputs.forEach((names, k) => {
    names.forEach((name, i) => {
      const size = operands[k]!.shape[i]!;
      const before = found.get(name) ?? 1;
      if (before !== 1 && size !== 1 && before !== size) {
        throw rules === "torch"
          ? new PythonError(
              "RuntimeError",
              `einsum(): subscript ${name} has size ${size} for operand ${k} which does not broadcast with previously seen size ${before}`,
            )
          : new PythonError(
              "ValueError",
              `operands could not be broadcast together with remapped shapes [original->remapped]: ${remapped(spec, operands)} `,
            );
      }
      if (size !== 1) found.set(name, size);
      else if (!found.has(name)) found.set(name, 1);
    });
  });
  return found;
}

/** The operands' shapes over all the labels, those of the result first. */
function remapped(spec: Spec, operands: readonly NDArray[]): string {
  const all = [...new Set([...spec.output, ...spec.inputs.flat()])];
  const over = (o: NDArray, k: number) => all.map((l) => o.shape[spec.inputs[k]!.indexOf(l)] ?? -1);
  return operands.map((o, k) => `${tuple(o.shape)}->${tuple(over(o, k))}`).join(" ");
}

export function einsum(text: string, operands: readonly NDArray[], rules: Rules): NDArray {
  const spec = parse(text, operands, rules);
  const size = sizes(spec, operands, rules);
  const unknown = spec.output.find((l) => !size.has(l));
  if (unknown) {
    throw rules === "torch"
      ? new PythonError(
          "RuntimeError",
          `einsum(): output subscript ${unknown} does not appear in the equation for any input operand`,
        )
      : new PythonError(
          "ValueError",
          `einstein sum subscripts string included output subscript '${unknown}' which never appeared in an input`,
        );
  }
  const fast = operands.length === 2 ? asProduct(spec, operands, rules) : null;
  if (fast) return fast;
  const summed = [...size.keys()].filter((l) => !spec.output.includes(l));
  const dtype = operands.map((o) => o.dtype).reduce((a, b) => wider(a, b, rules));
  const out = empty(
    dtype,
    spec.output.map((l) => size.get(l)!),
  );
  const order = [...spec.output, ...summed];
  const windows = operands.map((o, k) => ({
    offset: o.offset,
    strides: order.map((l) =>
      spec.inputs[k]!.reduce(
        (step, name, i) => (name === l && o.shape[i] !== 1 ? step + o.strides[i]! : step),
        0,
      ),
    ),
  }));
  const inner = summed.map((l) => size.get(l)!);
  addUp(
    out,
    windows,
    operands.map((o) => o.data),
    inner,
    dtype,
  );
  return out;
}

/**
 * Two operands, no index twice in one of them, none that only one of them sums, no size of one
 * stretched: a product of matrices over the shared indices that are kept.
 */
function asProduct(spec: Spec, operands: readonly NDArray[], rules: Rules): NDArray | null {
  const [a, b] = spec.inputs as [string[], string[]];
  const out = spec.output;
  const once = [a, b, out].every((names) => new Set(names).size === names.length);
  const size = (l: string) =>
    [a, b].flatMap((names, k) =>
      names.includes(l) ? [operands[k]!.shape[names.indexOf(l)]!] : [],
    );
  const shared = a.filter((l) => b.includes(l));
  const plain = shared.every((l) => size(l)[0] === size(l)[1]);
  const lone = [...a, ...b].some((l) => !shared.includes(l) && !out.includes(l));
  const summed = shared.filter((l) => !out.includes(l));
  if (!once || !plain || lone || summed.length === 0) return null;
  const batch = shared.filter((l) => out.includes(l));
  const left = a.filter((l) => !shared.includes(l));
  const right = b.filter((l) => !shared.includes(l));
  const sizes = (labels: string[]) => labels.map((l) => size(l)[0]!);
  const put = (k: number, names: string[], [rows, columns]: [string[], string[]]) => {
    const order = [...batch, ...rows, ...columns].map((l) => names.indexOf(l));
    const turned = order.length ? transpose(operands[k]!, order) : operands[k]!;
    return reshape(turned, [...sizes(batch), count(sizes(rows)), count(sizes(columns))]);
  };
  const product = matmul(put(0, a, [left, summed]), put(1, b, [summed, right]), rules);
  const open = reshape(product, sizes([...batch, ...left, ...right]));
  const order = out.map((l) => [...batch, ...left, ...right].indexOf(l));
  return order.length ? transpose(open, order) : open;
}

function addUp(
  out: NDArray,
  windows: readonly { offset: number; strides: number[] }[],
  data: readonly Buffer[],
  inner: readonly number[],
  dtype: DType,
): void {
  const rank = out.rank;
  const outer = windows.map((w) => ({
    offset: w.offset,
    strides: [...w.strides.slice(0, rank), 0],
  }));
  const tails = windows.map((w) => w.strides.slice(rank));
  const n = inner.at(-1) ?? 1;
  const steps = tails.map((t) => t.at(-1) ?? 0);
  let to = 0;
  eachRow([...out.shape, 1], outer, (at) => {
    let total = 0;
    eachRow(
      inner,
      tails.map((strides, k) => ({ strides, offset: at[k]! })),
      (from) => {
        total += terms(data, from, steps, n);
      },
    );
    out.data[to++] = category(dtype) === 0 ? Math.min(total, 1) : total;
  });
}

function terms(
  data: readonly Buffer[],
  from: readonly number[],
  steps: readonly number[],
  n: number,
): number {
  let total = 0;
  if (data.length === 2) {
    const [a, b] = data as [Buffer, Buffer];
    let [p, q] = from as [number, number];
    for (let i = 0; i < n; i++, p += steps[0]!, q += steps[1]!) total += a[p]! * b[q]!;
    return total;
  }
  for (let i = 0; i < n; i++) {
    let term = 1;
    for (let k = 0; k < data.length; k++) term *= data[k]![from[k]! + i * steps[k]!]!;
    total += term;
  }
  return total;
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
