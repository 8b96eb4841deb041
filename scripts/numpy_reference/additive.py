"""Additive attention, which came before."""

import numpy as np

from .attention import softmax
from .entry import Draw, Entry, entry
from .masks import mask


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


def entries() -> list[Entry]:
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
