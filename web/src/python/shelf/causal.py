import torch

scores = Q @ K.mT / K.shape[-1] ** 0.5

# True where the key comes after the query.
later = torch.ones(scores.shape).triu(1).bool()
scores = scores.masked_fill(later, float("-inf"))

weights = torch.softmax(scores, dim=-1)
output = weights @ V
print(weights)
