/** Sums of products over named indices, and dot, which is one of them. */
import {
  type Buffer,
  category,
  count,
  type DType,
  eachRow,
  empty,
  type NDArray,
  PythonError,
  type Rules,
  tuple,
  wider,
} from "./array.ts";
import { matmul } from "./linalg.ts";
import { reshape, transpose } from "./shape.ts";

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
  const twice = spec.output.find((l, i) => spec.output.indexOf(l) < i);
  if (twice) {
    throw rules === "torch"
      ? new PythonError(
          "RuntimeError",
          `einsum(): output subscript ${twice} appears more than once in the output`,
        )
      : new PythonError(
          "ValueError",
          `einstein sum subscripts string includes output subscript '${twice}' multiple times`,
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
