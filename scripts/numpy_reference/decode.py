"""Decoding with a cache of keys and values, one token at a time."""

from typing import Any, Iterable, Optional

import numpy as np

from .attention import attention, heads_of, softmax
from .entry import Draw, Entry, entry
from .masks import in_window
from .positions import rotary as rotate
from .positions import slopes_of


def append(cache: list[int], token: int, capacity: Optional[int], sinks: int) -> list[int]:
    """
    Puts a token into the cache and gives the tokens that it drove out: the oldest that is no sink.
    Source: Xiao et al., "StreamingLLM" (2023), section 3.2.
    """
    cache.append(token)
    full = capacity is not None and len(cache) > capacity
    return [cache.pop(sinks)] if full else []


def evictions(capacity: int, tokens: int, sinks: int = 0) -> dict:
    cache: list[int] = []
    kept = []
    for token in range(tokens):
        append(cache, token, capacity, sinks)
        kept.append(list(cache))
    return {"kept": kept}


def common_prefix(a: list, b: list) -> int:
    same = [x == y for x, y in zip(a, b)]
    return same.index(False) if False in same else len(same)


def turned(x: np.ndarray, positions: Iterable[int], rotary: Any) -> np.ndarray:
    if not rotary:
        return x
    options = {} if rotary is True else rotary
    return rotate(x, **options, positions=positions)


def seen_in_cache(
    t: int, p: int, cache: list[int], places: list[int], sinks: int, window=None, keyPadding=None,
    attend=None,
) -> np.ndarray:
    """Of what is kept: the window counts places, the tables are of the text."""
    seen = np.ones(len(cache), bool)
    if window is not None:
        seen &= in_window(np.array(p), np.array(places), window) | (np.array(cache) < sinks)
    if keyPadding is not None:
        seen &= ~np.array(keyPadding)[cache]
    if attend is not None:
        seen &= np.array(attend)[t, cache]
    return seen


def reuse(k: np.ndarray, v: np.ndarray, tokens: Optional[list], previous: Optional[dict]) -> int:
    """
    Takes the keys and values of the common beginning from the previous text; how many tokens that
    is. The last token is always computed: its query gives the answer.
    """
    if previous is None:
        return 0
    reused = min(common_prefix(previous["tokens"], tokens), len(tokens) - 1)
    k[:, :reused] = heads_of(previous["k"])[:, :reused]
    v[:, :reused] = heads_of(previous["v"])[:, :reused]
    return reused


def decode(
    q, k, v, schedule=None, capacity=None, sinks=0, evict=True, positions="cache", rotary=None,
    tokens=None, previous=None, alibi=None, bias=None, scale=None, **masks,
) -> dict:
    """
    Per token: append, drop, then attend to what is kept. Positions are places in the cache, or in
    the text. Keys are kept as they came and turned when they are read. The schedule counts tokens
    that are reused too: a step of nothing else makes no frame.
    """
    one_head = np.ndim(q) == 2
    q, k, v = heads_of(q), heads_of(k), heads_of(v)
    heads, n, d_k = q.shape
    d_v = v.shape[2]
    group = heads // len(k)
    scale = 1 / np.sqrt(d_k) if scale is None else scale
    added = np.broadcast_to(0.0 if bias is None else heads_of(bias), (heads, n, n))
    slopes = slopes_of(alibi, heads)[:, None]
    reused = reuse(k, v, tokens, previous)

    def attend_to(t: int, cache: list[int], places: list[int]) -> tuple[np.ndarray, np.ndarray]:
        """Weights [h][k] of what is kept, and the output [h][c], of token t in the last place."""
        p = places[-1]
        query = turned(q[:, t : t + 1], [p], rotary)
        keys = np.repeat(turned(k[:, cache], places, rotary), group, axis=0)
        scaled = (query @ keys.swapaxes(1, 2))[:, 0] * scale
        masked = scaled + added[:, t, cache] - slopes * abs(p - np.array(places))
        seen = seen_in_cache(t, p, cache, places, sinks, **masks)
        weights = softmax(masked, np.broadcast_to(seen, masked.shape))[1]
        return weights, np.einsum("hk,hkc->hc", weights, np.repeat(v[:, cache], group, axis=0))

    cache: list[int] = []
    dropped = [out for t in range(reused) for out in append(cache, t, capacity, sinks)]
    frames: list[dict] = []
    output = np.zeros((heads, n, d_v))
    end = 0
    for count in schedule or [n]:
        fed = [t for t in range(end, end + count) if t >= reused]
        end += count
        if not fed:
            continue
        weights = np.zeros((heads, len(fed), end))
        counted, pairs = [], 0
        for i, t in enumerate(fed):
            dropped += append(cache, t, capacity, sinks)
            places = list(cache) if positions == "text" else list(range(len(cache)))
            weights[:, i, cache], output[:, t] = attend_to(t, cache, places)
            counted.append(places[-1])
            pairs += len(cache)
        frames.append({
            "fed": fed,
            "reused": [] if frames else list(range(reused)),
            "dropped": dropped,
            "kept": list(cache),
            "positions": counted,
            "weights": weights[0] if one_head else weights,
            "output": output[0, fed] if one_head else output[:, fed],
            "bytes": 4 * len(k) * len(cache) * (d_k + d_v),
            "operations": heads * pairs * (d_k + d_v),
        })
        dropped = []
    return {"frames": frames, "output": output[0] if one_head else output}


