// A link is the state of a page: what it holds opens, what is damaged in it is told in a sentence.

import { attention, selfAttention, withCell } from "./support/attention.ts";
import { kedi, kediProjected } from "./support/examples.ts";
import {
  cell,
  equationOf,
  expectNumbers,
  follow,
  inspector,
  matrix,
  open,
} from "./support/page.ts";
import { Random } from "./support/random.ts";
import { expect, test } from "./support/test.ts";

const text = (rows: readonly (readonly number[])[]) => rows.map((r) => r.join(",")).join(";");

test("a link with edited matrices opens them", async ({ page }) => {
  const wk = withCell(kediProjected.wk, 3, 1, -2.25);
  await open(page, "index.html", `?v=1&lang=tr&WK=${text(wk)}&causal=top-left&temperature=2`);
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
  const { weights, output } = selfAttention(
    { ...kediProjected, wk },
    { temperature: 2, sees: (query, key) => key <= query },
  );
  await expectNumbers(matrix(page, "softmax", "weights"), weights, "tr");
  await expectNumbers(matrix(page, "output", "output"), output, "tr");
});

test("a link with Q, K and V opens in the lesson", { tag: "@chromium:state" }, async ({ page }) => {
  const q = withCell(kedi.q, 0, 0, 5);
  await open(page, "index.html", `?v=1&lang=en&Q=${text(q)}&K=${text(kedi.k)}&V=${text(kedi.v)}`);
  await expectNumbers(matrix(page, "output", "output"), attention({ ...kedi, q }).output);
});

test("a link with a cell opens its sum", { tag: "@chromium:state" }, async ({ page }) => {
  await open(page, "index.html", "?v=1&lang=en&cell=scores.0.2");
  await expect
    .poll(() => equationOf(inspector(page, "scores")))
    .toBe("S[kedi,oturdu]=3·1+1·1+3·0+1·0=4");
});

test("the way to the playground takes the numbers along", { tag: "@chromium:state" }, async ({
  page,
}) => {
  await open(page, "index.html");
  await matrix(page, "projections", "wk").locator("input").first().fill("2.5");
  await page.getByRole("link", { name: "Open these numbers in the playground" }).click();
  await expect(page).toHaveURL(/playground\.html/);
  const wk = withCell(kediProjected.wk, 0, 0, 2.5);
  await expectNumbers(
    matrix(page, "output", "output"),
    selfAttention({ ...kediProjected, wk }).output,
  );
});

test("a bias of -inf survives a link (T11)", { tag: "@chromium:state" }, async ({
  page,
  context,
}) => {
  const q = [
    [1, 0],
    [0, 2],
  ];
  const k = [
    [1, 1],
    [0, 1],
  ];
  const v = [
    [1, 0],
    [0, 1],
  ];
  const bias = [
    [0, Number.NEGATIVE_INFINITY],
    [0, 0],
  ];
  const hash = `?v=1&lang=en&Q=${text(q)}&K=${text(k)}&V=${text(v)}&bias=0,-inf;0,0`;
  await open(page, "playground.html", hash);
  const { masked, weights, output } = attention({ q, k, v, bias });
  await expectNumbers(matrix(page, "mask", "masked"), masked);
  await expectNumbers(matrix(page, "softmax", "weights"), weights);
  await expectNumbers(matrix(page, "output", "output"), output);
  await expect(cell(matrix(page, "mask", "masked"), 0, 1)).toHaveText("\u2212∞ masked");

  // An action writes the address; that link must carry the same bias.
  await cell(matrix(page, "mask", "masked"), 0, 0).click();
  await expect.poll(() => page.url()).toContain("bias=0,-inf;0,0");
  const other = await context.newPage();
  await other.goto(page.url());
  await expectNumbers(matrix(other, "mask", "masked"), masked);
  await expectNumbers(matrix(other, "output", "output"), output);
});

