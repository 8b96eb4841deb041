// <dikkat-attention>: figures as elements of somebody else's page, by one classic script.
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { attention, causal } from "./support/attention.ts";
import { expectAccessible } from "./support/axe.ts";
import { ben } from "./support/examples.ts";
import { cell, expectNoSideways, expectNumbers } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

const site = fileURLToPath(new URL("../../dist/site/", import.meta.url));

/** Counts what is compiled and started from here on. */
async function countPrograms(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const counts = [0, 0];
    Object.assign(globalThis, { counts });
    const { compile, instantiate } = WebAssembly;
    Object.assign(WebAssembly, {
      compile: (...args: Parameters<typeof compile>) => {
        counts[0] = (counts[0] ?? 0) + 1;
        return compile(...args);
      },
      instantiate: (...args: Parameters<typeof instantiate>) => {
        counts[1] = (counts[1] ?? 0) + 1;
        return instantiate(...args);
      },
    });
  });
  return () => page.evaluate(() => (globalThis as unknown as { counts: number[] }).counts);
}

test("elements show the numbers of their attributes, each its own", async ({ page }) => {
  await page.goto("hosts/tag.html");
  const { weights } = attention({ ...ben, sees: causal });
  await expectNumbers(page.locator("#weights #softmax-weights"), weights);
  const { output } = attention(ben);
  const turkish = page.locator("#output");
  await expectNumbers(turkish.locator("#output-output"), output, "tr");
  await expect(turkish.locator(".dk-figure-title")).toHaveText("Ağırlıklar çarpı değerler");
  await expect(turkish.locator(".dk-shadow")).toHaveCSS("color-scheme", "dark");
  const wrong = page.locator("#wrong");
  await expect(wrong.getByRole("alert")).toHaveText([
    "The attribute q: Row 2, column 2: “y” is not a number. Write it like 1.5 or -2.",
    "Instead the figure shows the worked example.",
  ]);
  await expect(wrong.locator("#scores-scores")).toBeVisible();
  await expectNoSideways(page);
});

test("a page that hands each state back takes no undo away", { tag: "@chromium:state" }, async ({
  page,
}) => {
  await page.goto("hosts/tag.html");
  const element = page.locator("#weights");
  await element.evaluate((one) => {
    for (const name of [...one.getAttributeNames()]) if (name !== "id") one.removeAttribute(name);
    one.setAttribute("state", "figure-scores?v=1&Q=1,0;0,1&K=1,0;0,1&V=1;2");
    one.addEventListener("dikkat-change", (event) =>
      one.setAttribute("state", (event as CustomEvent).detail.state),
    );
  });
  const field = element.locator("#scores-q input").first();
  await field.fill("7");
  await expect(element).toHaveAttribute("state", /&Q=7,0;0,1&/);
  await element.getByRole("button", { name: "Undo" }).click();
  await expect(field).toHaveValue("1");
  await expect(element).toHaveAttribute("state", /&Q=1,0;0,1&/);
});

test("in another document it keeps its looks, and back again", async ({ page }) => {
  await page.goto("hosts/tag.html");
  await expect(page.locator("#weights #softmax-weights")).toBeVisible();
  const looks = await page.evaluate(() => {
    const element = document.querySelector("#weights") as HTMLElement;
    const frame = document.body.appendChild(document.createElement("iframe"));
    const shadow = element.shadowRoot?.querySelector(".dk-shadow") as HTMLElement;
    return [document, frame.contentDocument, document].map((place) => {
      place?.body.append(element);
      return getComputedStyle(shadow).getPropertyValue("--dk-ink").trim();
    });
  });
  expect(looks[0]).not.toBe("");
  expect(looks).toEqual([looks[0], looks[0], looks[0]]);
});

