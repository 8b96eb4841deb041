// The page that measures within what stands around every page.

import "../styles/bench.css";
import { startPlain } from "../page/plain.ts";
import { BenchPage } from "./page.ts";
import { benchText } from "./text.ts";

startPlain({
  name: "bench",
  titles: { en: benchText.en.title, tr: benchText.tr.title },
  mount: (root, language) => new BenchPage(root, language),
});
