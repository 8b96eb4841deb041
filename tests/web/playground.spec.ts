// The playground at first sight, the sizes and labels of its matrices, and matrices that do not fit.

import { attention, selfAttention } from "./support/attention.ts";
import { ben, benLink, kedi, kediProjected } from "./support/examples.ts";
import { expectFields, expectNumbers, field, matrix, open } from "./support/page.ts";
import { choose, paste } from "./support/playground.ts";
import { expect, type Page, test } from "./support/test.ts";

test("the playground starts from the worked example", async ({ page }) => {
  await open(page, "playground.html");
  await expectNumbers(matrix(page, "output", "output"), attention(kedi).output);
});

test("Q, K, V and back finds X and the weights again", { tag: "@chromium:content" }, async ({
  page,
}) => {
  await open(page, "playground.html");
  await matrix(page, "projections", "wk").locator("input").first().fill("2");
  await choose(page, "Q, K, V");
  await expect(matrix(page, "projections", "wk")).toHaveCount(0);
  await choose(page, "X and weights");
  await expect(matrix(page, "projections", "wk").locator("input").first()).toHaveValue("2");
  await page.getByRole("button", { name: "kedi mindere oturdu" }).click();
  await expectNumbers(matrix(page, "output", "output"), attention(kedi).output);
});

const wide = "1 0 2\n0 1 2\n1 1 2";

async function expectLastResults(page: Page, language: "tr" | "en" = "en") {
  await expectNumbers(matrix(page, "softmax", "weights"), attention(ben).weights, language);
  await expectNumbers(matrix(page, "output", "output"), attention(ben).output, language);
}

for (const [language, sizes, mend, undo] of [
  ["en", /3 columns.*2|2 columns.*3/, "Make all matrices fit these sizes", "Undo"],
  ["tr", /3 sütun.*2 sütun|2 sütun.*3 sütun/, "Bütün matrisleri bu boyutlara uydur", "Geri al"],
] as const) {
  test(`shapes that do not fit are told with both sizes (E03), ${language}`, {
    tag: "@chromium:content",
  }, async ({ page }) => {
    await open(page, "playground.html", benLink.replace("lang=en", `lang=${language}`));
    await paste(page, "Q", wide);
    const told = page.getByRole("alert").filter({ hasText: sizes });
    await expect(told).toBeVisible();
    await expectFields(matrix(page, "projections", "q"), [
      ["1", "0", "2"],
      ["0", "1", "2"],
      ["1", "1", "2"],
    ]);
    await expectLastResults(page, language);

    await page.getByRole("button", { name: mend }).click();
    await expect(told).toHaveCount(0);
    // The new third column of K is 0, so nothing but the scale changes.
    const q = [
      [1, 0, 2],
      [0, 1, 2],
      [1, 1, 2],
    ];
    const k = ben.k.map((row) => [...row, 0]);
    await expectNumbers(
      matrix(page, "output", "output"),
      attention({ q, k, v: ben.v }).output,
      language,
    );

    await page.getByRole("button", { name: undo }).click();
    await expect(told).toBeVisible();
    await page.getByRole("button", { name: undo }).click();
    await expect(told).toHaveCount(0);
    await expectLastResults(page, language);
  });
}

test("a link with widths 3 and 4 is told with both, and the next input works (E03)", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "playground.html", "?v=1&lang=en&Q=1,2,3;4,5,6&K=1,2,3,4;5,6,7,8&V=1;2");
  await expect(
    page.getByRole("alert").filter({ hasText: /4 columns.*3|3 columns.*4/ }),
  ).toBeVisible();
  await paste(page, "K", "1 0 0\n0 1 0");
  await expect(page.getByRole("alert")).toHaveCount(0);
  const q = [
    [1, 2, 3],
    [4, 5, 6],
  ];
  const k = [
    [1, 0, 0],
    [0, 1, 0],
  ];
  await expectNumbers(matrix(page, "output", "output"), attention({ q, k, v: [[1], [2]] }).output);
});

test("sizes step up and down, new cells are 0 and new tokens get a label", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "playground.html");
  await page.getByRole("button", { name: "tokens: one more" }).click();
  const x = [...kediProjected.x, [0, 0, 0, 0]];
  const { weights } = selfAttention({ ...kediProjected, x });
  await expectNumbers(matrix(page, "softmax", "weights"), weights);
  await expect(matrix(page, "softmax", "weights").locator("tbody th")).toHaveText([
    "kedi",
    "mindere",
    "oturdu",
    "t4",
  ]);
  for (let i = 0; i < 3; i++) await page.getByRole("button", { name: "tokens: one fewer" }).click();
  await expectNumbers(matrix(page, "softmax", "weights"), [[1]]);
  await expect(page.getByRole("button", { name: "tokens: one fewer" })).toBeDisabled();
  await page.getByRole("button", { name: "d_k: one fewer" }).click();
  await expect(matrix(page, "projections", "wk").locator("thead th").last()).toHaveText("3");
  await expect(field(matrix(page, "projections", "wk"), "W_K, row 1, column 4")).toHaveCount(0);
});

test("labels can be changed, and come as texts", { tag: "@chromium:content" }, async ({ page }) => {
  await open(page, "playground.html");
  const labels = page.getByRole("textbox", { name: "Token labels" });
  await labels.selectText();
  await page.keyboard.type("bir <b>iki</b> üç");
  await page.keyboard.press("Enter");
  await expect(matrix(page, "scores", "scores").locator("tbody th")).toHaveText([
    "bir",
    "<b>iki</b>",
    "üç",
  ]);
  await choose(page, "Q, K, V");
  await expect(matrix(page, "scores", "scores").locator("tbody th").first()).toHaveText("bir");
});

test("labels without a token wait until there is one", { tag: "@chromium:content" }, async ({
  page,
}) => {
  await open(page, "playground.html");
  const labels = page.getByRole("textbox", { name: "Token labels" });
  await labels.selectText();
  await page.keyboard.type("a b c d");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("there are 4 labels for 3 tokens");
  await expect(labels).toHaveValue("a b c d");
  await expect(labels).toHaveAttribute("aria-invalid", "true");
  const rows = matrix(page, "scores", "scores").locator("tbody th");
  await expect(rows).toHaveText(["kedi", "mindere", "oturdu"]);
  await choose(page, "A sentence");
  await choose(page, "X and weights");
  await expect(labels).toHaveValue("a b c d");
  await expect(page.getByRole("alert")).toContainText("there are 4 labels for 3 tokens");
  await page.getByRole("button", { name: "tokens: one more" }).click();
  await expect(rows).toHaveText(["a", "b", "c", "d"]);
  await expect(page.getByRole("alert")).toHaveCount(0);
});
