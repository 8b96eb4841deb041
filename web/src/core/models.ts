// Shapes of named models, for calculators: facts of their papers and published configurations.

import type { AttentionParametersInput, KvCacheInput, LatentSizes } from "./costs.ts";

export interface Model {
  readonly id: string;
  readonly name: string;
  readonly layers: number;
  readonly modelWidth: number;
  readonly heads: number;
  readonly kvHeads: number;
  /** Numbers in one head's key; with `latent`, without its rotary part. */
  readonly headDim: number;
  readonly vocabulary: number;
  /** The most tokens that its paper gives. */
  readonly contextLength: number;
  /** All numbers that were learnt, embeddings included. */
  readonly totalParameters: number;
  /** Does a token see only those before it? What sees all has no cache. */
  readonly causal: boolean;
  /** Do the projections of attention have biases? */
  readonly bias: boolean;
  /** Tokens that every layer sees, the token itself counted. */
  readonly window?: number;
  readonly latent?: Readonly<LatentSizes>;
  /** Its paper. */
  readonly source: { readonly title: string; readonly url: string };
  /** The published configuration, exact where the paper rounds. */
  readonly configuration: string;
}

const llama3 = {
  title: "The Llama 3 Herd of Models (2024)",
  url: "https://arxiv.org/abs/2407.21783",
};

const onHub = (repository: string) => `https://huggingface.co/${repository}/blob/main/config.json`;
const llamaModels = "https://github.com/meta-llama/llama-models/blob/main/models/sku_list.py";

/** From the smallest. DeepSeek-V3 is counted without its module for the prediction of further tokens. */
export const models: readonly Model[] = [
  {
    id: "bert-base",
    name: "BERT base",
    layers: 12,
    modelWidth: 768,
    heads: 12,
    kvHeads: 12,
    headDim: 64,
    vocabulary: 30_522,
    contextLength: 512,
    totalParameters: 109_482_240,
    causal: false,
    bias: true,
    source: {
      title: "BERT: Pre-training of Deep Bidirectional Transformers (2018)",
      url: "https://arxiv.org/abs/1810.04805",
    },
    configuration: onHub("google-bert/bert-base-uncased"),
  },
  {
    id: "gpt-2",
    name: "GPT-2 (124M)",
    layers: 12,
    modelWidth: 768,
    heads: 12,
    kvHeads: 12,
    headDim: 64,
    vocabulary: 50_257,
    contextLength: 1024,
    totalParameters: 124_439_808,
    causal: true,
    bias: true,
    source: {
      title: "Language Models are Unsupervised Multitask Learners (2019)",
      url: "https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf",
    },
    configuration: onHub("openai-community/gpt2"),
  },
  {
    id: "mistral-7b",
    name: "Mistral 7B (v0.1)",
    layers: 32,
    modelWidth: 4096,
    heads: 32,
    kvHeads: 8,
    headDim: 128,
    vocabulary: 32_000,
    contextLength: 8192,
    totalParameters: 7_241_732_096,
    causal: true,
    bias: false,
    window: 4096,
    source: { title: "Mistral 7B (2023)", url: "https://arxiv.org/abs/2310.06825" },
    configuration: onHub("mistralai/Mistral-7B-v0.1"),
  },
  {
    id: "llama-3-8b",
    name: "Llama 3 8B",
    layers: 32,
    modelWidth: 4096,
    heads: 32,
    kvHeads: 8,
    headDim: 128,
    vocabulary: 128_256,
    contextLength: 8192,
    totalParameters: 8_030_261_248,
    causal: true,
    bias: false,
    source: llama3,
    configuration: llamaModels,
  },
  {
    id: "llama-3-70b",
    name: "Llama 3 70B",
    layers: 80,
    modelWidth: 8192,
    heads: 64,
    kvHeads: 8,
    headDim: 128,
    vocabulary: 128_256,
    contextLength: 8192,
    totalParameters: 70_553_706_496,
    causal: true,
    bias: false,
    source: llama3,
    configuration: llamaModels,
  },
  {
    id: "deepseek-v2",
    name: "DeepSeek-V2",
    layers: 60,
    modelWidth: 5120,
    heads: 128,
    kvHeads: 128,
    headDim: 128,
    vocabulary: 102_400,
    contextLength: 131_072,
    totalParameters: 235_741_434_880,
    causal: true,
    bias: false,
    latent: { dC: 512, dRope: 64, dNope: 128, dV: 128, queryRank: 1536 },
    source: { title: "DeepSeek-V2 (2024)", url: "https://arxiv.org/abs/2405.04434" },
    configuration: onHub("deepseek-ai/DeepSeek-V2"),
  },
  {
    id: "deepseek-v3",
    name: "DeepSeek-V3",
    layers: 61,
    modelWidth: 7168,
    heads: 128,
    kvHeads: 128,
    headDim: 128,
    vocabulary: 129_280,
    contextLength: 131_072,
    totalParameters: 671_026_419_200,
    causal: true,
    bias: false,
    latent: { dC: 512, dRope: 64, dNope: 128, dV: 128, queryRank: 1536 },
    source: {
      title: "DeepSeek-V3 Technical Report (2024)",
      url: "https://arxiv.org/abs/2412.19437",
    },
    configuration: onHub("deepseek-ai/DeepSeek-V3"),
  },
];

/** The fields of kvCacheBytes that the model decides. */
export function cacheOf(
  model: Model,
): Pick<KvCacheInput, "layers" | "kvHeads" | "headDim" | "latent" | "window"> {
  const { layers, kvHeads, headDim, latent, window } = model;
  return {
    layers,
    ...(latent ? { latent: latent.dC + latent.dRope } : { kvHeads, headDim }),
    ...(window !== undefined && { window }),
  };
}

/** The input of attentionParameters for the model. */
export function parametersOf(model: Model): AttentionParametersInput {
  const { layers, modelWidth, heads, kvHeads, headDim, bias, latent } = model;
  return { layers, modelWidth, heads, ...(latent ? { latent } : { kvHeads, headDim, bias }) };
}
