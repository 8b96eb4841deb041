// Whatever a reader may do on a page, at random: nothing is complained about, the numbers shown are
// those of the reference, and memory is flat. A few hundred actions here; `npm run soak` does ten
// thousand. soak.test.ts does the same to the state alone.

import "../../web/src/inputs/packed.ts";
import { InputError } from "../../web/src/inputs/error.ts";
import { workedExample } from "../../web/src/inputs/example.ts";
import type { State } from "../../web/src/inputs/state.ts";
import { decode } from "../../web/src/inputs/url.ts";
import type { Rows } from "./support/attention.ts";
import { doAnything } from "./support/monkey.ts";
import { open, type PageName } from "./support/page.ts";
import { expectedOf, fits } from "./support/settings.ts";
import { expect, type Page, test } from "./support/test.ts";

const { DIKKAT_SOAK: long } = process.env;
const all = Number(long ?? 300);
const batch = 25;

const zeros = "0,0;0,0;0,0";
const links: Record<PageName, string[]> = {
  "index.html": [
    "?v=1&lang=en",
    "mask?v=1&lang=tr&causal=top-left",
    `?v=1&lang=en&Q=${zeros}&K=${zeros}&V=${zeros}`,
    "?v=1&lang=tr&X=abc",
    "?v=99",
  ],
  "playground.html": [
    "?v=1&lang=en",
    "?v=1&lang=tr&text=kedi+mindere+oturdu&textlang=tr&width=3&seed=4",
    "?v=1&lang=en&Q=1,0;0,2&K=1,1;0,1;2,0&V=1,0;0,1;1,1&bias=0,-inf,0;0,0,1",
    "?v=1&lang=en&Q=1,2,3&K=1,2&V=1",
    "?v=1&lang=tr&X=abc",
    "?v=99",
  ],
};
const embeds = ["embed.html#figure-softmax", "embed.html?lang=tr&theme=dark#figure-projections"];

/** Every memory of the core that the page has made. */
async function watchMemories(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const memories: WebAssembly.Memory[] = [];
    Object.assign(globalThis, { memories });
    const instantiate = WebAssembly.instantiate;
    WebAssembly.instantiate = (async (
      program: WebAssembly.Module,
      imports: WebAssembly.Imports,
    ) => {
      const made = await instantiate(program, imports);
      for (const part of Object.values(made.exports))
        if (part instanceof WebAssembly.Memory) memories.push(part);
      return made;
    }) as typeof instantiate;
  });
}

/** What the page shows, and what its link to the playground says that it holds. */
const shownOn = (page: Page) =>
  page.evaluate(() => {
    const rows = <E extends Element>(id: string, selector: string, text: (e: E) => string) =>
      [...document.querySelectorAll(`#${id} tbody tr`)].map((row) =>
        [...row.querySelectorAll<E>(selector)].map(text),
      );
    const numbers = (id: string) =>
      rows(id, "td .dk-value-text", (cell) => cell.textContent?.trim() ?? "");
    const fields = (name: string) =>
      rows<HTMLInputElement>(`projections-${name}`, "input", ({ value }) => value);
    return {
      language: document.documentElement.lang,
      hash: document.querySelector<HTMLAnchorElement>('.page-nav a[href^="playground.html"]')?.hash,
      made: { x: fields("x"), wq: fields("wq"), wk: fields("wk"), wv: fields("wv") },
      weights: numbers("softmax-weights"),
      output: numbers("output-output"),
    };
  });
type Shown = Awaited<ReturnType<typeof shownOn>>;

const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** As the page writes it: 1,5, −∞, 4.6·10⁻⁴. */
function numberIn(text: string): number {
  const plain = text
    .replace(/·10(.+)$/u, (_, power) => `e${power}`)
    .replace(/[⁰¹²³⁴-⁹]/gu, (digit) => String(raised.indexOf(digit)))
    .replaceAll(/[\u2212⁻]/gu, "-");
  return Number(plain.replace(",", ".").replace("∞", "Infinity"));
}

function stateOf({ hash, made }: Shown): State {
  const link = decode(hash ?? "");
  if (link instanceof InputError) throw link;
  if (!link.content) return workedExample.state;
  if (link.content.kind === "state") return link.content.state;
  const drawn = (rows: string[][]) => rows.map((row) => row.map(numberIn));
  const { x, wq, wk, wv } = made;
  return link.content.finish({ x: drawn(x), wq: drawn(wq), wk: drawn(wk), wv: drawn(wv) });
}

function expectShown(texts: string[][], want: Rows, language: string, where: string): void {
  expect(
    texts.map((row) => row.length),
    where,
  ).toEqual(want.map((row) => row.length));
  const thousands = language === "tr" ? "." : ",";
  for (const [i, row] of want.entries())
    for (const [j, x] of row.entries()) {
      const text = texts[i]?.[j] ?? "";
      const off = Math.abs(numberIn(text.replaceAll(thousands, "")) - x);
      // Three decimals are shown.
      expect(off, `${where}[${i}][${j}] is ${text}, not ${x}`).toBeLessThanOrEqual(0.000501);
    }
}

/** Are there results, of which those in the page are the reference's? What is out of view is drawn last. */
async function expectReference(page: Page): Promise<boolean> {
  let there = false;
  await expect(async () => {
    there = await judge(page);
  }).toPass({ timeout: 15_000 });
  return there;
}

