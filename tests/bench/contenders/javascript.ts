/** Plain JavaScript, the same function that bench.html times. */
import { attention } from "../../../web/src/bench/javascript.ts";
import type { Problem } from "../cases.ts";
import { type Contender, ofHead, way } from "../contender.ts";

function allHeads({ heads, queries, keys, width, causal, q, k, v }: Problem): Float32Array {
  const output = new Float32Array(q.length);
  for (let head = 0; head < heads; head++) {
    attention({
      ...{ n: queries, keys, d: width, causal },
      q: ofHead(q, heads, head),
      k: ofHead(k, heads, head),
      v: ofHead(v, heads, head),
      out: ofHead(output, heads, head),
    });
  }
  return output;
}

export const javascript: Contender = {
  name: "javascript",
  threads: 1,
  ways: (problem) => [
    () => way({ name: "loops", run: () => allHeads(problem), read: (output) => output }),
  ],
};
