// A link may hold a choice that a figure does not have: the figure says so in a sentence, shows how
// it begins, and the sentence goes once the reader has chosen.

import { inspector, open, speak } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

/** One that does not fit for every figure that holds choices. */
const wrong = {
  question: "question.asks:99",
  recurrent: "recurrent.factor:7",
  layers: "layers.tokens:2",
  experiment: "experiment.keys:17",
  shift: "shift.add:5",
  sinks: "sinks.temperature:warm",
  "by-hand": "byhand.cell:nosuch_0_0",
  order: "order.order:0.0.1",
  positions: "positions.shift:-1",
  heads: "heads.heads:3",
  cross: "cross.view:sideways",
  meaning: "meaning.values:wide",
  cache: "cache.places:99",
  calculator: "calculator.batch:0",
  patterns: "patterns.causal:2",
  reach: "state.keep:2",
  block: "block.seed:1000",
  bugs: "bugs.fault:none",
  answers: "answers.open:nosuch",
} as const;

const sentences = {
  en: "This figure has no such choice: ",
  tr: "Bu şekilde böyle bir seçim yok: ",
} as const;

test("every figure tells what does not fit, in both languages", async ({ page }) => {
  const fig = Object.values(wrong).join(",");
  await open(page, "index.html", `questions?v=1&lang=en&fig=${fig}`);
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    for (const [figure, choice] of Object.entries(wrong)) {
      const told = page.locator(`#figure-${figure} > .dk-fault[role=status]`);
      const named = choice.replace(":", " = ");
      await expect(told, figure).toContainText(`${sentences[language]}${named}`);
    }
  }
  await expect(page.locator(".dk-fault[role=status]")).toHaveCount(Object.keys(wrong).length);
});

test("the sentence goes when the reader chooses", async ({ page }) => {
  await open(page, "index.html", "order?v=1&lang=en&fig=positions.way:nosuch,positions.x:1");
  const told = page.locator("#figure-positions > .dk-fault");
  await expect(told).toContainText("positions.way = nosuch, positions.x = 1");
  await page.locator("#figure-positions").getByRole("radio", { name: "ALiBi" }).check();
  await expect(told).not.toContainText("positions.way");
  await expect(told).toContainText("positions.x = 1");
});

test("heads of K and V that the heads cannot be dealt out to are told", async ({ page }) => {
  await open(page, "index.html", "heads?v=1&lang=en&fig=heads.kv:4");
  const figure = page.locator("#figure-heads");
  await expect(figure.locator("> .dk-fault")).toContainText("heads.kv = 4");
  await figure.getByRole("radio", { name: "4" }).first().check();
  await expect(figure.locator("> .dk-fault")).toHaveCount(0);
});

test("an open cell that is not there is told where its sum would stand", async ({ page }) => {
  await open(page, "index.html", "order?v=1&lang=en&fig=order.cell:weights_99_0");
  await expect(inspector(page, "order")).toContainText("is not here now");
  await speak(page, "tr");
  await expect(inspector(page, "order")).toContainText("şu anda burada yok");
});
