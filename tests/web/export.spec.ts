// What a reader takes along and brings back: matrices, pictures and everything, by menu, file and drop.

import { readFile } from "node:fs/promises";
import { writeNpy } from "../../web/src/export/npy.ts";
import { expectAccessible } from "./support/axe.ts";
import { kedi, kediProjected } from "./support/examples.ts";
import { expectFields, matrix, open, tools } from "./support/page.ts";
import { openCell } from "./support/python.ts";
import { expect, type Locator, type Page, test } from "./support/test.ts";

const sheet = (page: Page) => page.getByRole("dialog");
const said = (page: Page) => page.locator(".dk-file-said");
const textOf = (page: Page) => sheet(page).getByRole("textbox");

/** Opens the sheet of a matrix of the figure. */
async function take(page: Page, figure: string, name: RegExp): Promise<Locator> {
  await page.locator(`#figure-${figure}`).getByRole("button", { name }).click();
  await expect(sheet(page)).toBeVisible();
  return sheet(page);
}

const as = (page: Page, format: string) =>
  sheet(page).getByRole("radio", { name: format, exact: true }).check();

/** The buttons below have one place each, whatever is chosen above, and are in view. */
async function expectButtonsStay(page: Page, formats: readonly string[]): Promise<void> {
  const buttons = sheet(page).locator(".dk-sheet-actions button");
  const places = new Set<string>();
  for (const format of formats) {
    await as(page, format);
    await expect(sheet(page).locator("[aria-busy=false]")).toBeVisible();
    for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 });
    const at = await buttons.evaluateAll((all) =>
      all.map((one) => {
        const { x, y } = one.getBoundingClientRect();
        return `${x}, ${y}`;
      }),
    );
    places.add(at.join("; "));
  }
  expect([...places]).toHaveLength(1);
}

interface Saved {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * What the button saves, `then` being done after it is pressed. Firefox does not tell its driver of files:
 * there the page is asked for what it hands to the browser, and under which name.
 */
async function savedBy(
  page: Page,
  button: Locator,
  then: () => Promise<void> = async () => undefined,
): Promise<Saved> {
  if (page.context().browser()?.browserType().name() === "chromium") {
    const coming = page.waitForEvent("download");
    await button.click();
    await then();
    const download = await coming;
    const bytes = new Uint8Array(await readFile(await download.path()));
    return { name: download.suggestedFilename(), bytes };
  }
  await page.evaluate(() => {
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob: Blob) => {
      Object.assign(window, { blob });
      return createObjectURL(blob);
    };
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      Object.assign(window, { name: this.download });
    };
  });
  await button.click();
  await then();
  await page.waitForFunction(() => "blob" in window);
  const { name, bytes } = await page.evaluate(async () => {
    const { blob } = window as unknown as { blob: Blob };
    return { name: window.name, bytes: [...new Uint8Array(await blob.arrayBuffer())] };
  });
  return { name, bytes: Uint8Array.from(bytes) };
}

/** Lets no picture be made before the answer is called. */
async function heldBack(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    const go = new Promise<void>((resolve) => {
      Object.assign(window, { go: resolve });
    });
    HTMLCanvasElement.prototype.toBlob = function (...all) {
      void go.then(() => toBlob.apply(this, all));
    };
  });
  return () => page.evaluate(() => (window as unknown as { go: () => void }).go());
}

const npy = (rows: readonly (readonly number[])[]) =>
  writeNpy({ name: "A", shape: [rows.length, rows[0]?.length ?? 0], data: rows.flat() });

/** Drops files onto an element, as the browser tells of it. */
async function drop(target: Locator, ...files: { name: string; bytes: Uint8Array }[]) {
  const data = files.map(({ name, bytes }) => ({ name, bytes: [...bytes] }));
  await target.evaluate((element, given) => {
    const dataTransfer = new DataTransfer();
    for (const { name, bytes } of given)
      dataTransfer.items.add(new File([Uint8Array.from(bytes)], name));
    for (const type of ["dragenter", "dragover", "drop"])
      element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  }, data);
}

