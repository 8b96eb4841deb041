// Where a page may save files: its origin alone does not tell.

import { afterEach, expect, test, vi } from "vitest";
import { mayDownload } from "../../../web/src/export/hand-over.ts";

afterEach(() => vi.unstubAllGlobals());

/** As browsers have it: the origin of a page that is opened as a file is the string "null", too. */
test.each([
  { page: "of a site", origin: "https://a.example", alone: true, may: true },
  { page: "of a site, in a frame", origin: "https://a.example", alone: false, may: true },
  { page: "opened as a file", origin: "null", alone: true, may: true },
  { page: "in a frame with a sandbox", origin: "null", alone: false, may: false },
])("a page $page", ({ origin, alone, may }) => {
  const page: { origin: string; top?: object } = { origin };
  page.top = alone ? page : {};
  vi.stubGlobal("window", page);
  expect(mayDownload()).toBe(may);
});
