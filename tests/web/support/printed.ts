// Random matrices, and how programs print them.

type Rows = number[][];

/** Numerical Recipes' quick generator: enough to vary inputs, the same in every run. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomNumber(random: () => number): number {
  const kind = Math.floor(random() * 6);
  const sign = random() < 0.5 ? -1 : 1;
  if (kind === 0) return sign * Math.floor(random() * 10);
  if (kind === 1) return sign * Math.floor(random() * 1e9);
  if (kind === 2) return (sign * Math.round(random() * 1e4)) / 100;
  if (kind === 3) return sign * random() * 10 ** Math.floor(random() * 600 - 300);
  if (kind === 4) return sign * 2 ** -1074 * Math.floor(random() * 1000);
  return sign * random();
}

export function randomMatrix(random: () => number): Rows {
  const [rows, columns] = [1 + Math.floor(random() * 6), 1 + Math.floor(random() * 6)];
  return Array.from({ length: rows }, () =>
    Array.from({ length: columns }, () => randomNumber(random)),
  );
}

const print = (value: number) => (Object.is(value, -0) ? "-0" : String(value));
const comma = (value: number) => print(value).replace(".", ",");
const minus = (value: number) => print(value).replaceAll("-", "\u2212");
/** NumPy keeps the point of a whole number. */
const point = (value: number) => print(value).replace(/^(-?\d+)$/u, "$1.");
const rows = (m: Rows, cell: (v: number) => string, between: string, end: string) =>
  m.map((row) => row.map(cell).join(between)).join(end);
const wide = (m: Rows) => m.length > 1 && (m[0]?.length ?? 0) > 1;

export const writers: Record<string, { write: (m: Rows) => string; only?: (m: Rows) => boolean }> =
  {
    csv: { write: (m) => rows(m, print, ",", "\n") },
    "csv, CRLF at the end": { write: (m) => `${rows(m, print, ", ", "\r\n")}\r\n` },
    "european csv": { write: (m) => rows(m, comma, ";", "\r\n"), only: wide },
    "semicolons with points": { write: (m) => rows(m, print, ";", "\n"), only: wide },
    spreadsheet: { write: (m) => `${rows(m, comma, "\t", "\r\n")}\r\n`, only: wide },
    spaces: { write: (m) => rows(m, print, "  ", "\n") },
    "printed minus signs": { write: (m) => rows(m, minus, "\u2009", "\n") },
    json: { write: (m) => `[${rows(m, print, ",", "],[").replace(/^/u, "[")}]]` },
    shaped: {
      write: (m) => `{"shape":[${m.length},${m[0]?.length}],"data":[${m.flat().map(print)}]}`,
    },
    "numpy repr": {
      write: (m) => `array([[${rows(m, point, ", ", "],\n       [")}]], dtype=float32)`,
    },
    "numpy print": { write: (m) => `[[${rows(m, point, " ", "]\n [")}]]` },
    torch: {
      write: (m) => `tensor([[${rows(m, point, ", ", "],\n        [")}]], device='cuda:0')`,
    },
    python: { write: (m) => `x = [\n    [${rows(m, print, ", ", "],\n    [")}],\n]\n` },
    matlab: { write: (m) => `A = [${rows(m, print, " ", "; ")}];` },
    "matlab with commas": { write: (m) => `[${rows(m, print, ", ", ";\n ")}]` },
    latex: { write: (m) => `\\begin{bmatrix} ${rows(m, print, " & ", " \\\\\n")} \\end{bmatrix}` },
    markdown: { write: (m) => m.map((row) => `| ${row.map(print).join(" | ")} |`).join("\n") },
  };
