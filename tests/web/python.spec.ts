// The Python cell: it runs, stops and says what is wrong, with what the browser has a part in.

import { attention } from "./support/attention.ts";
import { kedi } from "./support/examples.ts";
import { expectNumbers, field, follow, matrix, open, speak, tools } from "./support/page.ts";
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
  status,
  stops,
  told,
} from "./support/python.ts";
import { expect, test } from "./support/test.ts";

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

test("a loop without an end meets the time limit", { tag: "@chromium:variant" }, async ({
  page,
}) => {
  await openCell(page, "?v=1&lang=en&fig=python.seconds:1");
  await expect(page.getByRole("combobox", { name: "Time limit" })).toHaveValue("1");
  await run(page, "while True:\n    pass");
  await expect(fault(page)).toContainText("Ended after 1 second, the time limit.");
  await expect(runs(page)).toHaveAttribute("aria-disabled", "false");
});

test("an error names its line, marks it and goes there; the hint speaks the page's language", {
  tag: "@chromium:content",
}, async ({ page }) => {
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

test("a matrix made in the cell becomes an input of the page, and undo takes it back", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await openCell(page);
  await run(page, "X = X * 2");
  await page.getByRole("button", { name: "Use X as input" }).click();
  await expect(field(matrix(page, "projections", "x"), "X, row kedi, column 1")).toHaveValue("2");
  await tools(page).getByRole("button", { name: "Undo" }).click();
  await expect(field(matrix(page, "projections", "x"), "X, row kedi, column 1")).toHaveValue("1");
  await expect(editor(page)).toHaveValue("X = X * 2");
});

const shared = encodeURIComponent('print("from a link")');

test("code in a link waits for the reader, in the lesson as well", {
  tag: "@chromium:state",
}, async ({ page }) => {
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

test("the reader's code stays: in the address, over a reload, a language, a link and a listing", {
  tag: "@chromium:state",
}, async ({ page }) => {
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

test.describe("without the program of the cell", () => {
  test.use({ expectedComplaints: [/404|wasm|WebAssembly|instantiation|Failed to load/i] });
  test("Python that does not come is told; the page stays and the next run asks again", {
    tag: "@chromium:failure",
  }, async ({ page }) => {
    await page.route(/micropython.*\.wasm/, (route) => route.fulfill({ status: 404 }));
    await openCell(page);
    await runs(page).click();
    await expect(fault(page)).toContainText("Python could not be loaded.");
    await page.unroute(/micropython.*\.wasm/);
    await run(page, "print(2)");
    await expect(output(page)).toHaveText("2\n");
  });
});
