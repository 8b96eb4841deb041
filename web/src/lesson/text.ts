// The words of the lesson outside its sections.

export const lessonText = {
  en: {
    title: "Attention, one cell at a time",
    lead: "Self-attention is a single line. Here it runs on three Turkish words, “kedi mindere oturdu” (the cat sat on the cushion), with numbers small enough to check on paper. Change any of them and everything that follows is computed again. Pick any cell and the sum that made it is written out.",
    formula: "The whole formula",
    formulaHint: "Each symbol leads to its matrix.",
    contents: "Sections",
    tryIt: "Try",
    sources: "Sources",
    coming: "This section is on its way…",
    sectionFailed: "This section could not be fetched. Check the connection to the network.",
    fetchAgain: "Fetch it again",
    teach: "Teacher’s view",
    live: "The figures of this section, live",
    playground: "Open these numbers in the playground",
  },
  tr: {
    title: "Dikkat, hücre hücre",
    lead: "Öz dikkat (self-attention) tek bir satırdır. Burada üç sözcük üzerinde, “kedi mindere oturdu” cümlesinde, kâğıtta denetlenebilecek kadar küçük sayılarla işliyor. Birini değiştirin, ardından gelen her şey yeniden hesaplanır. Bir hücre seçin, onu oluşturan toplam açık açık yazılır.",
    formula: "Formülün tamamı",
    formulaHint: "Her simge kendi matrisine götürür.",
    contents: "Bölümler",
    tryIt: "Deneyin",
    sources: "Kaynaklar",
    coming: "Bu bölüm yolda…",
    sectionFailed: "Bu bölüm alınamadı. Ağ bağlantısını denetleyin.",
    fetchAgain: "Yeniden al",
    teach: "Öğretmen görünümü",
    live: "Bu bölümün şekilleri, canlı",
    playground: "Bu sayıları deneme alanında aç",
  },
} as const;
