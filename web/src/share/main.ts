// The page where a figure is chosen for somebody's own page, within what stands around every page.

import "../styles/share.css";
import { startPlain } from "../page/plain.ts";
import { SharePage } from "./page.ts";
import { shareText } from "./text.ts";

startPlain({
  name: "share",
  titles: { en: `dikkat: ${shareText.en.title}`, tr: `dikkat: ${shareText.tr.title}` },
  descriptions: {
    en: "Put a live figure of self-attention into a page of your own: choose it, see it, copy the code.",
    tr: "Öz dikkatin canlı bir şeklini kendi sayfanıza koyun: seçin, görün, kodunu kopyalayın.",
  },
  mount: (root, language) => new SharePage(root, language),
});
