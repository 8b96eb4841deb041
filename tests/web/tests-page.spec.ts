import { cases } from "../cases.ts";
import { expectAccessible } from "./support/axe.ts";
import { listed } from "./support/catch2.ts";
import { expect, type Page, test } from "./support/test.ts";

const verdict = (page: Page) => page.locator("html");

/** The whole suite runs in the page: as long as it takes on a busy machine. */
const patience = { timeout: 240_000 };
test.beforeEach(() => test.setTimeout(300_000));

async function opened(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(verdict(page)).toHaveAttribute("data-tests", /^passed \d+ failed \d+$/, patience);
}

/** In place of the test program: prints these lines, then ends. */
async function programThatPrints(page: Page, lines: string[], exit: number | "trap") {
  const end = exit === "trap" ? 'Promise.reject("unreachable executed")' : `Module.onExit(${exit})`;
  const body = `for (const line of ${JSON.stringify(lines)}) Module.print(line); ${end};`;
  await page.route(/attention_tests[^/]*\.js$/, (route) =>
    route.fulfill({ body, contentType: "text/javascript" }),
  );
}

/** What the program prints of two tests that pass. */
const twoThatPass = [
  '<TestCase name="good &amp; quick" tags="[mask]" filename="tests/mask_test.cpp" line="7">',
  '<OverallResult success="true" durationInSeconds="0.002"/>',
  "</TestCase>",
  '<TestCase name="as good" tags="[mask]" filename="tests/mask_test.cpp" line="12">',
  '<OverallResult success="true" durationInSeconds="0.001"/>',
  "</TestCase>",
];

const builds = [
  { query: "", preset: "wasm", build: "with SIMD" },
  { query: "?build=scalar", preset: "wasm-scalar", build: "scalar" },
];

for (const { query, preset, build } of builds) {
  test(`all tests pass, ${query || "build chosen by the page"}`, {
    tag: query === "" ? [] : "@chromium:scalar",
  }, async ({ page }) => {
    const inCore = listed(preset);
    expect(inCore).toBeGreaterThan(50);
    await opened(page, `tests.html${query}#?lang=en`);
    const all = inCore + cases.length;
    await expect(verdict(page)).toHaveAttribute("data-tests", `passed ${all} failed 0`, patience);
    await expect(page.locator(".tests-verdict")).toHaveText(`All ${all} tests passed.`);
    await expect(page.locator("[data-suite=core] .tests-test")).toHaveCount(inCore);
    await expect(page.locator("[data-suite=cases] .tests-test")).toHaveCount(cases.length);
    await expect(page.locator("[data-state=failed]")).toHaveCount(0);
    await expect(page.getByRole("link", { name: build })).toHaveAttribute("aria-current", "true");
    await expect(page.locator(".tests-builds")).toContainText(/clang/i);
  });
}

for (const language of ["en", "tr"] as const) {
  test(`the page has no violation of WCAG 2.2 AA, ${language}`, async ({ page }) => {
    await programThatPrints(page, twoThatPass, 0);
    await opened(page, `tests.html#?lang=${language}`);
    await expectAccessible(page);
  });
}

test("each test says its name, where it stands and how long it took", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await programThatPrints(page, twoThatPass, 0);
  await opened(page, "tests.html#?lang=en");
  const one = page.locator(".tests-test").filter({ hasText: "good & quick" });
  await expect(one).toContainText("tests/mask_test.cpp:7");
  await expect(one).toContainText("2.0 ms");
  await expect(one).toContainText("passed");
  const known = page.locator("[data-suite=cases] .tests-test").filter({ hasText: "K01" });
  await known.getByText("A row that sees nothing is zeros").click();
  await expect(known.getByText(/Seen in: pytorch\/pytorch#103963/)).toBeVisible();
});

test("the language can be changed, and the filter and the results stay", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await programThatPrints(page, twoThatPass, 0);
  await opened(page, "tests.html?lang=tr");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Testler");
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
  await expect(page.locator(".tests-verdict")).toHaveText(/^\d+ testin tümü geçti\.$/);
  await page.getByRole("radio", { name: "Başarısızlar" }).check({ force: true });
  await expect(page.locator(".tests-test")).toHaveCount(0);
  await expect(page.getByText("Başarısız test yok.").first()).toBeVisible();
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tests");
  await expect(page.getByText("No test has failed.").first()).toBeVisible();
  await page.getByRole("radio", { name: "All" }).check({ force: true });
  await expect(page.locator(".tests-test")).not.toHaveCount(0);
});

test("the tests can be run again, and on a build that is asked for", {
  tag: "@chromium:variant",
}, async ({ page }) => {
  await programThatPrints(page, twoThatPass, 0);
  await opened(page, "tests.html#?lang=en");
  const first = `passed ${cases.length + 2} failed 0`;
  await expect(verdict(page)).toHaveAttribute("data-tests", first);
  await programThatPrints(page, twoThatPass.slice(0, 3), 0);
  const again = page.getByRole("button", { name: "Run again" });
  await again.click();
  await expect(again).toBeEnabled(patience);
  await expect(verdict(page)).toHaveAttribute(
    "data-tests",
    `passed ${cases.length + 1} failed 0`,
    patience,
  );
  for (const [name, build] of [
    ["scalar", "scalar"],
    ["with SIMD", "simd"],
  ] as const) {
    const asked = page.waitForResponse((response) =>
      build === "scalar"
        ? /attention_tests_scalar/.test(response.url())
        : /attention_tests-/.test(response.url()),
    );
    await page.getByRole("link", { name }).click();
    await expect(page).toHaveURL(new RegExp(`\\?build=${build}#`));
    await asked;
    await expect(page.getByRole("link", { name })).toHaveAttribute("aria-current", "true");
  }
});

