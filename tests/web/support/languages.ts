// Words that are in nearly every sentence of one language and in none of the other. Those that both
// languages have (on, at, in, an, has, not, her) are left out.

export type Language = "tr" | "en";

const functionWords: Record<Language, readonly string[]> = {
  en: "the and of is are was were with from that this these which for by its every each only when where what there then than because into they you your but if".split(
    " ",
  ),
  tr: "ve bir bu için ile olarak gibi değil kadar sonra önce daha yalnızca olan ya hem ise göre çünkü ama hangi nasıl neden şu böyle başka ancak".split(
    " ",
  ),
};

export const otherThan: Record<Language, Language> = { en: "tr", tr: "en" };

/** The words of the other language in a text of this one. Quoted examples may be in either. */
export function strays(text: string, language: Language): string[] {
  const other = functionWords[otherThan[language]];
  const words = text
    .replace(/“[^”]*”/gu, " ")
    .toLocaleLowerCase(otherThan[language])
    .match(/[\p{L}’'-]+/gu);
  return (words ?? []).filter((word) => other.includes(word));
}
