/** The sources that a cell's code may ask for, each family fetched when code first names it. */

import type { Request } from "../protocol.ts";

export const families = ["numpy", "torch", "standard"] as const;
export type Family = (typeof families)[number];

const named: Readonly<Record<Family, RegExp>> = {
  numpy: /\bnumpy\b/,
  torch: /\btorch\b/,
  // MicroPython has some of these, which do less, give other numbers for a seed or fail in other words;
  // and it lacks methods of texts.
  standard:
    /\.(?:[lr]just|center|zfill|capitalize|casefold|i?s?title|swapcase|remove(?:pre|suf)fix|expandtabs|translate|format_map|is(?:alnum|ascii|decimal|identifier|numeric|printable))\(|\b(?:__future__|typing|dataclasses|functools|itertools|collections|time|random|re)\b|\bfrom math import\b|\bmath\.(?:exp|expm1|cosh|sinh|prod|gcd|lcm|comb|perm|isqrt|hypot|dist|fsum|log1p)\b/,
};

/** By name alone, wherever it stands: a family too many does no harm. */
export const familiesFor = (request: Pick<Request, "code" | "kind">): Family[] =>
  families.filter((family) => family === request.kind || named[family].test(request.code));
