// The pages without scripts: templates as text, and the lesson that is written with them.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { guard } from "lit/directives/guard.js";
import { keyed } from "lit/directives/keyed.js";
import { live } from "lit/directives/live.js";
import { until } from "lit/directives/until.js";
import { html, noChange, nothing } from "lit/html.js";
import { describe, expect, it } from "vitest";
import { contents } from "../../web/src/lesson/contents.ts";
import { staticHtml } from "../../web/src/views/static-html.ts";
import { attention, causal } from "./support/attention.ts";
import { kedi } from "./support/examples.ts";
import { shown } from "./support/shown.ts";

describe("a template as text", () => {
  it.each([
    ["a text", html`<p>${'a < b & "c"'}</p>`, "<p>a &lt; b &amp; &quot;c&quot;</p>"],
    ["a number", html`<p>${0}</p>`, "<p>0</p>"],
    ["nothing", html`<p>${nothing}${null}${undefined}${noChange}${""}</p>`, "<p></p>"],
    [
      "lists of templates",
      html`<ul>${[1, 2].map((n) => html`<li>${n}</li>`)}</ul>`,
      "<ul><li>1</li><li>2</li></ul>",
    ],
    [
      "attributes",
      html`<a href=${'?a=1&b="2"'} title="t">x</a>`,
      '<a href="?a=1&amp;b=&quot;2&quot;" title="t">x</a>',
    ],
    ["a part of an attribute", html`<i id="a-${1}-${nothing}b">x</i>`, '<i id="a-1-b">x</i>'],
    [
      "an attribute that is left out",
      html`<i title=${nothing} lang="tr">x</i>`,
      '<i lang="tr">x</i>',
    ],
    [
      "a quoted one that is left out",
      html`<i title="${nothing}" lang="tr">x</i>`,
      '<i lang="tr">x</i>',
    ],
    ["what is on or off", html`<input ?disabled=${true} ?checked=${false}>`, "<input disabled>"],
    ["what hears and what is set", html`<b @click=${() => {}} .value=${"v"}>x</b>`, "<b>x</b>"],
    [
      "what is remembered",
      html`${guard([1], () => html`<b>1</b>`)}${keyed(1, "k")}${live("l")}`,
      "<b>1</b>kl",
    ],
  ])("%s", (_, template, text) => {
    expect(staticHtml(template)).toBe(text);
  });

  it("refuses a directive whose text it does not know", () => {
    expect(() => staticHtml(html`${until(Promise.resolve("later"), "now")}`)).toThrow("Until");
  });
});

describe.each(["en", "tr"] as const)("the lesson as text in %s", (language) => {
  const at = (path: string) => fileURLToPath(new URL(`../../dist/site/${path}`, import.meta.url));
  const page = readFileSync(at(`lesson.${language}.html`), "utf8");
  const plain = page.replace(/<[^>]*>/gu, "").replace(/\s+/gu, " ");

  it("has all sections in their order", () => {
    const ids = [...page.matchAll(/<section id="([^"]+)"/gu)].map(([, id]) => id);
    expect(ids).toEqual(contents.map(({ id }) => id));
  });

  it("leads to places that there are", () => {
    const ids = new Set([...page.matchAll(/\sid="([^"]+)"/gu)].map(([, id]) => id));
    const figures = new Set(
      contents.flatMap(({ figures: all }) => all.map((id) => `figure-${id}`)),
    );
    const sections = new Set(contents.map(({ id }) => id));
    for (const [, address = ""] of page.matchAll(/<a [^>]*href="([^"]*)"/gu)) {
      const [name = "", anchor = ""] = address.split("#");
      const place = anchor.split("?")[0] ?? "";
      if (address.startsWith("https://")) continue;
      if (name) expect(existsSync(at(name)), address).toBe(true);
      if (name === "" && place) expect(ids, address).toContain(place);
      if (name === "index.html" && place) {
        expect(anchor, address).toContain(`?lang=${language}`);
        expect(figures.has(place) || sections.has(place), address).toBe(true);
      }
    }
  });

  it("has the numbers of the example", () => {
    const { weights } = attention({ ...kedi, sees: causal });
    const row = (weights[1] ?? []).map((value) => shown(value, language)).join("\u2002");
    expect(plain).toContain(`[${row}]`.replace(/\s+/gu, " "));
  });

  it("has nothing that is for scripts", () => {
    expect(page).not.toMatch(
      /<(?:script|input|button|select|textarea)|\s@\w+=|\[object|undefined|\$\{/u,
    );
  });
});
