import { describe, expect, it } from "vitest";
import { InputError } from "../../web/src/inputs/error.ts";
import {
  addressOf,
  type Choice,
  codeFor,
  linkedIn,
  tagFor,
  wayOf,
} from "../../web/src/share/code.ts";

const plain: Choice = {
  way: "frame",
  ...{ figure: "softmax", state: "", language: null, theme: null, hidden: [] },
  ...{ height: 700, script: false },
};

describe("the lines that put a figure into a page", () => {
  it("are a frame in a sandbox, and a script if it is wanted", () => {
    const frame = `<iframe
  src="https://a.example/dikkat/embed.html#figure-softmax"
  title="Softmax"
  width="100%" height="700" frameborder="0" loading="lazy"
  sandbox="allow-scripts allow-popups"
></iframe>`;
    expect(codeFor(plain, "https://a.example/dikkat/", "Softmax")).toBe(frame);
    expect(codeFor({ ...plain, script: true }, "https://a.example/dikkat/", "Softmax")).toBe(
      `${frame}\n<script src="https://a.example/dikkat/frames.js"></script>`,
    );
  });

  it("hold what was chosen", () => {
    const choice: Choice = {
      ...{ ...plain, theme: "dark", language: "tr", hidden: ["bar", "caption"] },
      state: "?v=1&causal=top-left",
    };
    expect(addressOf(choice)).toBe(
      "embed.html?theme=dark&lang=tr&hide=bar,caption#figure-softmax?v=1&causal=top-left",
    );
    expect(addressOf({ ...plain, figure: "playground" })).toBe("embed.html#playground");
  });

  it("stay one attribute each, whatever is in them", () => {
    const code = codeFor(
      { ...plain, state: '?v=1&a="<b>' },
      "https://a.example/",
      'a "title" & <b>',
    );
    expect(code).toContain(
      'src="https://a.example/embed.html#figure-softmax?v=1&amp;a=&quot;&lt;b>"',
    );
    expect(code).toContain('title="a &quot;title&quot; &amp; &lt;b>"');
  });
});

describe("the lines of one tag", () => {
  const served = { home: "https://a.example/dikkat/", integrity: "sha384-abc" };

  it("are a script with its hash, and an element", () => {
    expect(tagFor(plain, served, "Softmax")).toBe(`<script src="https://a.example/dikkat/dikkat.js"
  integrity="sha384-abc"
  crossorigin="anonymous"></script>
<dikkat-attention figure="softmax"
  home="https://a.example/dikkat/">Softmax</dikkat-attention>`);
  });

  it("hold what was chosen, each in one attribute", () => {
    const choice: Choice = {
      ...{ ...plain, theme: "dark", language: "tr", hidden: ["bar", "caption"] },
      state: '?v=1&a="<b>',
    };
    expect(tagFor(choice, served, "<i>")).toContain(`<dikkat-attention figure="softmax"
  lang="tr"
  theme="dark"
  hide="bar caption"
  state="?v=1&amp;a=&quot;&lt;b>">&lt;i></dikkat-attention>`);
  });

  it("leave out of a tag only what is in one", () => {
    expect(tagFor({ ...plain, hidden: ["save"] }, served, "Softmax")).not.toContain("hide=");
    expect(addressOf({ ...plain, hidden: ["save"] })).toContain("?hide=save#");
  });

  it("are those of a frame for a figure that no tag draws", () => {
    expect(wayOf({ ...plain, way: "tag" })).toBe("tag");
    expect(wayOf({ ...plain, way: "tag", figure: "cache" })).toBe("frame");
    expect(wayOf({ ...plain, way: "tag", figure: "playground" })).toBe("frame");
  });
});

describe("a link that was pasted", () => {
  it.each([
    // Of the lesson: an anchor and a state; the language is chosen here.
    [
      "https://a.example/index.html#softmax?v=1&lang=tr&causal=top-left",
      { figure: "softmax", state: "?v=1&causal=top-left" },
    ],
    ["#figure-positions", { figure: "positions", state: "" }],
    // Of the playground: no anchor.
    [
      "https://a.example/playground.html#?v=1&lang=en&temperature=2",
      { figure: "playground", state: "?v=1&temperature=2" },
    ],
    ["#?v=1&temperature=2", { figure: "output", state: "?v=1&temperature=2" }],
    ["  ", { figure: "output", state: "" }],
    ["https://a.example/index.html", "noState"],
    ["#top", "noState"],
  ])("%s", (text, expected) => {
    expect(linkedIn(text, "output")).toEqual(expected);
  });

  it("that is damaged is told as such", () => {
    const told = linkedIn("https://a.example/index.html#softmax?v=9&lang=tr&x=1", "output");
    expect(told).toBeInstanceOf(InputError);
  });
});
