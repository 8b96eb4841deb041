import numpy as np


def rotate(row, position, theta=10000.0):
    d = row.shape[-1]
    assert d % 2 == 0, "pairs need an even width"
    angle = position * theta ** (-np.arange(0, d, 2) / d)
    turned = np.zeros(d)
    turned[0::2] = row[0::2] * np.cos(angle) - row[1::2] * np.sin(angle)
    turned[1::2] = row[0::2] * np.sin(angle) + row[1::2] * np.cos(angle)
    return turned


keys = []
n = Q.shape[0]
weights = np.zeros((n, n))
for t in range(n):
    # Wrong: every step begins at 0 again. Right: position = len(keys)
    position = 0
    keys.append(rotate(K[t], position))
    scores = np.stack(keys) @ rotate(Q[t], position) / np.sqrt(K.shape[-1])
    e = np.exp(scores - scores.max())
    weights[t, : t + 1] = e / e.sum()
output = weights @ V
print(np.round(weights, 3))
