import _arrays
from math import sqrt
import torch
from torch import log_softmax, relu, sigmoid, softmax, tanh, unary, wrap

silu, softplus = unary("silu"), unary("softplus")


def gelu(input, approximate="none"):
    if approximate == "tanh":
        return 0.5 * input * (1 + tanh(0.7978845608028654 * (input + 0.044715 * input**3)))
    return wrap(_arrays.unary("gelu", input.h, "torch"))


def linear(input, weight, bias=None):
    out = input @ weight.t()
    return out if bias is None else out + bias


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    dims = tuple(range(-len(normalized_shape), 0))
    centred = input - torch.mean(input, dims, True)
    out = centred * torch.rsqrt(torch.mean(centred * centred, dims, True) + eps)
    out = out if weight is None else out * weight
    return out if bias is None else out + bias


def dropout(input, p=0.5, training=True):
    if p == 0 or not training:
        return input
    raise NotImplementedError("dropout is not here: give training=False or p=0")


def embedding(input, weight):
    return weight[input]


def one_hot(tensor, num_classes=-1):
    n = tensor.max().item() + 1 if num_classes < 0 else num_classes
    return (tensor.unsqueeze(-1) == torch.arange(n)).long()


def normalize(input, p=2.0, dim=1, eps=1e-12):
    return input / torch.clamp(torch.norm(input, p, dim, True), min=eps)


def pad(input, pad, mode="constant", value=0.0):
    if mode != "constant":
        raise NotImplementedError("pad with mode='%s' is not here" % mode)
    for i in range(0, len(pad), 2):
        dim = -1 - i // 2
        for n, first in ((pad[i], True), (pad[i + 1], False)):
            shape = list(input.shape)
            if n < 0:
                start = -n if first else 0
                input = torch.narrow(input, dim, start, shape[dim] + n)
            elif n:
                shape[dim] = n
                more = torch.full(shape, value, dtype=input.dtype)
                input = torch.cat([more, input] if first else [input, more], dim)
    return input


def mse_loss(input, target):
    return torch.mean((input - target) ** 2)


def nll_loss(input, target):
    return -torch.mean(torch.gather(input, 1, target.unsqueeze(1)))


def cross_entropy(input, target):
    return nll_loss(log_softmax(input, 1), target)


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    if dropout_p:
        raise NotImplementedError("scaled_dot_product_attention with dropout_p is not here")
    if is_causal and attn_mask is not None:
        raise RuntimeError("Explicit attn_mask should not be set when is_causal=True")
    if enable_gqa:
        key = key.repeat_interleave(query.size(-3) // key.size(-3), -3)
        value = value.repeat_interleave(query.size(-3) // value.size(-3), -3)
    scores = query @ key.transpose(-2, -1) * (1 / sqrt(query.size(-1)) if scale is None else scale)
    if is_causal:
        n, m = query.size(-2), key.size(-2)
        attn_mask = torch.tril(torch.ones(n, m, dtype=torch.bool))
    if attn_mask is not None:
        if attn_mask.dtype is torch.bool:
            scores = scores.masked_fill(~attn_mask, -torch.inf)
        else:
            scores = scores + attn_mask
    return softmax(scores, -1) @ value


def __getattr__(name):
    raise AttributeError("module 'torch.nn.functional' has no attribute '%s' here" % name)
