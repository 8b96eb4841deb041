// A listing with line numbers that are not copied along, and the roles in their colours.

import { html, nothing, type TemplateResult } from "lit/html.js";
import { keepReachable } from "./scroll-frame.ts";
import type { Role } from "./words.ts";

export interface CodeOptions {
  /** Above the listing: the file, the language. */
  readonly title: unknown;
  readonly copyLabel: string;
  readonly onCopy: (text: string) => void;
  /** Neither C++ nor Python: no names and comments that could be told apart. */
  readonly plain?: boolean;
}

/** Names of the five-line function, in C++ and in Python. */
const names: Readonly<Record<string, Role>> = {
  q: "query",
  k: "key",
  v: "value",
  wq: "query",
  wk: "key",
  wv: "value",
  output: "output",
};

const NAME = /[A-Za-z_][A-Za-z0-9_]*/g;
const COMMENT = /(\/\/|#(?!include|pragma)).*$/;

function roleOf(name: string): Role {
  return names[name.toLowerCase().replace("_", "")] ?? "plain";
}

function coloured(code: string): unknown[] {
  const parts: unknown[] = [];
  let end = 0;
  for (const match of code.matchAll(NAME)) {
    const role = roleOf(match[0]);
    if (role === "plain") continue;
    parts.push(code.slice(end, match.index), html`<b class="dk-${role}">${match[0]}</b>`);
    end = match.index + match[0].length;
  }
  return [...parts, code.slice(end)];
}

function lineView(line: string): TemplateResult {
  const comment = COMMENT.exec(line)?.[0] ?? "";
  const code = line.slice(0, line.length - comment.length);
  // The line break stands inside, so that a selection copies as the text it is.
  return html`<span class="dk-line">${coloured(code)}${comment ? html`<i>${comment}</i>` : nothing}${"\n"}</span>`;
}

const plainLine = (line: string) => html`<span class="dk-line">${line}${"\n"}</span>`;

export function codeView(text: string, o: CodeOptions): TemplateResult {
  const listing = text.replace(/\n+$/, "");
  return html`<div class="dk-code">
    <div class="dk-code-head">
      <span>${o.title}</span>
      <button type="button" class="dk-button" @click=${() => o.onCopy(listing)}>${o.copyLabel}</button>
    </div>
    <pre tabindex="0" ${keepReachable(null)}><code>${listing.split("\n").map(o.plain ? plainLine : lineView)}</code></pre>
  </div>`;
}
