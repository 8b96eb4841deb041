// The page of tests within what stands around every page.

import "../styles/tests.css";
import { startPlain } from "../page/plain.ts";
import { mountTests } from "./page.ts";
import { testsText } from "./text.ts";

startPlain({
  name: "tests",
  titles: { en: testsText.en.title, tr: testsText.tr.title },
  mount: mountTests,
});
