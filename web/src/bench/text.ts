// The words of the page that measures.

import { AttentionError } from "../core/errors.ts";
import type { Language } from "../inputs/state.ts";
import { formatNumber } from "../views/number.ts";
import type { ContenderName, Reason } from "./protocol.ts";
import { duration, size } from "./units.ts";

interface ContenderText {
  readonly name: string;
  readonly what: string;
}

export interface BenchText {
  readonly title: string;
  readonly lead: string;
  readonly noComparison: string;
  readonly settings: string;
  readonly mask: string;
  readonly plain: string;
  readonly causal: string;
  readonly largest: string;
  readonly largestOption: (n: string, bytes: string) => string;
  readonly time: string;
  readonly memoryLimit: string;
  readonly start: string;
  readonly again: string;
  readonly stop: string;
  readonly progress: string;
  readonly idle: string;
  readonly starting: string;
  readonly now: (name: string, n: string) => string;
  readonly done: (count: number) => string;
  readonly stopped: (count: number) => string;
  readonly broken: (why: string) => string;
  readonly onPage: string;
  readonly machine: string;
  readonly browser: string;
  readonly cores: string;
  readonly coresUnknown: string;
  readonly build: string;
  readonly builds: Readonly<Record<"simd" | "scalar", string>>;
  readonly compiler: string;
  readonly waiting: string;
  readonly timeFigure: string;
  readonly timeAxis: string;
  readonly tokensAxis: string;
  readonly square: string;
  readonly timeLabel: string;
  readonly timeCaption: string;
  readonly contenders: string;
  readonly contender: (name: ContenderName, threads: number | null) => ContenderText;
  readonly end: (n: string, reason: Reason) => string;
  readonly tokens: string;
  readonly timeTable: string;
  readonly median: string;
  readonly notMeasured: string;
  readonly differenceTable: string;
  readonly differenceNote: (rows: number) => string;
  readonly allRows: string;
  readonly someRows: (rows: number) => string;
  readonly memoryFigure: string;
  readonly memoryAxis: string;
  readonly memoryLabel: string;
  readonly memoryCaption: string;
  readonly memoryTable: string;
  readonly matrix: ContenderText;
  readonly inputs: ContenderText;
  readonly scratch: ContenderText;
  readonly scratchIn: (name: string) => string;
  readonly take: string;
  readonly copyMarkdown: string;
  readonly copyCsv: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly how: string;
  readonly howItems: readonly string[];
  readonly columns: {
    readonly contender: string;
    readonly median: string;
    readonly least: string;
    readonly difference: string;
    readonly rows: string;
    readonly scratch: string;
    readonly matrix: string;
  };
}

/** The engine's own words end within a sentence. */
const within = (message: string) => message.replace(/\.$/u, "");

