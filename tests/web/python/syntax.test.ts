// The words and lines are CPython 3.11's: python3 -c 'compile(code, "cell", "exec")'.

import { expect, test } from "vitest";
import { runCell } from "../support/cell.ts";

const cases: [code: string, type: string, message: string, line: number][] = [
  ["x = (1, 2\ny = 3\n", "SyntaxError", "'(' was never closed", 1],
  ["x = {1: 2, 3", "SyntaxError", "'{' was never closed", 1],
  [
    "f(a,\n  [1, 2)\n",
    "SyntaxError",
    "closing parenthesis ')' does not match opening parenthesis '['",
    2,
  ],
  [
    "f(a,\n  1]\n",
    "SyntaxError",
    "closing parenthesis ']' does not match opening parenthesis '(' on line 1",
    2,
  ],
  ["a = [1, 2, 3]]", "SyntaxError", "unmatched ']'", 1],
  [
    'a = 1\nprint("hello)\nb = 2',
    "SyntaxError",
    "unterminated string literal (detected at line 2)",
    2,
  ],
  ["print('a\\')", "SyntaxError", "unterminated string literal (detected at line 1)", 1],
  [
    '"""never closed\nprint(1)',
    "SyntaxError",
    "unterminated triple-quoted string literal (detected at line 2)",
    1,
  ],
  ["for i in range(3)\n    print(i)", "SyntaxError", "expected ':'", 1],
  [
    "x = 1\nif True:\n\nprint(1)",
    "IndentationError",
    "expected an indented block after 'if' statement on line 2",
    4,
  ],
  [
    "def f():\nreturn 1",
    "IndentationError",
    "expected an indented block after function definition on line 1",
    2,
  ],
  ["x = 5 +", "SyntaxError", "invalid syntax", 1],
  ["a = 1\nprint(“öz”)", "SyntaxError", "invalid character '“' (U+201C)", 2],
  ["x = 3 − 2", "SyntaxError", "invalid character '−' (U+2212)", 1],
  ["x = 👍", "SyntaxError", "invalid character '👍' (U+1F44D)", 1],
  ["if 1:\n\u00a0\u00a0x = 2", "SyntaxError", "invalid non-printable character U+00A0", 2],
  [
    "def f():\n    x = (1,\n  2)\n\n    # so\n\n  y = 2",
    "IndentationError",
    "unindent does not match any outer indentation level",
    7,
  ],
  [
    "if 1:\n    print 'a'",
    "SyntaxError",
    "Missing parentheses in call to 'print'. Did you mean print(...)?",
    2,
  ],
  [
    "x = 1\nif x = 3:\n    pass",
    "SyntaxError",
    "invalid syntax. Maybe you meant '==' or ':=' instead of '='?",
    2,
  ],
  [
    "a + b = c",
    "SyntaxError",
    "cannot assign to expression here. Maybe you meant '==' instead of '='?",
    1,
  ],
  [
    "f(x=1) = 3",
    "SyntaxError",
    "cannot assign to function call here. Maybe you meant '==' instead of '='?",
    1,
  ],
  [
    "'=' = 3",
    "SyntaxError",
    "cannot assign to literal here. Maybe you meant '==' instead of '='?",
    1,
  ],
  ["True = 1", "SyntaxError", "cannot assign to True", 1],
  [
    "f() += 1",
    "SyntaxError",
    "'function call' is an illegal expression for augmented assignment",
    1,
  ],
  ["x = 1\nbreak", "SyntaxError", "'break' outside loop", 2],
  ["continue", "SyntaxError", "'continue' not properly in loop", 1],
  ["f(a=1, 2)", "SyntaxError", "positional argument follows keyword argument", 1],
  ["{1: 2, 3}", "SyntaxError", "':' expected after dictionary key", 1],
  ["x\u200b = 1", "SyntaxError", "invalid non-printable character U+200B", 1],
  ["x = ·", "SyntaxError", "invalid character '·' (U+00B7)", 1],
];

test.each(cases)("%j", async (code, type, message, line) => {
  const frames = [{ line, name: "<module>" }];
  expect((await runCell(code)).error).toEqual({ type, message, line, frames });
});

test("letters of any script, and any character in a text or a comment", async () => {
  const { error, output } = await runCell(
    '\ufeffσ_değer, kᵀ, a·b = 1, 2, 3  # “x” − 👍\nprint(σ_değer + kᵀ + a·b, "“−👍”", f"{σ_değer} × ”")',
  );
  expect([error, output.join("")]).toEqual([null, "6 “−👍” 1 × ”\n"]);
});
