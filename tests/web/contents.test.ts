import { describe, expect, it } from "vitest";
import { figureTitles } from "../../web/src/figures/titles.ts";
import { contents } from "../../web/src/lesson/contents.ts";

describe("contents of the lesson", () => {
  it.each(contents)("$id has the figures that it names, in their order", async (entry) => {
    const sections = [await entry.section(), ...(entry.more ? [await entry.more()] : [])];
    expect(sections.flatMap(({ figures }) => Object.keys(figures ?? {}))).toEqual(entry.figures);
    const leads = sections.flatMap(({ before }) => Object.keys(before ?? {}));
    expect(entry.figures).toEqual(expect.arrayContaining(leads));
  });

  it("has each figure once", () => {
    const ids = contents.flatMap(({ figures }) => figures);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(Object.keys(figureTitles).toSorted());
  });
});
