// Whatever a program prints is read back as the very same numbers: random matrices, printed in every
// format the way its program prints them.

import { expect, test } from "vitest";
import { InputError } from "../../../web/src/inputs/error.ts";
import { parseMatrix } from "../../../web/src/inputs/matrix.ts";
import { generator, randomMatrix, writers } from "../support/printed.ts";

test.each(Object.keys(writers))("300 random matrices come back exactly from: %s", (name) => {
  const { write, only } = writers[name] ?? { write: String };
  const random = generator(name.length * 7919);
  let read = 0;
  for (let i = 0; i < 300; i++) {
    const matrix = randomMatrix(random);
    if (only && !only(matrix)) continue;
    const result = parseMatrix(write(matrix));
    if (result instanceof InputError) throw new Error(`${write(matrix)}\n${result.message}`);
    expect(result.matrix, write(matrix)).toEqual(matrix);
    read++;
  }
  expect(read).toBeGreaterThan(150);
});

test("any text at all gives a matrix or a sentence, never an exception", () => {
  const pieces = [
    ..."[](){},;.\"'|&\\-+=#%$ \t\n\r\u2212\u00a0\u202f0123456789eEnaif∞…",
    "array(",
    "tensor(",
    "np.inf",
    "nan",
    "dtype=",
    "\\begin{b}",
    "\\end{b}",
    "\\\\",
    "...",
    "null",
    '{"shape":',
    '"data":',
    "1.5",
    "-2",
    "1,5",
  ];
  const random = generator(20_17);
  for (let i = 0; i < 20_000; i++) {
    const length = Math.floor(random() * 24);
    let text = "";
    for (let j = 0; j < length; j++) text += pieces[Math.floor(random() * pieces.length)];
    const result = parseMatrix(text);
    if (result instanceof InputError) {
      expect(result.message.length, text).toBeLessThan(300);
      continue;
    }
    const [first] = result.matrix;
    expect(first?.length, text).toBeGreaterThan(0);
    for (const row of result.matrix) {
      expect(row.length, text).toBe(first?.length);
      for (const value of row) expect(typeof value, text).toBe("number");
    }
  }
});
