import numpy as np

block = 2
n = Q.shape[0]
largest = np.ones(n) * -np.inf  # of each row so far
total = np.zeros(n)  # of its exponentials, seen from that largest score
mixed = np.zeros((n, V.shape[1]))

for start in range(0, K.shape[0], block):
    scores = Q @ K[start : start + block].T / np.sqrt(K.shape[1])
    new = np.maximum(largest, scores.max(axis=1))
    # What was summed up so far was seen from another largest score.
    shrink = np.exp(largest - new)
    e = np.exp(scores - new[:, None])
    total = total * shrink + e.sum(axis=1)
    mixed = mixed * shrink[:, None] + e @ V[start : start + block]
    largest = new
    print("keys up to", start + len(e[0]), "largest", np.round(largest, 3))

output = mixed / total[:, None]
