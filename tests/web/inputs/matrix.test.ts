import { describe, expect, test } from "vitest";
import { InputError } from "../../../web/src/inputs/error.ts";
import { describeNote, type Format, formatName, type Note } from "../../../web/src/inputs/grid.ts";
import { parseMatrix } from "../../../web/src/inputs/matrix.ts";

const [inf, nan] = [Number.POSITIVE_INFINITY, Number.NaN];

function read(text: string) {
  const result = parseMatrix(text);
  if (result instanceof InputError) throw result;
  return result;
}

function refused(text: string): InputError {
  const result = parseMatrix(text);
  if (result instanceof InputError) return result;
  throw new Error(`was read as ${JSON.stringify(result)}`);
}

const wanted = [
  [1, -2],
  [0.5, 3],
];

type Row = [name: string, format: Format, text: string];

describe("every format gives the same matrix", () => {
  test.each<Row>([
    ["CSV", "csv", "1,-2\n0.5,3"],
    ["CSV with spaces", "csv", " 1, -2\n 0.5, 3 \n"],
    ["CSV with tabs behind the commas", "csv", "1,\t-2\n0.5,\t3"],
    ["CSV with closing commas", "csv", "1,-2,\n0.5,3,"],
    ["lines copied from inside a list", "csv", "1, -2,\n0.5, 3"],
    ["CSV, one cell quoted", "csv", '"1",-2\n0.5 , 3'],
    ["quoted CSV", "csv", '"1","-2"\n"0,5","3"'],
    ["commas and spaces mixed", "csv", "  1, -2\n0.5 3"],
    ["CSV with old Mac line ends", "csv", "1,-2\r0.5,3"],
    ["European CSV", "semicolons", "1;-2\n0,5;3"],
    ["European CSV, closing semicolons", "semicolons", "1;-2;\r\n0,5;3;\r\n"],
    ["semicolons, points, a space after each", "semicolons", "1; -2\n0.5; 3"],
    ["quoted European CSV", "semicolons", '" 1";"-2"\n"0,5 ";"3"'],
    ["spreadsheet", "tabs", "1\t-2\r\n0.5\t3\r\n"],
    ["spreadsheet, decimal comma", "tabs", "1\t-2\r\n0,5\t3\r\n"],
    ["spreadsheet, empty first column", "tabs", "\t1\t-2\n\t0,5\t3"],
    ["spaces", "spaces", "1 -2\n0.5 3"],
    ["spaces, blank lines and indents", "spaces", "\n   1   -2  \n\n  0.5   3\n\n"],
    ["spaces, decimal comma", "spaces", "1,0 -2\n0,5 3,0"],
    ["tabs that only align", "spaces", "\t1 -2\n\t0.5 3"],
    ["no-break, thin and narrow spaces", "spaces", "1\u00a0\u22122\n0.5\u2009\u202f3"],
    ["byte order mark", "spaces", "\ufeff1 -2\n0.5 3"],
    ["zero-width spaces", "csv", "\u200b1,\u200b-2\n0.5,3"],
    ["saved by numpy.savetxt", "spaces", "# kedi\n1.0e+00 -2.0e+00\n5.0e-01 3.0e+00\n"],
    ["JSON", "list", "[[1,-2],[0.5,3]]"],
    ["JSON over lines", "list", "[\n  [1, -2],\n  [0.5, 3]\n]\n"],
    ["JSON with texts", "list", '[["1","-2"],["0.5","3"]]'],
    ["one JSON list a line", "list", "[1, -2]\n[0.5, 3]"],
    ["Python, closing commas", "list", "X = [\n    [1, -2,],\n    [0.5, 3,],\n]"],
    ["Python with comments", "list", "[[1, -2],  # kedi\n [0.5, 3]]  # 2 tokens"],
    ["Python tuples", "list", "((1, -2), (0.5, 3))"],
    ["JavaScript", "list", "const x = [[1, -2], [0.5, 3]];"],
    ["C or Mathematica", "list", "{{1, -2}, {0.5, 3}}"],
    ["shape and data", "shaped", '{"shape":[2,2],"data":[1,-2,0.5,3]}'],
    ["a typed array in JSON", "shaped", '{"shape":[2,2],"data":{"0":1,"1":-2,"2":0.5,"3":3}}'],
    ["NumPy print", "numpy", "[[ 1.  -2. ]\n [ 0.5  3. ]]"],
    ["NumPy repr", "numpy", "array([[ 1. , -2. ],\n       [ 0.5,  3. ]])"],
    ["NumPy call", "numpy", "X = np.array([[1, -2], [.5, 3]], dtype=np.float32)"],
    ["NumPy with a type", "numpy", "X: np.ndarray = numpy.array([[1, -2], [0.5, 3]])"],
    ["NumPy, rows over two lines", "numpy", "[[ 1.\n  -2. ]\n [ 0.5\n   3. ]]"],
    ["NumPy matrix", "numpy", "matrix([[ 1. , -2. ],\n        [ 0.5,  3. ]])"],
    ["list of arrays", "numpy", "[array([ 1, -2]), array([0.5, 3. ])]"],
    ["list of NumPy scalars", "list", "[[np.float64(1.0), np.float64(-2.0)], [0.5, np.int64(3)]]"],
    ["JAX", "numpy", "Array([[ 1. , -2. ],\n       [ 0.5,  3. ]], dtype=float32)"],
    ["old JAX", "numpy", "DeviceArray([[ 1. , -2. ],\n             [ 0.5,  3. ]], dtype=float32)"],
    [
      "TensorFlow",
      "numpy",
      "<tf.Tensor: shape=(2, 2), dtype=float32, numpy=\narray([[ 1. , -2. ],\n       [ 0.5,  3. ]], dtype=float32)>",
    ],
    ["a notebook's answer", "numpy", "Out[12]: \narray([[ 1. , -2. ],\n       [ 0.5,  3. ]])"],
    ["a shell's line", "list", ">>> x = [[1, -2], [0.5, 3]]"],
    ["a code block", "spaces", "```text\n1 -2\n0.5 3\n```"],
    ["PyTorch", "torch", "tensor([[ 1.0000, -2.0000],\n        [ 0.5000,  3.0000]])"],
    [
      "PyTorch with everything",
      "torch",
      "tensor([[ 1., -2.],\n        [0.5, 3.]], device='cuda:0', dtype=torch.float16,\n       size=(2, 2), grad_fn=<AddBackward0>)",
    ],
    [
      "PyTorch parameter",
      "torch",
      "Parameter containing:\ntensor([[1., -2.],\n        [0.5, 3.]], requires_grad=True)",
    ],
    ["MATLAB", "matlab", "[1 -2; 0.5 3]"],
    ["MATLAB with commas", "matlab", "A = [1, -2; 0.5, 3];"],
    ["MATLAB over lines", "matlab", "A = [1 -2\n     0.5 3];"],
    ["MATLAB, semicolons and lines", "matlab", "A = [\n 1 -2;\n 0.5 3;\n];"],
    ["MATLAB continued", "matlab", "A = [1 ... the first\n -2; 0.5 ...\n 3]"],
    ["MATLAB with comments", "matlab", "A = [1 -2 % kedi\n 0.5 3]"],
    ["MATLAB without brackets", "matlab", "1 -2; 0.5 3"],
    ["MATLAB without brackets, commas", "matlab", "1, -2; 0.5, 3"],
    ["MATLAB as it answers", "spaces", "A =\n\n    1.0000   -2.0000\n    0.5000    3.0000\n"],
    ["LaTeX", "latex", "\\begin{bmatrix} 1 & -2 \\\\ 0.5 & 3 \\end{bmatrix}"],
    [
      "LaTeX, last row closed",
      "latex",
      "\\begin{pmatrix}\n1 & -2 \\\\[2pt]\n0.5 & 3 \\\\\n\\end{pmatrix}",
    ],
    [
      "LaTeX array",
      "latex",
      "$$ W_Q = \\left[\\begin{array}{cc} \\hline 1 & -2 \\\\ \\frac{1}{2} & 3{,}0 \\end{array}\\right]. $$",
    ],
    [
      "LaTeX with lines and braces",
      "latex",
      "\\begin{array}{c|c}\\hline \\hline {1{,}0} & {-2} \\\\ \\hline {0{,}5} & {3} \\\\ \\hline\\end{array}",
    ],
    ["LaTeX body", "latex", "1 & -2 \\\\\n0.5 & 3"],
    ["Markdown", "markdown", "| | |\n|---|---:|\n| 1 | -2 |\n| 0.5 | 3 |"],
    ["Markdown rows", "markdown", "| 1 | \u22122 |\n| 0,5 | 3 |"],
    ["fractions", "matlab", "[2/2 -4/2; 1/2 6/2]"],
  ])("%s", (_, format, text) => {
    expect(read(text)).toMatchObject({ matrix: wanted, format });
  });
});

