import { describe, expect, it } from "vitest";
import { InputError } from "../../web/src/inputs/error.ts";
import { workedExample } from "../../web/src/inputs/example.ts";
import { setCell, setSettings } from "../../web/src/inputs/state.ts";
import { decode, encode } from "../../web/src/inputs/url.ts";
import {
  addressOf,
  type Choice,
  codeFor,
  linkedIn,
  tagFor,
  wayOf,
} from "../../web/src/share/code.ts";
import { steep } from "./support/fuzz.ts";

function contentOf(hash: string) {
  const link = decode(hash);
  if (link instanceof InputError) throw link;
  return link.content;
}

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

  const state = setSettings(setCell(workedExample.state, "wk", 1, 2, -0.5), { temperature: 2 });
  const hash = encode(state, "tr");
  const query = hash.slice(1);
  const [content, bare] = [contentOf(hash), query.replace("&lang=tr", "")];
  const site = "https://a.example/dikkat/";
  const escaped = query.replaceAll("&", "&amp;");

  it.each([
    // As addresses of the site have it, and as others make them.
    ["playground", `${site}playground.html#${hash}`],
    ["playground", `${site}playground.html#${query}`],
    ["playground", `${site}playground.html${hash}`],
    ["playground", `${site}playground.html?utm_source=x#${hash}`],
    ["playground", `${site}playground#${hash}`],
    ["playground", `${site}playground-offline.html#${hash}`],
    ["playground", `${site}playground.html%23${hash}`],
    ["playground", encodeURIComponent(`${site}playground.html#${hash}`)],
    ["playground", `  ${site}playground.html#\n  ${hash}\n`],
    ["playground", `${site}playground.html#${hash.replaceAll("&", "&\r\n ")}`],
    ["playground", `${site}playground.html#${hash.replaceAll("&", "&amp;")}`],
    ["playground", `${site}playground.html#${hash}:~:text=dikkat`],
    ["playground", `See <${site}playground.html#${hash}>.`],
    ["playground", `${site}playground.html#${hash} is what I mean`],
    ["playground", `[mine](${site}playground.html#${hash})`],
    ["playground", `${site}embed.html?theme=dark&lang=tr#playground${hash}`],
    ["softmax", `${site}index.html#softmax${hash}`],
    ["softmax", `${site}#figure-softmax${hash}`],
    ["softmax", `${site}#weights${hash}`],
    ["softmax", `${site}embed.html?hide=bar,caption#figure-softmax${hash}`],
    ["softmax", `figure-softmax${hash}`],
    // No figure is named: the one that is chosen stays.
    ["output", `${site}index.html#glossary${hash}`],
    ["output", `#${hash}`],
    ["output", hash],
    ["output", query],
    // Lines of a page.
    [
      "softmax",
      `<iframe title="a > b" src="${site}embed.html?theme=dark&amp;lang=tr#figure-softmax?${escaped}"></iframe>\n<script src="${site}frames.js"></script>`,
    ],
    ["softmax", `<iframe src='${site}embed.html#figure-softmax?${query}'></iframe>`],
    ["playground", `<a href="${site}playground.html#?${escaped}">mine</a>`],
    [
      "softmax",
      `<script src="${site}dikkat.js"></script>\n<dikkat-attention figure="softmax" lang="tr" state="?${escaped}" home="${site}">Softmax</dikkat-attention>`,
    ],
    ["softmax", `<dikkat-attention state='#figure-softmax?${query}'></dikkat-attention>`],
  ])("brings its numbers, to %s: %s", (figure, text) => {
    const taken = linkedIn(text, "output") as { figure: string; state: string };
    expect(taken).toMatchObject({ figure, state: expect.stringMatching(/^\?[^#\s]*$/u) });
    expect(taken.state).not.toContain("lang=");
    expect(contentOf(taken.state)).toEqual(content);
    const { src = "" } =
      /src="(?<src>[^"]*)"/u.exec(codeFor({ ...plain, ...taken }, site, ""))?.groups ?? {};
    // One "#", and what a browser makes of the address is the same.
    const address = new URL(src.replaceAll("&amp;", "&"));
    expect(address.hash.slice(1)).not.toContain("#");
    expect(contentOf(address.hash)).toEqual(content);
  });

  it("is taken over as short as it is", () => {
    expect(linkedIn(`${site}playground.html#${query}`, "output")).toEqual({
      figure: "playground",
      state: `?${bare}`,
    });
  });

  it.each([
    [`${site}playground.html`, { figure: "playground", state: "" }],
    [`${site}playground.html#?lang=tr`, { figure: "playground", state: "" }],
    [`${site}embed.html?theme=dark#figure-cache`, { figure: "cache", state: "" }],
    ['<dikkat-attention figure="weights"></dikkat-attention>', { figure: "softmax", state: "" }],
    [`${site}embed.html?theme=dark&lang=tr`, "noState"],
    [`<script src="${site}dikkat.js"></script>`, "noState"],
    ["<dikkat-attention></dikkat-attention>", "noState"],
    ['<iframe title="a"></iframe>', "noState"],
    // Its numbers are in no link.
    ['<dikkat-attention figure="weights" q="1" k="1" v="1" causal></dikkat-attention>', "ofTag"],
    ["<dikkat-attention causal></dikkat-attention>", "ofTag"],
  ])("or what there is in %s", (text, expected) => {
    expect(linkedIn(text, "output")).toEqual(expected);
  });

  it("that is damaged is told as such", () => {
    const told = linkedIn("https://a.example/index.html#softmax?v=9&lang=tr&x=1", "output");
    expect(told).toBeInstanceOf(InputError);
  });
});

it("reads a long text in a time that grows as it does", () => {
  const heads = ["", "https://", "<iframe ", "<a ", "<dikkat-attention ", "playground.html#"];
  const units = ["a", "a ", "a=", "a='", '"', "<", "<a ", "<iframe", "://", "a://", ":~:", "%253d"];
  expect(steep((text) => linkedIn(text, "softmax"), [heads, units, ["", ">", "#v=2"]])).toEqual([]);
}, 120_000);
