import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

/**
 * Modules that are compiled into MicroPython and that code of the cell has no use for: files, packed
 * files, tests, tasks, dates. They are a tenth of what a first run would fetch.
 */
const unused =
  /^(?:asyncio|base64|binascii|datetime|fnmatch|gzip|hmac|html|inspect|locale|logging|pathlib|stat|tarfile|unittest|uu)\b/;

/** No name in Python begins so: to import a module that is gone says that there is none. */
const GONE = "-".charCodeAt(0);

const DATA = 11;
const I32_CONST = 0x41;

interface Segment {
  /** Its first byte's place in memory, and in the program. */
  readonly address: number;
  readonly at: number;
  readonly size: number;
}

class Reader {
  readonly bytes: Uint8Array;
  at = 8;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
  number(): number {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
}

/** The first segment of the data, where everything lies that never changes. */
function constants(bytes: Uint8Array): Segment {
  const reader = new Reader(bytes);
  while (reader.at < bytes.length) {
    const id = reader.number();
    const size = reader.number();
    if (id !== DATA) {
      reader.at += size;
      continue;
    }
    reader.number();
    if (reader.number() !== 0 || reader.number() !== I32_CONST) break;
    const address = reader.number();
    reader.at++;
    const length = reader.number();
    return { address, at: reader.at, size: length };
  }
  throw new Error("MicroPython's data are not laid out as they were");
}

interface Frozen {
  readonly name: string;
  /** The place of its name, and of all it consists of, in the program. */
  readonly nameAt: number;
  readonly begin: number;
  readonly end: number;
}

/** Where the list of their names begins; each alone is among the strings as well. */
const FIRST = "asyncio/event.py\0asyncio/funcs.py\0";
/** Of a module's entry: its names, its constants, its code. */
const FIELDS = 3;

/** The modules in the order in which they lie, each from its table of names to the next one's. */
function frozenModules(bytes: Uint8Array): Frozen[] {
  const { address, at, size } = constants(bytes);
  const data = Buffer.from(bytes.buffer, bytes.byteOffset + at, size);
  const named: { name: string; nameAt: number }[] = [];
  const first = data.indexOf(FIRST);
  for (let i = first; i >= 0 && data[i] !== 0; ) {
    const name = data.toString("latin1", i, data.indexOf(0, i));
    named.push({ name, nameAt: at + i });
    i += name.length + 1;
  }
  const last = named.at(-1);
  if (!last) throw new Error("MicroPython's frozen modules are not where they were");
  // The entries follow the names, at the next whole word, and begin with the first module's.
  const entries = (last.nameAt - at + last.name.length + 2 + 3) & ~3;
  const starts = named.map((_, i) => data.readUInt32LE(entries + 4 * FIELDS * i) - address + at);
  return named.slice(0, -1).map((module, i) => {
    const [begin, end] = [starts[i] ?? 0, starts[i + 1] ?? 0];
    if (begin < at || end <= begin || end > at + size) {
      throw new Error(`MicroPython's frozen ${module.name} is not laid out as it was`);
    }
    return { ...module, begin, end };
  });
}

/** The program with zeros where those modules were, which compress to nothing. */
export function withoutUnused(program: Uint8Array): Uint8Array {
  const lean = new Uint8Array(program);
  for (const { name, nameAt, begin, end } of frozenModules(program)) {
    if (!unused.test(name)) continue;
    lean.fill(0, begin, end);
    lean[nameAt] = GONE;
  }
  return lean;
}

const wanted = "micropython.wasm?url";

/** In a build; while developing, the package's own program is served. */
export const leanFrozen: Plugin = {
  name: "lean-frozen",
  enforce: "pre",
  apply: "build",
  async load(id) {
    if (!id.endsWith(`/${wanted}`)) return null;
    const program = await readFile(id.slice(0, -"?url".length));
    const reference = this.emitFile({
      type: "asset",
      name: "micropython.wasm",
      source: withoutUnused(program),
    });
    return `export default import.meta.ROLLUP_FILE_URL_${reference}`;
  },
};