test("a cell is opened and edited, and the page around hears of the edit alone", async ({
  page,
}) => {
  await page.goto("hosts/tag.html");
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard, keys: [] });
    addEventListener("dikkat-change", (event) => heard.push((event as CustomEvent).detail));
    addEventListener("keydown", ({ key }) =>
      (globalThis as unknown as { keys: string[] }).keys.push(key),
    );
  });
  const figure = page.locator("#output");
  const title = await page.title();
  await cell(figure.locator("#output-output"), 0, 0).click();
  await expect(figure.locator(".dk-inspector.dk-pinned")).toBeVisible();
  // The other figures have none open.
  await expect(page.locator("#weights .dk-inspector.dk-pinned")).toHaveCount(0);
  const value = cell(figure.locator("#output-v"), 0, 0)
    .locator("input")
    .or(cell(figure.locator("#output-v"), 0, 0));
  await value.first().fill("7");
  const changed = attention({ ...ben, v: [[7, 2], ...ben.v.slice(1)] });
  await expectNumbers(figure.locator("#output-output"), changed.output, "tr");
  await value.first().press("ArrowDown");
  await value.first().press("Control+z");
  await expectNumbers(figure.locator("#output-output"), attention(ben).output, "tr");
  const { heard, keys } = (await page.evaluate("({ heard, keys })")) as {
    heard: { state: string }[];
    keys: string[];
  };
  expect(heard.map(({ state }) => /V=([^&]*)/u.exec(state)?.[1])).toEqual([
    "7,2;3,0;0,4",
    "1,2;3,0;0,4",
  ]);
  expect(keys).toEqual([]);
  expect([await page.title(), new URL(page.url()).hash]).toEqual([title, ""]);
});

test("attributes that change are followed, and the trace is there for programs", {
  tag: "@chromium:state",
}, async ({ page }) => {
  await page.goto("hosts/tag.html");
  const element = page.locator("#weights");
  await expect(element.locator("#softmax-weights")).toBeVisible();
  const trace = await element.evaluate((element) => {
    element.removeAttribute("causal");
    element.setAttribute("v", "1 2; 3 0; 0 x");
    element.setAttribute("v", "1 2; 3 0; 0 5");
    element.setAttribute("figure", "output");
    return new Promise<number[]>((resolve) =>
      setTimeout(() => {
        const { output } = (element as unknown as { trace: { output: { data: Float64Array } } })
          .trace;
        resolve([...output.data]);
      }),
    );
  });
  const { output } = attention({ ...ben, v: [...ben.v.slice(0, 2), [0, 5]] });
  for (const [i, value] of output.flat().entries()) expect(trace[i]).toBeCloseTo(value, 12);
  await expectNumbers(element.locator("#output-output"), output);
  await element.evaluate((element) => {
    element.setAttribute("lang", "tr");
    element.setAttribute("theme", "dark");
    element.setAttribute("hide", "title, bar");
  });
  await expect(element.locator(".dk-figure-title")).toBeHidden();
  await expect(element.locator(".embed-bar")).toHaveCount(0);
  await expectNumbers(element.locator("#output-output"), output, "tr");
  // A part of frames alone.
  await element.evaluate((element) => element.setAttribute("hide", "bar save"));
  await expect(element.getByText(/^hide özniteliği “save”; böyle bir seçenek yok/)).toBeVisible();
  await element.evaluate((element) => {
    element.remove();
    element.setAttribute("v", "1 2; 3 0; 0 4");
    document.body.append(element);
  });
  await expectNumbers(element.locator("#output-output"), attention(ben).output, "tr");
});

