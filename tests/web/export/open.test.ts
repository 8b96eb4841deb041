// Files as programs and countries write them.

import { describe, expect, test } from "vitest";
import { writeNpy } from "../../../web/src/export/npy.ts";
import { MAX_FILE, openFile } from "../../../web/src/export/open.ts";
import { workedExample } from "../../../web/src/inputs/example.ts";
import { asNumbers } from "./numbers.ts";

const read = async (...parts: BlobPart[]) => {
  const opened = await openFile(new Blob(parts), workedExample.state);
  if (opened instanceof Error) return opened.message;
  return opened.kind === "matrix" ? opened.matrix : opened.state;
};

const utf16 = (text: string, little: boolean) => {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), little);
  return view;
};

const wanted = [
  [1.5, -2],
  [0.25, 3],
];

describe("a matrix in", () => {
  test.each<[string, BlobPart[]]>([
    ["CSV", ["1.5,-2\r\n0.25,3\r\n"]],
    ["CSV of a Turkish spreadsheet", ["1,5;-2\r\n0,25;3\r\n"]],
    ["CSV with the mark of UTF-8", ["\ufeff1,5;-2\r\n0,25;3\r\n"]],
    ["TSV in UTF-16", [utf16("\ufeff1.5\t-2\n0.25\t3", true)]],
    ["TSV in UTF-16, the other order", [utf16("\ufeff1,5\t-2\n0,25\t3", false)]],
    // A minus sign of books is the byte 0x96 there.
    ["Windows-1254", [Uint8Array.of(0x31, 0x2c, 0x35, 0x3b, 0x96, 0x32, 0x0a), "0,25;3"]],
    ["JSON", ["[[1.5, -2], [0.25, 3]]"]],
    [".npy", [writeNpy(asNumbers(wanted))]],
  ])("%s", async (_, parts) => {
    expect(await read(...parts)).toEqual(wanted);
  });
});

describe("what is none is told", () => {
  test.each<[string, BlobPart[], string]>([
    ["words", ["kedi,mindere\noturdu,uyudu"], "Row 1, column 1: “kedi”"],
    ["a picture", [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13)], "not text"],
    ["nothing", [""], "no numbers"],
    ["too many rows", ["1\n".repeat(65)], "65 rows"],
    ["a large text", [new Uint8Array(MAX_FILE + 1).fill(0x31)], String(MAX_FILE)],
    [
      "a large array",
      [writeNpy({ name: "A", shape: [600, 600], data: new Float64Array(360_000) })],
      "600 rows",
    ],
  ])("%s", async (_, parts, words) => {
    expect(await read(...parts)).toContain(words);
  });

  describe("a .npy file that was cut", () => {
    const bytes = writeNpy(asNumbers(wanted));
    test.each(Array.from({ length: bytes.length - 1 }, (_, i) => i + 1))(
      "after %i bytes",
      async (n) => {
        const cut = bytes.slice(0, n);
        expect(await read(cut)).toMatch(
          new RegExp(`^The \\.npy file ends early: it needs \\d+ bytes and has ${n}\\.`, "u"),
        );
      },
    );

    test.each(["", "1 2", "?NUM"])("by its name: “%s”", async (text) => {
      const opened = await openFile(new File([text], "Weights.NPY"), workedExample.state);
      expect((opened as Error).message).toContain("ends early");
    });

    test("a text of few letters is a text all the same, whatever it is called", async () => {
      expect(await read("7 8")).toEqual([[7, 8]]);
      const opened = await openFile(new File(["1.5,-2\n0.25,3"], "a.npy"), workedExample.state);
      expect(opened).toMatchObject({ matrix: wanted });
    });
  });

  test("a file that is gone", async () => {
    const gone = { size: 3, slice: () => ({ arrayBuffer: () => Promise.reject(new Error()) }) };
    const opened = await openFile(gone as unknown as Blob, workedExample.state);
    expect((opened as Error).message).toContain("could not read");
  });
});
