// The file of one NumPy array. Written: version 1.0, little-endian float64, rows one after the other.
// Read: versions 1 to 3, floats of 16, 32 and 64 bits, integers and booleans of either byte order, C and
// Fortran order, one axis or two.
//
// Source: NumPy, "The NPY format", https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html

import { InputError } from "../inputs/error.ts";
import { MAX_TOKENS, MAX_WIDTH } from "../inputs/limits.ts";
import type { Matrix } from "../inputs/state.ts";
import type { Numbers } from "./numbers.ts";
import { FileProblem } from "./problems.ts";

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/** The header is filled up with spaces, so that the numbers begin at a multiple of it. */
const ALIGNED = 64;

/** As Python writes the shape: (3,) has a comma. */
const tuple = (shape: readonly number[]) =>
  shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;

export function npyHeader(shape: readonly number[]): string {
  return `{'descr': '<f8', 'fortran_order': False, 'shape': ${tuple(shape)}, }`;
}

export function writeNpy({ shape, data }: Numbers): Uint8Array<ArrayBuffer> {
  const header = npyHeader(shape);
  const before = MAGIC.length + 4;
  const start = Math.ceil((before + header.length + 1) / ALIGNED) * ALIGNED;
  const text = `${header.padEnd(start - before - 1)}\n`;
  const bytes = new Uint8Array(start + 8 * data.length);
  const view = new DataView(bytes.buffer);
  bytes.set([...MAGIC, 1, 0]);
  view.setUint16(MAGIC.length + 2, text.length, true);
  bytes.set(new TextEncoder().encode(text), before);
  for (let i = 0; i < data.length; i++) view.setFloat64(start + 8 * i, data[i] ?? 0, true);
  return bytes;
}

type Read = (view: DataView, at: number, little: boolean) => number | bigint;

interface Kind {
  readonly bytes: number;
  readonly read: Read;
}

/** IEEE 754, binary16: a sign, five bits of exponent, ten of fraction. Every one of them is a float64. */
const readHalf: Read = (view, at, little) => {
  const bits = view.getUint16(at, little);
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = (bits & 0x3ff) / 0x400;
  if (exponent === 0) return sign * fraction * 2 ** -14;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction) * 2 ** (exponent - 15);
};

const kinds: Readonly<Record<string, Kind>> = {
  b1: { bytes: 1, read: (view, at) => (view.getUint8(at) === 0 ? 0 : 1) },
  i1: { bytes: 1, read: (view, at) => view.getInt8(at) },
  u1: { bytes: 1, read: (view, at) => view.getUint8(at) },
  i2: { bytes: 2, read: (view, at, little) => view.getInt16(at, little) },
  u2: { bytes: 2, read: (view, at, little) => view.getUint16(at, little) },
  i4: { bytes: 4, read: (view, at, little) => view.getInt32(at, little) },
  u4: { bytes: 4, read: (view, at, little) => view.getUint32(at, little) },
  i8: { bytes: 8, read: (view, at, little) => view.getBigInt64(at, little) },
  u8: { bytes: 8, read: (view, at, little) => view.getBigUint64(at, little) },
  f2: { bytes: 2, read: readHalf },
  f4: { bytes: 4, read: (view, at, little) => view.getFloat32(at, little) },
  f8: { bytes: 8, read: (view, at, little) => view.getFloat64(at, little) },
};

/** Or what is left of one that was cut within its first bytes, which its name may have to tell. */
export function isNpy(bytes: Uint8Array, name = ""): boolean {
  if (bytes.length < MAGIC.length && /\.npy$/iu.test(name)) return true;
  return bytes.length > 0 && MAGIC.slice(0, bytes.length).every((byte, i) => bytes[i] === byte);
}

interface Header {
  /** Null: an array of records, whose fields have types of their own. */
  readonly type: string | null;
  readonly fortran: boolean;
  readonly shape: readonly number[];
  /** Where the numbers begin. */
  readonly start: number;
}

