// The functions of a WebAssembly program: taken out, and put back in another order. What each does stays
// the same to the byte but for the numbers by which they call each other.
// Source: WebAssembly Core Specification 2.0, chapter 5 (binary format).

/** Section numbers. */
const [IMPORT, FUNCTION, EXPORT, START, ELEMENT, CODE] = [2, 3, 7, 8, 9, 10];
const [CALL, RETURN_CALL, REF_FUNC] = [0x10, 0x12, 0xd2];

/** Reads a program from `at` on. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** LEB128 without a sign. */
  number() {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      factor *= 128;
      if (byte < 128) return value;
    }
  }

  /** LEB128 of any kind, which is left unread. */
  skipNumber() {
    while (this.byte() > 127);
  }

  skip(count) {
    this.at += count;
  }

  take(count) {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
}

function leb(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest > 127 ? 128 : 0));
    if (rest < 128) return Buffer.from(bytes);
  }
}

const numbers = (count) => (reader) => {
  for (let i = 0; i < count; i++) reader.skipNumber();
};
const bytes = (count) => (reader) => reader.skip(count);
const nothing = () => {};

/** What follows an instruction of two bytes or more that begins with 0xfc: memory and tables. */
function skipMiscellaneous(reader) {
  const code = reader.number();
  if (code <= 7) return;
  const operands = { 8: 2, 9: 1, 10: 2, 11: 1, 12: 2, 13: 1, 14: 2, 15: 1, 16: 1, 17: 1 }[code];
  if (operands === undefined) throw new Error(`unknown instruction 0xfc ${code}`);
  numbers(operands)(reader);
}

/** The same for 0xfd: vectors. */
function skipVector(reader) {
  const code = reader.number();
  if (code <= 11 || code === 92 || code === 93) numbers(2)(reader);
  else if (code === 12 || code === 13) reader.skip(16);
  else if (code >= 21 && code <= 34) reader.skip(1);
  else if (code >= 84 && code <= 91) {
    numbers(2)(reader);
    reader.skip(1);
  } else if (code > 255) throw new Error(`unknown instruction 0xfd ${code}`);
}

function skipTable(reader) {
  numbers(reader.number() + 1)(reader);
}

/** What follows the instructions of one byte, which is no number of a function. */
const operands = new Map([
  ...[0x02, 0x03, 0x04, 0x0c, 0x0d].map((code) => [code, numbers(1)]),
  [0x0e, skipTable],
  [0x11, numbers(2)],
  [0x1c, (reader) => numbers(reader.number())(reader)],
  ...[0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26].map((code) => [code, numbers(1)]),
  ...Array.from({ length: 0x3e - 0x28 + 1 }, (_, i) => [0x28 + i, numbers(2)]),
  ...[0x3f, 0x40, 0x41, 0x42, 0xd0].map((code) => [code, numbers(1)]),
  [0x43, bytes(4)],
  [0x44, bytes(8)],
  [0xfc, skipMiscellaneous],
  [0xfd, skipVector],
  ...[0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1].map((code) => [code, nothing]),
  ...Array.from({ length: 0xc4 - 0x45 + 1 }, (_, i) => [0x45 + i, nothing]),
]);

/** A body as pieces of bytes and, in between, the numbers of the functions that it names. */
function piecesOf(body) {
  const reader = new Reader(body);
  for (let groups = reader.number(); groups > 0; groups--) {
    reader.skipNumber();
    reader.skip(1);
  }
  const pieces = [];
  let from = 0;
  while (reader.at < body.length) {
    const code = reader.byte();
    if (code === CALL || code === RETURN_CALL || code === REF_FUNC) {
      pieces.push(body.subarray(from, reader.at), reader.number());
      from = reader.at;
      continue;
    }
    const skip = operands.get(code);
    if (!skip) throw new Error(`unknown instruction 0x${code.toString(16)}`);
    skip(reader);
  }
  return [...pieces, body.subarray(from)];
}

