// Pages without scripts: the lesson's words in each language, and what every page says where its
// scripts do not start. Made at the build, by the modules that the pages themselves are made of.

import { fileURLToPath } from "node:url";
import { type Plugin, type Rolldown, runnerImport } from "vite";
import type { Language } from "../web/src/inputs/state.ts";
import { textPage } from "../web/src/page/unscripted.ts";
import { unscripted } from "../web/src/page/unscripted-text.ts";
import { leanPythonSources } from "./lean-python.ts";

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The modules import the styles that go with them; here nothing is drawn. */
const noStyles: Plugin = {
  name: "no styles",
  enforce: "pre",
  resolveId: (id) => (id.endsWith(".css") ? "\0no-styles" : null),
  load: (id) => (id === "\0no-styles" ? "" : null),
};

async function lessonAsText(): Promise<Record<Language, string>> {
  const { module } = await runnerImport<{ lesson: Record<Language, string> }>(
    at("web/src/lesson/as-text.ts"),
    {
      configFile: false,
      plugins: [noStyles, leanPythonSources],
      root: at("web"),
      logLevel: "warn",
    },
  );
  return module.lesson;
}

const policy = /<meta\s+http-equiv="Content-Security-Policy"[^>]*>/u;
const styles = /<link rel="stylesheet"[^>]*>/gu;

const words: Record<Language, { title: string; description: string; other: string; live: string }> =
  {
    en: {
      title: "dikkat: the lesson as text",
      description: "The lesson on self-attention as text, with the numbers of its example.",
      other: "Türkçe",
      live: "The lesson itself, with its figures",
    },
    tr: {
      title: "dikkat: ders, metin olarak",
      description: "Öz dikkat dersinin metni, örneğinin sayılarıyla.",
      other: "English",
      live: "Şekilleriyle dersin kendisi",
    },
  };

/** The same policy and the same styles as the lesson's own page. */
function pageOf(language: Language, content: string, lesson: string): string {
  const { title, description, other, live } = words[language];
  const otherLanguage = language === "tr" ? "en" : "tr";
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    ${policy.exec(lesson)?.[0]}
    <title>${title}</title>
    <meta name="description" content="${description}" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="./icon.svg" type="image/svg+xml" />
    <link rel="alternate" hreflang="${otherLanguage}" href="./${textPage(otherLanguage)}" />
    ${lesson.match(styles)?.join("\n    ")}
  </head>
  <body>
    <header class="page-header">
      <a class="page-name" href="./index.html#?lang=${language}">dikkat</a>
      <nav class="page-nav">
        <a href="./index.html#?lang=${language}">${live}</a>
        <a href="./${textPage(otherLanguage)}" lang="${otherLanguage}" hreflang="${otherLanguage}">${other}</a>
      </nav>
    </header>
    <main id="main" class="page-text dk-page">
${content}
    </main>
  </body>
</html>
`;
}

const isText = (file: { type: string } | undefined): file is Rolldown.OutputAsset =>
  file?.type === "asset";

/** For Vite: the pages as text, and in every page what it says without scripts. */
export const asText: Plugin = {
  name: "as text",
  enforce: "post",
  transformIndexHtml: (page) =>
    page
      .replace("<!-- unscripted -->", unscripted)
      // From a disk, browsers fetch nothing with it, not even a style.
      .replaceAll('<link rel="stylesheet" crossorigin', '<link rel="stylesheet"'),
  async generateBundle(_, bundle) {
    const lesson = bundle["index.html"];
    if (!isText(lesson)) return;
    const contents = await lessonAsText();
    for (const language of ["en", "tr"] as const) {
      const source = pageOf(language, contents[language], String(lesson.source));
      this.emitFile({ type: "asset", fileName: textPage(language), source });
    }
  },
};
