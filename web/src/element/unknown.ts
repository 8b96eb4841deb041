// Attributes that the element does not have: what their author may have meant by them, and which are
// none of its business.

import { nearest } from "../inputs/nearest.ts";

/** Every element may have these, in HTML, XHTML and RDFa, and a list in React and Vue. */
const ofAnyElement = new Set(
  (
    "accesskey autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint " +
    "exportparts hidden id inert inputmode is itemid itemprop itemref itemscope itemtype lang nonce part " +
    "popover role slot spellcheck style tabindex title translate writingsuggestions xmlns " +
    "about content datatype inlist prefix property rel resource rev typeof vocab ref classname"
  ).split(" "),
);

/** What other programs call what the element has, without lines between the words. */
const otherNames: readonly (readonly [meant: string, names: string])[] = [
  ["q", "query queries querys"],
  ["k keys", "key"],
  ["v", "value values"],
  ["x", "input inputs embedding embeddings"],
  ["wq", "wquery queryweight queryweights qweight qproj"],
  ["wk", "wkey keyweight keyweights kweight kproj"],
  ["wv", "wvalue valueweight valueweights vweight vproj"],
  ["tokens", "labels label words word text sentence"],
  ["temperature", "temp tau"],
  ["causal", "iscausal masked"],
  ["causal attend", "mask"],
  ["attend", "attnmask attentionmask"],
  ["padding", "pad keypadding keypaddingmask paddingmask"],
  ["window", "slidingwindow windowsize"],
  ["bias", "alibi attnbias"],
  ["figure", "matrix view show"],
  ["state", "link hash url"],
  ["home", "site base"],
  ["lang", "language locale"],
  ["theme", "dark light mode colorscheme"],
];

/** What scripts, frameworks and rules of styles hang on any element; data-v-…, ngh, jsaction, @click, :value. */
const ofOthers = /^(?:on|data-|aria-|ng|js)|[^\p{L}\p{N}_-]/u;

/** Frameworks, and what readers have installed, mark elements by such names; they are told only for a slip. */
const isMark = (name: string) => /[_-]/u.test(name);

/** The attributes that may have been meant; none for a name that is like no other. */
function meantBy(name: string, known: readonly string[]): readonly string[] {
  const plain = name.replace(/[_-]/gu, "");
  const [meant] = otherNames.find(([, names]) => names.split(" ").includes(plain)) ?? [];
  const near = nearest(name, known);
  return meant?.split(" ") ?? (near ? [near] : []);
}

export interface Unknown {
  readonly slips: readonly (readonly [name: string, meant: readonly string[]])[];
  /** Like none that there is. */
  readonly others: readonly string[];
}

export function unknownIn(names: readonly string[], known: readonly string[]): Unknown {
  const asked = names
    .filter((name) => !known.includes(name) && !ofAnyElement.has(name) && !ofOthers.test(name))
    .map((name) => [name, meantBy(name, known)] as const);
  return {
    slips: asked.filter(([, meant]) => meant.length > 0),
    others: asked.flatMap(([name, meant]) => (meant.length > 0 || isMark(name) ? [] : [name])),
  };
}
