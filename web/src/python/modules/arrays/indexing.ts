/** a[...]: whole numbers, slices, None and ... give views; arrays of places or of truths copies. */
import {
  category,
  copyTo,
  count,
  empty,
  NDArray,
  PythonError,
  type Rules,
  toNumbers,
  tuple,
  viewOf,
} from "./array.ts";
import { assign, broadcastShapes, broadcastTo } from "./elementwise.ts";

export type Item =
  | { kind: "place"; at: number }
  | { kind: "slice"; start: number | null; stop: number | null; step: number | null }
  | { kind: "new" }
  | { kind: "rest" }
  | { kind: "array"; array: NDArray };

/** The items as the Python side hands them over: a letter, then what belongs to it. */
export function readItems(words: readonly unknown[]): Item[] {
  const items: Item[] = [];
  for (let i = 0; i < words.length; ) {
    const letter = words[i++];
    if (letter === "i") items.push({ kind: "place", at: words[i++] as number });
    else if (letter === "n") items.push({ kind: "new" });
    else if (letter === "r") items.push({ kind: "rest" });
    else if (letter === "a") items.push({ kind: "array", array: words[i++] as NDArray });
    else {
      const [start, stop, step] = words.slice(i, i + 3) as (number | null)[];
      items.push({ kind: "slice", start: start!, stop: stop!, step: step! });
      i += 3;
    }
  }
  return items;
}

const taken = (item: Item): number =>
  item.kind === "new" || item.kind === "rest"
    ? 0
    : item.kind === "array" && item.array.dtype === "bool"
      ? item.array.rank
      : 1;

function complete(a: NDArray, items: readonly Item[], rules: Rules): Item[] {
  const used = items.reduce((n, item) => n + taken(item), 0);
  if (used > a.rank) {
    throw new PythonError(
      "IndexError",
      rules === "torch"
        ? `too many indices for tensor of dimension ${a.rank}`
        : `too many indices for array: array is ${a.rank}-dimensional, but ${used} were indexed`,
    );
  }
  const all: Item = { kind: "slice", start: null, stop: null, step: null };
  const rest = new Array<Item>(a.rank - used).fill(all);
  const at = items.findIndex((item) => item.kind === "rest");
  if (items.filter((item) => item.kind === "rest").length > 1) {
    throw new PythonError("IndexError", "an index can only have a single ellipsis ('...')");
  }
  return at < 0 ? [...items, ...rest] : [...items.slice(0, at), ...rest, ...items.slice(at + 1)];
}

function place(at: number, size: number, axis: number, rules: Rules): number {
  if (at < -size || at >= size) {
    throw new PythonError(
      "IndexError",
      rules === "torch"
        ? `index ${at} is out of bounds for dimension ${axis} with size ${size}`
        : `index ${at} is out of bounds for axis ${axis} with size ${size}`,
    );
  }
  return at < 0 ? at + size : at;
}

/** Start, step and length of a slice of an axis, by Python's rules. */
function range(
  item: Item & { kind: "slice" },
  size: number,
  rules: Rules,
): [number, number, number] {
  const step = item.step ?? 1;
  if (step === 0)
    throw new PythonError(
      "ValueError",
      rules === "torch" ? "step must be greater than zero" : "slice step cannot be zero",
    );
  if (step < 0 && rules === "torch")
    throw new PythonError("ValueError", "step must be greater than zero");
  const clip = (value: number) => {
    const from = value < 0 ? value + size : value;
    return step > 0 ? Math.min(Math.max(from, 0), size) : Math.min(Math.max(from, -1), size - 1);
  };
  const start = item.start === null ? (step > 0 ? 0 : size - 1) : clip(item.start);
  const stop = item.stop === null ? (step > 0 ? size : -1) : clip(item.stop);
  return [start, step, Math.max(0, Math.ceil((stop - start) / step))];
}

