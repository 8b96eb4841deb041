// One style sheet for all elements of a document. In the build of one file every import of a style adds
// its text here (vite.embed.config.ts), in the order in which a page would have them.

const texts: string[] = [];
const sheets = new WeakMap<Document, CSSStyleSheet>();

export function addStyle(text: string): void {
  texts.push(text);
}

/** A document takes no sheet that another one made. */
export function stylesOf(document: Document): CSSStyleSheet {
  const made = sheets.get(document);
  if (made) return made;
  const sheet = new (document.defaultView ?? globalThis).CSSStyleSheet();
  sheet.replaceSync(texts.join("\n"));
  sheets.set(document, sheet);
  return sheet;
}
