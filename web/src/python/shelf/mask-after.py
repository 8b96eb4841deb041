import torch

scores = Q @ K.mT / Q.shape[-1] ** 0.5
later = torch.ones(scores.shape).triu(1).bool()
weights = torch.softmax(scores, dim=-1)
# Wrong: after softmax nobody takes the share of what is hidden. Right: before it, with -inf.
weights = weights.masked_fill(later, 0)
output = weights @ V
print(weights.sum(dim=-1))
