// Labels as a JSON array of strings, for those with a space in them: ["New York", "is", "big"].

/** Told by its first quotation mark, of whatever kind: [CLS] is a label by itself. */
export const isLabelList = (text: string): boolean => /^\s*\[\s*(?:["'“”„‘’«]|$)/u.test(text);

/** The labels, or which of them, counted from 1, is no string or not followed as it has to be. */
export function labelsInList(text: string): readonly string[] | number {
  const labels: string[] = [];
  const entry = /\s*("(?:[^"\\]|\\.)*")\s*(,|\]\s*$)/uy;
  entry.lastIndex = text.indexOf("[") + 1;
  for (;;) {
    const [, label = "", after = ""] = entry.exec(text) ?? [];
    try {
      labels.push(JSON.parse(label) as string);
    } catch {
      return labels.length + 1;
    }
    if (after !== ",") return labels;
  }
}
