"""Gradients of attention by the formula, each of them held against finite differences."""

from typing import Callable

import numpy as np

from .attention import FLOAT32, attention, heads_of
from .entry import Draw, Entry, entry

# Central differences with a step of 1e-5 err by about 1e-10 here.
STEP = 1e-5
BOUND = 1e-7


def finite_differences(loss: Callable[[np.ndarray], float], x: np.ndarray) -> np.ndarray:
    result = np.zeros_like(x)
    for i in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[i] = STEP
        result[i] = (loss(x + step) - loss(x - step)) / (2 * STEP)
    return result


def assert_gradient(name: str, got: np.ndarray, loss: Callable, x: np.ndarray) -> None:
    want = finite_differences(loss, x)
    error = np.max(abs(got - want) / (1 + abs(want)))
    assert error <= BOUND, f"{name} is {error} off its finite differences"


def sum_groups(x: np.ndarray, kv_heads: int) -> np.ndarray:
    """Gradients of the query heads that read one KV head add up."""
    return x.reshape(kv_heads, -1, *x.shape[1:]).sum(axis=1)


def attention_gradient(q, k, v, dOutput, **options) -> dict:
    """
    Of sum(output * dOutput). The weights' Jacobian takes from dW its mean by weight:
    dMasked = W * (dW - sum_k(W * dW)). Source: Dao et al., "FlashAttention" (2022), appendix B.2.
    A pair that is hidden has no part in the output, whatever its value: its dWeights are 0.
    """
    one_head = np.ndim(q) == 2
    q, k, v, d_output = (heads_of(x) for x in (q, k, v, dOutput))
    group = len(q) // len(k)
    scale = options.get("scale", 1 / np.sqrt(q.shape[2]))
    trace = attention(q, k, v, **options)
    w = trace["weights"]
    seen = trace["masked"] != -np.inf
    d_weights = np.where(seen, d_output @ np.repeat(v, group, axis=0).swapaxes(1, 2), 0)
    d_masked = w * (d_weights - (w * d_weights).sum(axis=2, keepdims=True))
    dq = scale * d_masked @ np.repeat(k, group, axis=0)
    dk = sum_groups(scale * d_masked.swapaxes(1, 2) @ q, len(k))
    dv = sum_groups(w.swapaxes(1, 2) @ d_output, len(k))

    def loss(q, k, v) -> float:
        return float((attention(q, k, v, **options)["output"] * d_output).sum())

    assert_gradient("dq", dq, lambda x: loss(x, k, v), q)
    assert_gradient("dk", dk, lambda x: loss(q, x, v), k)
    assert_gradient("dv", dv, lambda x: loss(q, k, x), v)
    result = {"dq": dq, "dk": dk, "dv": dv, "dWeights": d_weights, "dMasked": d_masked}
    result["output"] = trace["output"]
    return {name: x[0] for name, x in result.items()} if one_head else result


def self_attention_gradient(x, wq, wk, wv, dOutput, **options) -> dict:
    """The same through q = x wq, k = x wk, v = x wv: x is reached three ways."""
    x, wq, wk, wv = (np.array(a, float) for a in (x, wq, wk, wv))
    of = attention_gradient(x @ wq, x @ wk, x @ wv, dOutput, **options)
    dx = of["dq"] @ wq.T + of["dk"] @ wk.T + of["dv"] @ wv.T
    dwq, dwk, dwv = (x.T @ of[name] for name in ("dq", "dk", "dv"))

    def loss(x, wq, wk, wv) -> float:
        return float((attention(x @ wq, x @ wk, x @ wv, **options)["output"] * dOutput).sum())

    assert_gradient("dx", dx, lambda a: loss(a, wq, wk, wv), x)
    assert_gradient("dwq", dwq, lambda a: loss(x, a, wk, wv), wq)
    assert_gradient("dwk", dwk, lambda a: loss(x, wq, a, wv), wk)
    assert_gradient("dwv", dwv, lambda a: loss(x, wq, wk, a), wv)
    heads = {name: of[name] for name in ("dq", "dk", "dv")}
    return {"dx": dx, "dwq": dwq, "dwk": dwk, "dwv": dwv, **heads}