def assert_full_pass(given: dict) -> None:
    """While nothing is dropped, decoding is causal attention with the same masks."""
    rest = {**given, "causal": True}
    for name in ("schedule", "positions", "capacity", "evict"):
        rest.pop(name, None)
    rotary = rest.pop("rotary", None)
    every = range(len(rest["q"][0]))
    q, k = (turned(heads_of(rest.pop(x)), every, rotary) for x in ("q", "k"))
    want = attention(q, k, **rest)["output"]
    assert np.allclose(decode(**given)["output"], want, rtol=0, atol=1e-12)


def entries() -> list[Entry]:
    def decoded(name: str, n=6, heads=2, kv_heads=None, d_k=2, d_v=2, **options) -> Entry:
        def build(d: Draw) -> dict:
            kv = kv_heads or heads
            text = {"q": d.heads(heads, n, d_k), "k": d.heads(kv, n, d_k), "v": d.heads(kv, n, d_v)}
            given = {**text, **options}
            if options.get("capacity", n) >= n:
                assert_full_pass(given)
            return given

        return entry(name, decode, build)

    def again(name: str, before: list, tokens: list, d_k=2, **options) -> Entry:
        """The previous keys and values are numbers of their own, to show which ones are used."""

        def build(d: Draw) -> dict:
            n, m = len(tokens), len(before)
            previous = {"tokens": before, "k": d.heads(1, m, d_k), "v": d.heads(1, m, 2)}
            text = {"q": d.heads(2, n, d_k), "k": d.heads(1, n, d_k), "v": d.heads(1, n, 2)}
            return {**text, "tokens": tokens, "previous": previous, **options}

        return entry(name, decode, build)

    def one_head(d: Draw) -> dict:
        text = {"q": d.matrix(4, 2), "k": d.matrix(4, 2), "v": d.matrix(4, 3)}
        return {**text, "schedule": [2, 1, 1], "capacity": 3}

    def kept(capacity: int, tokens: int, **sinks) -> Entry:
        given = {"capacity": capacity, "tokens": tokens, **sinks}
        name = f"evictions, capacity {capacity}, {sinks.get('sinks', 0)} sinks"
        return entry(name, evictions, lambda d: given)

    draw = Draw("tables of the decode entries")
    ones = [1] * 6
    sliding = {"n": 7, "capacity": 4, "sinks": 1, "schedule": [3, 1, 1, 1, 1]}
    return [
        decoded("one step of all", n=4),
        entry("one head, no axis for it", decode, one_head),
        decoded("prefill, then one by one", schedule=[3, 1, 1, 1]),
        decoded("chunks, grouped queries, d_v is not d_k", heads=4, kv_heads=2, d_v=3,
                schedule=[2, 3, 1]),
        decoded("plain ring", capacity=3, schedule=ones),
        decoded("ring, prefill longer than the cache", capacity=3, schedule=[5, 1]),
        decoded("sinks", **sliding),
        decoded("two sinks, one step", n=7, capacity=4, sinks=2),
        decoded("capacity 1", n=3, capacity=1, schedule=[1, 1, 1]),
        decoded("capacity that is enough, evict false", n=4, capacity=4, evict=False),
        decoded("rotary, positions in the cache", d_k=4, rotary=True, **sliding),
        decoded("rotary, positions in the text", d_k=4, rotary=True, positions="text", **sliding),
        decoded("rotary, half, partial", d_k=4, positions="text", schedule=[4, 2],
                rotary={"pairing": "half", "dims": 2, "theta": 50}),
        decoded("ALiBi, positions in the cache", alibi=True, **sliding),
        decoded("ALiBi, positions in the text", alibi=[0.5, 0.125], positions="text", **sliding),
        decoded("window, no capacity", window=2, schedule=[3, 1, 2]),
        decoded("window and sinks, no capacity", window=2, sinks=1, schedule=ones),
        decoded("window in cache places", window=3, **sliding),
        decoded("window in text positions", window=3, positions="text", **sliding),
        decoded("key padding", keyPadding=[True, False, False, True, False, False], schedule=ones),
        decoded("attend and bias of the text", attend=draw.flags(7, 7), bias=draw.matrix(7, 7),
                **sliding),
        decoded("scale", n=4, scale=1.5, schedule=[2, 2]),
        again("prompt reuse", ["a", "b", "c"], ["a", "b", "d", "e"]),
        again("prompt reuse, the whole text again", [5, 6, 7], [5, 6, 7]),
        again("prompt reuse, nothing in common", ["a", "b"], ["b", "a", "c"]),
        again("prompt reuse, rotary and a capacity", [1, 2, 3, 4], [1, 2, 3, 5, 6, 7], d_k=4,
              rotary=True, capacity=4, sinks=1),
        again("prompt reuse, more than the cache holds", [1, 2, 3, 4], [1, 2, 3, 5], capacity=2),
        again("prompt reuse, schedule", [1, 2, 3, 4], [1, 2, 3, 5, 6, 7], schedule=[2, 2, 2]),
        kept(3, 5),
        kept(4, 7, sinks=1),
        kept(5, 9, sinks=4),
        kept(1, 3),
    ]