const core = (page: Page) => page.locator("[data-suite=core]");

// What is tagged tells of the page's own code alone, which is the same in every browser.
test("a failed test shows its expression, its values, its messages and its place", {
  tag: "@chromium",
}, async ({ page }) => {
  await programThatPrints(
    page,
    [
      '<TestCase name="good &amp; quick" tags="[mask]" filename="tests/mask_test.cpp" line="7">',
      '<OverallResult success="true" durationInSeconds="0.002"/>',
      "</TestCase>",
      '<TestCase name="bad" tags="[mask]" filename="tests/mask_test.cpp" line="12">',
      '<Section name="inner" filename="tests/mask_test.cpp" line="13">',
      "<Info>row 3</Info>",
      '<Expression success="false" type="CHECK" filename="tests/mask_test.cpp" line="14">',
      "<Original>a &lt; b</Original><Expanded>5 &lt; 4</Expanded>",
      "</Expression>",
      "</Section>",
      '<OverallResult success="false" durationInSeconds="0.001"/>',
      "</TestCase>",
    ],
    1,
  );
  await opened(page, "tests.html#?lang=en");
  const all = cases.length + 2;
  await expect(page.locator(".tests-verdict")).toHaveText(`1 of ${all} tests failed.`);
  await expect(verdict(page)).toHaveAttribute("data-tests", `passed ${all - 1} failed 1`, patience);
  await page.getByRole("radio", { name: "Failed" }).check({ force: true });
  const failed = core(page).locator(".tests-test");
  await expect(failed).toHaveCount(1);
  for (const part of ["bad", "tests/mask_test.cpp:14", "CHECK( a < b )", "5 < 4", "row 3"]) {
    await expect(failed).toContainText(part);
  }
  await expectAccessible(page);
});

test.describe("a program that breaks off is a failure, and says where", () => {
  // Firefox tells of the trap although the page has dealt with it.
  test.use({ expectedComplaints: [/unreachable executed/] });

  for (const [how, end, told] of [
    ["by an exit", 0, "exit 0"],
    ["by a trap", "trap", "unreachable executed"],
  ] as const) {
    test(how, { tag: how === "by a trap" ? [] : "@chromium:variant" }, async ({ page }) => {
      await programThatPrints(
        page,
        ['<TestCase name="begun &amp; on" tags="[mask]" filename="tests/mask_test.cpp" line="7">'],
        end,
      );
      await opened(page, "tests.html#?lang=en");
      const sentence = core(page).getByRole("alert");
      await expect(sentence).toContainText("broke off");
      await expect(sentence).toContainText(`begun & on: ${told}`);
      await expect(verdict(page)).toHaveAttribute(
        "data-tests",
        `passed ${cases.length} failed 1`,
        patience,
      );
    });
  }
});

test("an exit code that does not fit the report is a failure", { tag: "@chromium" }, async ({
  page,
}) => {
  await programThatPrints(
    page,
    [
      '<TestCase name="good" tags="[mask]" filename="tests/mask_test.cpp" line="7">',
      '<OverallResult success="true" durationInSeconds="0.002"/>',
      "</TestCase>",
    ],
    3,
  );
  await opened(page, "tests.html#?lang=en");
  await expect(core(page).getByRole("alert")).toContainText("exit 3");
  await expect(verdict(page)).toHaveAttribute("data-tests", /failed 1$/, patience);
});

test.describe("without its files", { tag: "@chromium" }, () => {
  test.use({ expectedComplaints: [/Failed to load resource|NetworkError|ERR_FAILED|blocked/i] });

  for (const [what, pattern] of [
    ["program", /attention_tests[^/]*\.js$/],
    ["program's wasm", /attention_tests[^/]*\.wasm$/],
    ["worker", /worker[^/]*\.js$/],
  ] as const) {
    test(`a sentence stands where the ${what} cannot be had`, async ({ page }) => {
      await page.route(pattern, (route) => route.fulfill({ status: 404, body: "" }));
      await opened(page, "tests.html#?lang=tr");
      await expect(core(page).getByRole("alert")).toContainText("Test programı başlatılamadı.");
      await expect(verdict(page)).toHaveAttribute(
        "data-tests",
        `passed ${cases.length} failed 1`,
        patience,
      );
    });
  }

  test("a sentence stands where the core cannot be had", async ({ page }) => {
    await page.route(/simd[^/]*\.wasm$/, (route) => route.fulfill({ status: 404, body: "" }));
    await opened(page, "tests.html#?lang=en");
    await expect(page.getByRole("alert")).toContainText("The core could not be loaded");
    await expect(page.getByRole("alert")).toContainText("HTTP 404");
    await expect(verdict(page)).toHaveAttribute("data-tests", "passed 0 failed 1");
  });
});