const text = (content: string) => new TextEncoder().encode(content);
const fieldsOf = (rows: readonly (readonly number[])[]) =>
  rows.map((row) => row.map((value) => String(value).replace("-", "−")));

test("a matrix is copied and saved in every format, by keyboard too", async ({ page }) => {
  await open(page, "playground.html");
  const opening = page.locator("#figure-scores").getByRole("button", { name: "Copy or save: Q" });
  await opening.focus();
  await page.keyboard.press("Enter");
  await expect(sheet(page).getByRole("heading")).toContainText("queries");
  await expect(textOf(page)).toHaveValue("3,1,3,1\n1,1,1,5\n3,2,3,1\n");
  await as(page, "LaTeX");
  await expect(textOf(page)).toHaveValue(/^\\begin\{pmatrix\}\n {2}3 & 1 & 3 & 1 \\\\/);
  await as(page, ".npy");
  await expect(textOf(page)).toHaveValue(
    "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }",
  );
  await expect(sheet(page).getByRole("button", { name: "Copy" })).toBeDisabled();
  await expectButtonsStay(page, ["LaTeX", "CSV 1.5,2", ".npy"]);
  const button = sheet(page).getByRole("button", { name: "Download Q.npy" });
  expect(await savedBy(page, button)).toEqual({ name: "Q.npy", bytes: npy(kedi.q) });
  await expectAccessible(page, "dialog");
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toHaveCount(0);
  await expect(opening).toBeFocused();
});

/** Lines of CSV. */
const csvOf = (rows: readonly (readonly number[])[]) =>
  rows.map((row) => `${row.join(",")}\n`).join("");

test("a table of several matrices gives each of them", { tag: "@chromium:content" }, async ({
  page,
}) => {
  await open(page, "index.html", "cache?v=1&lang=en");
  await page.locator(".cache-stage").press("End");
  const dialog = await take(page, "cache", /^Copy or save: The cache after this step/);
  await expect(dialog.getByRole("group", { name: "Matrix" }).getByRole("radio")).toHaveCount(3);
  await expect(textOf(page)).toHaveValue(/^[\d.e,-]+\n$/);
  const four = (rows: readonly (readonly number[])[]) => [rows, rows, rows, rows].flat();
  for (const [name, rows] of [
    ["K keys 12 × 4", kedi.k],
    ["V values 12 × 4", kedi.v],
  ] as const) {
    await dialog.getByRole("radio", { name }).check();
    await expect(textOf(page)).toHaveValue(csvOf(four(rows)));
  }
});

test("where the clipboard refuses, the text is selected to be copied by hand", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await open(page, "playground.html", "", "tr");
  await take(page, "scores", /^Kopyala ya da kaydet: K$/);
  await expect(textOf(page)).toHaveValue("1;0;1;0\n0;1;0;1\n1;1;0;0\n");
  await sheet(page).getByRole("button", { name: "Kopyala" }).click();
  await expect(sheet(page).getByRole("status")).toContainText("Metin seçili duruyor");
  await expect(textOf(page)).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString() ?? "")).toBe(
    "1;0;1;0\n0;1;0;1\n1;1;0;0\n",
  );
});

test.describe("in a sandbox", () => {
  // Chromium says so when the page tries.
  test.use({ expectedComplaints: [/Clipboard API has been blocked/] });

  test("a frame can neither copy nor save: the text is there", async ({ page }) => {
    await page.goto("hosts/plain.html");
    const frame = page.frameLocator("iframe");
    await frame.locator("#figure-softmax > .dk-figure-head .dk-take").click();
    const dialog = frame.getByRole("dialog");
    await expect(dialog.locator("img")).toBeVisible();
    await expect(dialog).toContainText("dosya kaydetmeye izin vermiyor");
    await expect(dialog.getByRole("button", { name: /indir/ })).toHaveCount(0);
    await dialog.getByRole("button", { name: "Kopyala" }).click();
    await expect(dialog.getByRole("status")).toContainText(/Metin seçili duruyor|Kopyalandı/);
    await expect(dialog.getByRole("textbox")).toHaveValue(/^<svg /);
  });
});

