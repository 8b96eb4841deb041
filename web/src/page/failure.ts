// What a page says when the core cannot start: why, what to do, and the lesson's words all the same.
// Fetched only then.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { buttonView } from "../views/controls.ts";
import { faultView } from "../views/figure.ts";
import type { App } from "./app.ts";
import { textPage } from "./unscripted.ts";

type Kind = "missing" | "forbidden" | "memory" | "lost" | "network" | "damaged" | "other";

interface FailureText {
  readonly head: string;
  readonly why: Readonly<Record<Kind, string>>;
  readonly says: (message: string) => string;
  readonly again: string;
  readonly text: string;
}

const words: Record<Language, FailureText> = {
  en: {
    head: "The core could not be loaded, so nothing can be computed here.",
    why: {
      missing:
        "This browser has no WebAssembly, or a security mode has switched it off. Allow it for this site, or open the page in a current Chrome, Edge, Firefox or Safari.",
      forbidden:
        "The policy that this page was sent with forbids WebAssembly. Whoever runs the host has to add 'wasm-unsafe-eval' to script-src.",
      memory: "There was too little memory for it. Close other tabs or programs and try again.",
      lost: "The host does not have its file; perhaps the site is just being renewed. Try again in a minute.",
      network: "Its file did not arrive. Check the connection to the network and try again.",
      damaged: "What arrived in place of its file is cut short, or something else. Try again.",
      other: "Try again; if that does not help, try another browser.",
    },
    says: (message) => `The browser says: ${message}`,
    again: "Try again",
    text: "The lesson as text",
  },
  tr: {
    head: "Çekirdek yüklenemedi, bu yüzden burada hesap yapılamıyor.",
    why: {
      missing:
        "Bu tarayıcıda WebAssembly yok ya da bir güvenlik kipi onu kapatmış. Bu site için izin verin ya da sayfayı güncel bir Chrome, Edge, Firefox veya Safari ile açın.",
      forbidden:
        "Sayfayla birlikte gelen ilke WebAssembly’yi yasaklıyor. Sunucuyu işletenin script-src içine 'wasm-unsafe-eval' eklemesi gerekir.",
      memory: "Bellek yetmedi. Başka sekmeleri ya da programları kapatıp yeniden deneyin.",
      lost: "Dosyası sunucuda yok; belki site tam şu anda yenileniyordur. Bir dakika sonra yeniden deneyin.",
      network: "Dosyası gelmedi. Ağ bağlantısını denetleyip yeniden deneyin.",
      damaged: "Dosyasının yerine gelen şey yarım kalmış ya da başka bir şey. Yeniden deneyin.",
      other: "Yeniden deneyin; olmazsa başka bir tarayıcı kullanın.",
    },
    says: (message) => `Tarayıcının dediği: ${message}`,
    again: "Yeniden dene",
    text: "Metin olarak ders",
  },
};

/** By what engines say; each has words of its own. */
export function kindOf(error: unknown): Kind {
  if (typeof WebAssembly === "undefined") return "missing";
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (/content security policy|unsafe-eval|\bCSP\b|disallowed by embedder/iu.test(message)) {
    return "forbidden";
  }
  if (error instanceof RangeError || /out of memory|allocat/iu.test(message)) return "memory";
  if (/HTTP \d/u.test(message)) return "lost";
  if (name === "CompileError" || name === "LinkError" || /: a page came instead/u.test(message)) {
    return "damaged";
  }
  return name === "TypeError" ? "network" : "other";
}

/** Browsers keep the site's files for good, a damaged one as well: they are fetched anew. */
async function tryAgain(app: App): Promise<void> {
  const files = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => /\.(?:wasm|js)$/u.test(name));
  await Promise.allSettled(files.map((file) => fetch(file, { cache: "reload" })));
  app.reload();
}

/** The words of the lesson from the page that holds them as text; its links lead there. */
async function wordsOfLesson(language: Language): Promise<Element | null> {
  const answer = await fetch(textPage(language));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = page.getElementById("main");
  if (!answer.ok || !main) return null;
  for (const shown of main.querySelectorAll("h1, .dk-lead, .text-live")) shown.remove();
  for (const link of main.querySelectorAll('a[href^="#"]')) {
    link.setAttribute("href", textPage(language) + link.getAttribute("href"));
  }
  const text = document.createElement("div");
  text.className = main.className;
  text.append(...main.childNodes);
  return text;
}

export type FailureView = (app: App) => TemplateResult;

/** `whole`: the page is that of the lesson, and shows its words. */
export function failureOf(error: unknown, whole: boolean): FailureView {
  const kind = kindOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const texts = new Map<Language, Element | null>();
  const textIn = (app: App): Element | null => {
    const { language } = app;
    if (!texts.has(language)) {
      texts.set(language, null);
      const came = (text: Element | null) => {
        texts.set(language, text);
        app.render();
      };
      // The link to the page stays.
      wordsOfLesson(language).then(came, () => {});
    }
    return texts.get(language) ?? null;
  };
  return (app) => {
    const { head, why, says, again, text } = words[app.language];
    return html`<div class="dk-page">
        ${faultView(html`${head} ${why[kind]} <small>${says(message)}</small>`)}
        <p class="page-again">
          ${buttonView({ label: again, onClick: () => void tryAgain(app) })}
          <a href=${textPage(app.language)} target=${whole ? nothing : "_blank"} rel="noopener">${text}</a>
        </p>
      </div>
      ${whole ? textIn(app) : nothing}`;
  };
}
