import numpy as np

# Who asks, who answers, what is passed on.
Q, K, V = X @ Wq, X @ Wk, X @ Wv

# Every query against every key.
scores = Q @ K.T
print(np.round(scores, 3))

# Divided by the root of the width of a key.
scores = scores / np.sqrt(K.shape[-1])
print(np.round(scores, 3))

# Softmax of each row. The largest score is taken away first: exp stays finite.
weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
weights = weights / weights.sum(axis=-1, keepdims=True)
print(np.round(weights, 3))
print(weights.sum(axis=-1))

# Each row of the output mixes the rows of V.
output = weights @ V
print(np.round(output, 3))
