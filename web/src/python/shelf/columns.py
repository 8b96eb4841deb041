import torch

scores = Q @ K.mT / Q.shape[-1] ** 0.5
# Wrong: softmax of each column. Right: dim=-1, of each row.
weights = torch.softmax(scores, dim=-2)
output = weights @ V
print(weights.sum(dim=-1))
