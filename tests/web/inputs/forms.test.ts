// The forms of the playground, without the page around them.
import { describe, expect, it } from "vitest";
import { workedExample } from "../../../web/src/inputs/example.ts";
import { labelsIn } from "../../../web/src/inputs/fit.ts";
import type { RandomMatrix, Recipe } from "../../../web/src/inputs/sentence.ts";
import type { State } from "../../../web/src/inputs/state.ts";
import { decode, encode } from "../../../web/src/inputs/url.ts";
import type { Session } from "../../../web/src/page/session.ts";
import { Forms } from "../../../web/src/playground/forms.ts";

/** As much of a session as the forms use. */
class FakeSession {
  state: State;
  jumps = 0;
  language = "en";
  engine = {
    draw: (recipe: Recipe) => {
      const zeros = (rows: number, columns: number) =>
        Array.from({ length: rows }, () => new Array<number>(columns).fill(0));
      const { x, wq, wk, wv } = recipe;
      const square = ({ rows, columns }: RandomMatrix) => zeros(rows, columns);
      const value = {
        x: zeros(x.tokens.length, x.width),
        wq: square(wq),
        wk: square(wk),
        wv: square(wv),
      };
      return { value };
    },
  };

  constructor(state: State) {
    this.state = state;
  }

  edit(update: (state: State) => State) {
    this.state = update(this.state);
  }

  show(update: (state: State) => State) {
    this.state = update(this.state);
  }

  notify() {}
  endEdit() {}
}

function formsOn(state: State) {
  const session = new FakeSession(state);
  return { session, forms: new Forms(session as unknown as Session) };
}

/** What a reader has who opens the link of this state. */
function reopened(state: State): Forms {
  const link = decode(encode(state, "en"));
  if (link instanceof Error || !link.content) throw new Error("no link");
  const { content } = link;
  const { draw } = new FakeSession(state).engine;
  const there =
    content.kind === "state" ? content.state : content.finish(draw(content.recipe).value);
  return formsOn(there).forms;
}

describe("the tab", () => {
  it("is in the link, also where a sentence is shown by its matrices", () => {
    const { session, forms } = formsOn(workedExample.state);
    expect(reopened(session.state).tab).toBe("projected");
    forms.open("sentence");
    expect(session.state.sentence).not.toBeNull();
    expect(reopened(session.state).tab).toBe("sentence");
    forms.open("projected");
    expect(session.state.sentence).not.toBeNull();
    expect(reopened(session.state).tab).toBe("projected");
    forms.open("sentence");
    expect(reopened(session.state).tab).toBe("sentence");
    expect(session.state.figures).toEqual({});
  });

  it("is that of the numbers, whatever a link says", () => {
    const figures = { "playground.tab": "direct" };
    expect(formsOn({ ...workedExample.state, figures }).forms.tab).toBe("projected");
    const { session, forms } = formsOn(workedExample.state);
    forms.open("sentence");
    expect(formsOn({ ...session.state, figures }).forms.tab).toBe("sentence");
  });
});

describe("labels", () => {
  it.each<[string, number, string[]]>([
    ["x y z", 3, ["x", "y", "z"]],
    ["x,y,z", 3, ["x", "y", "z"]],
    ["x, y, z", 3, ["x", "y", "z"]],
    ["x; y;z;", 3, ["x", "y", "z"]],
    ["x,y,z", 2, ["x", "y", "z"]],
    ["evet , hayır", 3, ["evet", ",", "hayır"]],
    ["3,14", 1, ["3,14"]],
    [",", 1, [","]],
    ["a,b c", 2, ["a,b", "c"]],
    ["", 2, []],
  ])("%j for %d tokens", (text, count, want) => {
    expect(labelsIn(text, count)).toEqual(want);
  });

  it("separated by commas name one token each", () => {
    const { session, forms } = formsOn(workedExample.state);
    forms.typeLabels("x,y,z");
    expect(session.state.tokens).toEqual(["x", "y", "z"]);
    expect(forms.wrong.size).toBe(0);
  });
});
