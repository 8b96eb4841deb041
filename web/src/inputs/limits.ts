// What the matrix views can still show as numbers a reader can read. Checked before anything is
// computed, so that too large an input gives a sentence and not a page that hangs.

export const MAX_TOKENS = 64;
export const MAX_WIDTH = 64;

/** Characters of a pasted matrix, a sentence or a link; longer ones are refused unread. */
export const MAX_TEXT = 200_000;
