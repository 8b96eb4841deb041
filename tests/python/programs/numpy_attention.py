import numpy as np
import math
from math import sqrt
from typing import Optional, Tuple

np.random.seed(0)
np.set_printoptions(precision=3, suppress=True)

def softmax(x: np.ndarray, axis: int = -1) -> np.ndarray:
    """Softmax."""
    x = x - x.max(axis=axis, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)

def attention(Q, K, V, mask: Optional[np.ndarray] = None) -> Tuple[np.ndarray, np.ndarray]:
    d_k = Q.shape[-1]
    scores = Q @ K.T / np.sqrt(d_k)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    w = softmax(scores)
    return w @ V, w

if __name__ == "__main__":
    X = np.random.randn(4, 3)
    Wq, Wk, Wv = (np.random.rand(3, 3) for _ in range(3))
    out, w = attention(X @ Wq, X @ Wk, X @ Wv, np.tril(np.ones((4, 4), dtype=bool)))
    print("Output:\n", out)
    print("Weights:\n", w, "\n", w.sum(axis=-1))
    print(f"{out.shape=}")
    print(f"shape: {out.shape}, sum {w.sum():.4f} {w[0, 0]:>8.3f}|{3.14159:<10.2e}|{42:05d}|{'a':^5}|")
    assert np.allclose(w.sum(axis=-1), 1.0)
    assert np.allclose(w.sum(-1), 1), "rows must sum to one"
    for i, (row, tok) in enumerate(zip(w, ["a", "b", "c", "d"])):
        print(i, tok, row, " ".join(f"{v:.2f}" for v in row))
    print([round(float(v), 3) for v in w[1]])
    print([0.1, 0.1 + 0.2, 1e22, 1e-7], (0.1 + 0.2,), {"a": 0.1 + 0.2})
    print(w[1].tolist())
