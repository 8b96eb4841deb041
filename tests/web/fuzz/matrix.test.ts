// Whatever is pasted: a matrix or a sentence, soon, and never an exception.
import { describe, expect, test } from "vitest";
import { describeInput, InputError } from "../../../web/src/inputs/error.ts";
import { MAX_TEXT, MAX_TOKENS, MAX_WIDTH } from "../../../web/src/inputs/limits.ts";
import { parseMatrix } from "../../../web/src/inputs/matrix.ts";
import { damaged, growth, steep, strung } from "../support/fuzz.ts";
import { generator, randomMatrix, writers } from "../support/printed.ts";
import { Random } from "../support/random.ts";

const marks = [..."[](){},;.\"'|&\\-+=#%$:/<> \t\n\r_*\u2212\u00a0\u200b\u2028∞…"];
const words = [
  ...["0", "1", "-2", "1.5", "1,5", "1e-3", "1/3", "inf", "nan", "null", "None", "x", "ş", "٣"],
  ...["array(", "tensor(", "np.float64(", "dtype=float32", "requires_grad=True", "x = ", "..."],
  ...[
    "\\begin{bmatrix}",
    "\\end{bmatrix}",
    "\\\\",
    "\\frac{1}{2}",
    "\\left[",
    "\\hline",
    "\\cdots",
  ],
  ...['{"shape":[2,2],', '"data":[1,2,3,4]}', '"__proto__":', '"length":9', "1e999", "true", "{}"],
  ...["```", ">>> ", "Out[1]:", "<tf.Tensor: numpy=", "Parameter containing:", "| --- |", "'1'"],
];
const pieces = [...marks, ...words];

function expectReadable(text: string): void {
  const result = parseMatrix(text);
  if (result instanceof InputError) {
    for (const language of ["tr", "en"] as const) {
      const sentence = describeInput(result, language);
      expect(sentence.length, text).toBeLessThan(300);
      expect(sentence, text).not.toMatch(/undefined|\[object/u);
    }
    return;
  }
  const { matrix } = result;
  const [first = []] = matrix;
  expect(matrix.length, text).toBeGreaterThan(0);
  expect(matrix.length, text).toBeLessThanOrEqual(MAX_TOKENS);
  expect(first.length, text).toBeGreaterThan(0);
  expect(first.length, text).toBeLessThanOrEqual(MAX_WIDTH);
  for (const row of matrix) {
    expect(row.length, text).toBe(first.length);
    expect(
      row.every((value) => typeof value === "number"),
      text,
    ).toBe(true);
  }
  const again = parseMatrix(writers["numpy repr"]?.write(matrix.map((row) => [...row])) ?? "");
  expect(again, text).toMatchObject({ matrix });
}

test.each(Object.keys(writers))("600 damaged matrices: %s", (name) => {
  const source = new Random(name.length);
  const random = generator(name.length);
  for (let i = 0; i < 600; i++) {
    const text = writers[name]?.write(randomMatrix(random)) ?? "";
    expectReadable(damaged(text, source, pieces));
  }
});

test("10 000 texts of all that matrices are written with", () => {
  const source = new Random(1);
  for (let i = 0; i < 10_000; i++) expectReadable(strung(source, pieces, 30));
});

test("2 000 texts of any characters", () => {
  const source = new Random(2);
  for (let i = 0; i < 2000; i++) {
    const codes = Array.from({ length: source.below(60) }, () =>
      source.below(source.pick([128, 0x3000, 0x10000])),
    );
    expectReadable(String.fromCharCode(...codes));
  }
});

test("objects with what no matrix has", () => {
  const values = [
    "1",
    "-1",
    "0",
    "2",
    "1e400",
    "null",
    "true",
    '"x"',
    "[]",
    "[1]",
    "{}",
    "9007199254740991",
    '{"length":3}',
    "[[1]]",
  ];
  const keys = ["shape", "data", "__proto__", "constructor", "length", "toString"];
  const source = new Random(3);
  const list = () =>
    `[${Array.from({ length: source.below(5) }, () => source.pick(values)).join(",")}]`;
  for (let i = 0; i < 5000; i++) {
    const entries = Array.from(
      { length: 1 + source.below(4) },
      () => `"${source.pick(keys)}":${source.pick([list(), list(), source.pick(values)])}`,
    );
    expectReadable(`{${entries.join(",")}}`);
  }
  expect(({} as { shape?: unknown }).shape).toBeUndefined();
});

describe("found by these tests", () => {
  test("an object nested deeper than a program can print", () => {
    const deep = `{"shape":[1,1],"data":[{"a":${"[".repeat(90_000)}${"]".repeat(90_000)}}]}`;
    expect(parseMatrix(deep)).toMatchObject({ code: "notANumber", place: { row: 1, column: 1 } });
  });

  test.each<[string, (count: number) => string]>([
    ["the names of TensorFlow over and over", (count) => `<tf.${"numpy=".repeat(count)}`],
    ["points that no line follows", (count) => `[${"...".repeat(count)}]`],
    ["commas within brackets", (count) => `[[${",".repeat(5 * count)}1]]`],
    ["a word beside a matrix of LaTeX", (count) => `\\begin{a}1\\end{a}${"b".repeat(5 * count)}`],
  ])("took the square of its length: %s", (_, text) => {
    expect(growth(parseMatrix, text)).toBeLessThan(3);
  });

  test("a continued line of MATLAB still is one", () => {
    expect(parseMatrix("[1 2 ... first\n 3; 4 5 6]")).toMatchObject({
      matrix: [
        [1, 2, 3],
        [4, 5, 6],
      ],
    });
  });
});

test("no text takes much longer than its length asks for", () => {
  const heads = [
    "",
    "[",
    "[[",
    "(1 ",
    "array([",
    "\\begin{a}",
    "1&",
    "<tf.",
    '{"',
    "x=[1;",
    '{"shape":[1,1],"data":[',
  ];
  const tails = ["", "]", "x", "\n1", "\\end{a}"];
  expect(steep(parseMatrix, [heads, pieces, tails])).toEqual([]);
}, 60_000);

test("the longest text is read, one longer is refused", () => {
  expectReadable("1 ".repeat(MAX_TEXT / 2));
  expect(parseMatrix(" ".repeat(MAX_TEXT + 1))).toMatchObject({ code: "textTooLong" });
});
