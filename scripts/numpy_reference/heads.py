"""Attention of many heads."""

from typing import Optional

import numpy as np

from .attention import FLOAT32, RESULTS, attention
from .entry import Draw, Entry, entry
from .masks import BLOCKS
from .positions import rotary as rotate


def split_heads(x: np.ndarray, w, heads: int, b=None) -> np.ndarray:
    """[h][tokens][width]: x @ w + b, where head h has the columns h · width and following."""
    w = np.array(w, float)
    w = np.hstack(w) if w.ndim == 3 else w
    y = x @ w + (0 if b is None else np.array(b, float))
    return np.stack(np.split(y, heads, axis=1))


def merge_heads(x: np.ndarray) -> np.ndarray:
    """[tokens][h · width], the heads of one token side by side."""
    return np.hstack(x)


def output_of(merged: np.ndarray, wo=None, bo=None) -> np.ndarray:
    output = merged if wo is None else merged @ np.array(wo, float)
    return output + (0 if bo is None else np.array(bo, float))


def multi_head_attention(
    x, wq, wk, wv, heads, context=None, wo=None, bq=None, bk=None, bv=None, bo=None,
    kvHeads=None, rotary=None, active=None, **options,
) -> dict:
    """Sources: Vaswani et al. (2017), section 3.2.2; Ainslie et al., "GQA" (2023)."""
    x = np.array(x, float)
    other = x if context is None else np.array(context, float)
    q = split_heads(x, wq, heads, bq)
    k = split_heads(other, wk, kvHeads or heads, bk)
    v = split_heads(other, wv, kvHeads or heads, bv)
    if rotary:
        turn = {} if rotary is True else rotary
        q, k = rotate(q, **turn), rotate(k, **turn)

    trace = attention(q, k, v, **options)
    outputs = trace.pop("output")
    if active is not None:
        outputs = outputs * np.array(active)[:, None, None]
    merged = merge_heads(outputs)
    result = {"q": q, "k": k, "v": v, **trace, "headOutputs": outputs, "merged": merged}
    return {**result, "output": output_of(merged, wo, bo)}


def projections(
    d: Draw, tokens=4, d_model=4, heads=2, d_k=2, d_v=2, kv_heads=None, d_out: Optional[int] = 4,
    context=None, biases=False,
) -> dict:
    """x and the matrices of multi-head attention; context is (keys, width)."""
    width = context[1] if context else d_model
    kv = kv_heads or heads
    given = {"x": d.matrix(tokens, d_model), "heads": heads}
    if context:
        given["context"] = d.matrix(*context)
    if kv_heads:
        given["kvHeads"] = kv_heads
    given["wq"] = d.matrix(d_model, heads * d_k)
    given["wk"] = d.matrix(width, kv * d_k)
    given["wv"] = d.matrix(width, kv * d_v)
    if d_out:
        given["wo"] = d.matrix(heads * d_v, d_out)
    if biases:
        given["bq"] = d.numbers(heads * d_k)
        given["bk"] = d.numbers(kv * d_k)
        given["bv"] = d.numbers(kv * d_v)
        given["bo"] = d.numbers(d_out)
    return given


def first_blocks(count: int) -> dict:
    return {**BLOCKS, "visible": [row[:count] for row in BLOCKS["visible"][:count]]}


def with_hidden(bias: list) -> list:
    bias[0][1] = bias[3][3] = -np.inf
    return bias


