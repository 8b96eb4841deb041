// What the Python cell makes of a run: its results beside the core's, and what it says of errors.

import { gzipSync } from "node:zlib";
import { attention, causal } from "./support/attention.ts";
import { expectAccessible, looks } from "./support/axe.ts";
import { kedi } from "./support/examples.ts";
import { expectNoSideways, expectNumbers, matrix, open, wear } from "./support/page.ts";
import {
  editor,
  FIGURE,
  fault,
  finished,
  openCell,
  output,
  run,
  runs,
  shelf,
  told,
} from "./support/python.ts";
import { expect, test } from "./support/test.ts";

test("the first run fetches less than 250 kB compressed", async ({ page, request }) => {
  await openCell(page);
  await page.waitForLoadState("networkidle");
  const asked = new Set<string>();
  page.context().on("request", (sent) => asked.add(sent.url()));
  await runs(page).click();
  await finished(page);
  const sizes = new Map<string, number>();
  for (const url of asked) {
    const body = await (await request.get(url)).body();
    sizes.set(new URL(url).pathname.replace(/^.*\//u, ""), gzipSync(body).length);
  }
  const names = [...sizes.keys()].map((file) => file.replace(/-[\w-]{8}\.\w+$/u, ""));
  // Of the modules, PyTorch's alone: that is what the code names.
  expect(names.filter((file) => /family|micropython/.test(file)).sort()).toEqual([
    "family-torch",
    "micropython",
    "micropython",
  ]);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(total, JSON.stringify([...sizes])).toBeLessThan(250_000);
});

test("endless output meets a limit, in lines and in characters", async ({ page }) => {
  await openCell(page);
  await run(page, 'while True:\n    print("again")');
  await expect(fault(page)).toContainText("more than 1,000 lines or 100,000 characters");
  expect(((await output(page).textContent()) ?? "").split("\n").length).toBeLessThan(1100);
  await run(page, 'while True:\n    print("x" * 999, end="")');
  await expect(fault(page)).toContainText("more than 1,000 lines or 100,000 characters");
  expect(((await output(page).textContent()) ?? "").length).toBe(100_000);
});

test("each run begins anew", async ({ page }) => {
  await openCell(page);
  await run(page, "first = 1");
  await finished(page);
  await run(page, "print(first)");
  await expect(fault(page)).toContainText("NameError: name 'first' is not defined");
});

const usual: [code: string, words: string, hint: string][] = [
  ["x = (1,\n", "SyntaxError: '(' was never closed", "is not closed"],
  ["if X\n    print(1)", "SyntaxError: expected ':'", "colon"],
  ["if X:\nprint(1)", "IndentationError: expected an indented block", "one column"],
  ["import scipy", "ModuleNotFoundError: No module named 'scipy'", "cannot install more"],
  ["print(“öz”)", "SyntaxError: invalid character '“' (U+201C)", "straight quotes"],
  ["name = input()", "EOFError: EOF when reading a line", "nobody to ask"],
  ["import numpy as np\nnp.ones((2, 3)) @ np.ones((4, 5))", "ValueError", "do not fit"],
  [
    "def f(n):\n    return f(n + 1)\nf(0)",
    "RecursionError: maximum recursion depth",
    "calling itself",
  ],
];

test("an error in the words of Python, with a hint and the code as it was", async ({ page }) => {
  await openCell(page);
  for (const [code, words, hint] of usual) {
    await run(page, code);
    await expect(fault(page)).toContainText(words);
    await expect(fault(page)).toContainText(hint);
    await expect(editor(page)).toHaveValue(code);
  }
});

test("code has no way to JavaScript", async ({ page }) => {
  await openCell(page);
  await run(page, "import js\njs.fetch('secret')");
  await expect(fault(page)).toContainText("ModuleNotFoundError: No module named 'js'");
});

test("a wrong line is told by the invariants, and so is the mask", async ({ page }) => {
  await openCell(page);
  await run(page, "import numpy as np\ne = np.exp(Q @ K.T / 2)\nweights = e / e.sum(axis=0)");
  // e.sum(axis=0) normalises the columns: softmax of the transposed scores.
  const { scaled } = attention(kedi);
  const e = scaled.map((row) => row.map(Math.exp));
  const columns = [0, 1, 2].map((j) => e.reduce((sum, row) => sum + (row[j] ?? 0), 0));
  await expectNumbers(
    matrix(page, "python-own-1", "weights"),
    e.map((row) => row.map((value, j) => value / (columns[j] ?? 0))),
  );
  await expect(told(page)).toContainText("attention weights: not the core’s.");
  await expect(told(page)).toContainText(/Row \w+ of weights does not sum to 1/);

  await shelf(page).selectOption("cache");
  await runs(page).click();
  await finished(page);
  await expect(told(page)).toContainText("All weights of later tokens are 0");
  await page.getByRole("button", { name: "Switch the causal mask of the page on" }).click();
  await runs(page).click();
  await expect(told(page)).toContainText(
    "Every pair that the mask of the page hides has weight 0.",
  );
  await expect(told(page)).toContainText("attention weights: the same as the core’s");
  await expectNumbers(
    matrix(page, "python-own-1", "output"),
    attention({ ...kedi, sees: causal }).output,
  );
});

test("a NaN is a difference, and a listing of several heads says why it differs", async ({
  page,
}) => {
  await openCell(page);
  await shelf(page).selectOption("mask-empty");
  await runs(page).click();
  await expect(told(page)).toContainText("output: not the core’s. Largest difference: NaN.");
  await expect(told(page)).toContainText("The weights hold a NaN");
  await shelf(page).selectOption("heads");
  await runs(page).click();
  await expect(told(page)).toContainText("The listing has several heads");
  await expect(told(page)).toContainText("its shape is (2, 3, 3), the core’s is (3, 3)");
});

test("matrices that fit nothing say why they cannot be used or drawn", async ({ page }) => {
  await openCell(page);
  await run(page, "import numpy as np\nWq = np.ones((7, 2))");
  await expect(page.locator(".py-reuse")).toContainText("Wq cannot be used as input:");
  await expect(page.locator(".py-reuse button")).toHaveCount(0);
  await run(page, "import numpy as np\noutput = np.ones((300, 300))");
  await expect(page.locator(".py-results")).toContainText(
    "Not drawn, for it is no matrix of at most 64 × 64: output.",
  );
});

test("an example of the code's own is held against the core's result of it", async ({ page }) => {
  const own = {
    q: [
      [1, 0],
      [0, 1],
    ],
    k: [
      [1, 1],
      [0, 2],
    ],
    v: [[1], [3]],
  };
  await openCell(page);
  await run(
    page,
    `import numpy as np
Q, K, V = np.array(${JSON.stringify(own.q)}), np.array(${JSON.stringify(own.k)}), np.array(${JSON.stringify(own.v)})
e = np.exp(Q @ K.T / np.sqrt(2))
weights = e / e.sum(axis=1, keepdims=True)
output = weights @ V`,
  );
  await finished(page);
  await expectNumbers(matrix(page, "python-core", "output"), attention(own).output);
  await expect(told(page)).toContainText("output: the same as the core’s");
  await page.getByRole("button", { name: "Use Q, K, V as input" }).click();
  await expectNumbers(matrix(page, "output", "output"), attention(own).output);
});

test("the lesson keeps its tokens, and takes other numbers for them", async ({ page }) => {
  await open(page, "index.html");
  await page.locator(".py-coming, #figure-python").first().scrollIntoViewIfNeeded();
  await run(page, "import numpy as np\nQ = K = V = np.eye(2)");
  await expect(page.locator(".py-reuse")).toContainText("The playground takes others.");
  await expect(page.locator(".py-reuse button")).toHaveCount(0);
  await run(page, "V = V + 1");
  await page.getByRole("button", { name: "Use V as input" }).click();
  const raised = kedi.v.map((row) => row.map((value) => value + 1));
  await expectNumbers(matrix(page, "output", "output"), attention({ ...kedi, v: raised }).output);
});

test("code that is too long for a link stays in the tab, and that is said", async ({ page }) => {
  await openCell(page);
  const long = `# ${"x".repeat(5000)}\nprint(1)`;
  await editor(page).fill(long);
  await expect(page.locator(FIGURE)).toContainText("A link holds 4,000 characters of code");
  expect(page.url()).not.toContain("py=");
  await page.reload();
  await page.locator("#python").scrollIntoViewIfNeeded();
  await expect(editor(page)).toHaveValue(long);
});

test("a listing of the shelf is in the link by its name", async ({ page }) => {
  await openCell(page, "?v=1&lang=tr&fig=python.listing:mask-after", "tr");
  await expect(editor(page)).toHaveValue(/masked_fill\(later, 0\)/);
  await expect(shelf(page).locator("option:checked")).toHaveText("softmax’ten sonra maskelemek");
});

test("the state as a program, in the chosen library", async ({ page }) => {
  await openCell(page);
  await page.getByText("Copy my state as Python").click();
  const listing = page.locator(".py-script pre");
  await expect(listing).toContainText("import numpy as np");
  await expect(listing).toContainText("X = np.array(");
  await page.getByRole("radio", { name: "PyTorch" }).check();
  await expect(listing).toContainText("X = torch.tensor(");
});

test("no width of a screen makes the page scroll sideways", async ({ page }) => {
  await openCell(page);
  await shelf(page).selectOption("steps");
  await runs(page).click();
  await finished(page);
  await expectNoSideways(page);
  await run(page, "long = 'word' * 100\nprint(long)\nlong + 1");
  await expect(fault(page)).toContainText("TypeError");
  await expectNoSideways(page);
});

for (const look of looks) {
  test(`WCAG 2.2 AA: at rest, with results and with an error, ${look.theme}`, async ({ page }) => {
    await openCell(page);
    await wear(page, look);
    await expectAccessible(page, FIGURE);
    await shelf(page).selectOption("steps");
    await runs(page).click();
    await finished(page);
    await expectAccessible(page, FIGURE);
    await run(page, "1 / 0");
    await expect(fault(page)).toBeVisible();
    await expectAccessible(page, FIGURE);
  });
}
