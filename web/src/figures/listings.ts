// The five-line function as it is shown. The C++ is cut out of the file that was compiled; the
// Python says the same in PyTorch.

import header from "../../../cpp/attention/self_attention.h?raw";

/** From the template line of the function to its closing brace. */
function functionIn(source: string): string {
  const start = source.lastIndexOf("template <class S>");
  const end = source.indexOf("\n}", start);
  return source.slice(start, end + 2);
}

export const cpp = functionIn(header);

export const pytorch = `import torch

def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.mT / Q.shape[-1] ** 0.5
    weights = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    weights = weights / weights.sum(dim=-1, keepdim=True)
    return weights @ V, weights`;
