// The Python cell: it runs, stops and says what is wrong; its results stand beside the core's.

import { gzipSync } from "node:zlib";
import { attention, causal } from "./support/attention.ts";
import { expectAccessible, looks } from "./support/axe.ts";
import { kedi } from "./support/examples.ts";
import {
  expectNoSideways,
  expectNumbers,
  field,
  follow,
  matrix,
  open,
  speak,
  tools,
  wear,
} from "./support/page.ts";
import { expect, type Locator, type Page, test } from "./support/test.ts";

const FIGURE = "#figure-python";

const editor = (page: Page): Locator => page.locator("#python-code");
const output = (page: Page): Locator => page.getByRole("log");
const runs = (page: Page): Locator => page.getByRole("button", { name: /^(Run|Çalıştır)$/ });
const stops = (page: Page): Locator => page.getByRole("button", { name: /^(Stop|Durdur)$/ });
const status = (page: Page): Locator => page.locator(".py-bar [role=status]");
const told = (page: Page): Locator => page.locator(".py-told");
const shelf = (page: Page): Locator => page.getByRole("combobox", { name: /^(Listing|Hazır kod)/ });
const fault = (page: Page): Locator => page.locator(`${FIGURE} [role=alert]`);

async function openCell(page: Page, hash = "", language: "en" | "tr" = "en"): Promise<void> {
  await open(page, "playground.html", hash, language);
  await page.locator("#python").scrollIntoViewIfNeeded();
  await expect(editor(page)).toBeVisible();
}

async function run(page: Page, code: string): Promise<void> {
  await editor(page).fill(code);
  await runs(page).click();
}

async function finished(page: Page): Promise<void> {
  await expect(status(page)).toHaveText(/^(Done in \d+ ms\.|\d+ ms içinde bitti\.)$/);
}

test("the five lines give what the core gives, and nothing of Python is asked for before", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await openCell(page);
  await page.waitForLoadState("networkidle");
  expect(asked.filter((path) => /micropython|\.wasm$/.test(path))).toHaveLength(1);
  expect(asked.filter((path) => path.includes("micropython"))).toEqual([]);
  await runs(page).click();
  await finished(page);
  const expected = attention(kedi);
  await expectNumbers(matrix(page, "python-own-1", "weights"), expected.weights);
  await expectNumbers(matrix(page, "python-own-1", "output"), expected.output);
  await expectNumbers(matrix(page, "python-core", "output"), expected.output);
  await expect(told(page)).toContainText("attention weights: the same as the core’s");
  await expect(told(page)).toContainText("Every row of weights sums to 1.");
  await expect(output(page)).toContainText("tensor([[0.6652, 0.0900, 0.2447],");
  expect(
    asked.filter((path) => path.endsWith(".wasm") && path.includes("micropython")),
  ).not.toEqual([]);
});

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

test("an endless loop is stopped, and the next run works", async ({ page }) => {
  await openCell(page);
  await run(page, 'print("before")\nwhile True:\n    pass');
  await expect(output(page)).toHaveText("before\n");
  await expect(status(page)).toHaveText("Running…");
  await stops(page).click();
  await expect(status(page)).toHaveText("Stopped. What was printed until then stays.");
  await expect(output(page)).toHaveText("before\n");
  await run(page, "print(6 * 7)");
  await expect(output(page)).toHaveText("42\n");
  await finished(page);
});