test("everything is saved, and opens again", { tag: "@chromium:content" }, async ({ page }) => {
  await open(page, "playground.html");
  await tools(page).getByRole("button", { name: "Save, open" }).click();
  const trace = JSON.parse(await textOf(page).inputValue());
  expect(trace.inputs).toEqual(kediProjected);
  expect(trace.results.q).toEqual({ shape: [3, 4], data: kedi.q.flat() });
  await as(page, "C++");
  await expect(textOf(page)).toHaveValue(/attention\/attend\.h/);
  trace.inputs.x[0][0] = "nan";
  trace.tokens = ["a", "b", "c"];
  await sheet(page)
    .getByLabel("Open a file…")
    .setInputFiles({
      name: "t.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(trace)),
    });
  await expect(said(page)).toContainText("those of the file");
  await expect(matrix(page, "projections", "x").locator("input").first()).toHaveValue("NaN");
  await expect(matrix(page, "projections", "x").getByRole("rowheader")).toHaveText(["a", "b", "c"]);
  await tools(page).getByRole("button", { name: "Undo" }).click();
  await expectFields(matrix(page, "projections", "x"), fieldsOf(kediProjected.x));
});

test("files are dropped on a matrix and on the page; bad ones change nothing", async ({ page }) => {
  await open(page, "playground.html");
  const wq = matrix(page, "projections", "wq");
  const twos = kediProjected.wq.map((row) => row.map(() => 2));
  await drop(wq, { name: "w.npy", bytes: npy(twos) });
  await expect(said(page)).toContainText("W_Q now holds the numbers of the file, 4 × 4");
  await expectFields(wq, fieldsOf(twos));
  await drop(wq, { name: "bad.csv", bytes: text("1,2\n3,x") });
  await expect(said(page).getByRole("alert")).toHaveText(
    "bad.csv W_Q, row 2, column 2: “x” is not a number. Write it like 1.5 or -2.",
  );
  await drop(wq, { name: "w.npy", bytes: npy(twos) }, { name: "v.npy", bytes: npy(twos) });
  await expect(said(page).getByRole("alert")).toContainText("Several files");
  await expectFields(wq, fieldsOf(twos));
  const address = page.url();
  await drop(page.locator("main h1"), {
    name: "x.tsv",
    bytes: text("1\t2\t3\t4\n5\t6\t7\t8\n9\t9\t9\t9\n"),
  });
  await expect(sheet(page).getByRole("radio", { name: "X 3 × 4" })).toBeChecked();
  await sheet(page).getByRole("button", { name: "Use it" }).click();
  await expectFields(matrix(page, "projections", "x"), [
    ["1", "2", "3", "4"],
    ["5", "6", "7", "8"],
    ["9", "9", "9", "9"],
  ]);
  expect(new URL(page.url()).pathname).toBe(new URL(address).pathname);
});

test("the lesson keeps its three tokens, and offers the playground for others", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "index.html");
  const x = matrix(page, "words", "x");
  await drop(x, { name: "x.json", bytes: text("[[1, 2, 3, 4], [5, 6, 7, 8]]") });
  await expect(said(page)).toContainText("Nothing was changed here");
  await expectFields(x, fieldsOf(kediProjected.x));
  await said(page).getByRole("link", { name: "Open it in the playground" }).click();
  await expectFields(matrix(page, "projections", "x"), [
    ["1", "2", "3", "4"],
    ["5", "6", "7", "8"],
  ]);
});

