// Whatever is copied comes back as the same float64, through this page's own parser and, where there
// is a Python with NumPy, through that.

import { describe, expect, test } from "vitest";
import { json, textFormats, textOf } from "../../../web/src/export/matrix-text.ts";
import { parseMatrix } from "../../../web/src/inputs/matrix.ts";
import { asNumbers, bits, hardMatrix, sizes } from "./numbers.ts";
import { printed, withNumPy } from "./python.ts";

describe.each(textFormats)("%s", (format) => {
  test.each(sizes)("%i × %i is read back by this page", (rows, columns) => {
    const matrix = hardMatrix(rows, columns, 7 * rows + columns);
    const read = parseMatrix(textOf(asNumbers(matrix), format));
    if (read instanceof Error) throw read;
    expect(read.matrix.map(bits)).toEqual(matrix.map(bits));
  });
});

const row = asNumbers([[1.5, -2, Number.NaN, Number.NEGATIVE_INFINITY, 1e-7, -0]]);

test.each([
  ["csv", "1.5,-2,nan,-inf,1e-7,-0\n"],
  ["csvComma", "1,5;-2;nan;-inf;1e-7;-0\n"],
  ["tsv", "1.5\t-2\tnan\t-inf\t1e-7\t-0\n"],
  ["tsvComma", "1,5\t-2\tnan\t-inf\t1e-7\t-0\n"],
  ["json", '[[1.5, -2, "nan", "-inf", 1e-7, -0.0]]\n'],
  ["matlab", "W_Q = [1.5 -2 NaN -Inf 1e-7 -0];\n"],
  [
    "latex",
    "\\begin{pmatrix}\n  1.5 & -2 & \\mathrm{NaN} & -\\infty & 1 \\cdot 10^{-7} & -0\n\\end{pmatrix}\n",
  ],
] as const)("%s is written so", (format, text) => {
  expect(textOf(row, format)).toBe(text);
});

test("heads are lists in lists of lists", () => {
  const heads = { name: "A", shape: [2, 1, 2], data: [1, 2, Number.NaN, 4] };
  expect(JSON.parse(json(heads))).toEqual([[[1, 2]], [["nan", 4]]]);
});

/** The bits of what the code made, as Python sees them. */
function inPython(code: string, name: string): string[] {
  const program = `import struct\nimport numpy as np\n${code}
assert ${name}.dtype == np.float64
print(*("nan" if x != x else struct.pack(">d", x).hex() for x in ${name}.ravel().tolist()))
print(*${name}.shape)`;
  return printed(program).split("\n");
}

describe.skipIf(!withNumPy)("NumPy", () => {
  test.each(sizes)("makes the same %i × %i", (rows, columns) => {
    const matrix = hardMatrix(rows, columns, rows + columns);
    const [numbers = "", shape] = inPython(textOf(asNumbers(matrix), "numpy"), "W_Q");
    expect(numbers.split(" ")).toEqual(bits(matrix.flat()));
    expect(shape).toBe(`${rows} ${columns}`);
  });

  test("makes the same of all heads", () => {
    const data = hardMatrix(1, 24, 3).flat();
    const code = textOf({ name: "A", shape: [2, 3, 4], data }, "numpy");
    const [numbers = "", shape] = inPython(code, "A");
    expect(numbers.split(" ")).toEqual(bits(data));
    expect(shape).toBe("2 3 4");
  });
});
