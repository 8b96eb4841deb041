import { attention } from "./support/attention.ts";
import { kedi } from "./support/examples.ts";
import { expectNumbers, matrix, open } from "./support/page.ts";
import { test } from "./support/test.ts";

test("the worked example runs from X to the output", async ({ page }) => {
  await open(page, "index.html");
  const { scores, weights, output } = attention(kedi);
  await expectNumbers(matrix(page, "projections", "q"), kedi.q);
  await expectNumbers(matrix(page, "scores", "scores"), scores);
  await expectNumbers(matrix(page, "softmax", "weights"), weights);
  await expectNumbers(matrix(page, "output", "output"), output);
});
