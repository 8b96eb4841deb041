"""Attention: one formula, and who it lets see whom."""

import numpy as np

from .entry import TOLERANCE, Draw, Entry, entry
from .masks import BLOCKS, mask, query_positions
from .positions import slopes_of

RESULTS = ["weights", "output"]

# Of results in float32, from inputs that are rounded to it.
FLOAT32 = 1e-5


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


def entries() -> list[Entry]:
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
