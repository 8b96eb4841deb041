// What the pages and the service worker say to each other.

/** The reader wants the new version; a page has been opened. */
export type FromPage = "take over" | "opened";

/** While the worker is being installed: how much of the site is there, in per cent. */
export interface FromWorker {
  readonly saved: number;
}

export function isFromWorker(message: unknown): message is FromWorker {
  return typeof message === "object" && message !== null && "saved" in message;
}
