// The playground: matrices pasted, a sentence, and all of it once more from the link.

import { attention, causal } from "../web/support/attention.ts";
import { ben } from "../web/support/examples.ts";
import { allShown } from "../web/support/shown.ts";
import { expect, page, test } from "./support/test.ts";

const q = [
  [2, 0],
  [0, 0.25],
  [1, -1],
];

const output = () => page.texts("#output-output td .dk-value-text");
const rowNames = () => page.texts("#output-output tbody th");

async function paste(name: string, text: string, use: string): Promise<void> {
  await page.click("button", name);
  await page.fill("form.play-paste textarea", text);
  await page.click("form.play-paste button", use);
  await expect.poll(() => page.texts("form.play-paste")).toEqual([]);
}

test("pasted matrices and a mask give their numbers, and the link gives them again", async () => {
  await page.open("playground.html#?lang=tr");
  await page.click("button", "ben gel dim");
  await paste("Q matrisine yapıştır", "2;0\n0;0,25\n1;-1", "Kullan");
  const open = allShown(attention({ ...ben, q }).output, "tr");
  await expect.poll(output).toEqual(open);
  await page.click("label", "açık, sol üste hizalı");
  const masked = allShown(attention({ ...ben, q, sees: causal }).output, "tr");
  await expect.poll(output).toEqual(masked);
  await expect.poll(() => page.address()).toMatch(/causal/u);
  const link = new URL(await page.address());
  await page.forget();
  await page.open(`${link.pathname.slice(1)}${link.hash}`);
  await expect.poll(output).toEqual(masked);
  expect(await rowNames()).toEqual(ben.tokens);
  expect(await page.attribute("html", "lang")).toBe("tr");
});

test("what cannot be read is told where it stands, and stays in the form", async () => {
  await page.open("playground.html#?lang=en");
  await page.click("button", "ben gel dim");
  await page.click("button", "Paste into Q");
  await page.fill("form.play-paste textarea", "1 0\n0 x\n1 1");
  await expect
    .poll(() => page.text("form.play-paste [role=alert]"))
    .toContain("Q, row 2, column 2: “x”");
  expect(await page.attribute("form.play-paste button", "disabled")).toBe("");
  expect(await page.values("form.play-paste textarea")).toEqual(["1 0\n0 x\n1 1"]);
  expect(await output()).toEqual(allShown(attention(ben).output));
});

test("a sentence becomes tokens, each with a row, and stays over a reload", async () => {
  await page.open("playground.html#?lang=en");
  await page.click("label", "A sentence");
  await page.fill("#sentence", "İpek, ŞIK");
  await expect.poll(rowNames).toEqual(["ipek", ",", "şık"]);
  const once = await output();
  await page.reload();
  await expect.poll(output).toEqual(once);
  expect(await page.values("#sentence")).toEqual(["İpek, ŞIK"]);
});

test("on a phone nothing is wider than the screen", async () => {
  for (const language of ["tr", "en"]) {
    await page.openOnPhone(`playground.html#?lang=${language}`);
    await page.element("#output-output");
    await page.scrollTo("#python");
    await page.element("#python-code");
    expect(await page.sideways(), language).toBe(0);
  }
});
