// One word for one thing, on every page.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const top = new URL("../../", import.meta.url);

const texts = ["web", "tests/cases"].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, top), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|html|json|md)$/u.test(file) && !/(^|\/)generated\//u.test(file))
    .map((file) => [`${folder}/${file}`, readFileSync(new URL(`${folder}/${file}`, top), "utf8")]),
);

const among = (folder: RegExp, words: RegExp) =>
  texts.flatMap(([file = "", text = ""]) =>
    folder.test(file) ? [...text.matchAll(words)].map(([found]) => `${file}: ${found.trim()}`) : [],
  );

/** What the lesson calls otherwise, and how. */
it.each([["skor", "puan"]])("nothing says “%s” for “%s”", (other) => {
  const word = new RegExp(`^.*(?<!\\p{L})${other}.*$`, "gimu");
  expect(among(/^/u, word)).toEqual([]);
});

// A frame or a tag shows one figure: nothing of the lesson stands above it.
it("no figure's own words lead out of it, up the page or down", () => {
  const leadsOut =
    /^(?! *(?:\/\/|\/?\*)).*(?:(?:figures?|sections?|inputs|numbers|chosen) (?:above|below)|(?:yukarıda|aşağıda)(?:ki)? (?:şekil|bölüm|girdi|sayı|seçil)).*$/gimu;
  expect(among(/^web\/src\/(?:figures|views|lesson\/bugs)\//u, leadsOut)).toEqual([]);
});
