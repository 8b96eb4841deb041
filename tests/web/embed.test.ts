import { describe, expect, it } from "vitest";
import { anchorIn, figureOf, readAsked } from "../../web/src/embed/address.ts";
import { wishesIn } from "../../web/src/embed/host.ts";
import { hideable } from "../../web/src/embed/options.ts";

describe("the address of an embedded figure", () => {
  it("asks for theme, language and what to leave out", () => {
    expect(readAsked("?theme=dark&lang=tr&hide=bar,caption")).toEqual({
      ...{ theme: "dark", language: "tr", hidden: ["bar", "caption"], wrong: [] },
    });
    expect(readAsked("")).toEqual({ theme: null, language: null, hidden: [], wrong: [] });
  });

  it("leaves alone what hosts and mailers add", () => {
    expect(readAsked("?utm_source=post&fbclid=1").wrong).toEqual([]);
  });

  it("tells of values that a key cannot have, and keeps the others", () => {
    expect(readAsked("?theme=blue&lang=fr&hide=title,formula")).toEqual({
      ...{ theme: null, language: null, hidden: ["title"] },
      wrong: [
        { key: "theme", value: "blue", options: ["auto", "light", "dark"] },
        { key: "lang", value: "fr", options: ["tr", "en"] },
        { key: "hide", value: "formula", options: hideable },
      ],
    });
  });

  it.each([
    [null, "output"],
    ["figure-softmax", "softmax"],
    ["softmax", "softmax"],
    ["figure-positions", "positions"],
    // A section, by its first figure.
    ["qkv", "projections"],
    ["questions", "answers"],
    ["playground", "playground"],
    // The table of a matrix, by its own id.
    ["softmax-weights", "softmax"],
    ["figure-nothing", null],
    // A section without a figure.
    ["glossary", null],
  ])("names a figure as the links of the lesson do: %s", (anchor, figure) => {
    expect(figureOf(anchor)).toBe(figure);
  });

  it.each([
    ["#figure-softmax?v=1&lang=tr", "figure-softmax"],
    ["#softmax", "softmax"],
    ["#?v=1", null],
    ["#v=1&lang=tr", null],
    ["", null],
    ["#<b>", null],
  ])("finds its anchor in %s", (hash, anchor) => {
    expect(anchorIn(hash)).toBe(anchor);
  });
});

describe("a message of the page around", () => {
  it("may wish for a language and a theme", () => {
    expect(wishesIn({ to: "dikkat", language: "tr", theme: "dark" })).toEqual({
      ...{ language: "tr", theme: "dark" },
    });
    expect(wishesIn({ to: "dikkat", language: "fr", theme: 3 })).toEqual({
      ...{ language: null, theme: null },
    });
  });

  it.each([null, "dikkat", 3, [], {}, { to: "other", language: "tr" }])(
    "is none of ours: %j",
    (message) => expect(wishesIn(message)).toBe(null),
  );
});
