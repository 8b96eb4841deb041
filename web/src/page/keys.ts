// Keys of the page leave alone whoever is typing.

const typed = [
  "textarea",
  "select",
  "[contenteditable]",
  "input:not([type=checkbox], [type=radio], [type=range])",
].join();

/** The key goes into a field, also into one inside a shadow root. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  return event.isComposing || (target instanceof Element && target.matches(typed));
}
