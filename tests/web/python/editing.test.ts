// What Tab and Enter do to code. "|" is the caret, "[" and "]" are the ends of a selection.

import { expect, test } from "vitest";
import {
  breakLine,
  type Change,
  dedent,
  indent,
  lineAt,
  type Selected,
} from "../../../web/src/python/editing.ts";

function marked(text: string): Selected {
  const caret = text.indexOf("|");
  if (caret >= 0) return { text: text.replace("|", ""), start: caret, end: caret };
  const start = text.indexOf("[");
  const end = text.indexOf("]") - 1;
  return { text: text.replace("[", "").replace("]", ""), start, end };
}

function after({ text }: Selected, { from, to, text: put, start, end }: Change): string {
  const next = text.slice(0, from) + put + text.slice(to);
  if (start === end) return `${next.slice(0, start)}|${next.slice(start)}`;
  return `${next.slice(0, start)}[${next.slice(start, end)}]${next.slice(end)}`;
}

type Case = [name: string, key: (selected: Selected) => Change, before: string, after: string];

const cases: Case[] = [
  ["Tab goes to the next stop", indent, "ab|c", "ab  |c"],
  ["Tab at a stop goes to the one after it", indent, "    |x", "        |x"],
  ["Tab counts from the beginning of the line", indent, "abc\n|x", "abc\n    |x"],
  ["Tab replaces a selection within a line", indent, "a[bc]d", "a   |d"],
  ["Tab moves all lines of a selection", indent, "a[b\n\nc]d", "    a[b\n\n    c]d"],
  [
    "a line that is touched at its beginning stays",
    indent,
    "[a\n]b",
    "[    a\n]b".replace("[    ", "    ["),
  ],
  ["Shift+Tab takes a step back", dedent, "      x|y", "  x|y"],
  ["Shift+Tab takes what there is", dedent, "  |x", "|x"],
  ["Shift+Tab with nothing to take", dedent, "x|", "x|"],
  ["Shift+Tab on lines", dedent, "    [a\n  b]", "[a\nb]"],
  ["Shift+Tab takes a tab", dedent, "\tx|", "x|"],
  ["Enter keeps the indent", breakLine, "    x|", "    x\n    |"],
  ["Enter after a colon goes in", breakLine, "  if x:|", "  if x:\n      |"],
  [
    "a comment after the colon changes nothing",
    breakLine,
    "for x in y:  # all|",
    "for x in y:  # all\n    |",
  ],
  [
    "a colon within a line is none at its end",
    breakLine,
    "    a[1:]|".replace("[", "(").replace("]", ")"),
    "    a(1:)\n    |",
  ],
  ["Enter after return goes out", breakLine, "    return x|", "    return x\n|"],
  ["Enter in the middle of a line", breakLine, "    a|b", "    a\n    |b"],
];

for (const [name, key, before, wanted] of cases) {
  test(name, () => {
    const selected = marked(before);
    expect(after(selected, key(selected))).toBe(wanted);
  });
}

test("the place of a line, and of one beyond the end", () => {
  expect(lineAt("ab\ncde\n", 2)).toEqual([3, 6]);
  expect(lineAt("ab\ncde", 9)).toEqual([3, 6]);
});
