// Where the lesson's claims come from. One home for each, since several sections lean on the same.

import { arxiv, firstSource, many, one, two } from "./first-source.ts";
import type { Source } from "./section.ts";

export const source = {
  ...firstSource,
  vaswani: {
    who: many("Vaswani", 2017),
    title: "Attention Is All You Need",
    url: arxiv("1706.03762"),
  },
  elman: {
    who: one("Elman", 1990),
    title: "Finding Structure in Time",
    url: "https://doi.org/10.1207/s15516709cog1402_1",
  },
  llama3: {
    who: { en: "Meta (2024)", tr: "Meta (2024)" },
    title: "The Llama 3 Herd of Models",
    url: arxiv("2407.21783"),
  },
  mistral: { who: many("Jiang", 2023), title: "Mistral 7B", url: arxiv("2310.06825") },
  deepseek2: {
    who: { en: "DeepSeek-AI (2024)", tr: "DeepSeek-AI (2024)" },
    title: "DeepSeek-V2: A Strong, Economical, and Efficient Mixture-of-Experts Language Model",
    url: arxiv("2405.04434"),
  },
  gpt2: {
    who: many("Radford", 2019),
    title: "Language Models are Unsupervised Multitask Learners",
    url: "https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf",
  },
  bert: {
    who: many("Devlin", 2018),
    title: "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
    url: arxiv("1810.04805"),
  },
  streaming: {
    who: many("Xiao", 2023),
    title: "Efficient Streaming Language Models with Attention Sinks",
    url: arxiv("2309.17453"),
  },
  rope: {
    who: many("Su", 2021),
    title: "RoFormer: Enhanced Transformer with Rotary Position Embedding",
    url: arxiv("2104.09864"),
  },
  alibi: {
    who: many("Press", 2021),
    title:
      "Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation",
    url: arxiv("2108.12409"),
  },
  setTransformer: {
    who: many("Lee", 2019),
    title: "Set Transformer: A Framework for Attention-based Permutation-Invariant Neural Networks",
    url: arxiv("1810.00825"),
  },
  clark: {
    who: many("Clark", 2019),
    title: "What Does BERT Look At? An Analysis of BERT’s Attention",
    url: arxiv("1906.04341"),
  },
  michel: {
    who: many("Michel", 2019),
    title: "Are Sixteen Heads Really Better than One?",
    url: arxiv("1905.10650"),
  },
  jain: {
    who: two("Jain", "Wallace", 2019),
    title: "Attention is not Explanation",
    url: arxiv("1902.10186"),
  },
  wiegreffe: {
    who: two("Wiegreffe", "Pinter", 2019),
    title: "Attention is not not Explanation",
    url: arxiv("1908.04626"),
  },
  flash: {
    who: many("Dao", 2022),
    title: "FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness",
    url: arxiv("2205.14135"),
  },
  onlineSoftmax: {
    who: two("Milakov", "Gimelshein", 2018),
    title: "Online normalizer calculation for softmax",
    url: arxiv("1805.02867"),
  },
  shazeerMqa: {
    who: one("Shazeer", 2019),
    title: "Fast Transformer Decoding: One Write-Head is All You Need",
    url: arxiv("1911.02150"),
  },
  gqa: {
    who: many("Ainslie", 2023),
    title: "GQA: Training Generalized Multi-Query Transformer Models from Multi-Head Checkpoints",
    url: arxiv("2305.13245"),
  },
  longformer: {
    who: many("Beltagy", 2020),
    title: "Longformer: The Long-Document Transformer",
    url: arxiv("2004.05150"),
  },
  bigbird: {
    who: many("Zaheer", 2020),
    title: "Big Bird: Transformers for Longer Sequences",
    url: arxiv("2007.14062"),
  },
  s4d: {
    who: many("Gu", 2022),
    title: "On the Parameterization and Initialization of Diagonal State Space Models",
    url: arxiv("2206.11893"),
  },
  jamba: {
    who: many("Lieber", 2024),
    title: "Jamba: A Hybrid Transformer-Mamba Language Model",
    url: arxiv("2403.19887"),
  },
  layerNorm: { who: many("Ba", 2016), title: "Layer Normalization", url: arxiv("1607.06450") },
  rmsNorm: {
    who: two("Zhang", "Sennrich", 2019),
    title: "Root Mean Square Layer Normalization",
    url: arxiv("1910.07467"),
  },
  residual: {
    who: many("He", 2015),
    title: "Deep Residual Learning for Image Recognition",
    url: arxiv("1512.03385"),
  },
  preNorm: {
    who: many("Xiong", 2020),
    title: "On Layer Normalization in the Transformer Architecture",
    url: arxiv("2002.04745"),
  },
  gelu: {
    who: two("Hendrycks", "Gimpel", 2016),
    title: "Gaussian Error Linear Units (GELUs)",
    url: arxiv("1606.08415"),
  },
  glu: {
    who: one("Shazeer", 2020),
    title: "GLU Variants Improve Transformer",
    url: arxiv("2002.05202"),
  },
  illustrated: {
    who: one("Alammar", 2018),
    title: "The Illustrated Transformer",
    url: "https://jalammar.github.io/illustrated-transformer/",
  },
  annotated: {
    who: { en: "Harvard NLP (2018)", tr: "Harvard NLP (2018)" },
    title: "The Annotated Transformer",
    url: "https://nlp.seas.harvard.edu/annotated-transformer/",
  },
  voita: {
    who: many("Voita", 2019),
    title:
      "Analyzing Multi-Head Self-Attention: Specialized Heads Do the Heavy Lifting, the Rest Can Be Pruned",
    url: arxiv("1905.09418"),
  },
  reformer: {
    who: many("Kitaev", 2020),
    title: "Reformer: The Efficient Transformer",
    url: arxiv("2001.04451"),
  },
  graphAttention: {
    who: many("Veličković", 2017),
    title: "Graph Attention Networks",
    url: arxiv("1710.10903"),
  },
} as const satisfies Record<string, Source>;
