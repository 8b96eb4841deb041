import type { Language } from "../inputs/state.ts";

interface EmbedText {
  readonly title: string;
  readonly coming: string;
  readonly failed: string;
  readonly again: string;
  readonly tools: string;
  /** The way to the whole, with the state as it stands. */
  readonly open: (page: "lesson" | "playground") => string;
  readonly wrong: (key: string, value: string, options: string) => string;
  readonly noFigure: (name: string, near: string | null) => string;
}

export const embedText: Readonly<Record<Language, EmbedText>> = {
  en: {
    title: "Self-attention in real numbers",
    coming: "The figure is coming…",
    failed: "The figure could not be fetched.",
    again: "Fetch it again",
    tools: "Example",
    open: (page) => (page === "lesson" ? "Open in the lesson" : "Open the playground"),
    wrong: (key, value, options) =>
      `The address asks for ${key}=${value}, which there is not. It can be ${options}.`,
    noFigure: (name, near) =>
      `The address asks for the figure “${name}”, which there is not. ${near ? `Did you mean “${near}”? ` : ""}The names are in the addresses of the lesson, after “#figure-”.`,
  },
  tr: {
    title: "Gerçek sayılarla öz dikkat",
    coming: "Şekil geliyor…",
    failed: "Şekil getirilemedi.",
    again: "Yeniden getir",
    tools: "Örnek",
    open: (page) => (page === "lesson" ? "Derste aç" : "Deneme alanını aç"),
    wrong: (key, value, options) =>
      `Adres ${key}=${value} istiyor, böyle bir seçenek yok. Olabilecekler: ${options}.`,
    noFigure: (name, near) =>
      `Adres “${name}” adlı şekli istiyor, böyle bir şekil yok. ${near ? `Şunu mu demek istediniz: “${near}”? ` : ""}Adlar dersin adreslerinde “#figure-” ardından gelir.`,
  },
};
