// What the matrix views can still show as numbers a reader can read. Checked before anything is
// computed, so that too large an input gives a sentence and not a page that hangs.

export const MAX_TOKENS = 64;
export const MAX_WIDTH = 64;

/** Code units of one token; a longer one is no word and would fill the page. */
export const MAX_TOKEN_LENGTH = 64;

/** Characters of a pasted matrix or a sentence; a longer text is refused unread. */
export const MAX_TEXT = 200_000;

/** Characters of a link, enough for every matrix at the limit with all its digits. */
export const MAX_LINK = 1_000_000;

/** Characters of code that a link holds beside the numbers: mail and chat cut a longer one off. */
export const MAX_LINK_CODE = 4000;

/** A seed must be typed and read out; the weights take their own seeds from it (sentence.ts). */
export const MAX_SEED = 4_294_967_295;