describe("one row or one column", () => {
  test.each<[text: string, matrix: string, note: Note | undefined]>([
    ["[1, 2, 3]", "[[1,2,3]]", "oneRow"],
    ["[1, 2,\n 3, 4]", "[[1,2,3,4]]", "oneRow"],
    ["array([1., 2.])", "[[1,2]]", "oneRow"],
    ["tensor(5.)", "[[5]]", "oneRow"],
    ["[1 2 3]", "[[1,2,3]]", undefined],
    ["[[1, 2, 3]]", "[[1,2,3]]", undefined],
    ["1 & 2", "[[1,2]]", undefined],
    ["[1; 2]", "[[1],[2]]", undefined],
    ["[[1], [2]]", "[[1],[2]]", undefined],
    ["1\n2", "[[1],[2]]", undefined],
    ["7", "[[7]]", undefined],
    ["[1 2\n3 4]", "[[1,2],[3,4]]", "lineRows"],
    ['{"shape": [3], "data": [1, 2, 3]}', "[[1,2,3]]", undefined],
  ])("%j", (text, matrix, note) => {
    expect(JSON.stringify(read(text).matrix)).toBe(matrix);
    expect(read(text).note).toBe(note);
  });
});

describe("the comma: decimal mark or separator", () => {
  test.each<[text: string, matrix: string, note: Note | undefined]>([
    ["1,5", "[[1,5]]", "commaColumns"],
    ["1,5\n2,5", "[[1,5],[2,5]]", "commaColumns"],
    ["1,5\n2,25\n-3,5", "[[1,5],[2,25],[-3,5]]", "commaColumns"],
    ["1,-5\n2,5", "[[1,-5],[2,5]]", undefined],
    ["1.5,2\n2,5", "[[1.5,2],[2,5]]", undefined],
    ["1, 5\n2, 5", "[[1,5],[2,5]]", undefined],
    ["1,5,2\n2,5,3", "[[1,5,2],[2,5,3]]", undefined],
    ["1,5;2,25", "[[1.5,2.25]]", "semicolonColumns"],
    ["1,5;2,25\n3;4", "[[1.5,2.25],[3,4]]", undefined],
    ["1,5\t2,5", "[[1.5,2.5]]", undefined],
    ["1,5 2,5", "[[1.5,2.5]]", "commaDecimals"],
    ["1,5 2\n3 4", "[[1.5,2],[3,4]]", "commaDecimals"],
    ["1,5 2, 3", "[[1,5,2,3]]", "commaColumns"],
    ["1,5, 2,5", "[[1.5,2.5]]", "commaSpaces"],
    ["1,5, 2,5,\n-3,25,  ,5", "[[1.5,2.5],[-3.25,0.5]]", "commaSpaces"],
    ["1,5, 2", "[[1,5,2]]", "commaColumns"],
    ["1, 2,5", "[[1,2,5]]", "commaColumns"],
    ["1, 2, 3", "[[1,2,3]]", undefined],
    ["1,2,3\n4,5,6", "[[1,2,3],[4,5,6]]", undefined],
    ["1,2;\n3,4;", "[[1,2],[3,4]]", "commaColumns"],
    ["[1,5; 2,25]", "[[1,5],[2,25]]", undefined],
    ["1;2;3", "[[1,2,3]]", "semicolonColumns"],
  ])("%j", (text, matrix, note) => {
    expect(JSON.stringify(read(text).matrix)).toBe(matrix);
    expect(read(text).note).toBe(note);
  });
});

