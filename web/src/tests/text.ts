// The words of the page of tests.

import type { Language } from "../inputs/state.ts";
import type { Breakdown } from "./results.ts";

interface Words {
  readonly title: string;
  readonly lead: string;
  readonly running: string;
  readonly allPassed: (passed: number) => string;
  readonly someFailed: (failed: number, all: number) => string;
  readonly passed: string;
  readonly failed: string;
  readonly passedCount: (n: number) => string;
  readonly failedCount: (n: number) => string;
  readonly show: string;
  readonly all: string;
  readonly onlyFailed: string;
  readonly noneFailed: string;
  readonly again: string;
  readonly build: string;
  readonly simd: string;
  readonly scalar: string;
  readonly compiled: (compiler: string) => string;
  readonly core: { readonly title: string; readonly lead: string };
  readonly cases: { readonly title: string; readonly lead: string };
  readonly caseGroups: Readonly<Record<string, string>>;
  readonly seenIn: string;
  readonly milliseconds: (n: string) => string;
  readonly notLoaded: (why: string) => string;
  readonly broken: (breakdown: Breakdown) => string;
}

const english: Words = {
  title: "Tests",
  lead: "These are dikkat’s own tests, and they are running now, in your browser. Nothing here was recorded.",
  running: "The tests are running.",
  allPassed: (passed) => `All ${passed} tests passed.`,
  someFailed: (failed, all) =>
    failed === 1 ? `1 of ${all} tests failed.` : `${failed} of ${all} tests failed.`,
  passed: "passed",
  failed: "failed",
  passedCount: (n) => `${n} passed`,
  failedCount: (n) => `${n} failed`,
  show: "Show",
  all: "All",
  onlyFailed: "Failed",
  noneFailed: "No test has failed.",
  again: "Run again",
  build: "Build",
  simd: "with SIMD",
  scalar: "scalar",
  compiled: (compiler) => `Compiled with ${compiler}.`,
  core: {
    title: "The core, in C++",
    lead: "The test program of the core, compiled to WebAssembly from the sources that also run natively and with sanitizers.",
  },
  cases: {
    title: "Cases from bug reports",
    lead: "Faults that were reported for comparable software, as inputs with the right results. They go through the public API, by the reference and, where the call offers it, by the tiled path. Open one to read what went wrong.",
  },
  caseGroups: {
    M: "Arithmetic",
    K: "Masks",
    N: "NaN and infinity",
    S: "Shapes",
    X: "Cross-attention",
    H: "Many heads",
    P: "Positions",
    C: "KV cache",
    L: "Latent attention",
    R: "Recurrent network",
    B: "Memory",
  },
  seenIn: "Seen in",
  milliseconds: (n) => `${n} ms`,
  notLoaded: (why) =>
    `The core could not be loaded, so nothing can be tested here. The browser says: ${why}. Load the page again; if that does not help, try another browser.`,
  broken: ({ kind, detail }) =>
    ({
      missing: "This copy of the site was built without the test program of this build.",
      load: `The test program could not be started. The browser says: ${detail}. Load the page again; if that does not help, try another browser.`,
      ended: `The test program broke off. The browser says: ${detail}.`,
    })[kind],
};

const turkish: Words = {
  title: "Testler",
  lead: "Bunlar dikkat’in kendi testleri ve şu anda sizin tarayıcınızda çalışıyorlar. Buradaki hiçbir sonuç önceden kaydedilmedi.",
  running: "Testler çalışıyor.",
  allPassed: (passed) => `${passed} testin tümü geçti.`,
  someFailed: (failed, all) => `${all} testten ${failed} tanesi başarısız oldu.`,
  passed: "geçti",
  failed: "başarısız",
  passedCount: (n) => `${n} geçti`,
  failedCount: (n) => `${n} başarısız`,
  show: "Göster",
  all: "Hepsi",
  onlyFailed: "Başarısızlar",
  noneFailed: "Başarısız test yok.",
  again: "Yeniden çalıştır",
  build: "Derleme",
  simd: "SIMD ile",
  scalar: "skaler",
  compiled: (compiler) => `${compiler} ile derlendi.`,
  core: {
    title: "C++ çekirdeği",
    lead: "Çekirdeğin test programı, WebAssembly’ye derlenmiş olarak. Aynı kaynaklar doğrudan makinede ve bellek denetleyicileriyle (sanitizer) de çalıştırılıyor. Test adları kaynaktaki gibi İngilizce.",
  },
  cases: {
    title: "Hata kayıtlarından durumlar",
    lead: "Benzer yazılımlarda bildirilmiş hatalar; her biri girdisi ve doğru sonucuyla. Herkesin kullandığı API üzerinden, referansla ve çağrının sunduğu yerde karolu (tiled) yolla da çalışıyorlar. Neyin ters gittiğini okumak için birini açın.",
  },
  caseGroups: {
    M: "Aritmetik",
    K: "Maskeler",
    N: "NaN ve sonsuz",
    S: "Boyutlar",
    X: "Çapraz dikkat (cross-attention)",
    H: "Çok başlık",
    P: "Konumlar",
    C: "KV önbelleği",
    L: "Gizil dikkat (latent attention)",
    R: "Yinelemeli ağ",
    B: "Bellek",
  },
  seenIn: "Görüldüğü yer",
  milliseconds: (n) => `${n} ms`,
  notLoaded: (why) =>
    `Çekirdek yüklenemedi, bu yüzden burada bir şey sınanamıyor. Tarayıcının dediği: ${why}. Sayfayı yeniden yükleyin; olmazsa başka bir tarayıcı deneyin.`,
  broken: ({ kind, detail }) =>
    ({
      missing: "Sitenin bu kopyası, bu derlemenin test programı olmadan hazırlanmış.",
      load: `Test programı başlatılamadı. Tarayıcının dediği: ${detail}. Sayfayı yeniden yükleyin; olmazsa başka bir tarayıcı deneyin.`,
      ended: `Test programı yarıda kaldı. Tarayıcının dediği: ${detail}.`,
    })[kind],
};

export const testsText: Readonly<Record<Language, Words>> = { en: english, tr: turkish };
