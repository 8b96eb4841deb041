// What every browser test watches for besides its own matter: no request to another host, no
// violation of the policy, nothing in the console, no uncaught error.

import { test as base, type Page } from "@playwright/test";

interface Options {
  /** Complaints that a test provokes on purpose. */
  readonly expectedComplaints: readonly RegExp[];
}

function listen(page: Page, home: string, complain: (text: string) => void): void {
  page.on("console", (message) => {
    // Playwright's own, where a test lets no service worker be.
    if (message.text().startsWith("Service Worker registration blocked")) return;
    if (["error", "warning"].includes(message.type())) complain(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complain(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.origin !== home) complain(`request: ${url.href}`);
  });
}

export const test = base.extend<Options & { complaints: string[] }>({
  expectedComplaints: [[], { option: true }],
  complaints: [
    async ({ context, baseURL, expectedComplaints }, use, info) => {
      const heard: string[] = [];
      const home = new URL(baseURL ?? "").origin;
      const listenTo = (page: Page) => listen(page, home, (text) => heard.push(text));
      // The page of the test before is there already.
      context.pages().forEach(listenTo);
      context.on("page", listenTo);
      await use(heard);
      // The picture that is taken of a failed test adds a style of its own.
      if (info.errors.length > 0) expectedComplaints = [...expectedComplaints, /style-src-elem/];
      const unexpected = heard.filter((text) => !expectedComplaints.some((re) => re.test(text)));
      base.expect(unexpected, "what the browser complained about").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect, type Locator, type Page } from "@playwright/test";