def softmax_jacobian(weights) -> dict:
    """diag(w) - w w^T, and how much of a change of the scores it lets through."""
    w = np.array(weights, float)
    jacobian = np.diag(w) - np.outer(w, w)
    size, largest = np.linalg.norm(jacobian), np.linalg.norm(jacobian, 2)
    return {"jacobian": jacobian, "size": size, "largest": largest}


def entries() -> list[Entry]:
    def gradient(name: str, n=4, m=4, heads=0, kv_heads=0, d_k=2, d_v=3, **options) -> Entry:
        def build(d: Draw) -> dict:
            def tensor(h, rows, columns):
                return d.heads(h, rows, columns) if heads else d.matrix(rows, columns)

            kv = kv_heads or heads
            given = {"q": tensor(heads, n, d_k), "k": tensor(kv, m, d_k), "v": tensor(kv, m, d_v)}
            return {**given, "dOutput": tensor(heads, n, d_v), **options}

        return entry(f"attention, {name}", attention_gradient, build)

    def own(name: str, n=4, d_model=3, d_k=2, d_v=3, **options) -> Entry:
        def build(d: Draw) -> dict:
            given = {"x": d.matrix(n, d_model), "wq": d.matrix(d_model, d_k)}
            given |= {"wk": d.matrix(d_model, d_k), "wv": d.matrix(d_model, d_v)}
            return {**given, "dOutput": d.matrix(n, d_v), **options}

        return entry(f"self-attention, {name}", self_attention_gradient, build)

    def tiled(name: str, heads: int, kv_heads: int, **options) -> Entry:
        def build(d: Draw) -> dict:
            given = {"q": d.heads(heads, 5, 3), "k": d.heads(kv_heads, 6, 3)}
            given |= {"v": d.heads(kv_heads, 6, 2), "dOutput": d.heads(heads, 5, 2)}
            return {**given, **options, "path": "tiled"}

        keep = ["dq", "dk", "dv"]
        return entry(f"tiled, {name}", attention_gradient, build, keep, FLOAT32)

    draw = Draw("tables of the gradient entries")
    hidden = draw.matrix(4, 4)
    hidden[1][0] = hidden[2][3] = -np.inf
    return [
        gradient("one head"),
        gradient("causal, two heads", heads=2, causal=True),
        gradient("grouped queries", n=3, heads=4, kv_heads=2),
        gradient("multi-query", n=3, m=5, heads=2, kv_heads=1, d_v=2),
        gradient("other keys, an empty row", n=3, m=5,
                 attend=[*draw.flags(2, 5), [False] * 5]),
        gradient("window, sinks and scale", n=6, m=6, causal=True, window=2, sinks=1, scale=1.2),
        gradient("bias with -inf, key padding", bias=hidden,
                 keyPadding=[False, False, True, False]),
        gradient("ALiBi, two heads", heads=2, causal=True, alibi=True, d_v=2),
        gradient("bottom-right", n=2, m=5, causal="bottom-right"),
        tiled("grouped queries", heads=4, kv_heads=2),
        tiled("causal window, bottom-right", heads=1, kv_heads=1, causal="bottom-right", window=3),
        own("plain"),
        own("causal", causal=True, n=5, d_model=4),
        own("window and scale", causal=True, window=2, scale=0.9),
        entry("Jacobian of four weights", softmax_jacobian,
              lambda d: {"weights": [0.125, 0.5, 0.25, 0.125]}),
        entry("Jacobian, uniform", softmax_jacobian, lambda d: {"weights": [0.25] * 4}),
        entry("Jacobian, one-hot", softmax_jacobian, lambda d: {"weights": [0.0, 1.0, 0.0]}),
    ]