const english: BenchText = {
  title: "The n² bill, on your machine",
  lead: "Twice as many tokens make four times as many pairs. How long does that take where you are? Five ways to compute the same attention are timed here, in your browser, on longer and longer inputs.",
  noComparison:
    "The numbers belong to this machine, this browser and what else is running at the moment. They are not compared with anybody else’s, and nothing is sent anywhere.",
  settings: "What is measured",
  mask: "Mask",
  plain: "none",
  causal: "causal",
  largest: "Largest n",
  largestOption: (n, bytes) => `${n} (n × n: ${bytes})`,
  time: "One call at most",
  memoryLimit: "Memory at most",
  start: "Start",
  again: "Measure again",
  stop: "Stop",
  progress: "Measurements made or ruled out",
  idle: "Nothing has been measured yet.",
  starting: "The core is being loaded.",
  now: (name, n) => `Now: ${name}, n = ${n}`,
  done: (count) => `Done: ${count} measurements.`,
  stopped: (count) => `Stopped after ${count} ${count === 1 ? "measurement" : "measurements"}.`,
  broken: (why) =>
    `The measurements cannot go on. The browser says: ${within(why)}. Load the page again; if that does not help, try another browser.`,
  onPage:
    "No Worker could be started here, so the page itself measures: on one thread, up to 2,048 tokens and 0.2 s a call. It answers between the calls only.",
  machine: "This machine",
  browser: "Browser",
  cores: "Cores, as the browser reports them",
  coresUnknown: "not reported",
  build: "Build of the core",
  builds: { simd: "with SIMD", scalar: "scalar: this browser has no SIMD in WebAssembly" },
  compiler: "Compiled with",
  waiting: "loading…",
  timeFigure: "Time of one call",
  timeAxis: "time of one call (the shortest)",
  tokensAxis: "n, tokens",
  square: "dotted: rises with n²",
  timeLabel:
    "Plot of time over the number of tokens, both axes logarithmic. The table below holds the same numbers.",
  timeCaption:
    "Both axes are logarithmic, so whatever grows with n² runs along the dotted lines. All of them do, sooner or later: the tiled path does not do less work. It does the same work faster, and in little memory.",
  contenders: "Contenders",
  contender: (name, threads) =>
    ({
      javascript: {
        name: "Plain JavaScript",
        what: "Typed arrays, one row of scores at a time, sums in float64. No WebAssembly.",
      },
      reference: {
        name: "Reference",
        what: "The C++ core in float64. Keeps all of its n × n matrices; the lesson shows them.",
      },
      scalar: {
        name: "Tiled, scalar",
        what: "Block by block in float32, never an n × n matrix. One number per instruction.",
      },
      simd: {
        name: "Tiled, SIMD",
        what: "The same code, four numbers per instruction.",
      },
      workers: {
        name: threads && threads > 1 ? `Tiled, ${threads} Workers` : "Tiled, Workers",
        what: "The same, its rows shared out among Workers. Small inputs are computed without them: messages would cost more than they save.",
      },
    })[name],
  end: (n, reason) => `n ≥ ${n}: ${why.en(reason)}`,
  tokens: "n",
  timeTable: "Milliseconds per call: the minimum, below it the median",
  median: "median",
  notMeasured: "not measured",
  differenceTable: "Largest difference from the reference",
  differenceNote: (rows) =>
    `Every output is compared with the float64 reference before it is timed: whole where the reference itself is measured, else ${rows} rows from the first to the last.`,
  allRows: "all rows",
  someRows: (rows) => `${rows} rows`,
  memoryFigure: "Memory",
  memoryAxis: "memory",
  memoryLabel:
    "Plot of memory over the number of tokens, both axes logarithmic. The table below holds the same numbers.",
  memoryCaption:
    "The n × n matrix is what the tiled path never writes. What it works in instead was reported by the core in this run; for Workers it is the sum of all. Each Worker also holds a copy of Q, K and V.",
  memoryTable: "Memory",
  matrix: {
    name: "n × n matrix",
    what: "One matrix of scores in float32, by formula: 4 n² bytes.",
  },
  inputs: {
    name: "Q, K, V and output",
    what: "In float32, by formula: 4 · n · 64 · 4 bytes. Nobody can do without.",
  },
  scratch: {
    name: "Tiled path",
    what: "What one instance works in beside input and output, as the core reports it.",
  },
  scratchIn: (name) => `Works in (${name})`,
  take: "Take the numbers along",
  copyMarkdown: "Copy as Markdown",
  copyCsv: "Copy as CSV",
  copied: "Copied.",
  copyFailed: "The browser did not allow copying. The tables above can be selected and copied.",
  how: "How it is measured",
  howItems: [
    "One head, 64 numbers per row. Q, K and V come from the core’s seeded generator: mean 0, deviation 1, seeds 1, 2 and 3, so every run computes the same.",
    "At each n the contenders take turns. Each is called once and its output checked; only then it is timed. Calls too short for the browser’s clock are repeated until a sample lasts 25 ms, and three to seven samples are taken.",
    "The time is that of a whole call of the public API, with the copies into the core and out of it.",
    "A contender ends when twice the tokens, so four times the time of its shortest call, would pass the limit, or when the memory would.",
    "Everything runs in a Worker of its own, so this page stays usable. Leave it in front and the machine in peace: other work shows up in the numbers, in the median more than in the minimum.",
  ],
  columns: {
    contender: "contender",
    median: "median (ms)",
    least: "minimum (ms)",
    difference: "largest difference",
    rows: "rows compared",
    scratch: "works in (bytes)",
    matrix: "n × n in float32 (bytes)",
  },
};

