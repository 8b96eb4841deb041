"""Who may look at whom."""

from typing import Union

import numpy as np

from .entry import Entry, entry


def query_positions(queries: int, keys: int, causal=False) -> np.ndarray:
    """Of the queries among the keys: the last query sits on the last key if `bottom-right`."""
    first = keys - queries if causal == "bottom-right" else 0
    return first + np.arange(queries)


def in_window(p: np.ndarray, k: np.ndarray, window: int, dilation: int = 1) -> np.ndarray:
    """`window` tokens on each side, counting the token itself, `dilation` apart."""
    return (abs(p - k) < window * dilation) & ((p - k) % dilation == 0)


def in_block(p: np.ndarray, k: np.ndarray, size: int, visible: list) -> np.ndarray:
    return np.array(visible)[p // size, k // size]


def mask(
    queries: int,
    keys: int,
    causal: Union[bool, str] = False,
    window=None,
    sinks: int = 0,
    dilation: int = 1,
    globals: tuple = (),
    blocks=None,
    attend=None,
    keyPadding=None,
) -> np.ndarray:
    """
    [q][k] All masks, ANDed. The first `sinks` keys and the `globals` are hidden by neither the
    window nor the blocks. Sources: Beltagy et al., "Longformer" (2020) for windows, dilation and
    globals; Xiao et al., "StreamingLLM" (2023) for sinks; Child et al. (2019) for blocks.
    """
    p = query_positions(queries, keys, causal)[:, None]
    k = np.arange(keys)[None, :]
    always = (k < sinks) | np.isin(k, globals) | np.isin(p, globals)

    result = np.ones((queries, keys), bool)
    if causal:
        result &= k <= p
    if window is not None:
        result &= always | in_window(p, k, window, dilation)
    if blocks is not None:
        result &= always | in_block(p, k, **blocks)
    if attend is not None:
        result &= np.array(attend)
    if keyPadding is not None:
        result &= ~np.array(keyPadding)
    return result


def visible(queries: int, keys: int, **masks) -> dict:
    seen = mask(queries, keys, **masks)
    return {"visible": seen, "pairs": int(seen.sum())}


def reach(tokens: int, layers: Union[int, list], **masks) -> dict:
    """
    layers [l][q][k]: 1 where token k can have reached token q after layer l. A layer hands on what
    the tokens it sees had received, and the residual connection keeps what the token itself had.
    """
    stack = layers if isinstance(layers, list) else [{}] * layers
    reached = np.eye(tokens, dtype=bool)
    result = []
    for layer in stack:
        own = {**masks, **layer}
        linear = own.pop("linear", False)
        seen = mask(tokens, tokens, causal=True) if linear else mask(tokens, tokens, **own)
        reached = (seen | np.eye(tokens, dtype=bool)) @ reached
        result.append(reached.astype(int))
    return {"layers": result}


BLOCKS = {
    "size": 2,
    "visible": [
        [True, False, True, False],
        [False, True, False, False],
        [True, True, True, False],
        [False, False, False, True],
    ],
}


def entries() -> list[Entry]:
    def seen(name: str, queries: int, keys: int, **masks) -> Entry:
        given = {"queries": queries, "keys": keys, **masks}
        return entry(f"visible, {name}", visible, lambda d: given)

    def reached(name: str, tokens: int, layers, **masks) -> Entry:
        given = {"tokens": tokens, "layers": layers, **masks}
        return entry(f"reach, {name}", reach, lambda d: given)

    return [
        seen("causal top-left, fewer queries", 3, 6, causal="top-left"),
        seen("causal bottom-right, fewer queries", 3, 6, causal="bottom-right"),
        seen("causal bottom-right, more queries", 6, 3, causal="bottom-right"),
        seen("window", 6, 6, window=2),
        seen("causal window with sinks", 7, 7, causal=True, window=2, sinks=1),
        seen("window of a cache", 2, 8, causal="bottom-right", window=3, sinks=2),
        seen("dilation", 9, 9, window=2, dilation=3),
        seen("causal dilation", 9, 9, causal=True, window=3, dilation=2),
        seen("globals", 8, 8, window=2, globals=[0, 5]),
        seen("causal globals", 8, 8, causal=True, window=2, globals=[0, 5]),
        seen("globals with dilation", 8, 8, window=2, dilation=2, globals=[3]),
        seen("globals of a cache", 3, 8, causal="bottom-right", window=2, globals=[1, 6]),
        seen("blocks", 8, 8, blocks=BLOCKS),
        seen("blocks, last ones not full", 7, 7, blocks=BLOCKS),
        seen("causal blocks with globals", 8, 8, causal=True, blocks=BLOCKS, globals=[2]),
        seen("blocks and window", 8, 8, window=4, sinks=1, blocks=BLOCKS),
        seen(
            "blocks of a cache",
            2,
            7,
            causal="bottom-right",
            blocks=BLOCKS,
        ),
        seen(
            "every mask at once",
            6,
            6,
            causal=True,
            window=2,
            sinks=1,
            dilation=2,
            globals=[3],
            keyPadding=[False, True, False, False, False, False],
            attend=[[(i + j) % 4 != 1 for j in range(6)] for i in range(6)],
        ),
        reached("causal window, 3 layers", 8, 3, causal=True, window=3),
        reached("window, 2 layers", 8, 2, window=2),
        reached("blocks, 2 layers", 8, 2, blocks=BLOCKS),
        reached(
            "hybrid stack",
            8,
            [{"causal": True, "window": 2}, {"linear": True}, {"causal": True, "window": 2}],
        ),
        reached(
            "hidden from itself",
            3,
            2,
            attend=[[False, True, False], [False, False, True], [False, False, False]],
        ),
    ]
