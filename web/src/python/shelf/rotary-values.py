import numpy as np


def rotate(M, theta=10000.0):
    n, d = M.shape
    assert d % 2 == 0, "pairs need an even width"
    angle = np.outer(np.arange(n), theta ** (-np.arange(0, d, 2) / d))
    turned = np.zeros((n, d))
    turned[:, 0::2] = M[:, 0::2] * np.cos(angle) - M[:, 1::2] * np.sin(angle)
    turned[:, 1::2] = M[:, 0::2] * np.sin(angle) + M[:, 1::2] * np.cos(angle)
    return turned


# Wrong: the values are turned as well. Right: only rotate(Q) and rotate(K)
q, k, v = rotate(Q), rotate(K), rotate(V)
scores = q @ k.T / np.sqrt(k.shape[-1])
weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
weights = weights / weights.sum(axis=-1, keepdims=True)
output = weights @ v
