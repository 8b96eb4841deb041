// What keys do to code: a text and a selection in, a replacement out.

export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Replace [from, to) by `text`; then select [start, end). */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const STEP = 4;
const INDENT = " ".repeat(STEP);

const lineStart = (text: string, at: number) => text.lastIndexOf("\n", at - 1) + 1;

/** Spaces up to the next stop, or all lines of the selection one step further in. */
export function indent({ text, start, end }: Selected): Change {
  if (!text.slice(start, end).includes("\n")) {
    const spaces = INDENT.slice((start - lineStart(text, start)) % STEP);
    const at = start + spaces.length;
    return { from: start, to: end, text: spaces, start: at, end: at };
  }
  return onLines({ text, start, end }, (line) => (line === "" ? line : INDENT + line));
}

export function dedent(selected: Selected): Change {
  return onLines(selected, (line) => line.replace(/^(?: {1,4}|\t)/u, ""));
}

function onLines({ text, start, end }: Selected, update: (line: string) => string): Change {
  const from = lineStart(text, start);
  // A selection that ends before the first letter of a line does not mean that line.
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const stop = text.indexOf("\n", last);
  const to = stop < 0 ? text.length : stop;
  const before = text.slice(from, to).split("\n");
  const after = before.map(update);
  const grown = after.join("\n");
  const first = (after[0]?.length ?? 0) - (before[0]?.length ?? 0);
  const moved = Math.max(from, start + first);
  return {
    from,
    to,
    text: grown,
    start: moved,
    end: Math.max(moved, end + grown.length - (to - from)),
  };
}

/** A line break with the indent of the line above it; a step more after a colon, less after a last word. */
export function breakLine({ text, start, end }: Selected): Change {
  const line = text.slice(lineStart(text, start), start);
  const [spaces = ""] = /^ */u.exec(line) ?? [];
  const code = line.replace(/#.*$/u, "").trimEnd();
  const ends = /^ *(?:return|pass|break|continue|raise)\b/u.test(code);
  const inner = code.endsWith(":") ? spaces + INDENT : ends ? spaces.slice(STEP) : spaces;
  const at = start + 1 + inner.length;
  return { from: start, to: end, text: `\n${inner}`, start: at, end: at };
}

/** The place of a line, counted from 1: its first and one past its last letter. */
export function lineAt(text: string, line: number): readonly [number, number] {
  const lines = text.split("\n");
  const index = Math.min(Math.max(line, 1), lines.length) - 1;
  const start = lines.slice(0, index).reduce((sum, { length }) => sum + length + 1, 0);
  return [start, start + (lines[index]?.length ?? 0)];
}
