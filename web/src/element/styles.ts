// One style sheet for all elements of a page. In the build of one file every import of a style adds
// its text here (vite.embed.config.ts), in the order in which a page would have them.

const texts: string[] = [];
let sheet: CSSStyleSheet | null = null;

export function addStyle(text: string): void {
  texts.push(text);
}

export function styles(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(texts.join("\n"));
  }
  return sheet;
}
