/** Every piece of Python prints what it prints in a real NumPy and PyTorch (scripts/numpy_golden.py). */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { prepare } from "../../../web/src/python/modules/index.ts";
import { caught, type Python, python } from "../support/micropython.ts";

interface Golden {
  readonly pieces: readonly { readonly source: string; readonly printed: string }[];
}

const read = (name: string): Golden =>
  JSON.parse(readFileSync(new URL(`../../python/${name}.json`, import.meta.url), "utf8"));

const imports =
  "import math\nimport numpy as np\nimport torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n";

/** As the script does: one expression is printed by its repr, all else is run. */
const piece = (source: string): string =>
  `try:\n    _code = compile(${JSON.stringify(prepare(source))}, 'piece', 'eval')\nexcept SyntaxError:\n    _code = None\n` +
  caught(
    `if _code is None:\n    exec(${JSON.stringify(prepare(source))})\nelse:\n    print(repr(eval(_code)))`,
  ) +
  "np.set_printoptions(precision=8, suppress=False, threshold=1000, edgeitems=3, linewidth=75, floatmode='maxprec')\n" +
  "torch.set_printoptions(profile='default')\n";

describe.each(["numpy", "torch"])("%s", (name) => {
  let it: Python;
  beforeAll(async () => {
    it = await python();
    it.run(imports);
  });
  test.each(read(name).pieces)("$source", ({ source, printed }) => {
    expect(it.run(piece(source))).toBe(printed);
  });
});
