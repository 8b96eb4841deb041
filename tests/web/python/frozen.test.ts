// What the site leaves out of MicroPython, and what stays as it is.

import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { withoutUnused } from "../../../scripts/lean-frozen.ts";
import { runCell } from "../support/cell.ts";
import { lean, packaged } from "../support/program.ts";

test("a tenth of what is sent goes, and nothing moves", () => {
  expect(lean.length).toBe(packaged.length);
  expect(gzipSync(lean).length).toBeLessThan(0.9 * gzipSync(packaged).length);
});

test("a module that is gone is one that there never was", async () => {
  for (const name of ["datetime", "unittest", "asyncio", "uu", "base64"]) {
    const { error } = await runCell(`import ${name}`);
    expect(error).toMatchObject({
      type: "ModuleNotFoundError",
      message: `No module named '${name}'`,
      line: 1,
    });
  }
});

test("those between them work", async () => {
  const { error, output } = await runCell(`
import abc, copy, io, operator, os, string, time, types, zlib, heapq, re, json
print(operator.eq(2, 2), string.digits, copy.deepcopy([[1]]), os.path.join("a", "b"))
file = io.StringIO()
file.write("read")
print(file.getvalue(), json.dumps([1]), re.match("a+", "aab").group(0), types.FunctionType.__name__)
`);
  expect(error).toBeNull();
  expect(output.join("")).toBe("True 0123456789 [[1]] a/b\nread [1] aa function\n");
});

test("another MicroPython is refused, not spoilt", () => {
  const other = new Uint8Array(packaged);
  other.set(Buffer.from("other"), Buffer.from(other).indexOf("asyncio/funcs.py\0asyncio/lock.py"));
  expect(() => withoutUnused(other)).toThrow("frozen modules are not where they were");
});
