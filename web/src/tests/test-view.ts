// One test: its verdict, its name, where it stands and how long it took.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { type Failure, isFailed, type TestResult } from "./results.ts";
import { testsText } from "./text.ts";

const locales: Record<Language, string> = { tr: "tr-TR", en: "en-GB" };

function milliseconds(value: number, language: Language): string {
  if (value < 0.05) return `< ${milliseconds(0.1, language)}`;
  const digits = value < 10 ? 1 : 0;
  return value.toLocaleString(locales[language], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** In the words of the test program, which are English. */
function failureView({ place, expression, expansion, notes }: Failure): TemplateResult {
  return html`<div class="tests-failure" lang="en">
    ${place ? html`<p>${place}</p>` : nothing}
    ${expression ? html`<pre>${expression}</pre>` : nothing}
    <pre>${expansion}</pre>
    ${notes.length > 0 ? html`<pre>${notes.join("\n")}</pre>` : nothing}
  </div>`;
}

function nameView({ name, why, sources }: TestResult, language: Language): TemplateResult {
  if (typeof name === "string") return html`<span lang="en">${name}</span>`;
  return html`<details>
    <summary>${name[language]}</summary>
    <p>${why?.[language]}</p>
    <p class="tests-sources">
      ${testsText[language].seenIn}: <span lang="en">${sources?.join("; ")}</span>
    </p>
  </details>`;
}

export function testView(test: TestResult, language: Language): TemplateResult {
  const words = testsText[language];
  const failed = isFailed(test);
  return html`<li class="tests-test" data-state=${failed ? "failed" : "passed"}>
    <span class="tests-mark" aria-hidden="true">${failed ? "✕" : "✓"}</span>
    <span class="dk-sr">${failed ? words.failed : words.passed}</span>
    <div class="tests-name">${nameView(test, language)}</div>
    <span class="tests-place">${test.place}</span>
    <span class="tests-time">${words.milliseconds(milliseconds(test.milliseconds, language))}</span>
    ${test.failures.map(failureView)}
  </li>`;
}
