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
  // Numbers of the system that MicroPython was compiled for.
  [/^29$/, "EOFError", "EOF when reading a line"],
  [/^44$/, "FileNotFoundError", "[Errno 2] No such file or directory"],
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
  [/^need more than (\d+) values to unpack$/, null, "not enough values to unpack (got $1)"],
  [/^divide by zero$/, null, "division by zero"],
  [/^maximum recursion depth exceeded$/, "RecursionError", "maximum recursion depth exceeded"],
  [/^pystack exhausted$/, "RecursionError", "maximum recursion depth exceeded"],
  [
    /^unindent doesn't match any outer indent level$/,
    null,
    "unindent does not match any outer indentation level",
  ],
  [/^(.*) object isn't (.*)$/, null, "$1 object is not $2"],
  [/^(.*) object doesn't support (.*)$/, null, "$1 object does not support $2"],
  [/^unsupported type for __hash__: (.*)$/, null, "unhashable type: $1"],
  [/^unknown format code (.*)$/, null, "Unknown format code $1"],
  [/^no active exception to reraise$/, null, "No active exception to reraise"],
  [/^positional arg after keyword arg$/, null, "positional argument follows keyword argument"],
  [/^expecting key:value for dict$/, null, "':' expected after dictionary key"],
  [
    /^local variable referenced before assignment$/,
    "UnboundLocalError",
    "local variable referenced before assignment",
  ],
];

const signs: Readonly<Record<string, string>> = {
  abs: "abs()",
  neg: "unary -",
  pos: "unary +",
  invert: "unary ~",
};

/** Of an operator between two types. */
function refused(name: string, left: string, right: string): string {
  if (name === "add" && /^(?:str|list|tuple)$/.test(left)) {
    return `can only concatenate ${left} (not "${right}") to ${left}`;
  }
  if (name === "mul" && left === "str")
    return `can't multiply sequence by non-int of type '${right}'`;
  return `unsupported operand type(s) for ${operators[name]}: '${left}' and '${right}'`;
}

export function inPythonsWords(type: string, told: string): Pick<PythonError, "type" | "message"> {
  // The dicts of a cell keep their order, which those of the interpreter do not.
  const message = told.replaceAll("'OrderedDict'", "'dict'");
  const operation = /^unsupported types for __r?(\w+?)__: '(.*)', '(.*)'$/.exec(message);
  const compared = /^unsupported types for __(lt|le|gt|ge)__: '(.*)', '(.*)'$/.exec(message);
  if (compared) {
    const [, name = "", left, right] = compared;
    const said = `'${comparisons[name]}' not supported between instances of '${left}' and '${right}'`;
    return { type, message: said };
  }
  if (operation?.[1] && operation[1] in operators) {
    const [, name, left = "", right = ""] = operation;
    return { type, message: refused(name, left, right) };
  }
  const single = /^unsupported type for __(\w+)__: '(.*)'$/.exec(message);
  const sign = signs[single?.[1] ?? ""];
  if (single && sign) {
    return { type, message: `bad operand type for ${sign}: '${single[2]}'` };
  }
  const few = /^(\w+\(\)) takes (\d+) positional arguments but (\d+) were given$/.exec(message);
  const missing = Number(few?.[2]) - Number(few?.[3]);
  if (few && missing > 0) {
    const many = missing === 1 ? "argument" : "arguments";
    return { type, message: `${few[1]} missing ${missing} required positional ${many}` };
  }
  for (const [pattern, named, said] of words) {
    if (pattern.test(message) && (type === "OSError" || !/^\d/.test(message))) {
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
