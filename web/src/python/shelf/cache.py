import numpy as np


def softmax(row):
    e = np.exp(row - row.max())
    return e / e.sum()


n, width = X.shape[0], Wk.shape[1]
keys, values = np.zeros((0, width)), np.zeros((0, Wv.shape[1]))
weights, output = np.zeros((n, n)), np.zeros((n, Wv.shape[1]))

for t in range(n):
    x = X[t : t + 1]
    # One new row each; the rows before it are not computed again.
    keys = np.concatenate([keys, x @ Wk])
    values = np.concatenate([values, x @ Wv])
    row = softmax((x @ Wq) @ keys.T / np.sqrt(width))
    weights[t, : t + 1] = row[0]
    output[t] = (row @ values)[0]
    print("step", t, "cache", keys.shape, values.shape)
