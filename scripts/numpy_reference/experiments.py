"""Other weights with the same output: what an attention map does not prove."""

from itertools import combinations
from typing import Iterator

import numpy as np

from .entry import Draw, Entry, entry


def corners(constraints: np.ndarray, sums: np.ndarray) -> Iterator[np.ndarray]:
    """Of all w >= 0 with constraints w = sums: at most `rank` of their numbers are not 0."""
    keys = constraints.shape[1]
    rank = np.linalg.matrix_rank(constraints)
    for some in map(list, combinations(range(keys), rank)):
        if np.linalg.matrix_rank(constraints[:, some]) < rank:
            continue
        w = np.zeros(keys)
        w[some] = np.linalg.lstsq(constraints[:, some], sums, rcond=None)[0]
        if np.all(w >= -1e-12) and np.allclose(constraints @ w, sums):
            yield np.maximum(w, 0)


def alternative_weights(weights, v) -> dict:
    """
    The farthest weights (total variation) with the same output and sum, over the keys that weigh.
    The distance is convex, so it is largest in a corner. After Jain and Wallace (2019).
    """
    weights, v = np.array(weights, float), np.array(v, float)
    weigh = np.flatnonzero(weights)
    constraints = np.column_stack([v, np.ones(len(v))]).T[:, weigh]
    dimensions = len(weigh) - np.linalg.matrix_rank(constraints)
    farthest = weights.copy()
    if dimensions > 0:
        other = corners(constraints, constraints @ weights[weigh])
        farthest[weigh] = max(other, key=lambda w: abs(w - weights[weigh]).sum())
    return {
        "possible": dimensions > 0,
        "dimensions": dimensions,
        "weights": farthest,
        "output": farthest @ v,
        "distance": abs(farthest - weights).sum() / 2,
    }


def entries() -> list[Entry]:
    def other(name: str, weights: list, width: int, v=None) -> Entry:
        def build(d: Draw) -> dict:
            return {"weights": weights, "v": v or d.matrix(len(weights), width)}

        return entry(f"other weights, {name}", alternative_weights, build, tolerance=1e-10)

    return [
        other("none are possible", [0.2, 0.3, 0.5], 2),
        other("along a line", [0.2, 0.3, 0.5], 1),
        other("along a line, four keys", [0.4, 0.3, 0.2, 0.1], 2),
        other("in three dimensions", [0.1, 0.25, 0.3, 0.15, 0.2], 1),
        other("a key of weight 0 keeps it", [0.5, 0.0, 0.25, 0.25], 1),
        other("a value that is a mean of the others", [0.2, 0.2, 0.6], 2,
              [[0.0, 1.0], [2.0, 3.0], [1.0, 2.0]]),
    ]
