// The bar of tools that stays in view, and the sentences about the whole page.

import { html, nothing, type TemplateResult } from "lit";
import { AttentionError } from "../core/index.ts";
import type { Figures } from "../figures/figures.ts";
import { fieldName } from "../inputs/messages.ts";
import type { Language } from "../inputs/state.ts";
import { buttonView } from "../views/controls.ts";
import { faultView, noticeView } from "../views/figure.ts";
import type { App } from "./app.ts";
import type { Saying, Session } from "./session.ts";
import { languageChoice } from "./shell.ts";

const text = {
  en: {
    tools: "Example",
    undo: "Undo",
    redo: "Redo",
    reset: "Reset",
    changed: "changed",
    copyLink: "Copy link",
    said: {
      copied: "Copied.",
      copyFailed: "The browser did not allow copying. The address bar holds the link to this page.",
    } satisfies Record<Saying, string>,
    lateLink: (why: string) => `${why} The page stays as it was.`,
    badLink: (why: string) => `${why} The page shows the worked example instead.`,
    failure: (why: string) =>
      `The core could not be loaded, so nothing can be computed here. The browser says: ${why}. Load the page again; if that does not help, try another browser.`,
  },
  tr: {
    tools: "Örnek",
    undo: "Geri al",
    redo: "Yinele",
    reset: "Sıfırla",
    changed: "değiştirildi",
    copyLink: "Bağlantıyı kopyala",
    said: {
      copied: "Kopyalandı.",
      copyFailed:
        "Tarayıcı kopyalamaya izin vermedi. Bu sayfanın bağlantısı adres çubuğunda duruyor.",
    } satisfies Record<Saying, string>,
    lateLink: (why: string) => `${why} Sayfa olduğu gibi kaldı.`,
    badLink: (why: string) => `${why} Sayfa bunun yerine hazır örneği gösteriyor.`,
    failure: (why: string) =>
      `Çekirdek yüklenemedi, bu yüzden burada hesap yapılamıyor. Tarayıcının dediği: ${why}. Sayfayı yeniden yükleyin; olmazsa başka bir tarayıcı deneyin.`,
  },
} as const;

async function copyLink(app: App): Promise<void> {
  try {
    await navigator.clipboard.writeText(app.link());
    app.session?.say("copied");
  } catch {
    app.session?.say("copyFailed");
  }
}

/** Without figures, the switches are elsewhere on the page. */
export function tools(app: App, figures: Figures | null): TemplateResult {
  const { session, language } = app;
  const words = text[language];
  return html`<div class="page-tools">
    <div class="page-tools-scroll" role="group" aria-label=${words.tools}>
    ${buttonView({ label: words.undo, disabled: !session?.canUndo, onClick: () => session?.undo() })}
    ${buttonView({ label: words.redo, disabled: !session?.canRedo, onClick: () => session?.redo() })}
    ${buttonView({
      label: words.reset,
      disabled: !session?.changed,
      onClick: () => session?.reset(),
    })}
    ${figures ? html`${figures.scaleSwitch()} ${figures.causalSwitch()} ${figures.temperature()}` : nothing}
    ${buttonView({
      label: words.copyLink,
      disabled: !session,
      onClick: () => void copyLink(app),
    })}
    <span class="page-said" role="status">
      ${session?.saying ? words.said[session.saying] : figures && session?.edited ? words.changed : nothing}
    </span>
    </div>
    ${languageChoice({ language, setLanguage: (next) => app.setLanguage(next) })}
  </div>`;
}

/** Why the present inputs cannot be computed. */
export function faultOf(session: Session): TemplateResult | typeof nothing {
  const { fault, language } = session;
  if (!fault) return nothing;
  // The page's names for its matrices, not those of the API.
  const named = {
    code: fault.code,
    values: fault.values,
    field: fieldName(fault.field, language),
    other: fieldName(fault.other, language),
  };
  return faultView(new AttentionError(named).describe(language));
}

/** What is wrong with the link that the page was opened with. */
export function linkNotice(app: App): TemplateResult | typeof nothing {
  const sentence = app.linkSentence;
  if (!sentence) return nothing;
  return html`<div class="dk-page">${noticeView(text[app.language][app.linkLate ? "lateLink" : "badLink"](sentence))}</div>`;
}

export function engineFailure(why: string, language: Language): TemplateResult {
  return html`<div class="dk-page">${faultView(text[language].failure(why))}</div>`;
}
