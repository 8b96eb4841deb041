// Reads the XML report of Catch2 (2 and 3 write the same of what is read here) as it comes, line
// by line, so that each test can be shown when it is done.

import type { Failure, TestResult } from "./results.ts";

const place = (element: Element): string =>
  `${element.getAttribute("filename") ?? ""}:${element.getAttribute("line") ?? ""}`;

const text = (element: Element | null): string => element?.textContent?.trim() ?? "";

/** What may stand in a test case and means that it failed. */
function failureOf(element: Element, notes: readonly string[]): Failure | null {
  switch (element.tagName) {
    case "Expression": {
      const thrown = text(element.querySelector("Exception, FatalErrorCondition"));
      return {
        place: place(element),
        expression: `${element.getAttribute("type")}( ${text(element.querySelector("Original"))} )`,
        expansion: thrown || text(element.querySelector("Expanded")),
        notes,
      };
    }
    case "Exception":
    case "FatalErrorCondition":
    case "Failure":
      return { place: place(element), expression: "", expansion: text(element), notes };
    default:
      return null;
  }
}

/** The failed assertions below `parent`, each with the messages that stand before it. */
function failuresIn(parent: Element): Failure[] {
  const found: Failure[] = [];
  let notes: string[] = [];
  for (const child of parent.children) {
    if (child.tagName === "Section") found.push(...failuresIn(child));
    if (child.tagName === "Info" || child.tagName === "Warning") {
      notes.push(text(child));
      continue;
    }
    const failure = failureOf(child, notes);
    if (failure) found.push(failure);
    notes = [];
  }
  return found;
}

function testOf(xml: string): TestResult {
  const parsed = new DOMParser().parseFromString(xml, "text/xml");
  const test = parsed.documentElement;
  const overall = [...test.children].find((child) => child.tagName === "OverallResult");
  const name = test.getAttribute("name") ?? "";
  const failures = failuresIn(test);
  const unexplained = overall?.getAttribute("success") !== "true" && failures.length === 0;
  const unreadable = { place: place(test), expression: "", expansion: xml, notes: [] };
  return {
    name,
    group: /\[(.+?)\]/u.exec(test.getAttribute("tags") ?? "")?.[1] ?? "",
    place: place(test),
    milliseconds: 1000 * Number(overall?.getAttribute("durationInSeconds") ?? 0),
    failures: unexplained ? [unreadable] : failures,
  };
}

export class ReportReader {
  private chunk: string[] | null = null;

  /** The test that this line ends, if it ends one. */
  read(line: string): TestResult | null {
    const trimmed = line.trim();
    if (trimmed.startsWith("<TestCase ")) this.chunk = [];
    this.chunk?.push(line);
    if (!this.chunk || trimmed !== "</TestCase>") return null;
    const test = testOf(this.chunk.join("\n"));
    this.chunk = null;
    return test;
  }

  /** The test that has begun and not ended. */
  get open(): string | null {
    if (!this.chunk) return null;
    const name = /\bname="([^"]*)"/u.exec(this.chunk[0] ?? "")?.[1] ?? "";
    return new DOMParser().parseFromString(name, "text/html").body.textContent;
  }
}
