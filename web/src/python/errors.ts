// An error of the interpreter in the words of CPython, which readers know and can look up.

import type { PythonError } from "./protocol.ts";

const operators: Readonly<Record<string, string>> = {
  add: "+",
  sub: "-",
  mul: "*",
  matmul: "@",
  truediv: "/",
  floordiv: "//",
  mod: "%",
  pow: "** or pow()",
  and: "&",
  or: "|",
  xor: "^",
  lshift: "<<",
  rshift: ">>",
};

const comparisons: Readonly<Record<string, string>> = { lt: "<", le: "<=", gt: ">", ge: ">=" };

type Words = readonly [pattern: RegExp, type: string | null, message: string];

const words: readonly Words[] = [
  [/^name '(.*)' isn't defined$/, null, "name '$1' is not defined"],
  [/^no module named '(.*)'$/, "ModuleNotFoundError", "No module named '$1'"],
  [/^can't import name (.*)$/, null, "cannot import name '$1'"],
  [
    /^invalid syntax for integer with base (\d+): (.*)$/s,
    null,
    "invalid literal for int() with base $1: $2",
  ],
  [/^invalid syntax for number$/, null, "could not convert string to float"],
  [
    /^can't convert ndarray to (?:float|int)$/,
    null,
    "only size-1 arrays can be converted to Python scalars",
  ],
  [
    /^can't convert Tensor to (?:float|int)$/,
    "ValueError",
    "only one element tensors can be converted to Python scalars",
  ],
  [/^divide by zero$/, null, "division by zero"],
  [/^maximum recursion depth exceeded$/, "RecursionError", "maximum recursion depth exceeded"],
  [/^pystack exhausted$/, "RecursionError", "maximum recursion depth exceeded"],
  [
    /^unindent doesn't match any outer indent level$/,
    null,
    "unindent does not match any outer indentation level",
  ],
  [/^(.*) object isn't (.*)$/, null, "$1 object is not $2"],
  [
    /^local variable referenced before assignment$/,
    "UnboundLocalError",
    "local variable referenced before assignment",
  ],
];

export function inPythonsWords(
  type: string,
  message: string,
): Pick<PythonError, "type" | "message"> {
  const operation = /^unsupported types for __r?(\w+?)__: '(.*)', '(.*)'$/.exec(message);
  const compared = /^unsupported types for __(lt|le|gt|ge)__: '(.*)', '(.*)'$/.exec(message);
  if (compared) {
    const [, name = "", left, right] = compared;
    const said = `'${comparisons[name]}' not supported between instances of '${left}' and '${right}'`;
    return { type, message: said };
  }
  const sign = operators[operation?.[1] ?? ""];
  if (operation && sign) {
    const [, , left, right] = operation;
    return { type, message: `unsupported operand type(s) for ${sign}: '${left}' and '${right}'` };
  }
  for (const [pattern, named, said] of words) {
    if (pattern.test(message)) {
      return { type: named ?? type, message: message.replace(pattern, said) };
    }
  }
  return { type, message };
}

/** Frames that are told; those of a recursion are thousands. */
const MOST_FRAMES = 8;

/** `trace` as the interpreter prints it; only the lines of the cell are the reader's. */
export function errorFrom(told: { type: string; message: string; trace: string }): PythonError {
  const frames = [...told.trace.matchAll(/File "<cell>", line (\d+)(?:, in (\S+))?/g)].map(
    ([, line, name]) => ({ line: Number(line), name: name ?? "<module>" }),
  );
  return {
    ...inPythonsWords(told.type, told.message),
    line: frames.at(-1)?.line ?? null,
    frames: frames.slice(-MOST_FRAMES),
  };
}