test("attributes that there are not are told, with those that were meant; other programs' marks are not", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await page.goto("hosts/tag.html");
  const element = page.locator("#weights");
  await expect(element.locator("#softmax-weights")).toBeVisible();
  const set = (attributes: Record<string, string>) =>
    element.evaluate((one, given) => {
      for (const [name, value] of Object.entries(given)) one.setAttribute(name, value);
      // Attributes of others are looked at along with its own.
      one.setAttribute("theme", "light");
    }, attributes);
  await set({
    ...{ class: "wide", style: "color: red", title: "A figure", slot: "", lang: "en", dir: "ltr" },
    ...{ role: "group", tabindex: "0", part: "figure", nonce: "a", itemprop: "image" },
    ...{ "data-v-7ba5bd90": "", "aria-label": "A figure", "_ngcontent-abc-c12": "", "ng-if": "a" },
    ...{ "x-data": "{}", "v-cloak": "", "hx-get": "/", "v-on:click": "a", onclick: "1" },
    ...{ ngh: "0", ngskiphydration: "", jsaction: "a", jsname: "b", classname: "wide" },
    ...{ bis_skin_checked: "1", "cz-shortcut-listen": "true", "xml:lang": "en" },
  });
  await expect(element.locator(".dk-shadow")).toHaveCSS("color-scheme", "light");
  await expect(element.getByRole("alert")).toHaveCount(0);
  await element.evaluate((one) => one.removeAttribute("theme"));
  await set({
    temp: "2",
    querys: "1 0",
    mask: "causal",
    width: "100%",
    heads: "2",
    figure: "weight",
  });
  await expect(element.getByRole("alert")).toHaveText([
    "There is no attribute temp. Did you mean temperature? It is ignored until then.",
    "There is no attribute querys. Did you mean q? It is ignored until then.",
    "There is no attribute mask. Did you mean causal or attend? It is ignored until then.",
    /^There is no attribute width or heads; they are ignored\. The attributes are figure, lang, .*, state, tokens, .*\.$/,
    /^The attribute figure is “weight”, which there is not\. Did you mean “weights”\? It can be words, /,
  ]);
  await expect(element.locator("#output-output")).toBeVisible();
});

test("fewer labels than rows are told, and the figure is drawn", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await page.goto("hosts/tag.html");
  const element = page.locator("#output");
  await element.evaluate((one) => one.setAttribute("tokens", "ben gel"));
  await expect(element.getByRole("alert")).toHaveText(
    "tokens özniteliğinde 3 satır için 2 etiket var; etiketi olmayan son satırın adı t3 oldu. Her satıra bir etiket verin.",
  );
  await expectNumbers(element.locator("#output-output"), attention(ben).output, "tr");
});

test("of a title that is left out no strip stays", async ({ page }) => {
  await page.goto("hosts/tag.html");
  const element = page.locator("#output");
  await element.evaluate((one) => one.setAttribute("hide", "title"));
  const above = () =>
    element.evaluate((one) => {
      const figure = one.shadowRoot?.querySelector(".dk-figure") as HTMLElement;
      const body = figure.querySelector(".dk-figure-body") as HTMLElement;
      const { borderTopWidth } = getComputedStyle(figure);
      return (
        body.getBoundingClientRect().top -
        figure.getBoundingClientRect().top -
        Number.parseFloat(borderTopWidth)
      );
    });
  await expect(element.locator(".dk-figure-title")).toBeHidden();
  expect(await above()).toBeLessThan(1);
  // Where there are controls, they stay; without them as well nothing does.
  await element.evaluate((one) => one.setAttribute("figure", "mask"));
  await expect(element.locator(".dk-controls")).toBeVisible();
  await element.evaluate((one) => one.setAttribute("hide", "title controls"));
  await expect(element.locator(".dk-controls")).toBeHidden();
  expect(await above()).toBeLessThan(1);
});

test("ten of them have one program", { tag: "@chromium:content" }, async ({ page }) => {
  const count = await countPrograms(page);
  await page.goto("hosts/tag-ten.html");
  await expect(
    page.locator("dikkat-attention .dk-figure, dikkat-attention .five-lines"),
  ).toHaveCount(10);
  expect(await count()).toEqual([1, 1]);
  // Scores of 0: both values have one half.
  await expectNumbers(page.locator("dikkat-attention").nth(9).locator("#output-output"), [
    [2],
    [2],
  ]);
});

