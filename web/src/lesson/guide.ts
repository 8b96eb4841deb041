// What helps the reader through the lesson, and the teacher to show it. It is fetched when it is
// first needed; only that it exists is known from the start.

import type { App } from "../page/app.ts";
import type { SignTool } from "../page/bars.ts";
import { isTyping } from "../page/keys.ts";
import { placeInView } from "../page/place.ts";
import { remembered } from "../page/preferences.ts";
import type { Sections } from "./sections.ts";
import type { Teach } from "./teach.ts";
import { lessonText } from "./text.ts";
import type { Way } from "./way.ts";

/** The first of these says that somebody reads. */
const signs = ["scroll", "keydown", "pointerdown"];

/** Where the section read last is remembered. */
export const LAST = "dikkat.last";

export class Guide {
  way: Way | null = null;
  teach: Teach | null = null;
  readonly #app: App;
  readonly #sections: Sections;
  /** The reader came by no link to a place. */
  readonly #atTop = /^#?(top)?(\?|$)/.test(location.hash);

  constructor(app: App, sections: Sections) {
    this.#app = app;
    this.#sections = sections;
    if (this.#atTop && remembered(LAST)) void this.fetchWay();
    for (const sign of signs) addEventListener(sign, this.#woken, { passive: true });
    addEventListener("keydown", this.#early, { passive: true });
  }

  readonly #woken = () => {
    for (const sign of signs) removeEventListener(sign, this.#woken);
    void this.#sections.fetchSoon();
    void this.fetchWay();
  };

  /** A key that comes before there is anything to answer it is answered then. */
  readonly #early = async (event: KeyboardEvent) => {
    if (this.way) removeEventListener("keydown", this.#early);
    else if (!isTyping(event)) (await this.fetchWay())?.press(event);
  };

  /** Null where it could not be had. */
  async fetchWay(): Promise<Way | null> {
    try {
      const { Way } = await import("./way.ts");
      if (!this.way) {
        this.way = new Way(this.#app, this.#sections, this, this.#atTop);
        this.#app.render();
      }
    } catch {
      // The list at the top of the page is there without it.
    }
    return this.way;
  }

  /** Begins or ends the view that the page has now; it begins at the anchor, or where the reader is. */
  async follow(anchor: string | null): Promise<void> {
    const place = anchor ?? placeInView(document);
    try {
      const { Teach } = await import("./teach.ts");
      this.teach ??= new Teach(this.#app, this.#sections);
    } catch {
      await this.#app.setView("read");
      return;
    }
    if (this.#app.view === "teach") await this.teach.begin(place);
    else await this.teach.end();
  }

  /** Over the page; where it could not be had, the one at the top. */
  async #openList(): Promise<void> {
    const way = await this.fetchWay();
    if (way) way.openList();
    else document.querySelector(".lesson-contents")?.scrollIntoView();
  }

  tools(): { first: SignTool; middle: unknown; last: SignTool } {
    const app = this.#app;
    const text = lessonText[app.language];
    const teaching = app.view === "teach";
    return {
      first: {
        sign: "list",
        word: text.contents,
        className: "lesson-list-tool",
        onClick: () => void this.#openList(),
      },
      middle: this.teach?.bar() ?? null,
      last: {
        sign: "screen",
        word: text.teach,
        pressed: teaching,
        className: "lesson-teach-tool",
        onClick: () => void app.setView(teaching ? "read" : "teach"),
      },
    };
  }
}
