// Files of NumPy's: those written here are loaded by a real NumPy, those of a real NumPy are read here.
// Where there is none, the bytes are held against the published format.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readNpy, writeNpy } from "../../../web/src/export/npy.ts";
import { asNumbers, bits, hardMatrix, sizes } from "./numbers.ts";
import { printed, withNumPy } from "./python.ts";

const folder = mkdtempSync(join(tmpdir(), "npy-"));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (program: string) => printed(`import numpy as np\n${program}`, folder);

const matrixOf = (bytes: Uint8Array) => {
  const read = readNpy(bytes);
  if (read instanceof Error) throw read;
  return read;
};

/** A file by the published format, of any type and version. */
function file(descr: string, shape: string, numbers: Uint8Array, version = 1, order = "False") {
  const header = new TextEncoder().encode(
    `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }\n`,
  );
  const length = new Uint8Array(version === 1 ? 2 : 4);
  length.set([header.length & 255, header.length >> 8]);
  const start = [0x93, ...new TextEncoder().encode("NUMPY"), version, 0];
  return Uint8Array.from([...start, ...length, ...header, ...numbers]);
}

const floats = (...numbers: number[]) => new Uint8Array(Float64Array.from(numbers).buffer);

test("the bytes are those of the format", () => {
  const bytes = writeNpy(asNumbers([[1, -2]]));
  const text = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }";
  expect([...bytes.subarray(0, 10)]).toEqual([0x93, 78, 85, 77, 80, 89, 1, 0, 118, 0]);
  expect(new TextDecoder().decode(bytes.subarray(10, 128))).toBe(`${text.padEnd(117)}\n`);
  expect([...bytes.subarray(128)]).toEqual([...floats(1, -2)]);
});

test.each(sizes)("%i × %i is read back", (rows, columns) => {
  const matrix = hardMatrix(rows, columns, rows * columns);
  expect(matrixOf(writeNpy(asNumbers(matrix))).map(bits)).toEqual(matrix.map(bits));
});

test.each([1, 2, 3])("version %i", (version) => {
  expect(matrixOf(file("'<f8'", "(2, 1)", floats(3, 4), version))).toEqual([[3], [4]]);
});

/** IEEE 754 half precision: bits and values as the standard's tables give them. */
const halves: readonly (readonly [number, number])[] = [
  [0x0000, 0],
  [0x8000, -0],
  [0x0001, 2 ** -24],
  [0x83ff, -1023 * 2 ** -24],
  [0x0400, 2 ** -14],
  [0x3555, 0.333251953125],
  [0x3c00, 1],
  [0x3c01, 1.0009765625],
  [0xc000, -2],
  [0x7bff, 65504],
  [0x7c00, Number.POSITIVE_INFINITY],
  [0xfc00, Number.NEGATIVE_INFINITY],
  [0x7e00, Number.NaN],
  [0xfc01, Number.NaN],
];

test.each([true, false])("half floats, little-endian %s", (little) => {
  const view = new DataView(new ArrayBuffer(2 * halves.length));
  halves.forEach(([half], i) => {
    view.setUint16(2 * i, half, little);
  });
  const numbers = new Uint8Array(view.buffer);
  const bytes = file(little ? "'<f2'" : "'>f2'", `(1, ${halves.length})`, numbers);
  expect(matrixOf(bytes).map(bits)).toEqual([bits(halves.map(([, value]) => value))]);
});

test("integers beyond 2^53 that a float64 holds are read", () => {
  const numbers = new Uint8Array(BigInt64Array.of(2n ** 60n, -(2n ** 63n)).buffer);
  expect(matrixOf(file("'<i8'", "(1, 2)", numbers))).toEqual([[2 ** 60, -(2 ** 63)]]);
});

