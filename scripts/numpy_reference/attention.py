"""Attention, its heads, its latent form, and the additive form that came before it."""

from typing import Optional

import numpy as np

from .entry import TOLERANCE, Draw, Entry, entry
from .masks import BLOCKS, mask, query_positions
from .positions import rotary as rotate
from .positions import slopes_of


def heads_of(x) -> np.ndarray:
    """[heads][rows][columns], of one matrix too."""
    x = np.array(x, float)
    return x if x.ndim == 3 else x[None]


def distance_penalty(alibi, heads: int, queries: int, keys: int, causal=False) -> np.ndarray:
    """ALiBi, [h][q][k]: -slope · |distance|. Source: Press, Smith and Lewis (2022)."""
    p = query_positions(queries, keys, causal)
    distance = abs(p[:, None] - np.arange(keys))
    return -slopes_of(alibi, heads)[:, None, None] * distance


def softmax(masked: np.ndarray, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Exponentials and weights of each row; what is not seen has none, an empty row is zeros."""
    largest = np.max(masked, axis=-1, keepdims=True, where=seen, initial=-np.inf)
    shifted = np.subtract(masked, largest, where=seen, out=np.full(masked.shape, -np.inf))
    exponentials = np.exp(shifted)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials, exponentials / np.where(total == 0, 1, total)


def attention(q, k, v, scale=None, bias=None, alibi=None, path=None, **masks) -> dict:
    """
    softmax(q k^T · scale + bias) v. Source: Vaswani et al. (2017), section 3.2.1.
    Query head h reads KV head floor(h / group). What is hidden contributes nothing, NaN included.
    `path` changes nothing here: the core's tiled path must give the same, in float32.
    """
    one_head = np.ndim(q) == 2
    q, k, v = heads_of(q), heads_of(k), heads_of(v)
    heads, queries, width = q.shape
    keys = k.shape[1]
    k, v = (np.repeat(x, heads // len(x), axis=0) for x in (k, v))

    scores = q @ k.swapaxes(1, 2)
    scaled = scores * (1 / np.sqrt(width) if scale is None else scale)
    added = np.broadcast_to(0.0 if bias is None else heads_of(bias), scores.shape)
    seen = mask(queries, keys, **masks) & (added != -np.inf)
    penalty = distance_penalty(alibi, heads, queries, keys, masks.get("causal", False))
    masked = np.where(seen, scaled + added + penalty, -np.inf)
    exponentials, weights = softmax(masked, seen)
    parts = np.where(seen[..., None], weights[..., None] * v[:, None], 0)

    trace = {
        "scores": scores,
        "scaled": scaled,
        "masked": masked,
        "exponentials": exponentials,
        "weights": weights,
        "output": parts.sum(axis=2),
    }
    return {name: x[0] for name, x in trace.items()} if one_head else trace


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


def latent_attention(
    x, wq, wDkv, wUk, wUv, heads, wKr=None, wo=None, form="naive", rotary=None, positions=None,
    **options,
) -> dict:
    """
    Keys and values of every head are rebuilt from one latent per token; a rotary key is shared by
    all heads. The naive form, whatever `form` says: the absorbed one must give the same numbers.
    Source: DeepSeek-V2 (2024), section 2.1.
    """
    x, wq, wUk, wUv = (np.array(a, float) for a in (x, wq, wUk, wUv))
    d_nope, d_v = wUk.shape[2], wUv.shape[2]
    turn = dict(rotary or {})
    if positions is not None:
        turn["positions"] = positions

    c = x @ np.array(wDkv, float)
    k_rope = rotate(x @ np.array(wKr, float), **turn) if wKr is not None else c[:, :0]
    q = x @ wq
    q[..., d_nope:] = rotate(q[..., d_nope:], **turn)
    k = np.concatenate([c @ wUk, np.repeat(k_rope[None], heads, axis=0)], axis=2)

    trace = attention(q, k, c @ wUv, **options)
    outputs = trace.pop("output")
    merged = merge_heads(outputs)
    numbers = c.shape[1] + k_rope.shape[1]
    full = heads * (k.shape[2] + d_v)
    result = {"c": c, "kRope": k_rope, "q": q, **trace, "headOutputs": outputs, "merged": merged}
    cache = {"numbersPerToken": numbers, "fullNumbersPerToken": full}
    return {**result, "output": output_of(merged, wo), "cache": cache}


def additive_attention(q, k, wq, wk, w, v=None, keyPadding=None) -> dict:
    """score = w · tanh(q wq + k wk). Source: Bahdanau, Cho and Bengio (2014), appendix A.1.2."""
    q, k, wq, wk = (np.array(a, float) for a in (q, k, wq, wk))
    v = k if v is None else np.array(v, float)
    hidden = np.tanh((q @ wq)[:, None] + (k @ wk)[None])
    scores = hidden @ np.array(w, float)
    seen = mask(*scores.shape, keyPadding=keyPadding)
    masked = np.where(seen, scores, -np.inf)
    exponentials, weights = softmax(masked, seen)
    trace = {"hidden": hidden, "scores": scores, "masked": masked, "exponentials": exponentials}
    return {**trace, "weights": weights, "output": weights @ v}


RESULTS = ["weights", "output"]

# Of results in float32, from inputs that are rounded to it.
FLOAT32 = 1e-5


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


def multi_head_entries() -> list[Entry]:
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


def first_blocks(count: int) -> dict:
    return {**BLOCKS, "visible": [row[:count] for row in BLOCKS["visible"][:count]]}


def with_hidden(bias: list) -> list:
    bias[0][1] = bias[3][3] = -np.inf
    return bias


def latent_entries() -> list[Entry]:
    def latent(name: str, d_c=3, d_rope=2, sizes=(4, 5, 2, 3, 2), keep=None, wo=None, **options):
        tokens, d_model, heads, d_nope, d_v = sizes

        def build(d: Draw) -> dict:
            given = {"x": d.matrix(tokens, d_model), "heads": heads}
            given["wq"] = d.heads(heads, d_model, d_nope + d_rope)
            given["wDkv"] = d.matrix(d_model, d_c)
            if d_rope:
                given["wKr"] = d.matrix(d_model, d_rope)
            given["wUk"] = d.heads(heads, d_c, d_nope)
            given["wUv"] = d.heads(heads, d_c, d_v)
            if wo:
                given["wo"] = d.matrix(heads * d_v, wo)
            return {**given, **options}

        return entry(name, latent_attention, build, keep)

    short = ["weights", "output", "cache"]
    turned = ["c", "kRope", "q", "weights", "output"]
    result = []
    for form in ("naive", "absorbed"):
        result += [
            latent(f"{form}, every result", form=form, causal=True),
            latent(f"{form}, no mask, wo", wo=4, form=form, keep=short),
            latent(f"{form}, no rotary part", d_rope=0, form=form, causal=True,
                   keep=["c", "q", *short]),
            latent(f"{form}, 4 heads, wide latent", d_c=8, d_rope=4, sizes=(6, 6, 4, 2, 3),
                   form=form, causal=True, keep=short),
            latent(f"{form}, half pairs, own theta and positions", d_rope=4, form=form,
                   rotary={"pairing": "half", "theta": 300}, positions=[3, 4, 9, 10], keep=turned),
            latent(f"{form}, window, sinks and padding", sizes=(6, 4, 2, 2, 2), form=form,
                   causal=True, window=2, sinks=1, keyPadding=[False] * 4 + [True, False],
                   keep=short),
            latent(f"{form}, ALiBi and scale", form=form, causal=True, alibi=True, scale=0.25,
                   keep=short),
        ]
    return result


def additive_entries() -> list[Entry]:
    def additive(name: str, queries, keys, d_q, d_k, d_a, d_v=None, **padding) -> Entry:
        def build(d: Draw) -> dict:
            given = {"q": d.matrix(queries, d_q), "k": d.matrix(keys, d_k)}
            if d_v:
                given["v"] = d.matrix(keys, d_v)
            weights = {"wq": d.matrix(d_q, d_a), "wk": d.matrix(d_k, d_a), "w": d.numbers(d_a)}
            return {**given, **weights, **padding}

        return entry(name, additive_attention, build)

    return [
        additive("one query, the keys are the values", 1, 4, 3, 2, 3),
        additive("values of their own", 3, 5, 2, 3, 4, d_v=2),
        additive("one unit", 2, 2, 1, 1, 1, d_v=1),
        additive("padding", 2, 4, 2, 2, 3, keyPadding=[False, True, False, True]),
        additive("all padding", 1, 2, 2, 2, 2, keyPadding=[True, True]),
    ]


def pattern_entries() -> list[Entry]:
    """Attention under the sparse patterns: outputs, and so the order of the steps."""

    def pattern(name: str, queries=8, keys=8, heads=1, **options) -> Entry:
        tiled = options.get("path") == "tiled"
        keep, tolerance = (["output"], FLOAT32) if tiled else (RESULTS, TOLERANCE)

        def build(d: Draw) -> dict:
            def tensor(rows: int) -> list:
                return d.heads(heads, rows, 2) if heads > 1 else d.matrix(rows, 2)

            return {"q": tensor(queries), "k": tensor(keys), "v": tensor(keys), **options}

        return entry(f"attention, {name}", attention, build, keep, tolerance)

    return [
        pattern("dilation", window=2, dilation=3),
        pattern("causal dilation, sinks", causal=True, window=2, dilation=2, sinks=1),
        pattern("globals", window=2, globals=[0, 5]),
        pattern("causal globals of a cache", 3, 8, causal="bottom-right", window=2, globals=[2]),
        pattern("blocks", blocks=BLOCKS),
        pattern("causal blocks, globals, two heads", heads=2, causal=True, blocks=BLOCKS,
                globals=[3]),
        pattern("blocks of a cache", 3, 7, causal="bottom-right", blocks=BLOCKS),
        pattern("window, dilation and padding", window=3, dilation=2,
                keyPadding=[False, False, True] + [False] * 5),
        pattern("ALiBi, both sides", heads=2, alibi=True),
        pattern("ALiBi of a cache", 3, 8, heads=2, causal="bottom-right", alibi=True),
        pattern("ALiBi, more keys, top-left", 3, 6, heads=2, alibi=[0.25, 1.0]),
        pattern("ALiBi, window and bias", causal=True, window=4, alibi=[0.3],
                bias=Draw("bias of the patterns").matrix(8, 8)),
        pattern("tiled, dilation, globals and blocks", path="tiled", causal=True, window=3,
                dilation=2, globals=[1], blocks=BLOCKS),
        pattern("tiled, ALiBi of a cache", 3, 8, heads=2, causal="bottom-right", alibi=True,
                path="tiled"),
    ]