async function judge(page: Page): Promise<boolean> {
  const shown = await shownOn(page);
  const state = stateOf(shown);
  if (!fits(state)) {
    expect(await page.getByRole("alert").count()).toBeGreaterThan(0);
    return false;
  }
  const { weights, output } = expectedOf(state);
  expectShown(shown.weights, weights, shown.language, "weights");
  expectShown(shown.output, output, shown.language, "output");
  return true;
}

/** The page as it is opened, however it was left. */
async function calm(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll("iframe")) frame.remove();
    for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]"))
      dialog.close();
    location.hash = "?v=1&lang=en&temperature=2";
  });
  await page.getByRole("combobox", { name: /^(Theme|Görünüm)$/ }).selectOption("auto");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectReference(page);
}

/** What the page holds now, collected garbage aside. */
async function holds(page: Page) {
  const session = await page.context().newCDPSession(page);
  for (let i = 0; i < 3; i++) await session.send("HeapProfiler.collectGarbage");
  const { usedSize: heap } = await session.send("Runtime.getHeapUsage");
  const dom = await session.send("Memory.getDOMCounters");
  const core = await page.evaluate(() =>
    (globalThis as unknown as { memories: WebAssembly.Memory[] }).memories.map(
      ({ buffer }) => buffer.byteLength,
    ),
  );
  await session.detach();
  // What was opened and folded open is on the page; what is on none and still held is a leak.
  const attached = await page.evaluate(() => {
    const walker = document.createTreeWalker(document);
    let count = 1;
    while (walker.nextNode()) count++;
    return count;
  });
  return { heap, core, attached, ...dom };
}

/** What it holds when it is calm. */
async function held(page: Page) {
  await calm(page);
  return holds(page);
}

/** Of a frame that was taken away while its figure was being drawn. */
test.use({ expectedComplaints: [/^uncaught: .*callback is no longer runnable/u] });

// The lesson has many more figures to draw after each.
for (const [name, count] of [
  ["playground.html", all],
  ["index.html", all / 2],
] as const) {
  test(`${name}: ${count} things that a reader may do`, async ({ page }) => {
    test.setTimeout(60_000 + 1000 * count);
    await watchMemories(page);
    await open(page, name);
    let seed = 2026;
    let compared = 0;
    const go = async (end: number) => {
      for (let done = 0; done < end; done += batch) {
        const order = { seed, count: batch, links: links[name], embeds };
        seed = await page.evaluate(doAnything, order);
        if (await expectReference(page)) compared++;
      }
    };
    const warm = Math.min(2000, count / 3);
    await go(warm);
    const begun = await held(page);
    const later: (typeof begun)[] = [];
    const parts = long ? 4 : 1;
    for (let part = 0; part < parts; part++) {
      await go((count - warm) / parts);
      later.push(await held(page));
      if (long) console.log(name, JSON.stringify({ begun, now: later.at(-1), compared }));
    }
    expect(compared).toBeGreaterThan(count / batch / 4);
    for (const { core } of later) expect(core).toEqual(begun.core);
    // What was closed just now is let go in its time; the last pictures that were shown stay in the
    // browser's own memory of images, each a document. The reader opens far more.
    const documents = async () => (await holds(page)).documents;
    await expect.poll(documents).toBeLessThanOrEqual(begun.documents + 3);
    if (!long) return;
    // What is begun and not yet drawn, or was closed just now, is held for a while: what leaks is
    // there every time.
    const more = (what: (one: typeof begun) => number) =>
      Math.min(...later.map(what)) - what(begun);
    expect(more(({ nodes, attached }) => nodes - attached)).toBeLessThan(2000);
    expect(more(({ jsEventListeners }) => jsEventListeners)).toBeLessThan(300);
    expect(more(({ heap }) => heap)).toBeLessThan(3e6);
  });
}

test("the element, added to a page and taken away again and again", async ({ page }) => {
  await watchMemories(page);
  await page.goto("hosts/tag.html");
  const numbers = page.locator("dikkat-attention#weights td .dk-value-text");
  await expect(numbers.first()).toBeVisible();
  const come = (times: number) =>
    page.evaluate(async (times) => {
      const pattern = document.querySelector("dikkat-attention");
      for (let i = 0; i < times; i++) {
        const element = pattern?.cloneNode(true) as HTMLElement;
        element.id = "again";
        document.body.append(element);
        const drawn = () => element.shadowRoot?.querySelector("td .dk-value-text");
        while (!drawn()) await new Promise((frame) => requestAnimationFrame(frame));
        element.remove();
      }
    }, times);
  await come(10);
  const begun = await holds(page);
  await come(long ? 190 : 40);
  const now = await holds(page);
  if (long) console.log("dikkat-attention", JSON.stringify({ begun, now }));
  expect(now.core).toHaveLength(1);
  expect(now.core).toEqual(begun.core);
  expect(now.documents).toBe(begun.documents);
  // Of an element that stays there would be hundreds of nodes.
  expect(now.nodes - begun.nodes).toBeLessThan(200);
  expect(now.jsEventListeners - begun.jsEventListeners).toBeLessThan(20);
  expect(now.heap - begun.heap).toBeLessThan(1e6);
});
