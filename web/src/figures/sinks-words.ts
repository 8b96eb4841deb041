// The words of the attention sinks, in both languages.

export const sinksWords = {
  en: {
    kept: "tokens kept",
    sinks: "of these, first tokens",
    temperature: "temperature",
    again: "Draw again",
    made: "Q, K, V: the rest of them",
    construction: (query: string, key: string) =>
      `Component 1 of every query is ${query}, of the first four keys ${key}, of the others 0, and the first four values are 0.`,
    full: "Full attention",
    limited: (first: number, last: number) =>
      first === 0 ? `The last ${last}` : `The first ${first} and the last ${last}`,
    share: "weights",
    difference: "Difference from full attention, token by token",
    token: "token",
    none: (last: number) => `0 + ${last}`,
    some: (first: number, last: number) => `${first} + ${last}`,
    plot: (kept: string, mean: string, none: string, worse: string) =>
      `Difference of the output for each token. Kept ${kept}: ${mean} on average. Kept ${none}: ${worse} on average.`,
    table: "The same room, divided in five ways",
    ways: "first + last",
    mean: "difference, mean",
    largest: "difference, largest",
    lost: "share of what is dropped",
    averages: (from: number, to: number) =>
      `Over the tokens ${from} to ${to}, which have more before them than is kept. The difference of a token is the largest among the components of its output.`,
    hint: "Arrow keys walk the cells, Enter keeps one marked, Escape lets it go.",
    scrolls: "scrolls sideways",
    sentence: (way: string, mean: string, none: string, worse: string) =>
      `Keeping ${way}, the output is off by ${mean} on average; keeping ${none}, by ${worse}.`,
    alone: (none: string, worse: string) =>
      `Keeping ${none}, the output is off by ${worse} on average.`,
    caption:
      "The sinks are there by construction: no model was trained for this figure, and it has no positions. It shows what follows from them: when they are dropped, their share goes to tokens that happened to be near, and these are taken far too seriously.",
  },
  tr: {
    kept: "tutulan token",
    sinks: "bunlardan ilk tokenlar",
    temperature: "sıcaklık",
    again: "Yeniden çek",
    made: "Q, K, V: gerisi",
    construction: (query: string, key: string) =>
      `Her sorgunun 1. bileşeni ${query}, ilk dört anahtarınki ${key}, ötekilerinki 0; ilk dört değer 0.`,
    full: "Tam dikkat",
    limited: (first: number, last: number) =>
      first === 0 ? `Son ${last} token` : `İlk ${first} ve son ${last} token`,
    share: "ağırlıklar",
    difference: "Tam dikkatten fark, token token",
    token: "token",
    none: (last: number) => `0 + ${last}`,
    some: (first: number, last: number) => `${first} + ${last}`,
    plot: (kept: string, mean: string, none: string, worse: string) =>
      `Her tokenın çıktısındaki fark. ${kept} tutulunca ortalama ${mean}, ${none} tutulunca ortalama ${worse}.`,
    table: "Aynı yer, beş ayrı bölüşüm",
    ways: "ilk + son",
    mean: "fark, ortalama",
    largest: "fark, en büyük",
    lost: "atılanın payı",
    averages: (from: number, to: number) =>
      `${from}–${to} arası tokenlar üzerinden: önlerinde tutulandan çok token olanlar. Bir tokenın farkı, çıktısının bileşenlerindeki en büyük farktır.`,
    hint: "Ok tuşları hücreleri gezer, Enter birini işaretli tutar, Escape bırakır.",
    scrolls: "yana kaydırılır",
    sentence: (way: string, mean: string, none: string, worse: string) =>
      `${way} tutulunca çıktı ortalama ${mean} şaşar; ${none} tutulunca ${worse}.`,
    alone: (none: string, worse: string) => `${none} tutulunca çıktı ortalama ${worse} şaşar.`,
    caption:
      "Yutaklar burada bilerek kurulmuştur: bu şekil için hiçbir model eğitilmedi, konum bilgisi de yok. Şekil, bundan ne çıktığını gösterir: yutaklar atılınca payları o sırada yakında duran tokenlara gider ve bunlar olduğundan çok ciddiye alınır.",
  },
} as const;

export type SinksWords = (typeof sinksWords)["en" | "tr"];
