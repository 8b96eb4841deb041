// What editors are told of a page, and what a Markdown program makes of a figure in a post.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { answerFor, oembed } from "../../scripts/oembed.ts";
import { figureOf } from "../../web/src/embed/address.ts";
import { workedExample } from "../../web/src/inputs/example.ts";
import { setCell, setSettings } from "../../web/src/inputs/state.ts";
import { decode } from "../../web/src/inputs/url.ts";

const web = fileURLToPath(new URL("../../web/", import.meta.url));
const read = (name: string) => readFileSync(web + name, "utf8");
const home = "https://a.example/dikkat/";
const pages = ["index", "playground", "embed"];

describe("the oEmbed answer", () => {
  it.each(pages)("for %s has what version 1.0 asks of the type rich", (page) => {
    const answer = answerFor(page, home);
    expect(answer).toMatchObject({ version: "1.0", type: "rich", provider_url: home });
    expect(answer?.width).toBeTypeOf("number");
    expect(answer?.height).toBeTypeOf("number");
    const { html = "", title } = answer ?? {};
    const [, source = ""] = /^<iframe src="([^"]+)" .*><\/iframe>$/u.exec(`${html}`) ?? [];
    const address = new URL(source);
    expect(address.origin + address.pathname).toBe(`${home}embed.html`);
    expect(figureOf(address.hash.slice(1))).not.toBeNull();
    expect(html).toContain(`title="${title}"`);
    expect(html).toContain('sandbox="allow-scripts allow-popups"');
  });

  it("names the picture with its size", () => {
    const answer = answerFor("index", home);
    expect(answer?.thumbnail_url).toBe(`${home}social.png`);
    // Width and height stand in the first chunk of a PNG.
    const png = readFileSync(`${web}public/social.png`);
    expect([answer?.thumbnail_width, answer?.thumbnail_height]).toEqual([
      png.readUInt32BE(16),
      png.readUInt32BE(20),
    ]);
  });

  it("of the lesson has the title of its page", () => {
    expect(read("index.html")).toContain(`<title>${answerFor("index", home)?.title}</title>`);
  });
});

describe("a build", () => {
  type Tags = { attrs: Record<string, string> }[];
  const tagsOf = (site: string | undefined, page: string): Tags => {
    const { transformIndexHtml } = oembed(site) as unknown as {
      transformIndexHtml: (html: string, context: { filename: string }) => Tags;
    };
    return transformIndexHtml("", { filename: `/somewhere/web/${page}.html` });
  };
  const filesOf = (site: string | undefined) => {
    const files = new Map<string, string>();
    const { generateBundle } = oembed(site) as unknown as {
      generateBundle: (this: {
        emitFile: (file: { fileName: string; source: string }) => void;
      }) => void;
    };
    generateBundle.call({ emitFile: ({ fileName, source }) => files.set(fileName, source) });
    return files;
  };

  it.each([home, home.slice(0, -1)])("for %s names the files that it holds", (site) => {
    const files = filesOf(site);
    expect(files.size).toBe(pages.length);
    for (const page of pages) {
      const [tag] = tagsOf(site, page);
      expect(tag?.attrs).toMatchObject({ rel: "alternate", type: "application/json+oembed" });
      const file = `${tag?.attrs.href}`.replace(home, "");
      expect(JSON.parse(files.get(file) ?? "")).toEqual(answerFor(page, home));
    }
    expect(tagsOf(site, "tests")).toEqual([]);
  });

  it("that is not told where it will stand describes nothing", () => {
    expect(filesOf(undefined).size).toBe(0);
    expect(tagsOf(undefined, "index")).toEqual([]);
  });
});

describe("the example of a post in Markdown", () => {
  const post = read("public/hosts/markdown.md");
  const page = read("public/hosts/markdown.html");

  it("holds the lines of the figure as they were written", () => {
    const [lines = ""] = /<iframe[\s\S]+<\/script>/u.exec(post) ?? [];
    expect(lines).toContain("embed.html#figure-softmax");
    // CommonMark 0.31.2, section 4.6: an HTML block begins at its line, and ends at an empty one.
    expect(post).toContain(`\n\n${lines}\n\n`);
    expect(lines).not.toContain("\n\n");
    expect(page).toContain(lines);
  });

  it("holds a link that Markdown and HTML leave whole", () => {
    const written = /\]\(\.\.\/playground\.html([^)]+)\)/u.exec(post)?.[1] ?? "";
    const shown = /href="\.\.\/playground\.html([^"]+)"/u.exec(page)?.[1] ?? "";
    const state = setCell(workedExample.state, "x", 0, 0, 2.5);
    const want = { kind: "state", state: setSettings(state, { causal: "top-left" }) };
    for (const hash of [written, shown]) expect(decode(hash)).toMatchObject({ content: want });
  });
});