describe("NaN and infinities", () => {
  test.each<[string]>([
    ["nan inf\n-inf 1"],
    ["NaN,Infinity\n-Infinity,1"],
    ["[[nan, inf], [-inf, 1]]"],
    ["[[NaN, Infinity], [-Infinity, 1]]"],
    ['[["nan", "inf"], ["-inf", 1]]'],
    ['{"shape": [2, 2], "data": ["nan", "inf", "-inf", 1]}'],
    ["array([[ nan,  inf],\n       [-inf,   1.]])"],
    ["[[np.nan, np.inf], [-np.inf, 1]]"],
    ["[[float('nan'), float('inf')], [-float('inf'), 1]]"],
    ["tensor([[nan, inf], [-inf, 1.]])"],
    ["[NaN Inf; -Inf 1]"],
    ["nan \u221e\n\u2212\u221e 1"],
    ["\\begin{matrix} nan & \\infty \\\\ -\\infty & 1 \\end{matrix}"],
    ["nan & {\\infty} \\\\ {-}{\\infty} & 1"],
  ])("%j", (text) => {
    expect(read(text).matrix).toEqual([
      [nan, inf],
      [-inf, 1],
    ]);
  });

  test("are refused, with the place, where only finite numbers mean something", () => {
    const error = parseMatrix("1 2\n3 -inf", { nonFinite: false });
    expect(error).toMatchObject({ code: "notFinite", place: { row: 2, column: 2 } });
  });
});