const turkish: BenchText = {
  title: "n² faturası, kendi makinenizde",
  lead: "Token sayısı iki katına çıkınca çift sayısı dört katına çıkar. Bu, sizin bulunduğunuz yerde ne kadar sürüyor? Aynı dikkati hesaplayan beş yol, giderek uzayan girdilerde, burada, tarayıcınızda ölçülüyor.",
  noComparison:
    "Sayılar bu makineye, bu tarayıcıya ve o sırada çalışan başka işlere bağlıdır. Kimseninkiyle karşılaştırılmaz, hiçbir yere gönderilmez.",
  settings: "Ne ölçülecek",
  mask: "Maske",
  plain: "yok",
  causal: "nedensel (causal)",
  largest: "En büyük n",
  largestOption: (n, bytes) => `${n} (n × n: ${bytes})`,
  time: "Bir çağrı en çok",
  memoryLimit: "Bellek en çok",
  start: "Başlat",
  again: "Yeniden ölç",
  stop: "Durdur",
  progress: "Yapılan ya da elenen ölçümler",
  idle: "Henüz bir şey ölçülmedi.",
  starting: "Çekirdek yükleniyor.",
  now: (name, n) => `Şimdi: ${name}, n = ${n}`,
  done: (count) => `Bitti: ${count} ölçüm yapıldı.`,
  stopped: (count) => `${count} ölçümden sonra durduruldu.`,
  broken: (why) =>
    `Ölçüm sürdürülemiyor. Tarayıcının dediği: ${within(why)}. Sayfayı yeniden yükleyin; olmazsa başka bir tarayıcı deneyin.`,
  onPage:
    "Burada Worker başlatılamadı, bu yüzden ölçümü sayfa kendisi yapar: tek iş parçacığında, en çok 2.048 token ve çağrı başına 0,2 s. Sayfa yalnızca çağrılar arasında yanıt verir.",
  machine: "Bu makine",
  browser: "Tarayıcı",
  cores: "İşlemci çekirdekleri, tarayıcının bildirdiği",
  coresUnknown: "bildirilmiyor",
  build: "Kullanılan derleme",
  builds: { simd: "SIMD ile", scalar: "skaler: bu tarayıcının WebAssembly’sinde SIMD yok" },
  compiler: "Derleyici",
  waiting: "yükleniyor…",
  timeFigure: "Bir çağrının süresi",
  timeAxis: "bir çağrının süresi (en kısası)",
  tokensAxis: "n, token",
  square: "noktalı: n² ile artar",
  timeLabel:
    "Sürenin token sayısına göre çizimi, iki eksen de logaritmik. Aynı sayılar aşağıdaki tabloda.",
  timeCaption:
    "İki eksen de logaritmiktir; n² ile artan ne varsa noktalı çizgiler boyunca gider. Er geç hepsi öyle gider: karolu yol daha az iş yapmaz. Aynı işi daha hızlı ve az bellekle yapar.",
  contenders: "Yarışanlar",
  contender: (name, threads) =>
    ({
      javascript: {
        name: "Düz JavaScript",
        what: "Tipli diziler, her seferinde tek satır puan, toplamlar float64 ile. WebAssembly yok.",
      },
      reference: {
        name: "Referans",
        what: "C++ çekirdeği, float64 ile. Bütün n × n matrislerini tutar; derste görülenler bunlardır.",
      },
      scalar: {
        name: "Karolu, skaler",
        what: "float32 ile blok blok; n × n matris hiç oluşmaz. Komut başına bir sayı.",
      },
      simd: {
        name: "Karolu, SIMD",
        what: "Aynı kod, komut başına dört sayı.",
      },
      workers: {
        name: threads && threads > 1 ? `Karolu, ${threads} Worker` : "Karolu, Worker’lar",
        what: "Aynısı, satırları Worker’lara bölüştürülmüş olarak. Küçük girdiler onlarsız hesaplanır: mesajlaşma, kazandırdığından pahalıya gelirdi.",
      },
    })[name],
  end: (n, reason) => `n ≥ ${n}: ${why.tr(reason)}`,
  tokens: "n",
  timeTable: "Çağrı başına milisaniye: en kısası, altında ortanca",
  median: "ortanca",
  notMeasured: "ölçülmedi",
  differenceTable: "Referanstan en büyük fark",
  differenceNote: (rows) =>
    `Her çıktı, süresi ölçülmeden önce float64 referansla karşılaştırılır: referansın kendisi de ölçülüyorsa tümüyle, yoksa baştan sona dağılmış ${rows} satırıyla.`,
  allRows: "bütün satırlar",
  someRows: (rows) => `${rows} satır`,
  memoryFigure: "Bellek",
  memoryAxis: "bellek",
  memoryLabel:
    "Belleğin token sayısına göre çizimi, iki eksen de logaritmik. Aynı sayılar aşağıdaki tabloda.",
  memoryCaption:
    "n × n matris, karolu yolun hiç yazmadığı şeydir. Onun yerine kullandığı belleği bu ölçüm sırasında çekirdek bildirdi; Worker’larda hepsinin toplamıdır. Ayrıca her Worker’da Q, K ve V’nin bir kopyası durur.",
  memoryTable: "Bellek",
  matrix: {
    name: "n × n matris",
    what: "Tek bir puan matrisi, float32 ile; formülden: 4 n² bayt.",
  },
  inputs: {
    name: "Q, K, V ve çıktı",
    what: "float32 ile, formülden: 4 · n · 64 · 4 bayt. Bunlarsız olmaz.",
  },
  scratch: {
    name: "Karolu yol",
    what: "Tek kopyanın girdi ve çıktı dışında kullandığı bellek, çekirdeğin bildirdiği.",
  },
  scratchIn: (name) => `Çalışma belleği (${name})`,
  take: "Sayıları yanınıza alın",
  copyMarkdown: "Markdown olarak kopyala",
  copyCsv: "CSV olarak kopyala",
  copied: "Kopyalandı.",
  copyFailed: "Tarayıcı kopyalamaya izin vermedi. Yukarıdaki tablolar seçilip kopyalanabilir.",
  how: "Nasıl ölçülüyor",
  howItems: [
    "Tek başlık (head), satır başına 64 sayı. Q, K ve V çekirdeğin tohumlu üretecinden gelir: ortalama 0, sapma 1, tohumlar 1, 2 ve 3; yani her ölçüm aynı hesabı yapar.",
    "Her n için yarışanlar sırayla çalışır. Önce bir kez çağrılır ve çıktısı denetlenir; süresi ondan sonra ölçülür. Tarayıcının saatine göre fazla kısa çağrılar, bir örnek 25 ms sürene kadar yinelenir; üç ile yedi arası örnek alınır.",
    "Süre, herkese açık API’nin bütün bir çağrısıdır: çekirdeğe ve çekirdekten kopyalama da içindedir.",
    "İki kat token, yani en kısa çağrısının dört katı süre, sınırı aşacaksa ya da bellek sınırı aşılacaksa yarışan orada durur.",
    "Her şey ayrı bir Worker’da çalışır, sayfa donmaz. Sayfayı önde, makineyi rahat bırakın: başka işler sayılara yansır, ortancaya en kısasından daha çok.",
  ],
  columns: {
    contender: "yarışan",
    median: "ortanca (ms)",
    least: "en kısa (ms)",
    difference: "en büyük fark",
    rows: "karşılaştırılan satır",
    scratch: "çalışma belleği (bayt)",
    matrix: "float32 n × n (bayt)",
  },
};