test("a strict policy and rules for everything leave a figure as it is", async ({ page }) => {
  await page.goto("hosts/tag-strict.html");
  const element = page.locator("dikkat-attention");
  await expect(element.locator("#softmax-weights")).toBeVisible();
  await expect(element.getByText("The figure is coming.")).toBeHidden();
  const title = element.locator(".dk-figure-title");
  await expect(title).toHaveCSS("text-transform", "none");
  await expect(title).toHaveCSS("float", "none");
  await expect(title).toHaveCSS("direction", "ltr");
  await expect(title).toHaveCSS("font-size", "16px");
  // Below what floats, and not beside it.
  const { width = 0 } = (await element.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(600);
});

test.describe("where nothing may be compiled", () => {
  test.use({ expectedComplaints: [/wasm|WebAssembly|unsafe-eval/iu] });

  test("a sentence and the element's own text stand there", async ({ page }) => {
    await page.goto("hosts/tag-forbidden.html");
    const element = page.locator("dikkat-attention");
    await expect(element.getByRole("alert")).toContainText("'wasm-unsafe-eval'");
    await expect(page.getByText("Şeklin yerinde yazısı durur.")).toBeVisible();
  });
});

test.describe("from a disk", () => {
  test.use({ expectedComplaints: [/^request: file:/] });

  test("it stands in a page that is opened as a file, and in a sandbox", async ({ page }) => {
    await page.goto(pathToFileURL(`${site}hosts/tag.html`).href);
    const { output } = attention(ben);
    await expectNumbers(page.locator("#output #output-output"), output, "tr");
    await page.goto("hosts/tag.html");
    const script = new URL("../dikkat.js", page.url()).href;
    await page.evaluate((src) => {
      const frame = document.createElement("iframe");
      frame.id = "sandbox";
      frame.setAttribute("sandbox", "allow-scripts");
      frame.srcdoc = `<script src="${src}"></script><dikkat-attention figure="weights"></dikkat-attention>`;
      document.body.append(frame);
    }, script);
    const inner = page.frameLocator("#sandbox").locator("dikkat-attention");
    await expect(inner.locator("#softmax-weights")).toBeAttached();
  });

  test("the playground of one file opens from a disk", async ({ page }) => {
    const file = pathToFileURL(`${site}playground-offline.html`).href;
    await page.goto(`${file}#?v=1&lang=en&tokens=a,b&Q=1,0;0,1&K=1,0;0,1&V=1,2;3,4`);
    const problem = {
      q: [
        [1, 0],
        [0, 1],
      ],
      k: [
        [1, 0],
        [0, 1],
      ],
      v: [
        [1, 2],
        [3, 4],
      ],
    };
    await expectNumbers(page.locator("#output-output"), attention(problem).output);
    // Edited, the address holds it, and a reload brings it back.
    const q = page.locator("#projections-q");
    await cell(q, 0, 0).fill("2");
    const changed = attention({
      ...problem,
      q: [
        [2, 0],
        [0, 1],
      ],
    });
    await expectNumbers(page.locator("#output-output"), changed.output);
    await expect.poll(() => new URL(page.url()).hash).toContain("Q=2,0;0,1");
    await page.reload();
    await expectNumbers(page.locator("#output-output"), changed.output);
    await page.getByRole("radio", { name: "A sentence" }).check();
    await page.getByRole("textbox", { name: /sentence/iu }).fill("one two three");
    await expect(page.locator("#softmax-weights tbody tr")).toHaveCount(3);
  });
});

for (const figure of ["#weights", "#output"]) {
  test(`WCAG 2.2 AA: ${figure}`, async ({ page }) => {
    await page.goto("hosts/tag.html");
    await expect(page.locator(`${figure} .dk-figure`)).toBeVisible();
    await expectAccessible(page, figure);
  });
}

test("the hash that is printed is that of the script", async ({ page }) => {
  const printed = readFileSync(`${site}../embed/dikkat.js.sha384`, "utf8").trim();
  await page.goto("share.html#?lang=en");
  await page.getByRole("radio", { name: "a tag", exact: true }).press("Space");
  await page.getByRole("combobox", { name: "Figure" }).selectOption("softmax");
  await expect(page.locator(".dk-code pre")).toContainText(`integrity="${printed}"`);
  // The preview is fetched with it: a browser would not run another script.
  await expect(page.locator("dikkat-attention.share-preview #softmax-weights")).toBeVisible();
  await page.getByRole("combobox", { name: "Figure" }).selectOption("cache");
  await expect(page.getByText(/This figure comes in a frame alone/)).toBeVisible();
  await expect(page.locator("iframe.share-preview")).toBeVisible();
});
