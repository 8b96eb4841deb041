// The words of the sheet that copies, saves and opens, in both languages.

import type { Language } from "../inputs/state.ts";
import type { TextFormat } from "./matrix-text.ts";

interface ExportWords {
  readonly close: string;
  readonly format: string;
  readonly formats: Readonly<Record<TextFormat, string>>;
  readonly npy: string;
  readonly trace: string;
  readonly numpyProgram: string;
  readonly torchProgram: string;
  readonly jaxProgram: string;
  readonly cpp: string;
  readonly javascript: string;
  readonly all: string;
  readonly allHint: string;
  readonly matrix: string;
  readonly extent: string;
  readonly oneHead: string;
  readonly allHeads: (shape: string) => string;
  readonly figure: string;
  readonly colours: string;
  readonly lightColours: string;
  readonly asShown: string;
  readonly picture: (title: string) => string;
  readonly pictureSize: (width: string, height: string) => string;
  readonly content: string;
  readonly binary: (bytes: string) => string;
  readonly copy: string;
  readonly copied: string;
  readonly selected: string;
  readonly noPictureCopy: string;
  readonly download: (file: string) => string;
  readonly noDownload: string;
  readonly open: string;
  readonly openInto: (matrix: string) => string;
  readonly openHint: string;
  readonly openAllHint: string;
  readonly which: string;
  readonly use: string;
  readonly cancel: string;
  readonly readAs: (rows: number, columns: number) => string;
  readonly taken: (matrix: string, rows: number, columns: number) => string;
  readonly stateTaken: string;
  readonly oneFile: string;
  readonly notHere: string;
  readonly toPlayground: string;
  readonly noFigure: string;
  readonly heading: string;
  readonly tokens: string;
}

