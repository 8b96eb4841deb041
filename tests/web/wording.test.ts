// One word for one thing, on every page.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const top = new URL("../../", import.meta.url);

const texts = ["web", "tests/cases"].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, top), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|html|json|md)$/u.test(file) && !/(^|\/)generated\//u.test(file))
    .map((file) => [`${folder}/${file}`, readFileSync(new URL(`${folder}/${file}`, top), "utf8")]),
);

/** What the lesson calls otherwise, and how. */
it.each([["skor", "puan"]])("nothing says “%s” for “%s”", (other) => {
  const word = new RegExp(`^.*(?<!\\p{L})${other}.*$`, "gimu");
  const found = texts.flatMap(([file, text = ""]) =>
    [...text.matchAll(word)].map(([line]) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
