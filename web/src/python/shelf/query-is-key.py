import torch

# Wrong: the keys are the queries. Right: K = X @ Wk
Q, K, V = X @ Wq, X @ Wq, X @ Wv
scores = Q @ K.mT / Q.shape[-1] ** 0.5
weights = torch.softmax(scores, dim=-1)
output = weights @ V
print((scores - scores.mT).abs().max())
