// Own matrices, pasted in the formats that people have them in.

import { attention, selfAttention } from "./support/attention.ts";
import { ben, benLink, kedi } from "./support/examples.ts";
import { expectFields, expectNumbers, matrix, open } from "./support/page.ts";
import { fillPaste, paste, pasteForm } from "./support/playground.ts";
import { expect, test } from "./support/test.ts";

// Name, text, the format the page names, the matrix and how its fields show it.
const formats: [name: string, text: string, format: string, rows: number[][]][] = [
  [
    "CSV with decimal commas (T01)",
    "1,5;2,25\n-0,5;3",
    "CSV, semicolon",
    [
      [1.5, 2.25],
      [-0.5, 3],
    ],
  ],
  [
    "CSV with decimal points (T01)",
    "1.5,2.25\n-0.5,3",
    "CSV, comma",
    [
      [1.5, 2.25],
      [-0.5, 3],
    ],
  ],
  [
    "minus signs of books (T03)",
    "−0.5 1\n2 −3e−2",
    "numbers with spaces",
    [
      [-0.5, 1],
      [2, -0.03],
    ],
  ],
  [
    "a NumPy repr (T05)",
    "array([[ 1. , -2. ],\n       [ 0.5,  3. ]], dtype=float32)",
    "NumPy",
    [
      [1, -2],
      [0.5, 3],
    ],
  ],
  [
    "a torch tensor (T05)",
    "tensor([[1., -2.],\n        [0.5, 3.]], device='cuda:0')",
    "PyTorch",
    [
      [1, -2],
      [0.5, 3],
    ],
  ],
  [
    "MATLAB (T07)",
    "[1 -2; 3 4]",
    "MATLAB or Octave",
    [
      [1, -2],
      [3, 4],
    ],
  ],
  [
    "spreadsheet cells (T13)",
    "1\t2\r\n3\t4\r\n",
    "spreadsheet (tabs)",
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [
    "JSON",
    "[[1, 2], [0.25, -4]]",
    "lists (JSON or Python)",
    [
      [1, 2],
      [0.25, -4],
    ],
  ],
];

const inFields = (rows: number[][]) =>
  rows.map((row) => row.map((value) => String(value).replace("-", "\u2212")));

for (const [name, text, format, rows] of formats) {
  test(`${name} is read`, async ({ page }) => {
    await open(page, "playground.html", benLink);
    await fillPaste(page, "Q", text);
    await expect(pasteForm(page).getByRole("status").first()).toContainText(`Read as ${format}`);
    await expect(pasteForm(page).getByRole("status").first()).toContainText("2 × 2");
    await pasteForm(page).getByRole("button", { name: "Use it" }).click();
    await expectFields(matrix(page, "projections", "q"), inFields(rows));
    const { weights, output } = attention({ ...ben, q: rows });
    await expectNumbers(matrix(page, "softmax", "weights"), weights);
    await expectNumbers(matrix(page, "output", "output"), output);
  });
}

test("X and all three weight matrices can be pasted, each in another format", async ({ page }) => {
  await open(page, "playground.html");
  const given = {
    x: [
      [1, 2, 0, -1],
      [0.5, 0, 1, 1],
      [-1, 1, 2, 0],
    ],
    wq: [
      [0.5, 1, 0, 0],
      [0, 1, 0, 2],
      [1, 0, 0, 0],
      [0, 0, 1, 1],
    ],
    wk: [
      [1, 0, 0, 1],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [2, 0, 0, 1],
    ],
    wv: [
      [1, 0, 0, 0],
      [0, -1, 0, 0],
      [0, 0, 3, 0],
      [0, 0, 0, 1],
    ],
  };
  const lists = (rows: number[][]) => rows.map((row) => `[${row.join(", ")}]`).join(",\n       ");
  await paste(page, "X", `array([${lists(given.x)}])`);
  await paste(page, "W_Q", given.wq.map((row) => row.join(";").replaceAll(".", ",")).join("\n"));
  await paste(page, "W_K", given.wk.map((row) => row.join("\t")).join("\r\n"));
  await paste(page, "W_V", `[${given.wv.map((row) => row.join(" ")).join("; ")}]`);
  const { weights, output } = selfAttention(given);
  await expectNumbers(matrix(page, "softmax", "weights"), weights);
  await expectNumbers(matrix(page, "output", "output"), output);
  for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "Undo" }).click();
  await expectNumbers(matrix(page, "output", "output"), attention(kedi).output);
});

