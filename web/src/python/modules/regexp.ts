/** Python's regular expressions as JavaScript's: MicroPython's own know neither findall nor letters beyond English. */

const word = "\\p{L}\\p{N}_";
const classes: Readonly<Record<string, string>> = {
  w: `[${word}]`,
  W: `[^${word}]`,
  d: "\\p{Nd}",
  D: "\\P{Nd}",
  b: `(?:(?<=[${word}])(?![${word}])|(?<![${word}])(?=[${word}]))`,
  B: `(?:(?<=[${word}])(?=[${word}])|(?<![${word}])(?![${word}]))`,
  A: "(?<![^])",
  Z: "(?![^])",
};
/** In a class of characters there is no class within. */
const inside: Readonly<Record<string, string>> = { w: word, d: "\\p{Nd}", D: "\\P{Nd}", b: "\\b" };

function translated(pattern: string): string {
  let out = "";
  let within = false;
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i]!;
    if (c === "\\") {
      const next = pattern[++i] ?? "";
      if (within && /[WAZB]/.test(next)) throw new Error(`\\${next} inside [...] is not here`);
      const own = (within ? inside : classes)[next];
      // JavaScript lets only signs with a meaning be escaped.
      out += own ?? (/[\w^$\\.*+?()[\]{}|/-]/.test(next) ? `\\${next}` : next);
      if (next === "-" && !within) out = `${out.slice(0, -2)}-`;
    } else if (within) {
      within = c !== "]";
      out += c === "[" ? "\\[" : c;
    } else if (c === "[") {
      within = true;
      const not = pattern[i + 1] === "^" ? "^" : "";
      i += not.length;
      // A bracket that stands first is one of the characters.
      const first = pattern[i + 1] === "]" ? "\\]" : "";
      i += first ? 1 : 0;
      out += `[${not}${first}`;
    } else out += c;
  }
  return out.replace(/\(\?P<(\w+)>/g, "(?<$1>").replace(/\(\?P=(\w+)\)/g, "\\k<$1>");
}

/** All matches from a place on: start, end and groups with their places, counted as Python counts. */
export function matches(pattern: string, flags: string, text: string): string {
  const made = new RegExp(translated(pattern), `du${flags.replace(/[^ims]/g, "")}g`);
  const places = [0];
  for (const c of text) places.push(places.at(-1)! + c.length);
  const place = new Map(places.map((unit, i) => [unit, i]));
  const found = [...text.matchAll(made)].map((match) => {
    const spans = (match as RegExpExecArray).indices!;
    return spans.map((span) => (span ? [place.get(span[0]), place.get(span[1])] : [-1, -1]));
  });
  const names = [...translated(pattern).matchAll(/\(\?<([A-Za-z_]\w*)>|\((?!\?)/g)];
  const named = names.filter(([, name]) => name);
  const order = Object.fromEntries(named.map((n) => [n[1], names.indexOf(n) + 1]));
  return JSON.stringify({ found, names: order });
}
