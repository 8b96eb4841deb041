/** What stands in the field that an event came from. */
export const typedIn = (event: Event): string =>
  (event.target as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement).value;
