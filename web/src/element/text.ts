import type { Language } from "../inputs/state.ts";

interface ElementText {
  /** What screen readers call the element, with its figure. */
  readonly attribute: (name: string, sentence: string) => string;
  readonly option: (name: string, value: string, options: string) => string;
  readonly missing: (names: readonly string[], given: readonly string[]) => string;
  readonly conflict: (name: string, other: string) => string;
  readonly needsWindow: string;
  readonly example: string;
  readonly noWebAssembly: string;
  readonly noSimd: string;
  readonly policy: string;
  readonly failed: (why: string) => string;
}

export const elementText: Readonly<Record<Language, ElementText>> = {
  en: {
    attribute: (name, sentence) => `The attribute ${name}: ${sentence}`,
    option: (name, value, options) =>
      `The attribute ${name} is “${value}”, which there is not. It can be ${options}.`,
    missing: (names, given) =>
      `The attributes ${given.join(", ")} are given without ${names.join(", ")}. Give q, k and v, or x, wq, wk and wv.`,
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
    option: (name, value, options) =>
      `${name} özniteliği “${value}”; böyle bir seçenek yok. Olabilecekler: ${options}.`,
    missing: (names, given) =>
      `Verilen öznitelikler: ${given.join(", ")}; eksik olanlar: ${names.join(", ")}. Ya q, k ve v ya da x, wq, wk ve wv verin.`,
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