describe("what cannot be read is named", () => {
  const said = (bytes: Uint8Array) => {
    const read = readNpy(bytes);
    if (!(read instanceof Error)) throw new Error("it was read");
    return read.message;
  };
  test.each([
    ["complex", file("'<c16'", "(1, 1)", floats(1, 2)), "x.real"],
    ["objects", file("'|O'", "(1, 1)", floats(1)), "|O"],
    ["text", file("'<U4'", "(1, 1)", floats(1)), "<U4"],
    ["bfloat16", file("'|V2'", "(1, 1)", floats(1)), "|V2"],
    ["long doubles", file("'<f16'", "(1, 1)", floats(1, 0)), "<f16"],
    ["dates", file("'<M8[D]'", "(1, 1)", floats(1)), "<M8[D]"],
    ["fields", file("[('a', '<f8')]", "(1,)", floats(1)), "named fields"],
    ["one number", file("'<f8'", "()", floats(1)), "shape (), so 0 axes"],
    ["three axes", file("'<f8'", "(1, 1, 1)", floats(1)), "(1, 1, 1)"],
    ["four axes", file("'<f8'", "(1, 1, 1, 1)", floats(1)), "x[0, 0]"],
    ["no numbers", file("'<f8'", "(0, 3)", floats()), "(0, 3)"],
    ["too many rows", file("'<f8'", "(65, 1)", floats()), "65 rows"],
    ["too many columns", file("'<f8'", "(1, 5000)", floats()), "5000 columns"],
    ["version 4", file("'<f8'", "(1, 1)", floats(1), 4), "version 4"],
    ["a cut file", file("'<f8'", "(2, 2)", floats(1, 2, 3)), "ends early"],
    ["a cut header", file("'<f8'", "(2, 2)", floats()).subarray(0, 30), "ends early"],
    ["only the magic", file("'<f8'", "(2, 2)", floats()).subarray(0, 8), "ends early"],
    ["no header", file("1", "2", floats(1)), "header"],
    [
      "a large integer",
      file("'<i8'", "(1, 2)", new Uint8Array(BigInt64Array.of(1n, 2n ** 53n + 1n).buffer)),
      "column 2: 9007199254740993",
    ],
  ])("%s", (_, bytes, words) => {
    expect(said(bytes)).toContain(words);
  });
});

describe.skipIf(!withNumPy)("a real NumPy", () => {
  test.each(sizes)("loads %i × %i", (rows, columns) => {
    const matrix = hardMatrix(rows, columns, 5 * rows + columns);
    writeFileSync(join(folder, "m.npy"), writeNpy(asNumbers(matrix)));
    const [type, shape, ...numbers] = run(`import struct
m = np.load("m.npy")
print(m.dtype.str, m.flags.c_contiguous)
print(*m.shape)
for x in m.ravel():
    print("nan" if np.isnan(x) else struct.pack(">d", x).hex())`).split("\n");
    expect(type).toBe("<f8 True");
    expect(shape).toBe(`${rows} ${columns}`);
    expect(numbers).toEqual(bits(matrix.flat()));
  });

  test("loads heads", () => {
    const data = [1, 2, 3, 4, 5, 6];
    writeFileSync(join(folder, "h.npy"), writeNpy({ name: "A", shape: [3, 1, 2], data }));
    expect(run('print(np.load("h.npy").tolist())')).toBe(
      "[[[1.0, 2.0]], [[3.0, 4.0]], [[5.0, 6.0]]]",
    );
  });

  test("writes every half float there is, as it is read here", () => {
    run(`h = np.arange(65536, dtype=np.uint16).view(np.float16)
for i, part in enumerate(h.reshape(16, 64, 64)):
    np.save(f"half{i}.npy", part)
    np.save(f"double{i}.npy", part.astype(np.float64))`);
    const read = (name: string) => matrixOf(readFileSync(join(folder, `${name}.npy`))).map(bits);
    for (let i = 0; i < 16; i++) expect(read(`half${i}`), `part ${i}`).toEqual(read(`double${i}`));
  });

  const types = "<f2 >f2 <f4 >f4 <f8 >f8 |i1 |u1 <i2 >i2 <u2 <i4 >i4 <u4 <i8 >i8 <u8 >u8 |b1".split(
    " ",
  );
  test("writes what is read here, of every type and in both orders", () => {
    run(`for type in "${types.join(" ")}".split():
    for order in "CF":
        m = np.array([[1, 0, 100], [7, 1, 2]]).astype(type, order=order)
        np.save(f"{type[1:]}{'b' if type[0] == '>' else 'l'}{order}.npy", m)`);
    for (const type of types) {
      for (const order of "CF") {
        const name = `${type.slice(1)}${type[0] === ">" ? "b" : "l"}${order}.npy`;
        const want =
          type === "|b1"
            ? [
                [1, 0, 1],
                [1, 1, 1],
              ]
            : [
                [1, 0, 100],
                [7, 1, 2],
              ];
        expect(matrixOf(readFileSync(join(folder, name))), name).toEqual(want);
      }
    }
  });

  test("writes one axis and versions 2 and 3", () => {
    run(`np.save("row.npy", np.array([1.5, np.nan, -np.inf]))
for version in (2, 3):
    with open(f"v{version}.npy", "wb") as f:
        np.lib.format.write_array(f, np.array([[1.5], [-2]]), version=(version, 0))`);
    expect(matrixOf(readFileSync(join(folder, "row.npy")))).toEqual([[1.5, Number.NaN, -Infinity]]);
    for (const version of [2, 3]) {
      expect(matrixOf(readFileSync(join(folder, `v${version}.npy`)))).toEqual([[1.5], [-2]]);
    }
  });
});
