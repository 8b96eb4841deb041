import numpy as np


def rotate(M, theta=10000.0):
    """Turns the pair (0, 1), (2, 3), ... of row i by i times its own angle."""
    n, d = M.shape
    assert d % 2 == 0, "pairs need an even width"
    angle = np.outer(np.arange(n), theta ** (-np.arange(0, d, 2) / d))
    cos, sin = np.cos(angle), np.sin(angle)
    even, odd = M[:, 0::2], M[:, 1::2]
    turned = np.zeros((n, d))
    turned[:, 0::2] = even * cos - odd * sin
    turned[:, 1::2] = even * sin + odd * cos
    return turned


scores = rotate(Q) @ rotate(K).T / np.sqrt(K.shape[-1])
weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
weights = weights / weights.sum(axis=-1, keepdims=True)
output = weights @ V

# A turn changes no length, so no score of a token with itself.
print(np.allclose(np.linalg.norm(rotate(Q), axis=-1), np.linalg.norm(Q, axis=-1)))
print(np.round(weights, 3))
