// Templates as HTML text: for pages that are written once, at the build, and have no script. What
// hears and what is set from a script is left out.

import { noChange, nothing, type TemplateResult } from "lit/html.js";

interface DirectiveResult {
  readonly _$litDirective$: { readonly name: string };
  readonly values: readonly unknown[];
}

const escaped = (text: string): string =>
  text.replace(
    /[&<>"]/gu,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "&quot;",
  );

const isTemplate = (value: object): value is TemplateResult => "_$litType$" in value;
const isDirective = (value: object): value is DirectiveResult => "_$litDirective$" in value;
const isNothing = (value: unknown): boolean =>
  value === nothing || value === noChange || value === null || value === undefined;

/** What a directive shows that has nothing to compare with yet. */
function firstOf({ _$litDirective$: { name }, values }: DirectiveResult): unknown {
  const [first, second] = values;
  if (name === "GuardDirective") return (second as () => unknown)();
  if (name === "Keyed") return second;
  if (name === "LiveDirective") return first;
  throw new Error(`no text is known for the directive ${name}`);
}

function childHtml(value: unknown): string {
  if (isNothing(value)) return "";
  if (typeof value !== "object") return escaped(String(value));
  const known = value as object;
  if (isTemplate(known)) return staticHtml(known);
  if (isDirective(known)) return childHtml(firstOf(known));
  return Array.from(known as Iterable<unknown>, childHtml).join("");
}

/** A binding right after its name: `href=`, `?disabled=`, `@click="`. */
const bound = /\s([.?@]?)([^\s"'<>=/]+)=("?)$/u;

interface Written {
  readonly html: string;
  /** Of an attribute that was left out, the mark that ends it. */
  readonly drops: string;
}

/** In a tag: an attribute, a part of one, or what is bound to the element itself. */
function withAttribute(html: string, value: unknown): Written {
  const match = bound.exec(html);
  if (!match) {
    const insideValue = /="[^"]*$/u.test(html.slice(html.lastIndexOf("<")));
    return {
      html: insideValue && !isNothing(value) ? html + escaped(String(value)) : html,
      drops: "",
    };
  }
  const [whole, sign, name, quote = ""] = match;
  const before = html.slice(0, -whole.length);
  if (sign === "?") return { html: value ? `${before} ${name}` : before, drops: quote };
  if (sign || isNothing(value)) return { html: before, drops: quote };
  const text = escaped(String(value));
  return { html: quote ? html + text : `${before} ${name}="${text}"`, drops: "" };
}

export function staticHtml({ strings, values }: TemplateResult): string {
  let html = "";
  let drops = "";
  for (const [i, string] of strings.entries()) {
    html += drops && string.startsWith(drops) ? string.slice(drops.length) : string;
    drops = "";
    if (i >= values.length) break;
    const inTag = html.lastIndexOf("<") > html.lastIndexOf(">");
    if (inTag) ({ html, drops } = withAttribute(html, values[i]));
    else html += childHtml(values[i]);
  }
  return html;
}
