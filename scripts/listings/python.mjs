// What stands round each Python line of the bug lab, so that it is a program. LINE is the line; the
// program leaves `output`, and `weights` where there are any (of the first head).

const list = (rows) => JSON.stringify(rows);

/** Names that every listing may use, from the worked example. */
const before = ({ x, wq, wk, wv, heads, slope }) => `
import math
from types import SimpleNamespace
import torch
import torch.nn.functional as F

X, Wq, Wk, Wv = (
    torch.tensor(rows, dtype=torch.float64)
    for rows in (${[x, wq, wk, wv].map(list).join(", ")})
)
Q, K, V = X @ Wq, X @ Wk, X @ Wv
n, h, slope = len(X), ${heads}, ${slope}
d = V.shape[-1] // h
later = torch.ones(n, n).triu(1).bool()
inf = float("inf")

def rotate(M, position):
    """RoPE with pairs (0, 1), (2, 3) and theta 10000."""
    frequency = 10000.0 ** -(torch.arange(0, M.shape[-1], 2, dtype=torch.float64) / M.shape[-1])
    angle = position[:, None] * frequency
    even, odd = M[:, 0::2], M[:, 1::2]
    turned = (even * angle.cos() - odd * angle.sin(), even * angle.sin() + odd * angle.cos())
    return torch.stack(turned, -1).reshape(M.shape)

# PyTorch 1.13 has the function under a name of its own, with the same boolean mask.
if not hasattr(F, "scaled_dot_product_attention"):
    F.scaled_dot_product_attention = lambda *qkv, attn_mask: (
        F._scaled_dot_product_attention(*qkv, attn_mask=attn_mask)[0]
    )
`;

/** The chunks of each head, each with a LINE that makes its scores of q and k. */
const headScores = `
made = []
for q, k, v in zip(*(M.chunk(h, -1) for M in (Q, K, V))):
    LINE
    made.append(torch.softmax(scores, dim=-1))
weights = made[0]
output = torch.cat([w @ v for w, v in zip(made, V.chunk(h, -1))], -1)`;

const scaled = "scores = Q @ K.mT / Q.shape[-1] ** 0.5";
const attended = `
weights = torch.softmax(scores, dim=-1)
output = weights @ V`;
const masked = `
scores = scores.masked_fill(later, -inf)${attended}`;

const mergedHeads = `
heads = torch.stack([
    torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1) @ v
    for q, k, v in zip(*(M.chunk(h, -1) for M in (Q, K, V)))
])
LINE
output = merged`;

const maskMade = `
LINE
${scaled}${masked}`;

const around = {
  "scale-model": headScores,
  "scale-heads": headScores,
  "scale-none": `
LINE${attended}`,
  columns: `
${scaled}
LINE
output = weights @ V`,
  "mask-zero": `
${scaled}
LINE${attended}`,
  "mask-after": `
${scaled}
LINE
output = weights @ V`,
  "mask-transposed": maskMade,
  "mask-early": maskMade,
  "mask-empty": `
seen = torch.ones(n, n).tril(-1).bool()
${scaled}
scores = scores.masked_fill(~seen, -inf)
LINE
output = weights @ V`,
  // A row that sees nothing is NaN before PyTorch 2.5, and zeros since, as the core has it.
  "mask-inverted": `
LINE
output = torch.where(O.isnan(), torch.zeros_like(O), O)`,
  "query-is-key": `
LINE
${scaled}${attended}`,
  "heads-averaged": mergedHeads,
  "heads-reshaped": mergedHeads,
  "alibi-sign": `
distance = (torch.arange(n)[:, None] - torch.arange(n)).abs()
${scaled}
LINE${attended}`,
  "rotary-values": `
position = torch.arange(n)
LINE
${scaled}${attended}`,
  // All but the last token are the prompt; the last comes alone.
  "cache-positions": `
cache = SimpleNamespace(length=0, K=K[:0], V=V[:0])
tokens, made = n, []
for first, n in ((0, tokens - 1), (tokens - 1, 1)):
    come = slice(first, first + n)
    LINE
    cache.K = torch.cat([cache.K, rotate(K[come], position)])
    cache.V = torch.cat([cache.V, V[come]])
    cache.length += n
    scores = rotate(Q[come], position) @ cache.K.mT / Q.shape[-1] ** 0.5
    seen = torch.ones(n, cache.length).tril(cache.length - n).bool()
    made.append(torch.softmax(scores.masked_fill(~seen, -inf), dim=-1))
weights = torch.cat([F.pad(w, (0, tokens - w.shape[-1])) for w in made])
output = torch.cat([w @ cache.V[: w.shape[-1]] for w in made])`,
};

export const pythonIds = Object.keys(around);

/** LINE by the line, which may be several, at LINE's indent. */
export const put = (program, line) =>
  program.replace(/^( *)LINE/m, (_, indent) => line.replace(/^/gm, indent));

export const pythonProgram = (id, line, example) => before(example) + put(around[id], line);