describe("refused, with the reason and the place", () => {
  test.each<[text: string, code: string, details: object]>([
    ["", "noMatrix", {}],
    [" \r\n\t ", "noMatrix", {}],
    ["[]", "noMatrix", {}],
    ["[[], []]", "noMatrix", {}],
    ["# nothing\n", "noMatrix", {}],
    ["1 2 3\n4", "ragged", { values: { row: 2, count: 1, first: 3 } }],
    ["[[1, 2], [3]]", "ragged", { values: { row: 2, count: 1, first: 2 } }],
    ["[1 2; 3 4; 5]", "ragged", { values: { row: 3, count: 1, first: 2 } }],
    ["1 2\n3 kedi", "notANumber", { values: { text: "kedi" }, place: { row: 2, column: 2 } }],
    [
      "[[1, 2], [3, true]]",
      "notANumber",
      { values: { text: "true" }, place: { row: 2, column: 2 } },
    ],
    ["kedi", "notANumber", { values: { text: "kedi" }, place: { row: 1, column: 1 } }],
    ["1 2\n3 kedi 5", "notANumber", { values: { text: "kedi" }, place: { row: 2, column: 2 } }],
    ["1,kedi\n2,3", "notANumber", { values: { text: "kedi" }, place: { row: 1, column: 2 } }],
    ["{'shape': [1, 1]}", "notShaped", {}],
    ["1,2\n3,", "noNumber", { place: { row: 2, column: 2 } }],
    ["1\t\t3\n4\t5\t6", "noNumber", { place: { row: 1, column: 2 } }],
    ["1,5;2,5\n3;", "noNumber", { place: { row: 2, column: 2 } }],
    ["1;;3\n4;5;6", "noNumber", { place: { row: 1, column: 2 } }],
    ["[[1,,2]]", "noNumber", { place: { row: 1, column: 2 } }],
    ["[1,,2; 3,4,5]", "noNumber", { place: { row: 1, column: 2 } }],
    ["1 & & 2 \\\\ 3 & 4 & 5", "noNumber", { place: { row: 1, column: 2 } }],
    ["[[1, null], [0, 0]]", "nullValue", { place: { row: 1, column: 2 } }],
    ["[[1, 2], [null, null]]", "nullValue", { place: { row: 2, column: 1 } }],
    ['{"shape": [1, 2], "data": [1, null]}', "nullValue", { place: { row: 1, column: 2 } }],
    ["1,NA\n2,3", "nullValue", { values: { text: "NA" } }],
    ["kedi,mindere\n1,2", "columnNames", { values: { text: "kedi" } }],
    ["\tkedi\tmindere\nkedi\t1\t2", "columnNames", { values: { text: "kedi" } }],
    ["| d1 | d2 |\n|---|---|\n| 1 | 2 |", "columnNames", { values: { text: "d1" } }],
    ["kedi 1 2\nmindere 3 4", "rowNames", { values: { text: "kedi" } }],
    ["kedi;1,5;2\nmindere;3;4", "rowNames", { values: { text: "kedi" } }],
    ["array([[0., 1., ..., 9.],\n       ...,\n       [0., 1., ..., 9.]])", "truncated", {}],
    ["[[ 0.  1. ... 8.  9.]\n [ 0.  1. ... 8.  9.]]", "truncated", {}],
    ["[[1, 2, \u2026]]", "truncated", {}],
    ["1 2 ... 9", "truncated", {}],
    ["\\begin{matrix} 1 & \\cdots & 9 \\end{matrix}", "truncated", {}],
    ["1,\n2,3", "noNumber", { place: { row: 1, column: 2 } }],
    ["[[[1, 2], [3, 4]]]", "tooDeep", { values: { axes: 3 } }],
    ["tensor([[[[1.]]]])", "tooDeep", { values: { axes: 4 } }],
    ['{"shape": [1, 2, 2], "data": [1, 2, 3, 4]}', "tooDeep", { values: { axes: 3 } }],
    ["[1, [2, 3]]", "mixedDepth", {}],
    ["[[1, [2]], [3, 4]]", "mixedDepth", {}],
    ["[[1, 2], [3, 4]", "unclosed", { values: { bracket: "[" } }],
    ["array([[1, 2]]", "unclosed", { values: { bracket: "array(" } }],
    ["[1 2; 3 4", "unclosed", { values: { bracket: "[" } }],
    ["\\begin{bmatrix} 1 & 2", "unclosed", { values: { bracket: "\\begin{bmatrix}" } }],
    ["[[1, 2]]]", "unexpected", { values: { text: "]" } }],
    ["[[1, 2)]", "unexpected", { values: { text: ")" } }],
    ["[1, 2] [1, 2] kedi", "unexpected", { values: { text: "kedi" } }],
    ["[[1, 2]] kedi", "unexpected", { values: { text: "kedi" } }],
    ["[sqrt(4) 1]", "unexpected", { values: { text: "sqrt(" } }],
    ["[1 2; 3 4]'", "unexpected", {}],
    ["A \\begin{bmatrix} 1 \\end{bmatrix}", "unexpected", { values: { text: "A" } }],
    [
      '{"shape": [2, 2], "data": [1, 2, 3]}',
      "dataLength",
      { values: { count: 3, rows: 2, columns: 2 } },
    ],
    ['{"shape": [2], "rows": 2}', "dataLength", {}],
    ['{"data": [1, 2]}', "notShaped", {}],
    ['{"shape": [-1, 2], "data": [1, 2]}', "notShaped", {}],
    ['{"shape": [1, 2], "data": [[1, 2]]}', "notShaped", {}],
    ['{"shape": [1, 2], "data": [1, 2]', "notShaped", {}],
    ["1.0e+03 *\n1 2", "notANumber", { values: { text: "*" } }],
    ["[1 - 2; 3 4 5]", "notANumber", { values: { text: "-" }, place: { row: 1, column: 2 } }],
    ["1;1,234.5\n2;3", "ambiguousNumber", { place: { row: 1, column: 2 } }],
    ["\uff11 \uff12", "otherDigits", { place: { row: 1, column: 1 } }],
    ["1e999 1", "tooLargeNumber", { place: { row: 1, column: 1 } }],
    ['{"shape": [1, 1], "data": [1e999]}', "tooLargeNumber", {}],
    ["<b>1</b> 2", "notANumber", { values: { text: "<b>1</b>" } }],
    // Of a Turkish spreadsheet: a percentage, errors. They are no comments, which nobody would miss.
    ["%50;2\n3;4", "notANumber", { values: { text: "%50" }, place: { row: 1, column: 1 } }],
    ["1;2\n#SAYI/0!;4", "notANumber", { values: { text: "#SAYI/0!" }, place: { row: 2 } }],
    ["1\t2\n#YOK\t4", "notANumber", { values: { text: "#YOK" }, place: { row: 2 } }],
  ])("%j", (text, code, details) => {
    expect(refused(text)).toMatchObject({ code, ...details });
  });
});

