// What the lesson shows as code is run, where there are programs to run it.
import { describe, expect, it } from "vitest";

type Left = Readonly<Record<string, string | readonly number[]>>;
interface Listing {
  readonly name: string;
  /** What is wrong, "" if nothing, null where it was not run. */
  readonly said: string | null;
}
const { checkListings, complaint } = (await import(
  "../../scripts/check_listings.mjs"
)) as unknown as {
  checkListings: () => Promise<readonly Listing[]>;
  complaint: (got: Left, want: Left) => string;
};

const results = await checkListings();

it("finds two sides of sixteen faults in two languages, the five lines, two programs and an export", () => {
  expect(results).toHaveLength(2 * 16 * 2 + 1 + 2 + 1);
});

describe("gives what the core gives", () => {
  for (const { name, said } of results)
    it(name, ({ skip }) => {
      if (said === null) return skip("there is nothing here to run it with");
      expect(said).toBe("");
    });
});

describe("complaint", () => {
  const want = { weights: [1, Number.NaN], output: [0.5] };
  it.each<[Left, string]>([
    [{ weights: [1, Number.NaN], output: [0.5] }, ""],
    [{ output: [0.5] }, ""],
    [{ weights: [1, 0], output: [0.5] }, "weights[1] is 0, the core has NaN"],
    [{ weights: [Number.NaN, Number.NaN] }, "weights[0] is NaN, the core has 1"],
    [{ output: [0.5, 0.5] }, "output: 2 numbers, not 1"],
    [{ weights: want.weights }, "there is no output"],
    [{ failed: "NameError: h" }, "NameError: h"],
  ])("of %j: %s", (got, said) => expect(complaint(got, want)).toBe(said));
});
