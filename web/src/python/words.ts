// The words of the Python cell.

import { html, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import type { Library } from "./script.ts";

export interface CellWords {
  readonly listing: string;
  readonly shelf: readonly [plain: string, bugs: string];
  readonly own: string;
  readonly back: string;
  readonly seconds: string;
  readonly second: (count: number) => string;
  readonly intro: (names: TemplateResult) => TemplateResult;
  readonly fresh: string;
  readonly noGradients: TemplateResult;
  readonly editor: string;
  readonly keys: string;
  readonly fromLink: string;
  readonly tooLong: (length: string, limit: string) => string;
  readonly notKept: string;
  readonly run: string;
  readonly stop: string;
  readonly coming: string;
  readonly running: string;
  readonly done: (milliseconds: string) => string;
  readonly stopped: string;
  readonly time: (seconds: number) => string;
  readonly flood: (lines: string, characters: string) => string;
  readonly broken: (why: string) => string;
  readonly failed: (why: string) => string;
  readonly noWorker: string;
  readonly output: string;
  readonly printsNothing: string;
  readonly goToLine: (line: number) => string;
  readonly called: (call: string) => TemplateResult;
  readonly results: string;
  readonly yours: string;
  readonly cores: string;
  readonly head: (head: number) => string;
  readonly same: (matrix: string, difference: string) => string;
  readonly differs: (matrix: string, difference: string) => string;
  readonly otherShape: (matrix: string, own: string, core: string) => string;
  readonly noCore: string;
  readonly ownExample: string;
  readonly sums: string;
  readonly sumsOff: (row: string, difference: string) => string;
  readonly notANumber: string;
  readonly hidden: string;
  readonly leaks: (count: number) => string;
  readonly causalHere: string;
  readonly switchCausal: string;
  readonly nothingToDraw: TemplateResult;
  readonly notDrawn: (names: string) => string;
  readonly use: (names: string) => string;
  readonly cannotUse: (names: string, why: string) => string;
  readonly tooLarge: (rows: number, columns: number) => string;
  readonly notFinite: string;
  readonly notMatrix: string;
  readonly otherTokens: string;
  readonly script: string;
  readonly scriptNote: string;
  readonly library: string;
  readonly libraries: Readonly<Record<Library, string>>;
  readonly scriptHeading: string;
  readonly scriptTokens: string;
}

const libraries = { numpy: "NumPy", torch: "PyTorch", jax: "JAX" } as const;

const code = (text: string) => html`<code translate="no">${text}</code>`;

export const cellWords: Record<Language, CellWords> = {
  en: {
    listing: "Listing",
    shelf: ["Attention", "Bugs, each with its wrong line"],
    own: "my own code",
    back: "Back to my own code",
    seconds: "Time limit",
    second: (count) => (count === 1 ? "1 second" : `${count} seconds`),
    intro: (names) =>
      html`${names} hold the numbers of this page: tensors where the code imports torch, NumPy arrays
      otherwise. What the code leaves in ${code("output")} and ${code("weights")} is held against the core.`,
    fresh: "Every run begins anew: nothing is left of the one before.",
    noGradients: html`PyTorch computes here as under ${code("torch.no_grad()")}: there are no gradients.`,
    editor: "Python code",
    keys: "Ctrl or Cmd with Enter runs it. Tab indents, Shift and Tab takes it back; Escape, then Tab leaves the editor.",
    fromLink: "This code came with the link. Read it before you run it; it does not run by itself.",
    tooLong: (length, limit) =>
      `A link holds ${limit} characters of code, and this is ${length}: the link leaves it out. It stays in this tab.`,
    notKept:
      "The browser keeps nothing for this page: code that a link has no room for is lost on a reload.",
    run: "Run",
    stop: "Stop",
    coming: "Python is coming…",
    running: "Running…",
    done: (milliseconds) => `Done in ${milliseconds} ms.`,
    stopped: "Stopped. What was printed until then stays.",
    time: (seconds) =>
      `Ended after ${seconds === 1 ? "1 second" : `${seconds} seconds`}, the time limit. A loop may have no end; if it only needs longer, raise the limit.`,
    flood: (lines, characters) =>
      `Ended: it printed more than ${lines} lines or ${characters} characters. The beginning is below.`,
    broken: (why) =>
      `The interpreter itself broke down on this code: ${why}. The next run has a new one.`,
    failed: (why) =>
      `Python could not be loaded. The browser says: ${why}. Check the connection and press Run again.`,
    noWorker:
      "Python runs in a Worker, so that it can be stopped, and none could be started here. A frame in a sandbox or a policy may forbid it: open the page by itself. If the network was gone, press Run again.",
    output: "What it printed",
    printsNothing: "It printed nothing.",
    goToLine: (line) => `Go to line ${line}`,
    called: (call) => html`The code only defines a function, so the page added: ${code(call)}`,
    results: "Beside the core",
    yours: "your code",
    cores: "the core",
    head: (head) => `head ${head}`,
    same: (matrix, difference) =>
      `${matrix}: the same as the core’s, up to rounding. Largest difference: ${difference}.`,
    differs: (matrix, difference) =>
      `${matrix}: not the core’s. Largest difference: ${difference}.`,
    otherShape: (matrix, own, core) =>
      `${matrix}: its shape is ${own}, the core’s is ${core}, so the two are not compared.`,
    noCore:
      "The inputs of the page do not fit together now, so there is no result of the core to compare with.",
    ownExample:
      "The code has an example of its own, with other shapes than the page’s: the core was given that one.",
    sums: "Every row of weights sums to 1.",
    sumsOff: (row, difference) =>
      `Row ${row} of weights does not sum to 1: it is off by ${difference}.`,
    notANumber: "The weights hold a NaN: a row had nothing to see, or an infinity met another.",
    hidden: "Every pair that the mask of the page hides has weight 0.",
    leaks: (count) =>
      count === 1
        ? "1 pair that the mask of the page hides has a weight all the same."
        : `${count} pairs that the mask of the page hides have a weight all the same.`,
    causalHere: "All weights of later tokens are 0: the code masks, and the page does not.",
    switchCausal: "Switch the causal mask of the page on",
    nothingToDraw: html`Nothing to compare: give ${code("output")} or ${code("weights")} a value.`,
    notDrawn: (names) => `Not drawn, for it is no matrix of at most 64 × 64: ${names}.`,
    use: (names) => `Use ${names} as input`,
    cannotUse: (names, why) => `${names} cannot be used as input: ${why}`,
    tooLarge: (rows, columns) => `at most ${rows} rows and ${columns} columns are shown.`,
    notFinite: "not every number in it is finite.",
    notMatrix: "it is no matrix.",
    otherTokens: "the lesson tells of as many tokens as it has. The playground takes others.",
    script: "Copy my state as Python",
    scriptNote:
      "A program for a Python of your own. It prints the weights and the output as this page shows them.",
    library: "Library",
    libraries,
    scriptHeading: "Attention on the numbers of the page: weights, then output.",
    scriptTokens: "Tokens:",
  },
  tr: {
    listing: "Hazır kod",
    shelf: ["Dikkat", "Hatalar, her biri yanlış satırıyla"],
    own: "kendi kodum",
    back: "Kendi koduma dön",
    seconds: "Süre sınırı",
    second: (count) => `${count} saniye`,
    intro: (names) =>
      html`${names} bu sayfanın sayılarını tutar: kod torch içe aktarıyorsa tensör, yoksa NumPy dizisi
      olarak. Kodun ${code("output")} ve ${code("weights")} adlarına bıraktığı, çekirdeğin sonucuyla karşılaştırılır.`,
    fresh: "Her çalıştırma baştan başlar: öncekinden bir şey kalmaz.",
    noGradients: html`PyTorch burada ${code("torch.no_grad()")} altındaki gibi hesaplar: gradyan yoktur.`,
    editor: "Python kodu",
    keys: "Ctrl ya da Cmd ile Enter çalıştırır. Tab girinti ekler, Shift ile Tab geri alır; Escape, ardından Tab düzenleyiciden çıkar.",
    fromLink: "Bu kod bağlantıyla geldi. Çalıştırmadan önce okuyun; kendiliğinden çalışmaz.",
    tooLong: (length, limit) =>
      `Bir bağlantıya en fazla ${limit} karakter kod sığar, buradaki ${length} karakter: bağlantıya girmiyor. Kod bu sekmede kalır.`,
    notKept:
      "Tarayıcı bu sayfa için bir şey saklamıyor: bağlantıya sığmayan kod, sayfa yenilenince kaybolur.",
    run: "Çalıştır",
    stop: "Durdur",
    coming: "Python geliyor…",
    running: "Çalışıyor…",
    done: (milliseconds) => `${milliseconds} ms içinde bitti.`,
    stopped: "Durduruldu. O zamana dek yazılanlar duruyor.",
    time: (seconds) =>
      `Süre sınırı olan ${seconds} saniyenin sonunda bitirildi. Bir döngünün sonu olmayabilir; yalnızca daha uzun sürüyorsa sınırı yükseltin.`,
    flood: (lines, characters) =>
      `Bitirildi: ${lines} satırdan ya da ${characters} karakterden fazlasını yazdı. Başı aşağıda.`,
    broken: (why) =>
      `Yorumlayıcının kendisi bu kodda bozuldu: ${why}. Bir sonraki çalıştırma yenisiyle başlar.`,
    failed: (why) =>
      `Python yüklenemedi. Tarayıcının dediği: ${why}. Bağlantıyı denetleyip yeniden “Çalıştır”a basın.`,
    noWorker:
      "Python durdurulabilsin diye bir Worker içinde çalışır, burada ise Worker başlatılamadı. Korumalı bir çerçeve ya da bir ilke bunu yasaklıyor olabilir: sayfayı tek başına açın. Ağ kesildiyse yeniden “Çalıştır”a basın.",
    output: "Yazdıkları",
    printsNothing: "Bir şey yazmadı.",
    goToLine: (line) => `${line}. satıra git`,
    called: (call) => html`Kod yalnızca bir fonksiyon tanımlıyor; sayfa şunu ekledi: ${code(call)}`,
    results: "Çekirdeğin yanında",
    yours: "kodunuz",
    cores: "çekirdek",
    head: (head) => `${head}. başlık`,
    same: (matrix, difference) =>
      `${matrix}: yuvarlama dışında çekirdeğinkiyle aynı. En büyük fark: ${difference}.`,
    differs: (matrix, difference) =>
      `${matrix}: çekirdeğinkiyle aynı değil. En büyük fark: ${difference}.`,
    otherShape: (matrix, own, core) =>
      `${matrix}: boyutu ${own}, çekirdeğinki ${core}; bu yüzden ikisi karşılaştırılmıyor.`,
    noCore: "Sayfanın girdileri şu an birbirine uymuyor; karşılaştıracak bir çekirdek sonucu yok.",
    ownExample:
      "Kodun kendi örneği var, boyutları sayfanınkinden farklı: çekirdeğe o örnek verildi.",
    sums: "Ağırlıkların her satırının toplamı 1.",
    sumsOff: (row, difference) =>
      `Ağırlıkların ${row} satırının toplamı 1 değil: fark ${difference}.`,
    notANumber:
      "Ağırlıklarda NaN var: bir satırın görecek bir şeyi yoktu ya da iki sonsuz karşılaştı.",
    hidden: "Sayfanın maskesinin gizlediği her çiftin ağırlığı 0.",
    leaks: (count) => `Sayfanın maskesinin gizlediği ${count} çiftin yine de ağırlığı var.`,
    causalHere: "Sonraki tokenların bütün ağırlıkları 0: kod maskeliyor, sayfa maskelemiyor.",
    switchCausal: "Sayfanın nedensel maskesini aç",
    nothingToDraw: html`Karşılaştıracak bir şey yok: ${code("output")} ya da ${code("weights")} adına bir değer verin.`,
    notDrawn: (names) => `En fazla 64 × 64 bir matris olmadığı için çizilmedi: ${names}.`,
    use: (names) => `Girdi olarak kullan: ${names}`,
    cannotUse: (names, why) => `Girdi olarak kullanılamıyor: ${names}; ${why}`,
    tooLarge: (rows, columns) => `en fazla ${rows} satır ve ${columns} sütun gösterilir.`,
    notFinite: "içindeki her sayı sonlu değil.",
    notMatrix: "bir matris değil.",
    otherTokens: "ders, kendi token sayısıyla anlatılıyor. Deneme alanı başkasını da alır.",
    script: "Durumumu Python olarak kopyala",
    scriptNote:
      "Kendi Python’unuz için bir program. Ağırlıkları ve çıktıyı bu sayfanın gösterdiği gibi yazar.",
    library: "Kütüphane",
    libraries,
    scriptHeading: "Sayfanın sayılarıyla dikkat: önce ağırlıklar, sonra çıktı.",
    scriptTokens: "Tokenlar:",
  },
};