/** The view that the plain items give; arrays stay as whole axes, named in `picks`. */
function basic(a: NDArray, items: readonly Item[], rules: Rules) {
  const shape: number[] = [];
  const strides: number[] = [];
  const picks: { axis: number; array: NDArray; of: number }[] = [];
  let offset = a.offset;
  let from = 0;
  for (const item of items) {
    if (item.kind === "new") {
      shape.push(1);
      strides.push(0);
    } else if (item.kind === "place") {
      offset += place(item.at, a.shape[from]!, from, rules) * a.strides[from]!;
      from++;
    } else if (item.kind === "slice") {
      const [start, step, n] = range(item, a.shape[from]!, rules);
      offset += (n > 0 ? start : 0) * a.strides[from]!;
      shape.push(n);
      strides.push(step * a.strides[from]!);
      from++;
    } else if (item.kind === "array") {
      for (const array of places(item.array, a.shape, from, rules)) {
        picks.push({ axis: shape.length, array, of: from });
        shape.push(a.shape[from]!);
        strides.push(a.strides[from]!);
        from++;
      }
    }
  }
  return { view: viewOf(a, shape, strides, offset), picks };
}

/** A truth array is the places where it is true, one array for each of its axes. */
function places(array: NDArray, shape: readonly number[], from: number, rules: Rules): NDArray[] {
  if (array.dtype !== "bool") {
    if (array.dtype === "int64") return [array];
    if (array.size === 0)
      return [new NDArray(new Float64Array(0), "int64", array.shape, array.strides)];
    throw new PythonError(
      "IndexError",
      rules === "torch"
        ? "tensors used as indices must be long, byte or bool tensors"
        : "arrays used as indices must be of integer (or boolean) type",
    );
  }
  array.shape.forEach((n, i) => {
    if (n === shape[from + i]) return;
    throw new PythonError(
      "IndexError",
      rules === "torch"
        ? `The shape of the mask [${array.shape.join(", ")}] at index ${i} does not match the shape of the indexed tensor [${shape.join(", ")}] at index ${from + i}`
        : `boolean index did not match indexed array along dimension ${from + i}; dimension is ${shape[from + i]} but corresponding boolean dimension is ${n}`,
    );
  });
  return nonzero(array);
}

export function nonzero(a: NDArray): NDArray[] {
  const flat = toNumbers(a);
  const found: number[] = [];
  flat.forEach((x, i) => {
    if (x !== 0) found.push(i);
  });
  return a.shape.map((n, axis) => {
    const step = count(a.shape.slice(axis + 1));
    const out = empty("int64", [found.length]);
    found.forEach((at, i) => {
      out.data[i] = Math.floor(at / step) % n;
    });
    return out;
  });
}

/** What arrays of places pick of a view: its shape, and the offset of every element's block. */
function advanced(a: NDArray, items: readonly Item[], rules: Rules) {
  // A place beside arrays is one of the arrays: it belongs to their common shape.
  const mixed = items.map(
    (item): Item => (item.kind === "place" ? { kind: "array", array: placeArray(item.at) } : item),
  );
  const { view, picks } = basic(a, mixed, rules);
  const common = broadcastShapes(picks.map((p) => p.array.shape));
  if (!common) {
    const shapes = picks.map((p) =>
      rules === "torch" ? `[${p.array.shape.join(", ")}]` : tuple(p.array.shape),
    );
    throw new PythonError(
      "IndexError",
      rules === "torch"
        ? `shape mismatch: indexing tensors could not be broadcast together with shapes ${shapes.join(", ")}`
        : `shape mismatch: indexing arrays could not be broadcast together with shapes ${shapes.join(" ")} `,
    );
  }
  const blocks = new Float64Array(count(common)).fill(view.offset);
  for (const { axis, array, of } of picks) {
    const at = toNumbers(broadcastTo(array, common));
    for (let i = 0; i < at.length; i++)
      blocks[i]! += place(at[i]!, view.shape[axis]!, of, rules) * view.strides[axis]!;
  }
  const picked = new Set(picks.map((p) => p.axis));
  const rest = view.shape.map((_, i) => i).filter((i) => !picked.has(i));
  // Arrays side by side: their shape stands in their place; parted by a slice: at the front.
  const kinds = mixed.map((item) => item.kind === "array");
  const together = !kinds.slice(kinds.indexOf(true), kinds.lastIndexOf(true) + 1).includes(false);
  const lead = together ? rest.filter((i) => i < picks[0]!.axis).length : 0;
  return {
    blocks,
    common,
    lead,
    shape: rest.map((i) => view.shape[i]!),
    strides: rest.map((i) => view.strides[i]!),
  };
}

