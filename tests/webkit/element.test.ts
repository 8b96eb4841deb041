// Figures by one tag, and the playground in one file.

import { fileURLToPath, pathToFileURL } from "node:url";
import { attention, causal } from "../web/support/attention.ts";
import { ben, kedi } from "../web/support/examples.ts";
import { allShown } from "../web/support/shown.ts";
import { expect, page, test } from "./support/test.ts";

/** The shown numbers of a table within an element. */
const numbersIn = (element: string, table: string) =>
  page.evaluate(
    (host, cells) =>
      [...(document.querySelector(host)?.shadowRoot?.querySelectorAll(cells) ?? [])].map((cell) =>
        (cell.textContent ?? "").trim(),
      ),
    element,
    `#${table} td .dk-value-text`,
  );

test("elements show the numbers of their attributes, in the language that each is told", async () => {
  await page.open("hosts/tag.html");
  await page.scrollTo("#weights");
  const { weights } = attention({ ...ben, sees: causal });
  await expect.poll(() => numbersIn("#weights", "softmax-weights")).toEqual(allShown(weights));
  await page.scrollTo("#output");
  const { output } = attention(ben);
  await expect.poll(() => numbersIn("#output", "output-output")).toEqual(allShown(output, "tr"));
});

test("a cell of an element opens into its sum", async () => {
  await page.open("hosts/tag.html");
  await page.scrollTo("#weights");
  await page.until(() => {
    const cell = document
      .querySelector("#weights")
      ?.shadowRoot?.querySelector<HTMLElement>("#softmax-weights [data-row='2'][data-column='2']");
    cell?.click();
    return cell !== null && cell !== undefined;
  });
  const equation = () =>
    page.evaluate(
      () =>
        document.querySelector("#weights")?.shadowRoot?.querySelector(".dk-equation")?.textContent,
    );
  const value = attention({ ...ben, sees: causal }).weights[2]?.[2] ?? Number.NaN;
  await expect.poll(equation).toContain(allShown([[value]])[0]);
});

test("under a strict policy, with rules for everything and the script twice", async () => {
  await page.open("hosts/tag-strict.html");
  const { weights } = attention(kedi);
  await expect
    .poll(() => numbersIn("dikkat-attention", "softmax-weights"))
    .toEqual(allShown(weights));
});

test("the playground in one file opens from a disk", async () => {
  const site = fileURLToPath(new URL("../../dist/site/", import.meta.url));
  await page.openFile(`${pathToFileURL(`${site}playground-offline.html`)}#?v=1&lang=en`);
  const shown = () => page.texts("#output-output td .dk-value-text");
  await expect.poll(shown).toEqual(allShown(attention(kedi).output));
});
