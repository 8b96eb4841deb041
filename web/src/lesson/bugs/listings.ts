// The right line and the wrong one, in the two languages of the five lines.

import type { VariantId } from "./lab.ts";

export const listingLanguages = ["python", "cpp"] as const;
export type ListingLanguage = (typeof listingLanguages)[number];

interface Lines {
  readonly right: string;
  readonly wrong: string;
}

const inf = 'float("-inf")';

export const listings: Record<VariantId, Record<ListingLanguage, Lines>> = {
  "scale-model": {
    python: {
      right: "scores = q @ k.mT / q.shape[-1] ** 0.5",
      wrong: "scores = q @ k.mT / X.shape[-1] ** 0.5",
    },
    cpp: {
      right: "scores = q * k.transpose() / std::sqrt(S(q.cols()));",
      wrong: "scores = q * k.transpose() / std::sqrt(S(X.cols()));",
    },
  },
  "scale-heads": {
    python: {
      right: "scores = q @ k.mT / q.shape[-1] ** 0.5",
      wrong: "scores = q @ k.mT / h ** 0.5",
    },
    cpp: {
      right: "scores = q * k.transpose() / std::sqrt(S(q.cols()));",
      wrong: "scores = q * k.transpose() / std::sqrt(S(h));",
    },
  },
  "scale-none": {
    python: {
      right: "scores = Q @ K.mT / Q.shape[-1] ** 0.5",
      wrong: "scores = Q @ K.mT",
    },
    cpp: {
      right: "scores = Q * K.transpose() / std::sqrt(S(Q.cols()));",
      wrong: "scores = Q * K.transpose();",
    },
  },
  columns: {
    python: {
      right: "weights = torch.softmax(scores, dim=-1)",
      wrong: "weights = torch.softmax(scores, dim=-2)",
    },
    cpp: {
      right:
        "weights = (scores.colwise() - scores.rowwise().maxCoeff()).array().exp();\nweights = weights.array().colwise() / weights.rowwise().sum().eval().array();",
      wrong:
        "weights = (scores.rowwise() - scores.colwise().maxCoeff()).array().exp();\nweights = weights.array().rowwise() / weights.colwise().sum().eval().array();",
    },
  },
  "mask-zero": {
    python: {
      right: `scores = scores.masked_fill(later, ${inf})`,
      wrong: "scores = scores.masked_fill(later, 0)",
    },
    cpp: {
      right: "scores = later.select(-infinity, scores);",
      wrong: "scores = later.select(S(0), scores);",
    },
  },
  "mask-after": {
    python: {
      right: `scores = scores.masked_fill(later, ${inf})\nweights = torch.softmax(scores, dim=-1)`,
      wrong: "weights = torch.softmax(scores, dim=-1)\nweights = weights.masked_fill(later, 0)",
    },
    cpp: {
      right: "weights = softmax(later.select(-infinity, scores));",
      wrong: "weights = later.select(S(0), softmax(scores));",
    },
  },
  "mask-transposed": {
    python: {
      right: "later = torch.ones(n, n).triu(1).bool()",
      wrong: "later = torch.ones(n, n).tril(-1).bool()",
    },
    cpp: {
      right: "later(i, j) = j > i;",
      wrong: "later(j, i) = j > i;",
    },
  },
  "mask-early": {
    python: {
      right: "later = torch.ones(n, n).triu(1).bool()",
      wrong: "later = torch.ones(n, n).triu(2).bool()",
    },
    cpp: {
      right: "later(i, j) = j > i;",
      wrong: "later(i, j) = j > i + 1;",
    },
  },
  "mask-empty": {
    python: {
      right:
        "weights = torch.softmax(scores, dim=-1)\nweights = torch.where(seen.any(-1, keepdim=True), weights, 0)",
      wrong: "weights = torch.softmax(scores, dim=-1)",
    },
    cpp: {
      right:
        "if (seen.row(i).any()) weights.row(i) = softmax(scores.row(i));\nelse weights.row(i).setZero();",
      wrong: "weights.row(i) = softmax(scores.row(i));",
    },
  },
  "mask-inverted": {
    python: {
      right: "O = F.scaled_dot_product_attention(Q, K, V, attn_mask=~later)",
      wrong: "O = F.scaled_dot_product_attention(Q, K, V, attn_mask=later)",
    },
    cpp: {
      right: "scores = seen.select(scores, -infinity);",
      wrong: "scores = seen.select(-infinity, scores);",
    },
  },
  "query-is-key": {
    python: { right: "K = X @ Wk", wrong: "K = X @ Wq" },
    cpp: { right: "K = X * Wk;", wrong: "K = X * Wq;" },
  },
  "heads-averaged": {
    python: {
      right: "merged = heads.transpose(0, 1).reshape(n, h * d)",
      wrong: "merged = heads.mean(0).repeat(1, h)",
    },
    cpp: {
      right: "merged.middleCols(i * d, d) = heads[i];",
      wrong: "merged.middleCols(i * d, d) = mean;",
    },
  },
  "heads-reshaped": {
    python: {
      right: "merged = heads.transpose(0, 1).reshape(n, h * d)",
      wrong: "merged = heads.reshape(n, h * d)",
    },
    cpp: {
      right: "merged.middleCols(i * d, d) = heads[i];",
      wrong: "merged = Eigen::Map<const Matrix<S>>(heads[0].data(), n, h * d);",
    },
  },
  "alibi-sign": {
    python: {
      right: "scores = scores - slope * distance",
      wrong: "scores = scores + slope * distance",
    },
    cpp: {
      right: "scores = scores - slope * distance;",
      wrong: "scores = scores + slope * distance;",
    },
  },
  "rotary-values": {
    python: {
      right: "Q, K = rotate(Q, position), rotate(K, position)",
      wrong: "Q, K, V = (rotate(M, position) for M in (Q, K, V))",
    },
    cpp: {
      right: "rotate(Q, position), rotate(K, position);",
      wrong: "rotate(Q, position), rotate(K, position), rotate(V, position);",
    },
  },
  "cache-positions": {
    python: {
      right: "position = torch.arange(n) + cache.length",
      wrong: "position = torch.arange(n)",
    },
    cpp: {
      right: "position = cache.length + i;",
      wrong: "position = i;",
    },
  },
};
