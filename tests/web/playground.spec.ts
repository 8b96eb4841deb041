import { attention } from "./support/attention.ts";
import { kedi } from "./support/examples.ts";
import { expectNumbers, matrix, open } from "./support/page.ts";
import { test } from "./support/test.ts";

test("the playground starts from the worked example", async ({ page }) => {
  await open(page, "playground.html");
  await expectNumbers(matrix(page, "output", "output"), attention(kedi).output);
});
