// Where these faults were met: public reports, by their own titles. What is not here was found in
// none, and the page says so.

import type { Source } from "../section.ts";
import type { VariantId } from "./lab.ts";

const github = (
  repository: string,
  kind: "issue" | "pull request",
  number: number,
  title: string,
): Source => ({
  who: {
    en: `${repository}, ${kind} ${number}`,
    tr: `${repository}, ${kind === "issue" ? "bildirim" : "düzeltme isteği"} ${number}`,
  },
  title,
  url: `https://github.com/${repository}/${kind === "issue" ? "issues" : "pull"}/${number}`,
});

export const met: Partial<Record<VariantId, readonly Source[]>> = {
  "scale-model": [
    github("lucidrains/vit-pytorch", "issue", 65, "doubt about scale in Attantion"),
    github("chelsea0x3b/dfdx", "issue", 171, "MultiHeadAttention dividing by wrong scalar value"),
  ],
  "scale-heads": [
    github(
      "tenstorrent/tt-metal",
      "pull request",
      56789,
      "[Bug fix] Scale CLIP attention by 1/sqrt(head_dim), not 1/sqrt(num_heads)",
    ),
  ],
  "scale-none": [
    github(
      "mlc-ai/mlc-llm",
      "pull request",
      3426,
      "[BUG FIXED] fix missing 1/sqrt(d) scaling in attention fallback path",
    ),
  ],
  columns: [
    github("PetrochukM/PyTorch-NLP", "issue", 2, "Attention's softmax dimension is wrong?"),
    github(
      "labmlai/annotated_deep_learning_paper_implementations",
      "issue",
      146,
      "Bug in SA for DDPM UNet?",
    ),
  ],
  "mask-zero": [
    github("georg-wolflein/good-features", "pull request", 1, "Improve masked attention"),
  ],
  "mask-after": [
    github(
      "huggingface/pytorch-image-models",
      "pull request",
      2236,
      "eva.py: fixed bug in applying attention mask",
    ),
  ],
  "mask-transposed": [
    github("pytorch/examples", "issue", 649, "Transformer Language Model Example Wrong Mask"),
    github("pytorch/pytorch", "issue", 28272, "Transformer.generate_square_subsequent_mask"),
  ],
  "mask-empty": [
    github("pbloem/former", "issue", 10, "Issue with masking"),
    github(
      "pytorch/pytorch",
      "issue",
      103963,
      "`scaled_dot_product_attention` produces `nan`s with boolean `attn_mask` with zero rows.",
    ),
  ],
  "mask-inverted": [
    github(
      "rasbt/LLMs-from-scratch",
      "issue",
      1061,
      "Bug in Ch03 - Bonus02 - PyTorch's scaled dot product attention without FlashAttention",
    ),
  ],
  "heads-reshaped": [
    github("jsbaan/transformer-from-scratch", "pull request", 6, "Fix several bugs, one critical"),
    github(
      "ajhalthor/Transformer-Neural-Network",
      "pull request",
      4,
      "Fix, avoid ending up with the wrong merged head values for each token",
    ),
  ],
  "alibi-sign": [github("meta-pytorch/attention-gym", "pull request", 86, "fix alibi bias")],
  "cache-positions": [
    github(
      "Blaizzy/mlx-vlm",
      "issue",
      1983,
      "Qwen3-Omni: decode assigns RoPE position 0 to every token (get_rope_index ignores cache offset)",
    ),
    github(
      "skyzh/tiny-llm",
      "pull request",
      46,
      "fix: Add flash attention option and fix token offset",
    ),
  ],
};
