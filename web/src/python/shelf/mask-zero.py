import torch

scores = Q @ K.mT / Q.shape[-1] ** 0.5
later = torch.ones(scores.shape).triu(1).bool()
# Wrong: a score of 0 still has exp(0) = 1. Right: float("-inf")
scores = scores.masked_fill(later, 0)
weights = torch.softmax(scores, dim=-1)
output = weights @ V
