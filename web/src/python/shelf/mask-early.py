import torch

scores = Q @ K.mT / Q.shape[-1] ** 0.5
# Wrong: the next token is still seen. Right: .triu(1)
later = torch.ones(scores.shape).triu(2).bool()
scores = scores.masked_fill(later, float("-inf"))
weights = torch.softmax(scores, dim=-1)
output = weights @ V
