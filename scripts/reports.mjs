// What the test programs wrote about their runs, counted.
import { readFileSync } from "node:fs";
import { root } from "./run.mjs";

const json = (path) => JSON.parse(readFileSync(root + path, "utf8"));

/**
 * CTest's JUnit report. A test that is a Catch2 program counts as its test cases, which the last
 * line of its output tells; any other as one.
 */
export function ctestReport(path) {
  const report = readFileSync(root + path, "utf8");
  const result = { passed: 0, failed: 0 };
  for (const [testcase] of report.matchAll(/<testcase\b[\s\S]*?<\/testcase>/g)) {
    const { passed, failed } = catch2Summary(testcase) ?? { passed: 1, failed: 0 };
    const ran = /\bstatus="run"/.test(testcase);
    result.passed += ran || failed > 0 ? passed : 0;
    // A program that fails after its last test case (a sanitizer's find, say) is one failure.
    result.failed += ran ? failed : Math.max(failed, 1);
  }
  return result;
}

/** "All tests passed (9 assertions in 3 test cases)", or "test cases: 3 | 2 passed | 1 failed". */
function catch2Summary(output) {
  if (output.includes("No tests ran")) return { passed: 0, failed: 0 };
  const all = output.match(/All tests passed \(\d+ assertions? in (\d+) test cases?\)/);
  if (all) return { passed: Number(all[1]), failed: 0 };
  const some = output.match(/^test cases: .*$/m);
  if (!some) return undefined;
  const count = (word) => Number(some[0].match(new RegExp(`(\\d+) ${word}`))?.[1] ?? 0);
  return { passed: count("passed"), failed: count("failed") };
}

/** Vitest's JSON report. A file that could not be loaded counts as one failure. */
export function vitestReport(path) {
  const report = json(path);
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((t) => t.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Playwright's JSON report. An error outside of every test counts as one failure; a test that passes
 * at its second try counts as passed, and Playwright itself has named it as flaky.
 */
export function playwrightReport(path) {
  const report = json(path);
  const result = { passed: 0, failed: report.errors.length, skipped: report.stats.skipped };
  const visit = (suite) => {
    for (const { status } of (suite.specs ?? []).flatMap((spec) => spec.tests)) {
      if (status === "expected" || status === "flaky") result.passed++;
      else if (status !== "skipped") result.failed++;
    }
    (suite.suites ?? []).forEach(visit);
  };
  report.suites.forEach(visit);
  return result;
}