test("formats and notes have names in both languages", () => {
  const result = read("1,5");
  expect(formatName(result.format, "en")).toBe("CSV, comma between columns");
  expect(formatName(result.format, "tr")).toBe("CSV, sütunlar virgülle ayrılmış");
  expect(result.note && describeNote(result.note, "en")).toMatch(/^Commas were read as column/u);
  expect(result.note && describeNote(result.note, "tr")).toMatch(/^Virgüller sütun ayırıcı/u);
});

describe("limits", () => {
  const line = (n: number) => Array.from({ length: n }, (_, i) => i).join(" ");
  const lines = (n: number) => Array.from({ length: n }, () => "1 2").join("\n");

  test("64 rows and 64 columns are read, 65 are not", () => {
    expect(read(lines(64)).matrix.length).toBe(64);
    expect(read(line(64)).matrix[0]?.length).toBe(64);
    expect(refused(lines(65))).toMatchObject({
      code: "tooManyRows",
      values: { count: 65, limit: 64 },
    });
    expect(refused(line(65))).toMatchObject({
      code: "tooManyColumns",
      values: { count: 65, limit: 64 },
    });
  });

  test("a very long text is refused unread", () => {
    expect(refused("1 ".repeat(100_001))).toMatchObject({
      code: "textTooLong",
      values: { length: 200_002, limit: 200_000 },
    });
  });

  test.each<[string, string]>([
    ["deep brackets", "[".repeat(199_999)],
    ["deep calls", "array(".repeat(33_000)],
    ["quotes", '"'.repeat(199_999)],
    ["apostrophes and a bracket", `[${"'".repeat(199_998)}`],
    ["spaces after a digit", `1;${" ".repeat(199_990)};x`],
    ["dashes in a table", `|${"-".repeat(199_990)}x`],
    ["unclosed LaTeX", "\\begin{a}".repeat(20_000)],
    ["row breaks of LaTeX", "\\\\[".repeat(60_000)],
    ["commas", ",".repeat(199_999)],
    ["braces", `\\begin{b}${"{".repeat(190_000)}\\end{b}`],
  ])("a hostile text ends in a sentence: %s", (_, text) => {
    expect(refused(text).message.length).toBeLessThan(300);
  });
});

test.each([
  ["1 2]", "]"],
  ["1, 2\n3, 4)", ")"],
  ["}", "}"],
  ["1 2\n3 4]]", "]"],
])("a bracket that closes nothing is told as one: %j", (text, bracket) => {
  expect(parseMatrix(text)).toMatchObject({ code: "unexpected", values: { text: bracket } });
});
