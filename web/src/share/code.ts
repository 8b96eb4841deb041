// The lines that put a figure into a page.

import "../inputs/packed.ts";
import { figureOf } from "../embed/address.ts";
import {
  figureNamed,
  type Hideable,
  hideable,
  hideableOfTag,
  PLAYGROUND,
} from "../embed/options.ts";
import { InputError } from "../inputs/error.ts";
import type { Language } from "../inputs/state.ts";
import { decode } from "../inputs/url.ts";
import type { Theme } from "../page/preferences.ts";
import { linksIn, type Pasted } from "./pasted.ts";

/** A frame with a page of the site in it, or an element of the page's own. */
export type Way = "frame" | "tag";

/** What the author of the page chose. */
export interface Choice {
  readonly way: Way;
  readonly figure: string;
  /** What follows the figure in a link: numbers, choices; empty for those of the lesson. */
  readonly state: string;
  /** Null leaves it to the page around. */
  readonly language: Language | null;
  readonly theme: Theme | null;
  readonly hidden: readonly Hideable[];
  /** Of the frame, in pixels, until the script knows better. */
  readonly height: number;
  /** With the script that gives the frame the height of its figure. */
  readonly script: boolean;
}

/** The address of the figure, from the folder of the site on. */
export function addressOf({ figure, state, language, theme, hidden }: Choice): string {
  const params = [
    ...(theme ? [`theme=${theme}`] : []),
    ...(language ? [`lang=${language}`] : []),
    ...(hidden.length > 0 ? [`hide=${hidden.join(",")}`] : []),
  ];
  const anchor = figure === PLAYGROUND ? figure : `figure-${figure}`;
  return `embed.html${params.length > 0 ? `?${params.join("&")}` : ""}#${anchor}${state}`;
}

/** Without what the author of the page chooses himself. */
function stateIn(hash: string): string {
  const question = hash.indexOf("?");
  const query = hash.slice(question + 1).replaceAll("&amp;", "&");
  const params = query.split("&").filter((param) => !/^(?:lang|view)=/u.test(param));
  return `?${params.join("&")}`;
}

type Linked = Pick<Choice, "figure" | "state">;

function taken(pasted: Pasted, chosen: string): Linked | InputError | "noState" {
  const link = decode(pasted.hash);
  if (link instanceof InputError) return link;
  const named = pasted.figure ?? link.anchor;
  const figure = (named === null ? null : figureOf(named)) ?? (pasted.ofPlayground && PLAYGROUND);
  if (!figure && link.content === null) return "noState";
  return { figure: figure || chosen, state: link.content === null ? "" : stateIn(pasted.hash) };
}

/**
 * The figure and the state in a link as it was copied, in the part of it after "#", or in the lines
 * that put a figure into a page. A link that names no figure leaves the one that is chosen; an empty
 * text puts the lesson's numbers back.
 */
export function linkedIn(text: string, figure: string): Linked | InputError | "noState" | "ofTag" {
  if (text.trim() === "") return { figure, state: "" };
  const links = linksIn(text);
  if (links === "ofTag") return links;
  const read = links.map((pasted) => taken(pasted, figure));
  return read.find((one) => !(one instanceof InputError)) ?? read[0] ?? "noState";
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** `home`: the folder of the site, with a "/" at its end; `title`: what screen readers say of the frame. */
export function codeFor(choice: Choice, home: string, title: string): string {
  const frame = [
    "<iframe",
    `  src="${escaped(home + addressOf(choice))}"`,
    `  title="${escaped(title)}"`,
    `  width="100%" height="${choice.height}" frameborder="0" loading="lazy"`,
    `  sandbox="allow-scripts allow-popups"`,
    "></iframe>",
  ].join("\n");
  return choice.script ? `${frame}\n<script src="${escaped(home)}frames.js"></script>` : frame;
}

/** The element draws the figures that draw any state; the others come in frames alone. */
export const wayOf = ({ way, figure }: Choice): Way =>
  way === "tag" && figureNamed(figure) ? "tag" : "frame";

/** What may be left out of either. */
export const hideableAs = (way: Way): readonly Hideable[] =>
  way === "tag" ? hideableOfTag : hideable;

export interface Served {
  /** The folder of the site, with a "/" at its end. */
  readonly home: string;
  /** Of the script as it is served there. */
  readonly integrity: string;
}

/** The attributes of the element, in the order in which they are written. */
export function attributesOf(choice: Choice, home: string): [name: string, value: string][] {
  const { figure, state, language, theme, hidden } = choice;
  const all: [string, string | null][] = [
    ["figure", figure],
    ["lang", language],
    ["theme", theme],
    ["hide", hidden.filter((part) => hideableOfTag.includes(part)).join(" ") || null],
    ["state", state || null],
    ["home", hidden.includes("bar") ? null : home],
  ];
  return all.filter((pair): pair is [string, string] => pair[1] !== null);
}

/** `title` stands there until the figure does, and where there is no script. */
export function tagFor(choice: Choice, { home, integrity }: Served, title: string): string {
  const attributes = attributesOf(choice, home).map(
    ([name, value]) => `${name}="${escaped(value)}"`,
  );
  return [
    `<script src="${escaped(home)}dikkat.js"`,
    `  integrity="${integrity}"`,
    `  crossorigin="anonymous"></script>`,
    `<dikkat-attention ${attributes.join("\n  ")}>${escaped(title)}</dikkat-attention>`,
  ].join("\n");
}