test("Q, K and V can be pasted, in Turkish", async ({ page }) => {
  await open(page, "playground.html", benLink.replace("lang=en", "lang=tr"));
  const q = [
    [0.5, 1],
    [1.25, 0],
  ];
  const k = [
    [1, 1],
    [-1, 0],
    [0, 2],
    [1, 0],
  ];
  const v = [[1], [2], [3], [4.5]];
  await paste(page, "Q", "0,5;1\n1,25;0");
  await fillPaste(page, "K", "1\t1\n−1\t0\n0\t2\n1\t0");
  await expect(pasteForm(page).getByRole("status").first()).toHaveText(
    "hesap tablosu (sekmeler) olarak okundu: 4 × 2.",
  );
  await pasteForm(page).getByRole("button", { name: "Kullan" }).click();
  await paste(page, "V", "[[1], [2], [3], [4.5]]");
  const { weights, output } = attention({ q, k, v });
  await expectNumbers(matrix(page, "softmax", "weights"), weights, "tr");
  await expectNumbers(matrix(page, "output", "output"), output, "tr");
});

for (const [text, told] of [
  ["1 2 3\n4", "Q: row 2 has 1 number, row 1 has 3."],
  ["1 2\n3 dört", "Q, row 2, column 2: “dört” is not a number."],
  ["[[1, 2], [3, 4]", "Q: the bracket “[” is never closed."],
  ["array([[0., 1., ..., 8.]])", "Q: the text was shortened with “...”"],
  ["1 ".repeat(65), "Q: there are 65 columns, the limit is 64."],
  ["1\n".repeat(65), "Q: there are 65 rows, the limit is 64."],
] as const) {
  test(`“${text.slice(0, 26).replaceAll("\n", "⏎")}” is refused with a sentence`, async ({
    page,
  }) => {
    await open(page, "playground.html", benLink);
    await fillPaste(page, "Q", text);
    const box = pasteForm(page).getByRole("textbox");
    await expect(pasteForm(page).getByRole("alert")).toContainText(told);
    await expect(box).toHaveAttribute("aria-invalid", "true");
    await expect(box).toHaveAccessibleDescription(new RegExp(told.slice(0, 6)));
    await expect(pasteForm(page).getByRole("button", { name: "Use it" })).toBeDisabled();
    await expectNumbers(matrix(page, "output", "output"), attention(ben).output);
    await box.fill("1 0\n0 1\n1 1");
    await expect(pasteForm(page).getByRole("alert")).toHaveCount(0);
    await pasteForm(page).getByRole("button", { name: "Use it" }).click();
    await expectNumbers(matrix(page, "output", "output"), attention(ben).output);
  });
}

test("ragged rows are told in Turkish (T09)", async ({ page }) => {
  await open(page, "playground.html", benLink.replace("lang=en", "lang=tr"));
  await fillPaste(page, "Q", "1 2 3\n4");
  await expect(pasteForm(page).getByRole("alert")).toContainText(
    "Q: 2. satırda 1 sayı var, 1. satırda 3.",
  );
});

test("the form takes the focus and gives it back", async ({ page }) => {
  await open(page, "playground.html", benLink);
  const button = page.getByTitle("Paste into V");
  await button.press("Enter");
  await expect(pasteForm(page).getByRole("textbox")).toBeFocused();
  await page.keyboard.type("1 2");
  await page.keyboard.press("Enter");
  await page.keyboard.type("3 4");
  await page.keyboard.press("Enter");
  await page.keyboard.type("5 6");
  await pasteForm(page).getByRole("button", { name: "Use it" }).press("Enter");
  await expect(button).toBeFocused();
  const v = [
    [1, 2],
    [3, 4],
    [5, 6],
  ];
  await expectNumbers(matrix(page, "output", "output"), attention({ ...ben, v }).output);
  await button.press("Enter");
  await pasteForm(page).getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(pasteForm(page)).toHaveCount(0);
  await expect(button).toBeFocused();
});
