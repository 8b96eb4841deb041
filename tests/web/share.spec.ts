// The page where a figure is chosen for somebody's own page.
import { workedExample } from "../../web/src/inputs/example.ts";
import { setSettings } from "../../web/src/inputs/state.ts";
import { encode } from "../../web/src/inputs/url.ts";
import { expectAccessible } from "./support/axe.ts";
import { expectNoSideways } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

test("a figure is chosen, seen and copied", async ({ page }) => {
  await page.goto("share.html#?lang=en");
  const list = page.getByRole("combobox", { name: "Figure" });
  // By the name that stands above it, within its section.
  await list.selectOption({ label: "From scores to weights" });
  await expect(list.locator("optgroup[label='The bug lab'] option")).toHaveText([
    "One wrong line at a time",
    "Find the bug",
  ]);
  const figure = page.frameLocator(".share-preview");
  await expect(figure.locator("#softmax-weights")).toBeVisible();
  // By key: a press of the mouse may be taken to where the frame was a moment ago.
  await page.getByRole("switch", { name: "title" }).press("Space");
  await page.getByRole("radio", { name: "dark" }).press("Space");
  await expect(figure.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(figure.locator(".dk-figure-title")).toBeHidden();
  const source = `${new URL(".", page.url()).href}embed.html?theme=dark&amp;hide=title#figure-softmax`;
  await expect(page.locator(".dk-code pre")).toContainText(`src="${source}"`);
});

test("the preview is as it will be on the page: with the script, or with a height of its own", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await page.goto("share.html#?lang=tr");
  const preview = page.locator(".share-preview");
  const title = page.frameLocator(".share-preview").locator(".dk-figure-title");
  await expect(title).toHaveText("Ağırlıklar çarpı değerler");
  // A browser need not lay out a frame that is out of sight.
  await preview.scrollIntoViewIfNeeded();
  const body = page.frameLocator(".share-preview").locator("body");
  const inner = () => body.evaluate((element) => element.getBoundingClientRect().height);
  await expect
    .poll(async () => Number(await preview.getAttribute("height")) - Math.ceil(await inner()))
    .toBe(0);
  await page.getByRole("switch", { name: /betikle/ }).press("Space");
  await page.getByRole("slider", { name: "Yükseklik" }).press("Home");
  await expect(title).toBeVisible();
  await expect(preview).toHaveAttribute("height", "200");
});

test("a pasted link brings its numbers, and a damaged one its sentence", {
  tag: "@chromium:state",
}, async ({ page }) => {
  await page.goto("share.html#?lang=tr");
  const field = page.getByRole("textbox", { name: "Kendi sayılarınız" });
  const zeros = "0,0;0,0;0,0";
  await field.fill(
    `https://a.example/index.html#softmax?v=1&lang=en&Q=${zeros}&K=${zeros}&V=${zeros}`,
  );
  await expect(page.getByRole("combobox", { name: "Şekil" })).toHaveValue("softmax");
  const weights = page.frameLocator(".share-preview").locator("#softmax-weights td .dk-value-text");
  await expect(weights).toHaveText(new Array(9).fill(/^0[.,]333$/));
  await field.fill("#softmax?v=9");
  await expect(page.getByRole("alert")).toContainText("9");
  // What was chosen stays.
  await expect(page.locator(".dk-code pre")).toContainText(zeros);
});

test("lines of a page and addresses of any form are taken over, or it is told why not", async ({
  page,
}) => {
  await page.goto("share.html#?lang=en");
  const field = page.getByRole("textbox", { name: "Numbers of your own" });
  const code = page.locator(".dk-code pre");
  const folder = new URL(".", page.url()).href;
  const hash = encode(setSettings(workedExample.state, { temperature: 3 }), "en").slice(1);
  // Without the question mark, as it is read on the page itself.
  await field.fill(`${folder}playground.html#${hash}`);
  const state = hash.replace("lang=en&", "").replaceAll("&", "&amp;");
  await expect(code).toContainText(`src="${folder}embed.html#playground?${state}"`);
  // What the page itself gave out.
  const lines = (await code.textContent()) ?? "";
  await page.getByRole("combobox", { name: "Figure" }).selectOption("softmax");
  await expect(code).not.toContainText("#playground");
  await field.fill(lines);
  await expect(page.getByText("Taken over.")).toBeVisible();
  await expect(code).toHaveText(lines);
  const temperature = page
    .frameLocator(".share-preview")
    .getByRole("slider", { name: "temperature" });
  await expect(temperature.first()).toHaveAttribute("aria-valuetext", "3");
  await field.fill('<dikkat-attention figure="weights" q="1" k="1" v="1"></dikkat-attention>');
  await expect(page.getByRole("alert")).toHaveText(
    "The numbers of this tag are in its attributes, and only links are read here. Put them into the playground and paste its link.",
  );
});

test("what a tag cannot do is said where it is chosen", async ({ page }) => {
  await page.goto("share.html#?lang=tr");
  await page.getByRole("radio", { name: "etiket" }).press("Space");
  const hint = page.getByText(
    "Etikette kopyalayıp kaydeden düğmeler yoktur; dersin öteki şekilleri ve deneme alanı da etiketle gelmez. Bunlar için çerçeveyi seçin.",
  );
  await expect(hint).toBeVisible();
  await expect(page.getByRole("switch", { name: "kopyalama ve kaydetme" })).toHaveCount(0);
  await page.getByRole("radio", { name: "çerçeve" }).press("Space");
  await expect(hint).toHaveCount(0);
});

test("the site is asked for once for each frame, and for none where a tag is shown", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "HEAD") asked.push(request.url());
  });
  await page.goto("share.html#?lang=en");
  await expect(page.frameLocator(".share-preview").locator("#output-output")).toBeVisible();
  await expect.poll(() => asked.length).toBe(1);
  const field = page.getByRole("textbox", { name: "Numbers of your own" });
  await field.fill("#softmax?v=9");
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByRole("slider", { name: "Height" }).press("Home");
  await page.getByRole("radio", { name: "dark" }).press("Space");
  await expect.poll(() => asked.length).toBe(2);
  await page.getByRole("radio", { name: "a tag" }).press("Space");
  await page.getByRole("radio", { name: "light" }).press("Space");
  await expect(page.locator("dikkat-attention #output-output")).toBeVisible();
  expect(asked).toHaveLength(2);
});

for (const look of ["light", "dark"] as const) {
  test(`WCAG 2.2 AA: ${look}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: look });
    await page.goto("share.html#?lang=tr");
    await expect(page.locator(".share-preview")).toBeVisible();
    await expectAccessible(page);
    await expectNoSideways(page);
  });
}
