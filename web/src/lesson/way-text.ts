// The words around the way through the lesson.

export const wayText = {
  en: {
    place: "Your place in the lesson",
    visited: "read",
    close: "Close",
    wereAt: "You were at",
    goOn: "Continue",
    dismiss: "Dismiss",
    keys: "Keys",
    letters: "Keys of a single character (?, j, k)",
    print: "Print",
    unprinted:
      "This section had not been fetched when the page was printed. “Print” at the end of the page fetches all of them first.",
    printed: "In English. This page with its numbers:",
  },
  tr: {
    place: "Dersteki yeriniz",
    visited: "okundu",
    close: "Kapat",
    wereAt: "Kaldığınız yer:",
    goOn: "Devam et",
    dismiss: "Kapat",
    keys: "Tuşlar",
    letters: "Tek karakterlik tuşlar (?, j, k)",
    print: "Yazdır",
    unprinted:
      "Sayfa yazdırılırken bu bölüm henüz alınmamıştı. Sayfanın sonundaki “Yazdır” önce bütün bölümleri alır.",
    printed: "Türkçe. Bu sayfa, içindeki sayılarla:",
  },
} as const;
