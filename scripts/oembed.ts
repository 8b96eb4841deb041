// What an editor learns that is given an address of this site (oEmbed 1.0, oembed.com): the frame to
// put in its place. A static host answers no questions, so each page names a file that is the answer
// for the whole page: what stands after "#" in an address is never sent, and width and height are
// those of this file whatever the editor asks for.
//
// Editors want whole addresses. The site itself knows none; a build that is not told where it will
// stand (SITE_URL) has no such files, and no page names one.

import type { Plugin } from "vite";

interface Described {
  readonly title: string;
  /** Of embed.html, after it. */
  readonly shown: string;
}

/** By the names of the pages. */
const described: Readonly<Record<string, Described>> = {
  index: { title: "dikkat: self-attention, one cell at a time", shown: "#figure-output" },
  playground: { title: "dikkat: the self-attention playground", shown: "#playground" },
  embed: { title: "dikkat: a figure of self-attention", shown: "#figure-output" },
};

const WIDTH = 800;
const HEIGHT = 900;

const fileOf = (page: string) => `oembed/${page}.json`;

/** Fields by the names of the specification, section 2.3.4. */
export type Answer = Readonly<Record<string, string | number>>;

/** The answer for a page of the site at `home`, which ends in "/"; null for a page that has none. */
export function answerFor(page: string, home: string): Answer | null {
  const about = described[page];
  if (!about) return null;
  const source = new URL(`embed.html${about.shown}`, home).href;
  return {
    version: "1.0",
    type: "rich",
    title: about.title,
    provider_name: "dikkat",
    provider_url: home,
    cache_age: 86_400,
    thumbnail_url: new URL("social.png", home).href,
    thumbnail_width: 1200,
    thumbnail_height: 630,
    width: WIDTH,
    height: HEIGHT,
    html: `<iframe src="${source}" title="${about.title}" width="100%" height="${HEIGHT}" frameborder="0" loading="lazy" sandbox="allow-scripts allow-popups"></iframe>`,
  };
}

/** `site`: where the build will stand; nothing is described where it is not known. */
export function oembed(site: string | undefined): Plugin {
  const home = site && new URL(site.replace(/\/*$/u, "/")).href;
  return {
    name: "oembed",
    transformIndexHtml(_, { filename }) {
      const page = /(\w+)\.html$/u.exec(filename)?.[1] ?? "";
      const about = described[page];
      if (!home || !about) return [];
      const href = new URL(fileOf(page), home).href;
      const attrs = { rel: "alternate", type: "application/json+oembed", href, title: about.title };
      return [{ tag: "link", attrs, injectTo: "head" }];
    },
    generateBundle() {
      if (!home) return;
      for (const page of Object.keys(described)) {
        const source = `${JSON.stringify(answerFor(page, home), null, 2)}\n`;
        this.emitFile({ type: "asset", fileName: fileOf(page), source });
      }
    },
  };
}