function placeArray(at: number): NDArray {
  return new NDArray(new Float64Array([at]), "int64", [], []);
}

const isPlain = (items: readonly Item[]): boolean => items.every((item) => item.kind !== "array");

/** The axes (common..., rest...) seen as (rest before, common..., rest after). */
function placed(out: NDArray, common: number, lead: number): NDArray {
  if (lead === 0) return out;
  const axes = out.shape.map((_, i) => i);
  const order = [
    ...axes.slice(common, common + lead),
    ...axes.slice(0, common),
    ...axes.slice(common + lead),
  ];
  return viewOf(
    out,
    order.map((i) => out.shape[i]!),
    order.map((i) => out.strides[i]!),
  );
}

export function get(a: NDArray, given: readonly Item[], rules: Rules): NDArray {
  const items = complete(a, given, rules);
  if (isPlain(items)) return basic(a, items, rules).view;
  const { blocks, common, lead, shape, strides } = advanced(a, items, rules);
  const out = empty(a.dtype, [...common, ...shape]);
  const size = count(shape);
  blocks.forEach((offset, i) => {
    copyTo(out.data.subarray(i * size, (i + 1) * size), viewOf(a, shape, strides, offset));
  });
  return placed(out, common.length, lead);
}

export function set(a: NDArray, given: readonly Item[], value: NDArray, rules: Rules): void {
  const items = complete(a, given, rules);
  if (isPlain(items)) {
    const { view } = basic(a, items, rules);
    if (rules === "numpy" && view.rank === 0 && value.size !== 1) {
      throw new PythonError("ValueError", "setting an array element with a sequence.");
    }
    assign(view, value);
    return;
  }
  const { blocks, common, lead, shape, strides } = advanced(a, items, rules);
  const whole = empty(category(value.dtype) > category(a.dtype) ? value.dtype : a.dtype, [
    ...common,
    ...shape,
  ]);
  const target = placed(whole, common.length, lead);
  checkPicked(a, given, target.shape, value);
  assign(target, value);
  const size = count(shape);
  blocks.forEach((offset, i) => {
    const part = new NDArray(
      whole.data.subarray(i * size, (i + 1) * size),
      whole.dtype,
      shape,
      stridesOf(shape),
    );
    assign(viewOf(a, shape, strides, offset), part);
  });
}

const stridesOf = (shape: readonly number[]): number[] =>
  shape.map((_, i) => count(shape.slice(i + 1)));

function checkPicked(
  a: NDArray,
  given: readonly Item[],
  shape: readonly number[],
  value: NDArray,
): void {
  const common = broadcastShapes([value.shape, shape]);
  if (common && String(common) === String(shape)) return;
  const mask =
    given.length === 1 &&
    given[0]!.kind === "array" &&
    given[0]!.array.dtype === "bool" &&
    given[0]!.array.rank === a.rank;
  if (mask && value.rank === 1) {
    throw new PythonError(
      "ValueError",
      `NumPy boolean array indexing assignment cannot assign ${value.size} input values to the ${shape[0]} output values where the mask is true`,
    );
  }
  throw new PythonError(
    "ValueError",
    `shape mismatch: value array of shape ${tuple(value.shape)} could not be broadcast to indexing result of shape ${tuple(shape)}`,
  );
}