const damaged: [name: string, hash: string, sentence: string][] = [
  ["no number", "?v=1&lang=en&X=abc", "X, row 1, column 1: “abc” is not a number."],
  ["a later version", "?v=99&lang=en", "Link: it is of version 99, newer than this page."],
  [
    "a letter altered",
    "?v=2&lang=en&temperature=3&sum=2y577",
    "Link: damaged; a part of it is missing",
  ],
  ["its end cut off", "?v=2&lang=en&temperature=3&su", "Link: damaged; a part of it is missing"],
  ["ragged rows", "?v=1&lang=en&X=1,2,3;4", "X: row 2 has 1 number, row 1 has 3."],
  ["broken escapes", "?v=1&lang=en&text=%E0%A4", "in the link is damaged."],
  ["a key twice", "?v=1&lang=en&window=2&window=3", "“window” stands in the link twice."],
  ["Q beside X", "?v=1&lang=en&X=1&Q=1", "the link holds both “X” and “Q”"],
  ["no K", "?v=1&lang=en&Q=1", "“K” is missing from the link."],
  ["too many tokens", `?v=1&lang=en&X=${"1;".repeat(64)}1`, "there are 65 rows, the limit is 64."],
  ["a cell that is not there", "?v=1&lang=en&cell=scores.9.9", "cannot be the value of “cell”"],
];

// Read and judged by the same code in every browser; the playground's is tried in all of them.
for (const [what, hash, sentence] of damaged) {
  test(`a link with ${what} gives a sentence and the example`, { tag: "@chromium" }, async ({
    page,
  }) => {
    await open(page, "index.html", hash);
    await expect(page.locator(".dk-notice")).toContainText(sentence);
    await expect(page.locator(".dk-notice")).toContainText("The page shows the worked example");
    await expectNumbers(matrix(page, "output", "output"), attention(kedi).output);
  });
}

test("the playground tells a damaged link as well", async ({ page }) => {
  await open(page, "playground.html", "?v=1&lang=en&X=abc");
  await expect(page.locator(".dk-notice")).toContainText("“abc” is not a number.");
  await expectNumbers(matrix(page, "output", "output"), attention(kedi).output);
});

test("a damaged link is told in the language that it asks for", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "index.html", "?v=1&lang=tr&X=abc");
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
  await expect(page.locator(".dk-notice")).toContainText(
    "X, 1. satır, 1. sütun: “abc” bir sayı değil.",
  );
  await expect(page.locator(".dk-notice")).toContainText("hazır örneği gösteriyor");
});

for (const hostile of ["<img src=x onerror=alert(1)>", "<script>alert(1)</script>"]) {
  test(`${hostile} in a link is a text and no markup`, {
    tag: hostile.startsWith("<script") ? [] : "@chromium:variant",
  }, async ({ page }) => {
    let dialogs = 0;
    page.on("dialog", (dialog) => {
      dialogs++;
      void dialog.dismiss();
    });
    for (const hash of [
      `?v=1&lang=en&X=${hostile}`,
      `?v=1&lang=en&X=${encodeURIComponent(hostile)}`,
      `?v=1&lang=en&step=${encodeURIComponent(hostile)}`,
    ]) {
      await page.goto("about:blank");
      await open(page, "index.html", hash);
      await expect(page.locator(".dk-notice")).toContainText(hostile.slice(0, 8));
      await expect(page.locator("main img, main script")).toHaveCount(0);
      await expectNumbers(matrix(page, "output", "output"), attention(kedi).output);
    }
    // As a label it is shown as it stands.
    await page.goto("about:blank");
    await open(page, "index.html", `?v=1&lang=en&tokens=${encodeURIComponent(hostile)},b,c`);
    await expect(matrix(page, "scores", "scores").getByRole("rowheader").first()).toHaveText(
      hostile,
    );
    await expect(page.locator("main img, main script")).toHaveCount(0);
    expect(dialogs).toBe(0);
  });
}

test("a link longer than any the page writes is refused unread", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "index.html", `?v=1&lang=en&X=${"1,".repeat(500_000)}1`);
  await expect(page.locator(".dk-notice")).toContainText("the limit is 1000000");
  await expectNumbers(matrix(page, "output", "output"), attention(kedi).output);
});

