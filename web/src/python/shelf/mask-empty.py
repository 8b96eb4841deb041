import torch

scores = Q @ K.mT / Q.shape[-1] ** 0.5
# The first token sees nothing, not even itself.
hidden = torch.ones(scores.shape).triu(0).bool()
scores = scores.masked_fill(hidden, float("-inf"))
# Wrong: a row of -inf has no softmax. Right: torch.where(hidden.all(-1, keepdim=True), 0, weights)
weights = torch.softmax(scores, dim=-1)
output = weights @ V
print(weights)
