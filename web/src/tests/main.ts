// The page of tests within what stands around every page.

import "../styles/tests.css";
import { startPlain } from "../page/plain.ts";
import { mountTests } from "./page.ts";
import { testsText } from "./text.ts";

startPlain({
  name: "tests",
  titles: { en: `dikkat: ${testsText.en.title}`, tr: `dikkat: ${testsText.tr.title}` },
  descriptions: {
    en: "The tests of dikkat, run in your browser while you watch: the C++ core compiled to WebAssembly, and cases from public bug reports.",
    tr: "dikkat’in testleri tarayıcınızda, gözünüzün önünde çalışır: WebAssembly’ye derlenmiş C++ çekirdeği ve herkese açık hata kayıtlarından durumlar.",
  },
  mount: mountTests,
});
