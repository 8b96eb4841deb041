import { describe, expect, it } from "vitest";
import { browserName } from "../../../web/src/bench/browser.ts";
import { csv, markdown } from "../../../web/src/bench/copy.ts";
import type { Reason } from "../../../web/src/bench/protocol.ts";
import { noResults, type Results } from "../../../web/src/bench/results.ts";
import { benchText } from "../../../web/src/bench/text.ts";
import { duration, size, threeDigits } from "../../../web/src/bench/units.ts";

describe("times and bytes", () => {
  it("have three digits, a unit, and the mark of the language", () => {
    expect(duration(0.04321, "en")).toBe("43.2 µs");
    expect(duration(1.2345, "tr")).toBe("1,23 ms");
    expect(duration(999, "en")).toBe("999 ms");
    expect(duration(5156, "en")).toBe("5.16 s");
    expect(duration(5156, "tr")).toBe("5,16 sn");
    expect(threeDigits(5156.04, "en")).toBe("5,160");
  });

  it("show all three digits of what was measured", () => {
    expect(threeDigits(1.5, "en")).toBe("1.50");
    expect(threeDigits(0.09996, "tr")).toBe("0,100");
    expect(threeDigits(12, "tr")).toBe("12,0");
    expect(threeDigits(100.2, "en")).toBe("100");
    expect(threeDigits(0, "en")).toBe("0.00");
    expect(duration(3000, "en")).toBe("3 s");
  });

  it("count bytes in powers of 2", () => {
    expect(size(512, "en")).toBe("512 bytes");
    expect(size(512, "tr")).toBe("512 bayt");
    expect(size(16 * 1024, "en")).toBe("16 KiB");
    expect(size(206_848, "en")).toBe("202 KiB");
    expect(size(1.25 * 2 ** 30, "tr")).toBe("1,25 GiB");
  });
});

describe("why a contender ended", () => {
  const reasons: [Reason, string, string][] = [
    [{ kind: "time", milliseconds: 5156 }, "5.16 s", "5,16 sn"],
    [{ kind: "memory", bytes: 1.25 * 2 ** 30 }, "1.25 GiB", "1,25 GiB"],
    [
      { kind: "fault", fault: { code: "memory", field: "", other: "", values: [] } },
      "There is not enough memory for a problem of this size.",
      "Bu büyüklükte bir problem için bellek yetmiyor.",
    ],
    [{ kind: "failure", message: "No Worker." }, "says: No Worker.", "dediği: No Worker."],
    [{ kind: "wrong", difference: 0.5 }, "wrong, by up to 0.500", "fark en çok 0,500"],
    [{ kind: "wrong", difference: Number.NaN }, "NaN", "NaN"],
    [{ kind: "noSimd" }, "has no SIMD", "SIMD yok"],
    [{ kind: "oneCore" }, "a single core", "tek işlemci çekirdeği"],
  ];
  for (const [reason, english, turkish] of reasons) {
    it(`is a sentence in both languages: ${english}`, () => {
      const [en, tr] = [benchText.en.end("4096", reason), benchText.tr.end("4096", reason)];
      expect(en).toContain(english);
      expect(tr).toContain(turkish);
      for (const sentence of [en, tr]) {
        expect(sentence).toContain("n ≥ 4096: ");
        expect(sentence).toMatch(/[^.]\.$/u);
      }
    });
  }
});

describe("the numbers to take along", () => {
  const results: Results = {
    ...noResults({ causal: true, largest: 128, milliseconds: 3000, bytes: 2 ** 30 }),
    machine: { build: "simd", compiler: "Clang", threads: 4 },
    measurements: [
      {
        ...{ contender: "javascript", n: 128, medianMs: 2, minMs: 1 },
        ...{ difference: 3e-8, rows: 64, scratchBytes: null },
      },
      {
        ...{ contender: "workers", n: 128, medianMs: 12.34567, minMs: 11.5 },
        ...{ difference: 3.5e-7, rows: 64, scratchBytes: 413_696 },
      },
      {
        ...{ contender: "reference", n: 64, medianMs: 0.5, minMs: 0.25 },
        ...{ difference: null, rows: 64, scratchBytes: null },
      },
    ],
  };

  it("are CSV with a point, in order of n, bytes exact", () => {
    expect(csv(results)).toBe(
      [
        "n,mask,contender,threads,median_ms,min_ms,max_difference,rows_compared,scratch_bytes,matrix_bytes",
        "64,causal,reference,1,0.5,0.25,,,,16384",
        "128,causal,javascript,1,2,1,3e-8,64,,65536",
        "128,causal,workers,4,12.35,11.5,3.5e-7,64,413696,65536",
        "",
      ].join("\n"),
    );
  });

  it("are a Markdown table with a point in both languages, and the machine above it", () => {
    const english = markdown(results, "Browser: X 1", "en").split("\n");
    expect(english[0]).toBe("Browser: X 1. Mask: causal.");
    expect(english.slice(4)).toEqual([
      "| 64 | Reference | 0.5 | 0.25 |  |  |  | 16384 |",
      "| 128 | Plain JavaScript | 2 | 1 | 3e-8 | 64 |  | 65536 |",
      "| 128 | Tiled, 4 Workers | 12.35 | 11.5 | 3.5e-7 | 64 | 413696 | 65536 |",
      "",
    ]);
    const columns = english.slice(2, 7).map((line) => line.split("|").length);
    expect(new Set(columns).size).toBe(1);
    expect(markdown(results, "", "tr")).toContain("| 128 | Karolu, 4 Worker | 12.35 | 11.5 |");
  });
});

describe("the browser's name", () => {
  it("is its own brand, not the one that means nothing", () => {
    const brands = [
      { brand: "Not)A;Brand", version: "8" },
      { brand: "Chromium", version: "140" },
      { brand: "Google Chrome", version: "140" },
    ];
    expect(browserName({ userAgent: "", userAgentData: { brands } })).toBe("Google Chrome 140");
    expect(browserName({ userAgent: "", userAgentData: { brands: brands.slice(0, 2) } })).toBe(
      "Chromium 140",
    );
  });

  it("is read from the user agent where there are no brands", () => {
    const common = "Mozilla/5.0 (X11; Linux x86_64)";
    const names = {
      [`${common} Gecko/20100101 Firefox/140.0`]: "Firefox 140",
      [`${common} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`]:
        "Edge 140",
      [`${common} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`]:
        "Chrome 140",
      [`${common} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Safari/605.1.15`]:
        "Safari 18.2",
      "something else": "something else",
    };
    for (const [userAgent, name] of Object.entries(names)) {
      expect(browserName({ userAgent })).toBe(name);
    }
  });
});
