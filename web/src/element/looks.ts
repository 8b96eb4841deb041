// What of an element does not change with its numbers: which figure, and how it is shown.

import { hideableOfTag, isTheme, languages, themes } from "../embed/options.ts";
import type { InputError } from "../inputs/error.ts";
import type { Theme } from "../page/preferences.ts";
import { languageAround, languageOf, themeAround } from "./around.ts";
import { inputAttributes, readFigure, told, unknown, type Wrong } from "./attributes.ts";
import { elementText } from "./text.ts";
import { unknownIn } from "./unknown.ts";
import type { Shown } from "./view.ts";

export interface Looks extends Pick<Shown, "figure" | "language" | "theme" | "hidden" | "home"> {
  readonly wrong: readonly Wrong[];
}

export const lookAttributes = ["figure", "lang", "theme", "hide", "home"];

const known = [...inputAttributes, ...lookAttributes];

/** Of an element that is in no page yet. */
export const noLooks: Looks = {
  ...{ figure: "output", language: "en", theme: "auto", hidden: [], home: null, wrong: [] },
};

/** The folder of a site, whose playground the element leads to; nothing that runs as a script. */
function folderIn(text: string): string | null {
  if (!/^https?:\/\//iu.test(text) || !URL.canParse(text)) return null;
  return text.endsWith("/") ? text : `${text}/`;
}

function themeIn(text: string): Theme | null {
  const theme = text.toLowerCase();
  return isTheme(theme) ? theme : null;
}

export function looksOf(element: Element): Looks {
  const wrong: Wrong[] = [];
  const tell = (attribute: string, problem: InputError | Wrong["say"]) =>
    wrong.push(told(attribute, problem));
  const get = (name: string) => element.getAttribute(name)?.trim() || null;
  /** The value of an attribute, if it is one that there is. */
  const read = <T>(name: string, value: (text: string) => T | null, options: readonly string[]) => {
    const text = get(name);
    const found = text === null ? null : value(text);
    if (text !== null && found === null) tell(name, unknown(name, text, options));
    return found;
  };
  const { slips, others } = unknownIn(element.getAttributeNames(), known);
  for (const [name, meant] of slips)
    tell(name, (language) => elementText[language].slip(name, meant));
  const [first] = others;
  if (first)
    tell(first, (language) =>
      elementText[language].others(
        others.map((name) => name.slice(0, 40)),
        [...lookAttributes, ...inputAttributes].join(", "),
      ),
    );
  const hide = (get("hide") ?? "")
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter((part) => part !== "");
  const hidden = hideableOfTag.filter((part) => hide.includes(part));
  for (const part of hide)
    if (!hidden.some((one) => one === part)) tell("hide", unknown("hide", part, hideableOfTag));
  return {
    figure: readFigure(get, tell),
    language: read("lang", languageOf, languages) ?? languageAround(element),
    theme: read("theme", themeIn, themes) ?? themeAround(element),
    hidden,
    home: read("home", folderIn, ["https://…/"]),
    wrong,
  };
}