/** Why a contender ended. */
const why = {
  en: (reason: Reason): string => {
    switch (reason.kind) {
      case "time":
        return `left out, one call would take about ${duration(reason.milliseconds, "en")}.`;
      case "memory":
        return `left out, it would need about ${size(reason.bytes, "en")}.`;
      case "fault":
        return new AttentionError(reason.fault).describe("en");
      case "failure":
        return `the browser says: ${within(reason.message)}.`;
      case "wrong":
        return `its output is wrong, by up to ${formatNumber(reason.difference, "en")}.`;
      case "noSimd":
        return "this browser’s WebAssembly has no SIMD.";
      case "oneCore":
        return "the browser reports a single core, so there is nothing to share out.";
      case "noWorkers":
        return "no Worker could be started here.";
    }
  },
  tr: (reason: Reason): string => {
    switch (reason.kind) {
      case "time":
        return `ölçülmedi, bir çağrı yaklaşık ${duration(reason.milliseconds, "tr")} sürecekti.`;
      case "memory":
        return `ölçülmedi, yaklaşık ${size(reason.bytes, "tr")} bellek gerekecekti.`;
      case "fault":
        return new AttentionError(reason.fault).describe("tr");
      case "failure":
        return `tarayıcının dediği: ${within(reason.message)}.`;
      case "wrong":
        return `çıktısı yanlış, fark en çok ${formatNumber(reason.difference, "tr")}.`;
      case "noSimd":
        return "bu tarayıcının WebAssembly’sinde SIMD yok.";
      case "oneCore":
        return "tarayıcı tek işlemci çekirdeği bildiriyor, bölüştürecek bir şey yok.";
      case "noWorkers":
        return "burada Worker başlatılamadı.";
    }
  },
} satisfies Record<Language, (reason: Reason) => string>;

export const benchText: Readonly<Record<Language, BenchText>> = { en: english, tr: turkish };