for (const language of ["en", "tr"] as const) {
  test(`a figure is saved as SVG and PNG, ${language}`, {
    tag: language === "en" ? [] : "@chromium:variant",
  }, async ({ page }) => {
    // Without movement every change of a colour takes a moment all the same.
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await open(page, "playground.html", "", language);
    const figure = page.locator("#figure-softmax");
    const shown = await figure.locator("td .dk-value-text").allTextContents();
    await figure.locator("> .dk-figure-head .dk-take").click();
    await expect(sheet(page).locator("img")).toBeVisible();
    const svg = await textOf(page).inputValue();
    // For paper: on white, although the page is dark.
    expect(/<rect [^>]*fill="([^"]*)"/u.exec(svg)?.[1]).toBe("#ffffff");
    const read = await page.evaluate((source) => {
      const { documentElement: root } = new DOMParser().parseFromString(source, "image/svg+xml");
      const all = [...root.querySelectorAll("*")];
      return {
        root: root.localName,
        title: root.querySelector("title")?.textContent,
        size: [root.getAttribute("width"), root.getAttribute("height")].map(Number),
        texts: [...root.querySelectorAll("text")].map((one) => one.textContent),
        foreign: all.filter((one) => one.localName === "foreignObject" || one.hasAttribute("style"))
          .length,
        families: [...root.querySelectorAll("text")].map(
          (one) => one.getAttribute("font-family") ?? "",
        ),
      };
    }, svg);
    expect(read.root).toBe("svg");
    expect(read.title).toBe(await figure.locator(".dk-figure-title").textContent());
    expect(read.foreign).toBe(0);
    expect(read.families.every((family) => /serif|monospace/.test(family))).toBe(true);
    // Every number of every cell, and each as often as it is there.
    const left = [...read.texts];
    for (const number of shown) {
      const at = left.indexOf(number);
      expect(at, number).toBeGreaterThanOrEqual(0);
      left.splice(at, 1);
    }
    for (const token of kedi.tokens) expect(read.texts).toContain(token);
    // Whoever presses before the picture is made gets the picture, and nothing else.
    const finish = await heldBack(page);
    await as(page, "PNG 2×");
    const save = sheet(page).getByRole("button", { name: /dikkat-softmax\.png/ });
    const { name, bytes } = await savedBy(page, save, finish);
    expect(name).toBe("dikkat-softmax.png");
    expect([...bytes.subarray(1, 4)]).toEqual([...text("PNG")]);
    await expect(sheet(page).locator("img")).toHaveAttribute("src", /^data:image\/png/);
    const png = await page.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const pixels = new Uint32Array(
        context?.getImageData(0, 0, canvas.width, canvas.height).data.buffer ?? [],
      );
      return { size: [canvas.width, canvas.height], colours: new Set(pixels).size };
    }, Buffer.from(bytes).toString("base64"));
    expect(png.size).toEqual(read.size.map((side) => 2 * side));
    expect(png.colours).toBeGreaterThan(20);
    // A phone, and a small window at 200 % zoom.
    for (const [width, height] of [
      [360, 640],
      [640, 400],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectButtonsStay(page, ["SVG", "PNG 2×"]);
    }
  });
}

test("a picture has bars, the spaces of code, and lines that end inside a word", async ({
  page,
}) => {
  await open(page, "index.html", "figure-recurrent?lang=tr");
  const svgOf = async (id: string) => {
    await page.locator(`#${id} > .dk-figure-head .dk-take`).click();
    await expect(sheet(page).locator("img")).toBeVisible();
    const svg = await textOf(page).inputValue();
    await page.keyboard.press("Escape");
    return svg;
  };
  const drawn = await svgOf("figure-recurrent");
  // The page breaks the first line of the caption after a slash. All lines begin below each other.
  const lines = [...drawn.matchAll(/<text x="([\d.]+)"[^>]*>([^<]*)/gu)];
  const caption = lines.slice(lines.findIndex(([, , line]) => line?.startsWith("Durumu 16 ")));
  expect(caption.length).toBeGreaterThan(3);
  expect(new Set(caption.map(([, x]) => x)).size).toBe(1);
  await page.goto("index.html#figure-calculator?lang=tr");
  const bars = (await svgOf("figure-calculator")).matchAll(/<rect [^>]*fill="#8f5200"[^>]*>/gu);
  const widths = [...bars].map(([bar]) => Number(/ width="([\d.]+)"/u.exec(bar)?.[1]));
  const [whole = 0] = widths;
  // Of 32 heads' keys and values: 8 heads, one, and 576 numbers for 2 · 32 · 128.
  expect(widths.map((width) => Math.round((100 * width) / whole))).toEqual([100, 25, 3, 7]);
  await openCell(page);
  expect(await svgOf("figure-python")).toMatch(
    / xml:space="preserve"[^>]*> {4}return weights @ V/u,
  );
});
