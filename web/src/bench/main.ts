// The page that measures within what stands around every page.

import "../styles/bench.css";
import { startPlain } from "../page/plain.ts";
import { BenchPage } from "./page.ts";
import { benchText } from "./text.ts";

startPlain({
  name: "bench",
  titles: { en: `dikkat: ${benchText.en.title}`, tr: `dikkat: ${benchText.tr.title}` },
  descriptions: {
    en: "How long attention takes on your own machine: plain JavaScript, the float64 reference and the tiled path with and without SIMD and Workers, timed in your browser.",
    tr: "Dikkat hesabı kendi makinenizde ne kadar sürüyor: düz JavaScript, float64 referans ve karolu yol, SIMD ve Worker’larla ya da onlarsız, tarayıcınızda ölçülür.",
  },
  mount: (root, language) => new BenchPage(root, language),
});