/** A width of 8, and numbers with three decimals: too long to be written out. */
const wide = new Random(8);
const drawn = (rows: number) =>
  wide.rows(rows, 8).map((row) => row.map((v) => Number(v.toFixed(3))));
const own = { q: drawn(3), k: drawn(3), v: drawn(3) };
const written = `?v=1&lang=en&Q=${text(own.q)}&K=${text(own.k)}&V=${text(own.v)}`;

test("long matrices are packed in the address, which opens them", async ({ page, context }) => {
  await open(page, "index.html", written);
  await matrix(page, "projections", "q").locator("input").first().fill("2");
  await expect.poll(() => page.url()).toMatch(/v=2&.*&Q=z\w+&K=z\w+&V=z\w+&sum=\w{5}$/u);
  expect(page.url().length).toBeLessThan(written.length);
  const { output } = attention({ ...own, q: withCell(own.q, 0, 0, 2) });
  for (const name of ["index.html", "playground.html"] as const) {
    const other = await context.newPage();
    await open(other, name, new URL(page.url()).hash.slice(1));
    await expectNumbers(matrix(other, "output", "output"), output);
    await expect(other.locator(".dk-notice")).toHaveCount(0);
  }
});

test("a link written by hand is packed when it is copied", { tag: "@chromium:state" }, async ({
  page,
}) => {
  const fetched = page.waitForResponse(/packed-/u);
  await open(page, "playground.html", written);
  await (await fetched).finished();
  await page.evaluate(() => {
    navigator.clipboard.writeText = (text) => {
      document.body.dataset.copied = text;
      return Promise.resolve();
    };
  });
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.locator("body")).toHaveAttribute(
    "data-copied",
    /&Q=z\w+&K=z\w+&V=z\w+&sum=\w{5}$/u,
  );
});

test.describe("where the file that reads packed matrices cannot be had", () => {
  test.use({ expectedComplaints: [/^console: (?:Failed to load|.*ERR_FAILED|Loading failed)/] });

  test("a link that needs it gives a sentence and the example", {
    tag: "@chromium:failure",
  }, async ({ page }) => {
    await page.route(/packed-/u, (route) => route.abort());
    await open(page, "playground.html", "?v=2&lang=en&X=zxxDAYG&sum=944m2");
    await expect(page.locator(".dk-notice")).toContainText("could not be fetched");
    await expectNumbers(matrix(page, "output", "output"), attention(kedi).output);
  });
});

test("another link put into the address of an open page is followed", async ({ page }) => {
  await open(page, "index.html");
  const wk = withCell(kediProjected.wk, 0, 0, 3);
  const { output } = selfAttention({ ...kediProjected, wk });
  await follow(page, `?v=1&lang=tr&WK=${text(wk)}`);
  await expectNumbers(matrix(page, "output", "output"), output, "tr");
  // What the sentence says must be what the page does.
  await follow(page, "?v=99&lang=en");
  await expect(page.locator(".dk-notice")).toContainText("99");
  await expect(page.locator(".dk-notice")).toContainText("Sayfa olduğu gibi kaldı.");
  await expectNumbers(matrix(page, "output", "output"), output, "tr");
  await follow(page, "?v=1&lang=en");
  await expect(page.locator(".dk-notice")).toHaveCount(0);
  await expectNumbers(matrix(page, "output", "output"), attention(kedi).output);
});

test("an edit on its way into the address does not undo a link just followed", async ({ page }) => {
  await open(page, "index.html");
  const field = matrix(page, "projections", "wk").locator("input").first();
  await field.evaluate((input: HTMLInputElement) => {
    input.value = "2.5";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    // The browser tells of the link in a later task; the edit is written before.
    location.hash = "mask";
    dispatchEvent(new Event("pagehide"));
  });
  await expect(page.locator("#mask-title")).toBeFocused();
  await expect.poll(() => page.url()).toMatch(/#mask\?.*WK=2\.5/);
});