function sectionsOf(program) {
  const reader = new Reader(program, 8);
  const sections = [];
  while (reader.at < program.length) {
    const kind = reader.byte();
    sections.push({ kind, content: reader.take(reader.number()) });
  }
  return sections;
}

function importedFunctions(content) {
  const reader = new Reader(content);
  let count = 0;
  for (let left = reader.number(); left > 0; left--) {
    for (const _ of ["module", "name"]) reader.skip(reader.number());
    const kind = reader.byte();
    if (kind === 0) count++;
    if (kind === 1) reader.skip(1);
    if (kind === 0) reader.skipNumber();
    else if (kind === 3) reader.skip(2);
    else numbers(reader.byte() === 1 ? 2 : 1)(reader);
  }
  return count;
}

/** The sections, and of each function that the program itself has its type and its body in pieces. */
export function readProgram(program) {
  const sections = sectionsOf(program);
  const content = (kind) => sections.find((section) => section.kind === kind)?.content;
  const types = new Reader(content(FUNCTION));
  const code = new Reader(content(CODE));
  code.skipNumber();
  const functions = Array.from({ length: types.number() }, () => ({
    type: types.number(),
    pieces: piecesOf(code.take(code.number())),
  }));
  const imports = content(IMPORT);
  return { sections, functions, imported: imports ? importedFunctions(imports) : 0 };
}

function exportsWith(content, renumber) {
  const reader = new Reader(content);
  const count = reader.number();
  const parts = [leb(count)];
  for (let i = 0; i < count; i++) {
    const from = reader.at;
    reader.skip(reader.number());
    const kind = reader.byte();
    parts.push(content.subarray(from, reader.at));
    const number = reader.number();
    parts.push(leb(kind === 0 ? renumber(number) : number));
  }
  return Buffer.concat(parts);
}

/** Only of the one kind that linkers write: a list of functions from a fixed place of the table on. */
function elementsWith(content, renumber) {
  const reader = new Reader(content);
  const count = reader.number();
  const parts = [leb(count)];
  for (let i = 0; i < count; i++) {
    const from = reader.at;
    if (reader.number() !== 0 || reader.byte() !== 0x41)
      throw new Error("elements of another kind");
    reader.skipNumber();
    if (reader.byte() !== 0x0b) throw new Error("elements of another kind");
    parts.push(content.subarray(from, reader.at));
    const length = reader.number();
    parts.push(leb(length));
    for (let j = 0; j < length; j++) parts.push(leb(renumber(reader.number())));
  }
  return Buffer.concat(parts);
}

/** The program with its functions in this order, a list of their places in the old one. */
export function reordered(program, order) {
  const { sections, functions, imported } = readProgram(program);
  const places = new Map(order.map((old, place) => [old + imported, place + imported]));
  const renumber = (number) => places.get(number) ?? number;
  const list = (parts) => Buffer.concat([leb(parts.length), ...parts]);
  const bodyOf = (old) => {
    const pieces = functions[old].pieces;
    const body = Buffer.concat(
      pieces.map((piece) => (typeof piece === "number" ? leb(renumber(piece)) : piece)),
    );
    return Buffer.concat([leb(body.length), body]);
  };
  const rewritten = {
    [FUNCTION]: () => list(order.map((old) => leb(functions[old].type))),
    [EXPORT]: (content) => exportsWith(content, renumber),
    [START]: (content) => leb(renumber(new Reader(content).number())),
    [ELEMENT]: (content) => elementsWith(content, renumber),
    [CODE]: () => list(order.map(bodyOf)),
  };
  const parts = sections.map(({ kind, content }) => {
    const made = rewritten[kind]?.(content) ?? content;
    return Buffer.concat([Buffer.from([kind]), leb(made.length), made]);
  });
  return Buffer.concat([program.subarray(0, 8), ...parts]);
}