def entries() -> list[Entry]:
    def heads(name: str, keep=RESULTS, sizes=None, **options) -> Entry:
        def build(d: Draw) -> dict:
            return {**projections(d, **(sizes or {})), **options}

        return entry(name, multi_head_attention, build, keep)

    def tiled(name: str, sizes: dict, **options) -> Entry:
        def build(d: Draw) -> dict:
            return {**projections(d, **sizes), **options, "path": "tiled"}

        return entry(f"tiled, {name}", multi_head_attention, build, ["output"], FLOAT32)

    def per_head(d: Draw) -> dict:
        given = projections(d, heads=3, d_k=3, d_v=2, d_out=5)
        matrices = {"wq": d.heads(3, 4, 3), "wk": d.heads(3, 4, 3), "wv": d.heads(3, 4, 2)}
        return {**given, **matrices}

    def poisoned(d: Draw) -> dict:
        given = projections(d, context=(4, 3))
        given["context"][1] = [float("nan"), float("inf"), 1.0]
        return {**given, "keyPadding": [False, True, False, False]}

    some = {"sizes": {"tokens": 6}}
    turned = {"sizes": {"d_k": 4}, "keep": ["q", "k", "v", "weights", "output"]}
    crossed = {"tokens": 3, "context": (5, 6)}
    draw = Draw("tables of the multi-head entries")
    return [
        heads("two heads, every result", keep=None),
        heads("one head", sizes={"heads": 1, "d_k": 4, "d_v": 4}),
        heads("d_k is not d_model / heads, d_v is not d_k", sizes={"d_k": 3, "d_v": 1, "d_out": 6}),
        heads("grouped queries", ["k", "v", *RESULTS], {"heads": 4, "kv_heads": 2}),
        heads("multi-query", ["k", "v", *RESULTS], {"heads": 3, "kv_heads": 1}),
        heads("biases", ["q", "k", "v", *RESULTS], {"biases": True}),
        heads("biases, grouped", RESULTS, {"biases": True, "heads": 4, "kv_heads": 2}),
        heads("no wo", ["merged", "output"], {"d_out": None, "d_v": 3}),
        entry("matrices per head", multi_head_attention, per_head, RESULTS),
        heads("scale", **some, scale=2.0),
        heads("scale 0", **some, scale=0),
        heads("causal", ["masked", *RESULTS], causal=True),
        heads("causal, bottom-right", **some, causal="bottom-right"),
        heads("window and sinks", **some, causal=True, window=2, sinks=1),
        heads("dilation and globals", **some, window=2, dilation=2, globals=[1]),
        heads("blocks", **some, blocks=first_blocks(3)),
        heads("attend, with an empty row", attend=[*draw.flags(3, 4), [False] * 4]),
        heads("bias per head", ["masked", *RESULTS], bias=draw.heads(2, 4, 4)),
        heads("bias of all heads, -inf in it", bias=with_hidden(draw.matrix(4, 4))),
        heads("ALiBi", ["masked", *RESULTS], causal=True, alibi=True),
        heads("ALiBi, 6 heads", sizes={"heads": 6}, causal=True, alibi=True),
        heads("ALiBi, own slopes, both sides", alibi=[0.5, 2.0]),
        heads("rotary", **turned, rotary=True),
        heads("rotary, half", **turned, rotary={"pairing": "half"}),
        heads("rotary, partial", **turned, rotary={"dims": 2, "theta": 100}, causal=True),
        heads("rotary, own positions", **turned, rotary={"positions": [3, 0, 0, 12]}),
        heads("rotary, grouped", sizes={"heads": 4, "kv_heads": 2}, rotary=True, causal=True),
        heads("a head switched off", ["headOutputs", "merged", *RESULTS], {"heads": 3},
              active=[True, False, True]),
        heads("all heads off, a bias behind", RESULTS, {"biases": True}, active=[False, False]),
        heads("cross", ["q", "k", "v", *RESULTS], crossed),
        heads("cross, grouped, biases", RESULTS, {**crossed, "heads": 4, "kv_heads": 2,
              "biases": True}),
        heads("cross, key padding", sizes=crossed, keyPadding=[False, True, False, False, True]),
        heads("cross, attend", sizes=crossed, attend=draw.flags(3, 5)),
        heads("cross, all padding", sizes=crossed, keyPadding=[True] * 5),
        entry("cross, NaN and infinity in the padding", multi_head_attention, poisoned, RESULTS),
        tiled("grouped, causal, rotary, biases", {"heads": 4, "kv_heads": 2, "d_k": 4,
              "biases": True}, causal=True, rotary={"pairing": "half"}),
        tiled("no wo, ALiBi, a head switched off", {"heads": 3, "d_v": 3, "d_out": None},
              alibi=True, active=[True, False, True]),
        tiled("cross, padding", crossed, keyPadding=[False, True, False, False, True]),
    ]