test("a loop without an end meets the time limit", async ({ page }) => {
  await openCell(page, "?v=1&lang=en&fig=python.seconds:1");
  await expect(page.getByRole("combobox", { name: "Time limit" })).toHaveValue("1");
  await run(page, "while True:\n    pass");
  await expect(fault(page)).toContainText("Ended after 1 second, the time limit.");
  await expect(runs(page)).toHaveAttribute("aria-disabled", "false");
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

test("an error names its line, marks it and goes there; the hint speaks the page's language", async ({
  page,
}) => {
  await openCell(page);
  const code = "a = 1\nb = a / 0\nc = 2";
  await run(page, code);
  await expect(fault(page)).toContainText("ZeroDivisionError: division by zero");
  await expect(fault(page)).toContainText("Something is divided by 0.");
  await expect(page.locator(".py-faulty")).toHaveText("2");
  await expect(editor(page)).toBeFocused();
  const selected = () =>
    editor(page).evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
  expect(await selected()).toBe("b = a / 0");
  await speak(page, "tr");
  await expect(fault(page)).toContainText("ZeroDivisionError: division by zero");
  await expect(fault(page)).toContainText("Bir şey 0’a bölünüyor.");
  await page.getByRole("button", { name: "2. satıra git" }).click();
  expect(await selected()).toBe("b = a / 0");
  await expect(editor(page)).toHaveValue(code);
  // What is typed into the line takes the mark away.
  await editor(page).press("End");
  await editor(page).press("x");
  await expect(page.locator(".py-faulty")).toHaveCount(0);
});

const usual: [code: string, words: string, hint: string][] = [
  ["x = (1,\n", "SyntaxError: '(' was never closed", "is not closed"],
  ["if X\n    print(1)", "SyntaxError: expected ':'", "colon"],
  ["if X:\nprint(1)", "IndentationError: expected an indented block", "one column"],
  ["import scipy", "ModuleNotFoundError: No module named 'scipy'", "cannot install more"],
  ["name = input()", "EOFError: EOF when reading a line", "nobody to ask"],
  ["import numpy as np\nnp.ones((2, 3)) @ np.ones((4, 5))", "ValueError", "do not fit"],
  [
    "def f(n):\n    return f(n + 1)\nf(0)",
    "RecursionError: maximum recursion depth",
    "calling itself",
  ],
];

for (const [code, words, hint] of usual) {
  test(`${words}: ${hint}`, async ({ page }) => {
    await openCell(page);
    await run(page, code);
    await expect(fault(page)).toContainText(words);
    await expect(fault(page)).toContainText(hint);
    await expect(editor(page)).toHaveValue(code);
  });
}

test("code has no way to JavaScript", async ({ page }) => {
  await openCell(page);
  await run(page, "import js\njs.fetch('secret')");
  await expect(fault(page)).toContainText("ModuleNotFoundError: No module named 'js'");
});

test("memory that runs out is told, and the next run has its own", async ({ page }) => {
  await openCell(page, "?v=1&lang=en&fig=python.seconds:300");
  await run(page, "a = [0]\nwhile True:\n    a = a + a");
  await expect(fault(page)).toContainText("MemoryError", { timeout: 40_000 });
  await expect(fault(page)).toContainText("used up its memory");
  await run(page, "print(1)");
  await expect(output(page)).toHaveText("1\n");
});

test("the keyboard runs, indents, and has a way out", async ({ page }) => {
  await openCell(page);
  await editor(page).fill("");
  await editor(page).pressSequentially("if True:");
  await editor(page).press("Enter");
  await editor(page).pressSequentially("print(1)");
  await expect(editor(page)).toHaveValue("if True:\n    print(1)");
  await editor(page).press("Shift+Tab");
  await expect(editor(page)).toHaveValue("if True:\nprint(1)");
  await editor(page).press("Home");
  await editor(page).press("Tab");
  await editor(page).press("ControlOrMeta+Enter");
  await expect(output(page)).toHaveText("1\n");
  await expect(editor(page)).toBeFocused();
  await editor(page).press("Escape");
  await editor(page).press("Tab");
  await expect(runs(page)).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(editor(page)).toBeFocused();
  await editor(page).press("Escape");
  await editor(page).press("Shift+Tab");
  await expect(editor(page)).not.toBeFocused();
});

test("the browser's own undo takes an indent back", async ({ page }) => {
  await openCell(page);
  await editor(page).fill("x = 1");
  await editor(page).press("Home");
  await editor(page).press("Tab");
  await expect(editor(page)).toHaveValue("    x = 1");
  await editor(page).press("ControlOrMeta+z");
  await expect(editor(page)).toHaveValue("x = 1");
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

test("a matrix made in the cell becomes an input of the page, and undo takes it back", async ({
  page,
}) => {
  await openCell(page);
  await run(page, "X = X * 2");
  await page.getByRole("button", { name: "Use X as input" }).click();
  await expect(field(matrix(page, "projections", "x"), "X, row kedi, column 1")).toHaveValue("2");
  await tools(page).getByRole("button", { name: "Undo" }).click();
  await expect(field(matrix(page, "projections", "x"), "X, row kedi, column 1")).toHaveValue("1");
  await expect(editor(page)).toHaveValue("X = X * 2");
});

test("matrices that fit nothing say why they cannot be used", async ({ page }) => {
  await openCell(page);
  await run(page, "import numpy as np\nWq = np.ones((7, 2))");
  await expect(page.locator(".py-reuse")).toContainText("Wq cannot be used as input:");
  await expect(page.locator(".py-reuse button")).toHaveCount(0);
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

const shared = encodeURIComponent('print("from a link")');

test("code in a link waits for the reader, in the lesson as well", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  for (const name of ["playground.html", "index.html"] as const) {
    await page.goto("about:blank");
    await open(page, name, `?v=1&lang=en&py=${shared}`);
    await page.locator(".py-coming, #figure-python").first().scrollIntoViewIfNeeded();
    await expect(editor(page)).toHaveValue('print("from a link")');
    await expect(page.locator(FIGURE)).toContainText("This code came with the link.");
    await page.waitForLoadState("networkidle");
    expect(asked.filter((url) => url.includes("micropython"))).toEqual([]);
    await expect(output(page)).toHaveCount(0);
  }
  await runs(page).click();
  await expect(output(page)).toHaveText("from a link\n");
  await expect(page.locator(FIGURE)).not.toContainText("This code came with the link.");
});

test("the reader's code stays: in the address, over a reload, a language, a link and a listing", async ({
  page,
}) => {
  await openCell(page);
  await editor(page).fill("mine = 'ş & +'\n");
  await expect(page).toHaveURL(/py=mine%20%3D/);
  await page.reload();
  await page.locator("#python").scrollIntoViewIfNeeded();
  await expect(editor(page)).toHaveValue("mine = 'ş & +'\n");
  await expect(page.locator(FIGURE)).not.toContainText("This code came with the link.");
  await speak(page, "tr");
  await expect(editor(page)).toHaveValue("mine = 'ş & +'\n");
  await speak(page, "en");
  await shelf(page).selectOption("rope");
  await expect(editor(page)).toHaveValue(/def rotate/);
  await page.getByRole("button", { name: "Back to my own code" }).click();
  await expect(editor(page)).toHaveValue("mine = 'ş & +'\n");
  await follow(page, `?v=1&lang=en&py=${shared}`);
  await expect(editor(page)).toHaveValue('print("from a link")');
  await page.getByRole("button", { name: "Back to my own code" }).click();
  await expect(editor(page)).toHaveValue("mine = 'ş & +'\n");
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

test.describe("without the program of the cell", () => {
  test.use({ expectedComplaints: [/404|wasm|WebAssembly|instantiation|Failed to load/i] });
  test("Python that does not come is told; the page stays and the next run asks again", async ({
    page,
  }) => {
    await page.route(/micropython.*\.wasm/, (route) => route.fulfill({ status: 404 }));
    await openCell(page);
    await runs(page).click();
    await expect(fault(page)).toContainText("Python could not be loaded.");
    await page.unroute(/micropython.*\.wasm/);
    await run(page, "print(2)");
    await expect(output(page)).toHaveText("2\n");
  });
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