function headerOf(bytes: Uint8Array): Header | FileProblem {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [version] = bytes.subarray(MAGIC.length);
  if (version === undefined)
    return new FileProblem("npyShort", { wanted: MAGIC.length + 4, had: bytes.length });
  if (version < 1 || version > 3) return new FileProblem("npyVersion", { version });
  const sizeBytes = version === 1 ? 2 : 4;
  const before = MAGIC.length + 2 + sizeBytes;
  if (bytes.length < before)
    return new FileProblem("npyShort", { wanted: before, had: bytes.length });
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  const start = before + length;
  if (bytes.length < start)
    return new FileProblem("npyShort", { wanted: start, had: bytes.length });
  const text = new TextDecoder(version === 3 ? "utf-8" : "latin1").decode(
    bytes.subarray(before, start),
  );
  const type = /['"]descr['"]\s*:\s*(?:['"]([^'"]*)['"]|(\[))/u.exec(text);
  const order = /['"]fortran_order['"]\s*:\s*(True|False)/u.exec(text)?.[1];
  const shape = /['"]shape['"]\s*:\s*\(([\d\s,L]*)\)/u.exec(text)?.[1];
  if (!type || !order || shape === undefined) return new FileProblem("npyHeader", {});
  return {
    type: type[1] ?? null,
    fortran: order === "True",
    shape: (shape.match(/\d+/gu) ?? []).map(Number),
    start,
  };
}

function kindOf(type: string | null): Kind | FileProblem {
  if (type === null) return new FileProblem("npyFields", {});
  const [, name = ""] = /^[<>|=]?(\w\d+)$/u.exec(type) ?? [];
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  return kind ?? new FileProblem(name.startsWith("c") ? "npyComplex" : "npyType", { type });
}

/** How Python takes one matrix, of one number or out of many. */
const oneMatrix = (axes: number) =>
  axes === 0 ? "x.reshape(1, 1)" : `x[${new Array<number>(axes - 2).fill(0).join(", ")}]`;

/** One axis is one row. */
function sizeOf(shape: readonly number[]): readonly [number, number] | FileProblem | InputError {
  const axes = shape.length;
  if (axes === 0 || axes > 2) {
    return new FileProblem("npyAxes", { shape: tuple(shape), axes, one: oneMatrix(axes) });
  }
  const [rows = 0, columns = 0] = shape.length === 1 ? [1, ...shape] : shape;
  if (rows === 0 || columns === 0) return new FileProblem("npyEmpty", { shape: tuple(shape) });
  if (rows > MAX_TOKENS) return new InputError("tooManyRows", { count: rows, limit: MAX_TOKENS });
  if (columns > MAX_WIDTH) {
    return new InputError("tooManyColumns", { count: columns, limit: MAX_WIDTH });
  }
  return [rows, columns];
}

/** `bytes` may be the beginning of a file that is too large: its header says so. */
export function readNpy(bytes: Uint8Array): Matrix | FileProblem | InputError {
  const header = headerOf(bytes);
  if (header instanceof FileProblem) return header;
  const { type, fortran, shape, start } = header;
  const kind = kindOf(type);
  if (kind instanceof FileProblem) return kind;
  const little = !type?.startsWith(">");
  const size = sizeOf(shape);
  if (size instanceof Error) return size;
  const [rows, columns] = size;
  const wanted = start + kind.bytes * rows * columns;
  if (bytes.length < wanted) return new FileProblem("npyShort", { wanted, had: bytes.length });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const matrix: number[][] = [];
  for (let row = 0; row < rows; row++) {
    const cells: number[] = [];
    for (let column = 0; column < columns; column++) {
      const at = fortran ? column * rows + row : row * columns + column;
      const value = kind.read(view, start + kind.bytes * at, little);
      if (typeof value === "bigint" && BigInt(Number(value)) !== value) {
        const place = { row: row + 1, column: column + 1 };
        return new FileProblem("npyInteger", { value: String(value), ...place });
      }
      cells.push(Number(value));
    }
    matrix.push(cells);
  }
  return matrix;
}
