// What every test in WebKit has: a page of one browser, whose complaints are faults.

import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";
import { Session } from "./driver.ts";
import { Page } from "./page.ts";

let session: Session;

/** A new one for each test. */
export let page: Page;

beforeAll(async () => {
  session = await Session.start(inject("driver"));
});

afterAll(() => session.end());

beforeEach(async () => {
  page = new Page(session, inject("site"));
  await page.resize(1280, 900);
  await page.forget();
});

afterEach(async () => {
  expect(await page.complaints(), "what the page complained about").toEqual([]);
});

export { describe, expect, test } from "vitest";
