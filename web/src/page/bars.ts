// The bar of tools that stays in view, and the sentences about the whole page.

import { html, nothing, svg, type TemplateResult } from "lit/html.js";
import type { Figures } from "../figures/figures.ts";
import type { Language } from "../inputs/state.ts";
import { buttonView } from "../views/controls.ts";
import { noticeView } from "../views/figure.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { want } from "../views/take.ts";
import type { App } from "./app.ts";
import { changesOf } from "./changes.ts";
import { editButtons, resetButton, signed } from "./edit-buttons.ts";
import type { Saying, Session } from "./session.ts";
import { languageChoice } from "./shell.ts";
import { menuOf } from "./tool-menu.ts";

const text = {
  en: {
    tools: "Example",
    settings: "Settings",
    changes: "What was changed",
    restore: "Restore the example",
    asItWas: "The example as it was",
    copyLink: "Copy link",
    save: "Save, open",
    said: {
      copied: "Copied.",
      copyFailed: "The browser did not allow copying. The address bar holds the link to this page.",
      notFetched: "What copies and saves could not be fetched. Try again.",
    } satisfies Record<Saying, string>,
    notHere:
      "The lesson tells of three tokens that all see each other or look back. The numbers in this link are others, so it shows its own example.",
    playground: "Open them in the playground",
    unknownKeys: (keys: string) =>
      `The link also holds ${keys}, which this page does not know; it changes nothing.`,
    lateLink: (why: string) => `${why} The page stays as it was.`,
    badLink: (why: string) => `${why} The page shows the worked example instead.`,
  },
  tr: {
    tools: "Örnek",
    settings: "Ayarlar",
    changes: "Neyin değiştiği",
    restore: "Eski hâline döndür",
    asItWas: "Örnek olduğu gibi",
    copyLink: "Bağlantıyı kopyala",
    save: "Kaydet, aç",
    said: {
      copied: "Kopyalandı.",
      copyFailed:
        "Tarayıcı kopyalamaya izin vermedi. Bu sayfanın bağlantısı adres çubuğunda duruyor.",
      notFetched: "Kopyalayıp kaydeden bölüm getirilemedi. Yeniden deneyin.",
    } satisfies Record<Saying, string>,
    notHere:
      "Ders, birbirini ya da yalnızca geriyi gören üç tokenı anlatır. Bu bağlantıdaki sayılar öyle değil; bu yüzden ders kendi örneğini gösteriyor.",
    playground: "Onları deneme alanında aç",
    unknownKeys: (keys: string) =>
      `Bağlantıda bu sayfanın tanımadığı ${keys} de var; bir şey değiştirmiyor.`,
    lateLink: (why: string) => `${why} Sayfa olduğu gibi kaldı.`,
    badLink: (why: string) => `${why} Sayfa bunun yerine hazır örneği gösteriyor.`,
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

const signs = {
  settings: svg`<path d="M4 7h9M19 7h1M4 17h1M11 17h9"/><circle cx="16" cy="7" r="2.500"/><circle cx="8" cy="17" r="2.500"/>`,
  list: svg`<path d="M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01"/>`,
  screen: svg`<path d="M3 4h18M4.500 4v11h15V4M12 15v3M8.500 21l3.500-3 3.500 3"/>`,
  save: svg`<path d="M12 4v11M7 10.500l5 5 5-5M5 20h14"/>`,
  link: svg`<path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"/>`,
};

/** A tool of the page's own, at an end of the bar: a sign alone, with its word for those who hear it. */
export interface SignTool {
  readonly sign: keyof typeof signs;
  readonly word: string;
  /** Of a tool that is on or off. */
  readonly pressed?: boolean;
  readonly className: string;
  readonly onClick: () => void;
}

function signTool(o: SignTool): TemplateResult {
  return html`<button
    type="button"
    class="dk-button page-sign-tool ${o.className}"
    title=${o.word}
    aria-label=${o.word}
    aria-pressed=${o.pressed ?? nothing}
    @click=${o.onClick}
  ><svg class="page-sign" viewBox="0 0 24 24" aria-hidden="true">${signs[o.sign]}</svg></button>`;
}

/**
 * What of the example was changed, and the way back. In a wide window it stands in the bar; else it
 * hangs from it, and nothing moves when it comes.
 */
function changesView(session: Session, words: (typeof text)[Language]): TemplateResult {
  const changes = changesOf(session.state, session.initial, session.language);
  return html`<div class="page-changes ${changes ? "page-changed" : ""}" ${keepReachable(words.changes)}>
    <p role="status">${changes ?? words.asItWas}</p>
    ${changes ? html`<button type="button" @click=${(event: Event) => restore(event, session)}>${words.restore}</button>` : nothing}
  </div>`;
}

/** The pressed button goes; the next key should still be heard in the bar. */
function restore(event: Event, session: Session): void {
  const bar = (event.currentTarget as Element).closest(".page-tools");
  session.reset();
  bar?.querySelector<HTMLElement>(".page-tools-row button")?.focus({ preventScroll: true });
}

/** What the bar has of the page that it is on. */
interface Ends {
  readonly first?: SignTool;
  readonly last?: SignTool;
  /** The view shows one thing at a time: its bar is this one. */
  readonly middle?: unknown;
}

/** Everything of the page, as data or as a program, and the way back from a file. */
export function saveButton({ session, language }: App): TemplateResult {
  return buttonView({
    label: signed(signs.save, text[language].save),
    disabled: !session?.results,
    onClick: ({ currentTarget }) => want(currentTarget, { kind: "all" }),
  });
}

/** Reset, the switches of the example, and its link: in the bar, or in the sheet under it. */
function settings(
  { session, app }: { session: Session | null; app: App },
  figures: Figures | null,
): TemplateResult {
  const words = text[app.language];
  return html`${resetButton(app)}
  ${figures ? html`${figures.scaleSwitch()} ${figures.causalSwitch()} ${figures.temperature()}` : nothing}
  ${buttonView({
    label: signed(signs.link, words.copyLink),
    disabled: !session,
    onClick: () => void copyLink(app),
  })}
  ${saveButton(app)}
  <span class="page-said" role="status">${session?.saying ? words.said[session.saying] : nothing}</span>`;
}

/** Without figures, the switches are elsewhere on the page. */
export function tools(app: App, figures: Figures | null, ends: Ends = {}): TemplateResult {
  const { session, language } = app;
  const words = text[language];
  const menu = menuOf(app);
  const sheet = settings({ session, app }, figures);
  const sign = html`<svg class="page-sign" viewBox="0 0 24 24" aria-hidden="true">${signs.settings}</svg>`;
  return html`<div class=${ends.middle ? "page-tools page-tools-one" : "page-tools"}>
    ${ends.first ? signTool(ends.first) : nothing}
    <div class="page-tools-row" role="group" aria-label=${words.tools}>
    ${editButtons(app)}
    ${figures ? menu.view({ word: words.settings, sign, sheet }) : sheet}
    </div>
    ${figures && session ? changesView(session, words) : nothing}
    ${ends.middle ?? nothing}
    ${ends.last ? signTool(ends.last) : nothing}
    ${languageChoice({ language, setLanguage: (next) => app.setLanguage(next) })}
  </div>`;
}

/** Anything may be in a link: a few keys of a readable length. */
const listed = (keys: readonly string[]): string => {
  const short = keys.slice(0, 3).map((key) => `“${key.slice(0, 24)}${key.length > 24 ? "…" : ""}”`);
  return `${short.join(", ")}${keys.length > 3 ? ", …" : ""}`;
};

/** What is wrong with the link that the page was opened with. */
export function linkNotice(app: App): TemplateResult | typeof nothing {
  const sentence = app.linkSentence;
  const words = text[app.language];
  if (app.refused) {
    const way = html`<a href="playground.html${app.hashFor("playground")}">${words.playground}</a>`;
    return html`<div class="dk-page">${noticeView(words.notHere, way)}</div>`;
  }
  const unknown = app.unknownKeys;
  if (!sentence && unknown.length > 0) {
    return html`<div class="dk-page">${noticeView(words.unknownKeys(listed(unknown)))}</div>`;
  }
  if (!sentence) return nothing;
  return html`<div class="dk-page">${noticeView(words[app.linkLate ? "lateLink" : "badLink"](sentence))}</div>`;
}
