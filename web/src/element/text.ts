import { nameOfRow } from "../inputs/fit.ts";
import type { Language } from "../inputs/state.ts";

interface ElementText {
  /** What screen readers call the element, with its figure. */
  readonly attribute: (name: string, sentence: string) => string;
  readonly option: (name: string, value: string, options: string, near: string | null) => string;
  readonly frameOnly: (figure: string, drawn: string) => string;
  /** Of labels in a list that is none from this entry on. */
  readonly list: (name: string, entry: number) => string;
  /** Fewer labels than there are rows. */
  readonly fewLabels: (name: string, labels: number, rows: number) => string;
  /** An attribute that there is not, and which may have been meant. */
  readonly slip: (name: string, meant: readonly string[]) => string;
  /** Attributes that there are not, and those that there are. */
  readonly others: (names: readonly string[], known: string) => string;
  readonly missing: (names: readonly string[], given: readonly string[]) => string;
  readonly conflict: (name: string, other: string) => string;
  readonly needsWindow: string;
  readonly example: string;
  readonly noWebAssembly: string;
  readonly noSimd: string;
  readonly policy: string;
  readonly failed: (why: string) => string;
}

/** q, k and v */
const listed = (word: string) => (names: readonly string[]) =>
  names.join(", ").replace(/, ([^,]*)$/u, ` ${word} $1`);
type Listed = Readonly<Record<Language, (names: readonly string[]) => string>>;
const and: Listed = { en: listed("and"), tr: listed("ve") };
const or: Listed = { en: listed("or"), tr: listed("ya da") };

/** What the rows without a label are called: t3, or the first and the last of several. */
const unlabelled = (labels: number, rows: number) => [
  ...new Set([nameOfRow(labels), nameOfRow(rows - 1)]),
];

export const elementText: Readonly<Record<Language, ElementText>> = {
  en: {
    attribute: (name, sentence) => `The attribute ${name}: ${sentence}`,
    option: (name, value, options, near) =>
      `The attribute ${name} is “${value}”, which there is not. ${near ? `Did you mean “${near}”? ` : ""}It can be ${options}.`,
    frameOnly: (figure, drawn) =>
      `The attribute figure is “${figure}”, which comes in a frame alone: the page share.html of the site writes its lines. A tag draws ${drawn}.`,
    list: (name, entry) =>
      `The attribute ${name}: label ${entry} of the list is not a text in double quotes with a comma or the closing ] after it. Write the list like ["New York", "is"], and the attribute around it in single quotes.`,
    fewLabels: (name, labels, rows) =>
      `The attribute ${name} has ${labels} label${labels === 1 ? "" : "s"} for ${rows} rows; without one, ${rows - labels === 1 ? "the last row is" : "the rows after them are"} called ${unlabelled(labels, rows).join(" to ")}. Give each row a label.`,
    slip: (name, meant) =>
      `There is no attribute ${name}. Did you mean ${or.en(meant)}? It is ignored until then.`,
    others: (names, known) =>
      `There is no attribute ${or.en(names)}; ${names.length > 1 ? "they are" : "it is"} ignored. The attributes are ${known}.`,
    missing: (names, given) =>
      `${given.length > 1 ? "The attributes" : "The attribute"} ${and.en(given)} ${given.length > 1 ? "are" : "is"} given without ${and.en(names)}. Give q, k and v, or x, wq, wk and wv.`,
    conflict: (name, other) =>
      `The attributes ${name} and ${other} exclude each other. Keep one of the two.`,
    needsWindow: "The attribute sinks needs the attribute window. Give both.",
    example: "Instead the figure shows the worked example.",
    noWebAssembly:
      "This figure is computed by WebAssembly, which this browser does not have or has switched off.",
    noSimd:
      "This figure is computed by WebAssembly with vector instructions, which this browser or its processor does not have.",
    policy:
      "This figure is computed by WebAssembly, which the policy of this page does not allow. Its author can add 'wasm-unsafe-eval' to script-src.",
    failed: (why) => `The figure could not be started. The browser says: ${why}.`,
  },
  tr: {
    attribute: (name, sentence) => `${name} özniteliği: ${sentence}`,
    option: (name, value, options, near) =>
      `${name} özniteliği “${value}”; böyle bir seçenek yok. ${near ? `Şunu mu demek istediniz: “${near}”? ` : ""}Olabilecekler: ${options}.`,
    frameOnly: (figure, drawn) =>
      `figure özniteliği “${figure}”; bu şekil yalnızca çerçeveyle gelir, satırlarını sitenin share.html sayfası yazar. Etiketle çizilenler: ${drawn}.`,
    list: (name, entry) =>
      `${name} özniteliği: listedeki ${entry}. etiket çift tırnak içinde bir metin değil ya da ardında virgül veya kapanış ] işareti yok. Listeyi ["New York", "çok"] gibi, çevresindeki özniteliği de tek tırnakla yazın.`,
    fewLabels: (name, labels, rows) =>
      `${name} özniteliğinde ${rows} satır için ${labels} etiket var; etiketi olmayan ${rows - labels === 1 ? "son satırın" : "satırların"} adı ${unlabelled(labels, rows).join("–")} oldu. Her satıra bir etiket verin.`,
    slip: (name, meant) =>
      `${name} diye bir öznitelik yok. Şunu mu demek istediniz: ${or.tr(meant)}? Düzeltilene kadar dikkate alınmaz.`,
    others: (names, known) =>
      `${or.tr(names)} diye bir öznitelik yok; ${names.length > 1 ? "bunlar dikkate alınmaz" : "dikkate alınmaz"}. Öznitelikler: ${known}.`,
    missing: (names, given) =>
      `Verilen öznitelik: ${and.tr(given)}; eksik: ${and.tr(names)}. Ya q, k ve v ya da x, wq, wk ve wv verin.`,
    conflict: (name, other) =>
      `${name} ile ${other} öznitelikleri birlikte olmaz. İkisinden birini bırakın.`,
    needsWindow: "sinks özniteliği window olmadan olmaz. İkisini birlikte verin.",
    example: "Şekil bunun yerine hazır örneği gösteriyor.",
    noWebAssembly: "Bu şekli WebAssembly hesaplar; bu tarayıcıda WebAssembly yok ya da kapalı.",
    noSimd:
      "Bu şekli vektör komutlu WebAssembly hesaplar; bu tarayıcıda ya da işlemcisinde bu komutlar yok.",
    policy:
      "Bu şekli WebAssembly hesaplar; bu sayfanın güvenlik ilkesi buna izin vermiyor. Sayfanın yazarı script-src’ye 'wasm-unsafe-eval' ekleyebilir.",
    failed: (why) => `Şekil başlatılamadı. Tarayıcının dediği: ${why}.`,
  },
};
