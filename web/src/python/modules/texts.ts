// What Python's methods of texts say of letters, of which MicroPython knows the English ones alone.

const kinds: Readonly<Record<string, RegExp>> = {
  isalpha: /^\p{L}+$/u,
  isalnum: /^[\p{L}\p{N}]+$/u,
  isdigit: /^[\p{Nd}\u00b2\u00b3\u00b9\u2070-\u2089]+$/u,
  isdecimal: /^\p{Nd}+$/u,
  isnumeric: /^\p{N}+$/u,
  isspace: /^\s+$/u,
  isascii: /^\p{ASCII}*$/u,
  isidentifier: /^[\p{XIDS}_]\p{XIDC}*$/u,
  isprintable: /^(?:[^\p{C}\p{Z}]| )*$/u,
};

/** The name of a method without arguments, and what it gives. */
export function ofText(name: string, text: string): string | boolean {
  const [upper, lower] = [text.toUpperCase(), text.toLowerCase()];
  if (name === "upper") return upper;
  if (name === "lower") return lower;
  if (name === "isupper") return text === upper && text !== lower;
  if (name === "islower") return text === lower && text !== upper;
  return kinds[name]?.test(text) ?? false;
}

const short: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\\": "\\\\",
};

function escaped(character: string): string {
  const known = short[character];
  if (known) return known;
  const code = character.codePointAt(0)!;
  const [letter, digits] = code < 256 ? ["x", 2] : code < 65_536 ? ["u", 4] : ["U", 8];
  return `\\${letter}${code.toString(16).padStart(digits as number, "0")}`;
}

/** Python's repr of a text. */
export function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = text.replace(/\\|[^\P{C}]|[^\P{Z} ]/gu, escaped);
  return quote + (quote === "'" ? inner.replaceAll("'", "\\'") : inner) + quote;
}