export const exportWords: Readonly<Record<Language, ExportWords>> = {
  en: {
    close: "Close",
    format: "As",
    formats: {
      csv: "CSV 1.5,2",
      csvComma: "CSV 1,5;2",
      tsv: "TSV 1.5",
      tsvComma: "TSV 1,5",
      json: "JSON",
      numpy: "NumPy",
      torch: "PyTorch",
      matlab: "MATLAB",
      latex: "LaTeX",
    },
    npy: ".npy",
    trace: "Trace (JSON)",
    numpyProgram: "Python, NumPy",
    torchProgram: "PyTorch",
    jaxProgram: "JAX",
    cpp: "C++",
    javascript: "JavaScript",
    all: "Save everything",
    allHint:
      "The trace holds inputs, options and every result, and can be opened here again. The programs compute the same anew.",
    matrix: "Matrix",
    extent: "Heads",
    oneHead: "this one",
    allHeads: (shape) => `all, ${shape}`,
    figure: "Save the figure",
    colours: "Colours",
    lightColours: "light, for paper",
    asShown: "as shown",
    picture: (title) => `Picture of the figure: ${title}`,
    pictureSize: (width, height) => `${width} × ${height} pixels`,
    content: "What is copied",
    binary: (bytes) =>
      `A binary file of ${bytes} bytes for np.load: it can be saved, not copied. It begins:`,
    copy: "Copy",
    copied: "Copied.",
    selected:
      "The browser did not allow copying. The text is selected: press Ctrl+C (⌘C on a Mac), or copy it from the menu of the selection.",
    noPictureCopy:
      "The browser did not allow copying. Open the menu of the picture (right click, or press and hold) and copy it there.",
    download: (file) => `Download ${file}`,
    noDownload:
      "The page that this figure stands in does not let it save files. Copy it, or open the figure on its own page.",
    open: "Open a file…",
    openInto: (matrix) => `Open a file into ${matrix}…`,
    openHint:
      ".npy, .csv, .tsv, .json or .txt, up to 64 × 64. It can be dragged onto the matrix as well.",
    openAllHint:
      "A saved trace, or one matrix as .npy, .csv, .tsv, .json or .txt. It can be dragged onto the page as well.",
    which: "Into which matrix?",
    use: "Use it",
    cancel: "Cancel",
    readAs: (rows, columns) => `The file holds a matrix of ${rows} × ${columns}.`,
    taken: (matrix, rows, columns) =>
      `${matrix} now holds the numbers of the file, ${rows} × ${columns}. Undo brings the old ones back.`,
    stateTaken: "Inputs and options are those of the file. Undo brings the old ones back.",
    oneFile: "Several files were given; only one can be opened at a time. Give one of them.",
    notHere:
      "The lesson tells of three tokens that all see each other or look back; what the file holds is something else. Nothing was changed here.",
    toPlayground: "Open it in the playground",
    noFigure: "The figure cannot be drawn: this page does not show it now.",
    heading: "The attention of these numbers, from dikkat",
    tokens: "tokens:",
  },
  tr: {
    close: "Kapat",
    format: "Biçim",
    formats: {
      csv: "CSV 1.5,2",
      csvComma: "CSV 1,5;2",
      tsv: "TSV 1.5",
      tsvComma: "TSV 1,5",
      json: "JSON",
      numpy: "NumPy",
      torch: "PyTorch",
      matlab: "MATLAB",
      latex: "LaTeX",
    },
    npy: ".npy",
    trace: "Hesap izi (JSON)",
    numpyProgram: "Python, NumPy",
    torchProgram: "PyTorch",
    jaxProgram: "JAX",
    cpp: "C++",
    javascript: "JavaScript",
    all: "Hepsini kaydet",
    allHint:
      "Hesap izinde girdiler, seçenekler ve bütün sonuçlar vardır; burada yeniden açılabilir. Programlar aynısını baştan hesaplar.",
    matrix: "Matris",
    extent: "Başlıklar",
    oneHead: "yalnızca bu",
    allHeads: (shape) => `hepsi, ${shape}`,
    figure: "Şekli kaydet",
    colours: "Renkler",
    lightColours: "açık, kâğıt için",
    asShown: "göründüğü gibi",
    picture: (title) => `Şeklin resmi: ${title}`,
    pictureSize: (width, height) => `${width} × ${height} piksel`,
    content: "Kopyalanacak metin",
    binary: (bytes) =>
      `np.load için ${bytes} baytlık ikili bir dosya: kopyalanamaz, indirilebilir. Başı şöyle:`,
    copy: "Kopyala",
    copied: "Kopyalandı.",
    selected:
      "Tarayıcı kopyalamaya izin vermedi. Metin seçili duruyor: Ctrl+C’ye (Mac’te ⌘C) basın ya da seçimin menüsünden kopyalayın.",
    noPictureCopy:
      "Tarayıcı kopyalamaya izin vermedi. Resmin menüsünü açıp (sağ tık ya da basılı tutma) oradan kopyalayın.",
    download: (file) => `${file} dosyasını indir`,
    noDownload:
      "Bu şeklin içinde durduğu sayfa dosya kaydetmeye izin vermiyor. Kopyalayın ya da şekli kendi sayfasında açın.",
    open: "Dosya aç…",
    openInto: (matrix) => `${matrix} için dosya aç…`,
    openHint:
      ".npy, .csv, .tsv, .json ya da .txt; en fazla 64 × 64. Dosya matrisin üstüne de sürüklenebilir.",
    openAllHint:
      "Kaydedilmiş bir hesap izi ya da .npy, .csv, .tsv, .json veya .txt olarak tek bir matris. Dosya sayfanın üstüne de sürüklenebilir.",
    which: "Hangi matrise?",
    use: "Kullan",
    cancel: "Vazgeç",
    readAs: (rows, columns) => `Dosyada ${rows} × ${columns} boyutunda bir matris var.`,
    taken: (matrix, rows, columns) =>
      `${matrix} artık dosyadaki sayıları içeriyor, ${rows} × ${columns}. “Geri al” eskilerini geri getirir.`,
    stateTaken: "Girdiler ve seçenekler artık dosyadakiler. “Geri al” eskilerini geri getirir.",
    oneFile: "Birkaç dosya verildi; bir kerede yalnızca biri açılabilir. İçlerinden birini verin.",
    notHere:
      "Ders, birbirini ya da yalnızca geriyi gören üç tokenı anlatır; dosyada ise başka bir şey var. Burada hiçbir şey değişmedi.",
    toPlayground: "Deneme alanında aç",
    noFigure: "Şekil çizilemiyor: bu sayfa onu şu anda göstermiyor.",
    heading: "Bu sayıların dikkati, dikkat ile",
    tokens: "tokenlar:",
  },
};
