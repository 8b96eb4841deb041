// What a page says where its scripts do not start: written into it at the build, in both languages,
// since nobody is there to choose one. Whoever starts takes it away.

import type { Language } from "../inputs/state.ts";
import { textPage } from "./unscripted.ts";

interface UnscriptedText {
  readonly waiting: string;
  readonly switchedOff: string;
  readonly lost: string;
  readonly fromDisk: readonly [before: string, command: string, after: string];
  readonly text: string;
}

const words: Record<Language, UnscriptedText> = {
  en: {
    waiting:
      "This page is made by its scripts, and they have not started. Three things may be wrong:",
    switchedOff:
      "JavaScript is switched off here, or something blocks it. Allow it for this site and load the page again.",
    lost: "A file has not arrived. Load the page again.",
    fromDisk: [
      "The page was opened as a file. From a disk, browsers start no modules: serve the folder instead. Run",
      "python3 -m http.server",
      "in it, for example, and open http://localhost:8000.",
    ],
    text: "The whole lesson as text needs no scripts.",
  },
  tr: {
    waiting: "Bu sayfayı betikleri kurar, onlar ise başlamadı. Üç neden olabilir:",
    switchedOff:
      "JavaScript burada kapalı ya da bir şey onu engelliyor. Bu site için izin verip sayfayı yeniden yükleyin.",
    lost: "Bir dosya gelmedi. Sayfayı yeniden yükleyin.",
    fromDisk: [
      "Sayfa dosya olarak açıldı. Tarayıcılar diskten modül başlatmaz; klasörü sunmak gerekir. Örneğin klasörün içinde",
      "python3 -m http.server",
      "komutunu çalıştırıp http://localhost:8000 adresini açın.",
    ],
    text: "Dersin tamamının metni betik istemez.",
  },
};

function paragraphs(language: Language): string {
  const { waiting, switchedOff, lost, fromDisk, text } = words[language];
  const [before, command, after] = fromDisk;
  return `<div lang="${language}">
        <p>${waiting}</p>
        <ul>
          <li>${switchedOff}</li>
          <li>${lost}</li>
          <li>${before} <code>${command}</code> ${after}</li>
        </ul>
        <p><a href="./${textPage(language)}">${text}</a></p>
      </div>`;
}

export const unscripted = `<section id="unscripted" class="page-unscripted dk-page">
      <h1>dikkat</h1>
      ${paragraphs("en")}
      ${paragraphs("tr")}
    </section>`;
