import torch

scores = Q @ K.mT / Q.shape[-1] ** 0.5
# Wrong: hides the past. Right: .triu(1)
later = torch.ones(scores.shape).tril(-1).bool()
scores = scores.masked_fill(later, float("-inf"))
weights = torch.softmax(scores, dim=-1)
output = weights @ V
