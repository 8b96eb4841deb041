import { describe, expect, it } from "vitest";
import { inputAttributes } from "../../../web/src/element/attributes.ts";
import { lookAttributes } from "../../../web/src/element/looks.ts";
import { nearest } from "../../../web/src/inputs/nearest.ts";

const attributes = [...inputAttributes, ...lookAttributes];

describe("what was meant by a name that there is not", () => {
  it.each([
    // A letter too many, too few, another, or two swapped.
    ["sofmax", "softmax"],
    ["softmmax", "softmax"],
    ["sovtmax", "softmax"],
    ["sotfmax", "softmax"],
    ["Five Lines", "five-lines"],
    ["five_lines", "five-lines"],
    ["cache", null],
    ["", null],
  ])("“%s”: %s", (name, meant) => {
    expect(nearest(name, ["softmax", "scores", "five-lines"])).toBe(meant);
  });

  it("is an attribute of the element for a slip of one", () => {
    expect(nearest("figur", attributes)).toBe("figure");
    expect(nearest("token", attributes)).toBe("tokens");
    expect(nearest("scale", attributes)).toBe("scaled");
  });

  it.each([
    ...["class", "id", "style", "title", "slot", "part", "role", "dir", "hidden", "tabindex"],
    ...["width", "height", "name", "is", "nonce", "inert", "translate", "draggable", "popover"],
    ...["data-v-7ba5bd90", "data-state", "aria-label", "x-data", "v-if", "ref", "align"],
  ])("is none of its attributes for %s", (name) => {
    expect(nearest(name, attributes)).toBeNull();
  });
});
